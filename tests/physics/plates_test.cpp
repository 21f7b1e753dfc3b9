// Flow and heat between two plates, where the discrete equations have solutions in closed form.

#include "setup.hpp"
#include "album/table.hpp"

namespace whorl {
namespace {

constexpr float epsilon = 0x1p-23f;  // of a float

double at_rest(Vec3) { return 0; }

/// What the x-velocity is between plates of which the upper one slides with 1 m/s.
double couette(Vec3 p) { return p.y; }

template <int D>
Settings sliding_plate(int n, double viscosity) {
    Settings s = plates<D>(n);
    s.boundary.top = wall({1, 0, 0});
    s.fluid.viscosity = viscosity;
    return s;
}

TEST_EACH_DIMENSION(Couette, StaysTheLineToRoundOffInEveryScheme) {
    for (const Splitting splitting : every_splitting)
        for (const Advection advection : every_advection) {
            SCOPED_TRACE(std::string(name(splitting)) + ", " + std::string(name(advection)));
            Settings s = sliding_plate<D>(32, 0.1);
            s.solver.splitting = splitting;
            s.solver.advection = advection;
            s.initial_velocity[0] = couette;
            Simulation sim(s);
            for (int k = 0; k < 20; ++k) sim.step(0.1);
            EXPECT_LE(worst_error(sim.velocity(0), couette), 2 * epsilon);
            EXPECT_LE(worst_error(sim.velocity(1), at_rest), 2 * epsilon);
        }
}

TEST_EACH_DIMENSION(Couette, IsReachedFromRestInAFewLongSteps) {
    Simulation sim(sliding_plate<D>(32, 1));
    for (int k = 0; k < 3; ++k) sim.step(1000);
    EXPECT_LT(worst_error(sim.velocity(0), couette), 1e-5);
}

/// "name, variable=value" to value.
double number_after(const std::string& text, const std::string& before) {
    return std::stod(text.substr(text.find(before) + before.size()));
}

TEST_EACH_DIMENSION(Couette, StartsUpAsTheSeriesSays) {
    Settings s = sliding_plate<D>(65, 1);  // odd: the middle of the gap is the centre of a cell
    s.solver.splitting = Splitting::reflection;
    Simulation sim(s);
    int found = 0;
    for (const Row& row : read_table("analytic_samples.csv")) {
        if (row.at("solution") != "couette_startup") continue;
        ++found;
        const double time = number_after(row.at("quantity"), "nu t/h^2=");
        while (sim.statistics().time < time - 1e-9) sim.step(0.0025);
        EXPECT_NEAR(sim.sample_velocity({0, 0.5, 0}).x, std::stod(row.at("value")), 2e-4) << row.at("quantity");
    }
    EXPECT_EQ(found, 4);
}

// The plates lie half a cell from the nearest nodes and are held there by ghost = - mirror. Put a parabola plus a
// constant c into that: between -h/2 and h/2, (G / 2 nu) (-h^2/2 + 2 c) = 0, so c = h^2/4. This, not the parabola, is
// what the discrete equations have as their solution, and what must be met to round-off.
struct Poiseuille {
    double push, viscosity, h;
    double operator()(Vec3 p) const { return push / (2 * viscosity) * (p.y * (1 - p.y) + h * h / 4); }
};

TEST_EACH_DIMENSION(Poiseuille, StaysItsDiscreteParabolaToRoundOff) {
    const Poiseuille exact{.push = 8, .viscosity = 1, .h = 1.0 / 32};  // 1 m/s in the middle
    for (const Splitting splitting : every_splitting) {
        SCOPED_TRACE(name(splitting));
        Settings s = plates<D>(32);
        s.fluid.viscosity = exact.viscosity;
        s.forces = {{.amount = {exact.push, 0, 0}}};
        s.solver.splitting = splitting;
        s.solver.diffusion_tolerance = 1e-7;
        s.initial_velocity[0] = exact;
        Simulation sim(s);
        for (int k = 0; k < 20; ++k) sim.step(0.01);
        EXPECT_LE(worst_error(sim.velocity(0), exact), 8 * epsilon);
    }
}

TEST_EACH_DIMENSION(Poiseuille, IsReachedFromRestInAFewLongSteps) {
    const Poiseuille exact{.push = 8, .viscosity = 1, .h = 1.0 / 32};
    Settings s = plates<D>(32);
    s.fluid.viscosity = exact.viscosity;
    s.forces = {{.amount = {exact.push, 0, 0}}};
    Simulation sim(s);
    for (int k = 0; k < 4; ++k) sim.step(1000);
    EXPECT_LT(worst_error(sim.velocity(0), exact), 1e-5);
}

TEST_EACH_DIMENSION(Plates, FreeSlipLetsAPlugFlowPassForEver) {
    Settings s = plates<D>(32);
    s.boundary.bottom = s.boundary.top = free_slip();
    s.fluid.viscosity = 0.1;
    s.initial_velocity[0] = [](Vec3) { return 1; };
    Simulation sim(s);
    for (int k = 0; k < 50; ++k) sim.step(0.1);
    EXPECT_EQ(worst_error(sim.velocity(0), [](Vec3) { return 1; }), 0);
}

// The slowest part of it, (4 / pi) sin(pi y), fades as exp(-pi^2 nu t); the next is long gone.
TEST_EACH_DIMENSION(Plates, NoSlipSlowsAPlugFlowAsTheSeriesSays) {
    Settings s = plates<D>(65);
    s.fluid.viscosity = 0.1;
    s.solver.splitting = Splitting::reflection;
    s.initial_velocity[0] = [](Vec3) { return 1; };
    Simulation sim(s);
    for (int k = 0; k < 50; ++k) sim.step(0.04);
    EXPECT_NEAR(sim.sample_velocity({0, 0.5, 0}).x, 4 / pi * std::exp(-pi * pi * 0.2), 2e-4);
}

template <int D>
Settings hot_below() {
    Settings s = plates<D>(32);
    s.carried = {{.name = "heat", .diffusion = 1}};
    s.boundary.bottom.held["heat"] = 2;
    s.boundary.top.held["heat"] = 1;
    return s;
}
double linear_profile(Vec3 p) { return 2 - p.y; }

TEST_EACH_DIMENSION(HeatedWall, KeepsTheLinearProfileToRoundOff) {
    Settings s = hot_below<D>();
    s.carried[0].initial = linear_profile;
    Simulation sim(s);
    for (int k = 0; k < 20; ++k) sim.step(0.1);
    EXPECT_LE(worst_error(sim.field("heat"), linear_profile), 2 * epsilon);
}

TEST_EACH_DIMENSION(HeatedWall, ConductsToTheLinearProfile) {
    Simulation sim(hot_below<D>());
    for (int k = 0; k < 3; ++k) sim.step(1000);
    EXPECT_LT(worst_error(sim.field("heat"), linear_profile), 1e-5);
}

}  // namespace
}  // namespace whorl
