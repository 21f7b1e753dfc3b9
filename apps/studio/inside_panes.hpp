#pragma once
// A window with what happens inside the step: fields and their waves, and the parts of vorticity confinement.

#include <array>

#include <session/inside.hpp>

#include "desk.hpp"
#include "pane.hpp"
#include "stage_panes.hpp"

namespace studio {

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
    void show_page(Desk& desk, bool fresh);
    void update_projection(const Shown& shown);
    void update_confinement(const Shown& shown);
    void show_projection(const Shown& shown) const;
    void show_confinement(const Shown& shown) const;

    std::array<Field, 3> steps_{{{"before", "m/s"}, {"after", "m/s"}, {"taken away", "m/s"}}};
    std::array<Field, 3> parts_{{{"vorticity", "1/s"}, {"N, towards more of it", ""}, {"force", "m/s2"}}};
    StagePanes stages_;
    Desk::Page painted_ = Desk::Page::stages;
};

}  // namespace studio
