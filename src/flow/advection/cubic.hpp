#pragma once
// Trace back, interpolate with cubics, limited to the neighbouring values: sharp and without overshoot, for more
// arithmetic.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <int D> struct SampleCubic {
    Index<D> step;
    Faces<const float, D> back;
    View<const float> f;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const Array<Node, D> nodes = nodes_at<D, centre, centre>(load<D>(back, c), step);
        const Interval allowed = range<D>(f, c, nodes);
        out[c] = clamp(cubic<D>(f, c, nodes), allowed.lo, allowed.hi);
    }
};

template <class Exec, int D> void monotone_cubic(const Journey<Exec, D>& j) {
    j.on.for_each(j.box, SampleCubic<D>{.step = j.flow.grid.step(), .back = j.back, .f = j.f, .out = j.out});
}

}  // namespace whorl
