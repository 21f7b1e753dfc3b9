// Bodies that move push and drag, and none makes a step fail.

#include <cmath>

#include "physics/setup.hpp"

namespace whorl {
namespace {

TEST_EACH_DIMENSION(MovingBody, PushesTheFluidAsideAsPotentialFlowHasIt) {
    // Without viscosity: a dipole. Ahead and behind u = v (radius / r)^D, beside it -v (radius / r)^D / (D - 1).
    constexpr double v = 0.5, radius = 0.12;
    Settings s = unit_box<D>(48, open());
    s.obstacles = {{.shape = sphere({0.4, 0.5, 0.5}, radius), .motion = {.shift = {Value([](Vec3, double t) { return v * t; }, false)}}}};
    Simulation fluid(s);
    for (int k = 0; k < 10; ++k) fluid.step(0.01);
    const double x = 0.4 + v * fluid.statistics().time, r = 0.17, size = v * std::pow(radius / r, D);
    EXPECT_NEAR(fluid.sample_velocity({x + r, 0.5, 0.5}).x / size, 1, 0.15);
    EXPECT_NEAR(fluid.sample_velocity({x - r, 0.5, 0.5}).x / size, 1, 0.15);
    EXPECT_NEAR(fluid.sample_velocity({x, 0.5 + r, 0.5}).x / size, -1.0 / (D - 1), 0.15);
}

TEST_EACH_DIMENSION(MovingBody, MayComeInLeaveMeetOthersAndFillAllWithoutANumberGoingWrong) {
    const auto at = [](double rate, double from) { return Value([=](Vec3, double t) { return from + rate * t; }, false); };
    Settings s = stirred<D>(20);
    s.carried = {{.name = "smoke", .diffusion = 1e-3, .initial = [](Vec3) { return 1.0; }}};
    s.fluid.viscosity = 1e-3;
    s.obstacles = {{.shape = sphere({0.5, 0.5, 0.5}, 0.2), .motion = {.shift = {at(3, -1.5)}}},
                   {.shape = box({0.3, 0.3, 0.3}, {0.5, 0.5, 0.5}), .motion = {.turn = at(4, 0), .pivot = {0.4, 0.4, 0.4}}},
                   {.shape = box({-9, 2, -9}, {9, 9, 9}), .motion = {.shift = {0.0, at(-4, 0)}}}};  // comes down on all
    Simulation fluid(s);
    for (int k = 0; k < 50; ++k) {
        fluid.step(0.02);
        ASSERT_TRUE(std::isfinite(fluid.max_speed())) << k;
        ASSERT_TRUE(std::isfinite(fluid.total("smoke"))) << k;
        ASSERT_LT(fluid.max_speed(), 1e4) << k;
    }
}

TEST(MovingBody, LeavesTheSameStateWhenARunIsTakenUpAgain) {
    Settings s = stirred<2>(24);
    s.fluid.viscosity = 1e-3;
    s.obstacles = {{.shape = box({0.3, 0.45, 0}, {0.7, 0.5, 0}), .motion = {.turn = Value([](Vec3, double t) { return 2 * t; }, false), .pivot = {0.5, 0.5, 0}}}};
    Simulation one(s), other(s);
    for (int k = 0; k < 6; ++k) one.step(0.02);
    other.restore(one.save());
    for (int k = 0; k < 6; ++k) one.step(0.02), other.step(0.02);
    EXPECT_EQ(one.state_hash(), other.state_hash());
}

}  // namespace
}  // namespace whorl
