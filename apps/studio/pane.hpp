#pragma once
// A small picture of a field among the panels.

#include <memory>
#include <vector>

#include <session/views.hpp>

#include "gl.hpp"
#include "ramps.hpp"

namespace studio {

/// A picture with short lines over it.
class Pane {
  public:
    /// Rows of numbers from 0 to 1.
    void paint(const std::vector<float>& shares, int across, int up, Look look);
    /// n x n vectors: their size as colours, and needles along them. strongest: what has the last colour and the
    /// longest needle. aspect: of the domain.
    void paint_vectors(const Lattice& vectors, float strongest, float aspect);
    /// A line of the interface: where in the pane (0 to 1 from the lower left), and the way from there in dots.
    struct Needle {
        float x, y, dx, dy;
    };
    std::vector<Needle> needles;
    void draw(float width, float height) const;

  private:
    std::unique_ptr<Texture> picture_;
};

/// Of all values; of vectors, of their size.
double root_mean_square(const Lattice& field);
/// What paint_vectors takes as the strongest.
float scale_of(const Lattice& vectors);

}  // namespace studio
