#pragma once
// Trace back, interpolate with cubics (Catmull-Rom). Limited to the neighbouring values they are sharp and never
// overshoot. Not limited they clip no summit of a smooth field, which a limiter does in every step, and lose the fourth
// difference of it: the scheme for accuracy.

#include "flow/advection/scheme.hpp"
#include "kernels/shapes.hpp"

namespace whorl {

template <int D, int Kind> struct SampleCubic {
    View<const float> f;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>& back, const Vec<D>& d, const Look& look) const {
        const auto nodes = look.template nodes<Kind, Kind>(c, d);
        const Interval allowed = look.template range<Kind, Kind>(f, c, nodes);
        const float value =
            back.trusted(c, d, 1) ? look.template cubic<Kind, Kind>(f, c, nodes) : look.template linear<Kind, Kind>(f, c, nodes);
        out[c] = clamp(value, allowed.lo, allowed.hi);
    }
};

/// Next to a held side only the interpolation across that side falls back to a straight line. What flows along a wall is
/// as accurate as elsewhere, and across it hardly anything moves.
template <int D, int Kind> struct SampleUnlimitedCubic {
    View<const float> f;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>& back, const Vec<D>& d, const Look& look) const {
        CubicWhere<D> curve{};
        for_axes<D>([&](auto a) { curve.wide[a] = back.template trusted_along<decltype(a){}>(c, d, 1); });
        const float value = look.template cubic<Kind, Kind>(f, c, look.template nodes<Kind, Kind>(c, d), curve);
        out[c] = bounded(value, Kind == centre ? quantity_limit : speed_limit);
    }
};

template <class Exec, int D, int Kind> void unlimited_cubic(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleUnlimitedCubic<D, Kind>{.f = j.f, .out = j.out});
}

template <class Exec, int D, int Kind> void monotone_cubic(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleCubic<D, Kind>{.f = j.f, .out = j.out});
}

}  // namespace whorl
