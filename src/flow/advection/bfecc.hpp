#pragma once
// Back and forth error compensation and correction (Dupont and Liu 2003): start from a field that has half of the error
// of a round trip added beforehand. Limited like MacCormack.

#include "flow/advection/scheme.hpp"

namespace whorl {

/// f plus half of what a round trip loses.
template <int D, int Kind> struct Compensate {
    Paths<D, Kind> forward;
    View<const float> f, carried;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const float returned = linear<D>(carried, c, forward.departure(c));
        out[c] = f[c] + (forward.trusted(c) ? 0.5f * (f[c] - returned) : 0.0f);
    }
};

template <int D, int Kind> struct SampleLimited {
    Paths<D, Kind> back;
    View<const float> f, limiter;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const Array<Node, D> nodes = back.departure(c);
        const Interval allowed = range<D>(limiter, c, nodes);
        out[c] = clamp(linear<D>(f, c, nodes), allowed.lo, allowed.hi);
    }
};

template <class Exec, int D, int Kind> void bfecc(const Journey<Exec, D, Kind>& j) {
    Field& compensated = *j.spare[0];
    j.on.for_each(j.box(), SampleLinear<D, Kind>{.paths = j.back, .f = j.f, .out = j.out});
    j.ghosts(j.out);
    j.on.for_each(j.box(), Compensate<D, Kind>{.forward = j.forward, .f = j.f, .carried = j.out, .out = compensated});
    j.ghosts(compensated);
    j.on.for_each(j.box(), SampleLimited<D, Kind>{.back = j.back, .f = compensated, .limiter = j.f, .out = j.out});
}

}  // namespace whorl
