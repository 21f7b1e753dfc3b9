// What the sides of the domain let through, and which way a moving one drags the fluid.

#include "setup.hpp"

namespace whorl {
namespace {

/// What flows through the plane of faces number i across x (m2/s or m3/s).
double flow_through(const Simulation& sim, int i) {
    const FieldView u = sim.velocity(0), open = sim.openness(0);
    double sum = 0;
    for (int k = 0; k < u.extent[2]; ++k)
        for (int j = 0; j < u.extent[1]; ++j) sum += i == 0 ? double{u(i, j, k)} : double{u(i, j, k)} * open(i, j, k);
    return sum * u.spacing.y * (sim.dimension() == 2 ? 1 : u.spacing.z);
}

TEST_EACH_DIMENSION(Channel, WhatFlowsInFlowsPastTheBallAndOut) {
    Settings s = unit_box<D>(D == 2 ? 40 : 20);
    s.size[0] = 2;
    s.cells[0] *= 2;
    s.boundary.left = inflow({1, 0, 0});
    s.boundary.right = open();
    s.obstacles = {{sphere({0.7, 0.45, 0.5}, 0.2)}};
    Simulation sim(s);
    for (int step = 0; step < 20; ++step) sim.step(0.05);
    for (int i = 0; i <= sim.cells()[0]; ++i) EXPECT_NEAR(flow_through(sim, i), 1, 1e-4) << "plane " << i;
    EXPECT_GT(sim.max_speed(), 1.2);  // it has to hurry past the ball
}

TEST_EACH_DIMENSION(Channel, BallAtRestLetsNothingThrough) {
    Settings s = unit_box<D>(D == 2 ? 40 : 20, periodic());
    s.obstacles = {{sphere({0.5, 0.5, 0.5}, 0.25)}};
    s.initial_velocity[0] = [](Vec3) { return 1; };
    Simulation sim(s);
    for (int step = 0; step < 10; ++step) sim.step(0.05);
    EXPECT_LT(std::abs(sim.sample_velocity({0.5, 0.5, 0.5}).x), 1e-6);
    EXPECT_GT(sim.sample_velocity({0.5, 0.9, 0.5}).x, 0.5);
}

// Right along the lid, down on the right, back to the left below, and up on the left.
TEST_EACH_DIMENSION(Lid, DragsTheFluidRoundItsWay) {
    Settings s = unit_box<D>(D == 2 ? 48 : 24);
    s.boundary.top = wall({1, 0, 0});
    s.fluid.viscosity = 0.01;
    Simulation sim(s);
    for (int step = 0; step < 100; ++step) sim.step(0.05);
    EXPECT_GT(sim.sample_velocity({0.5, 0.97, 0.5}).x, 0.5);
    EXPECT_LT(sim.sample_velocity({0.85, 0.5, 0.5}).y, -0.05);
    EXPECT_LT(sim.sample_velocity({0.5, 0.4, 0.5}).x, -0.05);
    EXPECT_GT(sim.sample_velocity({0.2, 0.5, 0.5}).y, 0.05);
}

}  // namespace
}  // namespace whorl
