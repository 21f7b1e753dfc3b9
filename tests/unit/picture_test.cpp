// Pictures: what the PNG files hold, what the planes and volumes show, and that nothing but the fluid changes them.

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "exec/cpu.hpp"
#include "render/camera.hpp"
#include "render/fire.hpp"
#include "render/legend.hpp"
#include "render/lettering.hpp"
#include "render/lighting.hpp"
#include "render/medium.hpp"
#include "render/palette.hpp"
#include "render/pattern.hpp"
#include "render/plane.hpp"
#include "render/texture.hpp"
#include "render/volume.hpp"
#include "whorl/picture.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

/// An empty folder that is gone after the test.
struct Folder {
    fs::path path = fs::path(testing::TempDir()) /
                    ("whorl_picture_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    Folder() { fs::remove_all(path), fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::string file(const char* name) const { return (path / name).string(); }
};

std::vector<std::uint8_t> bytes_of(const std::string& path) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, path.c_str())) return {};
    png.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(png));
    png_image_finish_read(&png, nullptr, bytes.data(), 0, nullptr);
    return bytes;
}

/// Numbers in a box of one cell per `h`, and the view of them that a Simulation would give.
struct Values {
    std::array<int, 3> n;
    double h;
    std::vector<float> v;
    Values(std::array<int, 3> count, double spacing, float value = 0)
        : n(count), h(spacing), v(static_cast<std::size_t>(n[0] * n[1] * n[2]), value) {}
    float& at(int i, int j, int k = 0) { return v[static_cast<std::size_t>(i + n[0] * (j + n[1] * k))]; }
    Vec3 size() const { return {n[0] * h, n[1] * h, n[2] * h}; }
    operator FieldView() const { return {v.data(), n, {1, n[0], n[0] * n[1]}, {h / 2, h / 2, h / 2}, {h, h, h}}; }
};

/// A ball of smoke, 0.5 m wide, in the middle of a cube of 1 m.
Values puff(float value = 1) {
    const int n = 24;
    Values s({n, n, n}, 1.0 / n);
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                if (std::hypot(i - 11.5, j - 11.5, k - 11.5) < 6) s.at(i, j, k) = value;
    return s;
}

VolumeView small_view() { return {.width = 48, .height = 48}; }

Image drawn(const Values& smoke, const VolumeView& view, int threads = 1, std::span<const Obstacle> obstacles = {}) {
    Cpu on(threads);
    return render::picture_of(on, {.smoke = smoke, .size = smoke.size(), .obstacles = obstacles}, view);
}

bool all_finite(const Image& image) {
    for (const float x : image.rgb)
        if (!(x >= 0 && x <= 1)) return false;
    return true;
}

// ---- Files ----------------------------------------------------------------------------------------------------------

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

// ---- Planes ---------------------------------------------------------------------------------------------------------

TEST(Plane, InterpolationReproducesAConstantAndASlope) {
    Values f({16, 16, 1}, 1.0 / 16);
    for (int j = 0; j < 16; ++j)
        for (int i = 0; i < 16; ++i) f.at(i, j) = 3 + static_cast<float>(i);
    Cpu on(1);
    const std::vector<float> v = render::resampled(on, f, {.size = f.size()}, 64, 64);
    for (int x = 12; x < 52; ++x) EXPECT_NEAR(v[static_cast<std::size_t>(64 * 30 + x)], 3 + (x + 0.5) / 4 - 0.5, 1e-4);
}

TEST(Plane, RunsOnAcrossAPeriodicSide) {
    Values f({8, 8, 1}, 1.0 / 8);
    for (int j = 0; j < 8; ++j) f.at(7, j) = 1;
    Cpu on(1);
    const std::vector<float> v = render::resampled(on, f, {.size = f.size(), .periodic = {true, true}}, 64, 64);
    for (std::size_t x = 0; x < 4; ++x)
        EXPECT_NEAR(v[x], v[(119 - x) % 64], 1e-5);  // mirrored about the middle of cell 7
}

TEST(Plane, RisesFromBottomToTopOfThePicture) {
    Values f({8, 8, 1}, 1.0 / 8);
    for (int i = 0; i < 8; ++i) f.at(i, 7) = 1;  // the top cells
    Cpu on(1);
    const std::vector<float> v = render::resampled(on, f, {.size = f.size()}, 8, 8);
    EXPECT_GT(v[3], v[7 * 8 + 3]);
}

TEST(Plane, PixelsAreFiniteWhateverTheFieldHolds) {
    Values f({16, 16, 1}, 1.0 / 16, 1);
    f.at(3, 3) = nan, f.at(8, 8) = inf, f.at(12, 4) = -inf, f.at(1, 1) = 3e38f;
    Cpu on(1);
    const render::Plane plane{.size = f.size()};
    const std::vector<std::vector<float>> one{render::resampled(on, f, plane, 32, 32)}, three(3, one[0]);
    for (const Palette p : {Palette::smoke, Palette::heat, Palette::sequential, Palette::diverging, Palette::inks}) {
        const auto& values = p == Palette::inks ? three : one;
        EXPECT_TRUE(all_finite(render::coloured(on, values, {.palette = p}, 32, 32)));
    }
}

TEST(Plane, VorticityOfASolidTurnIsTwiceItsRate) {
    const int n = 8;
    Values u({n + 1, n, 1}, 0.25), v({n, n + 1, 1}, 0.25);
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
            if (j < n) u.at(i, j) = -3 * 0.25f * (static_cast<float>(j) + 0.5f);
            if (i < n) v.at(i, j) = 3 * 0.25f * (static_cast<float>(i) + 0.5f);
        }
    std::vector<float> memory;
    const FieldView w = render::vorticity({u, v}, {false, false}, memory);
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) EXPECT_NEAR(w(i, j), 6, 1e-4);
}

TEST(Plane, DivergenceIsThatOfTheFlowAndOfWhatAnObstacleLeavesOpen) {
    const int n = 8;
    Values u({n + 1, n, 1}, 0.25), v({n, n + 1, 1}, 0.25), open_x({n + 1, n, 1}, 0.25, 1),
        open_y({n, n + 1, 1}, 0.25, 1);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i <= n; ++i)
            u.at(i, j) = 3 * 0.25f * static_cast<float>(i), v.at(j, i) = -0.25f * static_cast<float>(i);
    open_x.at(4, 4) = 0.5f;
    std::vector<float> memory;
    const FieldView d = render::divergence({u, v}, {open_x, open_y}, memory);
    EXPECT_NEAR(d(2, 2), 3 - 1, 1e-4);
    EXPECT_NEAR(d(4, 4), 2 + 0.5 * 3 / 0.25, 1e-4);  // half of the 3 m/s that came through the face is missing
}

TEST(Picture, OfDivergenceShowsWhereFluidIsPushedApart) {
    Simulation fluid({.cells = {32}});
    fluid.fill_velocity(
        {[](Vec3 p) { return 0.1 * std::exp(-80 * ((p.x - 0.7) * (p.x - 0.7) + (p.y - 0.5) * (p.y - 0.5))); }});
    const Image image = plane_picture(fluid, {.pixels = 64, .quantity = "divergence", .range = 2});
    const Colour before = image.at(40, 32), after = image.at(50, 32);  // it gathers speed, then loses it
    EXPECT_GT(before.r, 2 * before.b);
    EXPECT_GT(after.b, 2 * after.r);
}

/// A plane of n x n cells of 1 m whose values are places: that of the cell plus (dx, dy).
struct Places {
    Values x, y;
    Places(int n, float dx, float dy) : x({n, n, 1}, 1.0 / n), y({n, n, 1}, 1.0 / n) {
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const auto wrapped = [](float p) { return p - std::floor(p); };
                x.at(i, j) = wrapped((static_cast<float>(i) + 0.5f) / static_cast<float>(n) + dx);
                y.at(i, j) = wrapped((static_cast<float>(j) + 0.5f) / static_cast<float>(n) + dy);
            }
    }
};

/// Large colourful blots.
Image blots(int n) {
    Image image(n, n);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            const float u = 6.2831853f * static_cast<float>(x) / static_cast<float>(n),
                        v = 6.2831853f * static_cast<float>(y) / static_cast<float>(n);
            image.set(x, y, {0.5f + 0.4f * std::sin(u), 0.5f + 0.4f * std::cos(v), 0.5f + 0.4f * std::sin(u + 2 * v)});
        }
    return image;
}

float largest_difference(const Image& a, const Image& b) {
    float most = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) most = std::max(most, std::fabs(a.rgb[i] - b.rgb[i]));
    return most;
}

TEST(Texture, FluidAtRestShowsTheImageUpToTheEdge) {
    const Image image = blots(64);
    const Places rest(16, 0, 0);
    Cpu on(1);
    const Image seen = render::carried_image(on, {rest.x, rest.y}, {.size = {1, 1, 0}},
                                             render::Pyramid(image, {false, false}), {1, 1, 0}, 64, 64);
    EXPECT_LT(largest_difference(seen, image), 0.02f);
}

TEST(Texture, RunsOnAcrossTheSeamOfAPeriodicDomain) {
    const Image image = blots(64);
    const Places moved(16, 0.25f, 0.5f);
    Cpu on(1);
    const Image seen = render::carried_image(on, {moved.x, moved.y}, {.size = {1, 1, 0}, .periodic = {true, true}},
                                             render::Pyramid(image, {true, true}), {1, 1, 0}, 64, 64);
    Image expected(64, 64);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) expected.set(x, y, image.at((x + 16) % 64, (y + 32) % 64));
    EXPECT_LT(largest_difference(seen, expected), 0.02f);
}

TEST(Texture, ASmearedSeamIsHealed) {
    const int n = 64;
    Places moved(n, 0.25f, 0);
    for (int j = 0; j < n; ++j) moved.x.at(47, j) = 0.6f, moved.x.at(48, j) = 0.3f;  // between 0.98 and 0.02
    std::vector<float> memory;
    const FieldView whole = render::healed(moved.x, 1, {true, true}, memory);
    for (int i = 0; i < n; ++i) {
        const float off = whole(i, 20) - (static_cast<float>(i) + 0.5f) / static_cast<float>(n) - 0.25f;
        EXPECT_NEAR(off, std::round(off), 0.01) << i;
    }
}

TEST(Texture, WhatIsSqueezedBelowAPixelBecomesItsMean) {
    Image stripes(256, 256);
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x) stripes.set(x, y, x / 2 % 2 ? Colour{1, 1, 1} : Colour{});
    const Places rest(16, 0, 0);
    Cpu on(1);
    const Image seen = render::carried_image(on, {rest.x, rest.y}, {.size = {1, 1, 0}},
                                             render::Pyramid(stripes, {false, false}), {1, 1, 0}, 22, 22);
    for (const float v : seen.rgb) EXPECT_NEAR(v, 0.5f, 0.12f);
}

TEST(Texture, OurOwnPatternContinuesOnTheOppositeSide) {
    Cpu on(2);
    const int n = 300;
    const Image tiles = render::tile_pattern(on, n);
    const auto jump = [&](int x) {
        double sum = 0;
        for (int y = 0; y < n; ++y) sum += std::fabs(tiles.at(x % n, y).g - tiles.at((x + 1) % n, y).g) / n;
        return sum;
    };
    EXPECT_LT(jump(n - 1), 1.3 * jump(n / 3 - 1));  // as between any two tiles
    EXPECT_TRUE(all_finite(tiles));
}

TEST(Legend, TicksAreRoundNumbersWithinTheRange) {
    EXPECT_EQ(render::round_ticks(-5, 5, 5), (std::vector<double>{-4, -2, 0, 2, 4}));
    EXPECT_EQ(render::round_ticks(0, 1, 5).size(), 6u);
    EXPECT_EQ(render::round_ticks(0, 12.57, 6).back(), 10);
    EXPECT_TRUE(render::round_ticks(0, 0, 5).empty());
    EXPECT_EQ(render::label(0.2), "0.2");
    EXPECT_EQ(render::label(-2e-5), "-2e-5");
    EXPECT_EQ(render::label(3e12), "3e12");
}

TEST(Legend, LettersDifferAndGrowWithTheirSize) {
    const std::string known = "0123456789-+./()_abcdefghijklmnopqrstuvwxyz";
    std::vector<Image> seen;
    for (const char c : known) {
        seen.emplace_back(24, 24);
        render::write_text(seen.back(), std::string(1, c), 4, 18, 12, {1, 1, 1});
        for (std::size_t i = 0; i + 1 < seen.size(); ++i)
            EXPECT_GT(largest_difference(seen[i], seen.back()), 0.5f) << known[i] << c;
    }
    EXPECT_NEAR(render::text_width("speed", 20), 2 * render::text_width("speed", 10), 1e-3);
}

TEST(Palette, SequentialColoursGrowLighterAllTheWay) {
    const render::Ramp ramp = render::ramp(Palette::sequential, Ground::dark);
    const auto lightness = [&](int i) {
        const Colour c = ramp(static_cast<float>(i) / 100);
        return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b;
    };
    for (int i = 0; i < 100; ++i) EXPECT_LT(lightness(i), lightness(i + 1)) << i;
}

// ---- Volumes --------------------------------------------------------------------------------------------------------

TEST(Volume, PixelsAreFiniteWhateverTheFieldHolds) {
    Values smoke = puff();
    smoke.at(8, 8, 8) = nan, smoke.at(7, 8, 8) = inf, smoke.at(6, 8, 8) = -inf, smoke.at(9, 8, 8) = 3e38f;
    EXPECT_TRUE(all_finite(drawn(smoke, small_view())));
}

TEST(Volume, ARayLosesLightAsBeerSays) {
    Cpu on(1);
    const render::Point size{1, 1, 1};
    render::Lattice<float> smoke({16, 16, 16}, size);
    std::fill(smoke.values.begin(), smoke.values.end(), 2.0f);  // 1/m
    const render::Shade shade(on, smoke, render::Solids({}, size), size);
    EXPECT_NEAR(shade.light_from({0.5f, 0.25f, 0.5f}, {0, 1, 0}), std::exp(-1.5), 0.02);
    const VolumeView view;
    const render::Medium medium{.smoke = smoke,
                                .glow = {},
                                .occupied = render::occupied_blocks(on, smoke, {}),
                                .light = render::light_in(on, shade, render::Solids({}, size), smoke, view),
                                .size = size,
                                .step = 1.0f / 32};
    const render::Ray ray{{0.5f, 0.5f, -1}, {0, 0, 1}};
    EXPECT_NEAR(render::march(medium, view, ray, render::inside_box(ray, size), 0.5f).through, std::exp(-2.0), 1e-3);
}

TEST(Volume, CanBeOneCellThick) {
    Values sheet({16, 16, 1}, 1.0 / 16, 1);
    EXPECT_TRUE(all_finite(drawn(sheet, small_view())));
}

TEST(Volume, SamplesInARowAreThoseTakenOneByOne) {
    render::Lattice<float> lattice({5, 4, 3}, {1, 1, 1});
    for (std::size_t i = 0; i < lattice.values.size(); ++i) lattice.values[i] = static_cast<float>(i * i % 17);
    const render::Point from{-0.2f, 0.1f, 1.1f}, step{0.17f, 0.11f, -0.15f};
    float row[8];
    lattice.sample_along(from, step, row);
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(row[i], lattice.sample(from + step * static_cast<float>(i)), 1e-4f) << i;
}

TEST(Volume, WithoutSmokeOnlyTheBackgroundShows) {
    VolumeView thin = small_view(), thick = small_view();
    thin.extinction = 1, thick.extinction = 1000;
    EXPECT_EQ(drawn(puff(0), thin).rgb, drawn(puff(0), thick).rgb);
    EXPECT_NE(drawn(puff(1), thin).rgb, drawn(puff(1), thick).rgb);
}

TEST(Volume, MoreSmokeNeverLetsMoreLightThrough) {
    VolumeView unlit = small_view();
    unlit.key.colour = unlit.rim.colour = unlit.sky = unlit.bounce = {};
    const Image some = drawn(puff(0.02f), unlit), more = drawn(puff(0.2f), unlit);
    for (std::size_t i = 0; i < some.rgb.size(); ++i) EXPECT_LE(more.rgb[i], some.rgb[i]);
    EXPECT_LT(more.at(24, 24).g, 0.9f * some.at(24, 24).g);
}

TEST(Volume, SmokeIsDarkerOnTheSideAwayFromTheLight) {
    VolumeView view = small_view();
    view.rim.colour = {};
    view.key.direction = {-1, 0, 0};
    view.camera = {.from = {0.5, 0.5, 4}, .towards = {0.5, 0.5, 0.5}, .angle = 20};
    const Image image = drawn(puff(), view);
    EXPECT_GT(image.at(17, 24).g, 1.5f * image.at(30, 24).g);
}

TEST(Volume, SmokeCastsAShadowOnTheFloor) {
    VolumeView view = small_view();
    view.key.direction = {0, 1, 0};
    view.camera = {.from = {0.5, 0.35, 3}, .towards = {0.5, 0, 0.5}, .angle = 24};
    EXPECT_LT(drawn(puff(4), view).at(24, 24).g, 0.6f * drawn(puff(0), view).at(24, 24).g);
}

TEST(Volume, WhatGlowsShinesWithoutAnyLight) {
    VolumeView dark = small_view();
    dark.key.colour = dark.rim.colour = dark.sky = dark.bounce = dark.backdrop_low = dark.backdrop_high = {};
    dark.floor = false;
    const Values none = puff(0), hot = puff(1);
    Cpu on(1);
    const Image image = render::picture_of(on, {.smoke = none, .glow = hot, .size = hot.size()}, dark);
    EXPECT_GT(image.at(24, 24).r, 0.5f);
    EXPECT_LT(image.at(2, 2).r, 0.2f * image.at(24, 24).r);
}

TEST(Fire, IsRedThenYellowThenWhiteAndFadesFasterThanItCools) {
    const Colour ember = render::planck(1000), lamp = render::planck(2800), sun = render::planck(6500);
    EXPECT_LT(ember.g, 0.1f * ember.r);
    EXPECT_EQ(ember.b, 0);
    EXPECT_GT(lamp.g, 0.3f * lamp.r);
    EXPECT_GT(lamp.b, 0.05f * lamp.r);
    EXPECT_NEAR(sun.g / sun.r, 1, 0.12);
    EXPECT_NEAR(sun.b / sun.r, 1, 0.12);
    const render::Ramp glow = render::glow_ramp();
    EXPECT_LT(glow(0.5f).r, 0.2f * glow(1).r);
    EXPECT_LT(glow(0.25f).r, 0.2f * glow(0.5f).r);
}

TEST(Fire, LightsTheFloorBelow) {
    VolumeView view = small_view();
    view.camera = {.from = {0.5, 1.2, 4}, .towards = {0.5, 0, 0.5}, .angle = 24};
    const Values smoke = puff(0), cold = puff(0), hot = puff(1);
    Cpu on(1);
    const Image dark = render::picture_of(on, {.smoke = smoke, .glow = cold, .size = hot.size()}, view);
    const Image lit = render::picture_of(on, {.smoke = smoke, .glow = hot, .size = hot.size()}, view);
    EXPECT_GT(lit.at(24, 36).r, 1.5f * dark.at(24, 36).r);
    EXPECT_GT(lit.at(24, 36).r, 1.3f * lit.at(24, 36).b);
}

TEST(Camera, SeesTheWholeDomainAndLittleElse) {
    for (const render::Point size :
         {render::Point{1, 2, 1}, {2.4f, 1.2f, 0.9f}, {1, 1, 6}, {5, 0.5f, 5}, {0.1f, 3, 0.1f}})
        for (const int width : {200, 400, 1600}) {
            const render::Lens lens({.width = width, .height = 400}, size);
            const auto hits = [&](float inset) {  // any ray along a frame that far inside the picture's edge
                const float w = static_cast<float>(width), h = 400, d = inset * std::max(w, h);
                bool any = false;
                for (float t = 0; t <= 1; t += 0.001f)
                    for (const render::Ray& r :
                         {lens.ray(d, h * t), lens.ray(w - d, h * t), lens.ray(w * t, d), lens.ray(w * t, h - d)})
                        any = any || !render::inside_box(r, size).empty();
                return any;
            };
            EXPECT_FALSE(hits(0)) << size.x << " " << size.y << " " << size.z << " in " << width;
            EXPECT_TRUE(hits(0.03f)) << size.x << " " << size.y << " " << size.z << " in " << width;
        }
}

TEST(Volume, NoRingOfClearAirSurroundsAnObstacleInSmoke) {
    VolumeView view = small_view();
    view.key.colour = view.rim.colour = view.sky = view.bounce = view.obstacle = {};
    view.backdrop_low = view.backdrop_high = {1, 1, 1};
    view.floor = false;
    view.extinction = 2;
    const Values smoke({24, 24, 24}, 1.0 / 24, 1);
    const std::vector<Obstacle> ball{{sphere({0.5, 0.5, 0.5}, 0.2)}};
    const Image with = drawn(smoke, view, 1, ball), without = drawn(smoke, view);
    int hidden = 0;
    for (std::size_t i = 0; i < with.rgb.size(); ++i) {
        EXPECT_LT(with.rgb[i], without.rgb[i] + 0.01f);
        hidden += with.rgb[i] < 0.5f * without.rgb[i];
    }
    EXPECT_GT(hidden, 300);
}

TEST(Volume, AnObstacleShowsItsColourAndSmokeInFrontHidesIt) {
    VolumeView view = small_view();
    view.obstacle = {0, 0.6f, 0};
    view.camera = {.from = {0.5, 0.5, 4}, .towards = {0.5, 0.5, 0.5}, .angle = 20};
    const std::vector<Obstacle> ball{{sphere({0.5, 0.5, 0.3}, 0.2)}};
    const Colour seen = drawn(puff(0), view, 1, ball).at(24, 24), hidden = drawn(puff(4), view, 1, ball).at(24, 24);
    EXPECT_GT(seen.g, 2 * seen.r);
    EXPECT_LT(hidden.g, 1.3f * hidden.r);
}

TEST(Volume, IsTheSameForAnyNumberOfThreads) {
    VolumeView view{.width = 160, .height = 160};
    const std::vector<Obstacle> ball{{sphere({0.5, 0.5, 0.7}, 0.2)}};
    EXPECT_EQ(drawn(puff(), view, 1, ball).rgb, drawn(puff(), view, 2, ball).rgb);
}

// ---- Simulations ----------------------------------------------------------------------------------------------------

TEST(Picture, WithALegendIsWiderAndTheDataStayAsTheyWere) {
    std::vector<Carried> carried = colours();
    carried.push_back({.name = "smoke"});
    Simulation fluid({.size = {1, 0.7}, .cells = {32}, .carried = carried});
    fluid.add(sphere({0.25, 0.5}, 0.1), "smoke", 1);
    for (const char* quantity : {"smoke", "vorticity", "colours"})
        for (const Ground ground : {Ground::dark, Ground::light}) {
            PlaneView view{.pixels = 301, .quantity = quantity, .ground = ground};
            const Image plain = plane_picture(fluid, view);
            view.legend = true;
            const Image wide = plane_picture(fluid, view);
            EXPECT_EQ(wide.height, plain.height);
            EXPECT_GT(wide.width, plain.width + 30);
            EXPECT_EQ(wide.width % 2, 0);
            Image cut(plain.width, plain.height);
            for (int y = 0; y < plain.height; ++y)
                for (int x = 0; x < plain.width; ++x) cut.set(x, y, wide.at(x, y));
            EXPECT_EQ(cut.rgb, plain.rgb) << quantity;
        }
}

TEST(Picture, OfAnImageNeedsTextureCoordinates) {
    try {
        plane_picture(Simulation({.cells = {16}}), {.quantity = "image"});
        FAIL() << "was drawn";
    } catch (const Error& e) { EXPECT_NE(std::string(e.what()).find("texture-x"), std::string::npos) << e.what(); }
    const Simulation carries({.cells = {16}, .carried = texture_coordinates(2)});
    const Image red = [] {
        Image i(2, 2);
        for (int p = 0; p < 4; ++p) i.set(p % 2, p / 2, {1, 0, 0});
        return i;
    }();
    EXPECT_EQ(plane_picture(carries, {.pixels = 8, .quantity = "image", .image = &red}).at(3, 3).g, 0);
    EXPECT_TRUE(all_finite(plane_picture(carries, {.pixels = 64, .quantity = "image"})));
}

TEST(Picture, OfAPeriodicPlaneIsATile) {
    Settings s;
    s.cells = {32};
    s.boundary = all_sides(periodic());
    s.carried = {{.name = "smoke", .initial = [](Vec3 p) {
                      return 1 + std::sin(6.2831853 * (p.x + 0.1)) * std::cos(6.2831853 * (p.y + 0.2));
                  }}};
    s.obstacles = {{sphere({0.97, 0.05}, 0.15)}};  // sticks out of two sides
    const Simulation fluid(s);
    const Image image = plane_picture(fluid, {.pixels = 96, .range = 2});
    ASSERT_EQ(image.width, 96);
    const auto jump = [&](int x0, int y0, int x1, int y1) {
        return std::fabs(image.at(x0, y0).g - image.at(x1, y1).g);
    };
    float seam = 0, inside = 0;
    for (int i = 0; i < 96; ++i) {
        seam = std::max({seam, jump(95, i, 0, i), jump(i, 95, i, 0)});
        for (int j = 0; j < 95; ++j) inside = std::max({inside, jump(j, i, j + 1, i), jump(i, j, i, j + 1)});
    }
    EXPECT_LE(seam, inside);
    EXPECT_LT(jump(0, 90, 1, 90), 0.1f);                        // the ball is there on both sides,
    EXPECT_NEAR(image.at(2, 90).r, image.at(94, 90).r, 0.05f);  // with one colour
    EXPECT_NEAR(image.at(94, 90).r, image.at(94, 1).r, 0.05f);
}

TEST(Picture, NamesAnUnknownQuantityAndWhatThereIs) {
    const Simulation fluid({.cells = {16}});
    try {
        plane_picture(fluid, {.quantity = "smok"});
        FAIL() << "was drawn";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("\"smok\""), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("\"smoke\""), std::string::npos) << e.what();
    }
}

TEST(Picture, OfAPlaneIsNotAVolumeNorTheOtherWayRound) {
    EXPECT_THROW(volume_picture(Simulation({.cells = {16}})), Error);
    EXPECT_THROW(plane_picture(Simulation({.size = {1, 1, 1}, .cells = {8}})), Error);
}

TEST(Picture, TheExampleOfTheHeaderLeavesAFile) {
    const Folder folder;
    for (const std::vector<double>& size : {std::vector<double>{1, 1}, std::vector<double>{1, 1, 1}}) {
        Simulation fluid({.size = size, .cells = {8}});
        for (int i = 0; i < 2; ++i) fluid.step(1.0 / 24);
        if (fluid.dimension() == 2)
            write_png(folder.file("plane.png"), plane_picture(fluid, {.quantity = "smoke"}));
        else
            write_png(folder.file("space.png"), volume_picture(fluid, {.width = 64, .height = 96}));
    }
    EXPECT_EQ(bytes_of(folder.file("plane.png")).size(), 3u * 1024 * 1024);
    EXPECT_EQ(bytes_of(folder.file("space.png")).size(), 3u * 64 * 96);
}

TEST(Picture, ShowsWhereTheSmokeIs) {
    Simulation fluid({.cells = {32}, .threads = 2});
    fluid.add(sphere({0.25, 0.75}, 0.1), "smoke", 1);
    const Image image = plane_picture(fluid, {.pixels = 64, .range = 1});
    EXPECT_GT(image.at(16, 16).g, 10 * image.at(48, 48).g);  // top left, against bottom right
}

}  // namespace
}  // namespace whorl
