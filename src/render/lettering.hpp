#pragma once
// Text on a picture, written with a pen: letters are strokes, so they are crisp at any size and need no font file.

#include <string_view>

#include "whorl/picture.hpp"

namespace whorl::render {

/// Width in pixels; `size` is the height of a digit. Capitals are written as small letters, what the pen does not know
/// as a gap, and what follows a ^ small and raised.
float text_width(std::string_view text, float size);

/// From (x, y), the left end of the line that the letters stand on.
void write_text(Image& image, std::string_view text, float x, float y, float size, Colour ink);

}  // namespace whorl::render
