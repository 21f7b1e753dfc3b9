#pragma once
// Points, rays and boxes in the space that a picture shows. Float resolves a millionth of the domain: far below a
// pixel.

#include <cmath>
#include <utility>

#include "core/math.hpp"
#include "whorl/whorl.hpp"

namespace whorl::render {

struct Point {
    float x = 0, y = 0, z = 0;
};

constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Point operator*(Point a, Point b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Point operator*(Point a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr float dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Point cross(Point a, Point b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Point a) { return std::sqrt(dot(a, a)); }
inline Point normalized(Point a) {
    const float l = length(a);
    return l > 0 ? a * (1 / l) : Point{0, 1, 0};
}

constexpr Point point(Vec3 v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }
constexpr Vec3 vector(Point p) { return {p.x, p.y, p.z}; }

struct Ray {
    Point from, along;  // `along` has length 1
    Point at(float t) const { return from + along * t; }
};

/// The part of a ray between two distances; empty where begin >= end.
struct Span {
    float begin = 0, end = 0;
    bool empty() const { return !(begin < end); }
};

/// The part of the ray, from its start on, that lies in the box with one corner at the origin.
inline Span inside_box(const Ray& ray, Point size) {
    const float from[] = {ray.from.x, ray.from.y, ray.from.z};
    const float along[] = {ray.along.x, ray.along.y, ray.along.z};
    const float high[] = {size.x, size.y, size.z};
    Span span{0, INFINITY};
    for (int a = 0; a < 3; ++a) {
        // A ray along a side is inside that slab always or never; a tiny slope says the same without a case of its own.
        const float slope = std::fabs(along[a]) > 1e-12f ? along[a] : 1e-12f;
        float in = -from[a] / slope, out = (high[a] - from[a]) / slope;
        if (in > out) std::swap(in, out);
        span.begin = whorl::max(span.begin, in);
        span.end = whorl::min(span.end, out);
    }
    return span;
}

/// Two directions that stand at right angles on `axis` and on each other.
inline std::pair<Point, Point> across(Point axis) {
    const Point side = std::fabs(axis.y) < 0.9f ? Point{0, 1, 0} : Point{1, 0, 0};
    const Point u = normalized(cross(side, axis));
    return {u, cross(axis, u)};
}

}  // namespace whorl::render
