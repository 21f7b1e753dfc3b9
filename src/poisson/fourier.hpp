#pragma once
// Complex Fourier transforms (Cooley & Tukey 1965) of sixteen lines side by side, a line in each lane of a vector, so
// that no number ever changes its lane.
//
// Waves come out where the last butterfly leaves them, not in order: on the way back they are wanted there. What runs
// is the same in every thread and on every machine, and so are the bits.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "poisson/butterfly.hpp"

namespace whorl {

class Fourier {
  public:
    static constexpr int lanes = 16;

    explicit Fourier(int n);
    ~Fourier();
    Fourier(Fourier&&) = default;

    /// How many numbers a transform of n works on: so many, or as many as a convolution takes.
    static std::int64_t numbers(std::int64_t n);
    /// Which of the numbers is wave k.
    int place(int k) const { return places_[static_cast<std::size_t>(k)]; }
    /// Numbers that `there` and `back` need as `room`.
    std::size_t scratch() const;

    /// In place, from values to waves, with exp(-i ...). Number j of line l is z[2 j lanes + l], its imaginary part
    /// z[(2 j + 1) lanes + l].
    void there(float* z, float* room) const;
    /// And back, times n.
    void back(float* z, float* room) const;

    struct Stage {
        int radix, length;
        std::vector<Complex> turns;  // exp(-2 pi i p q / length) for all q, and all p but 0
    };
    /// Where n has other factors than 2, 3 and 5 the transform is a convolution, done by a longer one (Bluestein 1970):
    /// numbers are turned by a chirp, their waves there multiplied by a filter, and what comes back turned once more.
    struct Convolution;

    // For devices that run it by themselves.
    const std::vector<Stage>& stages() const { return stages_; }
    const Convolution* convolution() const { return convolution_.get(); }

  private:
    void add_stage(int radix, int length);
    template <bool back> void run(std::size_t stage, float* z, int count) const;
    void descend(std::size_t stage, float* z) const;
    void ascend(std::size_t stage, float* z) const;
    template <bool back> void convolve(float* z, float* room) const;

    int n_;
    std::vector<Stage> stages_;
    std::vector<int> places_;
    std::unique_ptr<const Convolution> convolution_;
};

struct Fourier::Convolution {
    explicit Convolution(int n);

    int length = 1;
    Fourier longer;
    std::vector<Complex> chirp, filter[2];  // there, back
};

/// to[i to_step + j] = from[j from_step + i], for i and j below Fourier::lanes.
void transpose(const float* from, int from_step, float* to, int to_step);

}  // namespace whorl
