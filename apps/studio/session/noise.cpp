#include <session/noise.hpp>

#include <cmath>
#include <random>

#include <session/flow.hpp>

namespace studio {

namespace {

/// One octave of gradient noise (Perlin 1985), `waves` of it along each axis.
class Octave {
  public:
    Octave(int waves, unsigned seed) : waves_(waves), slopes_(static_cast<std::size_t>(waves * waves * waves)) {
        std::minstd_rand chance(seed);
        for (auto& slope : slopes_)
            for (float& x : slope) x = static_cast<float>(chance() % 2001) / 1000 - 1;
    }
    /// x: 0 to 1 along each axis, around and around.
    float operator()(const Place<3>& x) const {
        int i[3];
        float f[3], smooth[3];
        for (std::size_t a = 0; a < 3; ++a) {
            const float at = x[a] * static_cast<float>(waves_);
            i[a] = static_cast<int>(at), f[a] = at - static_cast<float>(i[a]);
            smooth[a] = f[a] * f[a] * f[a] * (f[a] * (6 * f[a] - 15) + 10);
        }
        float sum = 0;
        for (int corner = 0; corner < 8; ++corner) {
            float weight = 1, rise = 0;
            const auto& slope = slopes_[index(i[0] + (corner & 1), i[1] + (corner >> 1 & 1), i[2] + (corner >> 2))];
            for (std::size_t a = 0; a < 3; ++a) {
                const bool high = corner >> a & 1;
                weight *= high ? smooth[a] : 1 - smooth[a];
                rise += slope[a] * (f[a] - (high ? 1.0f : 0.0f));
            }
            sum += weight * rise;
        }
        return sum;
    }

  private:
    std::size_t index(int i, int j, int k) const {
        return static_cast<std::size_t>(i % waves_ + waves_ * (j % waves_ + waves_ * (k % waves_)));
    }
    int waves_;
    std::vector<Place<3>> slopes_;
};

}  // namespace

Lattice fractal_noise(int n) {
    Lattice to;
    to.shape({n, n, n}, 1);
    const Octave octaves[] = {{n / 16, 5}, {n / 8, 6}, {n / 4, 7}};
    const float each = 1 / static_cast<float>(n);
    double mean = 0, square = 0;
    float* out = to.values.data();
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const Place<3> x{each * static_cast<float>(i), each * static_cast<float>(j),
                                 each * static_cast<float>(k)};
                float sum = 0, strength = 1;
                for (const Octave& octave : octaves) sum += strength * octave(x), strength *= 0.6f;
                *out++ = sum;
                mean += static_cast<double>(sum), square += static_cast<double>(sum) * static_cast<double>(sum);
            }
    const double count = static_cast<double>(to.values.size());
    mean /= count;
    const double scale = 1 / std::sqrt(square / count - mean * mean);
    for (float& x : to.values) x = static_cast<float>((static_cast<double>(x) - mean) * scale);
    return to;
}

}  // namespace studio
