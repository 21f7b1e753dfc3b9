#pragma once
// Numbers that look random but belong to a pixel, so that a picture is the same every time.

#include <cmath>

namespace whorl::render {

/// Interleaved gradient noise, 0 to 1 (Jimenez, "Next generation post processing in Call of Duty", SIGGRAPH 2014):
/// any 3 x 3 pixels hold nearly evenly spread values, so the eye averages it away.
inline float pixel_noise(int x, int y) {
    const float t = 0.06711056f * static_cast<float>(x) + 0.00583715f * static_cast<float>(y);
    const float u = 52.9829189f * (t - std::floor(t));
    return u - std::floor(u);
}

}  // namespace whorl::render
