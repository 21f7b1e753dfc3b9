#include "camera.hpp"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

Vec3 plus(Vec3 a, double s, Vec3 b) { return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

}  // namespace

void OrbitCamera::look_at(Vec3 size) {
    centre_ = {size.x / 2, size.y / 2, size.z / 2};
    const double radius = 0.5 * std::hypot(size.x, size.y, size.z);
    distance_ = std::max(radius / tangent * 1.12, 1e-6);
    farthest_ = 8 * radius;
    yaw_ = 0.45, pitch_ = 0.16;
}
void OrbitCamera::turn(double right, double up) {
    yaw_ = std::remainder(yaw_ - right, 2 * 3.14159265358979);
    pitch_ = std::clamp(pitch_ + up, -1.5, 1.5);
}
void OrbitCamera::zoom(double factor) { distance_ = std::clamp(distance_ * factor, farthest_ / 80, farthest_); }

std::array<Vec3, 3> OrbitCamera::axes() const {
    const double cy = std::cos(yaw_), sy = std::sin(yaw_), cp = std::cos(pitch_), sp = std::sin(pitch_);
    return {Vec3{cy, 0, -sy}, Vec3{-sy * sp, cp, -cy * sp}, Vec3{-sy * cp, -sp, -cy * cp}};
}
Vec3 OrbitCamera::from() const { return plus(centre_, -distance_, axes()[2]); }

Vec3 OrbitCamera::ray(const Area& area, float px, float py) const {
    const auto [right, up, forwards] = axes();
    const double x = (2 * (px - area.x) / area.width - 1) * tangent * area.width / area.height,
                 y = (1 - 2 * (py - area.y) / area.height) * tangent;
    const Vec3 d = plus(plus(forwards, x, right), y, up);
    return plus({}, 1 / std::sqrt(dot(d, d)), d);
}

std::optional<std::array<float, 2>> OrbitCamera::seen(const Area& area, Vec3 place) const {
    const auto [right, up, forwards] = axes();
    const Vec3 d = plus(place, -1, from());
    const double depth = dot(d, forwards);
    if (depth < 1e-6) return {};
    const double x = dot(d, right) / (depth * tangent) * area.height / area.width, y = dot(d, up) / (depth * tangent);
    return std::array{area.x + area.width * static_cast<float>(0.5 + 0.5 * x),
                      area.y + area.height * static_cast<float>(0.5 - 0.5 * y)};
}

Vec3 OrbitCamera::on_plane(const Area& area, float px, float py, Vec3 anchor) const {
    const Vec3 d = ray(area, px, py), forwards = axes()[2];
    return plus(from(), dot(plus(anchor, -1, from()), forwards) / std::max(dot(d, forwards), 1e-3), d);
}

}  // namespace studio
