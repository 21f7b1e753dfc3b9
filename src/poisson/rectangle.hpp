#pragma once
// Systems without bodies: all unknowns in one box, all weights of an axis alike but for those on its two sides. There A
// is a sum of one matrix per axis, whose waves are known in closed form, and direct solvers apply.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "core/rows.hpp"
#include "kernels/projection.hpp"
#include "poisson/system.hpp"

namespace whorl {

/// What a side does to the unknown beside it, told by its weight: 0, 1 or 2 times that of an inner face.
enum class End { free = 0, point = 1, half = 2 };  // no gradient; held a whole cell, or half a cell, away

/// One axis of a box: n unknowns from `first` on.
struct Span {
    int first = 0, n = 1;
    bool periodic = false;
    End low = End::free, high = End::free;
    float weight = 0;  // of an inner face
    float alone = -1;  // where there is no inner face: what the two sides add to the diagonal

    /// Of the faces on the two sides.
    WHORL_HD constexpr float low_weight() const { return alone >= 0 ? alone : weight * (periodic ? 1.0f : static_cast<float>(low)); }
    WHORL_HD constexpr float high_weight() const { return alone >= 0 ? 0.0f : weight * (periodic ? 1.0f : static_cast<float>(high)); }

    /// 2 - 2 cos(angle of wave k) for the waves k = 0 .. n - 1 of this axis, times the weight.
    double eigenvalue(int k) const {
        if (alone >= 0) return alone;
        const double s = 2 * std::sin(0.5 * angle(k));
        return weight * s * s;
    }
    void write_eigenvalues(float* to) const {
        for (int k = 0; k < n; ++k) to[k] = static_cast<float>(eigenvalue(k));
    }
    double angle(int k) const {
        constexpr double pi = std::numbers::pi;
        if (periodic) return 2 * pi * k / n;
        const int points = (low == End::point) + (high == End::point);
        const int ends = (low == End::free) + (high == End::free);  // each takes half a wave
        return pi * (k + 1 - 0.5 * ends) / (n + 0.5 * points);
    }
    /// The value at unknown j of wave k, of length 1. For sides that are not periodic.
    double wave(int k, int j) const {
        const double t = angle(k);
        const double at = j + (low == End::point ? 1 : 0.5);
        const double v = low == End::free ? std::cos(at * t) : std::sin(at * t);
        const int points = (low == End::point) + (high == End::point);
        // The waves at the ends of the range, flat or of alternating sign, have all their weight in every unknown.
        const bool full = t < 1e-12 || (points == 0 && std::abs(t - std::numbers::pi) < 1e-12);
        return v * std::sqrt((full ? 1.0 : 2.0) / (n + 0.5 * points));
    }
};

template <int D>
struct Rectangle {
    Array<Span, D> axis{};
    float shift = 0;

    Box<D> box(const Grid<D>& grid) const {
        Index<D> lo{}, hi{};
        for (int a = 0; a < D; ++a) lo[a] = axis[a].first, hi[a] = lo[a] + axis[a].n;
        return grid.box(lo, hi);
    }
};

/// What rounding of x to float leaves of b where x is the longest wave: see System::is_rounding.
template <int D>
double rounding_of_longest_wave(const Rectangle<D>& box) {
    double diagonal = 0, flat = 0, least = INFINITY;
    for (const Span& s : box.axis.v) {
        if (s.n == 1) continue;
        diagonal += 2 * s.weight;
        flat += s.eigenvalue(0);
        least = std::min(least, s.eigenvalue(1));
    }
    return 0.4 / (1 << 24) * diagonal / (flat > 1e-12 * diagonal ? flat : least);
}

/// The index along one axis of an unknown, or its negative; less than any for what is none.
template <int D>
struct IndexOfUnknown {
    View<const float> inverse;
    int axis;
    float sign;
    WHORL_HD float operator()(Cell<D> c) const {
        return inverse[c] > 0 ? sign * static_cast<float>(c.i[axis]) : -INFINITY;
    }
};

template <int D>
struct Negative {
    View<const float> f;
    WHORL_HD float operator()(Cell<D> c) const { return -f[c]; }
};

/// The one weight of all these faces; NaN if they differ.
template <class Exec, int D>
float only_weight(Exec& on, View<const float> weight, const Box<D>& faces) {
    const float most = on.max(faces, Read<D>{weight}), least = -on.max(faces, Negative<D>{weight});
    return most - least <= 1e-6f * most ? most : NAN;
}

/// Throws Error if the system is no such box.
template <class Exec, int D>
Rectangle<D> find_rectangle(Exec& on, const System<Exec, D>& system, std::string_view solver) {
    const auto refuse = [&] {
        throw Error("the solver \"" + std::string(solver) +
                    "\" can not take bodies; use auto, multigrid-cg, incomplete-cholesky or conjugate-gradient");
    };
    const Unknowns<D>& u = system.unknowns();
    Rectangle<D> found{.shift = system.A().shift};
    double count = 1;
    for (int a = 0; a < D; ++a) {
        Span& s = found.axis[a];
        const float high = on.max(u.box(), IndexOfUnknown<D>{system.inverse(), a, 1});
        if (!(high >= 0)) return found;  // nothing is unknown
        s.first = static_cast<int>(-on.max(u.box(), IndexOfUnknown<D>{system.inverse(), a, -1}));
        s.n = static_cast<int>(high) + 1 - s.first;
        s.periodic = u.periodic[a];
        count *= s.n;
    }
    if (on.sum(u.box(), IsUnknown<D>{system.inverse()}) != count) refuse();
    for (int a = 0; a < D; ++a) {
        Span& s = found.axis[a];
        const View<const float> weight = system.A().weight[a];
        if (s.periodic && s.n != u.extent[a]) refuse();
        Box<D> faces = found.box(u.grid), low = faces, high = faces;
        low.hi[a] = low.lo[a] + 1;
        high.lo[a] = high.hi[a];
        high.hi[a] += 1;
        if (!s.periodic) faces.lo[a] += 1;
        s.weight = s.n == 1 ? 1.0f : only_weight(on, weight, faces);
        const float below = only_weight(on, weight, low), above = only_weight(on, weight, high);
        if (!(s.weight > 0) || !(below >= 0) || !(above >= 0)) refuse();
        if (s.n == 1) {
            s.alone = s.periodic ? 0 : below + above;
            continue;
        }
        const auto end = [&](float side) {
            const float ratio = side / s.weight, whole = std::round(ratio);
            if (!(whole <= 2) || std::abs(ratio - whole) > 1e-5f) refuse();
            return static_cast<End>(static_cast<int>(whole));
        };
        if (!s.periodic) s.low = end(below), s.high = end(above);
    }
    return found;
}

/// What a residual has to ask in cells at the sides: nothing, since there are none; for weights; or also for images of a
/// period, which are not there as ghosts.
enum class Asks { nothing, weights, images };

/// b - A x in a box, without a look at coefficients, into r if that has data; its square, and x, to be summed. Beyond the
/// sides of the box x is 0, or that of a period.
template <int D, Asks asks>
struct BoxResidual {
    Rectangle<D> box;
    Index<D> step;
    float inverse_size, mean;
    View<const float> b, x;
    View<float> r;

    WHORL_HD Vec<2> operator()(Cell<D> c) const {
        const float here = x[c];
        const float left = b[c] * inverse_size - mean - (box.shift * here + sum_axes<D>([&](auto a) {
                                const Span& s = box.axis[a];
                                float low = s.weight, high = s.weight;
                                int below = -step[a], above = step[a];
                                if constexpr (asks != Asks::nothing) {
                                    const bool first = c.i[a] == s.first, last = c.i[a] == s.first + s.n - 1;
                                    if (first) low = s.low_weight();
                                    if (last) high = s.high_weight();
                                    if constexpr (asks == Asks::images) {
                                        const int round = (s.n - 1) * step[a];
                                        if (first && s.periodic) below = round;
                                        if (last && s.periodic) above = -round;
                                    }
                                }
                                return low * (here - x[c + below]) + high * (here - x[c + above]);
                            }));
        if (r.data) r[c] = left;
        return {left * left, here};
    }
};

/// Its sums.
template <class Exec, int D>
Array<double, 2> box_residual(Exec& on, const Rectangle<D>& rectangle, const Unknowns<D>& unknowns, const RightHandSide& b,
                              View<float> x, View<float> r) {
    const Box<D> box = rectangle.box(unknowns.grid);
    const auto kernel = [&]<Asks asks>(std::integral_constant<Asks, asks>) {
        return BoxResidual<D, asks>{rectangle, unknowns.grid.step(), b.inverse_size, b.mean, b.b, x, r};
    };
    // One kernel asks a question less than two would, and a pass less; but vectors want neighbours beside each other.
    if constexpr (requires { Exec::fewer_passes; }) return on.sum(box, kernel(std::integral_constant<Asks, Asks::images>{}));
    wrap(on, unknowns, x);
    Box<D> inner = box;
    for (int a = 0; a < D; ++a) inner.lo[a] += 1, inner.hi[a] -= 1;
    return on.sum(box, InnerRows{inner, Box<D>{}, kernel(std::integral_constant<Asks, Asks::weights>{}),
                                 kernel(std::integral_constant<Asks, Asks::nothing>{})});
}

/// Improves x by a direct solve of what is left, `solve_for(r)` in place, until the goal is met or only rounding is
/// left: a float solve leaves some of a large x behind. r comes in as rhs - A x, which `residual()` finds, and `square` as
/// the sum of its squares. Returns how often.
template <class Exec, int D, class Residual, class SolveFor>
int refine(Exec& on, System<Exec, D>& system, Field& x, Field& r, int limit, double& square, Residual&& residual,
           SolveFor&& solve_for) {
    int times = 0;
    while (square > system.target() && times < limit) {
        const double before = square;
        solve_for(r);
        on.for_each(system.box(), Add<D>{.x = r, .y = x});
        square = residual();
        ++times;
        if (square > 0.1 * before || system.is_rounding(on, x, square)) break;
    }
    return times;
}

}  // namespace whorl
