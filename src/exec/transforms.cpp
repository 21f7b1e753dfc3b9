#include "exec/transforms.hpp"

#include <utility>
#include <vector>

#include "whorl/whorl.hpp"

#if WHORL_WITH_FFTW
#include <fftw3.h>

#include <mutex>
#endif

namespace whorl {

float* line_scratch(int count) {
    thread_local std::vector<float> room;
    if (room.size() < static_cast<std::size_t>(count)) room.resize(static_cast<std::size_t>(count));
    return room.data();
}

double LinePlan::scale(Basis basis, int n) {
    switch (basis) {
        case Basis::to_fourier:
        case Basis::from_fourier: return n;
        case Basis::point_sine: return 2.0 * (n + 1);
        default: return 2.0 * n;
    }
}

LinePlan::LinePlan(LinePlan&& other) noexcept : plan_(std::exchange(other.plan_, nullptr)) {}

#if WHORL_WITH_FFTW

namespace {

/// FFTW's planner serves one thread at a time; what it makes can be used by all.
std::mutex& planner() {
    static std::mutex one;
    return one;
}

fftwf_r2r_kind kind_of(Basis basis) {
    switch (basis) {
        case Basis::to_cosine: return FFTW_REDFT10;
        case Basis::from_cosine: return FFTW_REDFT01;
        case Basis::to_sine: return FFTW_RODFT10;
        case Basis::from_sine: return FFTW_RODFT01;
        case Basis::cosine_to_sine: return FFTW_REDFT11;
        case Basis::sine_to_cosine: return FFTW_RODFT11;
        case Basis::point_sine: return FFTW_RODFT00;
        case Basis::to_fourier: return FFTW_R2HC;
        case Basis::from_fourier: return FFTW_HC2R;
    }
    return FFTW_R2HC;
}

}  // namespace

bool has_fftw() { return true; }

LinePlan::LinePlan(Basis basis, int n, int stride, int lines) {
    const fftwf_r2r_kind kind = kind_of(basis);
    alignas(64) static float nowhere[16];  // FFTW_ESTIMATE touches no numbers
    const std::lock_guard lock(planner());
    plan_ = fftwf_plan_many_r2r(1, &n, lines, nowhere, nullptr, stride, 1, nowhere, nullptr, stride, 1, &kind,
                                FFTW_ESTIMATE | FFTW_UNALIGNED);
    if (!plan_) throw Error("FFTW has no transform of " + std::to_string(n) + " numbers; choose another solver");
}
LinePlan::~LinePlan() {
    if (!plan_) return;
    const std::lock_guard lock(planner());
    fftwf_destroy_plan(static_cast<fftwf_plan>(plan_));
}
void LinePlan::run(float* first) const { fftwf_execute_r2r(static_cast<fftwf_plan>(plan_), first, first); }

#else

bool has_fftw() { return false; }
LinePlan::LinePlan(Basis, int, int, int) : plan_(nullptr) {
    throw Error("the solver \"fft\" needs FFTW, which this build is without: install libfftw3-dev and build again");
}
LinePlan::~LinePlan() = default;
void LinePlan::run(float*) const {}

#endif

}  // namespace whorl
