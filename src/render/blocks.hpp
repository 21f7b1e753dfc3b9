#pragma once
// Which blocks of a lattice hold anything, so that a ray can cross the empty ones in one stride.

#include <algorithm>
#include <cstdint>

#include "render/lattice.hpp"

namespace whorl::render {

class Blocks {
  public:
    Blocks() = default;
    /// `holds(i, j, k)` says whether a value of the lattice counts; blocks are `side` values wide.
    template <class T, class Holds>
    Blocks(Cpu& on, const Lattice<T>& lattice, int side, const Holds& holds) {
        std::array<int, 3> n = lattice.n;
        for (int& c : n) c = (c + side - 1) / side;
        any_ = Lattice<std::uint8_t>(n, {1, 1, 1});
        // Counted from the values and not from the size of the domain, of which the last block may stick out.
        any_.per_length = lattice.per_length * (1 / static_cast<float>(side));
        fill(on, any_, [&](int bi, int bj, int bk) {
            // One value more on each side: a trilinear sample in the block reaches that far.
            const auto from = [&](int b) { return std::max(0, b * side - 1); };
            const auto to = [&](int b, int count) { return std::min(count, (b + 1) * side + 1); };
            for (int k = from(bk); k < to(bk, lattice.n[2]); ++k)
                for (int j = from(bj); j < to(bj, lattice.n[1]); ++j)
                    for (int i = from(bi); i < to(bi, lattice.n[0]); ++i)
                        if (holds(i, j, k)) return std::uint8_t{1};
            return std::uint8_t{0};
        });
    }

    /// Whether there may be anything at p.
    bool any(Point p) const {
        const auto index = [](float c, int n) {
            return static_cast<int>(whorl::clamp(c, 0, static_cast<float>(n) - 0.5f));
        };
        return any_(index(p.x * any_.per_length.x, any_.n[0]), index(p.y * any_.per_length.y, any_.n[1]),
                    index(p.z * any_.per_length.z, any_.n[2])) != 0;
    }

    /// How many whole steps along the ray from p stay in its block.
    float steps_inside(Point p, Point along, float step) const {
        const auto way_out = [](float x, float slope, float per_length) {
            const float c = x * per_length;
            const float edge = slope > 0 ? std::floor(c) + 1 : std::ceil(c) - 1;
            return std::fabs(slope) > 1e-9f ? (edge - c) / (slope * per_length) : 1e9f;
        };
        const Point per = any_.per_length;
        const float out = whorl::min(way_out(p.x, along.x, per.x),
                                     whorl::min(way_out(p.y, along.y, per.y), way_out(p.z, along.z, per.z)));
        return std::floor(whorl::max(out, 0.0f) / step);
    }

  private:
    Lattice<std::uint8_t> any_;
};

}  // namespace whorl::render
