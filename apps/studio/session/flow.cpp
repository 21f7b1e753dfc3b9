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

Flow::Flow(const Lattice& velocity, const Lattice& solid, whorl::Vec3 size, std::array<bool, 2> periodic)
    : velocity_(velocity.values.data()),
      solid_(solid.values.data()),
      nx_(velocity.extent[0]),
      ny_(velocity.extent[1]),
      width_(static_cast<float>(size.x)),
      height_(static_cast<float>(size.y)),
      per_x_(static_cast<float>(nx_ / size.x)),
      per_y_(static_cast<float>(ny_ / size.y)),
      periodic_(periodic) {}

Flow::Velocity Flow::at(float x, float y) const {
    const Between i = between(x * per_x_ - 0.5f, nx_, periodic_[0]), j = between(y * per_y_ - 0.5f, ny_, periodic_[1]);
    const float* below = velocity_ + std::ptrdiff_t{2} * j.low * nx_;
    const float* above = velocity_ + std::ptrdiff_t{2} * j.high * nx_;
    const auto value = [&](int c) {
        const float b = below[2 * i.low + c] + i.share * (below[2 * i.high + c] - below[2 * i.low + c]);
        const float a = above[2 * i.low + c] + i.share * (above[2 * i.high + c] - above[2 * i.low + c]);
        const float v = b + j.share * (a - b);
        return v > -1e9f && v < 1e9f ? v : 0.0f;
    };
    return {value(0), value(1)};
}

bool Flow::is_solid(float x, float y) const {
    const auto cell = [](float at, int n) {
        return std::clamp(static_cast<int>(std::clamp(at, 0.0f, 1e6f)), 0, n - 1);
    };
    return solid_[std::ptrdiff_t{cell(y * per_y_, ny_)} * nx_ + cell(x * per_x_, nx_)] > 0.5f;
}

bool Flow::wrap(float& x, float& y) const {
    if (periodic_[0]) x -= width_ * std::floor(x / width_);
    if (periodic_[1]) y -= height_ * std::floor(y / height_);
    return x >= 0 && y >= 0 && x <= width_ && y <= height_;
}

void Flow::keep_inside(float& x, float& y) const {
    const auto kept = [](float at, float length, bool periodic) {
        return std::clamp(at, periodic ? -0.5f * length : 0.0f, periodic ? 1.5f * length : length);
    };
    x = kept(x, width_, periodic_[0]), y = kept(y, height_, periodic_[1]);
}

void Flow::follow(float& x, float& y, float seconds) const {
    const Velocity here = at(x, y);
    const Velocity middle = at(x + 0.5f * seconds * here.x, y + 0.5f * seconds * here.y);
    x += seconds * middle.x, y += seconds * middle.y;
}

}  // namespace studio
