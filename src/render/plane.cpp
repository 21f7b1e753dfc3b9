#include "render/plane.hpp"

#include <algorithm>
#include <cmath>

#include "render/lattice.hpp"
#include "render/palette.hpp"

namespace whorl::render {

namespace {

constexpr float safe_value(float x) { return x == x ? whorl::clamp(x, -1e9f, 1e9f) : 0.0f; }

/// The four values that a pixel lies between along one axis, and their weights.
struct Taps {
    int index[4];
    std::array<float, 4> weight;
};

std::vector<Taps> taps(int pixels, double length, int n, double first, double spacing, bool periodic) {
    const int period = static_cast<int>(std::lround(length / spacing));
    const auto kept = [&](int i) {
        if (periodic && period > 0) i = (i % period + period) % period;
        return std::clamp(i, 0, n - 1);
    };
    std::vector<Taps> all(static_cast<std::size_t>(pixels));
    for (int p = 0; p < pixels; ++p) {
        const double place = ((p + 0.5) / pixels * length - first) / spacing;
        const int below = static_cast<int>(std::floor(place));
        Taps& t = all[static_cast<std::size_t>(p)];
        t.weight = crisp_weights(static_cast<float>(place - below));
        for (int q = 0; q < 4; ++q) t.index[q] = kept(below + q - 1);
    }
    return all;
}

/// The value below which 99.5 percent of all sizes lie: one bad cell must not darken the whole picture.
float largest_but_few(std::span<const std::vector<float>> values) {
    std::vector<float> sizes;
    for (const auto& v : values)
        for (const float x : v) sizes.push_back(std::fabs(x));
    const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(sizes.size() - 1));
    std::nth_element(sizes.begin(), at, sizes.end());
    return *at > 0 ? *at : 1;
}

/// Obstacles with soft edges, lit a little from above, with a faint shade around them that lifts them off the ground.
Colour with_obstacle(Colour below, float distance, float pixel, Colour paint) {
    const float shade = 1 - 0.45f * std::exp(-whorl::max(distance, 0.0f) / (4 * pixel));
    const float bevel = smoothstep(-7 * pixel, 0, distance);
    const Colour lit = paint * (1 + 0.6f * bevel);
    return mix(below * shade, lit, smoothstep(0.75f * pixel, -0.75f * pixel, distance));
}

constexpr float shade_reach = 12;  // pixels

/// An obstacle, or its image in the next period.
struct Shifted {
    PlacedObstacle body;
    float x, y;
    float distance(Point p) const { return static_cast<float>(body.distance({p.x - x, p.y - y, 0})); }
};

/// All that reach into the picture. Shapes that are longer than a period do not repeat along it: they are a wall or a
/// channel already.
std::vector<Shifted> obstacles_in(const Plane& plane, float margin) {
    std::vector<Shifted> all;
    for (const Obstacle& o : plane.obstacles) {
        const PlacedObstacle placed(o, plane.time, 2);
        const auto corners = placed.bounds();
        const auto repeats = [&](int axis) {
            return plane.periodic[static_cast<std::size_t>(axis)] &&
                   corners[1][axis] - corners[0][axis] <= plane.size[axis];
        };
        const auto seen = [&](int axis, double shift) {
            return corners[1][axis] + shift > -margin && corners[0][axis] + shift < plane.size[axis] + margin;
        };
        for (int j = repeats(1) ? -1 : 0; j <= (repeats(1) ? 1 : 0); ++j)
            for (int i = repeats(0) ? -1 : 0; i <= (repeats(0) ? 1 : 0); ++i) {
                const double x = i * plane.size.x, y = j * plane.size.y;
                if (seen(0, x) && seen(1, y)) all.push_back({placed, static_cast<float>(x), static_cast<float>(y)});
            }
    }
    return all;
}

float distance_to(const std::vector<Shifted>& all, Point p) {
    float distance = INFINITY;
    for (const Shifted& s : all) distance = whorl::min(distance, s.distance(p));
    return distance;
}

/// Whether what is at that distance is thinner than a pixel: on its other side one is outside again.
bool is_line(const std::vector<Shifted>& all, Point p, float distance, float pixel) {
    const float e = 0.1f * pixel;
    const auto slope = [&](Point d) { return distance_to(all, p + d * e) - distance_to(all, p - d * e); };
    const Point up{slope({1, 0, 0}), slope({0, 1, 0}), 0};
    if (!(length(up) > 0)) return true;  // right on it
    return distance_to(all, p - normalized(up) * (distance + pixel)) > 0.5f * pixel;
}

}  // namespace

std::array<int, 2> pixels_of(const PlaneView& view, Vec3 size) {
    const double longer = std::max(size.x, size.y);
    const auto even = [&](double length) {
        return std::max(2, 2 * static_cast<int>(std::lround(view.pixels * length / longer / 2)));
    };
    return {even(size.x), even(size.y)};
}

float range_of(std::span<const std::vector<float>> values, const PlaneView& view) {
    return view.range > 0 ? static_cast<float>(view.range) : largest_but_few(values);
}

std::vector<float> resampled(Cpu& on, const FieldView& field, const Plane& plane, int width, int height) {
    const std::vector<Taps> columns =
        taps(width, plane.size.x, field.extent[0], field.first.x, field.spacing.x, plane.periodic[0]);
    const std::vector<Taps> rows =
        taps(height, plane.size.y, field.extent[1], field.first.y, field.spacing.y, plane.periodic[1]);
    std::vector<float> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    on.for_each_row(pixel_box(width, height), [&](const Cell<2>& first, int count) {
        const int y = first.i[1];
        const Taps& r = rows[static_cast<std::size_t>(height - 1 - y)];
        std::vector<float> line(static_cast<std::size_t>(field.extent[0]));
        for (int i = 0; i < field.extent[0]; ++i) {
            float sum = 0;
            for (std::size_t q = 0; q < 4; ++q) sum += r.weight[q] * safe_value(field(i, r.index[q]));
            line[static_cast<std::size_t>(i)] = sum;
        }
        float* out = values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        for (int x = 0; x < count; ++x) {
            const Taps& c = columns[static_cast<std::size_t>(x)];
            out[x] = 0;
            for (std::size_t q = 0; q < 4; ++q) out[x] += c.weight[q] * line[static_cast<std::size_t>(c.index[q])];
        }
    });
    return values;
}

Image coloured(Cpu& on, std::span<const std::vector<float>> values, const PlaneView& view, int width, int height) {
    const float range = range_of(values, view);
    const Scale scale(view.palette, view.ground);
    const auto shown = [&](std::size_t at) {
        const auto value = [&](std::size_t channel) { return values[channel][at] / range; };
        return view.palette == Palette::inks ? ink_colour(value(0), value(1), value(2), view.ground) : scale(value(0));
    };
    Image image(width, height);
    on.for_each_row(pixel_box(width, height), [&](const Cell<2>& first, int count) {
        const std::size_t row = static_cast<std::size_t>(first.i[1]) * static_cast<std::size_t>(width);
        for (int x = 0; x < count; ++x) image.set(x, first.i[1], shown(row + static_cast<std::size_t>(x)));
    });
    return image;
}

void draw_obstacles(Cpu& on, Image& image, const Plane& plane, Colour paint) {
    const float wide = static_cast<float>(plane.size.x) / static_cast<float>(image.width),
                pixel = static_cast<float>(plane.size.y) / static_cast<float>(image.height);
    const std::vector<Shifted> all = obstacles_in(plane, shade_reach * pixel);
    if (all.empty()) return;
    on.for_each_row(pixel_box(image.width, image.height), [&](const Cell<2>& first, int count) {
        const int y = first.i[1];
        for (int x = 0; x < count; ++x) {
            const Point p{(static_cast<float>(x) + 0.5f) * wide, (static_cast<float>(image.height - y) - 0.5f) * pixel,
                          0};
            float distance = distance_to(all, p);
            if (distance >= 0 && distance < pixel && is_line(all, p, distance, pixel)) distance -= pixel;
            if (distance < shade_reach * pixel) image.set(x, y, with_obstacle(image.at(x, y), distance, pixel, paint));
        }
    });
}

FieldView vorticity(const std::array<FieldView, 2>& velocity, std::array<bool, 2> periodic,
                    std::vector<float>& memory) {
    const FieldView &u = velocity[0], &v = velocity[1];
    const int nx = v.extent[0], ny = u.extent[1];
    memory.resize(static_cast<std::size_t>(nx + 1) * static_cast<std::size_t>(ny + 1));
    // Corners on a side have no cell beyond it: across a periodic one lies the opposite cell, at others the corner
    // takes what its inner neighbour has.
    const auto inner = [](int i, int n, bool wraps) { return wraps ? i : std::clamp(i, 1, std::max(1, n - 1)); };
    const auto cell = [](int i, int n, bool wraps) { return wraps ? (i % n + n) % n : std::clamp(i, 0, n - 1); };
    for (int j = 0; j <= ny; ++j) {
        for (int i = 0; i <= nx; ++i) {
            const int a = inner(i, nx, periodic[0]), b = inner(j, ny, periodic[1]);
            const float dv = v(cell(a, nx, periodic[0]), b) - v(cell(a - 1, nx, periodic[0]), b);
            const float du = u(a, cell(b, ny, periodic[1])) - u(a, cell(b - 1, ny, periodic[1]));
            memory[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx + 1) + static_cast<std::size_t>(i)] =
                dv / static_cast<float>(v.spacing.x) - du / static_cast<float>(u.spacing.y);
        }
    }
    return {memory.data(), {nx + 1, ny + 1, 1}, {1, nx + 1, 0}, {0, 0, 0}, u.spacing};
}

FieldView divergence(const std::array<FieldView, 2>& velocity, const std::array<FieldView, 2>& openness,
                     std::vector<float>& memory) {
    const FieldView &u = velocity[0], &v = velocity[1];
    const int nx = v.extent[0], ny = u.extent[1];
    memory.resize(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
    // Through a face that an obstacle narrows passes its open part; on one that is shut the velocity is that of what
    // shuts it: 0, or that of an inflow.
    const auto flux = [&](std::size_t axis, int i, int j) {
        const float open = openness[axis](i, j);
        return velocity[axis](i, j) * (open > 0 ? open : 1);
    };
    const float per_x = 1 / static_cast<float>(u.spacing.x), per_y = 1 / static_cast<float>(v.spacing.y);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            memory[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i)] =
                (flux(0, i + 1, j) - flux(0, i, j)) * per_x + (flux(1, i, j + 1) - flux(1, i, j)) * per_y;
    return {memory.data(), {nx, ny, 1}, {1, nx, 0}, {0.5 * u.spacing.x, 0.5 * u.spacing.y, 0}, u.spacing};
}

}  // namespace whorl::render
