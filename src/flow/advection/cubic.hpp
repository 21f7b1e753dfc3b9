#pragma once
// Trace back, interpolate with cubics, limited to the neighbouring values: sharp and without overshoot, for more
// arithmetic.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <int D, int Kind> struct SampleCubic {
    Paths<D, Kind> back;
    View<const float> f;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const Array<Node, D> nodes = back.departure(c);
        const Interval allowed = range<D>(f, c, nodes);
        const float value = back.trusted(c, 1) ? cubic<D>(f, c, nodes) : linear<D>(f, c, nodes);
        out[c] = clamp(value, allowed.lo, allowed.hi);
    }
};

template <class Exec, int D, int Kind> void monotone_cubic(const Journey<Exec, D, Kind>& j) {
    j.on.for_each(j.box(), SampleCubic<D, Kind>{.back = j.back, .f = j.f, .out = j.out});
}

}  // namespace whorl
