#pragma once
// The pixels of a PNG file as they are.

#include <cstdint>
#include <string>
#include <vector>

namespace whorl::io {

/// Red, green, blue (sRGB) and opacity, 8 bits each. Rows run from the top left.
struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba{};
};

/// Throws Error with the path, the reason and the remedy for whatever is not a whole PNG of at most 16384 pixels a side.
Pixels read_pixels(const std::string& path);

}  // namespace whorl::io
