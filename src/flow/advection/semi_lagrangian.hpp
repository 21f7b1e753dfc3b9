#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D, int Kind> void semi_lagrangian(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleLinear<D, Kind>{.f = j.f, .out = j.out});
}

/// What the velocity is at the other end of the paths of faces. Asks for no ghosts of paths where all sides repeat.
template <int D> struct SampleVelocity {
    static constexpr int blocks_at_once = 8;
    Faces<const float, D> u, displacement;
    Reach<D> reach;
    Index<D> step;

    /// Of any face. Few of them, on a GPU, and so no part of what is done for all others.
    template <int A> WHORL_HD WHORL_NOINLINE float on_face(Cell<D> c) const {
        const Apart<D> look{step, reach.period};
        return look.template linear<A, A>(u[A], c, look.template nodes<A, A>(c, limited<A>(c, path<A>(c), reach)));
    }
    /// Of the low faces of a cell, all at once.
    WHORL_HD Vec<D> on_low_faces(const Cell<D>& c) const {
        Vec<D> v{};
#if defined(__CUDA_ARCH__)
        if (reach.around && near_faces(c, v)) return v;
        if (!reach.repeats() && straight(c, v)) return v;
#endif
        for_axes<D>([&](auto a) { v[a] = on_face<decltype(a){}>(c); });
        return v;
    }

  private:
    template <int A> WHORL_HD Vec<D> path(const Cell<D>& c) const {
        int below = c - step[A];
        if (reach.around && c.i[A] == 0) below += reach.period[A] * step[A];
        return mean_path<A>(c, below);
    }
    /// Where no way goes round a period. False: some place is half-way between nodes.
    WHORL_HD bool straight(const Cell<D>& c, Vec<D>& v) const {
        bool done = true;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            done = done && sample_straight<A>(c, mean_path<A>(c, c - (A == 0 ? 1 : step[A])), reach.straight(), v[a]);
        });
        return done;
    }
    /// Where no way is long enough for that.
    WHORL_HD bool near_faces(const Cell<D>& c, Vec<D>& v) const {
        bool done = true;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            if (!done) return;
            const Vec<D> d = path<A>(c);
            done = Reach<D>::is_near(d) && sample_straight<A>(c, d, reach.nearby(), v[a]);
        });
        return done;
    }
    template <int A> WHORL_HD bool sample_straight(const Cell<D>& c, const Vec<D>& d, const Reach<D>& domain, float& v) const {
        const Straight<D> look{step};
        const auto nodes = look.template nodes<A, A>(c, limited<A>(c, d, domain));
        if (half_way(nodes)) return false;
        v = look.template linear<A, A>(u[A], c, nodes);
        return true;
    }
    template <int A> WHORL_HD Vec<D> mean_path(int at, int below) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) { d[a] = 0.5f * (displacement[a][at] + displacement[a][below]); });
        return d;
    }
    template <int A> WHORL_HD Vec<D> limited(const Cell<D>& c, Vec<D> d, const Reach<D>& domain) const {
        for_axes<D>([&](auto a) {
            constexpr int B = decltype(a){};
            d[a] = domain.template limit<B>(place<A, B>(c), d[a]);
        });
        return d;
    }
};

}  // namespace whorl
