#include "render/palette.hpp"

namespace whorl::render {

Ramp::Ramp(std::span<const Oklab> stops)
    : Ramp([&](float t) {
          // Catmull and Rom's spline through the stops: no kinks, which the eye would see as lines.
          const int last = static_cast<int>(stops.size()) - 1;
          const float x = t * static_cast<float>(last);
          const int i = whorl::min(static_cast<int>(x), last - 1);
          const float s = x - static_cast<float>(i);
          const auto stop = [&](int j) { return stops[static_cast<std::size_t>(j < 0 ? 0 : j > last ? last : j)]; };
          const Oklab p = stop(i - 1), q = stop(i), r = stop(i + 1), u = stop(i + 2);
          const auto between = [s](float a, float b, float c, float d) {
              return b + 0.5f * s * (c - a + s * (2 * a - 5 * b + 4 * c - d + s * (3 * (b - c) + d - a)));
          };
          return linear_from_oklab(
              {between(p.l, q.l, r.l, u.l), between(p.a, q.a, r.a, u.a), between(p.b, q.b, r.b, u.b)});
      }) {}

namespace {

// Lightness rises (or, on a light ground, falls) by equal steps, so equal differences look equal.
constexpr Oklab smoke_on_dark[] = {{0.19f, -0.005f, -0.018f}, {0.35f, -0.008f, -0.025f}, {0.53f, -0.006f, -0.022f},
                                   {0.71f, -0.001f, -0.008f}, {0.86f, 0.003f, 0.006f},   {0.96f, 0.003f, 0.010f}};
constexpr Oklab smoke_on_light[] = {{0.97f, 0.002f, 0.006f},   {0.84f, 0.000f, -0.004f}, {0.69f, -0.002f, -0.012f},
                                    {0.53f, -0.002f, -0.018f}, {0.38f, 0.000f, -0.020f}, {0.25f, 0.002f, -0.016f}};
constexpr Oklab sequential_on_dark[] = {{0.13f, 0.004f, -0.030f},  {0.28f, 0.018f, -0.105f}, {0.43f, -0.015f, -0.125f},
                                        {0.58f, -0.075f, -0.065f}, {0.72f, -0.095f, 0.020f}, {0.85f, -0.055f, 0.105f},
                                        {0.97f, -0.010f, 0.060f}};
constexpr Oklab sequential_on_light[] = {
    {0.985f, -0.002f, 0.010f}, {0.86f, -0.055f, 0.035f}, {0.73f, -0.080f, -0.005f}, {0.60f, -0.065f, -0.055f},
    {0.47f, -0.020f, -0.100f}, {0.34f, 0.020f, -0.110f}, {0.22f, 0.030f, -0.070f}};
constexpr Oklab diverging_on_dark[] = {{0.93f, -0.050f, -0.030f}, {0.76f, -0.075f, -0.085f}, {0.55f, -0.035f, -0.130f},
                                       {0.33f, 0.005f, -0.090f},  {0.14f, 0.002f, -0.006f},  {0.33f, 0.075f, 0.050f},
                                       {0.55f, 0.130f, 0.095f},   {0.76f, 0.070f, 0.130f},   {0.93f, 0.005f, 0.090f}};
constexpr Oklab diverging_on_light[] = {{0.28f, -0.005f, -0.090f}, {0.44f, -0.025f, -0.125f}, {0.62f, -0.035f, -0.095f},
                                        {0.80f, -0.025f, -0.048f}, {0.975f, 0.001f, 0.004f},  {0.80f, 0.055f, 0.035f},
                                        {0.62f, 0.120f, 0.065f},   {0.44f, 0.140f, 0.065f},   {0.28f, 0.095f, 0.045f}};

}  // namespace

Ramp ramp(Palette palette, Ground ground) {
    const bool dark = ground == Ground::dark;
    switch (palette) {
        case Palette::smoke:
            return dark ? Ramp(smoke_on_dark) : Ramp(smoke_on_light);
        case Palette::heat:
            return Ramp(black_body);
        case Palette::diverging:
            return dark ? Ramp(diverging_on_dark) : Ramp(diverging_on_light);
        default:
            return dark ? Ramp(sequential_on_dark) : Ramp(sequential_on_light);
    }
}

Colour Scale::operator()(float value) const {
    if (palette_ == Palette::diverging) return ramp_(0.5f + 0.5f * value);
    if (palette_ == Palette::smoke) return ramp_(1 - std::exp(-2.2f * whorl::max(value, 0.0f)));  // thick: softly full
    return ramp_(value);
}

Colour ink_colour(float red, float green, float blue, Ground ground) {
    red = whorl::max(red, 0.0f), green = whorl::max(green, 0.0f), blue = whorl::max(blue, 0.0f);
    if (ground == Ground::light) {
        // What each ink takes of red, green and blue light: crimson, saffron and a deep teal, on warm paper.
        const float r = 0.10f * red + 0.04f * green + 2.60f * blue;
        const float g = 2.90f * red + 0.85f * green + 0.95f * blue;
        const float b = 1.70f * red + 3.20f * green + 0.55f * blue;
        return Colour{0.93f * std::exp(-r), 0.91f * std::exp(-g), 0.87f * std::exp(-b)};
    }
    const auto shown = [](float x) { return 1 - std::exp(-x); };
    const float r = 1.30f * red + 1.10f * green + 0.08f * blue;
    const float g = 0.16f * red + 0.62f * green + 0.55f * blue;
    const float b = 0.34f * red + 0.10f * green + 1.35f * blue;
    return {0.006f + 0.99f * shown(r), 0.007f + 0.99f * shown(g), 0.011f + 0.98f * shown(b)};
}

}  // namespace whorl::render
