#include "exec/gpu.hpp"

#include <cuda_runtime.h>

namespace whorl {

std::string gpu_name() {
    cudaDeviceProp about;
    if (cudaGetDeviceProperties(&about, 0) == cudaSuccess) return about.name;
    cudaGetLastError();
    return {};
}

double gpu_copy_bandwidth() {
    constexpr std::size_t bytes = std::size_t{1} << 30;
    constexpr int times = 20;
    void *from = nullptr, *to = nullptr;
    cudaEvent_t begin, end;
    if (cudaMalloc(&from, bytes) != cudaSuccess || cudaMalloc(&to, bytes) != cudaSuccess) return cudaGetLastError(), 0;
    cudaMemset(from, 1, bytes);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    float best = 1e30f;
    for (int k = 0; k < times; ++k) {
        cudaEventRecord(begin);
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        best = ms > 0 && ms < best ? ms : best;
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(from);
    cudaFree(to);
    return 2.0 * static_cast<double>(bytes) / (static_cast<double>(best) * 1e-3);
}

}  // namespace whorl
