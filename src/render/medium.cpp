#include "render/medium.hpp"

namespace whorl::render {

namespace {

constexpr float barely_hot = 0.05f;
constexpr float opaque = 0.006f;  // less than this of the light from behind does not show

/// Henyey and Greenstein 1941, scaled so that equal scattering in all directions is 1.
float henyey_greenstein(float cosine, float g) {
    const float s = 1 + g * g - 2 * g * cosine;
    return (1 - g * g) / (s * std::sqrt(s));
}

/// Smoke scatters mostly forward, with a wide weak lobe back. `blur` shrinks the lobes, as repeated scattering does.
float phase(float cosine, float blur) {
    return 0.7f * henyey_greenstein(cosine, 0.45f * blur) + 0.3f * henyey_greenstein(cosine, -0.25f * blur);
}

/// Light of one direction, scattered once, twice and more often. Each further time it has found its way round half of
/// the smoke and forgotten half of its direction (the octaves of Wrenninge, Kulla and Lundqvist, "Oz: the great and
/// volumetric", SIGGRAPH 2013), so the part that arrives goes by its root.
struct Scattering {
    float once, twice, often;
    explicit Scattering(float cosine)
        : once(phase(cosine, 1)), twice(0.3f * phase(cosine, 0.5f)), often(0.08f * phase(cosine, 0.25f)) {}
    float operator()(float arriving) const {
        const float root = std::sqrt(arriving);
        return once * arriving + twice * root + often * std::sqrt(root);
    }
};

/// exp(-x) for x >= 0, to four digits and without a call.
float faded(float x) {
    const float y = x * 0.125f;
    float e = 1 / (1 + y * (1 + y * (0.5f + y * (1.0f / 6 + y * (1.0f / 24)))));
    e *= e, e *= e;
    return e * e;
}

}  // namespace

Blocks occupied_blocks(Cpu& on, const Lattice<float>& smoke, const Lattice<float>& glow) {
    const bool glows = !glow.values.empty();
    return Blocks(on, smoke, 8, [&](int i, int j, int k) {
        return smoke(i, j, k) > barely_there || (glows && glow(i, j, k) > barely_hot);
    });
}

Seen march(const Medium& medium, const VolumeView& view, const Ray& ray, Span span, float jitter) {
    Seen seen;
    if (span.empty()) return seen;
    const float ds = medium.step;
    const bool glows = !medium.glow.values.empty();
    const Scattering key(dot(ray.along, normalized(point(view.key.direction))));
    const Scattering rim(dot(ray.along, normalized(point(view.rim.direction))));

    // The smoke between two samples is the mean of both. `last` is the sample before, at `from`.
    float from = span.begin, last = medium.smoke.sample(ray.at(from));
    // Light changes more slowly than smoke: a look at every second sample will do.
    Colour incoming{};
    float next_look = 0;
    const auto pass = [&](float t, float here, float hot) {
        const float sigma = 0.5f * (last + here), length = t - from;
        last = here, from = t;
        if (glows) {
            const float power = static_cast<float>(view.glow_power) * length * seen.through;
            if (hot > barely_hot) seen.light = seen.light + medium.emission(hot) * power;
        }
        if (sigma <= barely_there) return;
        if (t >= next_look) {
            const Arriving light = medium.light.sample(ray.at(t));
            incoming = view.key.colour * key(light.key) + view.rim.colour * rim(light.rim) + view.sky * light.sky +
                       view.bounce * light.bounce;
            if (glows && !medium.fire.empty()) incoming = incoming + medium.fire.around(ray.at(t));
            next_look = t + 1.9f * ds;
        }
        const float left = faded(sigma * length);
        seen.light = seen.light + view.albedo * incoming * (seen.through * (1 - left));
        seen.through *= left;
    };

    constexpr int batch = 8;
    float t = span.begin + ds * jitter;
    while (t < span.end && seen.through > opaque) {
        const Point p = ray.at(t);
        if (!medium.occupied.any(p)) {
            t += ds * (1 + medium.occupied.steps_inside(p, ray.along, ds));
            last = 0, from = t - ds;
            continue;
        }
        float smoke[batch], glow[batch] = {};
        medium.smoke.sample_along(p, ray.along * ds, smoke);
        if (glows) medium.glow.sample_along(p, ray.along * ds, glow);
        for (int i = 0; i < batch && t < span.end && seen.through > opaque; ++i, t += ds) pass(t, smoke[i], glow[i]);
    }
    if (last > 0 && from < span.end) {
        const Point end = ray.at(span.end);
        pass(span.end, medium.smoke.sample(end), glows ? medium.glow.sample(end) : 0);
    }
    return seen;
}

}  // namespace whorl::render
