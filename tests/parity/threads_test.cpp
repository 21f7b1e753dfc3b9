// The same input gives the same bits, with any number of threads and in every run.

#include <optional>
#include <string_view>

#include "support/each_dimension.hpp"
#include "support/sanitizers.hpp"
#include "support/scenes.hpp"

namespace whorl {
namespace {

/// Large enough that seven threads all get something to do, in every stage. A sanitizer, which looks for other things,
/// gets a smaller one: enough for two.
template <int D>
Settings large_scene() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return busy_scene(D, D == 2 ? std::vector{161, 129} : std::vector{33, 25, 27});
#else
    return busy_scene(D, D == 2 ? std::vector{301, 257} : std::vector{65, 49, 41});
#endif
}

std::uint64_t hash_after(Settings s, int threads, int steps) {
    s.threads = threads;
    Simulation simulation(s);
    for (int k = 0; k < steps; ++k) simulation.step(0.05);
    EXPECT_EQ(not_finite(simulation), "");
    return simulation.state_hash();
}

void expect_one_hash(const Settings& s, int steps, std::string_view what) {
    std::optional<std::uint64_t> first;
    for (const int threads : thread_counts) {
        const std::uint64_t hash = hash_after(s, threads, steps);
        if (!first) first = hash;
        EXPECT_EQ(hash, *first) << what << ' ' << threads;
    }
}

TEST_EACH_DIMENSION(Threads, AnyNumberOfThemGivesOneHashInEverySplitting) {
    for (const Splitting splitting : all_splittings) {
        Settings s = large_scene<D>();
        s.solver.splitting = splitting;
        expect_one_hash(s, 3, name(splitting));
    }
}

TEST_EACH_DIMENSION(Threads, AnyNumberOfThemGivesOneHashWithEveryPressureSolver) {
    for (const Pressure pressure : all_pressures) {
        Settings s = large_scene<D>();
        s.solver.pressure = pressure;
        s.solver.limit = looks_for_races ? 4 : 30;
        s.boundary.left = s.boundary.right = periodic();
        expect_one_hash(s, shortened(2), name(pressure));
    }
}

TEST_EACH_DIMENSION(Threads, AnyNumberOfThemGivesOneHashWithEveryDirectSolver) {
    for (const Pressure direct : direct_pressures(D))
        for (const Side& sides : {wall(), periodic()}) {
            Settings s = large_scene<D>();
            s.obstacles.clear();
            s.boundary.left = s.boundary.right = s.boundary.bottom = s.boundary.top = s.boundary.back = s.boundary.front =
                sides;
            s.solver.pressure = s.solver.diffusion = direct;
            expect_one_hash(s, 2, name(direct));
        }
}

TEST_EACH_DIMENSION(Threads, AnyNumberOfThemGivesOneHashWithEveryAdvection) {
    for (const Advection advection : all_advections) {
        Settings s = large_scene<D>();
        s.solver.advection = s.carried[0].advection = s.carried[1].advection = advection;
        s.solver.limit = 3;
        expect_one_hash(s, shortened(2), name(advection));
    }
}

TEST_EACH_DIMENSION(Threads, TwoRunsGiveOneHash) {
    EXPECT_EQ(hash_after(large_scene<D>(), 7, 3), hash_after(large_scene<D>(), 7, 3));
}

TEST_EACH_DIMENSION(Threads, TheHashTellsOneStateFromAnother) {
    Settings s = large_scene<D>();
    const std::uint64_t before = hash_after(s, 2, 1);
    s.fluid.buoyancy["heat"] *= 1.001;
    s.sources[1].during.from = -1;
    s.carried[1].initial = [](Vec3 p) { return p.x; };
    EXPECT_NE(hash_after(s, 2, 1), before);
}

}  // namespace
}  // namespace whorl
