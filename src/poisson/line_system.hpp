#pragma once
// Lines of a box by themselves: one tridiagonal system each, or one that closes to a ring.

#include <algorithm>

#include "poisson/rectangle.hpp"

namespace whorl {

/// (A along one axis + lambda) x = y. Every sum is of positive terms, so that even the flattest wave is accurate to the
/// last digits. What is here is one step of it, the same for lanes of the host and for threads of a GPU.
struct LineWeights {
    int n = 1;
    bool periodic = false;
    float w = 1, low = 0, high = 0;  // weight of a face; what the two ends add to the diagonal

    LineWeights() = default;
    explicit LineWeights(const Span& s)
        : n(s.n),
          periodic(s.periodic),
          w(s.weight),
          low(s.low_weight()),
          high(s.high_weight()) {}

    /// A ring is a chain and one value that closes it.
    WHORL_HD constexpr int chain() const { return periodic ? n - 1 : n; }

    // g = 1 / pivot. A pivot is w and what holds the chain up to there to 0; only the latter is carried along.
    WHORL_HD constexpr float held_first(float lambda) const { return low + lambda; }
    WHORL_HD constexpr float held_next(float lambda, float held, float g) const { return lambda + w * held * g; }
    WHORL_HD constexpr float pivot(float held) const { return w + held; }
    WHORL_HD constexpr float pivot_of_last(float held) const { return held + high; }

    /// `coupled`: w, or 0 for the first, which has none below.
    WHORL_HD static constexpr float forward(float y, float coupled, float below, float g) { return (y + coupled * below) * g; }
    WHORL_HD constexpr float backward(float y, float g, float above) const { return y + w * g * above; }

    /// What one unit there adds to the first of its chain on the way back, from that of the value below. So little that a float
    /// could hardly hold it is nothing: such numbers are slow.
    WHORL_HD constexpr float share_next(float share, float g) const {
        const float next = share * (w * g);
        return next > 1e-30f ? next : 0.0f;
    }

    /// The value that closes a ring, from that of y there and from those of the chain at its two ends. What one unit of it
    /// does to the others is 1 - lambda t, with (chain) t = 1.
    WHORL_HD constexpr float closing(float y, float ys, float lambda, float ts) const {
        return (y + w * ys) / (lambda * (1 + w * ts));
    }
    WHORL_HD static constexpr float closed(float y, float end, float lambda, float t) { return y + end * (1 - lambda * t); }
};

/// So many lines side by side.
template <int lanes> struct LineSystem : LineWeights {
    using LineWeights::LineWeights;

    /// Numbers that `solve` needs as `room`.
    int scratch() const { return 2 * n * lanes; }

    /// In place: value (i, lane) is y[i * lanes + lane]. Where `keep` is 0 the matrix is singular: the last value is 0.
    void solve(const float* lambda, const float* keep, float* y, float* room) const {
        float* g = room;
        factor(lambda, periodic ? nullptr : keep, g);
        if (!periodic) {
            forward_all(g, y);
            backward_all(g, y);
            return;
        }
        float* t = room + n * lanes;
        for (int k = 0; k < chain() * lanes; ++k) t[k] = 1;
        float end[lanes];
        float values[lanes], units[lanes];
        find_ends(g, y, values), find_ends(g, t, units);
        for (int l = 0; l < lanes; ++l) {
            const float value = closing(y[chain() * lanes + l], values[l], lambda[l], units[l]);
            end[l] = keep[l] > 0 ? value : 0;
        }
        backward_all(g, y);
        backward_all(g, t);
        for (int i = 0; i < chain(); ++i)
            for (int l = 0; l < lanes; ++l)
                y[i * lanes + l] = closed(y[i * lanes + l], end[l], lambda[l], t[i * lanes + l]);
        std::copy_n(end, lanes, y + chain() * lanes);
    }

  private:
    void factor(const float* lambda, const float* keep, float* g) const {
        const int count = chain();
        float held[lanes];
        for (int l = 0; l < lanes; ++l) held[l] = held_first(lambda[l]);
        for (int i = 0; i + 1 < count; ++i) {
            float* at = g + i * lanes;
#pragma omp simd
            for (int l = 0; l < lanes; ++l) {
                at[l] = 1 / pivot(held[l]);
                held[l] = held_next(lambda[l], held[l], at[l]);
            }
        }
        for (int l = 0; l < lanes && count > 0; ++l)
            g[(count - 1) * lanes + l] = keep && !(keep[l] > 0) ? 0.0f : 1 / pivot_of_last(held[l]);
    }

    void forward_all(const float* g, float* y) const {
        for (int i = 0; i < chain(); ++i) {
            float* at = y + i * lanes;
            const float* below = at - (i > 0 ? lanes : 0);
            const float coupled = i > 0 ? w : 0;
#pragma omp simd
            for (int l = 0; l < lanes; ++l) at[l] = forward(at[l], coupled, below[l], g[i * lanes + l]);
        }
    }
    void backward_all(const float* g, float* y) const {
        for (int i = chain() - 2; i >= 0; --i) {
            float* at = y + i * lanes;
#pragma omp simd
            for (int l = 0; l < lanes; ++l) at[l] = backward(at[l], g[i * lanes + l], at[lanes + l]);
        }
    }
    /// The way forward along a ring, and the sum of what its first and its last value will be.
    void find_ends(const float* g, float* y, float* sum) const {
        std::fill_n(sum, lanes, 0.0f);
        if (chain() == 0) return;
        forward_all(g, y);
        float share[lanes];
        std::fill_n(share, lanes, 1.0f);
        for (int i = 0; i < chain(); ++i) {
#pragma omp simd
            for (int l = 0; l < lanes; ++l) {
                sum[l] += share[l] * y[i * lanes + l];
                share[l] = share_next(share[l], g[i * lanes + l]);
            }
        }
        for (int l = 0; l < lanes; ++l) sum[l] += y[(chain() - 1) * lanes + l];
    }
};

}  // namespace whorl
