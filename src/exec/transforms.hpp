#pragma once
// Complex Fourier transforms by FFTW, of eight lines at a time. FFTW is under the GPL and may be left out; everything
// but the solver `fft` works without it.
//
// A plan runs in one thread and always in the same way, so that lines give the same bits whichever thread takes them.

#include <cstddef>

namespace whorl {

/// Whether the library was built with FFTW.
bool has_fftw();

class FourierPlan {
  public:
    static constexpr int lanes = 8;

    /// Of n numbers; not `forward` means with exp(+i ...). Throws Error without FFTW.
    FourierPlan(int n, bool forward);
    ~FourierPlan();
    FourierPlan(FourierPlan&& other) noexcept;
    FourierPlan& operator=(FourierPlan&&) = delete;

    /// Number j of lane l is in[2 (j lanes + l)], and its imaginary part beside it. Unscaled. `in` and `out` are apart,
    /// both on cache lines; `in` is lost. Any number of threads may run a plan at once.
    void run(float* in, float* out) const;

  private:
    void* plan_;
};

/// Room for `count` numbers, on cache lines, that belongs to the thread that asks, until it asks again. A thread takes
/// the memory when it first needs as much.
float* thread_scratch(std::size_t count);

}  // namespace whorl
