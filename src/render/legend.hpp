#pragma once
// What the colours of a plane mean, beside it.

#include <vector>

#include "whorl/picture.hpp"

namespace whorl::render {

/// Round numbers from `low` to `high`, about `count` of them.
std::vector<double> round_ticks(double low, double high, int count);

/// The number as the legend shows it, short.
std::string label(double value);

/// The picture, and to the right of it the scale of `view`, whose range and palette are known by now. The size of the
/// strip depends only on that of the picture, so all frames of a film are of one size.
Image with_legend(const Image& picture, const PlaneView& view);

}  // namespace whorl::render
