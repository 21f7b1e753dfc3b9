// Where passes are dear, as on a GPU, several become one. What they leave is the same.

#include "flow/advect.hpp"
#include "flow/forces/buoyancy.hpp"
#include "flow/forces/confinement.hpp"
#include "support/each_dimension.hpp"
#include "support/lab.hpp"

namespace whorl {
namespace {

TEST(Divisor, DividesAsTheProcessorDoes) {
    const int most = 2147483647;
    for (const int by : {1, 2, 3, 5, 7, 16, 17, 640, 641, 65535, 65536, 65537, 1 << 30, (1 << 30) + 1, most})
        for (const int near : {0, 1, by / 2, by, 2, 3 * (by / 4), most / by * by, most})
            for (const int off : {-1, 0, 1}) {
                if ((near == 0 && off < 0) || (near == most && off > 0)) continue;
                int k = near + off;
                const int all = k, rest = Divisor(by).split(k);
                EXPECT_EQ(k, all / by) << all << ' ' << by;
                EXPECT_EQ(rest, all % by) << all << ' ' << by;
            }
}

/// The CPU, told that passes are dear.
struct OnePass {
    Cpu& cpu;
    static constexpr bool fewer_passes = true;
    template <int D, class Kernel>
    void for_each(const Box<D>& box, const Kernel& kernel) {
        for (int r = 0; r < box.rows(); ++r)
            for (Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) kernel(c);
    }
    /// The threads of a tile one after the other, step by step.
    template <class March>
    void march(March march) {
        march.planes = 20;
        const Index<3> tiles = march.tiles();
        for_each_index(Box<3>{.lo = {}, .hi = tiles, .step = {}, .origin = 0}, [&](Index<3> tile) {
            const auto shared = std::make_unique<typename March::Shared>();
            std::vector<typename March::Thread> threads;
            for (int row = 0; row < March::thread_rows; ++row)
                for (int lane = 0; lane < March::lanes; ++lane) threads.push_back(march.begin(tile, lane, row));
            for (int z = threads[0].first; z < march.end(threads[0]); z += 2) {
                for (auto& thread : threads) march.template step<0>(thread, *shared, z);
                for (auto& thread : threads) march.template step<1>(thread, *shared, z + 1);
            }
        });
    }
};

/// Values that differ, ghosts included.
template <int D>
int unlike(const Grid<D>& grid, const Field& a, const Field& b) {
    int count = 0;
    for_each_index(grid.all(), [&](Index<D> i) { count += value_at(grid, a, i) != value_at(grid, b, i); });
    return count;
}

/// stage(lab, executor) in two flows that are alike, one with each executor, with every kind of side and a body.
template <int D, class Stage>
void expect_same(const Stage& stage, int cells = 17) {
    for (const Boundary& boundary : varied_boundaries()) {
        Index<D> n{};
        Vec<D> h{};
        for (int a = 0; a < D; ++a) n[a] = cells + 2 * a, h[a] = 0.25f + 0.05f * static_cast<float>(a);
        Lab<D> many(n, h, boundary), one(n, h, boundary);
        OnePass passes{one.on};
        for (Lab<D>* lab : {&many, &one}) {
            lab->place({{.shape = box({1.1, 1.3, 1.7}, {2.9, 3.6, 4.4})}});
            lab->stir(1, 3);
        }
        stage(many, many.on);
        stage(one, passes);
        EXPECT_EQ(unlike(one.f.grid, many.smoke(), one.smoke()), 0) << "smoke";
        for (int a = 0; a < D; ++a)
            EXPECT_EQ(unlike(one.f.grid, many.f.velocity[a], one.f.velocity[a]), 0) << "velocity along " << a;
    }
}

/// Other values inside, so that boundaries and ghosts have to follow.
template <int D>
void disturb(Lab<D>& lab) {
    for (int a = 0; a < D; ++a) randomize(lab.f.grid, a, lab.f.velocity[a], 2, 20 + static_cast<unsigned>(a));
    randomize(lab.f.grid, centre, lab.smoke(), 2, 30);
}

TEST_EACH_DIMENSION(OnePass, FillsTheGhostsThatOneAxisAfterTheOtherDoes) {
    expect_same<D>([](Lab<D>& lab, auto& on) {
        disturb(lab);
        fill_ghosts(on, lab.f.grid, lab.smoke(), centre, lab.f.carried[0].rules, lab.f.periodic);
        fill_velocity_ghosts(on, lab.f, lab.f.velocity);
    });
}

TEST_EACH_DIMENSION(OnePass, HoldsAllFacesThatAreShut) {
    expect_same<D>([](Lab<D>& lab, auto& on) {
        disturb(lab);
        hold_faces(on, lab.f, lab.f.velocity);
    });
}

TEST(Boxes, KnowWhenTheyAreMoreThanAnIntCanCount) {
    Boxes<3, 2> boxes;
    boxes.box[0] = {.lo = {}, .hi = {1000, 1000, 1000}, .step = {1, 1000, 1000000}, .origin = 0};
    EXPECT_TRUE(boxes.add_up());
    EXPECT_EQ(boxes.cells(), 1000000000);
    boxes.box[1] = {.lo = {}, .hi = {1000, 1000, 1200}, .step = {1, 1000, 1000000}, .origin = 0};
    EXPECT_FALSE(boxes.add_up());
}

TEST_EACH_DIMENSION(OnePass, PushesWithTheSameForces) {
    expect_same<D>([]<class Exec>(Lab<D>& lab, Exec& on) {
        BuoyancyForce<Exec, D>({{0, 0.1}}, {1, -9.81, 0.5}).apply(on, lab.f, lab.s, 0, 0.2);
        ConfinementForce<Exec, D>(0.3).apply(on, lab.f, lab.s, 0, 0.2);
        lab.settle();
    });
}

TEST(OnePass, ConfinesInSeveralTilesAsInOne) {
    expect_same<3>([]<class Exec>(Lab<3>& lab, Exec& on) {
        ConfinementForce<Exec, 3>(0.3).apply(on, lab.f, lab.s, 0, 0.2);
        lab.settle();
    }, 57);
}

TEST_EACH_DIMENSION(OnePass, CarriesTheVelocityAlongTheSamePaths) {
    expect_same<D>([](Lab<D>& lab, auto& on) {
        advect_velocity(on, lab.f, lab.s, lab.f.velocity, lab.f.velocity, 0.3, Advection::semi_lagrangian, Backtrace::rk2);
        lab.settle();
    });
}

}  // namespace
}  // namespace whorl
