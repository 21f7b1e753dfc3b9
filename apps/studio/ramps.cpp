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
        case Look::magnitude:
            return magnitude;
        case Look::signed_:
            return both;
        case Look::fire:
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

/// What a black body of that temperature (K) shines, linear, of any strength: Planck's law through the eye of the CIE's
/// observer of 1931 (sums of Gaussians by Wyman, Sloan and Shirley 2013).
std::array<double, 3> black_body(double kelvin) {
    const auto bell = [](double x, double middle, double below, double above) {
        const double t = (x - middle) / (x < middle ? below : above);
        return std::exp(-0.5 * t * t);
    };
    double x = 0, y = 0, z = 0;
    for (double nm = 385; nm < 780; nm += 10) {
        const double shines = 1e16 / (std::pow(nm, 5) * std::expm1(1.4388e7 / (nm * kelvin)));
        x += shines * (1.056 * bell(nm, 599.8, 37.9, 31.0) + 0.362 * bell(nm, 442.0, 16.0, 26.7) -
                       0.065 * bell(nm, 501.1, 20.4, 26.2));
        y += shines * (0.821 * bell(nm, 568.8, 46.9, 40.5) + 0.286 * bell(nm, 530.9, 16.3, 31.1));
        z += shines * (1.217 * bell(nm, 437.0, 11.8, 36.0) + 0.681 * bell(nm, 459.0, 26.0, 13.8));
    }
    return {3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z};
}

/// From what just glows to what is white hot. A film that is exposed for the one shows nothing of the other: the
/// strength is a root of the true one.
Paint fire(float share) {
    constexpr double coldest = 900, hottest = 3100;
    const auto strength = [](const std::array<double, 3>& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
    const auto root = [](double x) { return std::pow(x, 0.36); };
    static const double most = root(strength(black_body(hottest))), least = root(strength(black_body(coldest)));
    const std::array<double, 3> c = black_body(coldest + (hottest - coldest) * static_cast<double>(share));
    const double seen = 1.1 * (root(strength(c)) - least) / (most - least) / strength(c);
    Paint paint{};
    for (std::size_t i = 0; i < 3; ++i) paint[i] = static_cast<float>(std::clamp(c[i] * seen, 0.0, 1.0));
    return paint;
}

Paint light(Look look, float share) {
    if (look == Look::fire) {  // over the ground of the window
        const Paint ground = linear(smoke[0]);
        Paint paint = fire(std::clamp(share, 0.0f, 1.0f));
        for (std::size_t i = 0; i < 3; ++i) paint[i] += ground[i] * (1 - paint[i]);
        return paint;
    }
    const std::span<const Stop> all = stops(look);
    const float x = std::clamp(share, 0.0f, 1.0f) * static_cast<float>(all.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(x), all.size() - 2);
    const float t = x - static_cast<float>(i);
    const Stop &p = all[i], &q = all[i + 1];
    return linear({p.l + t * (q.l - p.l), p.a + t * (q.a - p.a), p.b + t * (q.b - p.b)});
}

}  // namespace

Lattice glow_row(int width) {
    Lattice row;
    row.shape({width, 1, 1}, 3);
    for (int i = 0; i < width; ++i) {
        const Paint paint = fire((static_cast<float>(i) + 0.5f) / static_cast<float>(width));
        std::copy(paint.begin(), paint.end(), row.at(i, 0));
    }
    return row;
}

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
