#pragma once
// How the interface looks: dark and calm, so that the fluid is the brightest thing in the window.

namespace studio {

/// size: of letters and gaps, 1 on an ordinary screen. sharpness: pixels in a point.
void dress_interface(float size, float sharpness);

}  // namespace studio
