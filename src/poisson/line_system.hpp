#pragma once
// Lines of a box by themselves: one tridiagonal system each, or one that closes to a ring.

#include "poisson/rectangle.hpp"

namespace whorl {

/// (A along one axis + lambda) x = y, for so many lines side by side. Every sum is of positive terms, so that even the
/// flattest wave is accurate to the last digits.
template <int lanes> struct LineSystem {
    int n = 1;
    bool periodic = false;
    float w = 1, low = 0, high = 0;  // weight of a face; what the two ends add to the diagonal

    explicit LineSystem(const Span& s)
        : n(s.n),
          periodic(s.periodic),
          w(s.weight),
          low(s.low_weight()),
          high(s.high_weight()) {}
    LineSystem() = default;

    /// Numbers that `solve` needs as `room`.
    int scratch() const { return 2 * n * lanes; }

    /// In place: value (i, lane) is y[i * lanes + lane]. Where `keep` is 0 the matrix is singular: the last value is 0.
    void solve(const float* lambda, const float* keep, float* y, float* room) const {
        float* g = room;
        float* t = room + n * lanes;
        const int chain = periodic ? n - 1 : n;
        factor(chain, lambda, periodic ? nullptr : keep, g);
        substitute(chain, g, y);
        if (!periodic) return;
        // The last value closes the ring: what one unit of it does to the others is 1 - lambda t, with (chain) t = 1.
        for (int k = 0; k < chain * lanes; ++k) t[k] = 1;
        substitute(chain, g, t);
        float* end = y + chain * lanes;
        for (int l = 0; l < lanes; ++l) {
            const int last = (chain - 1) * lanes + l;
            const float from = chain > 0 ? w * (y[l] + y[last]) : 0;
            const float pivot = lambda[l] * (1 + (chain > 0 ? w * (t[l] + t[last]) : 0));
            end[l] = keep[l] > 0 ? (end[l] + from) / pivot : 0;
        }
        for (int i = 0; i < chain; ++i)
            for (int l = 0; l < lanes; ++l) y[i * lanes + l] += end[l] * (1 - lambda[l] * t[i * lanes + l]);
    }

  private:
    /// g = 1 / pivot. A pivot is w and what holds the chain up to there to 0; only the latter is carried along.
    void factor(int chain, const float* lambda, const float* keep, float* g) const {
        float held[lanes];
        for (int l = 0; l < lanes; ++l) held[l] = low + lambda[l];
        for (int i = 0; i + 1 < chain; ++i) {
            float* at = g + i * lanes;
#pragma omp simd
            for (int l = 0; l < lanes; ++l) {
                at[l] = 1 / (w + held[l]);
                held[l] = lambda[l] + w * held[l] * at[l];
            }
        }
        for (int l = 0; l < lanes && chain > 0; ++l)
            g[(chain - 1) * lanes + l] = keep && !(keep[l] > 0) ? 0.0f : 1 / (held[l] + high);
    }

    void substitute(int chain, const float* g, float* y) const {
        for (int i = 0; i < chain; ++i) {
            float* at = y + i * lanes;
            const float* below = at - (i > 0 ? lanes : 0);
            const float coupled = i > 0 ? w : 0;
#pragma omp simd
            for (int l = 0; l < lanes; ++l) at[l] = (at[l] + coupled * below[l]) * g[i * lanes + l];
        }
        for (int i = chain - 2; i >= 0; --i) {
            float* at = y + i * lanes;
#pragma omp simd
            for (int l = 0; l < lanes; ++l) at[l] += w * g[i * lanes + l] * at[lanes + l];
        }
    }
};

}  // namespace whorl
