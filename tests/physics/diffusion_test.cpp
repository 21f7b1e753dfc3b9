// What spreads by itself: the Gaussian in closed form, and totals that do not change or change as they should.

#include "setup.hpp"
#include "album/table.hpp"

namespace whorl {
namespace {

constexpr double width = 0.1;  // m

double gaussian(Vec3 p, int dimension, double square_width) {
    const double z = dimension == 2 ? 0 : p.z - 0.5;
    const double r2 = (p.x - 0.5) * (p.x - 0.5) + (p.y - 0.5) * (p.y - 0.5) + z * z;
    return std::exp(-r2 / square_width);
}

template <int D>
Function blob() {
    return [](Vec3 p) { return gaussian(p, D, width * width); };
}

/// c = (s0^2 / s^2)^(D/2) exp(-r^2 / s^2), s^2 = s0^2 + 4 rate t, after the peak has fallen to 2^(-D/2).
template <int D>
Simulation spread_gaussian(int n, int steps) {
    Settings s = unit_box<D>(n);
    s.carried = {{.name = "smoke", .diffusion = 0.01, .initial = blob<D>()}};
    Simulation sim(s);
    const double end = width * width / (4 * s.carried[0].diffusion);
    for (int k = 0; k < steps; ++k) sim.step(end / steps);
    return sim;
}

// Second differences and backward Euler both leave the width exact and the fourth moment not: the peak comes out too
// high by the part D h^2 / 16 s0^2 + D (D + 2) / 32 steps, which is all the error there is.
TEST_EACH_DIMENSION(Diffusion, SpreadsAGaussianAsItsClosedForm) {
    const int n = D == 2 ? 101 : 41;  // odd: the peak is the centre of a cell
    const int steps = 50;
    const Simulation sim = spread_gaussian<D>(n, steps);
    std::string ratios;
    for (const Row& row : read_table("analytic_samples.csv"))
        if (row.at("solution") == "gaussian_diffusion") ratios = row.at("value");
    const double peak = std::stod(D == 2 ? ratios : ratios.substr(ratios.find(' ')));
    const auto exact = [&](Vec3 p) { return peak * gaussian(p, D, 2 * width * width); };
    const double truncation = D * square(1 / (n * width)) / 16 + D * (D + 2) / (32.0 * steps);
    EXPECT_NEAR(sim.sample("smoke", {0.5, 0.5, 0.5}) / peak - 1, truncation, 0.05 * truncation);
    EXPECT_LT(worst_error(sim.field("smoke"), exact) / peak, 1.05 * truncation);
}

// The same equations, whoever solves them: viscosity at every kind of side, and something that diffuses through them.
TEST_EACH_DIMENSION(Diffusion, IsTheSameWithEverySolver) {
    std::vector<Pressure> methods{Pressure::red_black, Pressure::conjugate_gradient, Pressure::incomplete_cholesky,
                                  Pressure::multigrid, Pressure::multigrid_cg};
    for (const Pressure direct : direct_pressures(D)) methods.push_back(direct);
    for (const Mix& sides : boundary_mixes()) {
        bool repeats = true;
        for (const Side* one : {&sides.boundary.left, &sides.boundary.bottom, &sides.boundary.back})
            repeats = repeats && one->kind == Side::Kind::periodic;
        Settings s = unit_box<D>(D == 2 ? 33 : 15);
        s.boundary = sides.boundary;
        s.fluid.viscosity = 0.02;
        s.carried = {{.name = "smoke", .diffusion = 0.01, .initial = blob<D>()}};
        s.initial_velocity = noisy_motion();
        s.solver.tolerance = s.solver.diffusion_tolerance = 1e-6;
        Simulation one(s);
        one.step(0.05);
        for (const Pressure method : methods) {
            if (repeats && method == Pressure::fft) continue;  // that one is better
            SCOPED_TRACE(std::string(name(method)) + ", " + sides.name);
            s.solver.diffusion = method;
            Simulation other(s);
            other.step(0.05);
            EXPECT_EQ(other.statistics().diffusion.solver, name(method));
            const auto difference = [](const FieldView& a, const FieldView& b) {
                double worst = 0;
                for (int z = 0; z < a.extent[2]; ++z)
                    for (int y = 0; y < a.extent[1]; ++y)
                        for (int x = 0; x < a.extent[0]; ++x)
                            worst = std::max(worst, std::abs(double{a(x, y, z)} - b(x, y, z)));
                return worst;
            };
            EXPECT_LT(difference(one.field("smoke"), other.field("smoke")), 1e-5);
            for (int a = 0; a < D; ++a) EXPECT_LT(difference(one.velocity(a), other.velocity(a)), 3e-5);
        }
    }
}

TEST(Diffusion, HalvingTheStepHalvesTheError) {
    const auto error = [](int steps) {
        return rms_error(spread_gaussian<2>(200, steps).field("smoke"),
                         [](Vec3 p) { return 0.5 * gaussian(p, 2, 2 * width * width); });
    };
    EXPECT_GT(std::log2(error(8) / error(16)), 0.9);
}

TEST_EACH_DIMENSION(Diffusion, KeepsTheTotalInAnInsulatedBoxWithOrWithoutABall) {
    for (const bool with_ball : {false, true}) {
        SCOPED_TRACE(with_ball ? "ball" : "no ball");
        Settings s = unit_box<D>(D == 2 ? 48 : 24);
        s.carried = {{.name = "smoke", .diffusion = 1, .initial = [](Vec3 p) { return p.x < 0.3 ? 1.0 : 0.0; }}};
        if (with_ball) s.obstacles = {{sphere({0.45, 0.5, 0.5}, 0.2)}};
        Simulation sim(s);
        const double before = sim.total("smoke");
        for (int k = 0; k < 100; ++k) sim.step(0.05);
        EXPECT_NEAR(sim.total("smoke") / before, 1, 1e-5);
        // and the box is evenly full
        EXPECT_NEAR(sim.sample("smoke", {0.95, 0.5, 0.5}), sim.sample("smoke", {0.05, 0.5, 0.5}), 1e-4);
    }
}

TEST_EACH_DIMENSION(Total, OfASourceIsItsRateTimesItsVolumeTimesTheTime) {
    Settings s = unit_box<D>(64);
    s.carried = {{.name = "smoke"}};
    s.sources = {{.where = sphere({0.5, 0.5, 0.5}, 0.2), .quantity = "smoke", .amount = 3, .during = {0, 1}}};
    Simulation sim(s);
    for (int k = 0; k < 4; ++k) sim.step(0.4);  // the window ends within the third step
    const double volume = D == 2 ? pi * 0.04 : 4.0 / 3 * pi * 0.008;
    EXPECT_NEAR(sim.total("smoke") / (3 * volume), 1, 0.01);
}

TEST_EACH_DIMENSION(Total, DecaysAsTheExponential) {
    Settings s = unit_box<D>(32);
    s.carried = {{.name = "smoke", .decay = 2, .initial = blob<D>()}};
    Simulation sim(s);
    const double before = sim.total("smoke");
    for (int k = 0; k < 10; ++k) sim.step(0.05);
    EXPECT_NEAR(sim.total("smoke") / before, std::exp(-2 * 0.5), 1e-5);
}

TEST_EACH_DIMENSION(Total, AtRestNothingChangesInAnyScheme) {
    for (const Advection advection : every_advection) {
        SCOPED_TRACE(name(advection));
        Settings s = unit_box<D>(24, periodic());
        s.carried = {{.name = "smoke", .advection = advection, .initial = noise(4)}};
        Simulation sim(s);
        const double before = sim.total("smoke");
        for (int k = 0; k < 10; ++k) sim.step(0.1);
        EXPECT_EQ(sim.total("smoke"), before);
        EXPECT_LT(worst_error(sim.field("smoke"), noise(4)), 1e-7);
    }
}

// A steady wind moves every cell by the same part of a cell: all weights are alike and sum to 1.
TEST_EACH_DIMENSION(Total, SurvivesASteadyWindRoundAPeriodicBox) {
    Settings s = unit_box<D>(32, periodic());
    s.carried = {{.name = "smoke", .advection = Advection::semi_lagrangian, .initial = blob<D>()}};
    s.initial_velocity = {[](Vec3) { return 1; }, [](Vec3) { return -0.7; }, [](Vec3) { return 0.3; }};
    Simulation sim(s);
    const double before = sim.total("smoke");
    for (int k = 0; k < 50; ++k) sim.step(0.023);
    EXPECT_NEAR(sim.total("smoke") / before, 1, 1e-5);
}

}  // namespace
}  // namespace whorl
