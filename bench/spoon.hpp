#pragma once
// The stirred box: a unit square in which a spoon goes round.

#include "paper.hpp"

namespace bench {

constexpr double stir_dt = 1.0 / 60;     // s
constexpr double stir_viscosity = 1e-4;  // m2/s, of the velocity and of the smoke: what 20 sweeps can just about solve

/// A spoon of smoke goes round in the box, pushing as it goes.
struct Spoon {
    double x, y, radius;    // m
    double push_x, push_y;  // m/s2
    double smoke;           // 1/s
};
Spoon spoon(int step);

/// Fills the arrays that the paper's step takes its forces and sources from.
void fill_sources(Paper& paper, int step);

}  // namespace bench
