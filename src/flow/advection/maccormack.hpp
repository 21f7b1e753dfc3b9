#pragma once
// MacCormack (Selle et al. 2008): go there and back again, and take away half of the error that this shows. Limited to
// the values that the plain step interpolates between.

#include "flow/advection/scheme.hpp"

namespace whorl {

/// The plain step, and the values between which the corrected one may lie.
template <int D, int Kind> struct SampleWithRange {
    static constexpr int blocks_at_once = 8;
    View<const float> f;
    View<float> out, lo, hi;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>& paths, const Vec<D>& d,
                             const Look& look) const {
        const auto nodes = look.template nodes<Kind, Kind>(c, d);
        const auto [plain, seen] = look.template seen<Kind, Kind>(f, c, nodes);
        const bool free = paths.trusted(c, d);
        out[c] = plain;
        lo[c] = free ? seen.lo : plain;
        hi[c] = free ? seen.hi : plain;
    }
};

template <int D, int Kind> struct MacCormackCorrect {
    static constexpr int blocks_at_once = 8;
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

/// The second half for both, which finds by itself between which values they may lie.
template <int D> struct ComeBack {
    struct Carried {
        View<const float> f, carried;  // before, and after the plain step
        View<float> out;
        Vec<D> low, high;  // where the plain step can be trusted, and as many places going back
    };
    Paths<D, centre> back;
    Array<Carried, 2> q;
    bool everywhere;  // both can be trusted

    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, centre>& paths, const Vec<D>& d, const Look& look) const {
        const Vec<D> from = back.in(paths.reach).departure(c);
        const auto nodes = look.template nodes<centre, centre>(c, d);
        const auto seen = look.template nodes<centre, centre>(c, from);
        Vec<2> lost{}, plain{}, value{};
        Array<Interval, 2> allowed{};
        for_axes<2>([&](auto k) { plain[k] = q[k].carried[c], value[k] = q[k].f[c]; });
        for_axes<2>([&](auto k) {
            const float returned = look.template linear<centre, centre>(q[k].carried, c, nodes);
            lost[k] = 0.5f * (value[k] - returned);
            allowed[k] = look.template range<centre, centre>(q[k].f, c, seen);
        });
        if (!everywhere)
            for_axes<2>([&](auto k) {
                if (!trusted(q[k], c, d)) lost[k] = 0;
                if (!trusted(q[k], c, from)) allowed[k] = {plain[k], plain[k]};
            });
        for_axes<2>([&](auto k) { q[k].out[c] = clamp(plain[k] + lost[k], allowed[k].lo, allowed[k].hi); });
    }

  private:
    WHORL_HD static bool trusted(const Carried& one, const Cell<D>& c, const Vec<D>& d) {
        return Paths<D, centre>{{}, {}, {}, one.low, one.high}.trusted(c, d);
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
    sample(a, a.back, BothActs<D, Plain, Plain>{{.f = a.f, .out = first}, {.f = b.f, .out = second}});
    fill_shells(a.on, Array<FillShell<D>, 2>{a.ghosts().shell(first), b.ghosts().shell(second)});
    const auto anywhere = [](const Paths<D, centre>& way) {
        bool good = true;
        for (int k = 0; k < D; ++k) good = good && way.low[k] < 0 && way.high[k] > way.reach.n[k];
        return good;
    };
    sample(a, a.forward,
           ComeBack<D>{.back = a.back,
                       .q = {{{a.f, first, a.out, a.back.low, a.back.high}, {b.f, second, b.out, b.back.low, b.back.high}}},
                       .everywhere = anywhere(a.back) && anywhere(b.back)});
}

}  // namespace whorl
