#pragma once
// What all primitives that need more than a few numbers are made with.

#include <cmath>
#include <string>

#include "core/text.hpp"
#include "kernels/shapes.hpp"

namespace whorl {

/// The shape that one model is. The corners are those of a box that holds it (m), infinite where the shape is.
inline Shape model_shape(Shape::Node::Kind kind, Model model, Vec3 low, Vec3 high, float grown = 0) {
    Shape::Node node{kind, {}, 0};
    for (int a = 0; a < 3; ++a) {  // rounded outwards
        const double limit = endless;
        node.p[a] = std::nextafter(static_cast<float>(std::fmax(low[a], -limit)), -endless);
        node.p[3 + a] = std::nextafter(static_cast<float>(std::fmin(high[a], limit)), endless);
    }
    node.p[6] = grown;
    auto models = std::make_shared<Shape::Models>();
    models->add(std::make_shared<const Model>(std::move(model)));
    return Shape({node}, std::move(models));
}

/// Values (m) at the nodes of a lattice, x the fastest, as a shape. With `ends` nothing is beyond the middle of its outermost
/// cells, else the nearest value goes on.
Shape lattice_shape(std::vector<float> values, const std::array<int, 3>& n, Vec3 first, Vec3 spacing, bool ends);

inline std::string place_text(Vec3 p) {
    return "(" + number_text(p.x) + ", " + number_text(p.y) + ", " + number_text(p.z) + ")";
}

}  // namespace whorl
