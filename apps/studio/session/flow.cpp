#include <session/flow.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

struct Between {
    int low, high;
    float share;
};

/// x is at most a period outside. Without std::floor, which is a call where the processor is any.
Between between(float x, int n, bool periodic) {
    const float length = static_cast<float>(n);
    if (periodic) x += x < 0 ? length : x >= length ? -length : 0.0f;
    x = x > 0 ? std::min(x, periodic ? length - 1e-3f : length - 1) : 0.0f;  // NaN as well
    const int i = static_cast<int>(x), next = i + 1 < n ? i + 1 : periodic ? 0 : i;
    return {i, next, x - static_cast<float>(i)};
}

}  // namespace

template <int D>
float length(const Place<D>& v) {
    float sum = 0;
    for (const float x : v) sum += x * x;
    return std::sqrt(sum);
}

template <int D>
Flow<D>::Flow(const Lattice& velocity, const Lattice& solid, whorl::Vec3 size, std::array<bool, 3> periodic)
    : velocity_(velocity.values.data()),
      solid_(solid.values.data()),
      cells_(velocity.extent),
      stride_{1, cells_[0], std::ptrdiff_t{cells_[0]} * cells_[1]},
      periodic_(periodic) {
    for (std::size_t a = 0; a < D; ++a) {
        size_[a] = static_cast<float>(size[static_cast<int>(a)]);
        per_[a] = static_cast<float>(cells_[a]) / size_[a];
    }
}

template <int D>
Place<D> Flow<D>::velocity(const Place<D>& at) const {
    // Corners of the cell between centres, from one of them to all: each axis doubles them.
    std::ptrdiff_t index[std::size_t{1} << D] = {0};
    float weight[std::size_t{1} << D] = {1};
    for (std::size_t a = 0, corners = 1; a < D; ++a, corners *= 2) {
        const Between b = between(at[a] * per_[a] - 0.5f, cells_[a], periodic_[a]);
        for (std::size_t c = 0; c < corners; ++c) {
            index[corners + c] = index[c] + b.high * stride_[a], weight[corners + c] = weight[c] * b.share;
            index[c] += b.low * stride_[a], weight[c] *= 1 - b.share;
        }
    }
    Place<D> sum{};
    for (std::size_t c = 0; c < (std::size_t{1} << D); ++c)
        for (std::size_t a = 0; a < D; ++a) sum[a] += weight[c] * velocity_[index[c] * D + static_cast<int>(a)];
    for (float& v : sum) v = v > -1e9f && v < 1e9f ? v : 0.0f;
    return sum;
}

template <int D>
bool Flow<D>::is_solid(const Place<D>& at) const {
    std::ptrdiff_t index = 0;
    for (std::size_t a = 0; a < D; ++a)
        index += stride_[a] * std::clamp(static_cast<int>(std::clamp(at[a] * per_[a], 0.0f, 1e6f)), 0, cells_[a] - 1);
    return solid_[index] > 0.5f;
}

template <int D>
bool Flow<D>::is_inside(const Place<D>& at) const {
    bool inside = true;
    for (std::size_t a = 0; a < D; ++a) inside = inside && at[a] >= 0 && at[a] <= size_[a];
    return inside;
}

template <int D>
bool Flow<D>::wrap(Place<D>& at) const {
    for (std::size_t a = 0; a < D; ++a)
        if (periodic_[a]) at[a] -= size_[a] * std::floor(at[a] / size_[a]);
    return is_inside(at);
}

template <int D>
void Flow<D>::keep_inside(Place<D>& at) const {
    for (std::size_t a = 0; a < D; ++a)
        at[a] = std::clamp(at[a], periodic_[a] ? -0.5f * size_[a] : 0.0f, periodic_[a] ? 1.5f * size_[a] : size_[a]);
}

template <int D>
void Flow<D>::follow(Place<D>& at, float seconds) const {
    const Place<D> here = velocity(at);
    Place<D> half = at;
    for (std::size_t a = 0; a < D; ++a) half[a] += 0.5f * seconds * here[a];
    const Place<D> middle = velocity(half);
    for (std::size_t a = 0; a < D; ++a) at[a] += seconds * middle[a];
}

template class Flow<2>;
template class Flow<3>;
template float length<2>(const Place<2>&);
template float length<3>(const Place<3>&);

}  // namespace studio
