#include "render/camera.hpp"

namespace whorl::render {

namespace {

/// Where a camera sees the whole box as large as the picture allows: centred upright, and level with its middle before
/// it, for that is where things rise. `back` points from the box to the camera.
Point place_to_see(Point size, Point back, Point right, Point up, float tan_x, float tan_y) {
    // A corner at c is seen if |c.right - a| <= tan (distance - c.back), where a is how far the camera stands aside:
    // two planes through the camera, which the furthest corner on each side touches. `nearest` is the distance at which
    // both do, `aside` half-way between them.
    struct Fit {
        float low = INFINITY, high = -INFINITY;
        void add(float across, float towards, float tan) {
            low = whorl::min(low, across - tan * towards);
            high = whorl::max(high, across + tan * towards);
        }
        float aside() const { return 0.5f * (low + high); }
        float nearest(float tan) const { return 0.5f * (high - low) / tan; }
        float nearest_from_middle(float tan) const { return whorl::max(-low, high) / tan; }
    } x, y;
    const Point middle = size * 0.5f;
    for (int corner = 0; corner < 8; ++corner) {
        const Point d = Point{corner & 1 ? size.x : 0, corner & 2 ? size.y : 0, corner & 4 ? size.z : 0} - middle;
        x.add(dot(d, right), dot(d, back), tan_x);
        y.add(dot(d, up), dot(d, back), tan_y);
    }
    constexpr float margin = 1.03f;
    const float distance = margin * whorl::max(x.nearest_from_middle(tan_x), y.nearest(tan_y));
    return middle + up * y.aside() + back * distance;
}

}  // namespace

Lens::Lens(const VolumeView& view, Point size)
    : half_width_(0.5f * static_cast<float>(view.width)), half_height_(0.5f * static_cast<float>(view.height)) {
    const float tan_y = std::tan(0.5f * 0.01745329f * static_cast<float>(view.camera.angle));
    const float tan_x = tan_y * half_width_ / half_height_;
    pixel_ = tan_y / half_height_;

    const bool automatic = view.camera.from == view.camera.towards;
    const Point back =
        automatic ? normalized({0.28f, 0.16f, 1}) : normalized(point(view.camera.from) - point(view.camera.towards));
    ahead_ = back * -1.0f;
    right_ = across(back).first;  // level, so that the horizon is
    up_ = cross(back, right_);
    from_ = automatic ? place_to_see(size, back, right_, up_, tan_x, tan_y) : point(view.camera.from);
}

Ray Lens::ray(float x, float y) const {
    const Point through = ahead_ + right_ * ((x - half_width_) * pixel_) + up_ * ((half_height_ - y) * pixel_);
    return {from_, normalized(through)};
}

}  // namespace whorl::render
