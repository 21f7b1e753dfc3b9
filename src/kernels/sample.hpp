#pragma once
// Interpolation at a place given as a displacement, in cells, from a place on the grid.
//
// Everything is written so that a mirrored displacement in a mirrored field gives the mirrored bits: positions are
// counted from the nearest node, never from the corner of the domain, and the two ends of an interval are treated alike.
// Fields that do not vary along an axis are reproduced exactly, so that an extruded scene equals the plane one.

#include "core/field.hpp"

namespace whorl {

/// Where a value sits in its cell: at the centre, or on the low face across the axis of that number.
inline constexpr int centre = -1;

/// Along one axis: the nearest node, the way to the node on the other side of the place (0 if it is right on the first),
/// and how far it is on that way, 0 to 1/2.
struct Node {
    int at;
    int way;
    float t;
};

/// The node nearest to `d` cells from a place of kind Loc, in a field of kind Kind. Between them lies half a cell if one
/// is on the faces of this axis and the other is not.
template <int Loc, int Kind, int A> WHORL_HD constexpr Node nearest_node(float d, int step) {
    constexpr int half = (Kind == A ? 1 : 0) - (Loc == A ? 1 : 0);  // 1: nodes at -1/2 and 1/2 are i and i + 1
    int whole = 0;
    float r = d;
    if constexpr (half != 0) {
        const bool up = d >= 0;
        r = up ? d - 0.5f : d + 0.5f;
        whole = (up ? 1 : 0) - (half < 0 ? 1 : 0);
    }
    const float k = nearest(r);
    const float t = r - k;
    return {(static_cast<int>(k) + whole) * step, t > 0 ? step : t < 0 ? -step : 0, abs(t)};
}

/// The nodes around the place `d` cells away from a place of kind Loc in cell `i`, for a field of kind Kind. Along an
/// axis with a period (in cells; 0: none) the nearest node is one of the domain itself.
template <int D, int Loc, int Kind>
WHORL_HD constexpr Array<Node, D> nodes_at(const Vec<D>& d, const Index<D>& step, const Index<D>& i, const Index<D>& period) {
    Array<Node, D> nodes{};
    for_axes<D>([&](auto a) {
        Node node = nearest_node<Loc, Kind, decltype(a){}>(d[a], 1);
        const int k = i[a] + node.at;
        const int wrapped = k < 0 ? k + period[a] : k >= period[a] ? k - period[a] : k;
        nodes[a] = {(wrapped - i[a]) * step[a], node.way * step[a], node.t};
    });
    return nodes;
}

/// a at t = 0, exactly; half-way both ends weigh the same, also in the last bit.
WHORL_HD constexpr float mix(float a, float b, float t) { return t == 0.5f ? 0.5f * (a + b) : a + t * (b - a); }

/// Multilinear interpolation.
template <int D, int A = D - 1>
WHORL_HD constexpr float linear(View<const float> f, int at, const Array<Node, D>& nodes) {
    if constexpr (A < 0) {
        return f[at];
    } else {
        const int near = at + nodes[A].at;
        return mix(linear<D, A - 1>(f, near, nodes), linear<D, A - 1>(f, near + nodes[A].way, nodes), nodes[A].t);
    }
}

struct Interval {
    float lo, hi;
};

/// Least and largest of the values that linear interpolation would use: what a limiter may not leave.
template <int D, int A = D - 1>
WHORL_HD constexpr Interval range(View<const float> f, int at, const Array<Node, D>& nodes) {
    if constexpr (A < 0) {
        return {f[at], f[at]};
    } else {
        const int near = at + nodes[A].at;
        const Interval a = range<D, A - 1>(f, near, nodes);
        const Interval b = range<D, A - 1>(f, near + nodes[A].way, nodes);
        return {min(a.lo, b.lo), max(a.hi, b.hi)};
    }
}

/// Catmull-Rom through four values in a row, `t` of the way from b to c.
WHORL_HD constexpr float catmull_rom(float a, float b, float c, float d, float t) {
    const float slope = c - b;
    const float m0 = 0.5f * ((b - a) + slope);
    const float m1 = 0.5f * (slope + (d - c));
    if (t == 0.5f) return 0.5f * (b + c) + 0.125f * (m0 - m1);
    return b + t * (m0 + t * ((3 * slope - 2 * m0 - m1) + t * (m0 + m1 - 2 * slope)));
}

/// Cubic interpolation, not limited.
template <int D, int A = D - 1>
WHORL_HD constexpr float cubic(View<const float> f, int at, const Array<Node, D>& nodes) {
    if constexpr (A < 0) {
        return f[at];
    } else {
        const int near = at + nodes[A].at;
        const int way = nodes[A].way;
        return catmull_rom(cubic<D, A - 1>(f, near - way, nodes), cubic<D, A - 1>(f, near, nodes),
                           cubic<D, A - 1>(f, near + way, nodes), cubic<D, A - 1>(f, near + 2 * way, nodes), nodes[A].t);
    }
}

}  // namespace whorl
