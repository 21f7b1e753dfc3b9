#pragma once
// The flow as the window knows it, in a layer of cells or in a box: velocity between their centres, and what follows
// it.

#include <array>

#include <session/views.hpp>

namespace studio {

/// A place (m) or a velocity (m/s).
template <int D>
using Place = std::array<float, static_cast<std::size_t>(D)>;

template <int D>
float length(const Place<D>& v);

/// Looks at lattices that someone else keeps.
template <int D>
class Flow {
  public:
    /// velocity: D channels; solid: of the same cells.
    Flow(const Lattice& velocity, const Lattice& solid, whorl::Vec3 size, std::array<bool, 3> periodic);

    /// Linear between centres; beyond the last ones it is theirs, or goes on across a periodic side. Never NaN.
    Place<D> velocity(const Place<D>& at) const;
    bool is_solid(const Place<D>& at) const;
    bool is_inside(const Place<D>& at) const;
    /// Brings a place back across periodic sides. False where it lies outside.
    bool wrap(Place<D>& at) const;
    /// Goes with the flow for some seconds (of either sign), by the midpoint.
    void follow(Place<D>& at, float seconds) const;

    /// The nearest place inside, across sides that are not periodic; at most a period outside across others.
    void keep_inside(Place<D>& at) const;
    bool periodic(std::size_t axis) const { return periodic_[axis]; }

    float size(std::size_t axis) const { return size_[axis]; }  // m
    float cell() const { return 1 / per_[1]; }                  // m

  private:
    const float* velocity_;
    const float* solid_;
    std::array<int, 3> cells_;
    std::array<std::ptrdiff_t, 3> stride_;  // of cells
    Place<D> size_, per_;                   // per: cells in a metre
    std::array<bool, 3> periodic_;
};

}  // namespace studio
