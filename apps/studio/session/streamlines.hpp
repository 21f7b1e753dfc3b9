#pragma once
// Lines along the flow at even distances, as in Jobard and Lefer, "Creating evenly-spaced streamlines of arbitrary
// density" (1997): a line ends where it would come near another, and new ones begin beside those that there are.

#include <session/flow.hpp>

namespace studio {

template <int D>
struct LinePoint {
    Place<D> at;  // m
    float speed;  // m/s
};
template <int D>
using Line = std::vector<LinePoint<D>>;

/// apart: m between neighbours. Fluid slower than `slowest` (m/s) has no lines. A few ms where 60 lines fit abreast in
/// a layer, or a dozen in a box.
template <int D>
std::vector<Line<D>> streamlines(const Flow<D>& flow, float apart, float slowest);

}  // namespace studio
