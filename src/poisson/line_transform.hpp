#pragma once
// The cosine, sine and Fourier transforms of sixteen real lines at a time, by complex transforms of eight: lines 2 p
// and 2 p + 1 are the real and imaginary part of one (Makhoul 1980). FFTW's own real transforms use no vector code and
// take memory every time they run.
//
//     low end, high end   transform       angle of wave k             done as
//     free,  free         DCT-II          pi k / n                    a Fourier transform of n: first the even values,
//     half,  half         DST-II          pi (k + 1) / n              then the odd ones backwards; every second sign
//                                                                     changed turns sine into cosine
//     free,  half         DCT-IV          pi (k + 1/2) / n            mirrored, with changed sign, at the high end: a
//     line free,  point        DCT-VIII        pi (k + 1/2) / (n + 1/2)    of 2 n or 2 n + 1 with two equal ends, of
//     whose half,  point        DST-VI          pi (k + 1) / (n + 1/2)      waves every second one is there point,
//     point        DST-I           pi (k + 1) / (n + 1)        a whole period of 2 n + 2 periodic            real
//     Fourier    2 pi k / n                  of n; cosines first, then sines, backwards
//
// The other mixes are these with the line read backwards.

#include <cmath>
#include <numbers>
#include <vector>

#include "exec/transforms.hpp"
#include "poisson/rectangle.hpp"

namespace whorl {

class LineTransform {
  public:
    static constexpr int lanes = 2 * FourierPlan::lanes;

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
        plans_.emplace_back(length_, true);
        plans_.emplace_back(length_, false);
        for (int k = 0; k < length_; ++k) {
            const double angle = std::numbers::pi * k / (2.0 * length_);
            turn_.push_back(static_cast<float>(std::cos(angle)));
            turn_.push_back(static_cast<float>(std::sin(angle)));
        }
    }

    /// What `there` and `back` need as `room`, a multiple of a cache line.
    std::size_t scratch() const { return 2 * static_cast<std::size_t>(length_) * lanes; }
    /// There and back multiplies by this.
    double scale() const {
        return kind_ == Kind::none ? 1 : kind_ == Kind::fourier || kind_ == Kind::period ? length_ : 2.0 * length_;
    }

    /// In place, from values to waves: number j of line l is t[j lanes + l].
    void there(float* t, float* room) const {
        float *in = room, *out = room + length_ * lanes;
        switch (kind_) {
            case Kind::none:
                return;
            case Kind::period:
                return odd_period(t, in, out);
            case Kind::fourier:
                for (int j = 0; j < n_ * lanes; ++j) in[j] = t[j];
                plans_[0].run(in, out);
                for (int k = 0; 2 * k <= n_; ++k) {
                    const float *z = out + k * lanes, *m = out + (k == 0 ? 0 : n_ - k) * lanes;
                    for (int l = 0; l < lanes; ++l) t[k * lanes + l] = 0.5f * (z[l] + m[l]);
                    if (k == 0 || 2 * k == n_) continue;
                    for (int l = 0; l < lanes; ++l) t[(n_ - k) * lanes + l] = 0.5f * sign(l) * (z[l ^ 1] - m[l ^ 1]);
                }
                return;
            case Kind::cosine:
            case Kind::sine:
                break;
        }
        if (mirrored_)
            for (int l = 0; l < lanes; ++l) in[place(n_) * lanes + l] = 0;  // the point, if there is one
        for (int j = 0; j < n_; ++j) {
            const float* from = t + (reversed_ ? n_ - 1 - j : j) * lanes;
            put(from, in + place(j) * lanes, flip(j));
            if (mirrored_) put(from, in + place(length_ - 1 - j) * lanes, -flip(length_ - 1 - j));
        }
        plans_[0].run(in, out);
        for (int k = 0; k < n_; ++k) {
            const int wave = wave_of(k);
            const float *z = out + wave * lanes, *m = out + (wave == 0 ? 0 : length_ - wave) * lanes;
            const float c = turn_[2 * at(wave)], s = turn_[2 * at(wave) + 1];
            for (int l = 0; l < lanes; ++l) t[k * lanes + l] = c * (z[l] + m[l]) + sign(l) * s * (z[l ^ 1] - m[l ^ 1]);
        }
    }

    /// And back, times scale().
    void back(float* t, float* room) const {
        float *in = room, *out = room + length_ * lanes;
        switch (kind_) {
            case Kind::none:
                return;
            case Kind::period:
                return odd_period(t, in, out);
            case Kind::fourier:
                for (int k = 0; 2 * k <= n_; ++k) {
                    const bool real = k == 0 || 2 * k == n_;
                    const float *re = t + k * lanes, *im = t + (real ? k : n_ - k) * lanes;
                    const float there = real ? 0.0f : 1.0f;
                    float *z = in + k * lanes, *m = in + (k == 0 ? 0 : n_ - k) * lanes;
                    for (int l = 0; l < lanes; ++l) m[l] = re[l] + sign(l) * there * im[l ^ 1];
                    for (int l = 0; l < lanes; ++l) z[l] = re[l] - sign(l) * there * im[l ^ 1];
                }
                plans_[1].run(in, out);
                for (int j = 0; j < n_ * lanes; ++j) t[j] = out[j];
                return;
            case Kind::cosine:
            case Kind::sine:
                break;
        }
        // Where a wave of the longer line is not there its number is 0.
        float none[lanes] = {};
        const auto wave = [&](int k) {
            const int slot = kind_ == Kind::sine ? length_ - 1 - k : k;
            if (k == length_ || (mirrored_ && slot % 2 == 0)) return static_cast<const float*>(none);
            return static_cast<const float*>(t + (mirrored_ ? slot / 2 : slot) * lanes);
        };
        for (int k = 0; k < length_; ++k) {
            const float *x = wave(k), *m = wave(length_ - k);
            const float c = turn_[2 * at(k)], s = turn_[2 * at(k) + 1];
            float* z = in + k * lanes;
            for (int l = 0; l < lanes; ++l) z[l] = (c * x[l] + s * m[l]) - sign(l) * (s * x[l ^ 1] - c * m[l ^ 1]);
        }
        plans_[1].run(in, out);
        for (int j = 0; j < n_; ++j) put(out + place(j) * lanes, t + (reversed_ ? n_ - 1 - j : j) * lanes, flip(j));
    }

  private:
    enum class Kind { none, cosine, sine, fourier, period };

    static std::size_t at(int k) { return static_cast<std::size_t>(k); }
    static constexpr float sign(int lane) { return lane % 2 == 0 ? 1.0f : -1.0f; }
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

    /// 2 sum of t sin(...), of a line and its image with changed sign; its own reverse.
    void odd_period(float* t, float* in, float* out) const {
        const float zero[lanes] = {};
        put(zero, in, 1);
        put(zero, in + (n_ + 1) * lanes, 1);
        for (int j = 0; j < n_; ++j) {
            put(t + j * lanes, in + (j + 1) * lanes, 1);
            put(t + j * lanes, in + (length_ - 1 - j) * lanes, -1);
        }
        plans_[0].run(in, out);
        for (int k = 0; k < n_; ++k)
            for (int l = 0; l < lanes; ++l) t[k * lanes + l] = -sign(l) * out[(k + 1) * lanes + (l ^ 1)];
    }

    int n_, length_ = 0;
    Kind kind_ = Kind::none;
    bool mirrored_ = false, reversed_ = false;
    std::vector<FourierPlan> plans_;  // there, back
    std::vector<float> turn_;         // cosine and sine of pi k / 2 length
};

}  // namespace whorl
