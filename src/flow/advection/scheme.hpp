#pragma once
// What an advection scheme gets. A new scheme is one file beside this one and one line in flow/advect.hpp.

#include "flow/state.hpp"

namespace whorl {

/// One field to be carried along, whose values are of kind Kind: at cell centres, or on the faces across an axis. The
/// scheme writes `out` for every cell of `box`.
template <class Exec, int D, int Kind> struct Journey {
    Exec& on;
    const Flow<D>& flow;
    const Rules<D>& rules;       // of the field
    Paths<D, Kind> back;         // to where it was
    Paths<D, Kind> forward;      // to where it goes
    const Field& f;              // with its ghosts filled
    Field& out;
    Array<Field*, 3> spare;      // for intermediate fields

    Box<D> box() const { return Kind == centre ? flow.grid.cells() : flow.grid.faces(Kind); }
    Ghosts<D> ghosts() const {
        return {flow.grid, Kind, rules, flow.periodic, Kind == centre ? nullptr : &flow.solid[Kind == centre ? 0 : Kind]};
    }
};

/// A kernel that samples at the other end of paths: act(c, paths, d, look) does the work, d cells away, for one cell or
/// for several at once (see kernels/sample.hpp).
template <int D, int Kind, class Act> struct Sampling {
    static constexpr int blocks_at_once = whorl::blocks_at_once<Act>() > 1 ? whorl::blocks_at_once<Act>() : 5;
    Paths<D, Kind> paths;
    Act act;

    WHORL_HD void operator()(Cell<D> c) const {
#if defined(__CUDA_ARCH__)
        if (!paths.reach.repeats()) {
            const Sampling seen{paths.in(paths.reach.straight()), act};
            const Straight<D> look{paths.step};
            const Vec<D> d = seen.target(c);
            // Asked once for all that is sampled there, so that no load waits for the answer to another question.
            if (!half_way<D>(look.template nodes<Kind, Kind>(c, d))) return seen(c, d, look);
        }
#endif
        slowly(c);
    }
    WHORL_HD WHORL_SELDOM void slowly(Cell<D> c) const {
        const Vec<D> d = target(c);
        const Apart<D> look = alone();
#if defined(__CUDA_ARCH__)
        if (!half_way<D>(look.template nodes<Kind, Kind>(c, d))) return (*this)(c, d, Apart<D, false>{look.step, look.period});
#endif
        (*this)(c, d, look);
    }

    // Several cells at once: see `for_each` of the executor.
    using Shared = Together<D>;
    WHORL_HD constexpr Apart<D> alone() const { return {paths.step, paths.reach.period}; }
    WHORL_HD constexpr Vec<D> target(const Cell<D>& c) const { return paths.departure(c); }
    static constexpr int shared_nodes = D;
    WHORL_HD constexpr Vec<D> lower_nodes(const Vec<D>& d) const {
        Vec<D> lower{};
        for_axes<D>([&](auto a) { lower[a] = lower_node<Kind, Kind, decltype(a){}>(d[a]); });
        return lower;
    }
    WHORL_HD constexpr bool share(const Cell<D>& c, int count, const Vec<D>& lower, Together<D>& look) const {
        look = {paths.step, lower, lower};
        return look.fits(c, count, paths.reach.period);
    }
    template <class Look> WHORL_HD void operator()(const Cell<D>& c, const Vec<D>& d, const Look& look) const {
        act(c, paths, d, look);
    }
};

/// Runs one over all places of the journey.
template <class Exec, int D, int Kind, class Act>
void sample(const Journey<Exec, D, Kind>& j, const Paths<D, Kind>& paths, const Act& act) {
    j.on.for_each(j.box(), Sampling<D, Kind, Act>{paths, act});
}

/// The same for one that writes `out`, whose ghosts are wanted next.
template <class Exec, int D, int Kind, class Act>
void sample_with_ghosts(const Journey<Exec, D, Kind>& j, const Paths<D, Kind>& paths, const Act& act, Field& out) {
    Field* const written[] = {&out};
    j.ghosts().fill_after(j.on, j.box(), Sampling<D, Kind, Act>{paths, act}, written);
}

/// What a field has at the other end of each path.
template <int D, int Kind> struct SampleLinear {
    View<const float> f;
    View<float> out;
    template <class Look>
    WHORL_HD void operator()(const Cell<D>& c, const Paths<D, Kind>&, const Vec<D>& d, const Look& look) const {
        out[c] = look.template linear<Kind, Kind>(f, c, look.template nodes<Kind, Kind>(c, d));
    }
};

}  // namespace whorl
