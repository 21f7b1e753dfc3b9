#pragma once
// Formulas are tried where and when a run will evaluate them, before it starts.

#include <vector>

#include "scene/values.hpp"

namespace whorl::scene {

/// A formula and the places where it counts.
struct Check {
    Given what;
    double most = 1e15;            // its largest size
    std::array<Vec3, 2> within{};  // m: two corners of a box
    int component = -1;            // of the velocity, which lives on faces; -1: a quantity, at the centres of cells
    int side = -1;                 // the axis that a side of the domain is across; -1: none
    bool high_side = false;
};

/// Reports the first place where each formula is not finite or too large. Where there are too many places for a quick
/// look some are left out; the run itself checks them all.
void require_finite(Reading& r, const std::vector<Check>& checks, const Time& time);

}  // namespace whorl::scene
