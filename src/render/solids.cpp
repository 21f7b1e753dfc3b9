#include "render/solids.hpp"

#include "render/colour.hpp"

namespace whorl::render {

Solids::Solids(std::span<const Obstacle> obstacles, double time, Point size) : size_(size) {
    low_ = size, high_ = {};
    for (const Obstacle& one : obstacles) {
        const PlacedObstacle& o = obstacles_.emplace_back(one, time);
        const auto corners = o.bounds();
        const auto limited = [](double x, float top) { return whorl::clamp(static_cast<float>(x), 0, top); };
        low_.x = whorl::min(low_.x, limited(corners[0].x, size.x));
        low_.y = whorl::min(low_.y, limited(corners[0].y, size.y));
        low_.z = whorl::min(low_.z, limited(corners[0].z, size.z));
        high_.x = whorl::max(high_.x, limited(corners[1].x, size.x));
        high_.y = whorl::max(high_.y, limited(corners[1].y, size.y));
        high_.z = whorl::max(high_.z, limited(corners[1].z, size.z));
    }
}

float Solids::distance(Point p) const {
    float nearest = INFINITY;
    for (const PlacedObstacle& o : obstacles_) nearest = whorl::min(nearest, static_cast<float>(o.distance(vector(p))));
    const float outside = whorl::max(whorl::max(whorl::max(-p.x, p.x - size_.x), whorl::max(-p.y, p.y - size_.y)),
                                     whorl::max(-p.z, p.z - size_.z));
    return whorl::max(nearest, outside);
}

Point Solids::normal(Point p) const {
    const float e = 1e-3f * whorl::max(size_.x, whorl::max(size_.y, size_.z));
    const auto slope = [&](Point d) { return distance(p + d * e) - distance(p - d * e); };
    return normalized({slope({1, 0, 0}), slope({0, 1, 0}), slope({0, 0, 1})});
}

Solids::Trace Solids::trace(const Ray& ray, float width) const {
    Trace result;
    if (empty()) return result;
    // Only the part of the ray in the box around all obstacles, a little wider so that edges are noticed from outside.
    const float margin = 0.02f * length(size_);
    const Point low = low_ - Point{margin, margin, margin}, high = high_ + Point{margin, margin, margin};
    const Span span = inside_box({ray.from - low, ray.along}, high - low);
    if (span.empty()) return result;
    float t = span.begin;
    for (int i = 0; i < 160 && t < span.end; ++i) {
        const float d = distance(ray.at(t)), pixel = width * t;
        result.close |= d < 1.5f * pixel;
        if (d < 0.05f * pixel) {
            result.hit = t;
            return result;
        }
        t += whorl::max(d, 0.05f * pixel);
    }
    return result;
}

float Solids::clear_way(const Ray& ray, float radius) const {
    const float end = inside_box(ray, size_).end, first = 4e-3f * length(size_);
    float clear = 1;
    for (float t = first; t < end && clear > 0;) {
        const float d = distance(ray.at(t));
        clear = whorl::min(clear, 0.5f + 0.5f * d / (radius * t));
        t += whorl::max(d, first);
    }
    return smoothstep(0, 1, clear);
}

}  // namespace whorl::render
