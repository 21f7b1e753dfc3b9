#pragma once
// Real transforms of lines of numbers, by FFTW: cosine, sine and Fourier. FFTW is under the GPL and may be left out;
// everything but the solver `fft` works without it.
//
// A plan transforms in one thread and always in the same way, so that a line gives the same bits whichever thread it is
// given to.

namespace whorl {

/// Whether the library was built with FFTW.
bool has_fftw();

/// Named by how the basis functions behave at the two ends, half a step outside or, `point`, a whole step outside.
/// `to_` turns values into coefficients, `from_` does the reverse.
enum class Basis { to_cosine, from_cosine, to_sine, from_sine, cosine_to_sine, sine_to_cosine, point_sine, to_fourier, from_fourier };

class LinePlan {
  public:
    /// `lines` lines of n numbers that lie `stride` apart; the lines begin next to each other. Throws Error without FFTW.
    LinePlan(Basis basis, int n, int stride, int lines);
    ~LinePlan();
    LinePlan(LinePlan&& other) noexcept;
    LinePlan& operator=(LinePlan&&) = delete;

    /// In place; any number of threads may run a plan at once, each on its own lines. Unscaled: there and back
    /// multiplies by `scale`.
    void run(float* first) const;
    static double scale(Basis basis, int n);

  private:
    void* plan_;
};

/// Room for `count` numbers that belongs to the thread that asks. Grows with the first line of a length.
float* line_scratch(int count);

}  // namespace whorl
