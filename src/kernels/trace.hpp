#pragma once
// Where does what arrives here come from? Follows the flow through one step of time, from the centre of every cell.
// Faces take the mean of the two cells beside them: as accurate as the interpolation itself, and a third of the work.

#include "kernels/sample.hpp"

namespace whorl {

/// The domain as seen by a traveller: a wall to stop at, or a period to go round.
template <int D> struct Reach {
    Vec<D> n;             // cells
    Index<D> period;      // the same along periodic axes, 0 along others
    Vec<D> per_period;    // its inverse, or 0
    bool around = false;  // whether all axes have one, so long that ghosts are images of others
    bool near = false;    // whether nothing goes further than these ghosts reach

    /// 2^20 cells: further is nowhere in particular. Takes anything, also NaN.
    WHORL_HD static constexpr float sane(float d) { return lesser(larger(d, -furthest), furthest); }
    static constexpr float furthest = 1048576;

    /// The displacement `d`, a sane one, of something at `x` (cells), limited to the domain. Along a periodic axis whole
    /// periods are dropped; what then still leaves the domain is brought back node by node, which loses no digits. On a GPU,
    /// along an axis without a period, `d` may be anything, also NaN.
    template <int A> WHORL_HD constexpr float limit(float x, float d) const {
#if defined(__CUDA_ARCH__)
        if (near) return d;
        if (period[A] == 0) return lesser(larger(d, -x), n[A] - x);
#endif
        d -= static_cast<float>(period[A]) * nearest(d * per_period[A]);
        const float free = period[A] > 0 ? n[A] : 0.0f;
        return clamp(d, -x - free, n[A] - x + free);
    }

    /// This, where no axis has a period: said in a way that a compiler sees.
    WHORL_HD constexpr Reach straight() const { return {n, {}, {}}; }
    WHORL_HD constexpr bool repeats() const {
        bool any = false;
        for_axes<D>([&](auto a) { any = any || period[a] != 0; });
        return any;
    }

    /// Where all axes repeat, a displacement of less than a cell and a half ends between values that are there, in the domain
    /// or as ghosts, which are images in every bit: seen like this, a GPU has nothing to do with periods.
    WHORL_HD constexpr Reach nearby() const { return {n, {}, {}, true, true}; }
    WHORL_HD static constexpr bool is_near(const Vec<D>& d) {
        bool near = true;
        for_axes<D>([&](auto a) { near = near && abs(d[a]) < 1.5f; });  // not if any is NaN
        return near;
    }
};

/// The flow `d` cells away from the centre of a cell.
template <int D, class Look>
WHORL_HD constexpr Vec<D> flow_at(const Faces<const float, D>& u, const Cell<D>& c, const Vec<D>& d, const Look& look) {
    Vec<D> v{};
    for_axes<D>([&](auto b) {
        constexpr int B = decltype(b){};
        v[b] = look.template linear<centre, B>(u[b], c, look.template nodes<centre, B>(c, d));
    });
    return v;
}

/// Where a place of the given kind lies, in cells.
template <int Kind, int A, int D> WHORL_HD constexpr float place(const Cell<D>& c) {
    return static_cast<float>(c.i[A]) + (Kind == A ? 0.0f : 0.5f);
}

/// Displacement, in cells, to the place from which the flow came (or to which it goes, if dt is negative), by a
/// Runge-Kutta method of 1, 2 or 3 stages. The end is not limited to the domain: `departure` does that.
template <int D, int Stages> struct Trace {
    static constexpr int blocks_at_once = 5;
    Index<D> step;
    Faces<const float, D> u;
    Vec<D> cells;  // -dt / h: cells travelled per m/s
    Reach<D> reach;
    Faces<float, D> displacement;

    /// The same in a domain of which more is known.
    WHORL_HD constexpr Trace in(const Reach<D>& domain) const { return {step, u, cells, domain, displacement}; }
    /// Over the same time the other way.
    WHORL_HD constexpr Trace reversed() const {
        Trace other = *this;
        for_axes<D>([&](auto a) { other.cells[a] = -cells[a]; });
        return other;
    }

    WHORL_HD void operator()(Cell<D> c) const {
#if defined(__CUDA_ARCH__)
        if constexpr (Stages == 2) {
            const Vec<D> first = ahead(here(c));
            Vec<D> d{};
            // Not for what does more than this: it would pay for the code.
            const bool near = reach.around && Reach<D>::is_near(first);
            if (near && in(reach.nearby()).straight(c, first, Reach<D>::furthest, d)) return end(c, d);
            if (!near && !reach.repeats() && in(reach.straight()).straight(c, first, Reach<D>::furthest, d)) return end(c, d);
        }
#endif
        end(c, path(c));
    }
    WHORL_HD void end(const Cell<D>& c, const Vec<D>& d) const {
        for_axes<D>([&](auto a) { displacement[a][c] = d[a]; });
    }
    /// For one cell by itself.
    WHORL_HD WHORL_SELDOM constexpr Vec<D> path(Cell<D> c) const { return any_path(c); }
    WHORL_HD constexpr Vec<D> any_path(const Cell<D>& c) const {
#if defined(__CUDA_ARCH__)
        if (!reach.repeats()) {  // many places are half-way between faces where next to nothing moves
            const Trace seen = in(reach.straight());
            return seen.path(c, seen.target(c), Straight<D, true>{step});
        }
#endif
        return path(c, target(c), alone());
    }

    /// The same on a GPU, in a domain where no way goes round a period, from the first way, half of one with the flow that is
    /// here. False: it is one of the few for which that does not do, or it goes further than `most` cells along all axes.
    WHORL_HD constexpr bool straight(const Cell<D>& c, const Vec<D>& first, float most, Vec<D>& d) const {
        static_assert(Stages == 2);
        const Straight<D> look{step};
        Vec<D> there{};
        for_axes<D>([&](auto a) { there[a] = reach.template limit<decltype(a){}>(place<centre, decltype(a){}>(c), first[a]); });
        // Asked once for all components, so that no load waits for the answer to another question.
        float furthest_off = 0;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            furthest_off = larger(furthest_off, abs(look.template nodes<centre, centre>(c, there).t[A]));
            furthest_off = larger(furthest_off, abs(look.template nodes<centre, A>(c, there).t[A]));
        });
        if (furthest_off == 0.5f) return false;
        const Vec<D> v = flow_at<D>(u, c, there, look);
        for_axes<D>([&](auto a) { d[a] = cells[a] * v[a]; });
        return sum_axes<D>([&](auto a) { return abs(d[a]); }) < most;  // not if any is NaN
    }
    /// Where half of a way leads with the flow that is here, if nothing limits it.
    WHORL_HD constexpr Vec<D> ahead(const Vec<D>& here) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) { d[a] = 0.5f * (cells[a] * here[a]); });
        return d;
    }

    // Several cells at once: see `for_each` of the executor. The first look, half-way, is the one that they may share.
    using Shared = Together<D>;
    WHORL_HD constexpr Apart<D> alone() const { return {step, reach.period}; }
    WHORL_HD constexpr Vec<D> target(const Cell<D>& c) const {
        if constexpr (Stages == 1) return {};
        else return travelled(c, here(c), 0.5f);
    }
    static constexpr int shared_nodes = Stages == 2 ? 2 * D : 0;
    WHORL_HD constexpr Array<float, 2 * D> lower_nodes(const Vec<D>& d) const {
        Array<float, 2 * D> lower{};
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            lower[A] = lower_node<centre, centre, A>(d[A]);
            lower[D + A] = lower_node<centre, A, A>(d[A]);
        });
        return lower;
    }
    WHORL_HD constexpr bool share(const Cell<D>& c, int count, const Array<float, 2 * D>& lower, Together<D>& look) const {
        look.step = step;
        for (int a = 0; a < D; ++a) look.low[a] = lower[a], look.low_half[a] = lower[D + a];
        return look.fits(c, count, reach.period);
    }
    template <class Look> WHORL_HD void operator()(const Cell<D>& c, const Vec<D>& half_way, const Look& look) const {
        const Vec<D> d = path(c, half_way, look);
        for_axes<D>([&](auto a) { displacement[a][c] = d[a]; });
    }
    template <class Look> WHORL_HD constexpr Vec<D> path(const Cell<D>& c, const Vec<D>& half_way, const Look& look) const {
        Vec<D> v{};
        if constexpr (Stages == 1) v = here(c);
        if constexpr (Stages == 2) v = flow_at<D>(u, c, half_way, look);
        if constexpr (Stages == 3) {
            const Vec<D> k1 = here(c), k2 = flow_at<D>(u, c, half_way, alone());
            const Vec<D> k3 = flow_at<D>(u, c, travelled(c, k2, 0.75f), alone());
            for_axes<D>([&](auto a) { v[a] = (2 * k1[a] + 3 * k2[a] + 4 * k3[a]) * (1.0f / 9); });
        }
        for_axes<D>([&](auto a) { v[a] = Reach<D>::sane(cells[a] * v[a]); });
        return v;
    }

    WHORL_HD constexpr Vec<D> here(const Cell<D>& c) const {
        Vec<D> v{};
        for_axes<D>([&](auto a) { v[a] = 0.5f * (u[a][c] + u[a][c + (a == 0 ? 1 : step[a])]); });  // rows run along x
        return v;
    }

    WHORL_HD constexpr Vec<D> travelled(Cell<D> c, const Vec<D>& v, float part) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            d[a] = reach.template limit<A>(place<centre, A>(c), Reach<D>::sane(part * (cells[a] * v[a])));
        });
        return d;
    }
};

/// How many cells a path goes along any axis, at most.
template <int D> struct LongestWay {
    Faces<const float, D> displacement;
    WHORL_HD float operator()(Cell<D> c) const {
        float most = 0;
        for_axes<D>([&](auto a) { most = max(most, abs(displacement[a][c])); });
        return most;
    }
};

/// A flow that goes on as it did before: u + by * (u - before), within what a speed may be. `out` may be one of the two.
template <int D> struct Extrapolate {
    View<const float> u, before;
    float by, limit;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const { out[c] = clamp(u[c] + by * (u[c] - before[c]), -limit, limit); }
};

/// Paths that were traced, as seen from places of one kind.
template <int D, int Kind> struct Paths {
    Index<D> step;
    Faces<const float, D> displacement;
    Reach<D> reach;
    Vec<D> low, high;  // cells: beyond them a sample sees the ghosts of a side that holds the field at a value

    /// The same in a domain of which more is known.
    WHORL_HD constexpr Paths in(const Reach<D>& domain) const { return {step, displacement, domain, low, high}; }

    /// Displacement along the path of this place, inside the domain.
    template <int A> WHORL_HD constexpr float way(const Cell<D>& c) const {
        float d = displacement[A][c];
        if constexpr (Kind != centre) d = 0.5f * (d + displacement[A][c - step[Kind]]);
        return reach.template limit<A>(place<Kind, A>(c), d);
    }

    /// Displacement to the other end.
    WHORL_HD constexpr Vec<D> departure(const Cell<D>& c) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) { d[a] = way<decltype(a){}>(c); });
        return d;
    }

    /// Whether what is sampled there is the field itself. Next to a held side it is not: there the difference between a
    /// field and its round trip says more about the ghosts than about the error, and correcting by it feeds the flow.
    /// `margin` is how many cells further a wider interpolation looks.
    WHORL_HD constexpr bool trusted(const Cell<D>& c, const Vec<D>& d, float margin = 0) const {
        int good = 1;  // no branches: this is part of vector code
        for_axes<D>([&](auto a) { good &= static_cast<int>(trusted_along<decltype(a){}>(c, d, margin)); });
        return good != 0;
    }
    /// The same for the sides across one axis.
    template <int A> WHORL_HD constexpr bool trusted_along(const Cell<D>& c, const Vec<D>& d, float margin) const {
        const float x = place<Kind, A>(c) + d[A];
        return (static_cast<int>(x >= low[A] + margin) & static_cast<int>(x <= high[A] - margin)) != 0;
    }
};

}  // namespace whorl
