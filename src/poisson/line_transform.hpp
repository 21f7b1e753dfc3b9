#pragma once
// The cosine, sine and Fourier transforms of 32 real lines at a time, by complex transforms of sixteen: lines p and
// p + 16 are the real and the imaginary part of one (Makhoul 1980).
//
//     low end, high end   transform       angle of wave k             done as
//     free,  free         DCT-II          pi k / n                    a Fourier transform of n: first the even values,
//     half,  half         DST-II          pi (k + 1) / n              then the odd ones backwards; every second sign
//                                                                     changed turns sine into cosine
//     free,  half         DCT-IV          pi (k + 1/2) / n            mirrored, with changed sign, at the high end: a
//     free,  point        DCT-VIII        pi (k + 1/2) / (n + 1/2)    line of 2 n or 2 n + 1 with two equal ends, of
//     half,  point        DST-VI          pi (k + 1) / (n + 1/2)      whose waves every second one is there
//     point, point        DST-I           pi (k + 1) / (n + 1)        a whole period of 2 n + 2
//     periodic            real Fourier    2 pi k / n                  of n; cosines first, then sines, backwards
//
// The other mixes are these with the line read backwards.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "poisson/fourier.hpp"
#include "poisson/rectangle.hpp"

namespace whorl {

class LineTransform {
  public:
    static constexpr int lanes = 2 * Fourier::lanes;

    explicit LineTransform(const Span& s) : n_(s.n) {
        if (s.n == 1) return;
        const bool points = s.low == End::point && s.high == End::point;
        kind_ = s.periodic ? Kind::fourier : points ? Kind::period : Kind::cosine;
        length_ = points && !s.periodic ? 2 * n_ + 2 : n_;
        if (kind_ == Kind::cosine) {
            // `low` is the end that stays; a line is mirrored at a point, or at the held one of two different ends.
            reversed_ = s.low == End::point || (s.low == End::half && s.high == End::free);
            const End low = reversed_ ? s.high : s.low, high = reversed_ ? s.low : s.high;
            if (low == End::half) kind_ = Kind::sine;
            mirrored_ = low != high;
            if (mirrored_) length_ = high == End::point ? 2 * n_ + 1 : 2 * n_;
        }
        fourier_.emplace(length_);
        // What comes back is what went there: `there` divides by what both multiply with.
        scale_ = static_cast<float>(1 / (kind_ == Kind::fourier || kind_ == Kind::period ? 1.0 * length_ : 2.0 * length_));
        for (int k = 0; k < length_; ++k) {
            const double angle = std::numbers::pi * k / (2.0 * length_);
            turn_.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
        }
    }

    /// What `there` and `back` need as `room`, a multiple of a cache line.
    std::size_t scratch() const {
        return fourier_ ? static_cast<std::size_t>(length_) * lanes + fourier_->scratch() : 0;
    }
    /// In place, from values to waves: number j of line l is t[j lanes + l].
    void there(float* t, float* room) const {
        float *z = room, *further = room + length_ * lanes;
        switch (kind_) {
            case Kind::none:
                return;
            case Kind::period:
                return odd_period(t, z, further, scale_);
            case Kind::fourier:
                std::copy_n(t, n_ * lanes, z);
                fourier_->there(z, further);
                for (int k = 0; 2 * k <= n_; ++k) {
                    const Pair pair = wave_and_mirror(z, k);
                    float* const cosine = t + k * lanes;
                    const float share = 0.5f * scale_;
                    for (int l = 0; l < lanes; ++l) cosine[l] = share * (pair.wave[l] + pair.mirror[l]);
                    if (k == 0 || 2 * k == n_) continue;
                    float* const sine = t + (n_ - k) * lanes;
                    for (int l = 0; l < half; ++l) {
                        sine[l] = share * (pair.wave[half + l] - pair.mirror[half + l]);
                        sine[half + l] = -share * (pair.wave[l] - pair.mirror[l]);
                    }
                }
                return;
            case Kind::cosine:
            case Kind::sine:
                break;
        }
        if (mirrored_)
            std::fill_n(z + place(n_) * lanes, lanes, 0.0f);  // the point, if there is one
        for (int j = 0; j < n_; ++j) {
            const float* from = t + (reversed_ ? n_ - 1 - j : j) * lanes;
            put(from, z + place(j) * lanes, flip(j));
            if (mirrored_) put(from, z + place(length_ - 1 - j) * lanes, -flip(length_ - 1 - j));
        }
        fourier_->there(z, further);
        for (int k = 0; k < n_; ++k) {
            const int wave = wave_of(k);
            const Pair pair = wave_and_mirror(z, wave);
            const float c = scale_ * turn_[at(wave)].cosine, s = scale_ * turn_[at(wave)].sine;
            float* const to = t + k * lanes;
            for (int l = 0; l < half; ++l) {
                to[l] = c * (pair.wave[l] + pair.mirror[l]) + s * (pair.wave[half + l] - pair.mirror[half + l]);
                to[half + l] = c * (pair.wave[half + l] + pair.mirror[half + l]) - s * (pair.wave[l] - pair.mirror[l]);
            }
        }
    }

    /// And back.
    void back(float* t, float* room) const {
        float *z = room, *further = room + length_ * lanes;
        switch (kind_) {
            case Kind::none:
                return;
            case Kind::period:
                return odd_period(t, z, further, 1);
            case Kind::fourier:
                for (int k = 0; 2 * k <= n_; ++k) {
                    const bool real = k == 0 || 2 * k == n_;
                    const float *cosine = t + k * lanes, *sine = t + (real ? k : n_ - k) * lanes;
                    const float there = real ? 0.0f : 1.0f;
                    float *wave = z + fourier_->place(k) * lanes, *mirror = z + fourier_->place(k == 0 ? 0 : n_ - k) * lanes;
                    for (int l = 0; l < half; ++l) {
                        const float re = there * sine[half + l], im = there * sine[l];
                        mirror[l] = cosine[l] + re, mirror[half + l] = cosine[half + l] - im;
                        wave[l] = cosine[l] - re, wave[half + l] = cosine[half + l] + im;
                    }
                }
                fourier_->back(z, further);
                std::copy_n(z, n_ * lanes, t);
                return;
            case Kind::cosine:
            case Kind::sine:
                break;
        }
        // Where a wave of the longer line is not there its number is 0.
        const float none[lanes] = {};
        const auto wave = [&](int k) {
            const int slot = kind_ == Kind::sine ? length_ - 1 - k : k;
            if (k == length_ || (mirrored_ && slot % 2 == 0)) return none;
            return static_cast<const float*>(t + (mirrored_ ? slot / 2 : slot) * lanes);
        };
        for (int k = 0; k < length_; ++k) {
            const float *x = wave(k), *m = wave(length_ - k);
            const auto [c, s] = turn_[at(k)];
            float* const to = z + fourier_->place(k) * lanes;
            for (int l = 0; l < half; ++l) {
                to[l] = (c * x[l] + s * m[l]) - (s * x[half + l] - c * m[half + l]);
                to[half + l] = (c * x[half + l] + s * m[half + l]) + (s * x[l] - c * m[l]);
            }
        }
        fourier_->back(z, further);
        for (int j = 0; j < n_; ++j) put(z + place(j) * lanes, t + (reversed_ ? n_ - 1 - j : j) * lanes, flip(j));
    }

  private:
    enum class Kind { none, cosine, sine, fourier, period };

    static std::size_t at(int k) { return static_cast<std::size_t>(k); }
    static constexpr int half = lanes / 2;  // lines that are real parts; their imaginary ones follow

    struct Pair {
        const float *wave, *mirror;
    };
    Pair wave_and_mirror(const float* z, int k) const {
        return {z + fourier_->place(k) * lanes, z + fourier_->place(k == 0 ? 0 : length_ - k) * lanes};
    }
    static void put(const float* from, float* to, float factor) {
        for (int l = 0; l < lanes; ++l) to[l] = factor * from[l];
    }
    /// Where value j goes: the even ones first, the odd ones backwards after them.
    int place(int j) const { return j % 2 == 0 ? j / 2 : length_ - 1 - j / 2; }
    float flip(int j) const { return kind_ == Kind::sine && j % 2 == 1 ? -1.0f : 1.0f; }
    /// Of the cosines of the longer line, that which is wave k of this one.
    int wave_of(int k) const {
        const int slot = mirrored_ ? 2 * k + 1 : k;
        return kind_ == Kind::sine ? length_ - 1 - slot : slot;
    }

    /// 2 scale sum of t sin(...), of a line and its image with changed sign; but for the scale its own reverse.
    void odd_period(float* t, float* z, float* further, float scale) const {
        std::fill_n(z, lanes, 0.0f);
        std::fill_n(z + (n_ + 1) * lanes, lanes, 0.0f);
        for (int j = 0; j < n_; ++j) {
            put(t + j * lanes, z + (j + 1) * lanes, 1);
            put(t + j * lanes, z + (length_ - 1 - j) * lanes, -1);
        }
        fourier_->there(z, further);
        for (int k = 0; k < n_; ++k) {
            const float* const wave = z + fourier_->place(k + 1) * lanes;
            float* const to = t + k * lanes;
            for (int l = 0; l < half; ++l) to[l] = -scale * wave[half + l], to[half + l] = scale * wave[l];
        }
    }

    int n_, length_ = 0;
    Kind kind_ = Kind::none;
    bool mirrored_ = false, reversed_ = false;
    std::optional<Fourier> fourier_;
    struct Turn {
        float cosine, sine;
    };
    std::vector<Turn> turn_;  // by pi k / 2 length
    float scale_ = 1;
};

}  // namespace whorl
