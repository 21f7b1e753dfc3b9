// Vorticity confinement: the force strength * N x curl u drives a vortex round, and its strength is a speed, not a
// multiple of the cell.

#include "setup.hpp"

namespace whorl {
namespace {

constexpr double spin = 20;    // 1/s, rotation in the middle
constexpr double core = 0.12;  // m

/// curl u = spin exp(-r^2 / core^2): the speed is spin core^2 (1 - exp(-r^2 / core^2)) / 2 r. The axis is y in space.
double speed_over_radius(double x, double y) {
    const double q = (square(x) + square(y)) / square(core);
    return q > 0 ? -spin / 2 * std::expm1(-q) / q : spin / 2;
}

template <int D>
Simulation vortex(int n, double strength) {
    constexpr int second = D - 1;
    Settings s = unit_box<D>(n, free_slip());
    if (D == 3) s.cells[1] = 4, s.size[1] = 4.0 / n, s.boundary.bottom = s.boundary.top = periodic();
    s.fluid.vorticity = strength;
    s.initial_velocity[0] = [](Vec3 p) { return -(p[second] - 0.5) * speed_over_radius(p.x - 0.5, p[second] - 0.5); };
    s.initial_velocity[second] = [](Vec3 p) { return (p.x - 0.5) * speed_over_radius(p.x - 0.5, p[second] - 0.5); };
    return Simulation(s);
}

/// Energy (per length of the vortex) that confinement has added after `steps` of 5 ms.
template <int D>
double energy_gained(int n, double strength, int steps) {
    Simulation with = vortex<D>(n, strength), without = vortex<D>(n, 0);
    for (int k = 0; k < steps; ++k) with.step(0.005), without.step(0.005);
    return (with.kinetic_energy() - without.kinetic_energy()) / (D == 2 ? 1 : with.size().y);
}

// N points inwards, so the force is along the flow, and its power is the integral of strength * speed * rotation:
//     strength spin^2 pi core^3 (sqrt(pi) / 2) (1 - 1 / sqrt(2))
TEST_EACH_DIMENSION(Confinement, DrivesAVortexWithThePowerOfItsFormulaAtAnyResolution) {
    const double strength = 0.05;
    const double power = strength * square(spin) * pi * std::pow(core, 3) * (std::sqrt(pi) / 2) * (1 - std::sqrt(0.5));
    for (const int n : {48, 96}) EXPECT_NEAR(energy_gained<D>(n, strength, 1) / (0.005 * power), 1, 0.05) << n;
}

TEST_EACH_DIMENSION(Confinement, GivesTheSameSwirlAtTwoResolutions) {
    EXPECT_NEAR(energy_gained<D>(96, 0.05, 20) / energy_gained<D>(48, 0.05, 20), 1, 0.1);
}

}  // namespace
}  // namespace whorl
