#include "render/pattern.hpp"

#include <array>
#include <cmath>

#include "render/colour.hpp"
#include "render/plane.hpp"

namespace whorl::render {

namespace {

constexpr float turn = 6.2831853f;

Colour paint(int rgb) {
    const auto channel = [&](int shift) { return linear_from_srgb(static_cast<float>((rgb >> shift) & 255) / 255); };
    return {channel(16), channel(8), channel(0)};
}

struct Paints {
    Colour navy = paint(0x14213d), cream = paint(0xf6ead2), saffron = paint(0xeaa221), coral = paint(0xdd4f3a),
           teal = paint(0x137a7f), sky = paint(0x86c5cf), plum = paint(0x6a2348), leaf = paint(0x6f9a4c),
           rose = paint(0xf0a7a0);
};

/// One tile: how many petals, and the colours from the outside in.
struct Tile {
    int petals;
    Colour ground, outer, inner, heart, line;
};

std::array<Tile, 9> tiles() {
    const Paints p;
    return {{{12, p.navy, p.coral, p.saffron, p.cream, p.cream},
             {8, p.teal, p.cream, p.coral, p.navy, p.navy},
             {10, p.saffron, p.plum, p.rose, p.cream, p.cream},
             {16, p.cream, p.teal, p.sky, p.coral, p.cream},
             {12, p.plum, p.saffron, p.cream, p.teal, p.plum},
             {8, p.navy, p.sky, p.cream, p.saffron, p.navy},
             {10, p.coral, p.cream, p.navy, p.saffron, p.navy},
             {14, p.leaf, p.navy, p.saffron, p.cream, p.cream},
             {6, p.sky, p.plum, p.coral, p.cream, p.cream}}};
}

/// A pixel while it is painted, one coat over the other.
struct Brush {
    Colour colour;
    float pixel;  // its width

    /// Covers what lies inside: `distance` is negative there.
    void fill(float distance, Colour over) { colour = mix(colour, over, whorl::clamp(0.5f - distance / pixel, 0, 1)); }
    void line(float distance, float width, Colour over) { fill(whorl::abs(distance) - 0.5f * width, over); }
};

/// Distance to a flower of round petals: between the circles of radius r and r + tall.
float flower(float radius, float angle, int petals, float phase, float r, float tall) {
    const float half = 0.5f * static_cast<float>(petals) * (angle + phase * turn / static_cast<float>(petals));
    const float wave = whorl::abs(std::cos(half)), slope = 0.5f * static_cast<float>(petals) * tall * std::sin(half);
    const float edge = r + tall * std::sqrt(wave);
    const float steep = slope / (whorl::max(std::sqrt(wave), 0.25f) * 2 * whorl::max(radius, 0.05f));
    return (radius - edge) / std::sqrt(1 + steep * steep);
}

/// Distance to the nearest of `count` beads on a circle.
float beads(float radius, float angle, int count, float circle, float bead) {
    const float step = turn / static_cast<float>(count);
    const float a = angle - step * std::round(angle / step);
    return std::hypot(radius * std::cos(a) - circle, radius * std::sin(a)) - bead;
}

/// The medallions where four tiles meet, the same from each of them.
void paint_corner(Brush& b, float x, float y) {
    const Paints p;
    const float u = 0.5f - whorl::abs(x), v = 0.5f - whorl::abs(y), r = std::hypot(u, v), angle = std::atan2(v, u);
    b.fill(r - 0.180f, p.navy);
    b.line(r - 0.166f, 0.008f, p.cream);
    b.fill(beads(r, angle, 24, 0.145f, 0.0075f), p.saffron);
    b.fill(flower(r, angle, 8, 0, 0.075f, 0.045f), p.cream);
    b.fill(flower(r, angle, 8, 0, 0.060f, 0.045f), p.coral);
    b.fill(r - 0.050f, p.cream);
    b.fill(r - 0.040f, p.teal);
    b.fill(r - 0.016f, p.saffron);
}

Colour painted(const Tile& tile, float x, float y, float pixel) {
    const float r = std::hypot(x, y), angle = std::atan2(y, x);
    Brush b{tile.ground, pixel};
    // Fine rings in the ground, as a comb leaves them.
    const float ring = r / 0.026f, to_ring = 0.026f * (ring - std::round(ring));
    b.line(to_ring, 0.006f, mix(tile.ground, tile.outer, 0.38f));
    paint_corner(b, x, y);
    b.fill(r - 0.460f, tile.line);
    b.fill(r - 0.450f, tile.ground);
    b.fill(beads(r, angle, 4 * tile.petals, 0.432f, whorl::min(0.009f, 0.75f / static_cast<float>(4 * tile.petals))),
           tile.heart);
    // Three crowns of petals, each one in the gaps of the one around it, with a vein in every petal.
    b.fill(flower(r, angle, tile.petals, 0, 0.325f, 0.085f), tile.line);
    b.fill(flower(r, angle, tile.petals, 0, 0.313f, 0.085f), tile.outer);
    b.line(flower(r, angle, tile.petals, 0, 0.285f, 0.085f), 0.006f, tile.line);
    b.fill(flower(r, angle, tile.petals, 0.5f, 0.222f, 0.080f), tile.line);
    b.fill(flower(r, angle, tile.petals, 0.5f, 0.212f, 0.080f), tile.inner);
    b.line(flower(r, angle, tile.petals, 0.5f, 0.188f, 0.080f), 0.005f, tile.outer);
    b.fill(flower(r, angle, tile.petals, 0, 0.130f, 0.065f), tile.line);
    b.fill(flower(r, angle, tile.petals, 0, 0.121f, 0.065f), tile.heart);
    b.fill(r - 0.112f, tile.line);
    b.fill(r - 0.104f, tile.ground);
    b.fill(beads(r, angle, tile.petals, 0.082f, 0.011f), tile.inner);
    b.fill(r - 0.058f, tile.heart);
    b.fill(r - 0.044f, tile.outer);
    b.fill(r - 0.018f, tile.heart);
    // The joint between tiles.
    b.line(0.5f - whorl::max(whorl::abs(x), whorl::abs(y)), 0.012f, Paints{}.cream);
    return b.colour;
}

}  // namespace

Image tile_pattern(Cpu& on, int side) {
    constexpr int across = 3;
    const std::array<Tile, 9> all = tiles();
    const float per_tile = static_cast<float>(side) / across, pixel = 1 / per_tile;
    Image image(side, side);
    on.for_each_row(pixel_box(side, side), [&](const Cell<2>& first, int count) {
        const float y = (static_cast<float>(first.i[1]) + 0.5f) * pixel;
        const int row = whorl::min(static_cast<int>(y), across - 1);
        for (int i = 0; i < count; ++i) {
            const float x = (static_cast<float>(i) + 0.5f) * pixel;
            const int column = whorl::min(static_cast<int>(x), across - 1);
            image.set(i, first.i[1],
                      painted(all[static_cast<std::size_t>(across * row + column)],
                              x - static_cast<float>(column) - 0.5f, y - static_cast<float>(row) - 0.5f, pixel));
        }
    });
    return image;
}

}  // namespace whorl::render
