#include <session/liquid.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

/// The strain rate (1/s) that all but the tenth part of the fluid stays below.
float strain(const Flow& flow, int nx, int ny) {
    const float hx = flow.width() / static_cast<float>(nx), hy = flow.height() / static_cast<float>(ny);
    std::vector<float> some;
    for (int j = 1; j < ny; j += 3)
        for (int i = 1; i < nx; i += 3) {
            const float x = hx * static_cast<float>(i), y = hy * static_cast<float>(j);
            const Flow::Velocity l = flow.at(x - hx, y), r = flow.at(x + hx, y), b = flow.at(x, y - hy),
                                 t = flow.at(x, y + hy);
            const float stretch = (r.x - l.x) / (2 * hx),
                        shear = 0.5f * ((t.x - b.x) / (2 * hy) + (r.y - l.y) / (2 * hx));
            some.push_back(std::sqrt(stretch * stretch + shear * shear));
        }
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

}  // namespace

float Liquid::blend() const { return 0.5f + 0.5f * std::cos(2 * 3.14159265f * phase_); }

void Liquid::advance(const Flow& flow, int nx, int ny, float seconds, float folds) {
    if (bend_[0].extent[0] != nx || bend_[0].extent[1] != ny) {
        for (Lattice* one : {&bend_[0], &bend_[1], &next_[0], &next_[1]}) {
            one->shape({nx, ny, 1}, 2);
            std::fill(one->values.begin(), one->values.end(), 0.0f);
        }
        phase_ = 0.25f;
    }
    if (!(seconds > 0)) return;
    carry(flow, nx, ny, seconds);
    const float before = phase_;
    phase_ += std::min(seconds * strain(flow, nx, ny) / (2 * folds), 0.1f);
    if (before < 0.5f && phase_ >= 0.5f) std::fill(bend_[1].values.begin(), bend_[1].values.end(), 0.0f);
    if (phase_ < 1) return;
    phase_ -= 1;
    std::fill(bend_[0].values.begin(), bend_[0].values.end(), 0.0f);
}

void Liquid::carry(const Flow& flow, int nx, int ny, float seconds) {
    const float hx = flow.width() / static_cast<float>(nx), hy = flow.height() / static_cast<float>(ny);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const float x = hx * (static_cast<float>(i) + 0.5f), y = hy * (static_cast<float>(j) + 0.5f);
            float fx = x, fy = y;
            flow.follow(fx, fy, -seconds);
            flow.keep_inside(fx, fy);
            const Taps a = taps(fx / hx - 0.5f, nx, flow.periodic(0)), b = taps(fy / hy - 0.5f, ny, flow.periodic(1));
            for (int s = 0; s < 2; ++s) {
                float sum[2] = {fx - x, fy - y};
                for (int q = 0; q < 4; ++q) {
                    const float* row = bend_[s].at(0, b.index[q]);
                    for (int p = 0; p < 4; ++p) {
                        const float w = b.weight[q] * a.weight[p];
                        sum[0] += w * row[2 * a.index[p]], sum[1] += w * row[2 * a.index[p] + 1];
                    }
                }
                float* out = next_[s].at(i, j);
                out[0] = sum[0], out[1] = sum[1];
            }
        }
    std::swap(bend_[0], next_[0]), std::swap(bend_[1], next_[1]);
}

}  // namespace studio
