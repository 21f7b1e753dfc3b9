#include "render/camera.hpp"

namespace whorl::render {

namespace {

/// How far a camera must stand back from `target` along `back` to see the whole box.
float distance_to_see(Point size, Point target, Point back, Point right, Point up, float tan_x, float tan_y) {
    float far = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Point c{corner & 1 ? size.x : 0, corner & 2 ? size.y : 0, corner & 4 ? size.z : 0};
        const Point d = c - target;
        far = whorl::max(far, dot(d, back) + whorl::abs(dot(d, right)) / tan_x);
        far = whorl::max(far, dot(d, back) + whorl::abs(dot(d, up)) / tan_y);
    }
    return far;
}

}  // namespace

Lens::Lens(const VolumeView& view, Point size)
    : half_width_(0.5f * static_cast<float>(view.width)), half_height_(0.5f * static_cast<float>(view.height)) {
    const float tan_y = std::tan(0.5f * 0.01745329f * static_cast<float>(view.camera.angle));
    const float tan_x = tan_y * half_width_ / half_height_;
    pixel_ = tan_y / half_height_;

    const bool automatic = view.camera.from == view.camera.towards;
    const Point towards = automatic ? Point{0.5f * size.x, 0.49f * size.y, 0.5f * size.z} : point(view.camera.towards);
    const Point back = automatic ? normalized({0.28f, 0.16f, 1}) : normalized(point(view.camera.from) - towards);
    ahead_ = back * -1.0f;
    right_ = across(back).first;  // level, so that the horizon is
    up_ = cross(back, right_);
    from_ = automatic ? towards + back * distance_to_see(size, towards, back, right_, up_, tan_x, tan_y)
                      : point(view.camera.from);
}

Ray Lens::ray(float x, float y) const {
    const Point through = ahead_ + right_ * ((x - half_width_) * pixel_) + up_ * ((half_height_ - y) * pixel_);
    return {from_, normalized(through)};
}

}  // namespace whorl::render
