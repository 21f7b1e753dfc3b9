#pragma once
// A solid texture of fractal noise.

#include <session/views.hpp>

namespace studio {

/// Noise of several octaves with n values along each axis, a multiple of 16, which tiles: mean 0, mean square 1. The
/// longest waves have a length of 16 values. About 40 ms for 64.
Lattice fractal_noise(int n);

}  // namespace studio
