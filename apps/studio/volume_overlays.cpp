#include "volume_overlays.hpp"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

Place<3> place(Vec3 v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

float along(const Place<3>& a, const Place<3>& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Place<3> plus(const Place<3>& a, float s, const Place<3>& b) {
    return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}

}  // namespace

bool has_flow_in_box(const Shown& shown) {
    return shown.wish.flow && shown.flow.channels == 3 && shown.flow.extent == shown.solid.extent;
}
Flow<3> flow_in_box(const Shown& shown) { return {shown.flow, shown.solid, shown.size, shown.periodic}; }

Eye::Eye(const OrbitCamera& camera, int width, int height)
    : from_(place(camera.from())),
      right_(place(camera.axes()[0])),
      up_(place(camera.axes()[1])),
      forwards_(place(camera.axes()[2])),
      width_(static_cast<float>(width)),
      height_(static_cast<float>(height)),
      scale_(0.5f * height_ / static_cast<float>(OrbitCamera::tangent)) {}

bool Eye::see(const Place<3>& at, float& x, float& y) const {
    const Place<3> way = plus(at, -1, from_);
    const float depth = along(way, forwards_);
    if (!(depth > 1e-6f)) return false;
    x = 0.5f * width_ + scale_ * along(way, right_) / depth;
    y = 0.5f * height_ + scale_ * along(way, up_) / depth;
    return true;
}

void Haze::update(const Shown& shown, const Eye& eye, float extinction) {
    const auto half = [](int n) { return std::max(n / 2, 1); };
    const std::array<int, 3> n = shown.cells, places{half(n[0]), half(n[1]), half(n[2])};
    clear_.shape(places, 1);
    const Place<3> size = place(shown.size);
    Place<3> cell;
    for (std::size_t a = 0; a < 3; ++a)
        per_[a] = static_cast<float>(places[a]) / size[a], cell[a] = static_cast<float>(n[a]) / size[a];
    const float step = 2 / *std::max_element(cell.begin(), cell.end());
    float* out = clear_.values.data();
    for (int k = 0; k < places[2]; ++k)
        for (int j = 0; j < places[1]; ++j)
            for (int i = 0; i < places[0]; ++i) {
                Place<3> at{(static_cast<float>(i) + 0.5f) / per_[0], (static_cast<float>(j) + 0.5f) / per_[1],
                            (static_cast<float>(k) + 0.5f) / per_[2]};
                Place<3> way = plus(eye.from(), -1, at);
                const float far = std::max(length<3>(way), 1e-6f);
                float thick = 0;
                for (float gone = 0; gone < far && thick < 5; gone += step) {
                    at = plus(at, step / far, way);
                    const int x = static_cast<int>(at[0] * cell[0]), y = static_cast<int>(at[1] * cell[1]),
                              z = static_cast<int>(at[2] * cell[2]);
                    if (at[0] < 0 || at[1] < 0 || at[2] < 0 || x >= n[0] || y >= n[1] || z >= n[2]) break;
                    const std::size_t c =
                        static_cast<std::size_t>(x) +
                        static_cast<std::size_t>(n[0]) * (static_cast<std::size_t>(y) +
                                                          static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(z));
                    thick += extinction * step * std::max(shown.picture.values[3 * c], 0.0f);
                    if (shown.solid.values[c] > 0.5f) thick = 10;
                }
                *out++ = std::exp(-thick);
            }
}

float Haze::clear(const Place<3>& at) const {
    int i[3];
    for (std::size_t a = 0; a < 3; ++a) i[a] = std::clamp(static_cast<int>(at[a] * per_[a]), 0, clear_.extent[a] - 1);
    return clear_.values[static_cast<std::size_t>(i[0] + clear_.extent[0] * (i[1] + clear_.extent[1] * i[2]))];
}

void VolumeOverlays::prepare(const Desk& desk, const Course& course) {
    const Shown& shown = desk.shown();
    const Flow<3> flow = flow_in_box(shown);
    fastest_ = course.fastest;
    if (course.other) tracers_.forget();
    if (desk.particles || desk.streaks) tracers_.advance(flow, static_cast<float>(course.seconds));
    if (!desk.streamlines) return;
    const float apart = static_cast<float>(std::min({shown.size.x, shown.size.y, shown.size.z}) / 11);
    lines_ = streamlines<3>(flow, apart, 0.02f * static_cast<float>(fastest_));
}

void VolumeOverlays::draw(const Desk& desk, int width, int height, float extinction) {
    const Eye eye(desk.camera, width, height);
    haze_.update(desk.shown(), eye, extinction);
    light_.clear(width, height);
    if (desk.particles || desk.streaks) draw_tracers(desk, eye);
    if (desk.streamlines) draw_streamlines(eye);
    light_.show();
}

/// Points, or the way of each while a shutter is open: that of the fastest is a thirtieth of the height.
void VolumeOverlays::draw_tracers(const Desk& desk, const Eye& eye) {
    const float fastest = static_cast<float>(fastest_),
                open = static_cast<float>(0.05 * desk.shown().size.y / fastest_);
    for (const Tracer<3>& one : tracers_.all()) {
        const float speed = length<3>(one.velocity) / fastest, full = std::min(speed, 1.0f);
        const float strength = (0.06f + 0.50f * std::sqrt(full)) * one.presence() * haze_.clear(one.at);
        float x, y, x1, y1;
        if (strength < 0.01f || !eye.see(one.at, x, y)) continue;
        const Paint colour = tone_(0.35f + 0.65f * speed);
        if (!desk.streaks)
            light_.point(x, y, colour, strength);
        else if (eye.see(plus(one.at, -open, one.velocity), x1, y1))
            light_.line(x, y, x1, y1, colour, 0.5f * strength, 0.1f);
    }
}

void VolumeOverlays::draw_streamlines(const Eye& eye) {
    const float fastest = static_cast<float>(fastest_);
    for (const Line<3>& line : lines_)
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            // Each grows from nothing to light along the flow, which says which way it goes.
            const float speed = std::min(line[i].speed / fastest, 1.0f),
                        grown = static_cast<float>(i) / static_cast<float>(line.size());
            const float strength = (0.1f + 0.7f * grown) * (0.15f + 0.85f * std::sqrt(speed)) * haze_.clear(line[i].at);
            float x0, y0, x1, y1;
            if (strength > 0.01f && eye.see(line[i].at, x0, y0) && eye.see(line[i + 1].at, x1, y1))
                light_.line(x0, y0, x1, y1, tone_(0.35f + 0.65f * speed), strength, 1);
        }
}

}  // namespace studio
