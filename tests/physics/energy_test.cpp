// Energy: without a force there is never more of it, and reflection keeps the most.

#include "setup.hpp"

namespace whorl {
namespace {

/// Noise, made free of divergence: all scales that the grid has.
template <int D> Simulation stirred(Settings s) {
    s.initial_velocity = noisy_motion();
    Simulation sim(s);
    sim.step(1e-9);
    return sim;
}

TEST_EACH_DIMENSION(Energy, NeverGrowsWithoutAForce) {
    for (const Side& side : {wall(), free_slip(), periodic()})
        for (const Splitting splitting : every_splitting)
            for (const Advection advection : every_advection) {
                SCOPED_TRACE(std::string(name(side.kind)) + ", " + std::string(name(splitting)) + ", " +
                             std::string(name(advection)));
                Settings s = unit_box<D>(D == 2 ? 48 : 16, side);
                s.solver.splitting = splitting;
                s.solver.advection = advection;
                Simulation sim = stirred<D>(s);
                const double h = sim.spacing().x;
                double largest_gain = 0;
                for (int k = 0; k < 30; ++k) {
                    const double before = sim.kinetic_energy();
                    sim.step(h);  // a cell per step at the speed of the noise
                    largest_gain = std::max(largest_gain, sim.kinetic_energy() / before - 1);
                }
                EXPECT_LE(largest_gain, 1e-6);
            }
}

}  // namespace
}  // namespace whorl
