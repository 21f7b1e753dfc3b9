#pragma once
// Images that are dropped on the window.

#include <cstdint>
#include <string>
#include <vector>

namespace studio {

/// Red, green, blue and 255, as the screen has them; rows from the lower left, as OpenGL likes them.
struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> values{};
};
/// A PNG, JPEG or BMP file. Throws whorl::Error with the path, the reason and the remedy.
Pixels read_pixels(const std::string& path);
/// Whether its name is that of one.
bool is_image(const std::string& path);
/// What is stirred before anyone drops something: tiles in the colours of the inks.
Pixels painted_tiles();

}  // namespace studio
