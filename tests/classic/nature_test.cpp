// What the classic solver says about nature, whatever its number type.

#include <gtest/gtest.h>

#include "lab.hpp"
#include "support/each_dimension.hpp"

namespace whorl::classic {
namespace {

constexpr double pi = 3.14159265358979323846;
template <int D>
using Converged = World<double, D, NoBodies, Solver::conjugate_gradient>;

/// Eddies in a periodic square, at rest along any further axis.
template <class W>
void fill_with_eddies(W& world) {
    world.make_periodic();
    world.each([&](std::size_t k, const auto& place) {
        world.u[0][k] = std::sin(2 * pi * place[0]) * std::cos(2 * pi * place[1]);
        world.u[1][k] = -std::cos(2 * pi * place[0]) * std::sin(2 * pi * place[1]);
    });
}

/// How far eddies are after a tenth of a turn from where they would be: as they were, but slower.
double error_of_eddies(int n) {
    Converged<2> world(n);
    fill_with_eddies(world);
    world.fluid.sweeps = 200;
    const double viscosity = 0.02, time = 0.25, dt = 0.25 / n;
    for (int step = 0; step < n; ++step) world.clear_sources(), world.step(viscosity, 0, dt);
    const double left = std::exp(-8 * pi * pi * viscosity * time);
    double worst = 0;
    world.each([&](std::size_t k, const auto& place) {
        const double exact = left * std::sin(2 * pi * place[0]) * std::cos(2 * pi * place[1]);
        worst = std::max(worst, std::abs(world.u[0][k] - exact));
    });
    return worst;
}

TEST(ClassicTaylorGreen, DecaysAsTheExponentialAndHalvingCellAndStepHalvesTheError) {
    const double coarse = error_of_eddies(32), fine = error_of_eddies(64);
    EXPECT_NEAR(coarse / fine, 2, 0.2) << coarse << " " << fine;
}

TEST_EACH_DIMENSION(ClassicDiffusion, OfACosineBetweenWallsIsThatOfItsEigenvalue) {
    Converged<D> world(16);
    world.fluid.sweeps = 200;
    world.each([&](std::size_t k, const auto& place) { world.x[k] = std::cos(pi * place[0]); });
    const double dt = 0.1, rate = 0.05, steps = 5;
    const double eigenvalue = 2 * 16 * 16 * (1 - std::cos(pi / 16));
    for (int step = 0; step < steps; ++step) world.clear_sources(), world.step(0, rate, dt);
    const double left = std::pow(1 + dt * rate * eigenvalue, -steps);
    double worst = 0;
    world.each([&](std::size_t k, const auto& place) {
        worst = std::max(worst, std::abs(world.x[k] - left * std::cos(pi * place[0])));
    });
    EXPECT_LT(worst, 1e-7);
}

/// A wave that is a gradient between walls: all of it has to go.
template <int D>
double left_of_a_gradient(int n) {
    Converged<D> world(n);
    world.fluid.sweeps = 400;
    const auto u = world.vector(world.u);
    world.each([&](std::size_t k, const auto& place) { u[D - 1][k] = std::sin(pi * place[D - 1]); });
    for (int a = 0; a < D; ++a) world.fluid.set_bounds(a, u[a]);
    const double before = world.energy();
    world.fluid.project(u, world.x.data(), world.x0.data());
    return std::sqrt(world.energy() / before);
}
TEST_EACH_DIMENSION(ClassicProjection, RemovesGradientsAndHalvingTheCellQuartersWhatIsLeft) {
    const double coarse = left_of_a_gradient<D>(8), fine = left_of_a_gradient<D>(16);
    EXPECT_NEAR(coarse / fine, 4, 0.2) << coarse << " " << fine;
}

template <Solver solver>
std::vector<double> stirred_by(int n, int sweeps) {
    World<double, 2, NoBodies, solver> world(n);
    world.fluid.sweeps = sweeps;
    for (int step = 0; step < 20; ++step) stir(world, step), world.step(1e-3, 1e-3, 0.05);
    return world.x;
}
TEST(ClassicSolvers, AgreeWhenTheySweepToTheEnd) {
    const auto plain = stirred_by<Solver::gauss_seidel>(16, 2000), colours = stirred_by<Solver::red_black>(16, 2000);
    const auto conjugate = stirred_by<Solver::conjugate_gradient>(16, 300);
    double worst = 0;
    for (std::size_t k = 0; k < plain.size(); ++k)
        worst = std::max({worst, std::abs(plain[k] - colours[k]), std::abs(plain[k] - conjugate[k])});
    EXPECT_LT(worst, 1e-6);
}

/// Smoke that seeps in from one side, against the wind from it.
template <Solver solver>
std::vector<double> seeped_by(int sweeps) {
    World<double, 2, NoBodies, solver> world(12);
    world.fluid.sweeps = sweeps;
    world.fluid.low[0] = {Side::inflow, {0.1, 0.05}, 2};
    world.fluid.high[0] = {Side::open};
    for (int step = 0; step < 20; ++step) world.clear_sources(), world.step(0.01, 0.01, 0.1);
    return world.x;
}
TEST(ClassicSolvers, AgreeOnWhatComesInFromASide) {
    const auto plain = seeped_by<Solver::gauss_seidel>(1000), colours = seeped_by<Solver::red_black>(1000);
    const auto conjugate = seeped_by<Solver::conjugate_gradient>(200);
    double worst = 0;
    for (std::size_t k = 0; k < plain.size(); ++k)
        worst = std::max({worst, std::abs(plain[k] - colours[k]), std::abs(plain[k] - conjugate[k])});
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(*std::max_element(plain.begin(), plain.end()), 1);
}

TEST(ClassicSolvers, RedBlackSweepsKnowNoDirection) {
    World<Fine, 2, NoBodies, Solver::red_black> one(9), turned(9);  // sums of whole numbers have no order either
    const auto at = [&](int i, int j) { return static_cast<std::size_t>(one.fluid.at(i, j)); };
    for (int j = 1; j <= 9; ++j)
        for (int i = 1; i <= 9; ++i) one.x0[at(i, j)] = turned.x0[at(j, i)] = Fine(std::sin(i * i + 3 * j));
    for (auto* world : {&one, &turned})
        world->fluid.solve(world->fluid.density, world->x.data(), world->x0.data(), Fine(0.2), Fine(0.2));
    for (int j = 1; j <= 9; ++j)
        for (int i = 1; i <= 9; ++i) ASSERT_EQ(one.x[at(i, j)].raw(), turned.x[at(j, i)].raw());
}

TEST(ClassicSolvers, RedBlackSweepsLeaveNoMoreThanPlainOnes) {
    const auto left = [](auto world) {
        for (int step = 0; step < 20; ++step) stir(world, step), world.step(1e-3, 0, 0.05);
        return world.divergence();
    };
    EXPECT_LT(left(World<float, 2, NoBodies, Solver::red_black>(64)), 1.1 * left(World<float, 2>(64)));
}

TEST(ClassicSolvers, ConjugateGradientsLeaveLessDivergenceInAsManySweeps) {
    const auto left = [](auto world) {
        for (int step = 0; step < 20; ++step) stir(world, step), world.step(1e-3, 0, 0.05);
        return world.divergence();
    };
    EXPECT_LT(left(World<float, 2, NoBodies, Solver::conjugate_gradient>(64)), left(World<float, 2>(64)) / 2);
}

TEST(ClassicAdvection, ByWholeCellsInAPeriodicBoxIsAShiftToTheBit) {
    World<float, 3> world(8);
    world.make_periodic();
    world.each(
        [&](std::size_t k, const auto&) { world.u[0][k] = 1, world.u[1][k] = -2, world.x[k] = std::sin(float(k)); });
    const auto before = world.x;
    world.fluid.dens_step(world.x.data(), world.x0.data(), world.vector(world.u), 0, 3.0f / 8);
    const auto wrap = [](int i) { return (i + 15) % 8 + 1; };
    for (int z = 1; z <= 8; ++z)
        for (int y = 1; y <= 8; ++y)
            for (int x = 1; x <= 8; ++x)
                ASSERT_EQ(world.x[static_cast<std::size_t>(world.fluid.at(x, y, z))],
                          before[static_cast<std::size_t>(world.fluid.at(wrap(x - 3), wrap(y + 6), z))]);
}

template <class W>
void expect_no_new_extremes(W world, double rounding) {
    for (int step = 0; step < 50; ++step) {
        stir(world, step);
        if (step > 10) world.fluid.clear(world.x0.data());
        const auto before = std::minmax_element(world.x.begin(), world.x.end());
        const double low = double(*before.first), high = double(*before.second);
        world.step(1e-3, 1e-3, 0.1);
        const auto after = std::minmax_element(world.x.begin(), world.x.end());
        if (step > 10) {
            ASSERT_GE(double(*after.first), low - rounding);
            ASSERT_LE(double(*after.second), high + rounding);
        }
    }
}
TEST_EACH_DIMENSION(ClassicSmoke, NeverExceedsWhatItWas) {
    constexpr int n = D == 2 ? 32 : 12;
    expect_no_new_extremes(World<float, D>(n), 1e-6);
    expect_no_new_extremes(World<Slides, D>(n), 0);  // weights add up to at most one: to the bit
    expect_no_new_extremes(World<Fine, D>(n), 0);
}

TEST(ClassicParity, AnExtrudedFluidInSpaceIsThePlaneLayerByLayer) {
    Converged<2> plane(12);
    Converged<3> space(12);
    space.fluid.cells[2] = 3;
    space.resize();
    space.fluid.low[2].side = Side::periodic;
    plane.fluid.sweeps = space.fluid.sweeps = 300;
    double worst = 0, most = 0;
    for (int step = 0; step < 20; ++step) {
        stir(plane, step), stir(space, step);
        plane.fluid.confine(plane.vector(plane.u0), plane.vector(plane.u), 2, plane.t[0].data());
        space.fluid.confine(space.vector(space.u0), space.vector(space.u), 2, space.t[0].data());
        plane.step(1e-3, 1e-3, 0.05), space.step(1e-3, 1e-3, 0.05);
    }
    for (int z = 1; z <= 3; ++z)
        for (int y = 1; y <= 12; ++y)
            for (int x = 1; x <= 12; ++x) {
                const auto p = static_cast<std::size_t>(plane.fluid.at(x, y));
                const auto s = static_cast<std::size_t>(space.fluid.at(x, y, z));
                worst = std::max({worst, std::abs(plane.x[p] - space.x[s]), std::abs(space.u[2][s])});
                most = std::max(most, plane.x[p]);
            }
    EXPECT_LT(worst, 1e-6 * most);
}

TEST(ClassicParity, AMirroredStirGivesTheMirroredFlow) {
    Converged<2> one(16), other(16);
    one.fluid.sweeps = other.fluid.sweeps = 300;
    double worst = 0;
    for (int step = 0; step < 20; ++step) {
        stir(one, step), other.clear_sources();
        for (int y = 1; y <= 16; ++y)
            for (int x = 1; x <= 16; ++x) {
                const auto a = static_cast<std::size_t>(one.fluid.at(x, y));
                const auto b = static_cast<std::size_t>(one.fluid.at(17 - x, y));
                other.u0[0][b] = -one.u0[0][a], other.u0[1][b] = one.u0[1][a], other.x0[b] = one.x0[a];
            }
        one.step(1e-3, 1e-3, 0.05), other.step(1e-3, 1e-3, 0.05);
    }
    for (int y = 1; y <= 16; ++y)
        for (int x = 1; x <= 16; ++x)
            worst = std::max(worst, std::abs(one.x[static_cast<std::size_t>(one.fluid.at(x, y))] -
                                             other.x[static_cast<std::size_t>(one.fluid.at(17 - x, y))]));
    EXPECT_LT(worst, 1e-7);
}

template <class Number, int D>
double farthest_from_the_wind(Number tolerance_free_start) {
    World<Number, D> world(D == 2 ? 24 : 8);
    world.fluid.low[0].side = Side::inflow;
    world.fluid.low[0].velocity[0] = 1;
    world.fluid.low[0].density = Number(0.5);
    world.fluid.high[0].side = Side::open;
    world.each([&](std::size_t k, const auto& place) {
        if (place[1] > 0.5) world.u[0][k] = tolerance_free_start;
    });
    for (int step = 0; step < 150; ++step) world.clear_sources(), world.step(1e-3, 0, 0.05);
    double worst = 0;
    world.each([&](std::size_t k, const auto&) {
        worst = std::max({worst, std::abs(double(world.u[0][k]) - 1), std::abs(double(world.x[k]) - 0.5)});
        for (std::size_t a = 1; a < D; ++a) worst = std::max(worst, std::abs(double(world.u[a][k])));
    });
    return worst;
}
TEST_EACH_DIMENSION(ClassicInflow, FillsTheTunnelWithItsWindAndItsSmoke) {
    EXPECT_LT((farthest_from_the_wind<float, D>(-1)), 1e-3);
    EXPECT_LT((farthest_from_the_wind<Fine, D>(-1)), 1e-3);
}

TEST_EACH_DIMENSION(ClassicTexture, InAnEvenPeriodicWindMovesAsOneHoweverOftenItGoesRound) {
    World<double, D> world(8);
    world.make_periodic();
    world.each([&](std::size_t k, const auto&) { world.u[0][k] = 0.3, world.u[1][k] = -0.7; });
    for (int step = 0; step < 100; ++step)
        world.fluid.tex_step(world.vector(world.t), world.vector(world.t0), world.vector(world.u), 0.05);
    double worst = 0;
    world.each([&](std::size_t k, const auto&) {
        worst = std::max({worst, std::abs(world.t[0][k] + 0.3 * 5 * 8), std::abs(world.t[1][k] - 0.7 * 5 * 8)});
    });
    EXPECT_LT(worst, 1e-10);
}

TEST_EACH_DIMENSION(ClassicConfinement, KeepsEddiesAliveThatTheGridSmoothesAway) {
    const auto energy_left = [](float strength) {
        World<float, D> world(D == 2 ? 32 : 12);
        for (int step = 0; step < 60; ++step) {
            if (step < 20)
                stir(world, step);
            else
                world.clear_sources();
            world.fluid.confine(world.vector(world.u0), world.vector(world.u), strength, world.t[0].data());
            world.step(0, 0, 0.05);
        }
        return world.energy();
    };
    EXPECT_GT(energy_left(4), 1.2 * energy_left(0));
}

TEST_EACH_DIMENSION(ClassicConfinement, PushesAcrossTheSlopeOfTheSpinSoThatItTurnsTheEddyOn) {
    World<double, D> world(16);
    world.each([&](std::size_t k, const auto& place) {  // a round eddy about the middle
        const double dx = place[0] - 0.5, dy = place[1] - 0.5, fade = std::exp(-20 * (dx * dx + dy * dy));
        world.u[0][k] = -dy * fade, world.u[1][k] = dx * fade;
    });
    for (int a = 0; a < D; ++a) world.fluid.set_bounds(a, world.vector(world.u)[a]);
    world.fluid.confine(world.vector(world.u0), world.vector(world.u), 1, world.x.data());
    double along = 0;
    world.each(
        [&](std::size_t k, const auto&) { along += world.u0[0][k] * world.u[0][k] + world.u0[1][k] * world.u[1][k]; });
    EXPECT_GT(along, 0);
}

}  // namespace
}  // namespace whorl::classic
