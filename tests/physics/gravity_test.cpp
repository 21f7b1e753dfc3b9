// Weight and buoyancy.

#include "setup.hpp"

namespace whorl {
namespace {

constexpr double g = 9.81;  // m/s2

TEST_EACH_DIMENSION(Hydrostatic, WeightAloneMovesNothing) {
    Settings s = unit_box<D>(32);
    s.forces = {{.amount = {0, -g, 0}}};
    s.solver.tolerance = 1e-5;
    Simulation sim(s);
    for (int k = 0; k < 20; ++k) sim.step(0.02);
    EXPECT_LT(sim.max_speed(), 1e-5 * std::sqrt(g * 1));
}

TEST_EACH_DIMENSION(Hydrostatic, PressureGrowsWithDepth) {
    Settings s = unit_box<D>(32);
    s.forces = {{.amount = {0, -g, 0}}};
    s.solver.tolerance = 1e-6;
    Simulation sim(s);
    sim.step(0.02);
    const double top = sim.sample("pressure", {0.5, 1, 0.5});
    EXPECT_LT(worst_error(sim.field("pressure"), [&](Vec3 p) { return top + g * (1 - sim.spacing().y / 2 - p.y); }),
              1e-4 * g);
}

/// Where the middle of all of a quantity lies along an axis (m).
double middle(const Simulation& sim, const char* quantity, int axis) {
    double sum = 0, moment = 0;
    for_all(sim.field(quantity), [&](double value, Vec3 p) {
        sum += value;
        moment += value * p[axis];
    });
    return moment / sum;
}

/// How far against gravity, which points down an axis, a ball of something with this buoyancy gets in a second.
template <int D>
double rise(double buoyancy, int axis) {
    Settings s = unit_box<D>(D == 2 ? 48 : 24);
    s.carried = {{.name = "heat"}};
    s.fluid.gravity = {axis == 0 ? -g : 0, axis == 1 ? -g : 0, axis == 2 ? -g : 0};
    s.fluid.buoyancy = {{"heat", buoyancy}};
    Simulation sim(s);
    sim.add(sphere({0.5, 0.5, 0.5}, 0.15), "heat", 1);
    const double before = middle(sim, "heat", axis);
    for (int k = 0; k < 20; ++k) sim.step(0.05);
    return middle(sim, "heat", axis) - before;
}

TEST_EACH_DIMENSION(Buoyancy, HeatRisesAndHeavySmokeSinksWhereverGravityPoints) {
    for (int axis = 0; axis < D; ++axis) {
        EXPECT_GT(rise<D>(0.1, axis), 0.1) << "axis " << axis;
        EXPECT_LT(rise<D>(-0.1, axis), -0.1) << "axis " << axis;
    }
}

// A column as tall as a periodic box moves as one: no pressure stands against it.
TEST_EACH_DIMENSION(Buoyancy, PushesWithItsShareOfGravity) {
    Settings s = unit_box<D>(32, periodic());
    s.carried = {{.name = "heat", .initial = [](Vec3 p) { return p.x < 0.5 ? 1.0 : 0.0; }}};
    s.fluid.gravity = {0, -10, 0};
    s.fluid.buoyancy = {{"heat", 0.3}};
    Simulation sim(s);
    sim.step(0.01);
    EXPECT_NEAR(sim.sample_velocity({0.25, 0.5, 0.5}).y, 0.3 * 10 * 0.01, 1e-6);
    EXPECT_NEAR(sim.sample_velocity({0.75, 0.5, 0.5}).y, 0, 1e-6);
}

}  // namespace
}  // namespace whorl
