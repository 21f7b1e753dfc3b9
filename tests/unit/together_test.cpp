// Cells that are done together, since they look equally far away, get the bits that each gets alone.

#include <gtest/gtest.h>

#include <cmath>

#include "support/each_dimension.hpp"
#include "support/lab.hpp"

namespace whorl {
namespace {

/// Displacements that vary so slowly that most neighbours look between the same nodes. With `steps` they are quarters of
/// a cell: right on nodes and half-way between them.
template <int D> void fill_paths(const Grid<D>& grid, VectorField<D>& paths, float far, bool steps) {
    for (int a = 0; a < D; ++a)
        for_each_index(values_of(grid, centre, 2), [&](Index<D> i) {
            float d = far * static_cast<float>(a == 1 ? -2 : a + 1);
            for (int b = 0; b < D; ++b) d += 0.2f * std::sin(0.3f * static_cast<float>(i[b]) + static_cast<float>(a));
            value_at(grid, paths[a], i) = steps ? std::round(4 * d) / 4 : d;
        });
}

template <int D> Reach<D> reach_of(const Grid<D>& grid, bool periodic) {
    Reach<D> reach{};
    for (int a = 0; a < D; ++a) {
        reach.n[a] = static_cast<float>(grid.n()[a]);
        if (periodic) reach.period[a] = grid.n()[a], reach.per_period[a] = 1 / reach.n[a];
    }
    return reach;
}

/// How many values differ from those that a kernel writes elsewhere, one cell after the other.
template <int D, class Kernel>
int differences(const Box<D>& box, const Kernel& alone, const Field& together, const Field& written) {
    int different = 0;
    for (int r = 0; r < box.rows(); ++r)
        for (Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) {
            alone(c);
            different += bits_of(together.data()[c]) != bits_of(written.data()[c]);
        }
    return different;
}

template <int D> Flow<D> some_flow(bool periodic) {
    Index<D> n{};
    for (int a = 0; a < D; ++a) n[a] = 37 - 5 * a;
    Flow<D> f{};
    f.grid = Grid<D>(n, filled<float, D>(1));
    f.reach = reach_of(f.grid, periodic);
    return f;
}

template <int D, int Kind> void expect_same_samples(float far, bool steps, bool periodic) {
    Cpu on(1);
    const Flow<D> flow = some_flow<D>(periodic);
    const Grid<D>& grid = flow.grid;
    VectorField<D> ways = on.faces(grid);
    fill_paths(grid, ways, far, steps);
    Field f = on.field(grid), one = on.field(grid), other = on.field(grid);
    randomize(grid, centre, f, 1, 3);
    for_each_index(values_of(grid, centre, 2), [&](Index<D> i) {
        if (i[D - 1] > grid.n()[D - 1] / 2) value_at(grid, f, i) = -0.0f;
    });
    const Paths<D, Kind> paths{grid.step(), std::as_const(ways), flow.reach, filled<float, D>(-1e30f),
                               filled<float, D>(1e30f)};
    const Rules<D> rules{};
    const Journey<Cpu, D, Kind> journey{on, flow, rules, paths, paths, f, one, {}};
    const auto check = [&](auto act) {
        act.out = one;
        sample(journey, paths, act);
        act.out = other;
        EXPECT_EQ(differences(journey.box(), Sampling<D, Kind, decltype(act)>{paths, act}, one, other), 0)
            << "far " << far << " steps " << steps << " periodic " << periodic << " kind " << Kind;
    };
    check(SampleLinear<D, Kind>{.f = f, .out = one});
    check(SampleLimited<D, Kind>{.f = f, .limiter = f, .out = one});
    check(SampleCubic<D, Kind>{.f = f, .out = one});
}

TEST_EACH_DIMENSION(Together, SamplesAreThoseOfEachCellAlone) {
    for (const float far : {0.0f, 0.4f, 7.3f})
        for (const bool steps : {false, true})
            for (const bool periodic : {false, true}) {
                expect_same_samples<D, centre>(far, steps, periodic);
                expect_same_samples<D, 0>(far, steps, periodic);
                expect_same_samples<D, D - 1>(far, steps, periodic);
            }
}

TEST_EACH_DIMENSION(Together, PathsAreThoseOfEachCellAlone) {
    for (const float far : {0.0f, 0.4f, 7.3f})
        for (const bool steps : {false, true})
            for (const bool periodic : {false, true}) {
                Cpu on(1);
                const Flow<D> flow = some_flow<D>(periodic);
                const Grid<D>& grid = flow.grid;
                VectorField<D> u = on.faces(grid), one = on.faces(grid), other = on.faces(grid);
                fill_paths(grid, u, far, steps);
                trace(on, flow, u, -1, Backtrace::rk2, one);
                const auto alone = trace_of<2>(flow, u, -1, other);
                for (int a = 0; a < D; ++a)
                    EXPECT_EQ(differences(grid.cells(), alone, one[a], other[a]), 0)
                        << "far " << far << " steps " << steps << " periodic " << periodic << " axis " << a;
            }
}

}  // namespace
}  // namespace whorl
