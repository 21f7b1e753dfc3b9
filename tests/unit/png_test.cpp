// PNG files and images as such.

#include <fstream>
#include <iterator>

#include "render/colour.hpp"
#include "unit/pictures.hpp"

namespace whorl {
namespace {

using namespace pictures;

TEST(Png, KeepsEveryValueThatEightBitsCanHold) {
    const Folder folder;
    Image image(16, 16);
    for (int i = 0; i < 256; ++i) {
        const float x = render::linear_from_srgb(static_cast<float>(i) / 255);
        image.set(i % 16, i / 16, {x, x, x});
    }
    write_png(folder.file("a.png"), image);
    const std::vector<std::uint8_t> bytes = bytes_of(folder.file("a.png"));
    ASSERT_EQ(bytes.size(), 3u * 256);
    for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(bytes[i], i / 3);
}

TEST(Png, ShowsAValueBetweenTwoStepsAsAMixtureOfBoth) {
    const Folder folder;
    Image image(64, 64);
    std::fill(image.rgb.begin(), image.rgb.end(), render::linear_from_srgb(100.3f / 255));
    write_png(folder.file("a.png"), image);
    double sum = 0;
    for (const std::uint8_t b : bytes_of(folder.file("a.png"))) sum += b;
    EXPECT_NEAR(sum / (3 * 64 * 64), 100.3, 0.03);
}

TEST(Png, SaysWhichPathItCouldNotWrite) {
    const Folder folder;
    const std::string path = folder.file("missing/a.png");
    try {
        write_png(path, Image(2, 2));
        FAIL() << "was written";
    } catch (const Error& e) { EXPECT_NE(std::string(e.what()).find(path), std::string::npos) << e.what(); }
}

TEST(Png, LeavesOnlyTheFinishedFile) {
    const Folder folder;
    write_png(folder.file("a.png"), Image(2, 2));
    fs::create_directories(folder.file("b.png"));
    EXPECT_THROW(write_png(folder.file("b.png"), Image(2, 2)), Error);  // a folder has that name
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()), 2);
}

TEST(Png, ReadsWhatItWroteWithinEightBits) {
    const Folder folder;
    Image image(32, 24);
    for (int y = 0; y < 24; ++y)
        for (int x = 0; x < 32; ++x)
            image.set(x, y, {static_cast<float>(x) / 31, static_cast<float>(y) / 23, static_cast<float>(x * y) / 713});
    write_png(folder.file("a.png"), image);
    const Image back = read_png(folder.file("a.png"));
    ASSERT_EQ(back.rgb.size(), image.rgb.size());
    for (std::size_t i = 0; i < image.rgb.size(); ++i)
        EXPECT_NEAR(render::srgb_from_linear(back.rgb[i]), render::srgb_from_linear(image.rgb[i]), 1.02 / 255) << i;
}

/// A file of one colour in one of libpng's formats.
template <class Component>
void write_as(const std::string& path, png_uint_32 format, const std::vector<Component>& pixel, const void* palette) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = png.height = 4;
    png.format = format;
    png.colormap_entries = 2;
    std::vector<Component> all;
    for (int i = 0; i < 16; ++i) all.insert(all.end(), pixel.begin(), pixel.end());
    ASSERT_TRUE(png_image_write_to_file(&png, path.c_str(), 0, all.data(), 0, palette)) << png.message;
}

TEST(Png, ReadsGreyPaletteTransparentAndSixteenBitFiles) {
    const Folder folder;
    const float half = render::linear_from_srgb(128.0f / 255);
    const auto read = [&](const char* name) { return read_png(folder.file(name)).at(2, 1); };
    const auto near = [](Colour a, Colour b) {
        return std::fabs(a.r - b.r) < 4e-3f && std::fabs(a.g - b.g) < 4e-3f && std::fabs(a.b - b.b) < 4e-3f;
    };
    using Bytes = std::vector<std::uint8_t>;
    write_as(folder.file("grey.png"), PNG_FORMAT_GRAY, Bytes{128}, nullptr);
    EXPECT_TRUE(near(read("grey.png"), {half, half, half}));
    const Bytes palette{0, 0, 0, 255, 128, 0};
    write_as(folder.file("palette.png"), PNG_FORMAT_RGB_COLORMAP, Bytes{1}, palette.data());
    EXPECT_TRUE(near(read("palette.png"), {1, half, 0}));
    write_as(folder.file("alpha.png"), PNG_FORMAT_RGBA, Bytes{255, 255, 0, 51}, nullptr);
    EXPECT_TRUE(near(read("alpha.png"), {0.2f, 0.2f, 0}));
    write_as(folder.file("deep.png"), PNG_FORMAT_LINEAR_RGB, std::vector<std::uint16_t>{65535, 16384, 0}, nullptr);
    EXPECT_TRUE(near(read("deep.png"), {1, 0.25f, 0}));
}

TEST(Png, RefusesWhatIsNotAWholePicture) {
    const Folder folder;
    Image image(24, 24);
    for (std::size_t i = 0; i < image.rgb.size(); ++i) image.rgb[i] = static_cast<float>(i * 37 % 101) / 101;
    write_png(folder.file("whole.png"), image);
    std::ifstream in(folder.file("whole.png"), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const std::string path = folder.file("broken.png");
    const auto refused = [&](const std::string& text) {
        std::ofstream(path, std::ios::binary) << text;
        try {
            read_png(path);
            return false;
        } catch (const Error& e) { return std::string(e.what()).find(path) != std::string::npos; }
    };
    EXPECT_TRUE(refused("")) << "empty";
    EXPECT_TRUE(refused("no picture at all, but a text that is long enough to be looked at")) << "text";
    for (std::size_t length = 1; length + 16 < bytes.size(); length += 61)
        EXPECT_TRUE(refused(bytes.substr(0, length))) << length << " of " << bytes.size() << " bytes";
    for (std::size_t at = 8; at < bytes.size(); at += 13) {  // damage: an error or a picture, never a crash
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        refused(damaged);
    }
    EXPECT_THROW(read_png(folder.file("missing.png")), Error);
    EXPECT_THROW(read_png(folder.path.string()), Error);
}

TEST(Png, RefusesAbsurdSizesBeforeTakingMemory) {
    const Folder folder;
    const std::vector<std::uint8_t> line(20000);
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = 20000, png.height = 1, png.format = PNG_FORMAT_GRAY;
    ASSERT_TRUE(png_image_write_to_file(&png, folder.file("wide.png").c_str(), 0, line.data(), 0, nullptr));
    try {
        read_png(folder.file("wide.png"));
        FAIL() << "was read";
    } catch (const Error& e) { EXPECT_NE(std::string(e.what()).find("20000 x 1"), std::string::npos) << e.what(); }
}

TEST(Image, RefusesToBeEmpty) { EXPECT_THROW(Image(0, 4), Error); }

TEST(Image, KeepsItsMeanWhenItShrinks) {
    Image image(40, 20);
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 40; ++x) image.set(x, y, {x < 20 ? 1.0f : 0.0f, 0.25f, 0});
    const Image small = resized(image, 10, 5);
    double red = 0;
    for (int x = 0; x < 10; ++x) red += small.at(x, 2).r / 10;
    EXPECT_NEAR(red, 0.5, 1e-3);
    EXPECT_NEAR(small.at(3, 3).g, 0.25f, 1e-6f);
}

TEST(Image, SheetsHoldEveryImageAndRefuseMixedSizes) {
    std::vector<Image> images(3, Image(4, 4));
    for (Image& i : images) std::fill(i.rgb.begin(), i.rgb.end(), 1.0f);
    const Image sheet = contact_sheet(images, 2);
    EXPECT_EQ(std::count(sheet.rgb.begin(), sheet.rgb.end(), 1.0f), 3 * 3 * 16);
    images.emplace_back(5, 4);
    EXPECT_THROW(contact_sheet(images, 2), Error);
}

}  // namespace
}  // namespace whorl
