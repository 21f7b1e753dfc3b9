#pragma once
// Colour maps: numbers from 0 to 1 (signed ones from the middle) as colours of the screen.

#include <array>
#include <vector>

#include <session/views.hpp>

namespace studio {

/// sRGB, 0 to 1.
using Paint = std::array<float, 3>;

/// The colour at a share of the scale. Look::ink has no map of its own and gives grey.
Paint ramp(Look look, float share);
/// The whole map as a row of a texture, linear light.
Lattice ramp_row(Look look, int width);
/// What heat shines, from nothing to white hot, linear light.
Lattice glow_row(int width);

}  // namespace studio
