// Grids in memory, and how kernels run over them.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <set>

#include "exec/cpu.hpp"
#include "support/each_dimension.hpp"
#include "support/lab.hpp"

namespace whorl {
namespace {

template <int D>
Grid<D> some_grid() {
    if constexpr (D == 2)
        return Grid<2>({301, 257}, {1, 1});
    else
        return Grid<3>({65, 49, 41}, {1, 1, 1});
}

TEST_EACH_DIMENSION(Grid, EveryRowStartsACacheLine) {
    for (const int n : {1, 11, 12, 16, 31}) {
        const Grid<D> grid(filled<int, D>(n), filled<float, D>(1));
        Cpu on(1);
        Field f = on.field(grid);
        for (int r = 0; r < grid.cells().rows(); ++r)
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(f.data() + grid.cells().row(r).at) % 64, 0u);
    }
}

TEST_EACH_DIMENSION(Grid, HasAPlaceOfItsOwnForEveryValueAndGhost) {
    for (const int n : {1, 2, 11, 12, 13}) {
        const Grid<D> grid(filled<int, D>(n), filled<float, D>(1));
        Box<D> all = grid.cells();
        for (int a = 0; a < D; ++a) all.lo[a] = -ghost_layers, all.hi[a] = n + ghost_layers + 1;
        std::set<int> places;
        for_each_index(all, [&](Index<D> i) { places.insert(all.cell(i).at); });
        EXPECT_EQ(places.size(), static_cast<std::size_t>(std::pow(n + 5, D)));
        EXPECT_GE(*places.begin(), 0);
        EXPECT_LT(*places.rbegin(), grid.values());
    }
}

TEST(Grid, WhoseOffsetsDoNotFitInAnIntIsRefused) {
    EXPECT_THROW(Grid<2>({65536, 65536}, {1, 1}), std::length_error);
    EXPECT_THROW(Grid<3>({1300, 1300, 1300}, {1, 1, 1}), std::length_error);
    EXPECT_THROW(Grid<2>({2147483647, 1}, {1, 1}), std::length_error);
    EXPECT_NO_THROW(Grid<2>({46000, 46000}, {1, 1}));
    EXPECT_NO_THROW(Grid<3>({1250, 1250, 1250}, {1, 1, 1}));
}

TEST_EACH_DIMENSION(Grid, RowsAreVisitedInOrderOfMemory) {
    const Grid<D> grid = some_grid<D>();
    Box<D> box = grid.cells();
    for (int a = 0; a < D; ++a) box.lo[a] = 2, box.hi[a] = 9 + a;
    Cell<D> walker = box.row(0);
    for (int r = 0; r < box.rows(); ++r, box.to_next_row(walker)) {
        ASSERT_EQ(walker.at, box.row(r).at);
        ASSERT_EQ(walker.i, box.row(r).i);
        ASSERT_EQ(walker.at, box.cell(walker.i).at);
    }
}

template <int D>
struct Count {
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const { f[c] += 1; }
};

TEST_EACH_DIMENSION(Cpu, VisitsEveryCellOfABoxOnceAndNoOther) {
    const Grid<D> grid = some_grid<D>();
    for (const int threads : {1, 2, 7}) {
        Cpu on(threads);
        Field f = on.field(grid);
        Box<D> box = grid.cells();
        for (int a = 0; a < D; ++a) box.lo[a] = 1 + a, box.hi[a] -= 2;
        on.for_each(box, Count<D>{f});
        std::int64_t wrong = 0;
        double sum = 0;
        for_each_index(values_of(grid, centre, 2), [&](Index<D> i) {
            bool inside = true;
            for (int a = 0; a < D; ++a) inside &= i[a] >= box.lo[a] && i[a] < box.hi[a];
            wrong += value_at(grid, f, i) != (inside ? 1.0f : 0.0f);
        });
        for (std::size_t k = 0; k < f.size(); ++k) sum += double{f.data()[k]};
        EXPECT_EQ(wrong, 0);
        EXPECT_EQ(sum, double(box.rows()) * box.extent(0)) << "wrote beyond the ghosts";
    }
}

TEST_EACH_DIMENSION(Cpu, VisitsNothingInAnEmptyBox) {
    const Grid<D> grid = some_grid<D>();
    Cpu on(2);
    Field f = on.field(grid);
    for (int a = 0; a < D; ++a) {
        Box<D> box = grid.cells();
        box.hi[a] = box.lo[a] - 3;
        on.for_each(box, Count<D>{f});
        EXPECT_EQ(on.sum(box, Size<D>{f}), 0);
        EXPECT_EQ(on.max(box, Size<D>{f}, -5), -5);
    }
    EXPECT_EQ(on.sum(grid.cells(), Size<D>{f}), 0);
}

template <int D>
struct Square {
    View<const float> f;
    float operator()(Cell<D> c) const { return f[c] * f[c]; }
};

TEST_EACH_DIMENSION(Cpu, SumsAsDoublesDoAndTheSameWithAnyThreads) {
    const Grid<D> grid = some_grid<D>();
    double first = 0;
    for (const int threads : {1, 2, 7}) {
        Cpu on(threads);
        Field f = on.field(grid);
        randomize(grid, centre, f, 1, 4);
        double exact = 0, size = 0;
        for_each_index(grid.cells(), [&](Index<D> i) {
            const double v = double{value_at(grid, f, i)};
            exact += v * v, size += v * v;
        });
        const double sum = on.sum(grid.cells(), Square<D>{.f = f});
        EXPECT_NEAR(sum, exact, 1e-6 * size);
        if (threads == 1) first = sum;
        EXPECT_EQ(sum, first) << threads;
    }
}

TEST_EACH_DIMENSION(Cpu, SumsOfWholeNumbersAreExact) {
    const Grid<D> grid = some_grid<D>();
    Cpu on(2);
    Field f = on.field(grid);
    on.for_each(grid.cells(), Fill<D>{.value = 3, .f = f});
    EXPECT_EQ(on.sum(grid.cells(), Size<D>{f}), 3.0 * double(grid.cell_count()));
}

TEST_EACH_DIMENSION(Cpu, FindsTheLargestWhereverItIs) {
    const Grid<D> grid = some_grid<D>();
    Cpu on(2);
    for (const bool last : {false, true}) {
        Field f = on.field(grid);
        on.for_each(grid.cells(), Fill<D>{.value = 1, .f = f});
        Index<D> where{};
        for (int a = 0; a < D && last; ++a) where[a] = grid.n()[a] - 1;
        value_at(grid, f, where) = -7;
        EXPECT_EQ(on.max(grid.cells(), Size<D>{f}), 7);
    }
}

TEST_EACH_DIMENSION(Cpu, FindsANaNWhereverItIs) {
    const Grid<D> grid = some_grid<D>();
    for (const int threads : {1, 2}) {
        Cpu on(threads);
        Field f = on.field(grid);
        std::mt19937 random(8);
        for (int k = 0; k < 20; ++k) {
            Index<D> where{};
            for (int a = 0; a < D; ++a) where[a] = static_cast<int>(random() % static_cast<unsigned>(grid.n()[a]));
            on.clear(f);
            value_at(grid, f, where) = NAN;
            EXPECT_TRUE(std::isnan(on.max(grid.cells(), Size<D>{f})));
        }
    }
}

TEST_EACH_DIMENSION(Cpu, CopiesAndClearsWholeFields) {
    const Grid<D> grid = some_grid<D>();
    Cpu on(2);
    Field a = on.field(grid), b = on.field(grid);
    for (std::size_t k = 0; k < a.size(); ++k) a.data()[k] = static_cast<float>(k % 1000);
    on.copy(a, b);
    EXPECT_TRUE(std::equal(a.data(), a.data() + a.size(), b.data()));
    on.clear(b);
    EXPECT_EQ(std::count(b.data(), b.data() + b.size(), 0.0f), static_cast<std::ptrdiff_t>(b.size()));
}

TEST(Cpu, OnlyCountsMemoryWhenAsked) {
    Cpu on(1);
    on.only_count_memory();
    const Grid<3> huge({1200, 1200, 1200}, {1, 1, 1});
    for (int k = 0; k < 100; ++k) EXPECT_EQ(on.field(huge).data(), nullptr);
    EXPECT_EQ(on.bytes_allocated(), 400 * static_cast<std::size_t>(huge.values()));
}

}  // namespace
}  // namespace whorl
