#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D, int Kind> void semi_lagrangian(const Journey<Exec, D, Kind>& j) {
    sample(j, j.back, SampleLinear<D, Kind>{.f = j.f, .out = j.out});
}

}  // namespace whorl
