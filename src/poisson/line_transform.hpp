#pragma once
// The transforms of 32 real lines at a time (poisson/line.hpp says which), by complex ones of sixteen: lines p and p + 16
// are the real and the imaginary part of one.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "poisson/fourier.hpp"
#include "poisson/line.hpp"

namespace whorl {

class LineTransform {
  public:
    static constexpr int lanes = 2 * Fourier::lanes;

    explicit LineTransform(const Span& s) : line_(s) {
        if (line_.kind == Line::Kind::none) return;
        fourier_.emplace(line_.length);
        for (int k = 0; k < line_.length; ++k) {
            const double angle = std::numbers::pi * k / (2.0 * line_.length);
            turn_.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
        }
    }

    const Line& line() const { return line_; }
    const Fourier& fourier() const { return *fourier_; }
    /// Cosine and sine of pi k / 2 length.
    const std::vector<Complex>& turns() const { return turn_; }

    /// What `there` and `back` need as `room`, a multiple of a cache line.
    std::size_t scratch() const {
        return fourier_ ? static_cast<std::size_t>(line_.length) * lanes + fourier_->scratch() : 0;
    }
    /// In place, from values to waves: number j of line l is t[j lanes + l].
    void there(float* t, float* room) const {
        float *z = room, *further = room + line_.length * lanes;
        if (line_.kind == Line::Kind::none) return;
        take_values(t, z);
        fourier_->there(z, further);
        switch (line_.kind) {
            case Line::Kind::none:
                return;
            case Line::Kind::period:
                for (int k = 0; k < line_.n; ++k)
                    each_lane(number(z, k + 1), t + k * lanes, [&](Complex w) { return line_.period_there(w); });
                return;
            case Line::Kind::fourier:
                for (int k = 0; 2 * k <= line_.n; ++k) {
                    const float *wave = number(z, k), *mirror = number(z, k == 0 ? 0 : line_.n - k);
                    float* const cosine = t + k * lanes;
                    float* const sine = line_.has_sine(k) ? t + (line_.n - k) * lanes : nullptr;
                    for (int l = 0; l < half; ++l) put(line_.fourier_there(get(wave, l), get(mirror, l)).first, cosine, l);
                    if (!sine) continue;
                    for (int l = 0; l < half; ++l) put(line_.fourier_there(get(wave, l), get(mirror, l)).second, sine, l);
                }
                return;
            case Line::Kind::cosine:
            case Line::Kind::sine:
                for (int k = 0; k < line_.n; ++k) {
                    const int w = line_.number_of_wave(k);
                    const float *wave = number(z, w), *mirror = number(z, w == 0 ? 0 : line_.length - w);
                    const Complex turn = turn_[static_cast<std::size_t>(w)];
                    float* const to = t + k * lanes;
                    for (int l = 0; l < half; ++l) put(line_.cosine_there(turn, get(wave, l), get(mirror, l)), to, l);
                }
        }
    }

    /// And back.
    void back(float* t, float* room) const {
        float *z = room, *further = room + line_.length * lanes;
        const float none[lanes] = {};
        switch (line_.kind) {
            case Line::Kind::none:
                return;
            case Line::Kind::period:  // its own reverse, but for the scale
                take_values(t, z);
                fourier_->there(z, further);
                for (int k = 0; k < line_.n; ++k)
                    each_lane(number(z, k + 1), t + k * lanes, [](Complex w) { return Line::period_back(w); });
                return;
            case Line::Kind::fourier:
                for (int k = 0; 2 * k <= line_.n; ++k) {
                    const bool has_sine = line_.has_sine(k);
                    const float *cosine = t + k * lanes, *sine = t + (has_sine ? line_.n - k : k) * lanes;
                    float *wave = number(z, k), *mirror = number(z, k == 0 ? 0 : line_.n - k);
                    for (int l = 0; l < half; ++l) {
                        const auto [w, m] = Line::fourier_back(get(cosine, l), get(sine, l), has_sine);
                        put(m, mirror, l), put(w, wave, l);
                    }
                }
                break;
            case Line::Kind::cosine:
            case Line::Kind::sine:
                // Where a wave of the longer line is not there its number is 0.
                const auto wave = [&](int k) {
                    const int found = line_.wave(k);
                    return found < 0 ? none : static_cast<const float*>(t + found * lanes);
                };
                for (int k = 0; k < line_.length; ++k) {
                    const float *x = wave(k), *m = wave(line_.length - k);
                    const Complex turn = turn_[static_cast<std::size_t>(k)];
                    float* const to = number(z, k);
                    for (int l = 0; l < half; ++l) put(Line::cosine_back(turn, get(x, l), get(m, l)), to, l);
                }
        }
        fourier_->back(z, further);
        for (int j = 0; j < line_.n; ++j) {
            const Line::Place p = line_.place(j);
            copy(z + p.number * lanes, p.sign, t + line_.value(j) * lanes);
        }
    }

  private:
    static constexpr int half = lanes / 2;  // lines that are real parts; their imaginary ones follow

    static Complex get(const float* number, int l) { return {number[l], number[half + l]}; }
    static void put(Complex value, float* number, int l) { number[l] = value.re, number[half + l] = value.im; }
    template <class Make> static void each_lane(const float* from, float* to, const Make& make) {
        for (int l = 0; l < half; ++l) put(make(get(from, l)), to, l);
    }
    static void copy(const float* from, float sign, float* to) {
        for (int l = 0; l < lanes; ++l) to[l] = sign * from[l];
    }
    const float* number(const float* z, int wave) const { return z + fourier_->place(wave) * lanes; }
    float* number(float* z, int wave) const { return z + fourier_->place(wave) * lanes; }

    void take_values(const float* t, float* z) const {
        for (int k = 0; k < line_.zeros(); ++k) std::fill_n(z + line_.zero(k) * lanes, lanes, 0.0f);
        for (int j = 0; j < line_.n; ++j) {
            const float* const from = t + line_.value(j) * lanes;
            const Line::Place own = line_.place(j);
            copy(from, own.sign, z + own.number * lanes);
            if (!line_.has_images()) continue;
            const Line::Place image = line_.image(j);
            copy(from, image.sign, z + image.number * lanes);
        }
    }

    Line line_;
    std::optional<Fourier> fourier_;
    std::vector<Complex> turn_;
};

}  // namespace whorl
