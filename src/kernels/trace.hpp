#pragma once
// Where does what arrives here come from? Follows the flow through one step of time, from every place of one kind.

#include "kernels/sample.hpp"

namespace whorl {

/// The domain as seen by a traveller: a wall to stop at, or a period to go round.
template <int D> struct Reach {
    Vec<D> n;           // cells
    Vec<D> period;      // the same along periodic axes, 0 along others
    Vec<D> per_period;  // its inverse, or 0

    /// The displacement `d` of something at `x` (cells), limited to the domain. Takes anything, also NaN.
    template <int A> WHORL_HD constexpr float limit(float x, float d) const {
        d = clamp(d, -1048576.0f, 1048576.0f);  // 2^20 cells: further is nowhere in particular
        d -= period[A] * nearest(d * per_period[A]);
        if (d < -x) d += period[A];
        if (d > n[A] - x) d -= period[A];
        return clamp(d, -x, n[A] - x);
    }
};

/// The flow at the places of kind Loc themselves.
template <int D, int Loc, int B>
WHORL_HD constexpr float flow_here(const Faces<const float, D>& u, int at, const Index<D>& step) {
    if constexpr (Loc == B) {
        return u[B][at];
    } else if constexpr (Loc == centre) {
        return 0.5f * (u[B][at] + u[B][at + step[B]]);
    } else {
        const int below = at - step[Loc];
        return 0.25f * ((u[B][at] + u[B][at + step[B]]) + (u[B][below] + u[B][below + step[B]]));
    }
}

/// The flow `d` cells away from there.
template <int D, int Loc>
WHORL_HD constexpr Vec<D> flow_at(const Faces<const float, D>& u, int at, const Index<D>& step, const Vec<D>& d) {
    Vec<D> v{};
    for_axes<D>([&](auto b) { v[b] = linear<D>(u[b], at, nodes_at<D, Loc, decltype(b){}>(d, step)); });
    return v;
}

/// Displacement, in cells, to the place from which the flow came (or to which it goes, if dt is negative), by a
/// Runge-Kutta method of 1, 2 or 3 stages.
template <int D, int Loc, int Stages> struct Trace {
    Index<D> step;
    Faces<const float, D> u;
    Vec<D> cells;  // -dt / h: cells travelled per m/s
    Reach<D> reach;
    Faces<float, D> displacement;

    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> k1{};
        for_axes<D>([&](auto b) { k1[b] = flow_here<D, Loc, decltype(b){}>(u, c, step); });
        Vec<D> v = k1;
        if constexpr (Stages == 2) v = flow_at<D, Loc>(u, c, step, travelled(c, k1, 0.5f));
        if constexpr (Stages == 3) {
            const Vec<D> k2 = flow_at<D, Loc>(u, c, step, travelled(c, k1, 0.5f));
            const Vec<D> k3 = flow_at<D, Loc>(u, c, step, travelled(c, k2, 0.75f));
            for_axes<D>([&](auto b) { v[b] = (2 * k1[b] + 3 * k2[b] + 4 * k3[b]) * (1.0f / 9); });
        }
        const Vec<D> d = travelled(c, v, 1.0f);
        for_axes<D>([&](auto a) { displacement[a][c] = d[a]; });
    }

    WHORL_HD constexpr Vec<D> travelled(Cell<D> c, const Vec<D>& v, float part) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) {
            const float x = static_cast<float>(c.i[a]) + (Loc == a ? 0.0f : 0.5f);
            d[a] = reach.template limit<decltype(a){}>(x, part * (cells[a] * v[a]));
        });
        return d;
    }
};

/// The displacement of a cell, as traced.
template <int D> WHORL_HD constexpr Vec<D> load(const Faces<const float, D>& displacement, int at) {
    Vec<D> d{};
    for_axes<D>([&](auto a) { d[a] = displacement[a][at]; });
    return d;
}

/// What a field has at the traced places.
template <int D> struct SampleLinear {
    Index<D> step;
    Faces<const float, D> displacement;
    View<const float> f;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        out[c] = linear<D>(f, c, nodes_at<D, centre, centre>(load<D>(displacement, c), step));
    }
};

}  // namespace whorl
