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

/// Along one axis: the nearest node, the way to the node on the other side of the place (up if it is right on the first),
/// and how far it is on that way, 0 to 1/2.
struct Node {
    int at;
    int way;
    float t;
};

/// `d` cells from a place of kind Loc, counted in nodes of kind Kind: `from` cells from node number `base`. Between both
/// kinds lies half a cell if one is on the faces of this axis and the other is not.
struct Aim {
    float from;
    int base;
};
template <int Loc, int Kind, int A> WHORL_HD constexpr Aim aim(float d) {
    constexpr int half = (Kind == A ? 1 : 0) - (Loc == A ? 1 : 0);  // 1: nodes at -1/2 and 1/2 are i and i + 1
    if constexpr (half == 0) return {d, 0};
    const bool up = d >= 0;
    return {up ? d - 0.5f : d + 0.5f, (up ? 1 : 0) - (half < 0 ? 1 : 0)};
}

template <int Loc, int Kind, int A> WHORL_HD constexpr Node nearest_node(float d, int step) {
    const Aim place = aim<Loc, Kind, A>(d);
    const float k = nearest(place.from);
    const float t = place.from - k;
    return {(nearest_int(place.from, k) + place.base) * step, t < 0 ? -step : step, abs(t)};
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
        const int across = a == 0 ? 1 : step[a];  // rows run along x
        nodes[a] = {(wrapped - i[a]) * across, node.way * across, node.t};
    });
    return nodes;
}

/// a at t = 0, exactly; half-way both ends weigh the same, also in the last bit.
WHORL_HD constexpr float mix(float a, float b, float t) { return t == 0.5f ? 0.5f * (a + b) : a + t * (b - a); }

/// Whether a place is half-way between nodes along some axis.
template <int D> WHORL_HD constexpr bool half_way(const Array<Node, D>& nodes) {
    bool any = false;
    for_axes<D>([&](auto a) { any = any || nodes[a].t == 0.5f; });
    return any;
}

/// Multilinear interpolation. `even`: some place may be half-way.
template <int D, int A = D - 1, bool even = true>
WHORL_HD constexpr float linear(View<const float> f, int at, const Array<Node, D>& nodes) {
#if defined(__CUDA_ARCH__)
    // A branch that nearly no thread takes costs less than what `mix` chooses between.
    if constexpr (even && A == D - 1)
        if (!half_way<D>(nodes)) return linear<D, A, false>(f, at, nodes);
#endif
    if constexpr (A < 0) {
        return f[at];
    } else {
        const int near = at + nodes[A].at;
        const float a = linear<D, A - 1, even>(f, near, nodes), b = linear<D, A - 1, even>(f, near + nodes[A].way, nodes);
        if constexpr (even) return mix(a, b, nodes[A].t);
        return a + nodes[A].t * (b - a);
    }
}

/// A zero without a sign, which would depend on the way in which a look found it.
WHORL_HD constexpr float unsigned_zero(float value) { return value + 0.0f; }

struct Interval {
    float lo, hi;

    WHORL_HD constexpr Interval unsigned_zeros() const { return {unsigned_zero(lo), unsigned_zero(hi)}; }
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
        const bool alone = nodes[A].t == 0;  // right on a node there is no other; chosen late, since `linear` loads the same
        const float lo = alone ? a.lo : b.lo, hi = alone ? a.hi : b.hi;
        return {lesser(a.lo, lo), larger(a.hi, hi)};
    }
}

/// Both at once.
struct Seen {
    float value;
    Interval range;
};

/// Catmull-Rom through four values in a row, `t` of the way from b to c.
WHORL_HD constexpr float catmull_rom(float a, float b, float c, float d, float t) {
    const float slope = c - b;
    const float m0 = 0.5f * ((b - a) + slope);
    const float m1 = 0.5f * (slope + (d - c));
    if (t == 0.5f) return 0.5f * (b + c) + 0.125f * (m0 - m1);
    return b + t * (m0 + t * ((3 * slope - 2 * m0 - m1) + t * (m0 + m1 - 2 * slope)));
}

/// A curve through four values in a row: the same cubic along every axis.
struct Cubic {
    template <int> WHORL_HD constexpr float along(float a, float b, float c, float d, float t) const {
        return catmull_rom(a, b, c, d, t);
    }
};
/// Along some axes a straight line between the two in the middle, which asks nothing of the outer two.
template <int D> struct CubicWhere {
    Array<bool, D> wide;
    template <int A> WHORL_HD constexpr float along(float a, float b, float c, float d, float t) const {
        return wide[A] ? catmull_rom(a, b, c, d, t) : mix(b, c, t);
    }
};

/// Interpolation by a curve through four values along each axis, not limited.
template <int D, class Curve, int A = D - 1>
WHORL_HD constexpr float curved(View<const float> f, int at, const Array<Node, D>& nodes, const Curve& curve) {
    if constexpr (A < 0) {
        return f[at];
    } else {
        const int near = at + nodes[A].at;
        const int way = nodes[A].way;
        return curve.template along<A>(
            curved<D, Curve, A - 1>(f, near - way, nodes, curve), curved<D, Curve, A - 1>(f, near, nodes, curve),
            curved<D, Curve, A - 1>(f, near + way, nodes, curve), curved<D, Curve, A - 1>(f, near + 2 * way, nodes, curve),
            nodes[A].t);
    }
}
template <int D> WHORL_HD constexpr float cubic(View<const float> f, int at, const Array<Node, D>& nodes) {
    return curved<D>(f, at, nodes, Cubic{});
}

// ---- Several cells at once ------------------------------------------------------------------------------------------
//
// Cells beside each other mostly look equally far away. Where they do, the values they need lie beside each other too:
// a vector loads them at once instead of one by one, and where they lie is computed once. Same bits.

/// Every cell finds its own nodes. `even`: some place may be half-way between them.
template <int D, bool even = true> struct Apart {
    Index<D> step, period;

    template <int Loc, int Kind> WHORL_HD constexpr Array<Node, D> nodes(const Cell<D>& c, const Vec<D>& d) const {
        return nodes_at<D, Loc, Kind>(d, step, c.i, period);
    }
    template <int Loc, int Kind>
    WHORL_HD constexpr float linear(View<const float> f, int at, const Array<Node, D>& nodes) const {
        return unsigned_zero(whorl::linear<D, D - 1, even>(f, at, nodes));
    }
    template <int Loc, int Kind>
    WHORL_HD constexpr Interval range(View<const float> f, int at, const Array<Node, D>& nodes) const {
        return whorl::range<D>(f, at, nodes).unsigned_zeros();
    }
    template <int Loc, int Kind> WHORL_HD constexpr Seen seen(View<const float> f, int at, const Array<Node, D>& nodes) const {
        return {linear<Loc, Kind>(f, at, nodes), range<Loc, Kind>(f, at, nodes)};
    }
    template <int Loc, int Kind, class Curve = Cubic>
    WHORL_HD constexpr float cubic(View<const float> f, int at, const Array<Node, D>& nodes, const Curve& curve = {}) const {
        return whorl::curved<D, Curve>(f, at, nodes, curve);
    }
};

/// Along one axis, between two nodes: whether the lower one is nearer, and how far up the place is from the nearer one,
/// -1/2 to 1/2.
struct Between {
    bool lower;
    float t;
};

/// The number of the node below, from the cell. Half-way between two nodes it is none, equal to no other: there `mix`
/// takes both ends alike, which cells that share a look do not.
template <int Loc, int Kind, int A> WHORL_HD constexpr float lower_node(float d) {
    const Aim place = aim<Loc, Kind, A>(d);
    const float k = nearest(place.from), t = place.from - k;
    return abs(t) == 0.5f ? NAN : (t < 0 ? k - 1 : k) + static_cast<float>(place.base);
}

/// All cells look between nodes that are equally far away. Numbers of nodes, counted from the cell, as float.
template <int D> struct Together {
    Index<D> step;
    Vec<D> low;       // the lower node: along an axis on which the field sits as the place does
    Vec<D> low_half;  // and where between both lies half a cell

    /// For `count` cells along x from c on. False: some of them have to go round a period, and find their nodes alone.
    WHORL_HD constexpr bool fits(const Cell<D>& c, int count, const Index<D>& period) const {
        bool inside = true;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            if (period[A] == 0) return;
            const int first = c.i[A] + static_cast<int>(min(low[A], low_half[A]));
            const int last = c.i[A] + static_cast<int>(max(low[A], low_half[A])) + 1 + (A == 0 ? count - 1 : 0);
            inside &= first >= 0 && last < period[A];
        });
        return inside;
    }

    template <int Loc, int Kind> WHORL_HD constexpr Array<Between, D> nodes(const Cell<D>&, const Vec<D>& d) const {
        Array<Between, D> between{};
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            const Aim place = aim<Loc, Kind, A>(d[A]);
            // Added, since of -0 it then makes +0 where the node is the place's own.
            const float to_lower = static_cast<float>(place.base) - node<Loc, Kind>(A);
            const float up = place.from + to_lower, down = place.from + (to_lower - 1);
            between[A] = {up <= 0.5f, up <= 0.5f ? up : down};
        });
        return between;
    }

    template <int Loc, int Kind>
    WHORL_HD constexpr float linear(View<const float> f, int at, const Array<Between, D>& nodes) const {
        return unsigned_zero(linear_from<D - 1>(f, at + corner<Loc, Kind>(), nodes));
    }
    template <int Loc, int Kind>
    WHORL_HD constexpr Interval range(View<const float> f, int at, const Array<Between, D>& nodes) const {
        return range_from<D - 1>(f, at + corner<Loc, Kind>(), nodes).unsigned_zeros();
    }
    template <int Loc, int Kind> WHORL_HD constexpr Seen seen(View<const float> f, int at, const Array<Between, D>& nodes) const {
        return {linear<Loc, Kind>(f, at, nodes), range<Loc, Kind>(f, at, nodes)};
    }
    template <int Loc, int Kind, class Curve = Cubic>
    WHORL_HD constexpr float cubic(View<const float> f, int at, const Array<Between, D>& nodes, const Curve& curve = {}) const {
        return curved_from<D - 1>(f, at + corner<Loc, Kind>(), nodes, curve);
    }

  private:
    template <int Loc, int Kind> WHORL_HD constexpr float node(int axis) const {
        return (Kind == axis) == (Loc == axis) ? low[axis] : low_half[axis];
    }
    template <int Loc, int Kind> WHORL_HD constexpr int corner() const {
        int sum = 0;
        for (int a = 0; a < D; ++a) sum += static_cast<int>(node<Loc, Kind>(a)) * step[a];
        return sum;
    }

    template <int A> WHORL_HD constexpr float linear_from(View<const float> f, int at, const Array<Between, D>& nodes) const {
        if constexpr (A < 0) {
            return f[at];
        } else {
            const float low_value = linear_from<A - 1>(f, at, nodes);
            const float high_value = linear_from<A - 1>(f, at + step[A], nodes);
            // As `mix`, from the nearer one.
            return (nodes[A].lower ? low_value : high_value) + nodes[A].t * (high_value - low_value);
        }
    }
    template <int A>
    WHORL_HD constexpr Interval range_from(View<const float> f, int at, const Array<Between, D>& nodes) const {
        if constexpr (A < 0) {
            return {f[at], f[at]};
        } else {
            const Interval a = range_from<A - 1>(f, at, nodes), b = range_from<A - 1>(f, at + step[A], nodes);
            const bool alone = nodes[A].t == 0;  // right on a node, the lower one, there is no other
            return {alone ? a.lo : lesser(a.lo, b.lo), alone ? a.hi : larger(a.hi, b.hi)};
        }
    }
    template <int A, class Curve>
    WHORL_HD constexpr float curved_from(View<const float> f, int at, const Array<Between, D>& nodes, const Curve& curve) const {
        if constexpr (A < 0) {
            return f[at];
        } else {
            const float v0 = curved_from<A - 1>(f, at - step[A], nodes, curve), v1 = curved_from<A - 1>(f, at, nodes, curve);
            const float v2 = curved_from<A - 1>(f, at + step[A], nodes, curve);
            const float v3 = curved_from<A - 1>(f, at + 2 * step[A], nodes, curve);
            const bool up = nodes[A].lower;
            return curve.template along<A>(up ? v0 : v3, up ? v1 : v2, up ? v2 : v1, up ? v3 : v0, abs(nodes[A].t));
        }
    }
};

// ---- On a GPU ---------------------------------------------------------------------------------------------------------

/// Where a straight look goes. Along x it sees two nodes beside each other, of which `at` is the lower; along other axes the
/// nearest node and the one on the other side of the place. The place is so far up from the nearest one: -1/2 to 1/2, 0
/// without a sign.
template <int D> struct Corner {
    unsigned at;  // as an offset, which may wrap around
    Index<D> way;
    Vec<D> t;
};
template <int D> WHORL_HD constexpr bool half_way(const Corner<D>& corner) {
    float most = 0;
    for_axes<D>([&](auto a) { most = larger(most, abs(corner.t[a])); });
    return most == 0.5f;
}

/// As Apart, where no way goes round a period: the same with fewer instructions. `even`: some place may be half-way.
template <int D, bool even = false> struct Straight {
    Index<D> step;

    template <int Loc, int Kind> WHORL_HD constexpr Corner<D> nodes(const Cell<D>&, const Vec<D>& d) const {
        Corner<D> corner{};
        for_axes<D>([&](auto a) { corner.at -= nearest_zero * static_cast<unsigned>(across<decltype(a){}>()); });
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            const Aim place = aim<Loc, Kind, A>(d[A]);
            const float shifted = place.from + nearest_shift;
            corner.t[A] = place.from + (nearest_shift - shifted);
            const bool down = corner.t[A] < 0;
            unsigned node = bits_of(shifted) + static_cast<unsigned>(place.base);
            if constexpr (A == 0) node -= down ? 1u : 0u;
            corner.way[A] = down ? -across<A>() : across<A>();
            corner.at += node * static_cast<unsigned>(across<A>());
        });
        return corner;
    }
    template <int Loc, int Kind>
    WHORL_HD constexpr float linear(View<const float> f, int at, const Corner<D>& corner) const {
        return unsigned_zero(linear_of<D - 1>(values(f, at, corner), corner));
    }
    template <int Loc, int Kind>
    WHORL_HD constexpr Interval range(View<const float> f, int at, const Corner<D>& corner) const {
        return range_of<D - 1>(values(f, at, corner), corner).unsigned_zeros();
    }
    /// Each value is loaded once: no compiler sees by itself that it may do so.
    template <int Loc, int Kind> WHORL_HD constexpr Seen seen(View<const float> f, int at, const Corner<D>& corner) const {
        const Values all = values(f, at, corner);
        return {unsigned_zero(linear_of<D - 1>(all, corner)), range_of<D - 1>(all, corner).unsigned_zeros()};
    }
    template <int Loc, int Kind, class Curve = Cubic>
    WHORL_HD constexpr float cubic(View<const float> f, int at, const Corner<D>& corner, const Curve& curve = {}) const {
        Array<Node, D> nodes{};
        for_axes<D>([&](auto a) { nodes[a] = {a == 0 && corner.way[a] < 0 ? 1 : 0, corner.way[a], abs(corner.t[a])}; });
        return curved<D, Curve>({from(f, at, corner)}, 0, nodes, curve);
    }

  private:
    template <int A> WHORL_HD constexpr int across() const { return A == 0 ? 1 : step[A]; }  // rows run along x
    WHORL_HD static constexpr const float* from(View<const float> f, int at, const Corner<D>& corner) {
        return f.data + static_cast<int>(static_cast<unsigned>(at) + corner.at);
    }
    /// What lies along x comes from one place, which takes fewer instructions than two. Bit a of its number: whether a value
    /// is the upper one along x, or the one on the other side of the place along axis a.
    using Values = Array<float, 1 << D>;
    WHORL_HD static constexpr Values values(View<const float> f, int at, const Corner<D>& corner) {
        Values all{};
        load<D - 1>(from(f, at, corner), corner, all);
        return all;
    }
    template <int A, int first = 0> WHORL_HD static constexpr void load(const float* near, const Corner<D>& corner, Values& all) {
        if constexpr (A == 0) {
            all[first] = View<const float>{near}[0], all[first + 1] = View<const float>{near}[1];
        } else {
            load<A - 1, first>(near, corner, all);
            load<A - 1, first + (1 << A)>(near + corner.way[A], corner, all);
        }
    }
    // As `mix` and `range`.
    template <int A, int first = 0> WHORL_HD static constexpr float linear_of(const Values& all, const Corner<D>& corner) {
        const float t = corner.t[A];
        if constexpr (A == 0) {
            const float low = all[first], high = all[first + 1];
            if (even && abs(t) == 0.5f) return 0.5f * (low + high);
            return (t < 0 ? high : low) + t * (high - low);
        } else {
            const float a = linear_of<A - 1, first>(all, corner), b = linear_of<A - 1, first + (1 << A)>(all, corner);
            return even ? mix(a, b, abs(t)) : a + abs(t) * (b - a);
        }
    }
    template <int A, int first = 0> WHORL_HD static constexpr Interval range_of(const Values& all, const Corner<D>& corner) {
        const bool alone = corner.t[A] == 0;
        if constexpr (A == 0) {
            const float low = all[first], high = alone ? low : all[first + 1];
            return {lesser(low, high), larger(low, high)};
        } else {
            const Interval a = range_of<A - 1, first>(all, corner), b = range_of<A - 1, first + (1 << A)>(all, corner);
            const float lo = alone ? a.lo : b.lo, hi = alone ? a.hi : b.hi;
            return {lesser(a.lo, lo), larger(a.hi, hi)};
        }
    }
};

}  // namespace whorl
