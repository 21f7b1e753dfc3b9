// How fast multigrid converges, whatever the size, the sides and the shape of the cells.

#include <gtest/gtest.h>

#include "problem.hpp"
#include "support/each_dimension.hpp"
#include "support/sanitizers.hpp"

namespace whorl {
namespace {

TEST(Multigrid, LeavesLittleOfTheResidualPerCycleOnPlanesOfAnySize) {
    for (const int n : {32, 64, 128, 256, 512}) EXPECT_LE(Problem<2>({n, n}, "wwww").cycle_factor(), 0.15) << n;
}

TEST(Multigrid, LeavesLittleOfTheResidualPerCycleInBoxesOfAnySize) {
    for (const int n : {16, 32, 64, 128, 256}) {
        if (n > all_or(256, 32)) continue;  // it would take minutes
        EXPECT_LE(Problem<3>({n, n, n}, "wwwwww").cycle_factor(), 0.15) << n;
    }
}

TEST_EACH_DIMENSION(Multigrid, IsAsFastWithSidesThatHoldOrRepeat) {
    for (const char* pair : {"oo", "hh", "pp", "wo", "wh"}) {
        std::string sides;
        for (int a = 0; a < D; ++a) sides += pair;
        EXPECT_LE(Problem<D>(cube<D>(D == 2 ? 128 : all_or(48, 24)), sides).cycle_factor(), 0.25) << sides;
    }
}

TEST_EACH_DIMENSION(Multigrid, ConvergesWhenCellsAreTenTimesLongerThanWide) {
    for (int axis = 0; axis < D; ++axis)
        for (const float ratio : {0.1f, 0.3f, 3.0f, 10.0f}) {
            Vec<D> h = filled<float, D>(1.0f);
            h[axis] = ratio;
            EXPECT_LE(Problem<D>(cube<D>(all_or(40, 20)), all_sides<D>('w'), h).cycle_factor(), 0.35) << axis << " " << ratio;
        }
}

/// The mean of a layer that hardly sees its neighbours is large: what its rounding leaves is solved for again.
TEST_EACH_DIMENSION(Multigrid, ConvergesWhenCellsAreAHundredTimesLongerThanWide) {
    for (int axis = 0; axis < D; ++axis)
        for (const float ratio : {0.01f, 100.0f}) {
            Vec<D> h = filled<float, D>(1.0f);
            h[axis] = ratio;
            Problem<D> p(cube<D>(all_or(40, 20)), all_sides<D>('w'), h);
            const double size = p.residual();
            const auto multigrid = p.solver(Pressure::automatic);
            Report r{.rounded = true};
            for (int round = 0; round < 6 && r.rounded; ++round) {
                r = p.solve_from_zero(*multigrid, {.tolerance = 1e-5, .scale = size});
                p.take_rest();
            }
            EXPECT_TRUE(r.converged) << axis << " " << ratio << ": " << r.residual << " after " << r.iterations;
        }
}

/// What random pushes leave at first. A second turn costs several sweeps.
TEST_EACH_DIMENSION(Multigrid, BeginsWithAsManySweepsAsSpareItASecondTurn) {
    Problem<D> p(cube<D>(D == 2 ? 256 : all_or(64, 48)), all_sides<D>('w'));
    std::mt19937 random(5);
    std::uniform_real_distribution<double> push(-1, 1);
    Field faces[D];
    for (int a = 0; a < D; ++a) {
        faces[a] = p.on.field(p.grid());
        each_cell(p.grid().faces(a), [&](Cell<D> c) {
            const bool side = c.i[a] == 0 || c.i[a] == p.unknowns.extent[a];
            faces[a].data()[c] = side ? 0.0f : static_cast<float>(push(random));
        });
    }
    each_cell(p.box(), [&](Cell<D> c) {
        float sum = 0;
        for (int a = 0; a < D; ++a) sum += faces[a].data()[c + p.grid().step()[a]] - faces[a].data()[c];
        p.b.data()[c] = sum;
    });
    const Report r = p.solve(Pressure::multigrid, {.tolerance = 1.0 / 300});
    EXPECT_TRUE(r.converged);
    EXPECT_EQ(r.iterations, 2);
}

TEST_EACH_DIMENSION(MultigridCG, NeedsNoMoreIterationsOnFinerGrids) {
    // Values of 1 and -1: their mean is too small to be taken out of a float, and must not grow either.
    const auto solve = [](int n) {
        std::mt19937 random(3);
        Problem<D> p(cube<D>(n), all_sides<D>('w'));
        p.fill(p.b, [&](Index<D>) { return random() % 2 ? 1 : -1; });
        // On planes 1e-6 is beyond float once there are some hundred cells a side.
        return p.solve(Pressure::multigrid_cg, {.tolerance = D == 2 ? 1e-4 : 1e-6});
    };
    const int coarse = solve(D == 2 ? 32 : 16).iterations;
    for (const int n : {32, 64, D == 2 ? all_or(512, 128) : all_or(96, 48)}) {
        const Report r = solve(n);
        EXPECT_TRUE(r.converged) << n;
        EXPECT_LE(r.iterations, coarse + 1) << n;
    }
}

TEST(Multigrid, TakesOddSizesAsWellAsEvenOnes) {
    for (const auto method : {Pressure::multigrid, Pressure::multigrid_cg})
        for (const char* sides : {"wwwwww", "wowowo", "pppppp"}) {
            const Goal goal{.tolerance = 1e-5};
            const Report even = Problem<3>({96, 64, 32}, sides).solve(method, goal);
            const Report odd = Problem<3>({97, 61, 33}, sides).solve(method, goal);
            EXPECT_TRUE(odd.converged) << sides;
            EXPECT_LE(odd.iterations, even.iterations + 2) << sides;
        }
}

TEST_EACH_DIMENSION(Multigrid, IsNotSlowedDownByABall) {
    for (const auto& sides : {all_sides<D>('w'), one_open<D>()}) {
        Problem<D> p(cube<D>(D == 2 ? 200 : all_or(50, 24)), sides);
        const int empty = p.solve(Pressure::multigrid, {.tolerance = 1e-4}).iterations;
        p.on.clear(p.x);
        p.put_ball();
        const Report r = p.solve(Pressure::multigrid, {.tolerance = 1e-4});
        EXPECT_TRUE(r.converged);
        EXPECT_LE(r.iterations, empty + 1) << sides;
    }
}

TEST(Automatic, TurnsToConjugateGradientsAtThinWalls) {
    // A wall one face thick, off the faces of all coarse levels, with a door.
    Problem<2> p({128, 128}, "wwww");
    each_cell(p.grid().faces(0), [&](Cell<2> c) {
        if (c.i[0] == 65 && c.i[1] >= 8) p.weight[0].data()[c] = 0;
    });
    const auto automatic = p.solver(Pressure::automatic);
    const Report r = p.solve(*automatic, {.tolerance = 1e-4});
    EXPECT_TRUE(r.converged);
    EXPECT_LE(r.iterations, 80);
    EXPECT_EQ(automatic->name(), "multigrid-cg");
}

}  // namespace
}  // namespace whorl
