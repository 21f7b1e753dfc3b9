// Coarse cells that are split by connectivity: thin walls, rooms, mazes and closed regions.

#include <gtest/gtest.h>

#include <cstring>

#include "problem.hpp"
#include "support/each_dimension.hpp"
#include "support/sanitizers.hpp"

namespace whorl {
namespace {

/// Shuts faces across an axis at one index, where `shut` says so.
template <int D, class Shut>
void put_wall(Problem<D>& p, int axis, int at, Shut shut) {
    each_cell(p.grid().faces(axis), [&](Cell<D> c) {
        if (c.i[axis] == at && shut(c.i)) p.weight[axis].data()[c] = 0;
    });
}
template <int D>
bool inside(const Index<D>& i, int except, int lo, int hi) {
    for (int a = 0; a < D; ++a)
        if (a != except && (i[a] < lo || i[a] >= hi)) return false;
    return true;
}
/// A wall one face thick across x, off the faces of all coarse cells, with a door in its corner.
template <int D>
void put_divider(Problem<D>& p, int door) {
    put_wall(p, 0, p.unknowns.extent[0] / 2 + 1, [&](Index<D> i) { return !inside<D>(i, 0, 0, door); });
}
/// A free-floating plate, one face thick.
template <int D>
void put_plate(Problem<D>& p) {
    const int n = p.unknowns.extent[0];
    put_wall(p, 0, n / 3 | 1, [&](Index<D> i) { return inside<D>(i, 0, n / 4, 3 * n / 4); });
}
/// Closed boxes, each inside the one before, with walls one face thick.
template <int D>
void put_rooms(Problem<D>& p, int count) {
    const int n = p.unknowns.extent[0];
    for (int k = 0; k < count; ++k) {
        const int lo = n / 4 + 1 + k * (n / 16 + 1), hi = 3 * n / 4 - 2 - k * (n / 16 + 1);
        for (int a = 0; a < D; ++a)
            for (const int at : {lo, hi}) put_wall(p, a, at, [&](Index<D> i) { return inside<D>(i, a, lo, hi); });
    }
}
/// Which of those rooms a cell is in; 0: outside of all.
template <int D>
int room(const Problem<D>& p, const Index<D>& i, int count) {
    const int n = p.unknowns.extent[0];
    int depth = 0;
    for (int k = 0; k < count; ++k)
        depth += inside<D>(i, -1, n / 4 + 1 + k * (n / 16 + 1), 3 * n / 4 - 2 - k * (n / 16 + 1));
    return depth;
}
/// Channels across x with doors at alternating ends.
template <int D>
void put_maze(Problem<D>& p, int width) {
    for (int k = 1; k * width < p.unknowns.extent[0]; ++k)
        put_wall(p, 0, k * width, [&](Index<D> i) {
            for (int a = 1; a < D; ++a)
                if (k % 2 ? i[a] >= width : i[a] < p.unknowns.extent[a] - width) return true;
            return false;
        });
}

template <int D>
void expect_iterations(Problem<D>& p, int most, const char* scene) {
    p.remove_mean();
    const Report r = p.solve(Pressure::multigrid_cg, {.tolerance = 1e-6});
    // On planes of this size the rounding of x is more than that.
    EXPECT_TRUE(r.converged || r.rounded) << scene << " " << r.residual;
    EXPECT_LE(r.iterations, most) << scene;
}

template <int D>
Problem<D> large(const std::string& sides = all_sides<D>('w')) {
    return Problem<D>(cube<D>(D == 2 ? all_or(512, 256) : all_or(64, 32)), sides);
}

TEST_EACH_DIMENSION(SplitCells, NeedAtMostTenIterationsAroundBodies) {
    auto ball = large<D>(), plate = large<D>();
    ball.put_ball();
    put_plate(plate);
    expect_iterations(ball, 10, "ball");
    expect_iterations(plate, 10, "plate");
}

TEST_EACH_DIMENSION(SplitCells, NeedAtMostThirteenIterationsWithThinWallsRoomsAndMazes) {
    auto divider = large<D>(), one = large<D>(), nested = large<D>(), maze = large<D>();
    put_divider(divider, D == 2 ? 32 : 4);
    put_rooms(one, 1);
    put_rooms(nested, 4);
    put_maze(maze, 7);
    expect_iterations(divider, 13, "divider");
    expect_iterations(one, 13, "room");
    expect_iterations(nested, 13, "nested rooms");
    expect_iterations(maze, 13, "maze");
}

TEST_EACH_DIMENSION(SplitCells, DoNotMindOddSizesNorSidesThatRepeatOrAreOpen) {
    for (const char* pair : {"ww", "pp", "wo"}) {
        std::string sides;
        for (int a = 0; a < D; ++a) sides += pair;
        Problem<D> p(sizes<D>(all_or(97, 49), all_or(61, 31), all_or(33, 17)), sides);
        put_divider(p, 4);
        put_wall(p, 1, all_or(31, 16), [&](Index<D> i) { return i[0] >= 4; });
        expect_iterations(p, 13, pair);
    }
}

TEST_EACH_DIMENSION(SplitCells, DoNotMindCellsThatAreAHundredTimesLongerThanWide) {
    for (int axis = 0; axis < D; ++axis)
        for (const float ratio : {0.01f, 0.1f, 10.0f, 100.0f}) {
            Vec<D> h = filled<float, D>(1.0f);
            h[axis] = ratio;
            Problem<D> p(cube<D>(D == 2 ? 64 : all_or(32, 16)), one_open<D>(), h);
            put_divider(p, 5);
            const Report r = p.solve(Pressure::multigrid_cg, {.tolerance = 1e-6});
            EXPECT_TRUE(r.converged || r.rounded) << axis << " " << ratio << " " << r.residual;
            EXPECT_LE(r.iterations, 30) << axis << " " << ratio;
        }
}

TEST_EACH_DIMENSION(SplitCells, AgreeWithADirectSolveInAMaze) {
    for (const char kind : {'w', 'o', 'p'})
        for (const float shift : {0.0f, 0.01f})
            for (const bool held : {false, true})
                for (const auto method : {Pressure::multigrid_cg, Pressure::automatic}) {
                    Problem<D> p(sizes<D>(13, 11, 6), all_sides<D>(kind));
                    put_maze(p, 3);
                    p.shift = shift;
                    if (held) p.hold_ball();
                    p.remove_mean();
                    p.solve(method, {.tolerance = 1e-6});
                    EXPECT_LE(p.error(), 2e-4) << kind << shift << held << static_cast<int>(method);
                }
}

TEST(SplitCells, AreWhatAutomaticTakesWhereWallsAreThin) {
    Problem<2> p({128, 128}, "wwww");
    put_divider(p, 8);
    const auto automatic = p.solver(Pressure::automatic);
    EXPECT_LE(p.solve(*automatic, {.tolerance = 1e-4}).iterations, 8);
    EXPECT_EQ(automatic->name(), "multigrid-cg");
}

TEST_EACH_DIMENSION(SplitCells, LeavePlainMultigridToABall) {
    auto p = large<D>();
    p.put_ball();
    const auto automatic = p.solver(Pressure::automatic);
    p.solve(*automatic, {.tolerance = 1e-4});
    EXPECT_EQ(automatic->name(), "multigrid");
}

TEST_EACH_DIMENSION(ClosedRegions, EachLeaveOutTheirMeanAndReturnMeanZero) {
    constexpr int rooms = 3;
    for (const auto& sides : {all_sides<D>('w'), one_open<D>()})
        for (const auto method : {Pressure::multigrid_cg, Pressure::automatic}) {
            Problem<D> p(cube<D>(D == 2 ? 100 : all_or(48, 32)), sides);
            put_rooms(p, rooms);
            p.fill(p.x, [](Index<D> i) { return 0.5 + 0.01 * i[0]; });
            each_cell(p.box(), [&](Cell<D> c) { p.b.data()[c] += 0.3f * static_cast<float>(room(p, c.i, rooms)); });
            const Report r = p.solve(method, {.tolerance = 1e-4});
            EXPECT_TRUE(r.converged) << sides << r.residual;
            const bool open = sides != all_sides<D>('w');
            double count[rooms + 1] = {}, b[rooms + 1] = {}, x[rooms + 1] = {}, largest = 0;
            each_cell(p.box(), [&](Cell<D> c) {
                const int k = room(p, c.i, rooms);
                ++count[k], b[k] += p.b.data()[c], x[k] += p.x.data()[c];
                largest = std::max(largest, std::abs(double{p.x.data()[c]}));
            });
            // The compatible problem, and what is left of it.
            each_cell(p.box(), [&](Cell<D> c) {
                const int k = room(p, c.i, rooms);
                if (k > 0 || !open) p.b.data()[c] -= static_cast<float>(b[k] / count[k]);
            });
            EXPECT_LE(p.residual(), 1e-4) << sides;
            for (int k = open ? 1 : 0; k <= rooms; ++k)
                EXPECT_LE(std::abs(x[k] / count[k]), 1e-6 * largest) << sides << k;
        }
}

TEST_EACH_DIMENSION(SplitCells, GiveTheSameBitsForAnyNumberOfThreads) {
    std::vector<float> first;
    for (const int threads : thread_counts) {
        Problem<D> p(size_for_threads<D>(), all_sides<D>('p'), filled<float, D>(1.0f), threads);
        put_maze(p, 5);
        put_rooms(p, 2);
        p.solve(Pressure::multigrid_cg, {.tolerance = 1e-5, .limit = 12});
        const std::vector<float> bits(p.x.data(), p.x.data() + p.x.size());
        if (first.empty()) first = bits;
        EXPECT_EQ(std::memcmp(bits.data(), first.data(), bits.size() * sizeof(float)), 0) << threads;
    }
}

TEST_EACH_DIMENSION(SplitCells, GiveWayToTheStructuredLevelsWhereThereAreTooMany) {
    // Every other face shut at random: more parts than there is memory for.
    Problem<D> p(cube<D>(D == 2 ? 96 : 32), all_sides<D>('o'));
    std::mt19937 random(5);
    for (int a = 0; a < D; ++a)
        each_cell(p.grid().faces(a), [&](Cell<D> c) {
            if (random() % 100 < 45) p.weight[a].data()[c] = 0;
        });
    const Report r = p.solve(Pressure::automatic, {.tolerance = 1e-4});
    EXPECT_TRUE(std::isfinite(p.residual()));
    EXPECT_GT(r.iterations, 0);
}

TEST_EACH_DIMENSION(SplitCells, CostNoMemoryWhereThereAreNoBodies) {
    const auto bytes = [](bool bodies) {
        Problem<D> p(cube<D>(32), all_sides<D>('w'));
        p.unknowns.bodies = bodies;
        const std::size_t before = p.on.bytes_allocated();
        const auto solver = make_poisson<Cpu, D>(p.on, Pressure::automatic, p.unknowns);
        return p.on.bytes_allocated() - before;
    };
    EXPECT_LT(bytes(false), bytes(true));
}

}  // namespace
}  // namespace whorl
