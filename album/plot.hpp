#pragma once
// A plot as SVG: axes with round numbers, curves and a legend, on white.

#include "experiment.hpp"

namespace whorl::album {

std::string svg_of(const Plot& plot);

}  // namespace whorl::album
