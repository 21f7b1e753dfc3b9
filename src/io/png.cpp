// PNG files through libpng's simplified interface, which reports errors by return value: no longjmp near C++ objects.

#include <png.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

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

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    throw Error("can not write the picture \"" + path + "\": " + reason + "; check that the folder \"" +
                (folder.empty() ? "." : folder) + "\" exists, may be written and has room");
}

}  // namespace

void write_png(const std::string& path, const Image& image) {
    if (image.width < 1 || image.height < 1 ||
        image.rgb.size() != 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height))
        throw Error("can not write the picture \"" + path + "\": an image of " + std::to_string(image.width) + " x " +
                    std::to_string(image.height) + " pixels does not have " + std::to_string(image.rgb.size()) +
                    " values; give it three per pixel");

    // Complete first, under the final name after: whoever reads that name never meets half a file.
    const std::string partial = path + ".part" + std::to_string(::getpid());
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(partial.c_str(), "wb"), &std::fclose);
    if (!file) fail(path, std::strerror(errno));

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
    if (reason.empty() && std::rename(partial.c_str(), path.c_str()) != 0) reason = std::strerror(errno);
    if (reason.empty()) return;
    std::remove(partial.c_str());
    fail(path, reason);
}

}  // namespace whorl
