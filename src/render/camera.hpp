#pragma once
// Where the rays of a picture start and go.

#include "render/geometry.hpp"
#include "whorl/picture.hpp"

namespace whorl::render {

class Lens {
  public:
    Lens(const VolumeView& view, Point size);

    /// Through the place (x, y) of the picture, in pixels from the top left.
    Ray ray(float x, float y) const;
    /// The width of a pixel at distance 1.
    float pixel() const { return pixel_; }

  private:
    Point from_, ahead_, right_, up_;
    float pixel_, half_width_, half_height_;
};

}  // namespace whorl::render
