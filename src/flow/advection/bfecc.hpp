#pragma once
// Back and forth error compensation and correction (Dupont and Liu 2003): start from a field that has half of the error
// of a round trip added beforehand. Limited like MacCormack.

#include "flow/advection/scheme.hpp"

namespace whorl {

/// f plus half of what a round trip loses.
template <int D, int Kind> struct Compensate {
    View<const float> f, carried;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>& forward, const Vec<D>& d,
                             const Look& look) const {
        const auto nodes = look.template nodes<Kind, Kind>(c, d);
        const float returned = look.template linear<Kind, Kind>(carried, c, nodes);
        out[c] = f[c] + (forward.trusted(c, d) ? 0.5f * (f[c] - returned) : 0.0f);
    }
};

template <int D, int Kind> struct SampleLimited {
    View<const float> f, limiter;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>&, const Vec<D>& d, const Look& look) const {
        const auto nodes = look.template nodes<Kind, Kind>(c, d);
        const Interval allowed = look.template range<Kind, Kind>(limiter, c, nodes);
        out[c] = clamp(look.template linear<Kind, Kind>(f, c, nodes), allowed.lo, allowed.hi);
    }
};

template <class Exec, int D, int Kind> void bfecc(const Journey<Exec, D, Kind>& j) {
    Field& compensated = *j.spare[0];
    sample_with_ghosts(j, j.back, SampleLinear<D, Kind>{.f = j.f, .out = j.out}, j.out);
    sample_with_ghosts(j, j.forward, Compensate<D, Kind>{.f = j.f, .carried = j.out, .out = compensated}, compensated);
    sample(j, j.back, SampleLimited<D, Kind>{.f = compensated, .limiter = j.f, .out = j.out});
}

}  // namespace whorl
