#pragma once
// Boundaries for tests: every kind of side, mirrored and extruded ones.

#include <utility>
#include <vector>

#include "whorl/whorl.hpp"

namespace whorl {

inline Side& side_of(Boundary& b, int axis, int high) {
    Side* all[3][2] = {{&b.left, &b.right}, {&b.bottom, &b.top}, {&b.back, &b.front}};
    return *all[axis][high];
}

inline Vec3 along(int axis, double v) { return {axis == 0 ? v : 0, axis == 1 ? v : 0, axis == 2 ? v : 0}; }

/// A velocity that is the same everywhere and always.
inline Vec3 constant(const VectorValue& v) { return {v.x({}, 0), v.y({}, 0), v.z({}, 0)}; }

/// A boundary as a mirror across the axis shows it; all its velocities are constant.
inline Boundary mirrored(Boundary b, int axis) {
    std::swap(side_of(b, axis, 0), side_of(b, axis, 1));
    for (int a = 0; a < 3; ++a)
        for (int high = 0; high < 2; ++high) {
            const Vec3 v = constant(side_of(b, a, high).velocity);
            side_of(b, a, high).velocity = Vec3{axis == 0 ? -v.x : v.x, axis == 1 ? -v.y : v.y, axis == 2 ? -v.z : v.z};
        }
    return b;
}

/// Nothing happens along z.
inline Boundary slab(Boundary b) {
    b.back = b.front = free_slip();
    for (int a = 0; a < 2; ++a)
        for (int high = 0; high < 2; ++high) side_of(b, a, high).velocity.z = 0;
    return b;
}

/// A wall that slides along itself, whatever its axis.
inline Side sliding_wall(int axis, double v) {
    return wall(Vec3{axis == 0 ? 0 : v, axis == 1 ? 0 : v, axis == 2 ? 0 : v});
}

/// Every kind of side is met on both ends of every axis.
inline std::vector<Boundary> varied_boundaries() {
    std::vector<Boundary> all(5, all_sides(wall()));
    for (int a = 0; a < 3; ++a) {
        const std::pair<Side, Side> pairs[5] = {{sliding_wall(a, 0.5), open()},
                                                {inflow(along(a, 0.75)), open()},
                                                {periodic(), periodic()},
                                                {free_slip(), sliding_wall(a, -0.25)},
                                                {open(), free_slip()}};
        for (std::size_t k = 0; k < 5; ++k) {
            const auto& [low, high] = pairs[(k + static_cast<std::size_t>(a)) % 5];
            side_of(all[k], a, 0) = low;
            side_of(all[k], a, 1) = high;
            if (low.kind != Side::Kind::periodic) side_of(all[k], a, 0).held["smoke"] = 0.5;
        }
    }
    return all;
}

}  // namespace whorl
