#pragma once
// What the mouse does on the canvas: strokes of the brush, and turns of the camera.

#include "desk.hpp"

namespace studio {

class Pointer {
  public:
    /// Once a frame, after the panels had their chance. seconds: since the last frame.
    void frame(Desk& desk, double seconds);

  private:
    void begin(Desk& desk, int button);
    void stroke(Desk& desk, double seconds);
    void wheel(Desk& desk, float turns);

    int button_ = -1;  // that is held down on the canvas; -1: none
    bool orbits_ = false;
    Vec3 last_{};
    float last_x_ = 0, last_y_ = 0;
};

/// m, of the brush.
double brush_radius(const Desk& desk);
/// Where the brush is (m), for a point of the window.
Vec3 brush_place(const Desk& desk, float px, float py);

}  // namespace studio
