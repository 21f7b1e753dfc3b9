#pragma once
// MacCormack (Selle et al. 2008): go there and back again, and take away half of the error that this shows. Limited to
// the values that the plain step interpolates between.

#include "flow/advection/scheme.hpp"

namespace whorl {

/// The plain step, and the values between which the corrected one may lie.
template <int D, int Kind> struct SampleWithRange {
    View<const float> f;
    View<float> out, lo, hi;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>& paths, const Vec<D>& d,
                             const Look& look) const {
        const auto nodes = look.template nodes<Kind, Kind>(c, d);
        const Interval seen = look.template range<Kind, Kind>(f, c, nodes);
        const float plain = look.template linear<Kind, Kind>(f, c, nodes);
        const bool free = paths.trusted(c, d);
        out[c] = plain;
        lo[c] = free ? seen.lo : plain;
        hi[c] = free ? seen.hi : plain;
    }
};

template <int D, int Kind> struct MacCormackCorrect {
    View<const float> f, carried;  // before, and after the plain step
    View<const float> lo, hi;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>& forward, const Vec<D>& d,
                             const Look& look) const {
        const auto nodes = look.template nodes<Kind, Kind>(c, d);
        const float returned = look.template linear<Kind, Kind>(carried, c, nodes);
        const float lost = forward.trusted(c, d) ? 0.5f * (f[c] - returned) : 0.0f;
        out[c] = clamp(carried[c] + lost, lo[c], hi[c]);
    }
};

template <class Exec, int D, int Kind> void maccormack(const Journey<Exec, D, Kind>& j) {
    auto& [carried, lo, hi] = j.spare.v;
    sample_with_ghosts(j, j.back, SampleWithRange<D, Kind>{.f = j.f, .out = *carried, .lo = *lo, .hi = *hi}, *carried);
    sample(j, j.forward,
           MacCormackCorrect<D, Kind>{.f = j.f, .carried = *carried, .lo = *lo, .hi = *hi, .out = j.out});
}

}  // namespace whorl
