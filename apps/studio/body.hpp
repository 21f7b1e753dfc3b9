#pragma once
// The picture of a plane on a turning body: a torus or a sphere. Sides that are not periodic are mirrored, so that no
// seam shows.

#include "desk.hpp"
#include "gl.hpp"

namespace studio {

class Body {
  public:
    Body();
    /// Fills the viewport of that many pixels. The picture must be bound to unit 0.
    void draw(const Desk& desk, int width, int height) const;

  private:
    Program program_;
    Sheet sheet_;
};

}  // namespace studio
