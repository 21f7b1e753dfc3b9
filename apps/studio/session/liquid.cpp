#include <session/liquid.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

/// The distances between the places of a lattice, m.
template <int D>
Place<D> spacing(const Flow<D>& flow, const std::array<int, 3>& places) {
    Place<D> h;
    for (std::size_t a = 0; a < D; ++a) h[a] = flow.size(a) / static_cast<float>(places[a]);
    return h;
}

/// visit(i): each place of a lattice, every `stride`-th along each axis.
template <int D, class Visit>
void for_each_place(const std::array<int, 3>& places, int stride, Visit visit) {
    for (int k = 0; k < (D > 2 ? places[2] : 1); k += stride)
        for (int j = 0; j < places[1]; j += stride)
            for (int i = 0; i < places[0]; i += stride) visit(std::array{i, j, k});
}

template <int D>
Place<D> place_of(const std::array<int, 3>& i, const Place<D>& h) {
    Place<D> at;
    for (std::size_t a = 0; a < D; ++a) at[a] = h[a] * (static_cast<float>(i[a]) + 0.5f);
    return at;
}

/// The strain rate (1/s) that all but the tenth part of the fluid stays below: the root of half the sum of the squares.
template <int D>
float strain(const Flow<D>& flow, const std::array<int, 3>& places) {
    const Place<D> h = spacing(flow, places);
    std::vector<float> some;
    for_each_place<D>(places, 3, [&](const std::array<int, 3>& i) {
        Place<D> slope[D];  // of each component along each axis
        for (std::size_t a = 0; a < D; ++a) {
            Place<D> low = place_of<D>(i, h), high = low;
            low[a] -= h[a], high[a] += h[a];
            const Place<D> from = flow.velocity(low), to = flow.velocity(high);
            for (std::size_t b = 0; b < D; ++b) slope[a][b] = (to[b] - from[b]) / (2 * h[a]);
        }
        float sum = 0;
        for (std::size_t a = 0; a < D; ++a)
            for (std::size_t b = 0; b < D; ++b) {
                const float both = 0.5f * (slope[a][b] + slope[b][a]);
                sum += 0.5f * both * both;
            }
        some.push_back(std::sqrt(sum));
    });
    if (some.empty()) return 0;
    const auto high = some.begin() + static_cast<std::ptrdiff_t>(some.size() * 9 / 10);
    std::nth_element(some.begin(), high, some.end());
    return *high;
}

/// The four values around a place and their weights (Catmull and Rom 1974): what is carried often must not blur.
struct Taps {
    int index[4];
    float weight[4];
};
Taps taps(float x, int n, bool periodic) {
    const float length = static_cast<float>(n);
    if (periodic) x += x < 0 ? length : x >= length ? -length : 0.0f;
    x = x > 0 ? std::min(x, length - 1e-3f) : 0.0f;
    const int i = static_cast<int>(x);
    const float t = x - static_cast<float>(i);
    Taps to{{},
            {0.5f * t * (t * (2 - t) - 1), 0.5f * (t * t * (3 * t - 5) + 2), 0.5f * t * (t * (4 - 3 * t) + 1),
             0.5f * t * t * (t - 1)}};
    for (int q = 0; q < 4; ++q) to.index[q] = periodic ? (i + q - 1 + n) % n : std::clamp(i + q - 1, 0, n - 1);
    return to;
}

/// The cubic through what a lattice has around a place: rows of four, as many as the other axes ask for.
template <int D>
void add_cubic(const Lattice& from, const Taps (&t)[D], Place<D>& sum) {
    constexpr int rows = D > 2 ? 16 : 4;
    for (int r = 0; r < rows; ++r) {
        std::ptrdiff_t row = t[1].index[r % 4];
        float weight = t[1].weight[r % 4];
        if constexpr (D > 2) row += std::ptrdiff_t{from.extent[1]} * t[2].index[r / 4], weight *= t[2].weight[r / 4];
        const float* values = from.values.data() + row * from.extent[0] * D;
        for (int q = 0; q < 4; ++q) {
            const float w = weight * t[0].weight[q];
            for (int a = 0; a < D; ++a) sum[static_cast<std::size_t>(a)] += w * values[D * t[0].index[q] + a];
        }
    }
}

}  // namespace

template <int D>
float Liquid<D>::blend() const {
    return 0.5f + 0.5f * std::cos(2 * 3.14159265f * phase_);
}

template <int D>
void Liquid<D>::advance(const Flow<D>& flow, std::array<int, 3> places, float seconds, float folds) {
    if (bend_[0].extent != places) {
        for (Lattice* one : {&bend_[0], &bend_[1], &next_[0], &next_[1]}) {
            one->shape(places, D);
            std::fill(one->values.begin(), one->values.end(), 0.0f);
        }
        phase_ = 0.25f;
    }
    if (!(seconds > 0)) return;
    carry(flow, seconds);
    const float before = phase_;
    phase_ += std::min(seconds * strain(flow, places) / (2 * folds), 0.1f);
    if (before < 0.5f && phase_ >= 0.5f) std::fill(bend_[1].values.begin(), bend_[1].values.end(), 0.0f);
    if (phase_ < 1) return;
    phase_ -= 1;
    std::fill(bend_[0].values.begin(), bend_[0].values.end(), 0.0f);
}

template <int D>
void Liquid<D>::carry(const Flow<D>& flow, float seconds) {
    const std::array<int, 3> places = bend_[0].extent;
    const Place<D> h = spacing(flow, places);
    for_each_place<D>(places, 1, [&](const std::array<int, 3>& i) {
        const Place<D> here = place_of<D>(i, h);
        Place<D> from = here;
        flow.follow(from, -seconds);
        flow.keep_inside(from);
        Taps around[D];
        for (std::size_t a = 0; a < D; ++a) around[a] = taps(from[a] / h[a] - 0.5f, places[a], flow.periodic(a));
        for (int set = 0; set < 2; ++set) {
            Place<D> sum;
            for (std::size_t a = 0; a < D; ++a) sum[a] = from[a] - here[a];
            add_cubic<D>(bend_[set], around, sum);
            std::copy(sum.begin(), sum.end(), next_[set].at(i[0], i[1], i[2]));
        }
    });
    std::swap(bend_[0], next_[0]), std::swap(bend_[1], next_[1]);
}

template class Liquid<2>;
template class Liquid<3>;

}  // namespace studio
