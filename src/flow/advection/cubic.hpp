#pragma once
// Trace back, interpolate with cubics, limited to the neighbouring values: sharp and without overshoot, for more
// arithmetic.

#include "flow/advection/scheme.hpp"

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

template <class Exec, int D, int Kind> void monotone_cubic(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleCubic<D, Kind>{.f = j.f, .out = j.out});
}

}  // namespace whorl
