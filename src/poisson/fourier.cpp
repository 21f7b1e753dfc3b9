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
using Complex = Fourier::Complex;

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
struct Complexes {
    Vector re, im;
    explicit Complexes(const float* z) : re(load(z)), im(load(z + lanes)) {}
    Complexes(const Vector& r, const Vector& i) : re(r), im(i) {}
    Complexes() = default;
    void put(float* z) const { store(re, z), store(im, z + lanes); }
};
Complexes operator+(const Complexes& a, const Complexes& b) { return {a.re + b.re, a.im + b.im}; }
Complexes operator-(const Complexes& a, const Complexes& b) { return {a.re - b.re, a.im - b.im}; }
Complexes operator*(const Complexes& a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
Complexes operator*(float s, const Complexes& a) { return {s * a.re, s * a.im}; }
Complex conjugate(Complex a) { return {a.re, -a.im}; }
/// A quarter of a turn, clockwise on the way there.
template <bool back> Complexes quarter(const Complexes& a) {
    if constexpr (back) return {-a.im, a.re};
    else return {a.im, -a.re};
}
/// exp(-pi i part / whole), for part >= 0.
Complex half_turns(std::int64_t part, std::int64_t whole) {
    const double angle = std::numbers::pi * static_cast<double>(part % (2 * whole)) / static_cast<double>(whole);
    return {static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle))};
}

/// The transform of so few numbers.
template <int radix, bool back> void transform(const Complexes* a, Complexes* z) {
    if constexpr (radix == 2) {
        z[0] = a[0] + a[1], z[1] = a[0] - a[1];
    } else if constexpr (radix == 3) {
        constexpr auto sine = static_cast<float>(0.5 * std::numbers::sqrt3);
        const Complexes sum = a[1] + a[2], turned = quarter<back>(sine * (a[1] - a[2])), middle = a[0] - 0.5f * sum;
        z[0] = a[0] + sum, z[1] = middle + turned, z[2] = middle - turned;
    } else if constexpr (radix == 4) {
        const Complexes even = a[0] + a[2], apart = a[0] - a[2], odd = a[1] + a[3], turned = quarter<back>(a[1] - a[3]);
        z[0] = even + odd, z[1] = apart + turned, z[2] = even - odd, z[3] = apart - turned;
    } else {
        static_assert(radix == 5);
        constexpr float c1 = 0.309016994374947424f, c2 = -0.809016994374947424f;  // cos(2 pi / 5), cos(4 pi / 5)
        constexpr float s1 = 0.951056516295153572f, s2 = 0.587785252292473129f;
        const Complexes outer = a[1] + a[4], inner = a[2] + a[3], outer_apart = a[1] - a[4], inner_apart = a[2] - a[3];
        const Complexes u1 = a[0] + (c1 * outer + c2 * inner), u2 = a[0] + (c2 * outer + c1 * inner);
        const Complexes v1 = quarter<back>(s1 * outer_apart + s2 * inner_apart);
        const Complexes v2 = quarter<back>(s2 * outer_apart - s1 * inner_apart);
        z[0] = a[0] + (outer + inner), z[1] = u1 + v1, z[4] = u1 - v1, z[2] = u2 + v2, z[3] = u2 - v2;
    }
}

/// `radix` numbers of all lanes, `step` apart, each but the first turned: afterwards, and before that on the way back.
template <int radix, bool back> void butterfly(float* z, int step, const Complex* turns) {
    for (int l = 0; l < lanes; l += width) {
        Complexes a[radix], b[radix];
        for (int s = 0; s < radix; ++s) a[s] = Complexes(z + s * step + l);
        if constexpr (back)
            for (int s = 1; s < radix; ++s) a[s] = a[s] * conjugate(turns[s - 1]);
        transform<radix, back>(a, b);
        if constexpr (!back)
            for (int s = 1; s < radix; ++s) b[s] = b[s] * turns[s - 1];
        for (int s = 0; s < radix; ++s) b[s].put(z + s * step + l);
    }
}

template <int radix, bool back> void butterflies(float* z, int count, int length, const Complex* turns) {
    const int part = length / radix;
    for (int first = 0; first < count; first += length)
        for (int q = 0; q < part; ++q)
            butterfly<radix, back>(z + (first + q) * number, part * number, turns + q * (radix - 1));
}

}  // namespace

Fourier::Fourier(int n) : n_(n) {
    int left = n;
    for (const int radix : {4, 2, 3, 5})
        for (; left % radix == 0; left /= radix) add_stage(radix, left);
    if (left == 1) {
        for (int k = 0; k < n; ++k) {
            int at = 0, rest = k;
            for (const Stage& s : stages_) {
                at += rest % s.radix * (s.length / s.radix);
                rest /= s.radix;
            }
            places_.push_back(at);
        }
        return;
    }
    // Wave k = chirp(k) sum over j of (value j chirp(j)) / chirp(k - j), since 2 k j = k^2 + j^2 - (k - j)^2.
    stages_.clear();
    int length = 1;
    while (length < 2 * n - 1) length *= 2;
    longer_ = std::make_unique<Fourier>(length);
    for (int k = 0; k < n; ++k) {
        places_.push_back(k);
        chirp_.push_back(half_turns(std::int64_t{k} * k, n));
    }
    for (const bool back : {false, true}) {
        std::vector<float> z(static_cast<std::size_t>(length) * number);
        float* const line = z.data();  // in the first of the lanes
        for (int k = 0; k < n; ++k) {
            const Complex c = chirp_[static_cast<std::size_t>(k)], inverse = back ? c : conjugate(c);
            for (const int at : {k, k == 0 ? 0 : length - k})
                line[at * number] = inverse.re, line[at * number + lanes] = inverse.im;
        }
        longer_->there(line, nullptr);
        const float scale = 1.0f / static_cast<float>(length);
        for (int k = 0; k < length; ++k)
            filter_[back].push_back({scale * line[k * number], scale * line[k * number + lanes]});
    }
}

void Fourier::add_stage(int radix, int length) {
    Stage stage{.radix = radix, .length = length, .turns = {}};
    for (int q = 0; q < length / radix; ++q)
        for (int p = 1; p < radix; ++p) stage.turns.push_back(half_turns(std::int64_t{2} * p * q, length));
    stages_.push_back(std::move(stage));
}

void Fourier::there(float* z, float* room) const {
    if (longer_) convolve<false>(z, room);
    else descend(0, z);
}
void Fourier::back(float* z, float* room) const {
    if (longer_) convolve<true>(z, room);
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
        for (int l = 0; l < lanes; l += width) (Complexes(from + l) * factor).put(to + l);
    };
    const auto chirp = [&](int k) {
        const Complex c = chirp_[static_cast<std::size_t>(k)];
        return back ? conjugate(c) : c;
    };
    const int length = longer_->n_;
    for (int j = 0; j < n_; ++j) times(z + j * number, chirp(j), room + j * number);
    std::fill_n(room + n_ * number, (length - n_) * number, 0.0f);
    longer_->there(room, nullptr);
    for (int k = 0; k < length; ++k)
        times(room + k * number, filter_[back][static_cast<std::size_t>(k)], room + k * number);
    longer_->back(room, nullptr);
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
