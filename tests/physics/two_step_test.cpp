// The splitting for accuracy: what its memory of the last step buys, and that nothing else is lost.

#include "setup.hpp"

namespace whorl {
namespace {

/// A steady cavity at Re 100: the least velocity on its upright middle line.
double least_velocity(Splitting splitting, double cells_per_step) {
    constexpr int n = 32;
    Settings s = unit_box<2>(n);
    s.boundary.top = wall({1, 0, 0});
    s.fluid.viscosity = 0.01;
    s.solver.splitting = splitting;
    s.solver.advection = Advection::unlimited_cubic;
    s.solver.tolerance = 1e-5;
    Simulation sim(s);
    while (sim.statistics().time < 15) sim.step(cells_per_step / n);
    double least = 0;
    for (int j = 0; j < n; ++j) least = std::min(least, double{sim.velocity(0)(n / 2, j)});
    return least;
}

// A projection that comes after viscosity leaves a slip at walls, and terms that act at one end of a path only are taken at
// the wrong place: both in proportion to the step.
TEST(TwoStep, ASteadyFlowDependsOnTheLengthOfStepsFarLessThanWithAdvectProject) {
    const auto change = [](Splitting splitting) {
        return std::abs(least_velocity(splitting, 1) - least_velocity(splitting, 0.25));
    };
    EXPECT_LT(change(Splitting::two_step), 0.2 * change(Splitting::advect_project));
}

/// How fast a layer moves that is heavy below and light above: its weight is balanced by the pressure.
template <int D>
double speed_in_balance(Splitting splitting) {
    Settings s = unit_box<D>(24);
    s.fluid.viscosity = 1e-3;
    s.fluid.buoyancy = {{"heat", 1}};
    s.carried = {{.name = "heat", .initial = [](Vec3 p) { return p.y; }}};
    s.solver.splitting = splitting;
    Simulation sim(s);
    for (int k = 0; k < 40; ++k) sim.step(0.02);
    return sim.max_speed();
}

// Viscosity that knows of the weight but not of the pressure stirs what is next to the walls. Here only that of the first
// step does not know, and the waves that it makes are left.
TEST_EACH_DIMENSION(TwoStep, ALayerInBalanceIsStirredFarLessThanWithAdvectProject) {
    EXPECT_LT(speed_in_balance<D>(Splitting::two_step), 0.2 * speed_in_balance<D>(Splitting::advect_project));
}

TEST_EACH_DIMENSION(TwoStep, StepsOfAnyLengthOneAfterTheOtherStayBounded) {
    Settings s = unit_box<D>(D == 2 ? 32 : 16);
    s.boundary.top = wall({1, 0, 0});
    s.fluid.viscosity = 1e-3;
    s.solver.splitting = Splitting::two_step;
    s.solver.advection = Advection::unlimited_cubic;
    Simulation sim(s);
    for (int round = 0; round < 20; ++round)
        for (const double dt : {0.01, 0.019, 0.5, 0.9, 0.003, 0.006, 10.0}) sim.step(dt);
    EXPECT_LT(sim.max_speed(), 1.5);  // little more than the lid
}

// The step after is as that from the same velocity without a past.
TEST(TwoStep, AVelocityThatWasSetHasNoPast) {
    const auto wave = [](Vec3 p) { return std::sin(2 * pi * p.y); };
    Settings s = unit_box<2>(32, periodic());
    s.solver.splitting = Splitting::two_step;
    Simulation fresh(s), touched(s);
    fresh.fill_velocity({wave, {}, {}});
    touched.fill_velocity({[](Vec3 p) { return std::cos(2 * pi * p.y); }, wave, {}});
    for (int k = 0; k < 3; ++k) touched.step(0.02);
    touched.fill_velocity({wave, [](Vec3) { return 0; }, {}});
    fresh.step(0.02), touched.step(0.02);
    EXPECT_LT(worst_error(touched.velocity(0), [&](Vec3 p) { return fresh.sample_velocity(p).x; }), 1e-6);
}

}  // namespace
}  // namespace whorl
