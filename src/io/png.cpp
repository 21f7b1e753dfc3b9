// PNG files through libpng's simplified interface, which reports errors by return value: no longjmp near C++ objects.

#include <png.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "io/file.hpp"
#include "io/png.hpp"
#include "render/colour.hpp"
#include "render/noise.hpp"
#include "whorl/picture.hpp"

namespace whorl {

namespace {

/// The nearest 8 bit value but for a nudge of less than half a step, different from pixel to pixel and from channel to
/// channel: what lies between two values becomes a mixture of both instead of a band. Exact values stay.
std::uint8_t dithered(float linear, int x, int y, int channel) {
    const float nudge = 0.98f * (render::pixel_noise(x + 37 * channel, y + 17 * channel) - 0.5f);
    const float v = std::floor(255 * render::srgb_from_linear(linear) + nudge + 0.5f);
    return static_cast<std::uint8_t>(clamp(v, 0, 255));
}

std::vector<std::uint8_t> encoded(const Image& image) {
    std::vector<std::uint8_t> bytes(image.rgb.size());
    std::size_t at = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            for (int channel = 0; channel < 3; ++channel, ++at) bytes[at] = dithered(image.rgb[at], x, y, channel);
    return bytes;
}

}  // namespace

void write_png(const std::string& path, const Image& image) {
    if (image.width < 1 || image.height < 1 ||
        image.rgb.size() != 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height))
        throw Error("can not write the picture \"" + path + "\": an image of " + std::to_string(image.width) + " x " +
                    std::to_string(image.height) + " pixels does not have " + std::to_string(image.rgb.size()) +
                    " values; give it three per pixel");

    io::PartialFile partial(path);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(partial.temporary().c_str(), "wb"), &std::fclose);
    if (!file) io::fail_to_write(path, std::strerror(errno));

    const std::vector<std::uint8_t> bytes = encoded(image);
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGB;
    png.flags = PNG_IMAGE_FLAG_FAST;
    errno = 0;
    std::string reason;
    if (!png_image_write_to_stdio(&png, file.get(), 0, bytes.data(), 0, nullptr))
        reason = errno ? std::strerror(errno) : png.message;
    if (std::fclose(file.release()) != 0 && reason.empty()) reason = std::strerror(errno);
    if (!reason.empty()) io::fail_to_write(path, reason);
    partial.commit();
}

namespace {

[[noreturn]] void fail_to_read(const std::string& path, const std::string& reason, const std::string& remedy) {
    throw Error("can not read the picture \"" + path + "\": " + reason + "; " + remedy);
}

/// What libpng took hold of goes back to it, whatever happens.
struct Reader {
    png_image png{};
    Reader() { png.version = PNG_IMAGE_VERSION; }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { png_image_free(&png); }
};

}  // namespace

io::Pixels io::read_pixels(const std::string& path) {
    const std::string whole = "give a whole PNG file";
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown)) fail_to_read(path, "it is a folder", "name a PNG file");
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) fail_to_read(path, std::strerror(errno), "check the name, and that the file may be read");

    Reader reader;
    png_image& png = reader.png;
    if (!png_image_begin_read_from_stdio(&png, file.get())) fail_to_read(path, png.message, whole);
    constexpr png_uint_32 most = 16384;
    if (png.width > most || png.height > most)
        fail_to_read(path, "it is " + std::to_string(png.width) + " x " + std::to_string(png.height) + " pixels",
                     "give it at most " + std::to_string(most) + " on each side");

    // As 8 bits of sRGB, whatever is in the file: what write_png wrote comes back bit by bit, while libpng's own linear
    // light follows a plain power instead of the curve of sRGB. Files of 16 bits that do not say what their numbers mean
    // are sRGB, as those of 8 bits are.
    png.format = PNG_FORMAT_RGBA;
    png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    try {
        Pixels pixels{static_cast<int>(png.width), static_cast<int>(png.height),
                      std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
        if (!png_image_finish_read(&png, nullptr, pixels.rgba.data(), 0, nullptr)) fail_to_read(path, png.message, whole);
        return pixels;
    } catch (const std::bad_alloc&) { fail_to_read(path, "there is no memory for its pixels", "give a smaller one"); }
}

Image read_png(const std::string& path) {
    const io::Pixels pixels = io::read_pixels(path);
    try {
        Image image(pixels.width, pixels.height);
        std::array<float, 256> linear;
        for (std::size_t i = 0; i < 256; ++i) linear[i] = render::linear_from_srgb(static_cast<float>(i) / 255);
        for (std::size_t i = 0; i < image.rgb.size(); ++i) {
            const std::size_t pixel = i / 3 * 4;
            image.rgb[i] = linear[pixels.rgba[pixel + i % 3]] * static_cast<float>(pixels.rgba[pixel + 3]) / 255;
        }
        return image;
    } catch (const std::bad_alloc&) { fail_to_read(path, "there is no memory for its pixels", "give a smaller one"); }
}

}  // namespace whorl
