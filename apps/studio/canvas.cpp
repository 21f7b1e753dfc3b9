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
uniform sampler2D picture, solid, ramp, grain, image, bend0, bend1;
uniform vec2 cells;
uniform float range;
uniform float contours, grainy, dim, pictured, blend;
uniform vec2 metres, cut;
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
vec3 stirred(sampler2D bend) {
    vec2 from = place + texture(bend, place).rg / metres;
    return texture(image, 0.5 + (from - 0.5) * cut).rgb;
}
float weight(vec3 v) { return look == 1 ? dot(v, vec3(0.4)) : v.r; }
void main() {
    vec3 v = smoothly(picture, place) / range;
    if (any(isnan(v))) v = vec3(0.0);
    vec3 light;
    if (look == 0) light = mapped(1.0 - exp(-1.9 * max(v.r, 0.0)));
    else if (look == 1) light = vec3(0.0030, 0.0036, 0.0058) + 1.0 - exp(-1.35 * max(v, 0.0));
    else if (look == 2) light = mapped(v.r);
    else light = mapped(0.5 + 0.5 * v.r);
    if (pictured > 0.0) {  // what the view shows lies over the image, where it is something that one paints with
        vec3 under = mix(stirred(bend0), stirred(bend1), blend);
        if (look == 0) light = mix(under, light, 1.0 - exp(-1.9 * max(v.r, 0.0)));
        else if (look == 1) light = under * exp(-1.2 * dot(max(v, 0.0), vec3(0.5))) + 1.0 - exp(-1.35 * max(v, 0.0));
        else light = under;
    } else if (look < 2) {  // a little relief gives body to folds
        vec2 h = 1.0 / cells;
        vec2 slope = vec2(weight(texture(picture, place + vec2(h.x, 0)).rgb) - weight(texture(picture, place - vec2(h.x, 0)).rgb),
                          weight(texture(picture, place + vec2(0, h.y)).rgb) - weight(texture(picture, place - vec2(0, h.y)).rgb));
        light *= 1.0 + 0.42 * clamp(dot(slope, vec2(0.8, -0.9)) / range, -0.7, 0.7);
    }
    if (contours > 0.0 && look != 1) {
        float level = v.r * 8.0, width = max(fwidth(level), 1e-6);
        float line = 1.0 - smoothstep(0.2, 0.9, abs(fract(level - 0.5) - 0.5) / width);
        light = mix(light, vec3(0.75, 0.80, 0.85), 0.6 * line * smoothstep(0.02, 0.2, abs(level)) * smoothstep(0.45, 0.15, width));
    }
    // Grain needs light to be seen by, also where there is no smoke.
    light = mix(light, (light + (look < 2 ? 0.035 : 0.01)) * 2.0 * pow(texture(grain, place).r, 1.6), grainy) * dim;
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
        // The scale follows slowly: a flicker of the brightness would look like a change of the flow. While a step
        // waits it only grows, so that its stages can be compared.
        const bool follows = ramp_of_ == shown.wish.view && view.range == 0;
        const double slowly = range_ + 0.12 * (shown.range - range_);
        range_ = !follows ? shown.range : shown.stage.empty() ? slowly : std::max(range_, shown.range);
    }
    if (ramp_of_ != shown.wish.view) {
        ramp_.upload(ramp_row(view.look, 256));
        ramp_of_ = shown.wish.view;
    }
    const Area area = domain_area(desk);
    const auto pixels = [density](float points) { return static_cast<int>(std::lround(points * density)); };
    const auto made = [&](float points) { return static_cast<int>(points * density * share); };
    overlays_.prepare(desk, fresh, made(area.width), made(area.height));
    glDisable(GL_BLEND);
    reduced_.begin(pixels(area.width), pixels(area.height), share);
    program_.use();
    picture_.bind(0), solid_.bind(1), ramp_.bind(2), overlays_.bind_grain(3), overlays_.bind_picture(4);
    program_.set("picture", 0), program_.set("solid", 1), program_.set("ramp", 2), program_.set("grain", 3);
    program_.set("contours", desk.contours ? 1.0f : 0.0f);
    program_.set("image", 4), program_.set("bend0", 5), program_.set("bend1", 6);
    program_.set("pictured", desk.picture && shown.wish.flow ? 1.0f : 0.0f), program_.set("blend", overlays_.blend());
    program_.set("metres", static_cast<float>(shown.size.x), static_cast<float>(shown.size.y));
    const std::array<float, 2> cut = overlays_.picture_share(shown.size);
    program_.set("cut", cut[0], cut[1]);
    program_.set("grainy", desk.grain && shown.wish.flow ? 1.0f : 0.0f);
    program_.set("dim", desk.particles || desk.streaks || desk.streamlines ? 0.4f : 1.0f);  // light adds up
    program_.set("cells", static_cast<float>(shown.picture.extent[0]), static_cast<float>(shown.picture.extent[1]));
    program_.set("range", static_cast<float>(range_));
    program_.set("look", look_number(view.look));
    sheet_.draw();
    if (desk.on_body()) {
        overlays_.draw(desk, area, density);
        const Area& all = desk.canvas;
        around_.begin(pixels(all.width), pixels(all.height), share);
        reduced_.bind(0);
        body_.draw(desk, made(all.width), made(all.height));
        around_.show(pixels(all.x), frame_height - pixels(all.y + all.height));
    } else {
        reduced_.show(pixels(area.x), frame_height - pixels(area.y + area.height));
        overlays_.draw(desk, area, density);
    }
    if (!desk.picture) draw_legend(desk, range_);
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
