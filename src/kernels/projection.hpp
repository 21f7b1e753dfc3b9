#pragma once
// Divergence and gradient on the MAC grid, with bodies as face openness: a face lets the fluid through where it is open
// and moves with the body where it is shut (Ng, Min and Gibou 2009).

#include "core/field.hpp"

namespace whorl {

/// Faces as bodies leave them.
template <int D> struct BodyFaces {
    Faces<const float, D> solid, openness;

    /// What passes a face at the velocity u of the fluid.
    template <int A> WHORL_HD constexpr float flux(int at, float u) const {
        const float open = openness[A][at];
        return open * u + (1 - open) * solid[A][at];
    }
    /// The velocity on a face where that of the fluid would be u.
    template <int A> WHORL_HD constexpr float held(int at, float u) const {
        return openness[A][at] > 0 ? u : solid[A][at];
    }
    /// Whether fluid can enter or leave a cell.
    WHORL_HD constexpr bool any_open(int at, const Index<D>& step) const {
        return sum_axes<D>([&](auto a) { return openness[a][at] + openness[a][at + step[a]]; }) > 0;
    }
};

/// Faces that no body touches. Those on the sides of the domain hold the velocity of the side, and no gradient changes
/// it: beyond a shut side lies the mirror image of the pressure.
struct FreeFaces {
    template <int> WHORL_HD constexpr float flux(int, float u) const { return u; }
    template <int> WHORL_HD constexpr float held(int, float u) const { return u; }
    template <int D> WHORL_HD constexpr bool any_open(int, const Index<D>&) const { return true; }
};

/// scale * sum over axes of (flux out - flux in) / h, at cell centres, and 0 in cells that bodies shut altogether. Face a of
/// a cell is its low face.
template <int D, class Bodies> struct Divergence {
    Bodies faces;
    Index<D> step;
    Faces<const float, D> u;
    Vec<D> scale;  // per axis: what the result is multiplied with, over h
    View<float> div;

    template <int A> WHORL_HD constexpr float flux(int at) const { return faces.template flux<A>(at, u[A][at]); }
    /// Itself and its square, to be summed.
    WHORL_HD Vec<2> operator()(Cell<D> c) const {
        const float all = sum_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            return scale[a] * (flux<A>(c + step[a]) - flux<A>(c));
        });
        const float value = faces.any_open(c, step) ? all : 0.0f;
        div[c] = value;
        return {value, value * value};
    }
};

/// The same of u - grad p; and the square of that of u by itself.
template <int D, class Bodies> struct DivergenceOfRest {
    static constexpr int blocks_at_once = 6;  // see core/occupancy.hpp
    Bodies faces;
    Index<D> step;
    Faces<const float, D> u;
    View<const float> p;
    Vec<D> gradient;  // per axis: what a difference of p is multiplied with
    Vec<D> scale;
    View<float> div;

    template <int A> WHORL_HD constexpr float flux(int at) const { return faces.template flux<A>(at, u[A][at]); }
    template <int A> WHORL_HD constexpr float rest(int at) const {
        const float left = u[A][at] - gradient[A] * (p[at] - p[at - step[A]]);
        return faces.template flux<A>(at, faces.template held<A>(at, left));
    }
    WHORL_HD Vec<3> operator()(Cell<D> c) const {
        float before = 0, value = 0;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            before += scale[a] * (flux<A>(c + step[a]) - flux<A>(c));
            value += scale[a] * (rest<A>(c + step[a]) - rest<A>(c));
        });
        if (!faces.any_open(c, step)) before = value = 0;
        div[c] = value;
        return {value, value * value, before * before};
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

/// u -= grad x on the low faces of a cell, where they are open; elsewhere the fluid moves with the body.
template <int D, class Bodies> struct SubtractGradient {
    Bodies faces;
    Index<D> step;
    View<const float> x;
    Vec<D> gradient;  // per axis: what a difference of x is multiplied with
    Faces<float, D> u;

    template <int A> WHORL_HD float fresh(const Cell<D>& c) const {
        return faces.template held<A>(c, u[A][c] - gradient[A] * (x[c] - x[c - step[A]]));
    }
    template <int A> WHORL_HD void on_face(const Cell<D>& c) const { u[A][c] = fresh<A>(c); }
    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> velocity{};
        for_axes<D>([&](auto a) { velocity[a] = fresh<decltype(a){}>(c); });
        for_axes<D>([&](auto a) { u[a][c] = velocity[a]; });
    }
};

/// The same for a first guess p and what was found on top of it; both together, kept finite, are the next guess.
template <int D, class Bodies> struct SubtractBothGradients {
    Bodies faces;
    Index<D> step;
    View<const float> p, x;
    Vec<D> gradient_p, gradient_x;
    float per_dt;  // x is p times dt
    float mean;    // of x in the fluid, which is left out of the next guess
    Faces<float, D> u;
    View<float> next;  // or none

    template <int A> WHORL_HD float fresh(const Cell<D>& c) const {
        const float rest = u[A][c] - gradient_p[A] * (p[c] - p[c - step[A]]);
        return faces.template held<A>(c, rest - gradient_x[A] * (x[c] - x[c - step[A]]));
    }
    template <int A> WHORL_HD void on_face(const Cell<D>& c) const { u[A][c] = fresh<A>(c); }
    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> velocity{};  // all loads before the first store: they need not wait for each other
        for_axes<D>([&](auto a) { velocity[a] = fresh<decltype(a){}>(c); });
        for_axes<D>([&](auto a) { u[a][c] = velocity[a]; });
        if (!next.data) return;
        const float rest = faces.any_open(c, step) ? x[c] - mean : x[c];  // inside bodies both are 0 and stay so
        next[c] = clamp(p[c] + per_dt * rest, -1e30f, 1e30f);
    }
};

/// One of these for the faces across one axis only.
template <int D, int A, class Kernel> struct OnFaces {
    Kernel kernel;
    WHORL_HD void operator()(Cell<D> c) const { kernel.template on_face<A>(c); }
};

/// Faces that are shut move with the body.
template <int D> struct HoldFaces {
    View<const float> solid, openness;
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const { u[c] = openness[c] > 0 ? u[c] : solid[c]; }
};

/// The same in several boxes of faces, as many across each axis.
template <int D, int count> struct HoldAllFaces {
    static constexpr int each = 4;
    Boxes<D, D * count, each> faces;
    Faces<const float, D> solid, openness;
    Faces<float, D> u;
    WHORL_HD void operator()(const Cell<2>& c) const {
        const auto place = faces(c.i[0]);
        const int a = place.box / count;
        Cell<D> face{};
        bool shut[each]{};  // all loads before the first store
        for (int n = 0; n < each; ++n)
            if (faces.find(place, n, face)) shut[n] = !(openness[a][face] > 0);
        for (int n = 0; n < each; ++n)
            if (faces.find(place, n, face) && shut[n]) u[a][face] = solid[a][face];
    }
};

/// The last faces of periods, as many boxes of them as there are axes, are the first ones.
template <int D> struct JoinFaces {
    Boxes<D, D> last;
    Index<D> span;  // of a period
    Faces<float, D> u;
    WHORL_HD void operator()(const Cell<2>& c) const {
        const auto [a, face] = last(c.i[0]);
        u[a][face] = u[a][face - span[a]];
    }
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
