#include "canvas.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ramps.hpp"

namespace studio {

namespace {

// Cubic B-splines by four linear samples, so that no cells show; light from the upper left on what is thick.
constexpr const char* fragment = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D picture, solid, ramp;
uniform vec2 cells;
uniform float range;
uniform int look;  // 0 smoke, 1 ink, 2 others from 0, 3 signed
vec3 smoothly(sampler2D from, vec2 at) {
    vec2 x = at * cells - 0.5, i = floor(x), f = x - i, g = 1.0 - f;
    vec2 w0 = g * g * g / 6.0, w3 = f * f * f / 6.0;
    vec2 w1 = 2.0 / 3.0 - 0.5 * f * f * (2.0 - f), w2 = 1.0 - w0 - w1 - w3;
    vec2 low = w0 + w1, high = w2 + w3;
    vec2 a = (i - 0.5 + w1 / low) / cells, b = (i + 1.5 + w3 / high) / cells;
    return low.y * (low.x * texture(from, vec2(a.x, a.y)).rgb + high.x * texture(from, vec2(b.x, a.y)).rgb) +
           high.y * (low.x * texture(from, vec2(a.x, b.y)).rgb + high.x * texture(from, vec2(b.x, b.y)).rgb);
}
vec3 mapped(float share) { return texture(ramp, vec2(clamp(share, 0.002, 0.998), 0.5)).rgb; }
float weight(vec3 v) { return look == 1 ? dot(v, vec3(0.4)) : v.r; }
void main() {
    vec3 v = smoothly(picture, place) / range;
    if (any(isnan(v))) v = vec3(0.0);
    vec3 light;
    if (look == 0) light = mapped(1.0 - exp(-1.9 * max(v.r, 0.0)));
    else if (look == 1) light = vec3(0.0030, 0.0036, 0.0058) + 1.0 - exp(-1.35 * max(v, 0.0));
    else if (look == 2) light = mapped(v.r);
    else light = mapped(0.5 + 0.5 * v.r);
    if (look < 2) {  // a little relief gives body to folds
        vec2 h = 1.0 / cells;
        vec2 slope = vec2(weight(texture(picture, place + vec2(h.x, 0)).rgb) - weight(texture(picture, place - vec2(h.x, 0)).rgb),
                          weight(texture(picture, place + vec2(0, h.y)).rgb) - weight(texture(picture, place - vec2(0, h.y)).rgb));
        light *= 1.0 + 0.42 * clamp(dot(slope, vec2(0.8, -0.9)) / range, -0.7, 0.7);
    }
    float wall = smoothstep(0.35, 0.65, smoothly(solid, place).r);
    vec2 h = 1.5 / cells;
    float rim = texture(solid, place + vec2(-h.x, h.y)).r - texture(solid, place + vec2(h.x, -h.y)).r;
    light = mix(light, vec3(0.060, 0.066, 0.080) * (1.0 - 0.8 * rim), wall);
    light = clamp(light, 0.0, 1.0);
    pixel = vec4(mix(12.92 * light, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light)), 1.0);
})";

int look_number(Look look) {
    switch (look) {
        case Look::smoke:
            return 0;
        case Look::ink:
            return 1;
        case Look::signed_:
            return 3;
        default:
            return 2;
    }
}

void draw_arrows(const Desk& desk, const Area& area) {
    const Shown& shown = desk.shown();
    Lattice flow = shown.flow;
    if (flow.values.empty() || flow.extent[0] != shown.cells[0]) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float gap = 22;
    const float longest = static_cast<float>(std::max(shown.max_speed, 1e-6));
    for (float y = area.y + gap / 2; y < area.y + area.height; y += gap)
        for (float x = area.x + gap / 2; x < area.x + area.width; x += gap) {
            const int i = static_cast<int>((x - area.x) / area.width * static_cast<float>(flow.extent[0])),
                      j = static_cast<int>((1 - (y - area.y) / area.height) * static_cast<float>(flow.extent[1]));
            const float* u = flow.at(std::clamp(i, 0, flow.extent[0] - 1), std::clamp(j, 0, flow.extent[1] - 1));
            const float speed = std::hypot(u[0], u[1]);
            if (!(speed > 0.004f * longest)) continue;
            const float length = gap * 0.9f * std::sqrt(std::min(speed / longest, 1.0f)), dx = u[0] / speed * length,
                        dy = -u[1] / speed * length;
            const ImU32 colour = IM_COL32(235, 240, 245, 110);
            list.AddLine({x, y}, {x + dx, y + dy}, colour, 1.2f);
            list.AddCircleFilled({x, y}, 1.3f, colour, 6);
        }
}

}  // namespace

Canvas::Canvas()
    : program_(Sheet::vertex_shader, fragment), picture_(GL_TEXTURE_2D), solid_(GL_TEXTURE_2D), ramp_(GL_TEXTURE_2D) {}

Area Canvas::domain_area(const Desk& desk) {
    const Shown& shown = desk.shown();
    const Area& room = desk.canvas;
    const float aspect = static_cast<float>(shown.size.x / std::max(shown.size.y, 1e-9));
    float width = room.width, height = width / aspect;
    if (height > room.height) height = room.height, width = height * aspect;
    return {room.x + 0.5f * (room.width - width), room.y + 0.5f * (room.height - height), width, height};
}

Vec3 Canvas::place(const Desk& desk, float px, float py) {
    const Area area = domain_area(desk);
    const Vec3 size = desk.shown().size;
    return {size.x * (px - area.x) / area.width, size.y * (1 - (py - area.y) / area.height), size.z * desk.depth};
}

void Canvas::draw(const Desk& desk, bool fresh, float density, int frame_height, float share) {
    const Shown& shown = desk.shown();
    const View& view = views()[static_cast<std::size_t>(shown.wish.view)];
    if (fresh) {
        picture_.upload(shown.picture), solid_.upload(shown.solid);
        // The scale follows slowly: a flicker of the brightness would look like a change of the flow.
        range_ = ramp_of_ == shown.wish.view && view.range == 0 ? range_ + 0.12 * (shown.range - range_) : shown.range;
    }
    if (ramp_of_ != shown.wish.view) {
        ramp_.upload(ramp_row(view.look, 256));
        ramp_of_ = shown.wish.view;
    }
    const Area area = domain_area(desk);
    const auto pixels = [density](float points) { return static_cast<int>(std::lround(points * density)); };
    glDisable(GL_BLEND);
    reduced_.begin(pixels(area.width), pixels(area.height), share);
    program_.use();
    picture_.bind(0), solid_.bind(1), ramp_.bind(2);
    program_.set("picture", 0), program_.set("solid", 1), program_.set("ramp", 2);
    program_.set("cells", static_cast<float>(shown.picture.extent[0]), static_cast<float>(shown.picture.extent[1]));
    program_.set("range", static_cast<float>(range_));
    program_.set("look", look_number(view.look));
    sheet_.draw();
    reduced_.show(pixels(area.x), frame_height - pixels(area.y + area.height));
    if (desk.arrows) draw_arrows(desk, area);
    draw_legend(desk, range_);
}

void draw_legend(const Desk& desk, double range) {
    const View& view = views()[static_cast<std::size_t>(desk.shown().wish.view)];
    if (view.look == Look::ink) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float letter = ImGui::GetFontSize(), width = 12 * letter, height = 0.5f * letter;
    const float x = desk.canvas.x + desk.canvas.width - width - 1.5f * letter,
                y = desk.canvas.y + desk.canvas.height - 2.6f * letter;
    const ImU32 text = IM_COL32(215, 220, 228, 220);
    list.AddRectFilled({x - 0.8f * letter, y - 1.7f * letter}, {x + width + 0.8f * letter, y + height + 1.5f * letter},
                       IM_COL32(12, 14, 18, 170), 6);
    constexpr int steps = 64;
    for (int i = 0; i < steps; ++i) {
        const auto colour = [&](int at) {
            const Paint p = ramp(view.look, static_cast<float>(at) / steps);
            return ImGui::ColorConvertFloat4ToU32({p[0], p[1], p[2], 1});
        };
        const float a = x + width * static_cast<float>(i) / steps, b = x + width * static_cast<float>(i + 1) / steps;
        list.AddRectFilledMultiColor({a, y}, {b, y + height}, colour(i), colour(i + 1), colour(i + 1), colour(i));
    }
    char low[32], high[32], title[64];
    std::snprintf(low, sizeof low, "%.3g", view.look == Look::signed_ ? -range : 0.0);
    std::snprintf(high, sizeof high, "%.3g", range);
    std::snprintf(title, sizeof title, view.unit.empty() ? "%.*s%s%.*s" : "%.*s%s(%.*s)",
                  static_cast<int>(view.label.size()), view.label.data(), view.unit.empty() ? "" : "  ",
                  static_cast<int>(view.unit.size()), view.unit.data());
    list.AddText({x, y - 1.35f * letter}, text, title);
    list.AddText({x, y + height + 2}, text, low);
    list.AddText({x + width - ImGui::CalcTextSize(high).x, y + height + 2}, text, high);
}

}  // namespace studio
