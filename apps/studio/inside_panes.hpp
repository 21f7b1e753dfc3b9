#pragma once
// A window with what happens inside the step: fields and their waves, and the parts of vorticity confinement.

#include <array>
#include <memory>

#include <session/inside.hpp>

#include "desk.hpp"
#include "gl.hpp"
#include "ramps.hpp"

namespace studio {

/// A picture with short lines over it.
class Pane {
  public:
    /// Rows of numbers from 0 to 1.
    void paint(const std::vector<float>& shares, int across, int up, Look look);
    /// A line of the interface: where in the pane (0 to 1 from the lower left), and the way from there in points.
    struct Needle {
        float x, y, dx, dy;
    };
    std::vector<Needle> needles;
    void draw(float width, float height) const;

  private:
    std::unique_ptr<Texture> picture_;
};

class InsidePanes {
  public:
    /// fresh: whether the fluid is another one since the last frame.
    void draw(Desk& desk, bool fresh);

  private:
    /// A field of vectors with its name and its strength.
    struct Field {
        const char* name;
        const char* unit;
        double strength = 0;  // root mean square
        Pane picture{}, waves{};
    };
    void update_projection(const Shown& shown);
    void update_confinement(const Shown& shown);
    void show_projection(const Shown& shown) const;
    void show_confinement(const Shown& shown) const;

    std::array<Field, 3> steps_{{{"before", "m/s"}, {"after", "m/s"}, {"taken away", "m/s"}}};
    std::array<Field, 3> parts_{{{"vorticity", "1/s"}, {"N, towards more of it", ""}, {"force", "m/s2"}}};
    bool confinement_ = false, painted_ = false;
};

}  // namespace studio
