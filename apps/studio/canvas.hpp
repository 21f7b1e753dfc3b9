#pragma once
// A plane (or a slice of a box) in the window: colours, walls, what follows the flow, legend.

#include "body.hpp"
#include "desk.hpp"
#include "gl.hpp"
#include "overlays.hpp"

namespace studio {

class Canvas {
  public:
    Canvas();
    /// fresh: whether the picture is another one since the last frame. Pixels of the frame for each point: density.
    /// share: of the pixels along each axis that are made.
    void draw(const Desk& desk, bool fresh, float density, int frame_height, float share);
    /// The part of the canvas that the domain covers, in points.
    static Area domain_area(const Desk& desk);
    /// m, of a point of the window.
    static Vec3 place(const Desk& desk, float px, float py);

  private:
    Program program_;
    Texture picture_, solid_, ramp_;
    Sheet sheet_;
    Reduced reduced_, around_;  // the plane, and the body that it is laid around
    Body body_;
    Overlays overlays_;
    int ramp_of_ = -1;
    double range_ = 1;
};

/// The scale of a view, in a corner of the canvas.
void draw_legend(const Desk& desk, double range);

}  // namespace studio
