#pragma once
// Trace back, interpolate (Courant, Isaacson and Rees 1952; Stam 1999). Never overshoots; smears with every step.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <class Exec, int D> void semi_lagrangian(const Journey<Exec, D>& j) { j.sample(j.f, j.back, j.out); }

}  // namespace whorl
