#pragma once
// Detail that the grid of a box is too coarse for, after Stam 1999 (section 3.1): a solid texture of fractal noise
// whose coordinates the flow carries along, so that it moves with the smoke.

#include <session/liquid.hpp>

#include "gl.hpp"

namespace studio {

class Detail {
  public:
    Detail();
    /// Goes with the flow.
    void advance(const Flow<3>& flow, const std::array<int, 3>& cells, float seconds);
    void restart() { liquid_.restart(); }
    /// The noise and both sets of its coordinates, in three units from there on.
    void bind(int unit) const { noise_.bind(unit), bends_[0].bind(unit + 1), bends_[1].bind(unit + 2); }
    float blend() const { return liquid_.blend(); }

    /// Functions of a shader that has `at` (0 to 1 in the box): what the texture makes of the smoke there, 1 on
    /// average.
    static const char* const shader;

  private:
    Liquid<3> liquid_;
    Texture noise_, bends_[2]{Texture{GL_TEXTURE_3D}, Texture{GL_TEXTURE_3D}};
};

}  // namespace studio
