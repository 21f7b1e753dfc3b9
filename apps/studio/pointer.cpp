#include "pointer.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include <session/brush.hpp>

#include "canvas.hpp"
#include "volume.hpp"
#include "widgets.hpp"

namespace studio {

double brush_radius(const Desk& desk) {
    const Vec3 size = desk.shown().size;
    return desk.radius * (is_volume(desk.shown()) ? std::min({size.x, size.y, size.z}) * 2 : size.y);
}

Vec3 brush_place(const Desk& desk, float px, float py) {
    if (!is_volume(desk.shown())) return Canvas::place(desk, px, py);
    return desk.camera.on_plane(desk.canvas, px, py, desk.anchor);
}

void Pointer::frame(Desk& desk, double seconds) {
    const ImGuiIO& io = ImGui::GetIO();
    const float x = io.MousePos.x, y = io.MousePos.y;
    const bool inside = !io.WantCaptureMouse && desk.canvas.has(x, y);
    if (inside && io.MouseWheel != 0) wheel(desk, io.MouseWheel);
    for (int b = 0; b < 3; ++b)
        if (button_ < 0 && inside && ImGui::IsMouseClicked(b)) begin(desk, b);
    if (button_ >= 0) {
        if (orbits_)
            desk.camera.turn((x - last_x_) / dots(125), (y - last_y_) / dots(125));
        else
            stroke(desk, seconds);
        if (!io.MouseDown[button_]) button_ = -1;
    }
    last_x_ = x, last_y_ = y;

    const bool shows = inside || button_ >= 0;
    if (is_volume(desk.shown()))
        return draw_locator(desk, shows && !orbits_, brush_place(desk, x, y), brush_radius(desk));
    if (!shows || desk.on_body()) return;
    const Area area = Canvas::domain_area(desk);
    const float points = static_cast<float>(brush_radius(desk) / std::max(desk.shown().size.y, 1e-9)) * area.height;
    ImGui::GetBackgroundDrawList()->AddCircle({x, y}, points, IM_COL32(255, 255, 255, 120), 48, dots(1.2f));
}

void Pointer::begin(Desk& desk, int button) {
    const ImGuiIO& io = ImGui::GetIO();
    button_ = button;
    orbits_ = desk.on_body() || (is_volume(desk.shown()) && (button == 2 || io.KeyShift));
    last_ = brush_place(desk, io.MousePos.x, io.MousePos.y);
    last_x_ = io.MousePos.x, last_y_ = io.MousePos.y;
    if (orbits_) return;
    if (desk.next_ink && button == 0) desk.ink = (desk.ink + 1) % static_cast<int>(std::size(inks) - 1);
    desk.send(Begin{});
}

void Pointer::stroke(Desk& desk, double seconds) {
    const ImGuiIO& io = ImGui::GetIO();
    const Vec3 now = brush_place(desk, io.MousePos.x, io.MousePos.y), from = last_;
    last_ = now;
    const Vec3 way{now.x - from.x, now.y - from.y, now.z - from.z};
    const double radius = brush_radius(desk), length = std::hypot(way.x, way.y, way.z);
    // A point that the brush passes over is touched again and again while it lies under it, in all for two radii:
    // shares of that make the whole independent of how often the mouse is asked.
    const double share = std::min(1.0, length / (2 * radius)), push = desk.strength * share / std::max(seconds, 1e-3);
    const bool only_force = button_ == 1;
    Stroke s{.brush = only_force ? "force" : desk.brush, .from = from, .to = now, .radius = radius};
    s.colour = inks[static_cast<std::size_t>(desk.ink)].colour;
    s.push = {way.x * push, way.y * push, way.z * push};
    s.amount = s.brush == "wall" || s.brush == "eraser" ? 1 : desk.amount * (0.55 * share + 1.2 * seconds);
    if (button_ == 2 && s.brush == "wall") s.amount = -1;
    if (only_force && length == 0) return;
    if (brush_named(s.brush).builds && length == 0 && !ImGui::IsMouseClicked(button_)) return;  // nothing new
    desk.send(s);
}

void Pointer::wheel(Desk& desk, float turns) {
    const ImGuiIO& io = ImGui::GetIO();
    if (is_volume(desk.shown()) && io.KeyShift) return desk.camera.zoom(std::pow(0.9, turns));
    if (is_volume(desk.shown()) && io.KeyCtrl) {  // the plane of the brush, towards the eye or away from it
        const Vec3 forwards = desk.camera.axes()[2];
        const double by = 0.04 * turns * desk.shown().size.y;
        desk.anchor = {desk.anchor.x + by * forwards.x, desk.anchor.y + by * forwards.y,
                       desk.anchor.z + by * forwards.z};
        return;
    }
    desk.radius = std::clamp(desk.radius * std::pow(1.12, static_cast<double>(turns)), 0.004, 0.3);
}

}  // namespace studio
