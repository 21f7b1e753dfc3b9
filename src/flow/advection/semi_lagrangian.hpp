#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D, int Kind> void semi_lagrangian(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleLinear<D, Kind>{.f = j.f, .out = j.out});
}

/// What the velocity is at the other end of the paths of faces.
template <int D> struct SampleVelocity {
    static constexpr int blocks_at_once = 5;
    Faces<const float, D> u, displacement;
    Reach<D> reach;
    Index<D> step;
    template <int A> WHORL_HD constexpr float on_face(const Cell<D>& c) const {
        return reach.seen_by([&](const Reach<D>& domain) {
            const Paths<D, A> paths{.step = step, .displacement = displacement, .reach = domain, .low = {}, .high = {}};
            const Apart<D> look{step, domain.period};
            return look.template linear<A, A>(u[A], c, look.template nodes<A, A>(c, paths.departure(c)));
        });
    }
};

}  // namespace whorl
