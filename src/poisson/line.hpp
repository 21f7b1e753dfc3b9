#pragma once
// The cosine, sine and Fourier transforms of a real line, as transforms of a complex one. Two lines are done at once,
// as its real and its imaginary part (Makhoul 1980).
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

#include "poisson/butterfly.hpp"
#include "poisson/rectangle.hpp"

namespace whorl {

/// Its numbers are those of the complex line, its values those of the two real ones.
struct Line {
    enum class Kind { none, cosine, sine, fourier, period };
    Kind kind = Kind::none;
    bool mirrored = false, reversed = false;
    int n = 1, length = 0;  // of the real lines, and of the complex one
    float scale = 1;        // what comes back is what went there: `there` divides by what both multiply with

    explicit Line(const Span& s) : n(s.n) {
        if (s.n == 1) return;
        const bool points = s.low == End::point && s.high == End::point;
        kind = s.periodic ? Kind::fourier : points ? Kind::period : Kind::cosine;
        length = points && !s.periodic ? 2 * n + 2 : n;
        if (kind == Kind::cosine) {
            // `low` is the end that stays; a line is mirrored at a point, or at the held one of two different ends.
            reversed = s.low == End::point || (s.low == End::half && s.high == End::free);
            const End low = reversed ? s.high : s.low, high = reversed ? s.low : s.high;
            if (low == End::half) kind = Kind::sine;
            mirrored = low != high;
            if (mirrored) length = high == End::point ? 2 * n + 1 : 2 * n;
        }
        scale = static_cast<float>(1 / (kind == Kind::fourier || kind == Kind::period ? 1.0 * length : 2.0 * length));
    }
    Line() = default;

    /// What its length may be, whatever is at its ends: see above.
    static constexpr Array<std::int64_t, 4> lengths(std::int64_t n, bool periodic) {
        if (periodic) return {n, n, n, n};
        return {n, 2 * n, 2 * n + 1, 2 * n + 2};
    }

    // ---- Values to numbers and back -------------------------------------------------------------------------------

    struct Place {
        int number;
        float sign;
    };
    /// Where value j goes, counted from the end that stays: the even ones first, the odd ones backwards after them.
    WHORL_HD constexpr Place place(int j) const {
        if (kind == Kind::fourier) return {j, 1};
        if (kind == Kind::period) return {j + 1, 1};
        return {j % 2 == 0 ? j / 2 : length - 1 - j / 2, kind == Kind::sine && j % 2 == 1 ? -1.0f : 1.0f};
    }
    WHORL_HD constexpr int value(int j) const { return reversed ? n - 1 - j : j; }
    /// And once more, as its image.
    WHORL_HD constexpr bool has_images() const { return mirrored || kind == Kind::period; }
    WHORL_HD constexpr Place image(int j) const {
        if (kind == Kind::period) return {length - 1 - j, -1};
        const Place p = place(length - 1 - j);
        return {p.number, -p.sign};
    }
    /// Numbers that are 0: between a line and its image.
    WHORL_HD constexpr int zeros() const { return kind == Kind::period ? 2 : length % 2 * mirrored; }
    WHORL_HD constexpr int zero(int k) const { return kind == Kind::period ? k * (n + 1) : place(n).number; }

    // ---- Waves of the complex line to those of the real ones, and back ---------------------------------------------

    /// Cosines and sines: which of theirs is wave k of the complex line; -1: none.
    WHORL_HD constexpr int wave(int k) const {
        const int slot = kind == Kind::sine ? length - 1 - k : k;
        if (k == length || (mirrored && slot % 2 == 0)) return -1;
        return mirrored ? slot / 2 : slot;
    }
    /// The other way round.
    WHORL_HD constexpr int number_of_wave(int k) const {
        const int slot = mirrored ? 2 * k + 1 : k;
        return kind == Kind::sine ? length - 1 - slot : slot;
    }

    // From wave w of the complex line and its mirror m, that of the opposite sign: (cosine, sine) of pi k / 2 length as
    // t.
    WHORL_HD constexpr Complex cosine_there(Complex t, Complex w, Complex m) const {
        const float c = scale * t.re, s = scale * t.im;
        return {c * (w.re + m.re) + s * (w.im - m.im), c * (w.im + m.im) - s * (w.re - m.re)};
    }
    WHORL_HD static constexpr Complex cosine_back(Complex t, Complex x, Complex m) {
        const float c = t.re, s = t.im;
        return {(c * x.re + s * m.re) - (s * x.im - c * m.im), (c * x.im + s * m.im) + (s * x.re - c * m.re)};
    }
    WHORL_HD constexpr Complex period_there(Complex w) const { return {-scale * w.im, scale * w.re}; }
    WHORL_HD static constexpr Complex period_back(Complex w) { return {-w.im, w.re}; }

    struct Pair {
        Complex first, second;
    };
    /// Cosines and sines of a period; wave 0 and that of alternating signs have no sine.
    WHORL_HD constexpr Pair fourier_there(Complex w, Complex m) const {
        const float share = 0.5f * scale;
        return {{share * (w.re + m.re), share * (w.im + m.im)}, {share * (w.im - m.im), -share * (w.re - m.re)}};
    }
    /// The wave and its mirror.
    WHORL_HD static constexpr Pair fourier_back(Complex cosine, Complex sine, bool has_sine) {
        const float there = has_sine ? 1.0f : 0.0f, re = there * sine.im, im = there * sine.re;
        return {{cosine.re - re, cosine.im + im}, {cosine.re + re, cosine.im - im}};
    }
    WHORL_HD constexpr bool has_sine(int k) const { return k != 0 && 2 * k != n; }
};

}  // namespace whorl
