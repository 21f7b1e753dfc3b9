// Stepping allocates nothing: every way to ask the C library for memory is counted.

#include "support/each_dimension.hpp"
#include "support/scenes.hpp"

#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define WHORL_COUNTS_MEMORY 0  // a sanitizer has an allocator of its own
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define WHORL_COUNTS_MEMORY 0
#endif
#endif
#ifndef WHORL_COUNTS_MEMORY
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

TEST_EACH_DIMENSION(Allocation, SteppingNeedsNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    for (const Splitting splitting : all_splittings)
        for (const Pressure pressure : all_pressures) {
            Settings s = busy_scene(D, D == 2 ? std::vector{200, 180} : std::vector{36, 34, 32});
            s.solver.splitting = splitting, s.solver.pressure = pressure;
            s.solver.limit = 5;
            s.threads = 2;
            Simulation simulation(s);
            for (int k = 0; k < 2; ++k) simulation.step(0.05);
            const long before = taken;
            for (int k = 0; k < 3; ++k) simulation.step(0.05);
            EXPECT_EQ(taken - before, 0) << name(splitting) << ' ' << name(pressure);
        }
}

TEST_EACH_DIMENSION(Allocation, AskingAfterTheFluidNeedsNone) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    Simulation simulation(busy_scene(D, D == 2 ? std::vector{200, 180} : std::vector{36, 34, 32}));
    simulation.step(0.05);
    const long before = taken;
    double sum = simulation.total("smoke") + simulation.kinetic_energy() + simulation.max_divergence();
    sum += simulation.max_speed() + simulation.sample("heat", {0.5, 0.5, 0.5}) + simulation.sample_velocity({}).x;
    sum += simulation.field("heat")(0, 0) + simulation.statistics().time;
    EXPECT_EQ(taken - before, 0) << sum;
}

}  // namespace
}  // namespace whorl
