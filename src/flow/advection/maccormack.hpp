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

// ---- Two quantities at once, for executors that would rather compute again than store --------------------------------

/// The second half, which finds by itself between which values it may lie.
template <int D> struct MacCormackWhole {
    Paths<D, centre> back;  // trusted in as many places as those that go forward
    View<const float> f, carried;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, centre>& paths, const Vec<D>& d, const Look& look) const {
        const float returned = look.template linear<centre, centre>(carried, c, look.template nodes<centre, centre>(c, d));
        const float lost = back.trusted(c, d) ? 0.5f * (f[c] - returned) : 0.0f;
        const float plain = carried[c];
        const Vec<D> from = back.in(paths.reach).departure(c);
        const Interval seen = look.template range<centre, centre>(f, c, look.template nodes<centre, centre>(c, from));
        const bool free = back.trusted(c, from);
        out[c] = clamp(plain + lost, free ? seen.lo : plain, free ? seen.hi : plain);
    }
};

/// What both do along the same paths.
template <int D, class One, class Other> struct BothActs {
    One one;
    Other other;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, centre>& paths, const Vec<D>& d, const Look& look) const {
        one(c, paths, d, look);
        other(c, paths, d, look);
    }
};

/// Uses the first two of the spare fields of `a` for both.
template <class Exec, int D> void maccormack_pair(const Journey<Exec, D, centre>& a, const Journey<Exec, D, centre>& b) {
    Field &first = *a.spare[0], &second = *a.spare[1];
    using Plain = SampleLinear<D, centre>;
    using Whole = MacCormackWhole<D>;
    sample(a, a.back, BothActs<D, Plain, Plain>{{.f = a.f, .out = first}, {.f = b.f, .out = second}});
    fill_shells(a.on, Array<FillShell<D>, 2>{a.ghosts().shell(first), b.ghosts().shell(second)});
    sample(a, a.forward,
           BothActs<D, Whole, Whole>{{.back = a.back, .f = a.f, .carried = first, .out = a.out},
                                     {.back = b.back, .f = b.f, .carried = second, .out = b.out}});
}

}  // namespace whorl
