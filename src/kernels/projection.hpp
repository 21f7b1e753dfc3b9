#pragma once
// Divergence and gradient on the MAC grid, with bodies as face openness: a face lets the fluid through where it is open
// and moves with the body where it is shut (Ng, Min and Gibou 2009).

#include "core/field.hpp"

namespace whorl {

/// scale * sum over axes of (flux out - flux in) / h, at cell centres. Face a of a cell is its low face.
template <int D> struct Divergence {
    Index<D> step;
    Faces<const float, D> u, solid, openness;
    Vec<D> scale;  // per axis: what the result is multiplied with, over h
    View<float> div;

    template <int A> WHORL_HD constexpr float flux(int at) const {
        const float open = openness[A][at];
        return open * u[A][at] + (1 - open) * solid[A][at];
    }
    /// Its square, for those who want the size of it all.
    WHORL_HD float operator()(Cell<D> c) const {
        const float value = sum_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            return scale[a] * (flux<A>(c + step[a]) - flux<A>(c));
        });
        div[c] = value;
        return value * value;
    }
};

/// 1 for a cell that fluid can enter or leave.
template <int D> struct HasOpenFace {
    Index<D> step;
    Faces<const float, D> openness;
    WHORL_HD float operator()(Cell<D> c) const {
        const float open = sum_axes<D>([&](auto a) { return openness[a][c] + openness[a][c + step[a]]; });
        return open > 0 ? 1.0f : 0.0f;
    }
};

/// u -= grad p on the faces across one axis, where they are open; elsewhere the fluid moves with the body.
template <int D> struct SubtractGradient {
    int step;
    View<const float> p, solid, openness;
    float scale;  // 1 / h
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const {
        u[c] = openness[c] > 0 ? u[c] - scale * (p[c] - p[c - step]) : solid[c];
    }
};

/// Faces that are shut move with the body.
template <int D> struct HoldFaces {
    View<const float> solid, openness;
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const { u[c] = openness[c] > 0 ? u[c] : solid[c]; }
};

/// p += k x, kept finite.
template <int D> struct AddPressure {
    View<const float> x;
    float k;
    View<float> p;
    WHORL_HD void operator()(Cell<D> c) const { p[c] = clamp(p[c] + k * x[c], -1e30f, 1e30f); }
};

/// y += x
template <int D> struct Add {
    View<const float> x;
    View<float> y;
    WHORL_HD void operator()(Cell<D> c) const { y[c] += x[c]; }
};

/// out = 2 projected - before: what projection took away is taken a second time.
template <int D> struct Reflect {
    View<const float> projected;
    View<float> before;
    WHORL_HD void operator()(Cell<D> c) const { before[c] = 2 * projected[c] - before[c]; }
};

template <int D> struct Size {
    View<const float> f;
    WHORL_HD float operator()(Cell<D> c) const { return abs(f[c]); }
};

/// u . u in a cell, from the squares on its faces.
template <int D> struct CellEnergy {
    Index<D> step;
    Faces<const float, D> u;
    View<const float> fluid;
    WHORL_HD float operator()(Cell<D> c) const {
        return fluid[c] * sum_axes<D>([&](auto a) {
            const float low = u[a][c], high = u[a][c + step[a]];
            return 0.5f * (low * low + high * high);
        });
    }
};

/// q where there is fluid
template <int D> struct InFluid {
    View<const float> q, fluid;
    WHORL_HD float operator()(Cell<D> c) const { return q[c] * fluid[c]; }
};

}  // namespace whorl
