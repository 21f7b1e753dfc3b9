#pragma once
// The pieces of implicit diffusion: the discrete Laplacian as conductances between neighbours.

#include "core/field.hpp"

namespace whorl {

/// scale * sum over axes of conductance (neighbour - own) + keep * out
template <int D> struct Laplacian {
    Index<D> step;
    Faces<const float, D> conductance;  // conductance[a](c) couples c - step a and c
    View<const float> f;
    float scale, keep;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const float own = f[c];
        const float flow = sum_axes<D>([&](auto a) {
            return conductance[a][c] * (f[c - step[a]] - own) + conductance[a][c + step[a]] * (f[c + step[a]] - own);
        });
        out[c] = scale * flow + keep * out[c];
    }
};

/// Nothing diffuses where `open` is 0.
template <int D> struct Mask {
    View<const float> open;
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const { f[c] = open[c] > 0 ? f[c] : 0.0f; }
};

/// q after a push and `before` become q before it and the push.
template <int D> struct Separate {
    View<float> q, before;
    WHORL_HD void operator()(Cell<D> c) const {
        const float after = q[c];
        q[c] = before[c];
        before[c] = after - before[c];
    }
};

/// y += scale x, where it is open
template <int D> struct AddWhereOpen {
    View<const float> x, open;
    float scale;
    View<float> y;
    WHORL_HD void operator()(Cell<D> c) const { y[c] += open[c] > 0 ? scale * x[c] : 0.0f; }
};

// Over the cells that bear a number.
template <int D> struct CountWhere {
    View<const float> number;
    float is;
    WHORL_HD float operator()(Cell<D> c) const { return number[c] == is ? 1.0f : 0.0f; }
};
template <int D> struct SumWhere {
    View<const float> q, number;
    float is;
    WHORL_HD float operator()(Cell<D> c) const { return number[c] == is ? q[c] : 0.0f; }
};
template <int D> struct ShiftWhere {
    View<const float> number;
    float is, by;
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const { f[c] += number[c] == is ? by : 0.0f; }
};

template <int D> struct Fill {
    float value;
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const { f[c] = value; }
};

/// out = scale * f
template <int D> struct Scale {
    View<const float> f;
    float scale;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const { out[c] = scale * f[c]; }
};

}  // namespace whorl
