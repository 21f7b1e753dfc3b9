#pragma once
// An image that a plane carries along: each pixel shows the bit of the image that came there.

#include <array>
#include <vector>

#include "render/plane.hpp"

namespace whorl::render {

/// An image and ever smaller copies of it, so that a lookup can cover as much of it as it should and no less.
class Pyramid {
  public:
    Pyramid(const Image& image, std::array<bool, 2> wraps);

    /// Around (x, y), 0 to 1 from the bottom left, over about `width` of the image's own pixels. Beyond its sides the
    /// image goes on as it ends, or wraps.
    Colour sample(float x, float y, float width) const;
    int width() const { return levels_[0].width; }
    int height() const { return levels_[0].height; }

  private:
    Colour bilinear(const Image& level, float x, float y) const;

    std::vector<Image> levels_;
    std::array<bool, 2> wraps_;
};

/// Places along a periodic axis jump by the period (m) at one line, and whatever carries them smears that jump over some
/// cells. They are found by their steepness, and filled from both sides on the circle that the axis is. The values are
/// kept in `memory`.
FieldView healed(const FieldView& places, float period, std::array<bool, 2> periodic, std::vector<float>& memory);

/// The picture of `image`, which covers `covered` (m) of the plane from its bottom left corner, at the places that the
/// fields x and y (m) name.
Image carried_image(Cpu& on, const std::array<FieldView, 2>& places, const Plane& plane, const Pyramid& image,
                    Vec3 covered, int width, int height);

}  // namespace whorl::render
