#include "exec/cuda.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "whorl/whorl.hpp"

namespace whorl {

namespace {

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    cudaGetLastError();  // a sticky one would come up again, elsewhere
    throw Error(std::string("the GPU failed while ") + what + ": " + cudaGetErrorString(error));
}

constexpr int threads = 256;        // of add_parts
constexpr int most_depth = 20;      // of the tree over rows
constexpr int most_blocks = 1 << (most_depth - 8);

/// One thread a node at `depth` of the tree that halves the rows until 8 or fewer are left (Cpu::pairwise_sum).
struct Node {
    int first, count;
};
__device__ Node node_of(int number, int depth, int count) {
    Node n{0, count};
    for (int bit = depth - 1; bit >= 0; --bit) {
        const int half = n.count / 2;
        if (number >> bit & 1) n.first += half, n.count -= half;
        else n.count = half;
    }
    return n;
}
__device__ double in_a_row(const double* v, int count) {
    double s = 0;
    for (int i = 0; i < count; ++i) s += v[i];
    return s;
}

/// Adds up the 2^depth values of a block's threads, neighbours first.
__device__ double tree(double value, int nodes, double* shared) {
    const int t = static_cast<int>(threadIdx.x);
    shared[t] = value;
    __syncthreads();
    for (int width = 1; width < nodes; width *= 2) {
        const bool adds = t % (2 * width) == 0 && t + width < nodes;
        const double other = adds ? shared[t + width] : 0;
        __syncthreads();
        if (adds) shared[t] += other;
        __syncthreads();
    }
    return shared[0];
}

/// Says that a sum is there, to a host that looks into its own memory: the end of a kernel takes longer to be told.
struct Told {
    unsigned* number = nullptr;  // of the last sum that is there, of each of several at once. Null: nobody looks
    unsigned own = 0;
    __device__ void say(int part) const {
        if (!number) return;
        __threadfence_system();
        *const_cast<volatile unsigned*>(number + part) = own;
    }
};

/// The last block to be done adds up what all blocks found.
__global__ void add_parts(const double* partial, int rows, int depth, double* block_sums, unsigned* blocks_done, double* result,
                          Told told, bool early) {
    __shared__ double shared[threads];
    __shared__ bool last;
    const int part = cuda::after_the_one_before(early, static_cast<int>(blockIdx.y)), t = static_cast<int>(threadIdx.x);
    const int in_block = whorl::min(1 << depth, threads), number = static_cast<int>(blockIdx.x) * threads + t;
    double value = 0;
    if (t < in_block) {
        const Node n = node_of(number, depth, rows);
        const double* const v = partial + part * rows + n.first;
        if (n.count <= 8) {
            value = in_a_row(v, n.count);
        } else {
            const int half = n.count / 2;
            value = in_a_row(v, half) + in_a_row(v + half, n.count - half);
        }
    }
    const double sum = tree(value, in_block, shared);
    if (gridDim.x == 1) {
        if (t == 0) result[part] = sum, told.say(part);
        return;
    }
    const int blocks = static_cast<int>(gridDim.x);
    if (t == 0) {
        block_sums[part * blocks + static_cast<int>(blockIdx.x)] = sum;
        __threadfence();
        last = atomicAdd(blocks_done + part, 1u) == gridDim.x - 1;
        if (last) blocks_done[part] = 0;
    }
    __syncthreads();
    if (!last) return;
    // As many blocks as one of them has threads, or fewer, after each round.
    volatile double* const sums = block_sums + part * blocks;
    for (int left = blocks; left > 1; left = (left + threads - 1) / threads) {
        for (int first = 0; first < left; first += threads) {
            const int nodes = whorl::min(threads, left - first);
            const double total = tree(t < nodes ? sums[first + t] : 0, nodes, shared);
            __syncthreads();
            if (t == 0) sums[first / threads] = total;
            __syncthreads();
        }
    }
    if (t == 0) result[part] = sums[0], told.say(part);
}

}  // namespace

Cuda::Cuda() {
    int devices = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    if (error != cudaSuccess || devices == 0) {
        cudaGetLastError();
        throw Error(std::string("no GPU can be used here (") + (error != cudaSuccess ? cudaGetErrorString(error) : "none is there") +
                    "); use the device \"cpu\"");
    }
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "it was set up");
    int device = 0;
    check(cudaGetDevice(&device), "it was set up");
    check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device), "it was set up");
    int shared = 0;
    check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "it was set up");
    shared_bytes_ = static_cast<std::size_t>(shared);
    events_.resize(256);
    for (cudaEvent_t& event : events_) check(cudaEventCreate(&event), "it was set up");
    block_sums_ = buffer<double>(most_sums * most_blocks);
    blocks_done_ = buffer<unsigned>(most_sums);
    largest_ = buffer<std::uint32_t>(1);
    result_ = host_buffer<double>(most_sums);
    told_ = host_buffer<unsigned>(most_sums);
    std::fill_n(told_.data(), most_sums, 0u);
}
Cuda::~Cuda() {
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
    if (stream_) cudaStreamDestroy(stream_);
}
Cuda::Cuda(Cuda&& other) noexcept
    : stream_(std::exchange(other.stream_, nullptr)),
      multiprocessors_(other.multiprocessors_),
      shared_bytes_(other.shared_bytes_),
      partial_(std::move(other.partial_)),
      partial_size_(other.partial_size_),
      block_sums_(std::move(other.block_sums_)),
      blocks_done_(std::move(other.blocks_done_)),
      largest_(std::move(other.largest_)),
      result_(std::move(other.result_)),
      told_(std::move(other.told_)),
      asked_(other.asked_),
      number_of_sums_(other.number_of_sums_),
      events_(std::exchange(other.events_, {})),
      marks_(other.marks_),
      bytes_(other.bytes_),
      only_count_(other.only_count_) {}

Cuda::Recording::~Recording() {
    if (graph_) cudaGraphExecDestroy(graph_);
}
void Cuda::start_recording() {
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "its work was recorded");
    recording_ = true;
}
void Cuda::end_recording(Recording& recording) {
    recording_ = false;
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream_, &graph), "its work was recorded");
    const cudaError_t error = cudaGraphInstantiate(&recording.graph_, graph, 0);
    cudaGraphDestroy(graph);
    check(error, "its work was recorded");
}
void Cuda::give_up_recording() {
    recording_ = false;
    cudaGraph_t graph = nullptr;
    if (cudaStreamEndCapture(stream_, &graph) == cudaSuccess && graph) cudaGraphDestroy(graph);
    cudaGetLastError();
}
void Cuda::play(const Recording& recording) { check(cudaGraphLaunch(recording.graph_, stream_), "recorded work was started"); }

Cuda::Mark Cuda::mark() {
    const Mark m = marks_;
    marks_ = (marks_ + 1) % static_cast<int>(events_.size());
    check(cudaEventRecord(events_[static_cast<std::size_t>(m)], stream_), "time was taken");
    return m;
}
double Cuda::ms_between(Mark a, Mark b) {
    float ms = 0;
    check(cudaEventSynchronize(events_[static_cast<std::size_t>(b)]), "time was taken");
    check(cudaEventElapsedTime(&ms, events_[static_cast<std::size_t>(a)], events_[static_cast<std::size_t>(b)]), "time was taken");
    return double{ms};
}

std::size_t Cuda::free_memory() {
    std::size_t free = 0, all = 0;
    if (cudaMemGetInfo(&free, &all) != cudaSuccess) cudaGetLastError();
    return free;
}

void Cuda::check_launch(cudaError_t error) { check(error, "a kernel was started"); }

void Cuda::wait_for_sums() {
    const Array<unsigned, most_sums> wanted = asked_;
    if (meanwhile_) std::exchange(meanwhile_, nullptr)();
    const volatile unsigned* const told = told_.data();
    const auto are_there = [&] {
        bool all = true;
        for (int p = 0; p < most_sums; ++p) all = all && static_cast<int>(told[p] - wanted[p]) >= 0;
        return all;
    };
    constexpr unsigned looks_before_a_question = 4096;  // which takes as long as a thousand of them
    for (unsigned looks = 1; !are_there(); ++looks) {
        if (looks % looks_before_a_question != 0) continue;
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state == cudaErrorNotReady) continue;
        check(state, "it worked");  // a kernel that has failed tells nothing
        break;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
}

void Cuda::add_rows(int rows, int parts, double* total) {
    int depth = 0;
    while (rows >> depth > 8) ++depth;  // all nodes above this depth have more than 8 rows
    const dim3 blocks(static_cast<unsigned>(whorl::max(1, (1 << depth) / threads)), static_cast<unsigned>(parts));
    Told told;
    if (!recording_) {  // what is recorded would always tell the same number
        told = {told_.data(), ++number_of_sums_};
        for (int p = 0; p < parts; ++p) asked_[p] = told.own;
    }
    launch(rows, blocks, threads, add_parts, partial_.data(), rows, depth, block_sums_.data(), blocks_done_.data(), total, told);
}

void Cuda::clear_largest() { check(cudaMemsetAsync(largest_.data(), 0, sizeof(std::uint32_t), stream_), "a maximum was taken"); }
float Cuda::read_largest() {
    std::uint32_t bits = 0;
    copy_to_host(largest_.data(), &bits, sizeof bits);
    return cuda::unordered(bits);
}

void* Cuda::zeroed(std::size_t bytes) {
    void* data = nullptr;
    bytes = whorl::max<std::size_t>(bytes, 4);
    if (const cudaError_t error = cudaMalloc(&data, bytes); error != cudaSuccess) {
        cudaGetLastError();
        throw Error("the GPU has no room for " + std::to_string(bytes) + " bytes more; use fewer cells");
    }
    check(cudaMemsetAsync(data, 0, bytes, stream_), "memory was cleared");
    return data;
}
void Cuda::release(void* data) { cudaFree(data); }
void* Cuda::host_memory(std::size_t bytes) {
    void* data = nullptr;
    check(cudaMallocHost(&data, whorl::max<std::size_t>(bytes, 4)), "memory of the host was taken for copies");
    return data;
}
void Cuda::release_host(void* data) { cudaFreeHost(data); }

void Cuda::copy_on_device(const void* from, void* to, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "memory was copied");
}
void Cuda::copy_to_device(const void* from, void* to, std::size_t bytes) {
    if (bytes == 0) return;
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "memory was copied to it");
    check(cudaStreamSynchronize(stream_), "memory was copied to it");
}
void Cuda::copy_to_host(const void* from, void* to, std::size_t bytes) {
    if (bytes == 0) return;
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "memory was copied from it");
    check(cudaStreamSynchronize(stream_), "memory was copied from it");
}
Cuda::Copies::~Copies() {
    if (stream_) cudaStreamSynchronize(stream_);  // what is under way needs the memory
    for (const Copy& copy : copies_)
        for (cudaEvent_t event : {copy.taken, copy.arrived})
            if (event) cudaEventDestroy(event);
    if (stream_) cudaStreamDestroy(stream_);
}
void Cuda::Copies::take(Cuda& on, const Field& f, std::size_t number) {
    const auto done = [](cudaError_t error) { check(error, "copies were taken"); };
    if (!stream_) done(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    if (number >= copies_.size()) copies_.resize(number + 1);
    Copy& copy = copies_[number];
    for (cudaEvent_t* event : {&copy.taken, &copy.arrived})
        if (!*event) done(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    const std::size_t bytes = f.size() * sizeof(float);
    if (copy.on_host.size() != f.size()) {
        done(cudaStreamSynchronize(stream_));
        copy.on_device = Field(static_cast<float*>(on.zeroed(bytes)), f.size(), &Cuda::release);
        copy.on_host = Field(static_cast<float*>(on.host_memory(bytes)), f.size(), &Cuda::release_host);
    }
    done(cudaStreamWaitEvent(on.stream_, copy.arrived));  // the one before has left
    on.copy_on_device(f.data(), copy.on_device.data(), bytes);
    done(cudaEventRecord(copy.taken, on.stream_));
    done(cudaStreamWaitEvent(stream_, copy.taken));
    done(cudaMemcpyAsync(copy.on_host.data(), copy.on_device.data(), bytes, cudaMemcpyDeviceToHost, stream_));
    done(cudaEventRecord(copy.arrived, stream_));
}
const float* Cuda::Copies::values(std::size_t number) const {
    check(cudaEventSynchronize(copies_[number].arrived), "copies arrived");
    return copies_[number].on_host.data();
}

void Cuda::clear_bytes(void* data, std::size_t bytes) { check(cudaMemsetAsync(data, 0, bytes, stream_), "memory was cleared"); }

}  // namespace whorl
