#pragma once
// Walls that were painted: a lattice of distances, so that a thousand strokes cost no more than one.

#include <memory>
#include <vector>

#include <whorl/whorl.hpp>

namespace studio {

class Walls {
  public:
    Walls() = default;
    /// None yet, in a domain of this size (m) with these cells.
    Walls(whorl::Vec3 size, std::array<int, 3> cells, int dimension);

    /// Builds (or takes away) all points within `radius` of the segment (m).
    void paint(whorl::Vec3 from, whorl::Vec3 to, double radius, bool build);
    bool empty() const { return empty_; }
    /// Signed distance (m) at a cell's centre, negative inside; far away it is cut off.
    double at_cell(int i, int j, int k = 0) const;
    /// As a body for the settings: the same one until something is painted. Cost: once over the lattice.
    std::shared_ptr<const whorl::Obstacle> obstacle() const;
    std::size_t bytes() const { return distance_.size() * sizeof(float); }

  private:
    std::size_t index(int i, int j, int k) const;

    whorl::Vec3 spacing_{}, high_{};
    std::array<int, 3> nodes_{0, 0, 0};  // along each axis, on the corners of cells
    std::vector<float> distance_;
    bool empty_ = true;
    mutable std::shared_ptr<const whorl::Obstacle> made_;  // of what is painted, where somebody asked for it
};

}  // namespace studio
