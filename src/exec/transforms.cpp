#include "exec/transforms.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "whorl/whorl.hpp"

#if WHORL_WITH_FFTW
#include <fftw3.h>

#include <mutex>
#endif

namespace whorl {

float* thread_scratch(std::size_t count) {
    struct Room {
        std::unique_ptr<float, void (*)(void*)> data{nullptr, &std::free};
        std::size_t count = 0;
    };
    thread_local Room room;
    if (room.count < count) {
        constexpr std::size_t line = 64;
        room.count = 0;
        room.data.reset(
            static_cast<float*>(std::aligned_alloc(line, (count * sizeof(float) + line - 1) / line * line)));
        if (!room.data) throw std::bad_alloc();
        room.count = count;
    }
    return room.data.get();
}

FourierPlan::FourierPlan(FourierPlan&& other) noexcept : plan_(std::exchange(other.plan_, nullptr)) {}

#if WHORL_WITH_FFTW

namespace {

/// FFTW's planner serves one thread at a time; what it makes can be used by all.
std::mutex& planner() {
    static std::mutex one;
    return one;
}

fftwf_complex* complex(float* data) { return reinterpret_cast<fftwf_complex*>(data); }

}  // namespace

bool has_fftw() { return true; }

FourierPlan::FourierPlan(int n, bool forward) {
    alignas(64) static float nowhere[32];  // FFTW_ESTIMATE touches no numbers
    const std::lock_guard lock(planner());
    plan_ = fftwf_plan_many_dft(1, &n, lanes, complex(nowhere), nullptr, lanes, 1, complex(nowhere + 16), nullptr,
                                lanes, 1, forward ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    if (!plan_) throw Error("FFTW has no transform of " + std::to_string(n) + " numbers; choose another solver");
}
FourierPlan::~FourierPlan() {
    if (!plan_) return;
    const std::lock_guard lock(planner());
    fftwf_destroy_plan(static_cast<fftwf_plan>(plan_));
}
void FourierPlan::run(float* in, float* out) const {
    fftwf_execute_dft(static_cast<fftwf_plan>(plan_), complex(in), complex(out));
}

#else

bool has_fftw() { return false; }
FourierPlan::FourierPlan(int, bool) : plan_(nullptr) {
    throw Error("the solver \"fft\" needs FFTW, which this build is without: install libfftw3-dev and build again");
}
FourierPlan::~FourierPlan() = default;
void FourierPlan::run(float*, float*) const {}

#endif

}  // namespace whorl
