#pragma once
// What a body does to the faces and cells around it.

#include "kernels/shapes.hpp"

namespace whorl {

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
