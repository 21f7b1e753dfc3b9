#pragma once
// A layer of the flow as the window knows it: velocity between the centres of cells, and what follows it.

#include <session/views.hpp>

namespace studio {

/// Looks at lattices that someone else keeps.
class Flow {
  public:
    struct Velocity {
        float x = 0, y = 0;  // m/s
    };
    /// velocity: two channels; solid: of the same cells.
    Flow(const Lattice& velocity, const Lattice& solid, whorl::Vec3 size, std::array<bool, 2> periodic);

    /// Linear between centres; beyond the last ones it is theirs, or goes on across a periodic side. Never NaN.
    Velocity at(float x, float y) const;
    bool is_solid(float x, float y) const;
    /// Brings a place back across periodic sides. False where it lies outside.
    bool wrap(float& x, float& y) const;
    /// Goes with the flow for some seconds (of either sign), by the midpoint.
    void follow(float& x, float& y, float seconds) const;

    /// The nearest place inside, across sides that are not periodic; at most a period outside across others.
    void keep_inside(float& x, float& y) const;
    bool periodic(int axis) const { return periodic_[static_cast<std::size_t>(axis)]; }

    float width() const { return width_; }  // m
    float height() const { return height_; }
    float cell() const { return height_ / static_cast<float>(ny_); }

  private:
    const float* velocity_;
    const float* solid_;
    int nx_, ny_;
    float width_, height_, per_x_, per_y_;  // per: cells in a metre
    std::array<bool, 2> periodic_;
};

}  // namespace studio
