#pragma once
// Shapes as a small program that computes a signed distance, and what is done inside them.

#include "core/field.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// Limits that keep every product in a step far inside the range of float.
inline constexpr float speed_limit = 1e9f;      // m/s, three times the speed of light
inline constexpr float quantity_limit = 1e15f;  // units of a carried quantity
WHORL_HD constexpr float bounded(float x, float limit) { return clamp(x, -limit, limit); }

template <int D> WHORL_HD float dot(const float* a, const float* b) {
    return sum_axes<D>([&](auto k) { return a[k] * b[k]; });
}

/// Distance from p to one primitive, negative inside.
template <int D> WHORL_HD float primitive_distance(const Shape::Node& node, const Vec<D>& p) {
    const float* q = node.p;
    switch (node.kind) {
        case Shape::Node::sphere: {
            const float r2 = sum_axes<D>([&](auto a) { return (p[a] - q[a]) * (p[a] - q[a]); });
            return sqrt(r2) - q[3];
        }
        case Shape::Node::box: {
            float inside = -INFINITY, outside = 0;
            for_axes<D>([&](auto a) {
                const float d = max(q[a] - p[a], p[a] - q[3 + a]);
                inside = max(inside, d);
                outside += d > 0 ? d * d : 0;
            });
            return inside < 0 ? inside : sqrt(outside);
        }
        case Shape::Node::capsule: {
            float axis[D], own[D];
            for_axes<D>([&](auto a) { axis[a] = q[3 + a] - q[a], own[a] = p[a] - q[a]; });
            const float length = dot<D>(axis, axis);
            const float t = length > 0 ? clamp(dot<D>(own, axis) / length, 0.0f, 1.0f) : 0.0f;
            const float r2 = sum_axes<D>([&](auto a) { return (own[a] - t * axis[a]) * (own[a] - t * axis[a]); });
            return sqrt(r2) - q[6];
        }
        case Shape::Node::half_space: {
            const float along = sum_axes<D>([&](auto a) { return (p[a] - q[a]) * q[3 + a]; });
            if (D == 3 || q[5] == 0) return along;
            const float length = sqrt(q[3] * q[3] + q[4] * q[4]);  // in a plane what is left of the normal counts
            return length > 0 ? along / length : along;
        }
        default: return -INFINITY;  // everywhere
    }
}

/// Whether a primitive is no longer than the period along an axis. What is longer does not repeat: its images would only
/// fill the holes that are cut into it.
WHORL_HD inline bool repeats(const Shape::Node& node, int a, float period) {
    const float* q = node.p;
    switch (node.kind) {
        case Shape::Node::sphere: return 2 * q[3] <= period;
        case Shape::Node::box: return q[3 + a] - q[a] <= period;
        case Shape::Node::capsule: return abs(q[3 + a] - q[a]) + 2 * q[6] <= period;
        default: return false;
    }
}

/// Distance to a primitive, or to the nearest of its images along periodic axes.
template <int D>
WHORL_HD WHORL_NOINLINE float periodic_distance(const Shape::Node& node, const Vec<D>& p, const Vec<D>& period) {
    float least = INFINITY;
    constexpr int images = D == 2 ? 9 : 27;
    for (int image = 0; image < images; ++image) {
        Vec<D> q = p;
        bool there = true;
        for (int a = 0, digits = image; a < D; ++a, digits /= 3) {
            const int shift = digits % 3 - 1;
            there = there && (shift == 0 || (period[a] > 0 && repeats(node, a, period[a])));
            q[a] += static_cast<float>(shift) * period[a];
        }
        if (there) least = min(least, primitive_distance<D>(node, q));
    }
    return least;
}

/// A shape as kernels see it.
template <int D> struct ShapeView {
    static constexpr int most_pending = 16;  // values that may wait for an operator; checked when the shape is taken in
    const Shape::Node* nodes;
    int count;

    /// Never inlined: a kernel asks for it in many places, and a program of any length is no vector code anyway.
    WHORL_HD WHORL_NOINLINE float distance(const Vec<D>& p, const Vec<D>& period = {}) const {
        float pending[most_pending];
        int n = 0;
        for (int k = 0; k < count; ++k) {
            switch (nodes[k].kind) {
                case Shape::Node::unite: --n, pending[n - 1] = min(pending[n - 1], pending[n]); break;
                case Shape::Node::intersect: --n, pending[n - 1] = max(pending[n - 1], pending[n]); break;
                case Shape::Node::subtract: --n, pending[n - 1] = max(pending[n - 1], -pending[n]); break;
                default: pending[n++] = periodic_distance<D>(nodes[k], p, period);
            }
        }
        return n > 0 ? pending[0] : INFINITY;
    }
};

/// The place of a value, in metres.
template <int D> struct Places {
    Vec<D> first;     // of index 0
    Vec<D> h;
    Vec<D> period{};  // m; 0 along axes that have none
    WHORL_HD Vec<D> operator()(const Index<D>& i) const {
        Vec<D> p{};
        for_axes<D>([&](auto a) { p[a] = first[a] + static_cast<float>(i[a]) * h[a]; });
        return p;
    }
};

/// f += (scale * amount - keep f) where the shape is, softly over one cell at its rim. keep 0 adds, keep 1 sets.
template <int D> struct Splat {
    ShapeView<D> shape;
    Places<D> places;
    float per_width;           // 1 / width of the rim (m)
    float value;               // scale * amount, where it is the same everywhere
    View<const float> amount;  // the amount at each place; without data: `value` holds
    float scale, keep;
    float limit;
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const {
        const float cover = clamp(0.5f - per_width * shape.distance(places(c.i), places.period), 0.0f, 1.0f);
        const float own = amount.data ? bounded(scale * amount[c], limit) : value;
        f[c] = bounded(f[c] + cover * (own - keep * f[c]), limit);
    }
};

/// Part of a triangle where a linear function with these corner values is negative.
WHORL_HD inline float negative_part(float a, float b, float c) {
    const int negative = (a < 0) + (b < 0) + (c < 0);
    if (negative == 0) return 0;
    if (negative == 3) return 1;
    // the corner that stands alone: one against two
    const bool lone = negative == 1;
    float own = c, p = a, q = b;
    if ((a < 0) == lone && (b < 0) != lone && (c < 0) != lone) own = a, p = b, q = c;
    if ((b < 0) == lone && (a < 0) != lone && (c < 0) != lone) own = b, p = a, q = c;
    const float cut = (own / (own - p)) * (own / (own - q));
    return lone ? cut : 1 - cut;
}

/// How much of the face across axis A of each cell a body leaves open, from the distance at the corners of the face.
template <int D, int A> struct FaceOpenness {
    ShapeView<D> shape;
    Places<D> corners;  // of the low corner of a cell
    View<float> openness;

    WHORL_HD float corner(Index<D> i, int b, int c) const {
        if constexpr (D == 2) i[1 - A] += b;
        if constexpr (D == 3) i[(A + 1) % 3] += b, i[(A + 2) % 3] += c;
        return shape.distance(corners(i), corners.period);
    }
    WHORL_HD void operator()(Cell<D> c) const {
        float shut = 0;
        const float d00 = corner(c.i, 0, 0), d10 = corner(c.i, 1, 0);
        if constexpr (D == 2) {
            if (d00 < 0 && d10 < 0) shut = 1;
            else if (d00 < 0 || d10 < 0) shut = d00 < 0 ? d00 / (d00 - d10) : d10 / (d10 - d00);
        } else {
            const float d01 = corner(c.i, 0, 1), d11 = corner(c.i, 1, 1);
            const float middle = 0.25f * ((d00 + d11) + (d10 + d01));
            shut = 0.25f * ((negative_part(middle, d00, d10) + negative_part(middle, d01, d11)) +
                            (negative_part(middle, d00, d01) + negative_part(middle, d10, d11)));
        }
        // A sliver of an opening would only make the pressure system worse.
        const float open = 1 - shut;
        openness[c] *= open < 0.01f ? 0.0f : open;
    }
};

/// 1 where at least one face of a cell is open, 0 inside bodies.
template <int D> struct FluidCells {
    Index<D> step;
    Faces<const float, D> openness;
    View<float> fluid;
    WHORL_HD void operator()(Cell<D> c) const {
        const float open = sum_axes<D>([&](auto a) { return openness[a][c] + openness[a][c + step[a]]; });
        fluid[c] = open > 0 ? 1.0f : 0.0f;
    }
};

/// Cells inside a body take the mean of the fluid cells around them, so that what is sampled next to a body is what the
/// fluid carries there: bodies insulate.
template <int D> struct FillBodies {
    Index<D> step;
    View<const float> fluid;
    View<float> q;
    WHORL_HD void operator()(Cell<D> c) const {
        if (fluid[c] > 0) return;
        const Sum s = around<D - 1>(c);
        q[c] = s.count > 0 ? s.value / s.count : 0.0f;
    }

    struct Sum {
        float value, count;
        WHORL_HD constexpr Sum operator+(Sum o) const { return {value + o.value, count + o.count}; }
    };
    template <int A> WHORL_HD Sum around(int at) const {
        if constexpr (A < 0) {
            return fluid[at] > 0 ? Sum{q[at], 1} : Sum{0, 0};
        } else {
            return around<A - 1>(at) + (around<A - 1>(at - step[A]) + around<A - 1>(at + step[A]));
        }
    }
};

}  // namespace whorl
