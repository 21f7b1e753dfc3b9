#include "exec/cuda_fourier.hpp"

#include <cufft.h>

#include <string>

#include "whorl/whorl.hpp"

namespace whorl {

static void check_fft(cufftResult result, const char* what) {
    if (result != CUFFT_SUCCESS)
        throw Error(std::string("cuFFT failed while ") + what + " (its error " + std::to_string(static_cast<int>(result)) + ")");
}

CudaFourier::CudaFourier(Cuda& on, const Shape& s) : origin_(s.origin) {
    int half[3];
    std::size_t count = 1;
    for (int k = 0; k < s.axes; ++k) half[k] = k == s.axes - 1 ? s.n[k] / 2 + 1 : s.n[k], count *= static_cast<std::size_t>(half[k]);
    waves_ = on.buffer<Complex>(count);
    int n[3], pitch[3];
    for (int k = 0; k < s.axes; ++k) n[k] = s.n[k], pitch[k] = s.pitch[k];
    std::size_t most = 0;
    const auto plan = [&](int& handle, cufftType type) {
        std::size_t bytes = 0;
        check_fft(cufftCreate(&handle), "a plan was made");
        check_fft(cufftSetAutoAllocation(handle, 0), "a plan was made");
        int* const real = pitch;
        int* const in = type == CUFFT_R2C ? real : half;
        int* const out = type == CUFFT_R2C ? half : real;
        check_fft(cufftMakePlanMany(handle, s.axes, n, in, 1, 1, out, 1, 1, type, 1, &bytes), "a plan was made");
        most = whorl::max(most, bytes);
    };
    plan(forward_, CUFFT_R2C);
    plan(backward_, CUFFT_C2R);
    planned_ = true;
    room_ = on.buffer<char>(most);
    if (on.only_counts_memory()) return;
    for (const int handle : {forward_, backward_}) {
        check_fft(cufftSetWorkArea(handle, room_.data()), "a plan was made");
        check_fft(cufftSetStream(handle, on.stream()), "a plan was made");
    }
}
CudaFourier::~CudaFourier() {
    if (!planned_) return;
    cufftDestroy(forward_);
    cufftDestroy(backward_);
}

void CudaFourier::forward(Cuda&, View<const float> f) {
    // It does not write its input where that is real and apart from the output.
    check_fft(cufftExecR2C(forward_, const_cast<float*>(f.data) + origin_, reinterpret_cast<cufftComplex*>(waves_.data())),
              "transforming");
}
void CudaFourier::backward(Cuda&, View<float> f) {
    check_fft(cufftExecC2R(backward_, reinterpret_cast<cufftComplex*>(waves_.data()), f.data + origin_), "transforming");
}

}  // namespace whorl
