#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D, int Kind> void semi_lagrangian(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleLinear<D, Kind>{.f = j.f, .out = j.out});
}

/// What the velocity is at the other end of the paths of faces. Asks for no ghosts of paths where all sides repeat.
template <int D> struct SampleVelocity {
    static constexpr int blocks_at_once = 5;
    Faces<const float, D> u, displacement;
    Reach<D> reach;
    Index<D> step;

    /// Of any face. Few of them, on a GPU, and so no part of what is done for all others.
    template <int A> WHORL_HD WHORL_NOINLINE float on_face(const Cell<D>& c) const { return sample<A>(c, path<A>(c), reach); }
    /// Of the low face of a cell.
    template <int A> WHORL_HD float on_low_face(const Cell<D>& c) const {
#if defined(__CUDA_ARCH__)
        const Vec<D> d = path<A>(c);
        if (reach.around && Reach<D>::is_near(d)) return sample<A>(c, d, reach.nearby());
        if (!reach.repeats()) return sample<A>(c, d, {reach.n, {}, {}});
#endif
        return on_face<A>(c);
    }

  private:
    template <int A> WHORL_HD Vec<D> path(const Cell<D>& c) const {
        int below = c - step[A];
        if (reach.around && c.i[A] == 0) below += reach.period[A] * step[A];
        Vec<D> d{};
        for_axes<D>([&](auto a) { d[a] = 0.5f * (displacement[a][c] + displacement[a][below]); });
        return d;
    }
    template <int A> WHORL_HD float sample(const Cell<D>& c, Vec<D> d, const Reach<D>& domain) const {
        for_axes<D>([&](auto a) {
            constexpr int B = decltype(a){};
            d[a] = domain.template limit<B>(place<A, B>(c), d[a]);
        });
        const Apart<D> look{step, domain.period};
        return look.template linear<A, A>(u[A], c, look.template nodes<A, A>(c, d));
    }
};

}  // namespace whorl
