#include "pixels.hpp"

#include <stb_image.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <memory>

#include <whorl/whorl.hpp>

#include "desk.hpp"

namespace studio {

bool is_image(const std::string& path) {
    std::string kind = std::filesystem::path(path).extension().string();
    for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return kind == ".png" || kind == ".jpg" || kind == ".jpeg" || kind == ".bmp";
}

Pixels read_pixels(const std::string& path) {
    constexpr int largest = 8192;
    int width = 0, height = 0, channels = 0;
    if (!stbi_info(path.c_str(), &width, &height, &channels))
        throw whorl::Error(path + ": " + stbi_failure_reason() + "; drop a PNG or JPEG file");
    if (width > largest || height > largest)
        throw whorl::Error(path + ": " + std::to_string(width) + " x " + std::to_string(height) +
                           " pixels are more than the window takes; shrink it to " + std::to_string(largest) +
                           " a side");
    const std::unique_ptr<stbi_uc, void (*)(void*)> read(stbi_load(path.c_str(), &width, &height, &channels, 4),
                                                         stbi_image_free);
    if (!read) throw whorl::Error(path + ": " + stbi_failure_reason() + "; drop a whole PNG or JPEG file");
    Pixels to{width, height, {}};
    const std::size_t row = std::size_t{4} * static_cast<std::size_t>(width);
    to.values.resize(row * static_cast<std::size_t>(height));
    for (int j = 0; j < height; ++j)
        std::copy_n(read.get() + row * static_cast<std::size_t>(height - 1 - j), row,
                    to.values.data() + row * static_cast<std::size_t>(j));
    for (std::size_t i = 0; i < to.values.size(); i += 4) {  // what is transparent lies over black
        const int alpha = to.values[i + 3];
        for (std::size_t c = 0; c < 3; ++c)
            to.values[i + c] = static_cast<std::uint8_t>(to.values[i + c] * alpha / 255);
        to.values[i + 3] = 255;
    }
    return to;
}

Pixels painted_tiles() {
    constexpr int width = 1024, height = 640, tile = 64;
    Pixels to{width, height, {}};
    to.values.reserve(std::size_t{4} * width * height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int i = x / tile, j = y / tile;
            const Vec3 ink = inks[static_cast<std::size_t>(2 * i + 3 * j) % (std::size(inks) - 1)].colour;
            const double dx = x % tile - 0.5 * tile, dy = y % tile - 0.5 * tile;
            // A dot on a paler ground, with dark joints between the tiles.
            const bool joint = std::max(std::abs(dx), std::abs(dy)) > 0.5 * tile - 2,
                       dot = std::hypot(dx, dy) < 0.3 * tile;
            for (const double c : {ink.x, ink.y, ink.z}) {
                const double light = joint ? 0.01 : dot ? 0.75 * c + 0.01 : 0.10 * c + 0.035;
                to.values.push_back(static_cast<std::uint8_t>(255 * std::pow(light, 1 / 2.2)));
            }
            to.values.push_back(255);
        }
    return to;
}

}  // namespace studio
