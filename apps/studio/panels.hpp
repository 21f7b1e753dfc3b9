#pragma once
// The panels around the canvas. They read what is shown, and send actions.

#include <string>
#include <vector>

#include "desk.hpp"
#include "editor.hpp"
#include "gallery.hpp"

namespace studio {

/// Lays the panels out, and says what they leave to the canvas.
class Panels {
  public:
    void draw(Desk& desk);

  private:
    void tools(Desk& desk);
    void film(Desk& desk);
    void tune(Desk& desk);
    void states(Desk& desk);
    void message(Desk& desk);

    char state_name_[64] = "one";
    Gallery gallery_;
    Editor editor_;
    std::int64_t told_ = 0;
    double told_until_ = 0;
    std::string told_text_;
};

/// The strip below: what the solver does, as numbers and lines.
class Strip {
  public:
    void draw(Desk& desk, double frames_per_second);
    static float height();

  private:
    static constexpr int length = 160;
    struct Line {
        float values[length] = {};
        int at = 0;
        void add(double value);
        void plot(const char* name, const char* text, float width) const;
    };
    Line stages_[5], energy_, smoke_;
    std::int64_t tick_ = -1;
};

}  // namespace studio
