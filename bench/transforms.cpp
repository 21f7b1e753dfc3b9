#include "transforms.hpp"

#if WHORL_BENCH_FFTW

#include <fftw3.h>

#include <cstddef>
#include <new>

#include "noise.hpp"

namespace bench {
namespace {

class Fftw final : public CosineTransforms {
  public:
    Fftw(const std::vector<int>& sizes, int threads) {
        static const bool started = fftwf_init_threads() != 0;
        if (started) fftwf_plan_with_nthreads(threads);
        std::size_t count = 1;
        for (const int n : sizes) count *= static_cast<std::size_t>(n);
        values_ = fftwf_alloc_real(count);
        if (!values_) throw std::bad_alloc();
        const auto plan = [&](fftw_r2r_kind kind) {
            const std::vector<fftw_r2r_kind> kinds(sizes.size(), kind);
            return fftwf_plan_r2r(static_cast<int>(sizes.size()), sizes.data(), values_, values_, kinds.data(),
                                  FFTW_MEASURE);
        };
        forwards_ = plan(FFTW_REDFT10);
        back_ = plan(FFTW_REDFT01);
        // The number holds for whatever is planned next, and the engine's own solver `fft` shares out its rows itself.
        if (started) fftwf_plan_with_nthreads(1);
        // Planning overwrites the values. Small ones: each pair multiplies them by 2 n per axis.
        for (std::size_t i = 0; i < count; ++i)
            values_[i] = static_cast<float>(1e-30 * noise(static_cast<std::int64_t>(i)));
    }
    ~Fftw() override {
        fftwf_destroy_plan(forwards_);
        fftwf_destroy_plan(back_);
        fftwf_free(values_);
    }
    Fftw(const Fftw&) = delete;
    Fftw& operator=(const Fftw&) = delete;

    void run() override {
        fftwf_execute(forwards_);
        fftwf_execute(back_);
    }

  private:
    float* values_ = nullptr;
    fftwf_plan forwards_ = nullptr, back_ = nullptr;
};

}  // namespace

std::unique_ptr<CosineTransforms> make_cosine_transforms(const std::vector<int>& sizes, int threads) {
    return std::make_unique<Fftw>(sizes, threads);
}

}  // namespace bench

#else

namespace bench {

std::unique_ptr<CosineTransforms> make_cosine_transforms(const std::vector<int>&, int) { return nullptr; }

}  // namespace bench

#endif
