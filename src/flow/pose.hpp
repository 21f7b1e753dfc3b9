#pragma once
// Where a motion has brought a body at a time.

#include <cmath>

#include "core/text.hpp"
#include "flow/values.hpp"
#include "kernels/solids.hpp"

namespace whorl {

/// Not finite, or out of range, is an error about `name`.
template <int D> Pose<D> pose_at(const Motion& motion, double time, const std::string& name) {
    constexpr double farthest = 1e9;
    Pose<D> pose;
    for (int a = 0; a < D; ++a) {
        const double shift = checked(motion.shift[a], {}, time, farthest, [&] { return name + ".shift"; });
        pose.pivot[a] = static_cast<float>(motion.pivot[a]);
        pose.place[a] = static_cast<float>(motion.pivot[a] + shift);
        pose.moved = pose.moved || shift != 0;
    }
    const double turn = checked(motion.turn, {}, time, farthest, [&] { return name + ".turn"; });
    pose.moved = pose.moved || turn != 0;
    const double length = std::hypot(motion.axis.x, motion.axis.y, motion.axis.z);
    const double k[3] = {D == 2 ? 0 : motion.axis.x / length, D == 2 ? 0 : motion.axis.y / length,
                         D == 2 ? 1 : motion.axis.z / length};
    // Rodrigues: the axes of the shape, each turned about k.
    for (int a = 0; a < D; ++a)
        for (int b = 0; b < D; ++b) {
            const double along = a == b ? std::cos(turn) : 0;
            const double about = k[a] * k[b] * (1 - std::cos(turn));
            const double across = a == b ? 0 : ((b - a + 3) % 3 == 1 ? 1 : -1) * k[3 - a - b] * std::sin(turn);
            pose.axes[a][b] = static_cast<float>(along + about + across);
        }
    return pose;
}

/// A box around what is inside a box, once it has moved. Where it has no end it has none in any direction it turns to.
template <int D> std::array<Vec3, 2> bounds_at(const Pose<D>& pose, const std::array<Vec3, 2>& drawn) {
    if (!pose.moved) return drawn;
    double low[3], high[3];
    for (int b = 0; b < 3; ++b) {
        if (b >= D) {
            low[b] = drawn[0][b], high[b] = drawn[1][b];
            continue;
        }
        low[b] = high[b] = pose.place[b];
        for (int a = 0; a < D; ++a) {
            const double axis = pose.axes[a][b];
            if (std::abs(axis) < 1e-7) continue;
            const double one = axis * (drawn[0][a] - pose.pivot[a]), other = axis * (drawn[1][a] - pose.pivot[a]);
            low[b] += std::min(one, other), high[b] += std::max(one, other);
        }
    }
    return {Vec3{low[0], low[1], low[2]}, Vec3{high[0], high[1], high[2]}};
}

}  // namespace whorl
