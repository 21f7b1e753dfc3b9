// What surfaces of bodies do to the fluid and the fluid to them: sticking, sliding, warming, and the forces.

#include <cmath>

#include "physics/setup.hpp"
#include "support/sanitizers.hpp"

namespace whorl {
namespace {

Value of_time(double (*f)(double)) {
    return Value([=](Vec3, double t) { return f(t); }, false);
}

TEST_EACH_DIMENSION(ForceOnBody, OfAFluidAtRestIsTheWeightOfWhatItDisplaces) {
    // A uniform force on a closed box makes a pressure that balances it: Archimedes.
    Settings s = unit_box<D>(32);
    s.forces = {{.amount = {0.5, -2, 0}}};
    s.obstacles = {{sphere({0.53, 0.48, 0.51}, 0.22)}};
    s.solver.tolerance = 1e-6;
    Simulation fluid(s);
    for (int k = 0; k < 3; ++k) fluid.step(0.1);
    const double volume = D == 2 ? pi * square(0.22) : 4.0 / 3 * pi * std::pow(0.22, 3);
    const Vec3 force = fluid.force_on(0).total();
    EXPECT_NEAR(force.x, -0.5 * volume, 0.01 * volume);
    EXPECT_NEAR(force.y, 2 * volume, 0.02 * volume);
}

/// A cylinder that spins in a still ring: u = a r + b / r.
struct SpinningCylinder {
    static constexpr double inner = 0.15, outer = 0.4, spin = 0.8, viscosity = 0.05;
    static double speed(double r) {
        const double a = -spin * square(inner) / (square(outer) - square(inner)), b = -a * square(outer);
        return a * r + b / r;
    }
    static double torque() { return -4 * pi * viscosity * spin * square(inner * outer) / (square(outer) - square(inner)); }

    Simulation fluid;
    explicit SpinningCylinder(int cells) : fluid(settings(cells)) {
        for (int k = 0; k < 60; ++k) fluid.step(0.02);
    }
    static Settings settings(int cells) {
        Settings s = unit_box<2>(cells);
        s.fluid.viscosity = viscosity;
        const Vec3 middle{0.5, 0.5, 0};
        s.obstacles = {{.shape = sphere(middle, inner), .motion = {.turn = of_time([](double t) { return spin * t; }), .pivot = middle}},
                       {.shape = everywhere() - sphere(middle, outer)}};
        return s;
    }
    double error() const {
        double worst = 0;
        for (int k = 0; k < 200; ++k) {
            const double angle = 0.1 + 2 * pi * k / 200, r = inner + (outer - inner) * (0.1 + 0.8 * (k % 10) / 9.0);
            const Vec3 u = fluid.sample_velocity({0.5 + r * std::cos(angle), 0.5 + r * std::sin(angle), 0});
            worst = std::max(worst, std::abs(u.y * std::cos(angle) - u.x * std::sin(angle) - speed(r)));
        }
        return worst / (spin * inner);
    }
};

TEST(NoSlip, ASpinningCylinderDragsTheFluidAroundItAsCouetteFound) {
    const SpinningCylinder coarse(32), fine(64);
    EXPECT_LT(fine.error(), 0.03);
    EXPECT_LT(fine.error(), 0.75 * coarse.error());
    EXPECT_NEAR(fine.fluid.force_on(0).torque.z / SpinningCylinder::torque(), 1, 0.02);
    EXPECT_NEAR(fine.fluid.force_on(1).torque.z / SpinningCylinder::torque(), -1, 0.03);
}

TEST(FreeSlip, FluidSlidesPastABallThatHoldsItUpOtherwise) {
    // Through a channel without friction: what slides leaves as fast as it came everywhere, what sticks has a wake.
    const auto slowest_behind = [](Obstacle::Surface surface) {
        Settings s = unit_box<2>(48, free_slip());
        s.boundary.left = inflow({1, 0, 0}), s.boundary.right = open();
        s.fluid.viscosity = 0.02;
        s.obstacles = {{.shape = sphere({0.35, 0.5, 0}, 0.12), .surface = surface}};
        Simulation fluid(s);
        for (int k = 0; k < 120; ++k) fluid.step(0.02);
        double slowest = 9;
        for (int k = 0; k < 20; ++k) slowest = std::min(slowest, fluid.sample_velocity({0.6, 0.4 + 0.01 * k, 0}).x);
        return slowest;
    };
    EXPECT_GT(slowest_behind(Obstacle::Surface::free_slip), slowest_behind(Obstacle::Surface::no_slip) + 0.3);
}

TEST_EACH_DIMENSION(HeldBody, WarmsWhatIsAroundItAndAnInsulatedOneDoesNot) {
    const auto heat_after = [](bool held) {
        Settings s = unit_box<D>(24);
        s.carried = {{.name = "heat", .diffusion = 0.1}};
        s.obstacles = {{.shape = sphere({0.5, 0.5, 0.5}, 0.2)}};
        if (held) s.obstacles[0].held = {{"heat", 3}};
        Simulation fluid(s);
        for (int k = 0; k < shortened(400); ++k) fluid.step(0.05);
        return std::array{fluid.total("heat"), fluid.sample("heat", {0.1, 0.1, 0.1})};
    };
    EXPECT_EQ(heat_after(false)[0], 0);
    const double far_away = heat_after(true)[1];
    if (looks_for_races) return;
    EXPECT_NEAR(far_away, 3, 0.1);  // in the end all is as warm as the body
}

/// Heat between a warm cylinder and a cold ring around it: how far it is from its steady profile.
double error_of_conduction(int cells) {
    const double inner = 0.15, outer = 0.4;
    const Vec3 middle{0.5, 0.5, 0};
    Settings s = unit_box<2>(cells);
    s.carried = {{.name = "heat", .diffusion = 1}};
    s.obstacles = {{.shape = sphere(middle, inner), .held = {{"heat", 1}}},
                   {.shape = everywhere() - sphere(middle, outer), .held = {{"heat", 0}}}};
    Simulation fluid(s);
    for (int k = 0; k < 30; ++k) fluid.step(0.05);
    double worst = 0;
    for (int k = 0; k < 200; ++k) {
        const double angle = 0.1 + 2 * pi * k / 200, r = inner + (outer - inner) * (0.1 + 0.8 * (k % 10) / 9.0);
        const double found = fluid.sample("heat", {0.5 + r * std::cos(angle), 0.5 + r * std::sin(angle), 0});
        worst = std::max(worst, std::abs(found - std::log(outer / r) / std::log(outer / inner)));
    }
    return worst;
}

TEST(HeldBody, WarmsWhatIsAroundItAsTheEquationOfHeatHasIt) {
    const double coarse = error_of_conduction(32), fine = error_of_conduction(64);
    EXPECT_LT(fine, 0.02);
    EXPECT_LT(fine, 0.75 * coarse);
}

}  // namespace
}  // namespace whorl
