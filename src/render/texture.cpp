#include "render/texture.hpp"

#include <algorithm>
#include <cmath>

#include "render/colour.hpp"
#include "render/lattice.hpp"

namespace whorl::render {

Pyramid::Pyramid(const Image& image, std::array<bool, 2> wraps) : levels_{image}, wraps_(wraps) {
    while (levels_.back().width > 1 || levels_.back().height > 1) {
        const Image& last = levels_.back();
        levels_.push_back(resized(last, std::max(1, last.width / 2), std::max(1, last.height / 2)));
    }
}

Colour Pyramid::bilinear(const Image& level, float x, float y) const {
    const auto kept = [](int i, int n, bool wraps) { return wraps ? (i % n + n) % n : std::clamp(i, 0, n - 1); };
    const float px = x * static_cast<float>(level.width) - 0.5f, py = (1 - y) * static_cast<float>(level.height) - 0.5f;
    const float left = std::floor(px), top = std::floor(py);
    const int i = static_cast<int>(left), j = static_cast<int>(top);
    const int i0 = kept(i, level.width, wraps_[0]), i1 = kept(i + 1, level.width, wraps_[0]);
    const int j0 = kept(j, level.height, wraps_[1]), j1 = kept(j + 1, level.height, wraps_[1]);
    return mix(mix(level.at(i0, j0), level.at(i1, j0), px - left), mix(level.at(i0, j1), level.at(i1, j1), px - left),
               py - top);
}

Colour Pyramid::sample(float x, float y, float width) const {
    x = wraps_[0] ? x - std::floor(x) : whorl::clamp(x, 0, 1);
    y = wraps_[1] ? y - std::floor(y) : whorl::clamp(y, 0, 1);
    const float last = static_cast<float>(levels_.size() - 1);
    const float level = whorl::clamp(std::log2(whorl::max(width, 1.0f)), 0, last);
    const auto below = static_cast<std::size_t>(level);
    const float part = level - static_cast<float>(below);
    const Colour fine = bilinear(levels_[below], x, y);
    return part > 0 ? mix(fine, bilinear(levels_[below + 1], x, y), part) : fine;
}

namespace {

constexpr int across_pixel = 3;  // lookups along each side of a pixel

constexpr float safe_place(float x) { return x == x ? whorl::clamp(x, -1e6f, 1e6f) : 0.0f; }

/// The four values around a lookup along one axis, and their weights. Beyond a side the values go on along a straight
/// line: fluid at rest must show the image as it is, up to the edge.
struct Taps {
    std::array<int, 4> index{};
    std::array<float, 4> weight{};
};

Taps straight_on(const Taps& wanted, int n) {
    Taps t;
    const int first = std::clamp(wanted.index[0], 0, std::max(0, n - 4));
    for (int q = 0; q < 4; ++q) t.index[static_cast<std::size_t>(q)] = std::min(first + q, n - 1);
    const auto add = [&](int i, float w) { t.weight[static_cast<std::size_t>(std::clamp(i - first, 0, 3))] += w; };
    for (std::size_t q = 0; q < 4; ++q) {
        const int i = wanted.index[q], end = std::clamp(i, 0, n - 1), beyond = std::abs(i - end);
        const int inner = std::clamp(i < end ? end + 1 : end - 1, 0, n - 1);
        const float w = wanted.weight[q], slope = static_cast<float>(beyond) * w;
        add(end, w + slope);
        if (beyond > 0) add(inner, -slope);
    }
    return t;
}

std::vector<Taps> taps(int lookups, double length, int n, double first, double spacing, bool periodic) {
    std::vector<Taps> all(static_cast<std::size_t>(lookups));
    for (int s = 0; s < lookups; ++s) {
        const double place = ((s + 0.5) / lookups * length - first) / spacing;
        const int below = static_cast<int>(std::floor(place));
        Taps t{{below - 1, below, below + 1, below + 2}, crisp_weights(static_cast<float>(place - below))};
        if (periodic)
            for (int& i : t.index) i = (i % n + n) % n;
        all[static_cast<std::size_t>(s)] = periodic ? t : straight_on(t, n);
    }
    return all;
}

/// The weighted sum of places that may lie on both sides of a seam, where they jump by `period` (0: no seam).
template <class ValueAt>
float joined(const Taps& t, float period, const ValueAt& value_at) {
    const float reference = value_at(t.index[1]);
    float sum = 0;
    for (std::size_t q = 0; q < 4; ++q) {
        float v = value_at(t.index[q]);
        if (period > 0) v -= period * std::round((v - reference) / period);
        sum += t.weight[q] * v;
    }
    return sum;
}

struct Place {
    float x = 0, y = 0;
};

/// Places along one row of lookups.
std::vector<float> places_along(const FieldView& field, const Taps& row, const std::vector<Taps>& columns,
                                float period) {
    std::vector<float> line(static_cast<std::size_t>(field.extent[0])), out(columns.size());
    for (int i = 0; i < field.extent[0]; ++i)
        line[static_cast<std::size_t>(i)] = joined(row, period, [&](int j) { return safe_place(field(i, j)); });
    for (std::size_t s = 0; s < columns.size(); ++s)
        out[s] = joined(columns[s], period, [&](int i) { return line[static_cast<std::size_t>(i)]; });
    return out;
}

}  // namespace

namespace {

/// Cells in rows, and the four beside each: across a periodic side, or itself at others.
struct Neighbourhood {
    int nx, ny;
    std::array<bool, 2> periodic;

    std::size_t at(int i, int j) const {
        i = periodic[0] ? (i + nx) % nx : std::clamp(i, 0, nx - 1);
        j = periodic[1] ? (j + ny) % ny : std::clamp(j, 0, ny - 1);
        return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
    }
    template <class Act>
    void each(const Act& act) const {
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                act(at(i, j), std::array{at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1)});
    }
};

/// A cell that the smeared jump has spoilt.
struct Hole {
    std::size_t cell;
    std::array<std::size_t, 4> next;
    Place mean{};
};

/// Where neighbours are more than `limit` turns apart, and two cells around.
std::vector<Hole> holes_in(const std::vector<float>& turns, const Neighbourhood& all, float limit) {
    std::vector<char> torn(turns.size());
    all.each([&](std::size_t c, const std::array<std::size_t, 4>& next) {
        for (const std::size_t n : next) {
            const float apart = turns[n] - turns[c];
            torn[c] |= std::fabs(apart - std::round(apart)) > limit;
        }
    });
    for (int grow = 0; grow < 2; ++grow) {
        const std::vector<char> before = torn;
        all.each([&](std::size_t c, const std::array<std::size_t, 4>& next) {
            for (const std::size_t n : next) torn[c] |= before[n];
        });
    }
    std::vector<Hole> holes;
    all.each([&](std::size_t c, const std::array<std::size_t, 4>& next) {
        if (torn[c]) holes.push_back({c, next});
    });
    return holes;
}

}  // namespace

FieldView healed(const FieldView& places, float period, std::array<bool, 2> periodic, std::vector<float>& memory) {
    const Neighbourhood all{places.extent[0], places.extent[1], periodic};
    memory.resize(static_cast<std::size_t>(all.nx) * static_cast<std::size_t>(all.ny));
    for (int j = 0; j < all.ny; ++j)
        for (int i = 0; i < all.nx; ++i) memory[all.at(i, j)] = safe_place(places(i, j)) / period;
    // Ten cells apart or more: the sharpest folds of a stirred image stay below that.
    const float cell = static_cast<float>(places.spacing.x) / period;
    std::vector<Hole> holes = holes_in(memory, all, whorl::clamp(10 * cell, 0.03f, 0.15f));

    // Filled as points on the circle, which know no jump: each the mean of its neighbours, until that changes little.
    constexpr float turn = 6.2831853f;
    std::vector<Place> circle(memory.size());
    for (std::size_t c = 0; c < memory.size(); ++c)
        circle[c] = {std::cos(turn * memory[c]), std::sin(turn * memory[c])};
    for (const Hole& h : holes) circle[h.cell] = {};
    for (int i = 0; i < 120 && !holes.empty(); ++i) {
        for (Hole& h : holes) {
            h.mean = {};
            for (const std::size_t n : h.next) h.mean.x += 0.25f * circle[n].x, h.mean.y += 0.25f * circle[n].y;
        }
        for (const Hole& h : holes) circle[h.cell] = h.mean;
    }
    for (const Hole& h : holes) memory[h.cell] = std::atan2(h.mean.y, h.mean.x) / turn;
    for (float& v : memory) v *= period;
    return {memory.data(), {all.nx, all.ny, 1}, {1, all.nx, 0}, places.first, places.spacing};
}

Image carried_image(Cpu& on, const std::array<FieldView, 2>& places, const Plane& plane, const Pyramid& image,
                    Vec3 covered, int width, int height) {
    constexpr int n = across_pixel;
    const FieldView& f = places[0];
    const std::vector<Taps> columns =
        taps(n * width, plane.size.x, f.extent[0], f.first.x, f.spacing.x, plane.periodic[0]);
    const std::vector<Taps> rows =
        taps(n * height, plane.size.y, f.extent[1], f.first.y, f.spacing.y, plane.periodic[1]);
    const std::array<float, 2> period{plane.periodic[0] ? static_cast<float>(plane.size.x) : 0,
                                      plane.periodic[1] ? static_cast<float>(plane.size.y) : 0};
    const float per_x = 1 / static_cast<float>(covered.x), per_y = 1 / static_cast<float>(covered.y);
    const float texels_x = per_x * static_cast<float>(image.width()),
                texels_y = per_y * static_cast<float>(image.height());
    const auto between = [](float a, float b, float p) { return p > 0 ? b - a - p * std::round((b - a) / p) : b - a; };

    Image picture(width, height);
    on.for_each_row(pixel_box(width, height), [&](const Cell<2>& first, int count) {
        const int y = first.i[1];
        std::array<std::vector<float>, n> px, py;  // from the bottom up
        for (int r = 0; r < n; ++r) {
            const Taps& row = rows[static_cast<std::size_t>(n * (height - 1 - y) + r)];
            px[static_cast<std::size_t>(r)] = places_along(places[0], row, columns, period[0]);
            py[static_cast<std::size_t>(r)] = places_along(places[1], row, columns, period[1]);
        }
        for (int x = 0; x < count; ++x) {
            // How far apart neighbouring lookups are in the image: each covers the way to the next.
            const std::size_t l = static_cast<std::size_t>(n * x), h = l + n - 1;
            const auto apart = [&](std::size_t a, std::size_t i, std::size_t b, std::size_t j) {
                return std::hypot(texels_x * between(px[a][i], px[b][j], period[0]),
                                  texels_y * between(py[a][i], py[b][j], period[1])) /
                       (n - 1);
            };
            const float reach = whorl::max(apart(1, l, 1, h), apart(0, l + 1, n - 1, l + 1));
            Colour sum{};
            for (std::size_t r = 0; r < n; ++r)
                for (std::size_t s = l; s <= h; ++s)
                    sum = sum + image.sample(px[r][s] * per_x, py[r][s] * per_y, reach);
            picture.set(x, y, sum * (1.0f / (n * n)));
        }
    });
    return picture;
}

}  // namespace whorl::render
