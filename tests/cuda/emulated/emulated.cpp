#include <cuda_runtime.h>
#include <setjmp.h>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

dim3 gridDim, blockDim, blockIdx, threadIdx;

namespace emulated {

namespace {

/// Two ways to be a GPU. By default streams wait with their work until somebody waits for it, and the first thread of
/// the first block begins. Contrary: work is done as soon as it is asked for, and the last thread of the last block
/// begins.
const bool contrary = std::getenv("WHORL_EMULATED_CONTRARY") != nullptr;

[[noreturn]] void give_up(const char* why) {
    std::fprintf(stderr, "emulated GPU: %s; block (%u, %u, %u) of (%u, %u, %u), %u x %u x %u threads\n", why,
                 blockIdx.x, blockIdx.y, blockIdx.z, gridDim.x, gridDim.y, gridDim.z, blockDim.x, blockDim.y,
                 blockDim.z);
    std::abort();
}

constexpr int warp = 32;
constexpr std::size_t stack_bytes = 256 * 1024;

/// A stack of its own, on which threads run one after the other as long as none of them waits.
struct Fiber {
    std::unique_ptr<char[]> stack{new char[stack_bytes]};
    ucontext_t start{};
    jmp_buf place{};
    bool started = false;
    int thread = 0;
    dim3 index;  // the same, as the thread knows it
    int turn = 0;
};

enum class State : char { waits_for_block, waits_for_warp, ready, done };

class BlockOfThreads {
  public:
    void run(void (*body)(const void*), const void* arguments) {
        body_ = body, arguments_ = arguments;
        const int count = threads();
        state_.assign(static_cast<std::size_t>(count), State::ready);
        fiber_.assign(static_cast<std::size_t>(count), nullptr);
        started_ = 0;
        while (started_ < count) go_on_with(idle_fiber());
        while (release()) {
            for (int k = 0; k < count; ++k) {
                const int t = in_order(k);
                if (state(t) == State::ready) go_on_with(fiber_[static_cast<std::size_t>(t)]);
            }
        }
    }
    void wait(State how) {
        Fiber* const here = running_;
        state(here->thread) = how;
        leave(here);
    }
    /// In turns: nobody comes to the next but one before all have read these.
    Slots slots() {
        const int t = running_->thread;
        running_->turn ^= 1;
        return {slots_[running_->turn] + t / warp * warp, t % warp};
    }

  private:
    static int threads() { return static_cast<int>(blockDim.x * blockDim.y * blockDim.z); }
    static int in_order(int k) { return contrary ? threads() - 1 - k : k; }
    static dim3 index(int thread) {
        const auto t = static_cast<unsigned>(thread);
        return {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
    }
    State& state(int thread) { return state_[static_cast<std::size_t>(thread)]; }

    /// Lets those go on for whom all have come; false once all threads are done.
    bool release() {
        const int count = threads();
        int at_block = 0, alive = 0, released = 0;
        for (int first = 0; first < count; first += warp) {
            const int end = std::min(first + warp, count);
            int at_warp = 0;
            for (int t = first; t < end; ++t) {
                alive += state(t) != State::done;
                at_block += state(t) == State::waits_for_block;
                at_warp += state(t) == State::waits_for_warp;
            }
            if (at_warp < end - first) continue;
            for (int t = first; t < end; ++t) state(t) = State::ready;
            released += at_warp;
        }
        if (alive == 0) return false;
        if (released > 0) return true;
        if (at_block < alive) give_up("threads wait for others of their warp that do not come");
        for (State& s : state_)
            if (s == State::waits_for_block) s = State::ready;
        return true;
    }

    Fiber* idle_fiber() {
        if (idle_.empty()) {
            fibers_.push_back(std::make_unique<Fiber>());
            Fiber& f = *fibers_.back();
            getcontext(&f.start);
            f.start.uc_stack.ss_sp = f.stack.get();
            f.start.uc_stack.ss_size = stack_bytes;
            makecontext(
                &f.start, [] { one_->run_threads(); }, 0);
            idle_.push_back(&f);
        }
        Fiber* const f = idle_.back();
        idle_.pop_back();
        return f;
    }
    void run_threads() {
        arrived(nullptr);
        for (;;) {
            while (started_ < threads()) {
                const int t = in_order(started_++);
                running_->thread = t;
                fiber_[static_cast<std::size_t>(t)] = running_;
                threadIdx = running_->index = index(t);
                running_->turn = 0;
                body_(arguments_);
                state(t) = State::done;
            }
            idle_.push_back(running_);
            leave(running_);
        }
    }

    // To a fiber and back: a context to begin on its stack, then jumps, since changing contexts asks the system each
    // time. The sanitizer wants to know which stack is in use.
    void go_on_with(Fiber* f) {
        running_ = f;
        threadIdx = f->index;
        [[maybe_unused]] void* own = nullptr;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&own, f->stack.get(), stack_bytes);
#endif
        if (_setjmp(host_) == 0) {
            if (std::exchange(f->started, true)) _longjmp(f->place, 1);
            setcontext(&f->start);
        }
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(own, nullptr, nullptr);
#endif
    }
    void leave(Fiber* f) {
        [[maybe_unused]] void* own = nullptr;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&own, host_stack_, host_stack_bytes_);
#endif
        if (_setjmp(f->place) == 0) _longjmp(host_, 1);
        arrived(own);
    }
    void arrived([[maybe_unused]] void* own) {
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(own, &host_stack_, &host_stack_bytes_);
#endif
    }

  public:
    static BlockOfThreads* const one_;

  private:
    void (*body_)(const void*) = nullptr;
    const void* arguments_ = nullptr;
    int started_ = 0;
    std::vector<State> state_;
    std::vector<Fiber*> fiber_;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber*> idle_;
    Fiber* running_ = nullptr;
    jmp_buf host_{};
    const void* host_stack_ = nullptr;
    std::size_t host_stack_bytes_ = 0;
    std::uint64_t slots_[2][1024] = {};
};
BlockOfThreads* const BlockOfThreads::one_ = new BlockOfThreads;

std::recursive_mutex& device() {
    static std::recursive_mutex one;
    return one;
}
using Alone = std::lock_guard<std::recursive_mutex>;

}  // namespace

namespace {

std::unique_ptr<double[]> shared;
constexpr std::size_t most_shared = 227 * 1024;          // that a kernel may ask for,
constexpr std::size_t most_shared_unasked = 48 * 1024;  // and that it has without
std::unordered_map<const void*, std::size_t> allowed;

}  // namespace

void run(dim3 grid, dim3 block, std::size_t shared_bytes, void (*body)(const void*), const void* arguments) {
    gridDim = grid, blockDim = block;
    const std::size_t numbers = shared_bytes / sizeof(double) + 1;
    shared = std::make_unique<double[]>(numbers);
    const std::int64_t blocks = std::int64_t{grid.x} * grid.y * grid.z;
    for (std::int64_t k = 0; k < blocks; ++k) {
        const std::int64_t b = contrary ? blocks - 1 - k : k;
        blockIdx = {static_cast<unsigned>(b % grid.x), static_cast<unsigned>(b / grid.x % grid.y),
                    static_cast<unsigned>(b / grid.x / grid.y)};
        std::memset(shared.get(), 0xff, numbers * sizeof(double));  // NaN, until a thread writes it
        BlockOfThreads::one_->run(body, arguments);
    }
}
double* shared_memory() { return shared.get(); }
void wait_for_block() { BlockOfThreads::one_->wait(State::waits_for_block); }
void wait_for_warp() { BlockOfThreads::one_->wait(State::waits_for_warp); }
Slots warp_slots() { return BlockOfThreads::one_->slots(); }

void allow_shared(const void* kernel, int bytes) {
    if (bytes < 0 || static_cast<std::size_t>(bytes) > most_shared) give_up("no GPU has so much memory for threads to share");
    const Alone alone(device());
    std::size_t& most = allowed[kernel];
    if (static_cast<std::size_t>(bytes) < most) give_up("less shared memory for a kernel that others may be about to start");
    most = static_cast<std::size_t>(bytes);
}
void check_size(dim3 grid, dim3 block, std::size_t bytes_of_parameters, const void* kernel, std::size_t shared_bytes) {
    blockDim = block, gridDim = grid, blockIdx = {0, 0, 0};
    const std::int64_t threads = std::int64_t{block.x} * block.y * block.z;
    if (threads < 1 || threads > 1024 || block.z > 64) give_up("no GPU has blocks of so many threads");
    if (grid.x < 1 || grid.y < 1 || grid.z < 1 || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        give_up("no GPU starts so many blocks");
    if (bytes_of_parameters > 32764) give_up("no kernel takes so many bytes of parameters");
    const Alone alone(device());
    if (shared_bytes > most_shared_unasked && shared_bytes > allowed[kernel])
        give_up("a kernel was not told that its threads share so much memory");
}

}  // namespace emulated

// Streams, events and graphs.

struct EmulatedGraph {
    std::vector<std::function<void()>> work;
};

/// Work in the order in which it was asked for, numbered from 0.
struct EmulatedStream {
    std::deque<std::function<void()>> work;
    std::int64_t done = 0, asked_for = 0;
    std::unique_ptr<EmulatedGraph> recorded;

    void add(std::function<void()> one) {
        if (recorded) return recorded->work.push_back(std::move(one));
        work.push_back(std::move(one));
        ++asked_for;
        if (emulated::contrary) work_until(asked_for);
    }
    void work_until(std::int64_t number) {
        while (done < number) {
            const std::function<void()> next = std::move(work.front());
            work.pop_front();
            next();
            ++done;
        }
    }
};
struct EmulatedEvent {
    EmulatedStream* stream = nullptr;
    std::int64_t number = 0;
    std::chrono::steady_clock::time_point when;

    void wait() const {
        if (stream) stream->work_until(number);
    }
};

namespace {

using emulated::Alone;
using emulated::device;
std::vector<EmulatedStream*> streams;

void wait_for_all() {
    for (EmulatedStream* s : streams) s->work_until(s->asked_for);
}
constexpr std::size_t all_memory = std::size_t{8} << 30;
std::size_t free_memory = all_memory;
std::unordered_map<void*, std::size_t> blocks;  // of it that are in use

}  // namespace

namespace emulated {

void queue(cudaStream_t stream, std::function<void()> work) {
    const Alone alone(device());
    stream->add(std::move(work));
}

}  // namespace emulated

cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int* number) { return *number = 0, cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr asked, int) {
    *value = asked == cudaDevAttrMultiProcessorCount ? 1 : static_cast<int>(emulated::most_shared);
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* all) {
    return *all = all_memory, *free = free_memory, cudaSuccess;
}

cudaError_t cudaMalloc(void** data, std::size_t bytes) {
    const Alone alone(device());
    if (bytes > free_memory || !(*data = std::malloc(bytes))) return cudaErrorMemoryAllocation;
    free_memory -= bytes;
    blocks[*data] = bytes;
    std::memset(*data, 0xff, bytes);  // NaN, until somebody writes it
    return cudaSuccess;
}
cudaError_t cudaFree(void* data) {
    const Alone alone(device());
    wait_for_all();
    free_memory += blocks[data];
    blocks.erase(data);
    std::free(data);
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void** data, std::size_t bytes) { return cudaMalloc(data, bytes); }
cudaError_t cudaFreeHost(void* data) { return cudaFree(data); }
cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes, cudaStream_t stream) {
    emulated::queue(stream, [=] { std::memset(data, value, bytes); });
    return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
    emulated::queue(stream, [=] { std::memcpy(to, from, bytes); });
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    const Alone alone(device());
    streams.push_back(*stream = new EmulatedStream);
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {  // and keep it: an event may still ask whether it is done
    const Alone alone(device());
    stream->work_until(stream->asked_for);
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    const Alone alone(device());
    stream->work_until(stream->asked_for);
    return cudaSuccess;
}
/// Somebody who asks over and over is one who waits: for the next that the stream has to do.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    const Alone alone(device());
    if (stream->done == stream->asked_for) return cudaSuccess;
    stream->work_until(stream->done + 1);
    return cudaErrorNotReady;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event) {
    emulated::queue(stream, [then = *event] { then.wait(); });
    return cudaSuccess;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    const Alone alone(device());
    stream->recorded = std::make_unique<EmulatedGraph>();
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    const Alone alone(device());
    *graph = stream->recorded.release();
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long) {
    *made = new EmulatedGraph(*graph);
    return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
    for (const std::function<void()>& one : graph->work) emulated::queue(stream, one);
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return delete graph, cudaSuccess; }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) { return delete graph, cudaSuccess; }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return *event = new EmulatedEvent, cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    const Alone alone(device());
    event->wait();
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    const Alone alone(device());
    stream->add([event] { event->when = std::chrono::steady_clock::now(); });
    event->stream = stream, event->number = stream->asked_for;
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    const Alone alone(device());
    event->wait();
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to) {
    *ms = std::chrono::duration<float, std::milli>(to->when - from->when).count();
    return cudaSuccess;
}
