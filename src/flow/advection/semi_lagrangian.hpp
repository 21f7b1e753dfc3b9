#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D, int Kind> void semi_lagrangian(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleLinear<D, Kind>{.f = j.f, .out = j.out});
}

/// What the velocity is at the other end of the paths of faces.
template <int D> struct SampleVelocity {
    Faces<const float, D> u, displacement;
    Reach<D> reach;
    Index<D> step;
    template <int A> WHORL_HD constexpr float on_face(const Cell<D>& c) const {
        const Paths<D, A> paths{.step = step, .displacement = displacement, .reach = reach, .low = {}, .high = {}};
        const Apart<D> look{step, reach.period};
        return look.template linear<A, A>(u[A], c, look.template nodes<A, A>(c, paths.departure(c)));
    }
};

}  // namespace whorl
