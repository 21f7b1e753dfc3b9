#include "exec/cuda_fourier.hpp"

#include <cufft.h>
#include <dlfcn.h>

#include <string>
#include <type_traits>

#include "whorl/whorl.hpp"

namespace whorl {

namespace {

void check_fft(cufftResult result, const char* what) {
    if (result != CUFFT_SUCCESS)
        throw Error(std::string("cuFFT failed while ") + what + " (its error " + std::to_string(static_cast<int>(result)) + ")");
}

/// cuFFT, looked for when it is first needed: a program that never asks for it runs where it is not installed.
struct Library {
    decltype(&cufftCreate) create;
    decltype(&cufftSetAutoAllocation) set_auto_allocation;
    decltype(&cufftMakePlanMany) make_plan;
    decltype(&cufftSetWorkArea) set_work_area;
    decltype(&cufftSetStream) set_stream;
    decltype(&cufftExecR2C) forward;
    decltype(&cufftExecC2R) backward;
    decltype(&cufftDestroy) destroy;

    Library() {
        void* file = nullptr;
        for (const char* name : {"libcufft.so.12", "/usr/local/cuda/lib64/libcufft.so.12", "libcufft.so", "/usr/local/cuda/lib64/libcufft.so"})
            if (!file) file = dlopen(name, RTLD_NOW);
        if (!file) throw Error("the solver \"fft\" needs cuFFT on a GPU, and libcufft.so was not found; use auto, or set LD_LIBRARY_PATH");
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
            if (!function) throw Error(std::string("libcufft.so has no ") + name + "; use the solver auto");
        };
        find(create, "cufftCreate"), find(set_auto_allocation, "cufftSetAutoAllocation"), find(make_plan, "cufftMakePlanMany");
        find(set_work_area, "cufftSetWorkArea"), find(set_stream, "cufftSetStream"), find(destroy, "cufftDestroy");
        find(forward, "cufftExecR2C"), find(backward, "cufftExecC2R");
    }
};
const Library& library() {
    static const Library one;
    return one;
}

}  // namespace

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
        check_fft(library().create(&handle), "a plan was made");
        check_fft(library().set_auto_allocation(handle, 0), "a plan was made");
        int* const real = pitch;
        int* const in = type == CUFFT_R2C ? real : half;
        int* const out = type == CUFFT_R2C ? half : real;
        check_fft(library().make_plan(handle, s.axes, n, in, 1, 1, out, 1, 1, type, 1, &bytes), "a plan was made");
        most = whorl::max(most, bytes);
    };
    plan(forward_, CUFFT_R2C);
    plan(backward_, CUFFT_C2R);
    planned_ = true;
    room_ = on.buffer<char>(most);
    if (on.only_counts_memory()) return;
    for (const int handle : {forward_, backward_}) {
        check_fft(library().set_work_area(handle, room_.data()), "a plan was made");
        check_fft(library().set_stream(handle, on.stream()), "a plan was made");
    }
}
CudaFourier::~CudaFourier() {
    if (!planned_) return;
    library().destroy(forward_);
    library().destroy(backward_);
}

void CudaFourier::forward(Cuda&, View<const float> f) {
    // It does not write its input where that is real and apart from the output.
    check_fft(library().forward(forward_, const_cast<float*>(f.data) + origin_, reinterpret_cast<cufftComplex*>(waves_.data())),
              "transforming");
}
void CudaFourier::backward(Cuda&, View<float> f) {
    check_fft(library().backward(backward_, reinterpret_cast<cufftComplex*>(waves_.data()), f.data + origin_), "transforming");
}

}  // namespace whorl
