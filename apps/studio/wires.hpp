#pragma once
// The picture of a plane as a net of lines, each knot coloured and lifted by its value.

#include "desk.hpp"

namespace studio {

/// Over the canvas, whose picture it hides.
void draw_wires(const Desk& desk);

}  // namespace studio
