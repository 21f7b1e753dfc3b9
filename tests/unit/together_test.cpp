// Cells that are done together, since they look equally far away, get the bits that each gets alone.

#include <gtest/gtest.h>

#include <cmath>

#include "exec/cpu.hpp"
#include "flow/advect.hpp"
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

/// How many values differ between a kernel over a box and the same kernel cell by cell.
template <int D, class Kernel>
int differences(const Box<D>& box, const Kernel& together, const Kernel& alone, const Field& a,
                const Field& b) {
    Cpu on(1);
    on.for_each(box, together);
    int different = 0;
    on.for_each_row(box, [&](Cell<D> c, int count) {
        for (int j = 0; j < count; ++j, ++c.i[0], ++c.at) {
            alone(c);
            different += a.data()[c.at] != b.data()[c.at];
        }
    });
    return different;
}

template <int D, int Kind> void expect_same_samples(float far, bool steps, bool periodic) {
    Cpu on(1);
    Index<D> n{};
    for (int a = 0; a < D; ++a) n[a] = 37 - 5 * a;
    const Grid<D> grid(n, filled<float, D>(0.1f));
    VectorField<D> ways = on.faces(grid);
    fill_paths(grid, ways, far, steps);
    Field f = on.field(grid), one = on.field(grid), other = on.field(grid);
    randomize(grid, centre, f, 1, 3);
    const Paths<D, Kind> paths{grid.step(), std::as_const(ways), reach_of(grid, periodic), filled<float, D>(-1e30f),
                               filled<float, D>(1e30f)};
    const Box<D> box = Kind == centre ? grid.cells() : grid.faces(Kind == centre ? 0 : Kind);
    const auto check = [&](auto act) {
        auto alone = act;
        act.out = one, alone.out = other;
        using Act = decltype(act);
        EXPECT_EQ(differences(box, Sampling<D, Kind, Act>{paths, act}, Sampling<D, Kind, Act>{paths, alone}, one,
                              other),
                  0)
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
                Index<D> n{};
                for (int a = 0; a < D; ++a) n[a] = 37 - 5 * a;
                const Grid<D> grid(n, filled<float, D>(0.1f));
                VectorField<D> u = on.faces(grid), one = on.faces(grid), other = on.faces(grid);
                fill_paths(grid, u, far, steps);
                const auto kernel = [&](VectorField<D>& to) {
                    return Trace<D, 2>{grid.step(), std::as_const(u), filled<float, D>(1.0f), reach_of(grid, periodic),
                                       to};
                };
                for (int a = 0; a < D; ++a)
                    EXPECT_EQ(differences(grid.cells(), kernel(one), kernel(other), one[a], other[a]), 0)
                        << "far " << far << " steps " << steps << " periodic " << periodic << " axis " << a;
            }
}

}  // namespace
}  // namespace whorl
