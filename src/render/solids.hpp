#pragma once
// The obstacles as a ray meets them: the part of their shapes that lies in the domain.

#include <optional>
#include <span>
#include <vector>

#include "render/geometry.hpp"

namespace whorl::render {

class Solids {
  public:
    /// Where they are at that time. The obstacles must outlive this.
    Solids(std::span<const Obstacle> obstacles, double time, Point size);

    bool empty() const { return obstacles_.empty(); }
    /// Signed distance (m) to the nearest surface, or less.
    float distance(Point p) const;
    Point normal(Point p) const;

    struct Trace {
        std::optional<float> hit;  // distance along the ray
        bool close = false;        // passes within the given width: the pixel may show an edge
    };
    /// `width` is that of a pixel at distance 1.
    Trace trace(const Ray& ray, float width) const;
    /// The part of a light that other obstacles leave to a place on one: 1 in the open, 0 behind them, and between as
    /// much as the ray towards a light of that angular radius (its tangent) clears them.
    float clear_way(const Ray& ray, float radius) const;

  private:
    std::vector<PlacedObstacle> obstacles_;
    Point size_;
    Point low_{}, high_{};  // corners of a box that holds them all
};

}  // namespace whorl::render
