#pragma once
// What runs on the GPU around the kernels of cells: the loop over a box, and the trees of sums.

#include <cstdint>

#include "core/grid.hpp"
#include "core/occupancy.hpp"

namespace whorl::cuda {

inline constexpr int lanes = 32, rows_a_block = 8;

/// The memory that the threads of a block share, as much as the block was started with.
#if !defined(WHORL_SHARED_MEMORY)
#define WHORL_SHARED_MEMORY(name) extern __shared__ double2 name[]
#endif

/// With `early` a kernel is started before the one before it has ended, and lets the next one start likewise: so the start
/// of a kernel, which is as long as a small one takes, overlaps with the end of the one before. Here it waits for that, and
/// nothing that depends on `i` can be moved to before; what is loaded from a fixed place must not be a View<const T>.
template <int D> __device__ inline void wait_for_the_one_before(bool early, Index<D>& i) {
    if (!early) return;
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    for (int a = 0; a < D; ++a) asm volatile("" : "+r"(i[a])::"memory");
}
__device__ inline int after_the_one_before(bool early, int i) {
    Index<1> index{i};
    wait_for_the_one_before(early, index);
    return index[0];
}

/// `first`: the block along z that begins, where the kernel knows which cells take long, so that nobody waits for these alone
/// in the end.
template <int D, class Kernel, int blocks>
__global__ void __launch_bounds__(256, blocks)
    run_cells(const __grid_constant__ Kernel kernel, const __grid_constant__ Box<D> box, [[maybe_unused]] unsigned first, bool early) {
    Index<D> i = box.lo;
    i[0] += static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if constexpr (D > 1) i[1] += static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if constexpr (D > 2) {
        unsigned z = blockIdx.z;
        if constexpr (requires { kernel.slow_from(); }) z = z + first < gridDim.z ? z + first : z + first - gridDim.z;
        i[2] += static_cast<int>(z * blockDim.z + threadIdx.z);
    }
    wait_for_the_one_before(early, i);
    for (int a = 0; a < D; ++a)
        if (i[a] >= box.hi[a]) return;
    kernel(box.cell(i));
}

/// The same, a warp a row: for kernels that do so little that to find their cell is most of it.
template <int D, class Kernel>
__global__ void __launch_bounds__(lanes * rows_a_block)
    run_rows(const __grid_constant__ Kernel kernel, const __grid_constant__ Box<D> box, int rows, bool early) {
    const int row = after_the_one_before(early, static_cast<int>(blockIdx.x) * rows_a_block + static_cast<int>(threadIdx.y));
    if (row >= rows) return;
    const int count = box.extent(0), lane = static_cast<int>(threadIdx.x);
    Cell<D> c = box.row(row);
    c.i[0] += lane;
    c.at += lane;
    for (int j = lane; j < count; j += lanes, c.i[0] += lanes, c.at += lanes) kernel(c);
}

/// The threads of one block at work on several boxes, one after the other.
struct Block {
    static constexpr int threads = 256;
    int thread;
    template <int D, class Kernel> __device__ void for_each(const Box<D>& box, const Kernel& kernel) const {
        const int width = box.extent(0), cells = box.rows() * width;
        for (int k = thread; k < cells; k += threads) {
            Cell<D> c = box.row(k / width);
            c.i[0] += k % width;
            c.at += k % width * box.step[0];
            kernel(c);
        }
        wait();
    }
    __device__ void wait() const { __syncthreads(); }
};
/// Many blocks, each with its number and with memory for so many T that its threads share.
template <class Work, class T>
__global__ void __launch_bounds__(Block::threads, blocks_at_once<Work>()) run_in_blocks(const __grid_constant__ Work work, bool early) {
    WHORL_SHARED_MEMORY(memory);
    const int number = after_the_one_before(early, static_cast<int>(blockIdx.x));
    work(Block{static_cast<int>(threadIdx.x)}, number, reinterpret_cast<T*>(memory));
}
/// The same with a part of `rooms`, of which there are fewer: blocks take several numbers in turn.
template <class Work, class T>
__global__ void __launch_bounds__(Block::threads, 2)
    run_in_rooms(const __grid_constant__ Work work, int count, T* rooms, std::size_t room, bool early) {
    const int first = after_the_one_before(early, static_cast<int>(blockIdx.x));
    for (int number = first; number < count; number += static_cast<int>(gridDim.x))
        work(Block{static_cast<int>(threadIdx.x)}, number, rooms + blockIdx.x * room);
}
template <class Work>
__global__ void __launch_bounds__(Block::threads, 1) run_in_one_block(const __grid_constant__ Work work, bool early) {
    // What passes know, where all threads find it at once: as parameters it would come from memory, line by line.
    alignas(8) __shared__ int copy[(sizeof(Work) + sizeof(int) - 1) / sizeof(int)];
    const int thread = after_the_one_before(early, static_cast<int>(threadIdx.x));
    for (int k = thread; k < static_cast<int>(sizeof(Work) / sizeof(int)); k += Block::threads)
        copy[k] = reinterpret_cast<const int*>(&work)[k];
    __syncthreads();
    reinterpret_cast<const Work*>(copy)->operator()(Block{thread});
}

/// Tiles of threads that march along z together: `March` says what a thread knows and does when a plane comes in, and what
/// the threads of a tile share; it reads there only what was written in an earlier step.
template <class March>
__global__ void __launch_bounds__(March::lanes* March::thread_rows, March::blocks_at_once)
    run_march(const __grid_constant__ March march, bool early) {
    __shared__ typename March::Shared shared;
    const Index<3> tile{static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.z)};
    const int lane = after_the_one_before(early, static_cast<int>(threadIdx.x));
    typename March::Thread thread = march.begin(tile, lane, static_cast<int>(threadIdx.y));
    const int end = march.end(thread);
    for (int z = thread.first; z < end; z += 2) {
        march.template step<0>(thread, shared, z);
        __syncthreads();
        march.template step<1>(thread, shared, z + 1);
        __syncthreads();
    }
}

template <class Value> constexpr int summands() {
    if constexpr (requires(Value v) { v.v; }) return static_cast<int>(sizeof(Value) / sizeof(float));
    return 1;
}

/// A warp adds up a row: each lane in float every 32nd cell, then pairs of lanes in double, as `Cpu::sum_row` does. Several
/// sums at once are those of the whole grid once a step, which pay more for the code of an early start than they gain.
template <int parts, int D, class Kernel>
__global__ void __launch_bounds__(lanes * rows_a_block, blocks_at_once<Kernel>())
    sum_rows(const __grid_constant__ Kernel kernel, const __grid_constant__ Box<D> box, int rows, double* partial, bool early) {
    int row = static_cast<int>(blockIdx.x) * rows_a_block + static_cast<int>(threadIdx.y);
    if constexpr (parts == 1) row = after_the_one_before(early, row);
    if (row >= rows) return;
    const int count = box.extent(0), lane = static_cast<int>(threadIdx.x);
    Cell<D> c = box.row(row);
    c.i[0] += lane;
    c.at += lane;
    float sum[parts] = {};
    for (int j = lane; j < count; j += lanes, c.i[0] += lanes, c.at += lanes) {
        const auto value = kernel(c);
        if constexpr (parts == 1) sum[0] += static_cast<float>(value);
        else
            for (int p = 0; p < parts; ++p) sum[p] += value[p];
    }
    for (int p = 0; p < parts; ++p) {
        double s = sum[p];
        for (int width = lanes / 2; width > 0; width /= 2) s += __shfl_down_sync(0xffffffffu, s, width);
        if (lane == 0) partial[p * rows + row] = s;
    }
}

/// The same for long rows: a block each, whose warps find what is to be added and leave the adding to the first of them.
template <int parts, int D, class Kernel>
__global__ void __launch_bounds__(lanes * rows_a_block, blocks_at_once<Kernel>())
    sum_long_rows(const __grid_constant__ Kernel kernel, const __grid_constant__ Box<D> box, int rows, double* partial, bool early) {
    __shared__ float found[2][parts][rows_a_block][lanes];  // in turns, so that one is added while the other is filled
    int row = static_cast<int>(blockIdx.x);
    if constexpr (parts == 1) row = after_the_one_before(early, row);
    const int count = box.extent(0);
    const int lane = static_cast<int>(threadIdx.x), warp = static_cast<int>(threadIdx.y);
    const Cell<D> start = box.row(row);
    float sum[parts] = {};
    for (int first = 0, turn = 0; first < count; first += lanes * rows_a_block, turn ^= 1) {
        const int j = first + warp * lanes + lane;
        if (j < count) {
            Cell<D> c = start;
            c.i[0] += j;
            c.at += j;
            const auto value = kernel(c);
            if constexpr (parts == 1) found[turn][0][warp][lane] = static_cast<float>(value);
            else
                for (int p = 0; p < parts; ++p) found[turn][p][warp][lane] = value[p];
        }
        __syncthreads();
        if (warp > 0) continue;
        for (int p = 0; p < parts; ++p)
            for (int w = 0; w < rows_a_block; ++w)
                if (first + w * lanes + lane < count) sum[p] += found[turn][p][w][lane];
    }
    for (int p = 0; p < parts && warp == 0; ++p) {
        double s = sum[p];
        for (int width = lanes / 2; width > 0; width /= 2) s += __shfl_down_sync(0xffffffffu, s, width);
        if (lane == 0) partial[p * rows + row] = s;
    }
}

/// Floats as numbers that compare alike, a NaN above all others.
__device__ inline std::uint32_t ordered(float v) {
    if (!(v == v)) return 0xffffffffu;
    const auto bits = static_cast<std::uint32_t>(__float_as_int(v));
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
inline float unordered(std::uint32_t bits) {
    bits = bits & 0x80000000u ? bits & 0x7fffffffu : ~bits;
    float v;
    static_assert(sizeof v == sizeof bits);
    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}

template <int D, class Kernel>
__global__ void __launch_bounds__(lanes * rows_a_block)
    max_rows(const __grid_constant__ Kernel kernel, const __grid_constant__ Box<D> box, int rows, std::uint32_t* largest, bool early) {
    const int row = after_the_one_before(early, static_cast<int>(blockIdx.x) * rows_a_block + static_cast<int>(threadIdx.y));
    if (row >= rows) return;
    const int count = box.extent(0), lane = static_cast<int>(threadIdx.x);
    Cell<D> c = box.row(row);
    c.i[0] += lane;
    c.at += lane;
    std::uint32_t most = 0;
    for (int j = lane; j < count; j += lanes, c.i[0] += lanes, c.at += lanes) most = whorl::max(most, ordered(kernel(c)));
    most = __reduce_max_sync(0xffffffffu, most);
    if (lane == 0) atomicMax(largest, most);
}

}  // namespace whorl::cuda
