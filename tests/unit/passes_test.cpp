// The two ways to run a V-cycle give the same bits: rows with colours apart in one trip through memory, and one kernel
// after the other over cells.

#include <gtest/gtest.h>

#include <cstring>

#include "poisson/hierarchy.hpp"
#include "problem.hpp"

namespace whorl {

// As the library has them; a copy made here would be compiled as tests are.
extern template class System<Cpu, 2>;
extern template class System<Cpu, 3>;
extern template class Hierarchy<Cpu, 2>;
extern template class Hierarchy<Cpu, 3>;

namespace {

/// The CPU as an executor that takes single cells only, one after the other.
class CellsOnly {
  public:
    explicit CellsOnly(Cpu& cpu) : cpu_(cpu) {}
    template <int D>
    Field field(const Grid<D>& grid) {
        return cpu_.field(grid);
    }
    template <int D>
    VectorField<D> faces(const Grid<D>& grid) {
        return cpu_.faces(grid);
    }
    template <int D, class Kernel>
    void for_each(const Box<D>& box, const Kernel& kernel) {
        each_cell(box, [&](Cell<D> c) { kernel(c); });
    }
    template <int D, class Kernel>
    double sum(const Box<D>& box, const Kernel& kernel) {
        return cpu_.sum(box, [&](Cell<D> c) { return kernel(c); });
    }
    template <int D, class Kernel>
    float max(const Box<D>& box, const Kernel& kernel) {
        return cpu_.max(box, [&](Cell<D> c) { return kernel(c); });
    }
    using Recording = Cpu::Recording;
    template <class Work>
    void replay(Recording& recording, const Work& work) {
        cpu_.replay(recording, work);
    }

  protected:
    Cpu& cpu_;
};

/// One that would rather compute again than load, as a GPU does.
class FewerPasses : public CellsOnly {
  public:
    using CellsOnly::CellsOnly;
    static constexpr bool fewer_passes = true;
    template <class T>
    Buffer<T> buffer(std::size_t size) {
        return cpu_.buffer<T>(size);
    }
    template <int D, class Kernel>
    void sum_into(Buffer<double>& total, const Box<D>& box, const Kernel& kernel) {
        total.data()[0] = sum(box, kernel);
    }
    struct Block {
        FewerPasses& on;
        template <int D, class Kernel>
        void for_each(const Box<D>& box, const Kernel& kernel) const {
            on.for_each(box, kernel);
        }
    };
    template <class Work>
    void in_one_block(const Work& work) {
        work(Block{*this});
    }
    std::int64_t marches_from() const { return 1000; }
    template <class March>
    void march(const March& march) {
        const Index<3> tiles = march.tiles();
        each_cell(Box<3>{{}, tiles, {}, 0}, [&](const Cell<3>& tile) {
            auto shared = std::make_unique<typename March::Shared>();
            std::vector<typename March::Thread> threads;
            for (int row = 0; row < March::thread_rows; ++row)
                for (int lane = 0; lane < March::lanes; ++lane) threads.push_back(march.begin(tile.i, lane, row));
            const int end = march.end(threads[0]);
            for (int z = threads[0].first; z < end; z += 2) {
                for (auto& thread : threads) march.template step<0>(thread, *shared, z);
                for (auto& thread : threads) march.template step<1>(thread, *shared, z + 1);
            }
        });
    }
};

/// x after three cycles, the first of which begins with so many sweeps, and the residuals on the way. `hasty`: levels below
/// begin before anyone looks at a residual.
template <int D, class Exec>
std::vector<float> three_cycles(Exec& on, Problem<D>& p, std::vector<double>& residuals, int sweeps = 1, bool hasty = false) {
    System<Exec, D> system(on, p.unknowns);
    Hierarchy<Exec, D> hierarchy(on, p.unknowns);
    system.prepare(on, p.coefficients());
    hierarchy.prepare(on, system, p.masked);
    using Sweep = typename Hierarchy<Exec, D>::Sweep;
    hierarchy.load(on, RightHandSide{.b = p.b}, {});
    residuals.push_back(hierarchy.descend(on, Sweep::from_zero, sweeps));
    for (const bool last : {false, true}) {
        if (hasty) hierarchy.begin_to_ascend(on);
        residuals.push_back(hierarchy.turn(on, last ? 2 : 1, last));
    }
    hierarchy.ascend(on);
    hierarchy.store(on, p.x);
    std::vector<float> values;
    each_cell(p.box(), [&](Cell<D> c) { values.push_back(p.x.data()[c]); });
    return values;
}

int how_many_differ(const std::vector<float>& a, const std::vector<float>& b) {
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different += std::memcmp(&a[i], &b[i], sizeof(float)) != 0 && !(a[i] == 0 && b[i] == 0);
    return different;
}

template <int D>
void expect_same_bits(Problem<D>& p, const std::string& what, int sweeps = 1) {
    SCOPED_TRACE(what);
    CellsOnly cells(p.on);
    FewerPasses fewer(p.on);
    std::vector<double> by_rows, by_cells, by_fewer;
    const std::vector<float> rows = three_cycles(p.on, p, by_rows, sweeps),
                             reference = three_cycles(cells, p, by_cells, sweeps);
    EXPECT_EQ(how_many_differ(rows, reference), 0);
    EXPECT_EQ(how_many_differ(three_cycles(fewer, p, by_fewer, sweeps), reference), 0) << "with fewer passes, as on a GPU";
    for (std::size_t c = 0; c < by_rows.size(); ++c) {
        EXPECT_NEAR(by_rows[c], by_cells[c], 1e-5 * by_cells[c]);
        EXPECT_NEAR(by_fewer[c], by_cells[c], 1e-5 * by_cells[c]);
    }
    EXPECT_LT(by_rows[2], 0.1 * by_rows[0]) << "cycles that do not converge say nothing";
}

TEST(Passes, GiveTheBitsOfCellKernelsInAPlane) {
    for (const Index<2> n : {Index<2>{64, 64}, {33, 47}, {130, 9}, {1100, 12}, {7, 5}})
        for (const char* sides : {"wwww", "owww", "ppww", "pppp", "hwoo"})
            for (const float shift : {0.0f, 0.5f})
                for (const bool ball : {false, true}) {
                    if (ball && n[1] <= 12) continue;
                    Problem<2> p(n, sides, {1, 1}, 2);
                    p.shift = shift;
                    if (ball) p.put_ball(), p.noise();
                    expect_same_bits(p, std::to_string(n[0]) + " x " + std::to_string(n[1]) + " " + sides +
                                            (ball ? " ball" : "") + (shift > 0 ? " shift" : ""));
                }
}

TEST(Passes, GiveTheBitsOfCellKernelsInSpace) {
    for (const Index<3> n : {Index<3>{32, 32, 32}, {33, 21, 18}, {70, 40, 6}, {68, 60, 72}, {5, 7, 9}})
        for (const char* sides : {"wwwwww", "owwwww", "ppwwww", "wwppww", "wwwwpp", "pppppp"})
            for (const bool ball : {false, true}) {
                if (ball && n[0] != 32) continue;
                Problem<3> p(n, sides, {1, 1, 1}, 2);
                if (ball) p.put_ball(), p.noise();
                expect_same_bits(p, std::to_string(n[0]) + " x " + std::to_string(n[1]) + " x " + std::to_string(n[2]) +
                                        " " + sides + (ball ? " ball" : ""));
            }
}

/// A bar that is longer than any stretch of a row, of which a film of `open` is left: rows see open space, its surface,
/// its inside, and all that again.
template <int D>
void put_bar(Problem<D>& p, float open) {
    for (int a = 0; a < D; ++a)
        each_cell(p.grid().faces(a), [&](Cell<D> c) {
            bool inside = c.i[0] >= 37 && c.i[0] < 37 + 85;
            for (int other = 1; other < D; ++other) {
                const int n = p.unknowns.extent[other];
                inside = inside && 3 * c.i[other] >= n && 3 * c.i[other] < 2 * n;
            }
            if (inside) p.weight[a].data()[c] *= open;
        });
    p.noise();
}

TEST(Passes, GiveTheBitsOfCellKernelsWhereABodyIsAmidstOfRows) {
    for (const float open : {0.0f, 0.3f}) {
        for (const int length : {160, 161, 1100})
            for (const char* sides : {"wwww", "ppow"}) {
                Problem<2> p({length, 24}, sides, {1, 1}, 2);
                put_bar(p, open);
                expect_same_bits(p, "plane " + std::to_string(length) + " " + sides);
            }
        Problem<3> p({160, 18, 15}, "wwwwpp", {1, 1, 1}, 2);
        put_bar(p, open);
        expect_same_bits(p, "space");
    }
}

TEST(Passes, GiveTheBitsOfCellKernelsHoweverManySweepsTheyBeginWith) {
    for (const int sweeps : {2, 3, 4}) {
        Problem<2> p({130, 31}, "owpp", {1, 1}, 2);
        expect_same_bits(p, "plane", sweeps);
        Problem<3> q({32, 36, 32}, "wwwwow", {1, 1, 1}, 2);
        q.put_ball(), q.noise();
        expect_same_bits(q, "space", sweeps);
    }
}

TEST(Passes, MayBeginBeforeTheyAreWanted) {
    for (const int n : {80, 20}) {  // of which the smaller one has a mean to lose first
        Problem<3> p({96, n, 48}, "wwwwww", {1, 1, 1}, 2);
        FewerPasses fewer(p.on);
        std::vector<double> early, late;
        const std::vector<float> x = three_cycles(fewer, p, late);
        EXPECT_EQ(how_many_differ(three_cycles(fewer, p, early, 1, true), x), 0);
        EXPECT_EQ(early, late);
    }
}

TEST(Passes, LeaveTheSumOfWhatTheyStore) {
    Problem<3> p({40, 24, 16}, "wwwwww", {1, 1, 1}, 2);
    FewerPasses fewer(p.on);
    Hierarchy<FewerPasses, 3> hierarchy(fewer, p.unknowns);
    hierarchy.load(fewer, RightHandSide{.b = p.b}, p.b);
    Buffer<double> sum = p.on.buffer<double>(1);
    hierarchy.store(fewer, p.x, sum);
    EXPECT_EQ(sum.data()[0], fewer.sum(p.box(), Read<3>{p.x}));
    EXPECT_NE(sum.data()[0], 0);
    each_cell(p.box(), [&](Cell<3> c) { EXPECT_EQ(p.x.data()[c], p.b.data()[c]); });
}

TEST(Passes, GiveTheBitsOfCellKernelsWhereCellsAreLong) {
    Problem<3> p({40, 24, 16}, "wwwwww", {1, 4, 8}, 2);
    expect_same_bits(p, "semi-coarsening");
    Problem<2> q({64, 48}, "wwww", {5, 1}, 2);
    expect_same_bits(q, "x is not halved");
}

}  // namespace
}  // namespace whorl
