#pragma once
// Back and forth error compensation and correction (Dupont and Liu 2003): start from a field that has half of the error
// of a round trip added beforehand. Limited like MacCormack.

#include "flow/advection/scheme.hpp"

namespace whorl {

/// f plus half of what a round trip loses.
template <int D> struct Compensate {
    Index<D> step;
    Faces<const float, D> forward;
    View<const float> f, carried;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const float returned = linear<D>(carried, c, nodes_at<D, centre, centre>(load<D>(forward, c), step));
        out[c] = f[c] + 0.5f * (f[c] - returned);
    }
};

template <int D> struct SampleLimited {
    Index<D> step;
    Faces<const float, D> back;
    View<const float> f, limiter;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const Array<Node, D> nodes = nodes_at<D, centre, centre>(load<D>(back, c), step);
        const Interval allowed = range<D>(limiter, c, nodes);
        out[c] = clamp(linear<D>(f, c, nodes), allowed.lo, allowed.hi);
    }
};

template <class Exec, int D> void bfecc(const Journey<Exec, D>& j) {
    const Index<D> step = j.flow.grid.step();
    j.sample(j.f, j.back, j.out);
    j.ghosts(j.out);
    j.on.for_each(j.box,
                  Compensate<D>{.step = step, .forward = j.forward, .f = j.f, .carried = j.out, .out = j.spare});
    j.ghosts(j.spare);
    j.on.for_each(j.box, SampleLimited<D>{.step = step, .back = j.back, .f = j.spare, .limiter = j.f, .out = j.out});
}

}  // namespace whorl
