#pragma once
// A box of smoke in the window: rays through it, light that reaches each place of it, and where the brush is.

#include <optional>

#include "desk.hpp"
#include "detail.hpp"
#include "gl.hpp"
#include "volume_overlays.hpp"

namespace studio {

class Volume {
  public:
    Volume();
    /// share: of the pixels of the window along each axis that are computed; the rest is interpolated.
    void draw(const Desk& desk, bool fresh, float density, int frame_height, float share);

  private:
    void light_up(const Desk& desk);
    void march(const Desk& desk, bool with_detail);

    Program march_, shade_, shadow_;
    Texture box_, lit_, floor_, glow_;
    Target target_;
    Reduced reduced_;
    Sheet sheet_;
    Vec3 lit_from_{};
    std::optional<Detail> detail_;  // from when it is first asked for: its noise takes a moment
    VolumeOverlays overlays_;
    Course course_;
};

/// The edges of the box, and three lines through a place that end at its walls.
void draw_locator(const Desk& desk, bool brush, Vec3 place, double radius);

}  // namespace studio
