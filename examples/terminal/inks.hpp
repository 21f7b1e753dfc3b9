#pragma once
// Three inks, red, green and blue, in a box of fluid: the classic solver with its fields, and what hands do to them.

#include <memory>
#include <vector>
#include <whorl/classic.hpp>

namespace terminal {

struct Light {
    float r = 0, g = 0, b = 0;
};
/// A saturated colour of the circle, which is one round.
Light hue(float turn);

/// What moves the fluid at one place for one frame. Lengths are in cells, of which one is one.
struct Touch {
    float x = 0, y = 0;    // in cells from the lower left corner
    float vx = 0, vy = 0;  // cells/s
    Light ink{};           // let out, per second
    float radius = 3;
};

class Inks {
  public:
    Inks(int width, int height);

    /// Another size, with what was there stretched to it.
    void resize(int width, int height);
    void touch(const Touch& touch, float dt);
    /// A wall one cell thick from here to there, or, with `solid` false, none any more.
    void draw_wall(float x0, float y0, float x1, float y1, bool solid);
    void clear();
    void step(float dt);

    int width() const { return fluid_.cells[0]; }
    int height() const { return fluid_.cells[1]; }
    bool wall(int i, int j) const { return walls_[at(i, j)]; }  // cells are counted from 0
    Light ink(int i, int j) const { return {red_[at(i, j)], green_[at(i, j)], blue_[at(i, j)]}; }

  private:
    using Field = std::vector<float>;
    std::size_t at(int i, int j) const { return static_cast<std::size_t>(fluid_.at(i + 1, j + 1)); }
    void allocate(int width, int height);

    whorl::classic::Fluid<float, 2, const bool*, whorl::classic::Solver::red_black> fluid_{};
    Field u_, v_, red_, green_, blue_;
    Field u0_, v0_, red0_, green0_, blue0_, spin_;
    std::unique_ptr<bool[]> walls_;
};

}  // namespace terminal
