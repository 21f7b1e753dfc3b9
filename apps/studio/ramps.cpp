#include "ramps.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace studio {

namespace {

/// A colour by lightness and two opponent axes (Ottosson's Oklab 2020): equal steps look equal.
struct Stop {
    float l, a, b;
};

// Each rises in lightness by equal steps from the ground of the window.
constexpr Stop smoke[] = {{0.155f, -0.002f, -0.012f}, {0.34f, -0.006f, -0.020f}, {0.54f, -0.005f, -0.016f},
                          {0.73f, 0.000f, -0.004f},   {0.88f, 0.003f, 0.008f},   {0.98f, 0.002f, 0.008f}};
constexpr Stop fire[] = {{0.155f, -0.002f, -0.012f}, {0.32f, 0.095f, 0.045f}, {0.50f, 0.150f, 0.100f},
                         {0.68f, 0.110f, 0.135f},    {0.85f, 0.010f, 0.145f}, {0.98f, -0.005f, 0.045f}};
constexpr Stop magnitude[] = {{0.155f, -0.002f, -0.020f}, {0.30f, 0.020f, -0.105f}, {0.45f, -0.020f, -0.115f},
                              {0.60f, -0.080f, -0.050f},  {0.74f, -0.090f, 0.040f}, {0.87f, -0.045f, 0.115f},
                              {0.97f, -0.010f, 0.060f}};
constexpr Stop both[] = {{0.92f, -0.055f, -0.035f}, {0.74f, -0.070f, -0.095f},  {0.53f, -0.030f, -0.130f},
                         {0.32f, 0.000f, -0.085f},  {0.155f, -0.002f, -0.012f}, {0.32f, 0.075f, 0.045f},
                         {0.53f, 0.135f, 0.090f},   {0.74f, 0.080f, 0.130f},    {0.92f, 0.010f, 0.095f}};
constexpr Stop grey[] = {{0.155f, 0, -0.012f}, {0.98f, 0, 0}};

std::span<const Stop> stops(Look look) {
    switch (look) {
        case Look::smoke:
            return smoke;
        case Look::fire:
            return fire;
        case Look::magnitude:
            return magnitude;
        case Look::signed_:
            return both;
        case Look::ink:
            break;
    }
    return grey;
}

Paint linear(const Stop& s) {
    const float l = s.l + 0.3963377774f * s.a + 0.2158037573f * s.b,
                m = s.l - 0.1055613458f * s.a - 0.0638541728f * s.b,
                n = s.l - 0.0894841775f * s.a - 1.2914855480f * s.b;
    const float x = l * l * l, y = m * m * m, z = n * n * n;
    const auto kept = [](float v) { return std::clamp(v, 0.0f, 1.0f); };
    return {kept(4.0767416621f * x - 3.3077115913f * y + 0.2309699292f * z),
            kept(-1.2684380046f * x + 2.6097574011f * y - 0.3413193965f * z),
            kept(-0.0041960863f * x - 0.7034186147f * y + 1.7076147010f * z)};
}

Paint light(Look look, float share) {
    const std::span<const Stop> all = stops(look);
    const float x = std::clamp(share, 0.0f, 1.0f) * static_cast<float>(all.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(x), all.size() - 2);
    const float t = x - static_cast<float>(i);
    const Stop &p = all[i], &q = all[i + 1];
    return linear({p.l + t * (q.l - p.l), p.a + t * (q.a - p.a), p.b + t * (q.b - p.b)});
}

}  // namespace

Paint ramp(Look look, float share) {
    Paint paint = light(look, share);
    for (float& x : paint) x = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
    return paint;
}

Lattice ramp_row(Look look, int width) {
    Lattice row;
    row.shape({width, 1, 1}, 3);
    for (int i = 0; i < width; ++i) {
        const Paint paint = light(look, (static_cast<float>(i) + 0.5f) / static_cast<float>(width));
        std::copy(paint.begin(), paint.end(), row.at(i, 0));
    }
    return row;
}

}  // namespace studio
