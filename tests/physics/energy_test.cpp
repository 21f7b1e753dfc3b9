// Energy: without a force there is never more of it, and reflection keeps the most.

#include "setup.hpp"
#include "support/sanitizers.hpp"

namespace whorl {
namespace {

/// Noise, made free of divergence: all scales that the grid has.
template <int D>
Simulation stirred(Settings s) {
    s.initial_velocity = noisy_motion();
    Simulation sim(s);
    sim.step(1e-9);
    return sim;
}

TEST_EACH_DIMENSION(Energy, NeverGrowsWithoutAForce) {
    for (const Side& side : {wall(), free_slip(), periodic()})
        for (const Splitting splitting : one_step_splittings)
            for (const Advection advection : every_advection) {
                SCOPED_TRACE(std::string(name(side.kind)) + ", " + std::string(name(splitting)) + ", " +
                             std::string(name(advection)));
                Settings s = unit_box<D>(D == 2 ? 48 : 16, side);
                s.solver.splitting = splitting;
                s.solver.advection = advection;
                Simulation sim = stirred<D>(s);
                const double h = sim.spacing().x;
                double largest_gain = 0;
                for (int k = 0; k < shortened(30); ++k) {
                    const double before = sim.kinetic_energy();
                    sim.step(h);  // a cell per step at the speed of the noise
                    largest_gain = std::max(largest_gain, sim.kinetic_energy() / before - 1);
                }
                EXPECT_LE(largest_gain, 1e-6);
            }
}

// Backward differences weigh two steps. Where the grid does not resolve the flow, energy may come back from one to the
// other for a while, but there is never more than at the start.
TEST_EACH_DIMENSION(Energy, OfTwoStepIsNeverMoreThanItWas) {
    for (const Side& side : {wall(), free_slip(), periodic()})
        for (const Advection advection : every_advection) {
            SCOPED_TRACE(std::string(name(side.kind)) + ", " + std::string(name(advection)));
            Settings s = unit_box<D>(D == 2 ? 48 : 16, side);
            s.solver.splitting = Splitting::two_step;
            s.solver.advection = advection;
            Simulation sim = stirred<D>(s);
            const double h = sim.spacing().x, before = sim.kinetic_energy();
            double most = 0;
            for (int k = 0; k < shortened(100); ++k) sim.step(h), most = std::max(most, sim.kinetic_energy());
            EXPECT_LT(most, before);
        }
}

TEST_EACH_DIMENSION(Energy, OfASteadyWindStaysAsItIsInEveryScheme) {
    for (const Splitting splitting : every_splitting)
        for (const Advection advection : every_advection) {
            SCOPED_TRACE(std::string(name(splitting)) + ", " + std::string(name(advection)));
            Settings s = unit_box<D>(16, periodic());
            s.solver.splitting = splitting;
            s.solver.advection = advection;
            s.initial_velocity = {[](Vec3) { return 1; }, [](Vec3) { return -0.7; }, [](Vec3) { return 0.3; }};
            Simulation sim(s);
            const double before = sim.kinetic_energy();
            for (int k = 0; k < 50; ++k) sim.step(0.023);
            EXPECT_NEAR(sim.kinetic_energy() / before, 1, 1e-6);
        }
}

/// Waves as long as the box, made free of divergence.
template <int D>
Simulation long_waves(Settings s) {
    const auto wave = [](double x, double y, double z) {
        return [=](Vec3 p) {
            return std::sin(2 * pi * (p.x + x)) * std::cos(2 * pi * (p.y + y)) * std::cos(2 * pi * (p.z + z));
        };
    };
    s.initial_velocity = {wave(0.1, 0.8, 0.3), wave(0.4, 0.3, 0.2), wave(0.9, 0.65, 0.1)};
    Simulation sim(s);
    sim.step(1e-9);
    return sim;
}

/// Energy at the time `end`, at a Courant number of 1/2, over that at the start.
double energy_kept(Simulation sim, double end) {
    const double before = sim.kinetic_energy(), h = sim.spacing().x;
    while (sim.statistics().time < end) sim.step(h / 2);
    return sim.kinetic_energy() / before;
}

// A second-order scheme may err by (k h)^2 to either side, where the flow has no viscosity to hide it.
TEST_EACH_DIMENSION(Energy, OfASmoothFlowGrowsByNoMoreThanTheTruncationError) {
    for (const Side& side : {wall(), free_slip(), periodic()})
        for (const Advection advection : every_advection) {
            SCOPED_TRACE(std::string(name(side.kind)) + ", " + std::string(name(advection)));
            const int n = D == 2 ? 64 : 24;
            Settings s = unit_box<D>(n, side);
            s.solver.advection = advection;
            for (const Splitting splitting : {Splitting::reflection, Splitting::two_step}) {
                s.solver.splitting = splitting;
                EXPECT_LT(energy_kept(long_waves<D>(s), shortened(0.5)) - 1, square(2 * pi / n)) << name(splitting);
            }
        }
}

/// Taylor and Green's vortices, without viscosity.
template <int D>
Simulation vortices(Settings s) {
    const double k = 2 * pi;
    s.initial_velocity[0] = [=](Vec3 p) { return std::sin(k * p.x) * std::cos(k * p.y) * std::cos(k * p.z); };
    s.initial_velocity[1] = [=](Vec3 p) { return -std::cos(k * p.x) * std::sin(k * p.y) * std::cos(k * p.z); };
    return Simulation(s);
}

TEST_EACH_DIMENSION(Energy, ReflectionKeepsMoreOfItThanAdvectProject) {
    const auto kept = [](Splitting splitting) {
        Settings s = unit_box<D>(D == 2 ? 64 : 32, periodic());
        s.solver.splitting = splitting;
        return energy_kept(vortices<D>(s), 0.25);
    };
    const double plain = kept(Splitting::advect_project), reflected = kept(Splitting::reflection);
    EXPECT_LT(plain, 1);
    EXPECT_LT(std::abs(1 - reflected), 0.2 * (1 - plain));
}

}  // namespace
}  // namespace whorl
