#include "render/lighting.hpp"

#include <algorithm>
#include <array>

namespace whorl::render {

namespace {

/// Beyond this optical depth nothing that the eye would notice is left.
constexpr float opaque = 9;

/// Six ways along the axes and eight along the diagonals of a cube: light from all around.
constexpr float slant = 0.57735027f;
constexpr std::array<Point, 14> directions{{{1, 0, 0},
                                            {-1, 0, 0},
                                            {0, 1, 0},
                                            {0, -1, 0},
                                            {0, 0, 1},
                                            {0, 0, -1},
                                            {slant, slant, slant},
                                            {-slant, slant, slant},
                                            {slant, slant, -slant},
                                            {-slant, slant, -slant},
                                            {slant, -slant, slant},
                                            {-slant, -slant, slant},
                                            {slant, -slant, -slant},
                                            {-slant, -slant, -slant}}};

/// A lattice of the same box with at most `most` values along its longest side.
std::array<int, 3> at_most(std::array<int, 3> n, int most) {
    const int longest = std::max({n[0], n[1], n[2]});
    const int factor = (longest + most - 1) / most;
    for (int& c : n) c = std::max(1, (c + factor - 1) / factor);
    return n;
}

/// Every value mixed with its neighbours, a quarter each along every axis: trilinear samples of hard shadows would show
/// the lattice they were taken on.
Lattice<Arriving> softened(Cpu& on, Lattice<Arriving> lattice) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Lattice<Arriving> sharp = lattice;
        fill(on, lattice, [&](int i, int j, int k) {
            std::array<int, 3> low{i, j, k}, high{i, j, k};
            low[axis] = std::max(low[axis] - 1, 0);
            high[axis] = std::min(high[axis] + 1, sharp.n[axis] - 1);
            return sharp(i, j, k) * 0.5f + sharp(low[0], low[1], low[2]) * 0.25f +
                   sharp(high[0], high[1], high[2]) * 0.25f;
        });
    }
    return lattice;
}

/// `count` points spread evenly over the unit disc along a golden spiral.
std::pair<float, float> on_disc(int i, int count) {
    const float r = std::sqrt((static_cast<float>(i) + 0.5f) / static_cast<float>(count));
    const float angle = 2.39996323f * static_cast<float>(i);
    return {r * std::cos(angle), r * std::sin(angle)};
}

}  // namespace

Shade::Shade(Cpu& on, const Lattice<float>& smoke, const Solids& solids, Point size)
    : smoke_(smoke),
      opacity_(smoke.n, size),
      size_(size),
      spacing_(1 / std::max({smoke.per_length.x, smoke.per_length.y, smoke.per_length.z})) {
    // A solid cell takes all light within its width; one that the surface cuts takes its share.
    const float solid = 6 / spacing_;
    fill(on, opacity_, [&](int i, int j, int k) {
        const float cover = solids.empty() ? 0 : 0.5f - solids.distance(opacity_.place(i, j, k)) / spacing_;
        return smoke(i, j, k) + solid * whorl::clamp(cover, 0, 1);
    });
    occupied_ = Blocks(on, opacity_, 4, [&](int i, int j, int k) { return opacity_(i, j, k) > barely_there; });
}

float Shade::depth_towards(const Lattice<float>& opacity, const Ray& ray, float longest_step) const {
    const Span span = inside_box(ray, size_);
    constexpr int batch = 8;
    float depth = 0, step = spacing_;
    for (float t = span.begin; t < span.end && depth < opaque;) {
        const Point p = ray.at(t + 0.5f * step);
        if (!occupied_.any(p)) {
            t += step * (1 + occupied_.steps_inside(p, ray.along, step));
            continue;
        }
        float sample[batch];
        opacity.sample_along(p, ray.along * step, sample);
        // The last step ends with the domain.
        for (int i = 0; i < batch; ++i, t += step) depth += whorl::clamp(span.end - t, 0, step) * sample[i];
        step = whorl::min(1.5f * step, longest_step);
    }
    return depth;
}

bool Shade::anything_near(Point p, float reach) const {
    for (int corner = 0; corner < 8; ++corner) {
        const Point d{corner & 1 ? reach : -reach, corner & 2 ? reach : -reach, corner & 4 ? reach : -reach};
        if (occupied_.any(p + d)) return true;
    }
    return false;
}

float Shade::light_from(Point place, Point direction) const {
    return std::exp(-depth_towards(opacity_, {place, direction}, 2 * spacing_));
}

float Shade::light_through_smoke(Point place, Point direction) const {
    return std::exp(-depth_towards(smoke_, {place, direction}, 2 * spacing_));
}

Shade::Around Shade::light_around(Point place) const {
    constexpr float scattered_on = 0.7f;  // of what smoke takes from diffuse light, the part that is not sent on
    Around sum{}, weight{};
    for (const Point d : directions) {
        // Far smoke is seen through a wide cone, so long steps do for it.
        const float through = std::exp(-scattered_on * depth_towards(opacity_, {place, d}, 5 * spacing_));
        const float up = whorl::max(0.0f, 0.35f + d.y), down = whorl::max(0.0f, 0.1f - d.y);
        sum.above += up * through, weight.above += up;
        sum.below += down * through, weight.below += down;
    }
    return {sum.above / weight.above, sum.below / weight.below};
}

Lattice<Arriving> light_in(Cpu& on, const Shade& shade, const Solids& solids, const Lattice<float>& smoke,
                           const VolumeView& view) {
    // A place in an obstacle has the light of the nearest one in front of it: its darkness must not leak out into the
    // smoke beside it.
    const auto in_front = [&](Point p) {
        if (solids.empty()) return p;
        const float off = 1.5f * shade.spacing(), distance = solids.distance(p);
        return distance < off ? p + solids.normal(p) * (off - distance) : p;
    };
    const auto worth_it = [&](const Lattice<Arriving>& lattice, Point p) {
        const Point per = lattice.per_length;
        return shade.anything_near(p, 1 / std::min({per.x, per.y, per.z}));
    };
    // Diffuse light changes slowly: a coarse lattice holds it.
    Lattice<Arriving> around(at_most(smoke.n, 64), shade.size());
    fill(on, around, [&](int i, int j, int k) {
        const Point p = around.place(i, j, k);
        if (!worth_it(around, p)) return Arriving{};
        const Shade::Around light = shade.light_around(in_front(p));
        return Arriving{.key = 1, .rim = 1, .sky = light.above, .bounce = light.below};
    });
    const Point key = normalized(point(view.key.direction)), rim = normalized(point(view.rim.direction));
    Lattice<Arriving> light(at_most(smoke.n, 160), shade.size());
    fill(on, light, [&](int i, int j, int k) {
        const Point p = light.place(i, j, k);
        Arriving here = around.sample(p);
        if (!worth_it(light, p)) return here;
        const Point lit = in_front(p);
        here.key = shade.light_from(lit, key);
        here.rim = shade.light_from(lit, rim);
        return here;
    });
    return softened(on, light);
}

FloorLight::FloorLight(Cpu& on, const Shade& shade, const VolumeView& view) {
    // The map holds the domain's own ground and the place where the shadow of its top falls.
    const Point towards = normalized(point(view.key.direction));
    const Point domain = shade.size();
    const float wide = whorl::max(domain.x, domain.z), margin = 0.4f * wide;
    const float reach = whorl::min(domain.y / whorl::max(towards.y, 0.05f), 4 * wide);
    const float sx = -towards.x * reach, sz = -towards.z * reach;
    corner_ = {whorl::min(0.0f, sx) - margin, 0, whorl::min(0.0f, sz) - margin};
    size_ = {domain.x + whorl::abs(sx) + 2 * margin, 1, domain.z + whorl::abs(sz) + 2 * margin};

    constexpr int samples = 16;
    const auto [u, v] = across(towards);
    const float spread = std::tan(static_cast<float>(view.key.softness) * 0.01745329f);
    std::array<Point, samples> cone;
    for (int i = 0; i < samples; ++i) {
        const auto [a, b] = on_disc(i, samples);
        cone[static_cast<std::size_t>(i)] = normalized(towards + u * (a * spread) + v * (b * spread));
    }

    const float texel = whorl::max(size_.x, size_.z) / 200;
    map_ = Lattice<Arriving>({1 + static_cast<int>(size_.x / texel), 1, 1 + static_cast<int>(size_.z / texel)}, size_);
    fill(on, map_, [&](int i, int, int k) {
        Point p = corner_ + map_.place(i, 0, k);
        p.y = 1e-3f * domain.y;
        float key = 0;
        for (const Point& c : cone) key += shade.light_from(p, c) / samples;
        return Arriving{.key = key, .rim = 1, .sky = shade.light_around(p).above, .bounce = 0};
    });
}

Arriving FloorLight::at(Point p) const {
    const Point local = p - corner_;
    // Towards the border of the map whatever shadow is left fades out.
    const float border = whorl::min(whorl::min(local.x, size_.x - local.x), whorl::min(local.z, size_.z - local.z));
    const float inside = whorl::clamp(8 * border / whorl::max(size_.x, size_.z), 0, 1);
    return map_.sample(local) * inside + Arriving{} * (1 - inside);
}

}  // namespace whorl::render
