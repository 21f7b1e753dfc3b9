#pragma once
// MacCormack (Selle et al. 2008): go there and back again, and take away half of the error that this shows. Limited to
// the values that the plain step interpolates between.

#include "flow/advection/scheme.hpp"

namespace whorl {

/// The plain step, and the values between which the corrected one may lie.
template <int D, int Kind> struct SampleWithRange {
    Paths<D, Kind> paths;
    View<const float> f;
    View<float> out, lo, hi;
    WHORL_HD void operator()(Cell<D> c) const {
        const Array<Node, D> nodes = paths.departure(c);
        const Interval seen = range<D>(f, c, nodes);
        const float plain = linear<D>(f, c, nodes);
        const bool free = paths.trusted(c);
        out[c] = plain;
        lo[c] = free ? seen.lo : plain;
        hi[c] = free ? seen.hi : plain;
    }
};

template <int D, int Kind> struct MacCormackCorrect {
    Paths<D, Kind> forward;
    View<const float> f, carried;  // before, and after the plain step
    View<const float> lo, hi;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const float returned = linear<D>(carried, c, forward.departure(c));
        const float lost = forward.trusted(c) ? 0.5f * (f[c] - returned) : 0.0f;
        out[c] = clamp(carried[c] + lost, lo[c], hi[c]);
    }
};

template <class Exec, int D, int Kind> void maccormack(const Journey<Exec, D, Kind>& j) {
    auto& [carried, lo, hi] = j.spare.v;
    j.on.for_each(j.box(), SampleWithRange<D, Kind>{.paths = j.back, .f = j.f, .out = *carried, .lo = *lo, .hi = *hi});
    j.ghosts(*carried);
    j.on.for_each(j.box(), MacCormackCorrect<D, Kind>{.forward = j.forward,
                                                      .f = j.f,
                                                      .carried = *carried,
                                                      .lo = *lo,
                                                      .hi = *hi,
                                                      .out = j.out});
}

}  // namespace whorl
