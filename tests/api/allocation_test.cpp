// Stepping allocates nothing: every way to ask the C library for memory is counted.

#include "support/each_dimension.hpp"
#include "support/scenes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define WHORL_COUNTS_MEMORY 0  // a sanitizer has an allocator of its own
#else
#define WHORL_COUNTS_MEMORY 1
#endif

// Of this thread: threads of the pool that wake up late take memory of their own once.
static thread_local long taken = 0;

#if WHORL_COUNTS_MEMORY
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

// `operator new` comes here as well.
void* malloc(std::size_t size) noexcept { return ++taken, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept { return ++taken, __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) noexcept { return ++taken, __libc_realloc(old, size); }
void* memalign(std::size_t line, std::size_t size) noexcept { return ++taken, __libc_memalign(line, size); }
void* aligned_alloc(std::size_t line, std::size_t size) noexcept { return ++taken, __libc_memalign(line, size); }
int posix_memalign(void** to, std::size_t line, std::size_t size) noexcept {
    *to = (++taken, __libc_memalign(line, size));
    return *to ? 0 : ENOMEM;
}
}
#endif

namespace whorl {
namespace {

TEST(Allocation, IsCounted) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    const long before = taken;
    int* volatile kept = new int[100];  // volatile, or the compiler leaves both out
    delete[] kept;
    std::free(std::aligned_alloc(64, 128));
    EXPECT_EQ(taken - before, 2);
}

/// The least that one of several rounds of the same work takes. What the work itself needs it needs every time; oneTBB
/// takes a little now and then, when more of its tasks wait than ever before.
template <class Work>
long least_taken(int rounds, Work work) {
    long least = 1000000;
    for (int k = 0; k < rounds; ++k) {
        const long before = taken;
        work();
        least = std::min(least, taken - before);
    }
    return least;
}

TEST_EACH_DIMENSION(Allocation, SteppingNeedsNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    for (const Splitting splitting : all_splittings)
        for (const Pressure pressure : all_pressures) {
            Settings s = busy_scene(D, D == 2 ? std::vector{200, 180} : std::vector{36, 34, 32});
            s.solver.splitting = splitting, s.solver.pressure = pressure;
            s.solver.limit = 5;
            s.threads = 2;
            Simulation simulation(s);
            EXPECT_EQ(least_taken(4, [&] { simulation.step(0.05); }), 0) << name(splitting) << ' ' << name(pressure);
        }
}

TEST_EACH_DIMENSION(Allocation, SteppingWithADirectSolverNeedsNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    for (const Pressure direct : direct_pressures(D))
        for (const bool repeats : {false, true}) {
            Settings s = busy_scene(D, D == 2 ? std::vector{200, 180} : std::vector{36, 34, 32});
            s.obstacles.clear();
            if (repeats) s.boundary = all_sides(periodic());
            s.solver.pressure = s.solver.diffusion = direct;
            s.threads = 2;
            Simulation simulation(s);
            EXPECT_EQ(least_taken(4, [&] { simulation.step(0.05); }), 0) << name(direct) << ' ' << repeats;
        }
}

TEST_EACH_DIMENSION(Allocation, TheFirstStepAfterAChangeNeedsNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    Settings plain = busy_scene(D, D == 2 ? std::vector{200, 180} : std::vector{36, 34, 32});
    plain.threads = 1;
    // Without direct solvers: a thread takes its scratch memory in the first of their lines.
    std::vector<Settings> others(4, plain);
    others[0].fluid.viscosity = 0, others[0].carried[1].diffusion = 0, others[0].fluid.vorticity = 0;
    others[1].obstacles.push_back({sphere({0.2, 0.7, 0.4}, 0.1)}), others[1].boundary.top = wall();
    others[2].solver = {.splitting = Splitting::reflection, .pressure = Pressure::multigrid_cg, .diffusion = Pressure::red_black};
    others[3].solver.splitting = Splitting::two_step;
    Simulation simulation(plain);
    simulation.step(0.05);
    for (const Settings& s : others) {
        simulation.change(s);
        const long before = taken;
        simulation.step(0.05);
        EXPECT_EQ(taken - before, 0) << &s - others.data();
        simulation.change(plain);
    }
}

TEST_EACH_DIMENSION(Allocation, ValuesThatVaryNeedNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    const Value varies([](Vec3 p, double t) { return p.x * std::sin(t); });
    Settings s = busy_scene(D, D == 2 ? std::vector{64, 48} : std::vector{16, 16, 16});
    s.boundary.left = inflow({varies, varies, varies}), s.boundary.bottom = wall({varies, 0, varies});
    s.sources[0].amount = varies;
    s.forces[0].amount = {varies, varies, varies};
    Simulation simulation(s);
    simulation.step(0.05);
    const long before = taken;
    for (int k = 0; k < 3; ++k) simulation.step(0.05);
    EXPECT_EQ(taken - before, 0);
}

TEST_EACH_DIMENSION(Allocation, AskingAfterTheFluidNeedsNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    Simulation simulation(busy_scene(D, D == 2 ? std::vector{200, 180} : std::vector{36, 34, 32}));
    simulation.step(0.05);
    double sum = 0;
    const long needed = least_taken(4, [&] {
        sum += simulation.total("smoke") + simulation.kinetic_energy() + simulation.max_divergence();
        sum += simulation.max_speed() + simulation.sample("heat", {0.5, 0.5, 0.5}) + simulation.sample_velocity({}).x;
        sum += simulation.field("heat")(0, 0) + simulation.statistics().time;
    });
    EXPECT_EQ(needed, 0) << sum;
}

}  // namespace
}  // namespace whorl
