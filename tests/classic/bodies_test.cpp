// Bodies in the classic solver: nothing passes them, however thin they are.

#include <gtest/gtest.h>

#include "lab.hpp"
#include "support/each_dimension.hpp"

namespace whorl::classic {
namespace {

/// A box with a wall across it, stirred and filled with smoke on one side.
template <class Number, int D, Solver solver = Solver::gauss_seidel>
struct Divided {
    using Position = std::array<double, D>;

    /// side(place): below 0 on the left of the wall, 0 in it, above 0 on the right.
    template <class WhichSide>
    Divided(int n, const WhichSide& side) : world(n, nullptr) {
        mask.assign(world.x.size(), 0);
        world.each([&](std::size_t k, const Position& place) {
            mask[k] = side(place) == 0;
            if (side(place) > 0) right.push_back(k);
            if (side(place) < 0) left.push_back(k);
        });
        world.fluid.body = mask.data();
    }
    /// The sum of what came through in so many steps of hard stirring.
    double passed_in(int steps, double dt) {
        for (int step = 0; step < steps; ++step) {
            world.clear_sources();
            const double turn = 0.07 * step;
            for (const auto* half : {&left, &right})
                for (const std::size_t k : *half)
                    for (std::size_t a = 0; a < D; ++a)
                        world.u0[a][k] = Number(8 * std::sin(turn + double(a) + double(k)));
            for (const std::size_t k : left) world.x0[k] = Number(0.3);
            for (std::size_t k = 0; k < mask.size(); ++k)
                if (mask[k]) world.x0[k] = Number(1);  // what is let out inside a wall goes nowhere
            world.step(1e-3, 1e-2, dt);
        }
        double passed = 0;
        for (const std::size_t k : right) passed += std::abs(double(world.x[k]));
        return passed;
    }

    World<Number, D, Mask, solver> world;
    std::vector<unsigned char> mask;
    std::vector<std::size_t> left, right;
};

template <int D>
double upright(const std::array<double, D>& place) {
    const double cells = std::floor(place[0] * (D == 2 ? 24 : 10)) - (D == 2 ? 12 : 5);
    return cells;
}
/// Cells that touch at their corners only.
template <int D>
double staircase(const std::array<double, D>& place) {
    const int n = D == 2 ? 24 : 10;
    return std::floor(place[0] * n) + std::floor(place[1] * n) - (n - 1);
}

TEST_EACH_DIMENSION(ClassicWalls, OneCellThickLetExactlyNothingThrough) {
    constexpr int n = D == 2 ? 24 : 10, steps = D == 2 ? 500 : 100;
    EXPECT_EQ((Divided<float, D>(n, upright<D>).passed_in(steps, 0.1)), 0);
    EXPECT_EQ((Divided<Slides, D>(n, upright<D>).passed_in(steps, 0.1)), 0);
    EXPECT_EQ((Divided<float, D, Solver::red_black>(n, upright<D>).passed_in(steps, 0.1)), 0);
    EXPECT_EQ((Divided<float, D, Solver::conjugate_gradient>(n, upright<D>).passed_in(steps, 0.1)), 0);
}
TEST_EACH_DIMENSION(ClassicWalls, OfCellsThatTouchAtCornersLetExactlyNothingThrough) {
    constexpr int n = D == 2 ? 24 : 10, steps = D == 2 ? 500 : 100;
    EXPECT_EQ((Divided<float, D>(n, staircase<D>).passed_in(steps, 0.1)), 0);
    EXPECT_EQ((Divided<Paper, D>(n, staircase<D>).passed_in(steps, 0.1)), 0);
}
TEST(ClassicWalls, LetNothingThroughInStepsThatCrossTheBoxManyTimes) {
    EXPECT_EQ((Divided<float, 2>(24, upright<2>).passed_in(50, 50)), 0);
    EXPECT_EQ((Divided<Fine, 2>(24, staircase<2>).passed_in(50, 50)), 0);
}

/// A wind blows along x past a block in the middle.
template <class Number, int D>
struct Tunnel {
    Tunnel() : world(n, nullptr) {
        mask.assign(world.x.size(), 0);
        world.each([&](std::size_t k, const auto& place) {
            mask[k] = std::abs(place[0] - 0.5) < 0.15 && std::abs(place[1] - 0.5) < 0.15;
        });
        world.fluid.body = mask.data();
        world.fluid.low[0].side = Side::inflow;
        world.fluid.low[0].velocity[0] = 1;
        world.fluid.high[0].side = Side::open;
        world.fluid.sweeps = 200;  // 20 let the wind die out before they have told all of the box about the block
        for (int step = 0; step < 60; ++step) world.clear_sources(), world.step(1e-3, 0, 0.05);
    }
    static constexpr int n = D == 2 ? 32 : 12;
    World<Number, D, Mask> world;
    std::vector<unsigned char> mask;
};
TEST_EACH_DIMENSION(ClassicBodies, InAWindLeaveAWakeAndMakeItBlowFasterBesideThem) {
    Tunnel<float, D> tunnel;
    double behind = 0, beside = 0, cells_behind = 0, cells_beside = 0;
    tunnel.world.each([&](std::size_t k, const auto& place) {
        const double across = std::abs(place[1] - 0.5);
        const double speed = tunnel.world.u[0][k];
        if (across < 0.15 && std::abs(place[0] - 0.72) < 0.06) behind += speed, cells_behind += 1;
        if (across > 0.2 && std::abs(place[0] - 0.5) < 0.15) beside += speed, cells_beside += 1;
    });
    EXPECT_LT(behind / cells_behind, 0.5);
    EXPECT_GT(beside / cells_beside, 1.2);
}
TEST_EACH_DIMENSION(ClassicBodies, AreStillInside) {
    Tunnel<Fine, D> tunnel;
    for (std::size_t k = 0; k < tunnel.mask.size(); ++k)
        for (std::size_t a = 0; a < D; ++a)
            if (tunnel.mask[k]) { ASSERT_EQ(tunnel.world.u[a][k].raw(), 0); }
}

TEST_EACH_DIMENSION(ClassicBodies, ThatAreNowhereChangeNoMoreThanRounding) {
    World<double, D> without(12);
    const std::vector<unsigned char> nowhere(without.x.size(), 0);
    World<double, D, Mask> with(12, nowhere.data());
    for (int step = 0; step < 30; ++step) {
        stir(without, step), stir(with, step);
        without.step(1e-3, 1e-3, 0.1), with.step(1e-3, 1e-3, 0.1);
    }
    double worst = 0;
    for (std::size_t k = 0; k < nowhere.size(); ++k) worst = std::max(worst, std::abs(without.x[k] - with.x[k]));
    EXPECT_LT(worst, 1e-12);
}

TEST(ClassicBodies, InOnePeriodicLayerOfSpaceLetTheFlowAlongItBe) {
    World<float, 3, Mask> world(8, nullptr);
    world.fluid.cells[2] = 1;
    world.resize();
    world.fluid.low[2].side = Side::periodic;
    std::vector<unsigned char> mask(world.x.size(), 0);
    mask[static_cast<std::size_t>(world.fluid.at(4, 4, 1))] = 1;
    for (int z : {0, 2}) mask[static_cast<std::size_t>(world.fluid.at(4, 4, z))] = 1;
    world.fluid.body = mask.data();
    world.each([&](std::size_t k, const auto&) { world.u[2][k] = mask[k] ? 0.0f : 0.3f; });
    for (int step = 0; step < 20; ++step) world.clear_sources(), world.step(0, 0, 0.1);
    world.each([&](std::size_t k, const auto&) {
        if (!mask[k]) { ASSERT_NEAR(world.u[2][k], 0.3f, 1e-5f); }
    });
}

TEST(ClassicBodies, OnAPeriodicSideAreSeenFromBothEnds) {
    // A plate one cell thick in the last column: to the left of it and, around the side, to the right is one room.
    const int n = 16;
    World<float, 2, Mask> world(n, nullptr);
    std::vector<unsigned char> mask(world.x.size(), 0);
    const auto at = [&](int i, int j) { return static_cast<std::size_t>(world.fluid.at(i, j)); };
    for (int j = 0; j <= n + 1; ++j) mask[at(n, j)] = mask[at(0, j)] = mask[at(8, j)] = 1;
    world.fluid.body = mask.data();
    world.fluid.low[0].side = Side::periodic;
    double passed = 0;
    for (int step = 0; step < 200; ++step) {
        world.clear_sources();
        for (int j = 1; j <= n; ++j)
            for (int i = 1; i < 8; ++i)
                world.u0[0][at(i, j)] = std::sin(0.1f * float(step + j)) * 20, world.x0[at(i, j)] = 1;
        world.step(1e-3, 1e-2, 0.1);
    }
    for (int j = 1; j <= n; ++j)
        for (int i = 9; i < n; ++i) passed += world.x[at(i, j)];
    EXPECT_EQ(passed, 0);
}

}  // namespace
}  // namespace whorl::classic
