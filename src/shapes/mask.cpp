// Bodies drawn as pictures: the line where a picture is half solid, and how far from it each pixel is.

#include <algorithm>
#include <array>
#include <cmath>

#include "io/png.hpp"
#include "shapes/models.hpp"

namespace whorl {

namespace {

constexpr std::size_t most_pixels = std::size_t{1} << 26;

struct Point {
    float x, y;
};

/// A piece of the line where the picture is half solid, within a square of four neighbouring pixels.
struct Piece {
    Point from, to;
    float square_to(Point p) const {
        const float ax = to.x - from.x, ay = to.y - from.y, px = p.x - from.x, py = p.y - from.y;
        const float length = ax * ax + ay * ay;
        const float t = length > 0 ? whorl::clamp((px * ax + py * ay) / length, 0.0f, 1.0f) : 0.0f;
        const float dx = px - t * ax, dy = py - t * ay;
        return dx * dx + dy * dy;
    }
};

/// The picture with an empty margin of one pixel, y upwards, and the distance from each pixel to the line.
class Drawing {
  public:
    Drawing(const Mask& mask, float pixel_x, float pixel_y)
        : nx_(mask.width + 2), ny_(mask.height + 2), pixel_x_(pixel_x), pixel_y_(pixel_y) {
        const auto count = static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_);
        above_.assign(count, -0.5f);
        for (int j = 0; j < mask.height; ++j)
            for (int i = 0; i < mask.width; ++i)
                above_[at(i + 1, mask.height - j)] =
                    mask.solid[static_cast<std::size_t>(j) * static_cast<std::size_t>(mask.width) +
                               static_cast<std::size_t>(i)] - 0.5f;
        nearest_.assign(count, -1);
        square_.assign(count, INFINITY);
    }

    bool empty() const {
        return std::none_of(above_.begin(), above_.end(), [](float v) { return v > 0; });
    }

    /// Signed distances; negative where it is solid.
    std::vector<float> distances() {
        for (int j = 0; j + 1 < ny_; ++j)
            for (int i = 0; i + 1 < nx_; ++i) trace(i, j);
        // Each pixel learns from its neighbours which piece is nearest; twice there and back reaches all.
        for (int round = 0; round < 2; ++round) {
            sweep(false);
            sweep(true);
        }
        for (std::size_t k = 0; k < square_.size(); ++k)
            square_[k] = above_[k] > 0 ? -std::sqrt(square_[k]) : std::sqrt(square_[k]);
        return std::move(square_);
    }

  private:
    std::size_t at(int i, int j) const {
        return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i);
    }
    Point place(int i, int j) const { return {pixel_x_ * static_cast<float>(i), pixel_y_ * static_cast<float>(j)}; }

    void offer(int i, int j, int piece) {
        const float square = pieces_[static_cast<std::size_t>(piece)].square_to(place(i, j));
        const std::size_t k = at(i, j);
        if (square < square_[k]) square_[k] = square, nearest_[k] = piece;
    }

    /// The pieces in the square between the pixels (i, j) and (i + 1, j + 1). Corners are counted around it.
    void trace(int i, int j) {
        const std::array<std::array<int, 2>, 4> corner{{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
        std::array<float, 4> v;
        for (std::size_t k = 0; k < 4; ++k) v[k] = above_[at(corner[k][0], corner[k][1])];
        std::array<Point, 4> crossing;
        std::array<bool, 4> crossed;
        int count = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t next = (k + 1) % 4;
            crossed[k] = (v[k] > 0) != (v[next] > 0);
            if (!crossed[k]) continue;
            const Point p = place(corner[k][0], corner[k][1]), q = place(corner[next][0], corner[next][1]);
            const float t = v[k] / (v[k] - v[next]);
            crossing[k] = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
            ++count;
        }
        if (count == 4) {
            // Two opposite corners are solid: they are joined if the middle is.
            const bool joined = v[0] + v[1] + v[2] + v[3] > 0;
            const bool around_first = (v[0] > 0) != joined;  // whether pieces cut off the corners 0 and 2, or 1 and 3
            add(i, j, {crossing[around_first ? 3 : 0], crossing[around_first ? 0 : 1]});
            add(i, j, {crossing[around_first ? 1 : 2], crossing[around_first ? 2 : 3]});
        } else if (count == 2) {
            std::array<Point, 2> ends;
            std::size_t found = 0;
            for (std::size_t k = 0; k < 4; ++k)
                if (crossed[k]) ends[found++] = crossing[k];
            add(i, j, {ends[0], ends[1]});
        }
    }
    void add(int i, int j, const Piece& piece) {
        pieces_.push_back(piece);
        const int own = static_cast<int>(pieces_.size()) - 1;
        for (int y = std::max(j - 1, 0); y <= std::min(j + 2, ny_ - 1); ++y)
            for (int x = std::max(i - 1, 0); x <= std::min(i + 2, nx_ - 1); ++x) offer(x, y, own);
    }

    void ask(int i, int j, int by_x, int by_y) {
        const int x = i + by_x, y = j + by_y;
        if (x < 0 || x >= nx_ || y < 0 || y >= ny_) return;
        const int known = nearest_[at(x, y)];
        if (known >= 0 && known != nearest_[at(i, j)]) offer(i, j, known);
    }
    void sweep(bool backwards) {
        const int back = backwards ? 1 : -1;
        for (int row = 0; row < ny_; ++row) {
            const int j = backwards ? ny_ - 1 - row : row;
            for (int i = 0; i < nx_; ++i) {
                ask(i, j, -1, 0);
                for (int x = -1; x <= 1; ++x) ask(i, j, x, back);
            }
            for (int i = nx_ - 1; i >= 0; --i) ask(i, j, 1, 0);
        }
    }

    int nx_, ny_;
    float pixel_x_, pixel_y_;    // m
    std::vector<float> above_;   // how much more than half solid
    std::vector<Piece> pieces_;
    std::vector<int> nearest_;   // piece of each pixel
    std::vector<float> square_;  // of the distance to it
};

}  // namespace

Mask read_mask(const std::string& path) {
    const io::Pixels pixels = io::read_pixels(path);
    Mask mask{pixels.width, pixels.height, {}};
    mask.solid.reserve(pixels.rgba.size() / 4);
    for (std::size_t k = 0; k < pixels.rgba.size(); k += 4) {
        const auto part = [&](std::size_t c) { return static_cast<float>(pixels.rgba[k + c]) / 255; };
        const float brightness = 0.2126f * part(0) + 0.7152f * part(1) + 0.0722f * part(2);
        mask.solid.push_back((1 - brightness) * part(3));
    }
    return mask;
}

Shape mask(const Mask& mask, Vec3 low, Vec3 high) {
    const std::string size = std::to_string(mask.width) + " x " + std::to_string(mask.height) + " pixels";
    if (mask.width < 1 || mask.height < 1 ||
        mask.solid.size() != static_cast<std::size_t>(mask.width) * static_cast<std::size_t>(mask.height))
        throw Error("a mask of " + size + " does not have " + std::to_string(mask.solid.size()) +
                    " values; give it one per pixel");
    if (mask.solid.size() > most_pixels)
        throw Error("the mask has " + size + "; at most " + std::to_string(most_pixels) + " in all are allowed: make it smaller");
    for (const float v : mask.solid)
        if (!(v >= 0 && v <= 1)) throw Error("the mask has the value " + number_text(v) + "; each must be from 0 to 1");
    for (int a = 0; a < 3; ++a)
        if (!(std::abs(low[a]) <= 1e9 && std::abs(high[a]) <= 1e9 && (a == 2 ? low[a] <= high[a] : low[a] < high[a])))
            throw Error("the mask lies between " + place_text(low) + " and " + place_text(high) +
                        " m; each number must be at most 1e9, the lower corner first");
    const double pixel_x = (high.x - low.x) / mask.width, pixel_y = (high.y - low.y) / mask.height;
    Drawing drawing(mask, static_cast<float>(pixel_x), static_cast<float>(pixel_y));
    if (drawing.empty()) throw Error("no pixel of the mask is dark and opaque; there would be no body");
    const Vec3 first{low.x - 0.5 * pixel_x, low.y - 0.5 * pixel_y, 0};  // the middle of a pixel of the margin
    const Shape endless_in_z =
        lattice_shape(drawing.distances(), {mask.width + 2, mask.height + 2, 1}, first, {pixel_x, pixel_y, 1}, true);
    if (low.z == high.z) return endless_in_z;
    return endless_in_z & box({low.x, low.y, low.z}, {high.x, high.y, high.z});
}

}  // namespace whorl
