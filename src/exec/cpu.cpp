#include "exec/cpu.hpp"

#if defined(WHORL_WITH_TBB) && !defined(__SANITIZE_THREAD__)
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
// Plain threads, started for each loop: where there is no oneTBB, and for the thread sanitizer, which can not see how
// that, a package built without it, orders the work: it would take all for a race or, told to overlook that, nothing.
#define WHORL_PLAIN_THREADS
#endif

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "exec/memory.hpp"

namespace whorl {

#if defined(WHORL_PLAIN_THREADS)
struct Cpu::Pool {};
#else
struct Cpu::Pool {
    explicit Pool(int threads)
        : control(tbb::global_control::max_allowed_parallelism,
                  static_cast<std::size_t>(std::max(threads, tbb::info::default_concurrency()))),
          arena(threads) {}
    tbb::global_control control;  // lets an arena be larger than the machine, as the thread-parity tests want
    tbb::task_arena arena;
};
#endif

#if defined(WHORL_PLAIN_THREADS)
Cpu::Cpu(int threads) : threads_(threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {}
#else
Cpu::Cpu(int threads) : threads_(threads > 0 ? threads : tbb::info::default_concurrency()) {
    pool_ = std::make_unique<Pool>(threads_);
}
#endif
Cpu::~Cpu() = default;
Cpu::Cpu(Cpu&&) noexcept = default;
Cpu& Cpu::operator=(Cpu&&) noexcept = default;

namespace {

// Below some ten thousand cells waking a second thread costs more than it saves.
#if defined(__SANITIZE_THREAD__)
constexpr std::int64_t cells_per_task = 2048;  // what tests run in one thread hides its races
#else
constexpr std::int64_t cells_per_task = 8192;
#endif

}  // namespace

void Cpu::spread(int rows, int row_length, const Work& work) {
    const std::int64_t cells = std::int64_t{rows} * row_length;
    if (threads_ == 1 || cells < 2 * cells_per_task) return work.run(0, rows);
    run_parts(rows, static_cast<int>(std::max<std::int64_t>(1, cells_per_task / row_length)), work);
}

void Cpu::spread_slabs(int count, int cells, const Work& work) {
    constexpr int thinnest = 8;
    if (threads_ == 1 || std::int64_t{count} * cells < 2 * cells_per_task) return work.run(0, count);
    // Two a thread: one that is held up leaves the other to its neighbours.
    run_parts(count, std::max(thinnest, (count + 2 * threads_ - 1) / (2 * threads_)), work);
}

void Cpu::run_parts(int count, int grain, const Work& work) {
#if defined(WHORL_PLAIN_THREADS)
    const int parts = std::min(threads_, (count + grain - 1) / grain);
    std::vector<std::thread> helpers;
    for (int p = 1; p < parts; ++p)
        helpers.emplace_back([&, p] { work.run(count * p / parts, count * (p + 1) / parts); });
    work.run(0, count / parts);
    for (std::thread& one : helpers) one.join();
#else
    pool_->arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<int>(0, count, static_cast<std::size_t>(grain)),
                          [&](const tbb::blocked_range<int>& r) { work.run(r.begin(), r.end()); });
    });
#endif
}

double Cpu::pairwise_sum(const double* v, int n) {
    if (n <= 8) {
        double s = 0;
        for (int i = 0; i < n; ++i) s += v[i];
        return s;
    }
    const int half = n / 2;
    return pairwise_sum(v, half) + pairwise_sum(v + half, n - half);
}

void* Cpu::zeroed(std::size_t bytes) {
    constexpr std::size_t line = 64;
    bytes = (bytes + line - 1) / line * line;
    void* data = take_memory(std::max(bytes, line), line);
    if (!data) throw std::bad_alloc();
    return std::memset(data, 0, bytes);
}
void Cpu::release(void* data) { give_memory_back(data); }

// Memory goes to the threads in blocks, as the rows of a field do.
static constexpr int block = 4096 * sizeof(float);
static int blocks(std::size_t bytes) { return static_cast<int>((bytes + block - 1) / block); }

void Cpu::copy_bytes(const void* from, void* to, std::size_t bytes) {
    if (bytes == 0) return;  // nothing may be nowhere
    struct Copy final : Work {
        const char* from;
        char* to;
        std::size_t bytes;
        Copy(const void* f, void* t, std::size_t b)
            : from(static_cast<const char*>(f)), to(static_cast<char*>(t)), bytes(b) {}
        void run(int begin, int end) const override {
            const std::size_t first = static_cast<std::size_t>(begin) * block;
            const std::size_t last = std::min(bytes, static_cast<std::size_t>(end) * block);
            std::memcpy(to + first, from + first, last - first);
        }
    };
    spread(blocks(bytes), block / 4, Copy(from, to, bytes));
}

void Cpu::clear_bytes(void* data, std::size_t bytes) {
    struct Clear final : Work {
        char* data;
        std::size_t bytes;
        Clear(void* d, std::size_t b) : data(static_cast<char*>(d)), bytes(b) {}
        void run(int begin, int end) const override {
            const std::size_t first = static_cast<std::size_t>(begin) * block;
            std::memset(data + first, 0, std::min(bytes, static_cast<std::size_t>(end) * block) - first);
        }
    };
    spread(blocks(bytes), block / 4, Clear(data, bytes));
}

}  // namespace whorl
