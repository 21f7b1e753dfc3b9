#pragma once
// CUDA as far as src/exec/cuda* uses it, for an ordinary compiler: its words, its host functions, and a GPU that is
// none.
//
// A kernel runs on the host, block by block; the threads of a block take turns, and change only where they wait for
// each other. What that can show: wrong results, wrong addresses (under the address sanitizer), threads that wait for
// others which never come, and, by running everything in two orders, results that depend on who was first. What it can
// not: speed, caches, and what a real GPU does to a program that is not sound.

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>

#define __host__
#define __device__
#define __global__
#define __grid_constant__
#define __launch_bounds__(...)
#define __shared__ static  // blocks run one after the other
#define WHORL_SHARED_MEMORY(name) double* const name = emulated::shared_memory()
#define __CUDA_ARCH__ 900  // kernels as they are for a GPU, not as for the host

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned along_x = 1, unsigned along_y = 1, unsigned along_z = 1) : x(along_x), y(along_y), z(along_z) {}
};

// Where a thread is.
extern dim3 gridDim, blockDim, blockIdx, threadIdx;

namespace emulated {

/// Runs body(arguments) for each thread of each block, whose threads share so many bytes.
void run(dim3 grid, dim3 block, std::size_t shared_bytes, void (*body)(const void*), const void* arguments);
double* shared_memory();
void wait_for_block();
void wait_for_warp();
/// Eight bytes for each lane of the warp of the thread that asks, which is `lane`: others than the last time.
struct Slots {
    std::uint64_t* of_lane;
    int lane;
};
Slots warp_slots();

}  // namespace emulated

// What threads can do.

inline void __syncthreads() { emulated::wait_for_block(); }
inline void __threadfence() {}
inline void __threadfence_system() {}
inline void cudaGridDependencySynchronize() {}  // kernels of a stream follow each other here
inline void cudaTriggerProgrammaticLaunchCompletion() {}
template <class T>
T __ldg(const T* from) {
    return *from;
}
// One instruction there, and no call here. Of a NaN and a number, the number.
constexpr float emulated_fminf(float a, float b) { return b != b ? a : a < b ? a : b; }
constexpr float emulated_fmaxf(float a, float b) { return b != b ? a : a > b ? a : b; }
#define fminf emulated_fminf
#define fmaxf emulated_fmaxf
constexpr int __float_as_int(float f) { return std::bit_cast<int>(f); }
inline unsigned atomicAdd(unsigned* to, unsigned v) {
    const unsigned old = *to;
    *to += v;
    return old;
}
inline unsigned atomicMax(unsigned* to, unsigned v) {
    const unsigned old = *to;
    *to = std::max(old, v);
    return old;
}
template <class T>
T __shfl_down_sync(unsigned, T value, int delta) {
    static_assert(sizeof(T) <= sizeof(std::uint64_t));
    const auto [slot, lane] = emulated::warp_slots();
    std::memcpy(slot + lane, &value, sizeof value);
    emulated::wait_for_warp();
    if (lane + delta < 32) std::memcpy(&value, slot + lane + delta, sizeof value);
    return value;
}
inline unsigned __reduce_max_sync(unsigned mask, unsigned value) {
    for (int delta = 16; delta > 0; delta /= 2) value = std::max(value, __shfl_down_sync(mask, value, delta));
    return value;  // of lane 0, which is the only one that anybody asks for
}

// What the host can do. Streams do their work as late as they may, or at once: see emulated.cpp.

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation, cudaErrorNotReady };
inline const char* cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : "out of memory"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }

using cudaStream_t = struct EmulatedStream*;
using cudaEvent_t = struct EmulatedEvent*;
using cudaGraph_t = struct EmulatedGraph*;
using cudaGraphExec_t = struct EmulatedGraph*;
enum { cudaStreamNonBlocking = 1, cudaEventDisableTiming = 2 };
enum cudaStreamCaptureMode { cudaStreamCaptureModeThreadLocal };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount, cudaDevAttrMaxSharedMemoryPerBlockOptin };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };

cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaGetDevice(int*);
cudaError_t cudaDeviceGetAttribute(int*, cudaDeviceAttr, int);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* all);
cudaError_t cudaMalloc(void**, std::size_t);
cudaError_t cudaFree(void*);
cudaError_t cudaMallocHost(void**, std::size_t);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaMemsetAsync(void*, int, std::size_t, cudaStream_t);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t);
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t*);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphDestroy(cudaGraph_t);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t);

enum { cudaLaunchAttributeProgrammaticStreamSerialization };
struct cudaLaunchAttribute {
    int id;
    struct {
        int programmaticStreamSerializationAllowed;
    } val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};

namespace emulated {
void queue(cudaStream_t, std::function<void()> work);
/// Whether a GPU could start it.
void check_size(dim3 grid, dim3 block, std::size_t bytes_of_parameters, const void* kernel, std::size_t shared_bytes);
/// From now on this kernel may be started with so many shared bytes.
void allow_shared(const void* kernel, int bytes);
}  // namespace emulated

template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute, int bytes) {
    emulated::allow_shared(reinterpret_cast<const void*>(kernel), bytes);
    return cudaSuccess;
}
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* how, void (*kernel)(Parameters...),
                               const Arguments&... arguments) {
    struct Call {
        void (*kernel)(Parameters...);
        std::tuple<Parameters...> parameters;
    };
    emulated::check_size(how->gridDim, how->blockDim, (sizeof(Parameters) + ... + 0),
                         reinterpret_cast<const void*>(kernel), how->dynamicSmemBytes);
    emulated::queue(how->stream, [grid = how->gridDim, block = how->blockDim, bytes = how->dynamicSmemBytes,
                                  call = Call{kernel, {arguments...}}] {
        emulated::run(
            grid, block, bytes,
            [](const void* one) {
                std::apply(static_cast<const Call*>(one)->kernel, static_cast<const Call*>(one)->parameters);
            },
            &call);
    });
    return cudaSuccess;
}
