#pragma once
// The pieces of implicit diffusion: the discrete Laplacian as conductances between neighbours.

#include "core/field.hpp"

namespace whorl {

/// How values are coupled to their neighbours, and which may change.
template <int D> struct Conductances {
    Faces<const float, D> conductance;  // conductance[a](c) couples c - step a and c
    View<const float> open;             // nothing diffuses where it is 0
    View<const float> wall{}, beyond{};  // what ties a value to the surface of a body, and the value of that; or none
    template <int A> WHORL_HD constexpr float between(int at) const { return conductance[A][at]; }
    WHORL_HD constexpr bool changes(int at) const { return open[at] > 0; }
    WHORL_HD constexpr float from_wall(int at, float own) const { return wall.data ? wall[at] * (beyond[at] - own) : 0.0f; }
};

/// All alike: inside, where there are no bodies.
template <int D> struct EvenConductances {
    Vec<D> conductance;
    template <int A> WHORL_HD constexpr float between(int) const { return conductance[A]; }
    WHORL_HD constexpr bool changes(int) const { return true; }
    WHORL_HD constexpr float from_wall(int, float) const { return 0; }
};

/// Multiples of the last change and of a push. Which of them there are is known to the compiler: a loop that sums up does not
/// become vector code with that question inside.
template <bool keeps, bool pushed> struct FurtherTerms {
    View<const float> kept{}, push{};
    float keep = 0, push_scale = 0;
    WHORL_HD constexpr float added_to(float value, int at) const {
        if constexpr (keeps) value += keep * kept[at];
        if constexpr (pushed) value += push_scale * push[at];
        return value;
    }
};

/// scale * (sum over axes of conductance (neighbour - own)) and further terms, where values may change.
template <int D, class Coupling, class Terms = FurtherTerms<false, false>> struct DiffusionSource {
    Coupling coupling;
    Index<D> step;
    View<const float> f;
    float scale = 1;
    Terms terms{};
    View<float> out;
    /// Itself and its square, to be summed.
    WHORL_HD Vec<2> operator()(Cell<D> c) const {
        const float own = f[c];
        const float flow = sum_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            return coupling.template between<A>(c) * (f[c - step[a]] - own) +
                   coupling.template between<A>(c + step[a]) * (f[c + step[a]] - own);
        });
        const float all = terms.added_to(scale * (flow + coupling.from_wall(c, own)), c);
        const float value = coupling.changes(c) ? all : 0.0f;
        out[c] = value;
        return {value, value * value};
    }
};

/// y += x + by, but only x where nothing changes (there it is 0).
template <int D, class Coupling> struct AddChange {
    Coupling coupling;
    View<const float> x;
    float by;
    View<float> y;
    WHORL_HD void operator()(Cell<D> c) const { y[c] += coupling.changes(c) ? x[c] + by : x[c]; }
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
