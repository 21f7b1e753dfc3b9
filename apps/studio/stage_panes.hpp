#pragma once
// A paused step, stage by stage: the velocity of a plane as each left it, and where on the way the step is.

#include <memory>
#include <vector>

#include "desk.hpp"
#include "pane.hpp"

namespace studio {

class StagePanes {
  public:
    /// In the window that is being drawn.
    void draw(const Shown& shown);

  private:
    void paint(const Shown& shown);

    struct Field {
        std::string caption;
        Pane velocity, divergence;
    };
    std::vector<Field> fields_;
    std::shared_ptr<const StageShown> last_;  // that was painted
    bool divergence_ = false;                 // whether that is shown rather than the velocity
};

/// Over the canvas, while a step waits: its stages so far, and what the last one did.
void draw_stage(const Desk& desk);

}  // namespace studio
