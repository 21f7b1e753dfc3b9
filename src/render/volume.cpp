#include "render/volume.hpp"

#include <algorithm>

#include "render/camera.hpp"
#include "render/medium.hpp"
#include "render/noise.hpp"

namespace whorl::render {

namespace {

/// All that a ray of the picture may meet.
struct Stage {
    const VolumeView& view;
    Lens lens;
    Medium medium;
    Solids solids;
    Shade shade;
    FloorLight floor;
};

/// 1 inside, falling to 0 at the sides of the domain. Smoke that leaves through an open one thins out instead of ending
/// in a flat cut; at others it ends within two cells, for a wall of dense smoke would show every ray's own first
/// sample.
float fade_at_sides(Point p, Point size, float spacing, const Boundary& boundary) {
    const auto towards = [&](const Side& side, float distance, float extent) {
        const float reach = side.kind == Side::Kind::open ? 0.1f * extent : 2 * spacing;
        return smoothstep(0, reach, distance);
    };
    return towards(boundary.left, p.x, size.x) * towards(boundary.right, size.x - p.x, size.x) *
           towards(boundary.bottom, p.y, size.y) * towards(boundary.top, size.y - p.y, size.y) *
           towards(boundary.back, p.z, size.z) * towards(boundary.front, size.z - p.z, size.z);
}

/// Beside an obstacle and in it, the value from some cells off its surface. The cells that the surface cuts hold what
/// their neighbours hold, and what clings to it hardly moves: drawn as it is, that would veil every obstacle; left out,
/// it would draw a ring of clear air around those in thick smoke.
float off_solids(const Lattice<float>& values, int i, int j, int k, const Solids& solids, float spacing) {
    const Point p = values.place(i, j, k);
    const float distance = solids.distance(p), reach = 2.2f * spacing;
    if (distance >= reach) return values(i, j, k);
    if (distance < -5 * spacing) return 0;  // where no ray gets to
    return values.sample(p + solids.normal(p) * (reach - distance));
}

/// The field times `scale`, continued into the obstacles and faded at the sides.
Lattice<float> amounts(Cpu& on, const FieldView& field, float scale, const Volume& volume, const Solids& solids) {
    const Point size = point(volume.size);
    const Lattice<float> values = copied(on, field, size);
    Lattice<float> lattice(values.n, size);
    const float spacing = 1 / whorl::max(lattice.per_length.x, whorl::max(lattice.per_length.y, lattice.per_length.z));
    fill(on, lattice, [&](int i, int j, int k) {
        const float value = solids.empty() ? values(i, j, k) : off_solids(values, i, j, k, solids, spacing);
        if (value <= 0) return 0.0f;
        return value * scale * fade_at_sides(lattice.place(i, j, k), size, spacing, volume.boundary);
    });
    return lattice;
}

/// Refined where cells would be larger than pixels and the memory is there; large grids are fine enough as they are.
Lattice<float> detailed(Cpu& on, const Lattice<float>& lattice, Point size) {
    return lattice.values.size() <= 4'000'000 ? refined(on, lattice, size) : lattice;
}

Medium medium_of(Cpu& on, const Volume& volume, const VolumeView& view, const Lattice<float>& smoke,
                 const Solids& solids, const Shade& shade) {
    const Point size = point(volume.size);
    Medium m;
    m.size = size;
    m.step = 0.5f * shade.spacing();
    m.smoke = detailed(on, smoke, size);
    if (volume.glow.data) {
        const Lattice<float> glow = amounts(on, volume.glow, 1 / static_cast<float>(view.glow_range), volume, solids);
        m.fire = FireLight(on, glow, m.emission, static_cast<float>(view.glow_power), size);
        m.glow = detailed(on, glow, size);
    }
    m.occupied = occupied_blocks(on, m.smoke, m.glow);
    m.light = light_in(on, shade, solids, smoke, view);
    return m;
}

/// A wall of light far behind: brightest low in the middle, darker to the top and the corners.
Colour backdrop(const VolumeView& view, float x, float y) {
    const float u = 2 * x / static_cast<float>(view.width) - 1, v = y / static_cast<float>(view.height);
    const float height = smoothstep(1.0f, -0.1f, v);
    const float edge = 1 - 0.35f * smoothstep(0.2f, 1.3f, whorl::abs(u));
    return mix(view.backdrop_low, view.backdrop_high, height) * edge;
}

/// A matte floor in the pool of the key light, which ends softly in the backdrop.
Colour floor_colour(const Stage& stage, const Ray& ray, float t, Colour behind) {
    constexpr float albedo = 0.14f;
    const Point p = ray.at(t);
    const VolumeView& view = stage.view;
    const Arriving light = stage.floor.at(p);
    const float slope = whorl::max(normalized(point(view.key.direction)).y, 0.0f);
    const Colour fire = stage.medium.fire.empty() ? Colour{} : stage.medium.fire.on_floor(p);
    const Colour lit = (view.key.colour * (slope * light.key) + view.sky * light.sky + fire) * albedo;
    const Point middle = stage.shade.size() * 0.5f;
    const float wide = whorl::max(middle.x, middle.z);
    const float away = std::hypot(p.x - middle.x, p.z - middle.z) / (3.2f * wide);
    const float grazing = smoothstep(0, 0.22f, -ray.along.y);  // no line where the floor would meet the horizon
    return mix(behind, lit, grazing * std::exp(-away * away));
}

/// Glazed clay: a matte colour under a thin clear coat.
Colour solid_colour(const Stage& stage, const Ray& ray, float t) {
    const VolumeView& view = stage.view;
    const Point p = ray.at(t), n = stage.solids.normal(p);
    const Point just_outside = p + n * (1.6f * stage.shade.spacing());
    const Arriving around = stage.medium.light.sample(just_outside);
    const float facing = whorl::max(-dot(n, ray.along), 0.0f);
    const float gloss = 0.04f + 0.12f * std::pow(1 - facing, 5.0f);
    Colour matte{}, coat{};
    for (const Light* light : {&view.key, &view.rim}) {
        const Point towards = normalized(point(light->direction));
        const float slope = whorl::max(dot(n, towards), 0.0f);
        if (slope <= 0) continue;
        const float radius = std::tan(0.01745329f * static_cast<float>(light->softness));
        const Colour arriving = light->colour * (stage.shade.light_through_smoke(just_outside, towards) *
                                                 stage.solids.clear_way({p, towards}, radius));
        const float shine = std::pow(whorl::max(dot(n, normalized(towards - ray.along)), 0.0f), 90.0f);
        matte = matte + arriving * slope;
        coat = coat + arriving * (slope * shine * 8);
    }
    constexpr float fill = 2.5f;  // bright smoke and floor around it light an obstacle too
    const Colour sky = view.sky * (fill * around.sky * (0.5f + 0.5f * n.y));
    const Colour bounce = view.bounce * (fill * around.bounce * (0.5f - 0.5f * n.y));
    const Colour fire = stage.medium.fire.on_surface(p, n);
    return view.obstacle * (matte * 0.55f + sky + bounce + fire) + (coat + sky) * gloss;
}

struct Sample {
    Colour colour;
    bool edge;  // of an obstacle, maybe
};

Sample sample(const Stage& stage, float x, float y, float jitter) {
    const Ray ray = stage.lens.ray(x, y);
    const Solids::Trace trace = stage.solids.trace(ray, stage.lens.pixel());
    Span span = inside_box(ray, stage.medium.size);
    Colour behind = backdrop(stage.view, x, y);
    const bool falls = stage.view.floor && ray.from.y > 0 && ray.along.y < 0;
    const float ground = falls ? -ray.from.y / ray.along.y : INFINITY;
    if (trace.hit && *trace.hit < ground) {
        behind = solid_colour(stage, ray, *trace.hit);
        span.end = whorl::min(span.end, *trace.hit);
    } else if (falls) {
        behind = floor_colour(stage, ray, ground, behind);
        span.end = whorl::min(span.end, ground);
    }
    const Seen seen = march(stage.medium, stage.view, ray, span, jitter);
    return {seen.light + behind * seen.through, trace.close};
}

/// One ray through the middle; four where an obstacle's edge may cross the pixel.
Colour pixel(const Stage& stage, int px, int py) {
    const float x = static_cast<float>(px), y = static_cast<float>(py), noise = pixel_noise(px, py);
    const Sample middle = sample(stage, x + 0.5f, y + 0.5f, noise);
    if (!middle.edge) return middle.colour;
    Colour sum{};
    for (int q = 0; q < 4; ++q) {
        const float turned = noise + 0.25f * static_cast<float>(q);
        // A square turned by about 27 degrees meets upright and level edges at four different places.
        constexpr float dx[] = {-0.125f, 0.375f, 0.125f, -0.375f}, dy[] = {-0.375f, -0.125f, 0.375f, 0.125f};
        sum = sum + sample(stage, x + 0.5f + dx[q], y + 0.5f + dy[q], turned - std::floor(turned)).colour * 0.25f;
    }
    return sum;
}

/// Very bright light strays in every lens: a soft halo around flames, a few percent of what is too bright for the film.
void add_glare(Image& image) {
    const auto shrunk = [&](const Image& from, int by) {
        return resized(from, std::max(1, image.width / by), std::max(1, image.height / by));
    };
    Image bright = shrunk(image, 4);
    for (float& v : bright.rgb) v = whorl::clamp(v - 0.8f, 0, 12);
    // Ever wider halos, each from a smaller copy, joined on the way back up.
    Image halo(1, 1);
    for (const int by : {64, 32, 16, 8}) {
        const Image part = shrunk(bright, by);
        halo = resized(halo, part.width, part.height);
        for (std::size_t i = 0; i < part.rgb.size(); ++i) halo.rgb[i] += 0.030f * part.rgb[i];
    }
    halo = resized(halo, image.width, image.height);
    for (std::size_t i = 0; i < image.rgb.size(); ++i) image.rgb[i] += halo.rgb[i];
}

/// Set for a fire as a camera would be: what else lights the scene stays dim, and its smoke is soot.
VolumeView by_firelight(VolumeView view) {
    constexpr float dim = 0.28f;
    for (Colour* light :
         {&view.key.colour, &view.rim.colour, &view.sky, &view.bounce, &view.backdrop_low, &view.backdrop_high})
        *light = *light * dim;
    view.albedo = view.albedo * Colour{0.50f, 0.47f, 0.44f};
    return view;
}

}  // namespace

Image picture_of(Cpu& on, const Volume& volume, const VolumeView& asked) {
    const VolumeView view = volume.glow.data ? by_firelight(asked) : asked;
    Image image(view.width, view.height);
    const Point size = point(volume.size);
    const Solids solids(volume.obstacles, volume.time, size);
    const Lattice<float> smoke = amounts(on, volume.smoke, static_cast<float>(view.extinction), volume, solids);
    Shade shade(on, smoke, solids, size);
    FloorLight floor(on, shade, view);
    Medium medium = medium_of(on, volume, view, smoke, solids, shade);
    const Stage stage{view, Lens(view, size), std::move(medium), solids, std::move(shade), std::move(floor)};

    const float exposure = static_cast<float>(view.exposure);
    const auto each_pixel = [&](const auto& colour_of) {
        const Box<2> pixels{{0, 0}, {view.width, view.height}, {}, 0};
        on.for_each_row(pixels, [&](const Cell<2>& first, int count) {
            for (int x = 0; x < count; ++x) image.set(x, first.i[1], colour_of(x, first.i[1]));
        });
    };
    each_pixel([&](int x, int y) { return pixel(stage, x, y) * exposure; });
    if (!stage.medium.fire.empty()) add_glare(image);
    each_pixel([&](int x, int y) { return film(image.at(x, y)); });
    return image;
}

}  // namespace whorl::render
