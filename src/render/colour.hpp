#pragma once
// Arithmetic of light, and the ways between linear light, sRGB and Oklab.

#include <cmath>

#include "core/math.hpp"
#include "whorl/picture.hpp"

namespace whorl::render {

constexpr Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
constexpr Colour operator*(Colour a, Colour b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
constexpr Colour operator*(Colour a, float s) { return {a.r * s, a.g * s, a.b * s}; }
constexpr Colour mix(Colour a, Colour b, float t) { return a * (1 - t) + b * t; }

constexpr float smoothstep(float from, float to, float x) {
    const float t = whorl::clamp((x - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}

inline float srgb_from_linear(float x) {
    x = whorl::clamp(x, 0, 1);
    return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
}
inline float linear_from_srgb(float x) {
    x = whorl::clamp(x, 0, 1);
    return x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f);
}

/// A colour as the eye orders it: lightness 0 to 1, and two axes green-red and blue-yellow (Ottosson 2020, "A
/// perceptual color space for image processing").
struct Oklab {
    float l = 0, a = 0, b = 0;
};
inline Colour linear_from_oklab(Oklab c) {
    const auto cube = [](float x) { return x * x * x; };
    const float l = cube(c.l + 0.3963377774f * c.a + 0.2158037573f * c.b);
    const float m = cube(c.l - 0.1055613458f * c.a - 0.0638541728f * c.b);
    const float s = cube(c.l - 0.0894841775f * c.a - 1.2914855480f * c.b);
    return {whorl::clamp(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s, 0, 1),
            whorl::clamp(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s, 0, 1),
            whorl::clamp(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s, 0, 1)};
}

/// What a hot body looks like when its brightness follows `t`: 0 black, then deep red, orange, yellow, white at 1.
inline Colour black_body(float t) {
    t = whorl::clamp(t, 0, 1);
    // Each channel lights up later than the one before it, as Planck's curve moves through the spectrum.
    const float r = smoothstep(0.02f, 0.62f, t), g = smoothstep(0.22f, 0.95f, t), b = smoothstep(0.52f, 1.15f, t);
    return {r * std::sqrt(r), g * g, b * b};
}

/// The shoulder and toe of film: 0 to 0, ever brighter light ever closer to 1 (the rational fit of Narkowicz 2015 to
/// the ACES curve).
inline float film(float x) {
    x = whorl::clamp(x, 0, 1e4f);
    return whorl::min((x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f), 1.0f);
}
inline Colour film(Colour c) {
    // A little of every channel leaks into the others, so that very bright colours go to white and not to a flat hue.
    const float grey = (c.r + c.g + c.b) / 3;
    const Colour leaked = mix(c, {grey, grey, grey}, 0.06f);
    return {film(leaked.r), film(leaked.g), film(leaked.b)};
}

}  // namespace whorl::render
