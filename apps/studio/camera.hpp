#pragma once
// A camera that goes around a box, and what of the window is what of the world.

#include <array>
#include <optional>

#include <whorl/whorl.hpp>

namespace studio {

using whorl::Vec3;

/// A rectangle of the window, in points from its upper left.
struct Area {
    float x = 0, y = 0, width = 1, height = 1;
    bool has(float px, float py) const { return px >= x && py >= y && px < x + width && py < y + height; }
};

class OrbitCamera {
  public:
    void look_at(Vec3 size);             // of a box; goes back to where all of it is seen
    void turn(double right, double up);  // radians
    void zoom(double factor);

    Vec3 from() const;  // m
    /// From the eye through a point of the area, of length 1.
    Vec3 ray(const Area& area, float px, float py) const;
    /// Where a place is seen; nothing if it is behind.
    std::optional<std::array<float, 2>> seen(const Area& area, Vec3 place) const;
    /// The place under a point of the area on the plane across the view through `anchor`.
    Vec3 on_plane(const Area& area, float px, float py, Vec3 anchor) const;
    std::array<Vec3, 3> axes() const;        // right, up, forwards
    static constexpr double tangent = 0.38;  // of half the angle from the bottom to the top

  private:
    Vec3 centre_{0.5, 0.5, 0.5};
    double distance_ = 3, yaw_ = 0.5, pitch_ = 0.25, farthest_ = 10;
};

}  // namespace studio
