#pragma once
// The operator A of poisson.hpp at one cell, and the kernels that every solver needs around it.

#include "core/field.hpp"
#include "kernels/ghosts.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

/// A itself. Which cells are unknown is told by an inverse diagonal above 0, beside it.
/// `varies`: what multiplies x itself is a field, as on coarse levels, and not one number. Decided while compiling: a
/// load that is only masked out costs more than all the others together.
template <int D, bool varies = false>
struct Operator {
    Index<D> step{};
    Faces<const float, D> weight{};
    float shift = 0;
    View<const float> own{};

    WHORL_HD float self(int from) const {
        if constexpr (varies)
            return own[from];
        else
            return shift;
    }

    /// (A x) at `at`. The coefficients come from `from`: a row may borrow those of a row that has the same ones.
    /// Differences, not `sum of weights times x`: in float that would lose half of the digits that a solve can reach.
    template <class Values>
    WHORL_HD float apply(Values x, int at, int from) const {
        const float here = x[at];
        return self(from) * here + sum_axes<D>([&](auto a) {
                   return weight[a][from] * (here - x[at - step[a]]) +
                          weight[a][from + step[a]] * (here - x[at + step[a]]);
               });
    }
};

/// use(A), as one of the two kinds that it can be.
template <int D, class Use>
auto with_kind(const Operator<D>& A, Use&& use) {
    if (A.own.data) return use(Operator<D, true>{A.step, A.weight, A.shift, A.own});
    return use(A);
}

template <int D, bool varies = false>
struct InverseDiagonal {
    Operator<D, varies> A;
    Index<D> alone;                // index of a cell that is its own neighbour
    Index<D> seam_low, seam_high;  // of cells whose neighbour across the seam has the same colour
    float least;                   // what is less counts as 0, so that no quotient overflows
    View<float> inverse;

    WHORL_HD void operator()(Cell<D> c) const {
        const float diagonal = A.self(c) + sum_axes<D>([&](auto a) {
                                   const float low = A.weight[a][c], high = A.weight[a][c + A.step[a]];
                                   const int i = c.i[a];
                                   return (i == alone[a] ? 0.0f : low + high) + (i == seam_low[a] ? low : 0.0f) +
                                          (i == seam_high[a] ? high : 0.0f);
                               });
        inverse[c] = diagonal > least ? 1 / diagonal : 0.0f;
    }
};

/// What is not open is no unknown.
template <int D>
struct Close {
    View<const float> open;
    View<float> inverse;
    WHORL_HD void operator()(Cell<D> c) const { inverse[c] = open[c] > 0 ? inverse[c] : 0.0f; }
};

/// `over_relaxed`: where the count along a periodic axis is odd, cells on both sides of the seam change at the same
/// time; with the weight between them added to the diagonal any factor below 2 still converges.
template <int D, bool varies>
InverseDiagonal<D, varies> inverse_diagonal(const Operator<D, varies>& A, const Unknowns<D>& unknowns, float least,
                                            View<float> inverse, bool over_relaxed = false) {
    constexpr int none = -1;
    InverseDiagonal<D, varies> kernel{A, {}, {}, {}, least, inverse};
    for (int a = 0; a < D; ++a) {
        const int n = unknowns.extent[a];
        const bool seam = over_relaxed && unknowns.periodic[a] && n % 2 == 1 && n > 1;
        kernel.alone[a] = unknowns.periodic[a] && n == 1 ? 0 : none;
        kernel.seam_low[a] = seam ? 0 : none;
        kernel.seam_high[a] = seam ? n - 1 : none;
    }
    return kernel;
}

/// How much the neighbours of a cell hold x to 0. 0 in total, and no shift, means that A is singular.
template <int D>
struct Leak {
    Operator<D> A;
    View<const float> inverse;

    WHORL_HD float operator()(Cell<D> c) const {
        const float leak = sum_axes<D>([&](auto a) {
            const float low = A.weight[a][c], high = A.weight[a][c + A.step[a]];
            return (inverse[c - A.step[a]] > 0 ? 0.0f : low) + (inverse[c + A.step[a]] > 0 ? 0.0f : high);
        });
        return inverse[c] > 0 ? leak : 0.0f;
    }
};

/// r = b - A x, and its square to be summed.
template <int D, bool varies = false>
struct Residual {
    Operator<D, varies> A;
    View<const float> inverse, b, x;
    View<float> r;

    WHORL_HD float operator()(Cell<D> c) const {
        const float left = b[c] - A.apply(x, c, c);
        const float value = inverse[c] > 0 ? left : 0.0f;
        r[c] = value;
        return value * value;
    }
};

/// q = A p, and p q to be summed.
template <int D, bool varies = false>
struct Apply {
    Operator<D, varies> A;
    View<const float> inverse, p;
    View<float> q;

    WHORL_HD float operator()(Cell<D> c) const {
        const float all = A.apply(p, c, c);
        const float value = inverse[c] > 0 ? all : 0.0f;
        q[c] = value;
        return p[c] * value;
    }
};

/// x += alpha p, r -= alpha q, and r r to be summed.
template <int D>
struct Advance {
    float alpha;
    View<const float> p, q;
    View<float> x, r;

    WHORL_HD float operator()(Cell<D> c) const {
        x[c] += alpha * p[c];
        const float left = r[c] - alpha * q[c];
        r[c] = left;
        return left * left;
    }
};

template <int D>
struct Product {
    View<const float> a, b;
    WHORL_HD float operator()(Cell<D> c) const { return a[c] * b[c]; }
};

template <int D>
struct Read {
    View<const float> f;
    WHORL_HD float operator()(Cell<D> c) const { return f[c]; }
};

template <int D>
struct Zero {
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const { f[c] = 0; }
};

/// In several boxes.
template <int D>
struct ZeroAll {
    Boxes<D, 2 * D> boxes;
    View<float> f;
    WHORL_HD void operator()(const Cell<2>& c) const { f[boxes(c.i[0]).cell] = 0; }
};

template <int D, class From = View<const float>>
struct Assign {
    From from;
    View<float> to;
    WHORL_HD void operator()(Cell<D> c) const { to[c] = from[c]; }
};

/// The layer of ghosts beyond one side of the unknowns.
template <int D>
Box<D> beyond(const Unknowns<D>& unknowns, int axis, bool high) {
    Box<D> box = unknowns.box();
    box.lo[axis] = high ? unknowns.extent[axis] : -1;
    box.hi[axis] = box.lo[axis] + 1;
    return box;
}

/// Gives the ghosts along periodic axes, from `first_axis` on, the values of their images.
template <class Exec, int D>
void wrap(Exec& on, const Unknowns<D>& unknowns, View<float> f, int first_axis = 0) {
    for (int a = first_axis; a < D; ++a) {
        if (!unknowns.periodic[a]) continue;
        const int n = unknowns.extent[a];
        for (const bool high : {false, true})
            on.for_each(beyond(unknowns, a, high),
                        FillGhosts<D>{.axis = a,
                                      .step = unknowns.grid.step()[a],
                                      .mirror = {.pivot = high ? -n : n, .sign = 1, .first = 0, .last = n - 1},
                                      .alpha = 1,
                                      .beta = 0,
                                      .f = f});
    }
}

/// Outside of the unknowns x counts as 0, whatever its ghosts held.
template <class Exec, int D>
void clear_ghosts(Exec& on, const Unknowns<D>& unknowns, View<float> f) {
    Boxes<D, 2 * D> ghosts;
    for (int a = 0; a < D; ++a)
        for (const bool high : {false, true}) ghosts.box[2 * a + (high ? 1 : 0)] = beyond(unknowns, a, high);
    if (requires { Exec::fewer_passes; } && ghosts.add_up()) return on.for_each(numbers(ghosts.cells()), ZeroAll<D>{ghosts, f});
    for (const Box<D>& box : ghosts.box.v) on.for_each(box, Zero<D>{f});
}

}  // namespace whorl
