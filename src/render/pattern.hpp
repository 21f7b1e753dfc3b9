#pragma once
// The image that is stirred where none is given.

#include "exec/cpu.hpp"
#include "whorl/picture.hpp"

namespace whorl::render {

/// Nine painted tiles, a rosette in each: fine lines show how the fluid shears them, broad fields of colour where it
/// takes them. A square that continues on the opposite side.
Image tile_pattern(Cpu& on, int side);

}  // namespace whorl::render
