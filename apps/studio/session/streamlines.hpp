#pragma once
// Lines along the flow at even distances, as in Jobard and Lefer, "Creating evenly-spaced streamlines of arbitrary
// density" (1997): a line ends where it would come near another, and new ones begin beside those that there are.

#include <session/flow.hpp>

namespace studio {

struct LinePoint {
    float x, y;   // m
    float speed;  // m/s
};
using Line = std::vector<LinePoint>;

/// apart: m between neighbours. Fluid slower than `slowest` (m/s) has no lines. A few ms where 60 lines fit abreast.
std::vector<Line> streamlines(const Flow& flow, float apart, float slowest);

}  // namespace studio
