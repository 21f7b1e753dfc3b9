#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D, int Kind> void semi_lagrangian(const Journey<Exec, D, Kind>& j) {
    j.on.for_each(j.box(), SampleLinear<D, Kind>{.paths = j.back, .f = j.f, .out = j.out});
}

}  // namespace whorl
