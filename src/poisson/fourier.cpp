#include "poisson/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <utility>

namespace whorl {

namespace {

constexpr int lanes = Fourier::lanes, number = 2 * lanes;

// Vectors as wide as the processor has them: wider ones are taken apart badly, and loops become none in some compilers.
#if defined(__AVX512F__)
constexpr int width = 16;
#elif defined(__AVX__)
constexpr int width = 8;
#else
constexpr int width = 4;
#endif
using Vector = float __attribute__((vector_size(width * sizeof(float))));

Vector load(const float* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
void store(const Vector& v, float* to) { std::memcpy(to, &v, sizeof v); }

/// A complex number in each of some lanes.
using Complexes = ComplexOf<Vector>;
Complexes complexes(const float* z) { return {load(z), load(z + lanes)}; }
void put(const Complexes& a, float* z) { store(a.re, z), store(a.im, z + lanes); }

/// exp(-pi i part / whole), for part >= 0.
Complex half_turns(std::int64_t part, std::int64_t whole) {
    const double angle = std::numbers::pi * static_cast<double>(part % (2 * whole)) / static_cast<double>(whole);
    return {static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle))};
}

/// Of all lanes, numbers `step` apart.
template <int radix, bool back> void butterfly_of_lanes(float* z, int step, const Complex* turns) {
    for (int l = 0; l < lanes; l += width) {
        Complexes a[radix];
        for (int s = 0; s < radix; ++s) a[s] = complexes(z + s * step + l);
        butterfly<radix, back>(a, turns);
        for (int s = 0; s < radix; ++s) put(a[s], z + s * step + l);
    }
}

template <int radix, bool back> void butterflies(float* z, int count, int length, const Complex* turns) {
    const int part = length / radix;
    for (int first = 0; first < count; first += length)
        for (int q = 0; q < part; ++q)
            butterfly_of_lanes<radix, back>(z + (first + q) * number, part * number, turns + q * (radix - 1));
}

}  // namespace

Fourier::Fourier(int n) : n_(n) {
    if (numbers(n) != n) {
        for (int k = 0; k < n; ++k) places_.push_back(k);
        convolution_ = std::make_unique<const Convolution>(n);
        return;
    }
    int left = n;
    for (const int radix : {4, 2, 3, 5})
        for (; left % radix == 0; left /= radix) add_stage(radix, left);
    for (int k = 0; k < n; ++k) {
        int at = 0, rest = k;
        for (const Stage& s : stages_) {
            at += rest % s.radix * (s.length / s.radix);
            rest /= s.radix;
        }
        places_.push_back(at);
    }
}
Fourier::~Fourier() = default;

// Wave k = chirp(k) sum over j of (value j chirp(j)) / chirp(k - j), since 2 k j = k^2 + j^2 - (k - j)^2.
Fourier::Convolution::Convolution(int n) : length(static_cast<int>(numbers(n))), longer(length) {
    for (int k = 0; k < n; ++k) chirp.push_back(half_turns(std::int64_t{k} * k, n));
    for (const bool back : {false, true}) {
        std::vector<float> z(static_cast<std::size_t>(length) * number);
        float* const line = z.data();  // in the first of the lanes
        for (int k = 0; k < n; ++k) {
            const Complex c = chirp[static_cast<std::size_t>(k)], inverse = back ? c : conjugate(c);
            for (const int at : {k, k == 0 ? 0 : length - k})
                line[at * number] = inverse.re, line[at * number + lanes] = inverse.im;
        }
        longer.there(line, nullptr);
        const float scale = 1.0f / static_cast<float>(length);
        for (int k = 0; k < length; ++k)
            filter[back].push_back({scale * line[k * number], scale * line[k * number + lanes]});
    }
}

std::int64_t Fourier::numbers(std::int64_t n) {
    std::int64_t left = n;
    for (const int radix : {2, 3, 5})
        while (left % radix == 0) left /= radix;
    if (left == 1) return n;
    std::int64_t length = 1;
    while (length < 2 * n - 1) length *= 2;
    return length;
}

std::size_t Fourier::scratch() const {
    return convolution_ ? 2 * static_cast<std::size_t>(convolution_->length) * lanes : 0;
}

void Fourier::add_stage(int radix, int length) {
    Stage stage{.radix = radix, .length = length, .turns = {}};
    for (int q = 0; q < length / radix; ++q)
        for (int p = 1; p < radix; ++p) stage.turns.push_back(half_turns(std::int64_t{2} * p * q, length));
    stages_.push_back(std::move(stage));
}

void Fourier::there(float* z, float* room) const {
    if (convolution_) convolve<false>(z, room);
    else descend(0, z);
}
void Fourier::back(float* z, float* room) const {
    if (convolution_) convolve<true>(z, room);
    else ascend(0, z);
}

/// So many numbers stay in the first cache from stage to stage: more of them part by part.
constexpr int few = 128;

void Fourier::descend(std::size_t stage, float* z) const {
    if (stage == stages_.size()) return;
    const int radix = stages_[stage].radix, length = stages_[stage].length;
    if (length <= few) {
        for (std::size_t s = stage; s < stages_.size(); ++s) run<false>(s, z, length);
        return;
    }
    run<false>(stage, z, length);
    for (int p = 0; p < radix; ++p) descend(stage + 1, z + p * (length / radix) * number);
}

void Fourier::ascend(std::size_t stage, float* z) const {
    if (stage == stages_.size()) return;
    const int radix = stages_[stage].radix, length = stages_[stage].length;
    if (length <= few) {
        for (std::size_t s = stages_.size(); s-- > stage;) run<true>(s, z, length);
        return;
    }
    for (int p = 0; p < radix; ++p) ascend(stage + 1, z + p * (length / radix) * number);
    run<true>(stage, z, length);
}

template <bool back> void Fourier::run(std::size_t stage, float* z, int count) const {
    const Complex* const turns = stages_[stage].turns.data();
    const int length = stages_[stage].length;
    switch (stages_[stage].radix) {
        case 2: return butterflies<2, back>(z, count, length, turns);
        case 3: return butterflies<3, back>(z, count, length, turns);
        case 4: return butterflies<4, back>(z, count, length, turns);
        default: return butterflies<5, back>(z, count, length, turns);
    }
}

template <bool back> void Fourier::convolve(float* z, float* room) const {
    const auto times = [](const float* from, Complex factor, float* to) {
        for (int l = 0; l < lanes; l += width) put(turned(complexes(from + l), factor), to + l);
    };
    const auto& [length, longer, chirps, filter] = *convolution_;
    const auto chirp = [&, &all = chirps](int k) {
        const Complex c = all[static_cast<std::size_t>(k)];
        return back ? conjugate(c) : c;
    };
    for (int j = 0; j < n_; ++j) times(z + j * number, chirp(j), room + j * number);
    std::fill_n(room + n_ * number, (length - n_) * number, 0.0f);
    longer.there(room, nullptr);
    for (int k = 0; k < length; ++k)
        times(room + k * number, filter[back][static_cast<std::size_t>(k)], room + k * number);
    longer.back(room, nullptr);
    for (int k = 0; k < n_; ++k) times(room + k * number, chirp(k), z + k * number);
}

namespace {

/// Of two rows of blocks of `size`, those at odd places of the first change places with those before them in the other.
template <int size, std::size_t... l> void exchange(Vector& a, Vector& b, std::index_sequence<l...>) {
    const Vector first = __builtin_shufflevector(a, b, (l & size ? width + l - size : l)...);
    b = __builtin_shufflevector(a, b, (l & size ? width + l : l + size)...);
    a = first;
}
/// Columns for rows, by halves, quarters and so on.
template <int size> void transpose(Vector* row) {
    for (int i = 0; i < width; ++i)
        if (!(i & size)) exchange<size>(row[i], row[i + size], std::make_index_sequence<width>{});
    if constexpr (size > 1) transpose<size / 2>(row);
}

}  // namespace

void transpose(const float* from, int from_step, float* to, int to_step) {
    for (int i = 0; i < lanes; i += width)
        for (int j = 0; j < lanes; j += width) {
            Vector row[width];
            for (int l = 0; l < width; ++l) row[l] = load(from + (j + l) * from_step + i);
            transpose<width / 2>(row);
            for (int l = 0; l < width; ++l) store(row[l], to + (i + l) * to_step + j);
        }
}

}  // namespace whorl
