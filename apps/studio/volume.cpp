#include "volume.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

// How much of the light reaches each place: a ray towards it, once for each cell of a coarse lattice.
constexpr const char* shade_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler3D smoke, solid;
uniform vec3 size, light;
uniform float depth, extinction;
void main() {
    vec3 at = vec3(place, depth), step_ = light / size * (0.9 * max(size.x, max(size.y, size.z)) / 20.0);
    float thick = 0.0, shut = 0.0;
    for (int i = 0; i < 20; ++i) {
        at += step_;
        if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) break;
        thick += max(texture(smoke, at).r, 0.0);
        shut += texture(solid, at).r;
    }
    float way = length(step_ * size);
    // What is scattered forwards reaches farther than what is not scattered: a second, weaker term.
    float through = 0.75 * exp(-extinction * thick * way) + 0.25 * exp(-0.25 * extinction * thick * way);
    pixel = vec4(through * exp(-3.0 * shut));
})";

constexpr const char* march_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler3D smoke, solid, lit;
uniform vec3 size, eye, right, up, forwards, light;
uniform vec2 tangent;
uniform float extinction;
uniform int steps;
vec3 heat_colour(float t) { return vec3(1.0, 0.36, 0.09) * t + vec3(0.0, 0.45, 0.25) * t * t + vec3(0.0, 0.1, 0.5) * t * t * t; }
void main() {
    vec3 ray = normalize(forwards + (2.0 * place.x - 1.0) * tangent.x * right + (2.0 * place.y - 1.0) * tangent.y * up);
    vec3 ground = mix(vec3(0.014, 0.018, 0.026), vec3(0.004, 0.005, 0.008), place.y);
    vec3 a = -eye / ray, b = (size - eye) / ray, near3 = min(a, b), far3 = max(a, b);
    float from = max(max(near3.x, near3.y), max(near3.z, 0.0)), to = min(far3.x, min(far3.y, far3.z));
    vec3 colour = vec3(0.0);
    float clear = 1.0;
    if (to > from) {
        float d = length(size) / float(steps);
        float jitter = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
        for (float t = from + d * jitter; t < to && clear > 0.01; t += d) {
            vec3 at = (eye + t * ray) / size;
            vec2 here = max(texture(smoke, at).rg, 0.0);
            float body = texture(solid, at).r;
            if (body > 0.5) {
                vec3 h = 1.5 / vec3(textureSize(solid, 0));
                vec3 n = -normalize(vec3(texture(solid, at + vec3(h.x, 0, 0)).r - texture(solid, at - vec3(h.x, 0, 0)).r,
                                         texture(solid, at + vec3(0, h.y, 0)).r - texture(solid, at - vec3(0, h.y, 0)).r,
                                         texture(solid, at + vec3(0, 0, h.z)).r - texture(solid, at - vec3(0, 0, h.z)).r) + 1e-5);
                float shadow = texture(lit, at + n * h * 2.0).r;
                colour += clear * vec3(0.34, 0.105, 0.065) * (0.10 + 0.12 * max(n.y, 0.0) + 1.1 * shadow * max(dot(n, light), 0.0));
                clear = 0.0;
                break;
            }
            float lost = 1.0 - exp(-extinction * here.r * d);
            if (lost > 0.0003 || here.g > 0.05) {
                float shine = texture(lit, at).r;
                vec3 source = vec3(1.02, 0.95, 0.86) * shine + vec3(0.085, 0.11, 0.15) * (0.7 + 0.5 * at.y);
                colour += clear * (lost * source + d * 0.8 * heat_colour(clamp(here.g - 0.15, 0.0, 1.2)) * lost / max(d, 1e-4) * 0.5);
                clear *= 1.0 - lost;
            }
        }
    }
    vec3 light_ = colour + clear * ground;
    light_ = light_ * (1.0 + light_ * 0.15) / (1.0 + 0.55 * light_);
    light_ = clamp(light_, 0.0, 1.0);
    pixel = vec4(mix(12.92 * light_, 1.055 * pow(light_, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light_)), 1.0);
})";

void set(const Program& program, const char* name, Vec3 v) {
    program.set(name, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
}

Vec3 unit(Vec3 v) {
    const double length = std::max(std::hypot(v.x, v.y, v.z), 1e-12);
    return {v.x / length, v.y / length, v.z / length};
}

/// 1/m: a tenth of the box full of smoke is nearly opaque, whatever its size.
float extinction(const Shown& shown) {
    return static_cast<float>(28 / std::min({shown.size.x, shown.size.y, shown.size.z}));
}

}  // namespace

Volume::Volume()
    : march_(Sheet::vertex_shader, march_text),
      shade_(Sheet::vertex_shader, shade_text),
      smoke_(GL_TEXTURE_3D),
      solid_(GL_TEXTURE_3D),
      lit_(GL_TEXTURE_3D) {}

void Volume::light_up(const Desk& desk) {
    const Shown& shown = desk.shown();
    const auto half = [](int n) { return std::max(n / 2, 1); };
    const int w = half(shown.cells[0]), h = half(shown.cells[1]), d = half(shown.cells[2]);
    lit_.allocate(GL_R16F, w, h, d);
    shade_.use();
    smoke_.bind(0), solid_.bind(1);
    shade_.set("smoke", 0), shade_.set("solid", 1);
    set(shade_, "size", shown.size), set(shade_, "light", unit(desk.light));
    shade_.set("extinction", extinction(shown));
    glViewport(0, 0, w, h);
    for (int k = 0; k < d; ++k) {
        target_.draw_into(lit_, k);
        shade_.set("depth", (static_cast<float>(k) + 0.5f) / static_cast<float>(d));
        sheet_.draw();
    }
    lit_from_ = desk.light;
}

void Volume::draw(const Desk& desk, bool fresh, float density, int frame_height, float share) {
    const Shown& shown = desk.shown();
    glDisable(GL_BLEND);
    if (fresh) smoke_.upload(shown.picture), solid_.upload(shown.solid);
    if (fresh || !(lit_from_ == desk.light)) light_up(desk);

    const Area& area = desk.canvas;
    const auto pixels = [density](float points) {
        return std::max(static_cast<int>(std::lround(points * density)), 1);
    };
    reduced_.begin(pixels(area.width), pixels(area.height), share);
    march_.use();
    smoke_.bind(0), solid_.bind(1), lit_.bind(2);
    march_.set("smoke", 0), march_.set("solid", 1), march_.set("lit", 2);
    const auto [right, up, forwards] = desk.camera.axes();
    set(march_, "size", shown.size), set(march_, "eye", desk.camera.from()), set(march_, "light", unit(desk.light));
    set(march_, "right", right), set(march_, "up", up), set(march_, "forwards", forwards);
    const float tangent = static_cast<float>(OrbitCamera::tangent);
    march_.set("tangent", tangent * area.width / area.height, tangent);
    march_.set("extinction", extinction(shown));
    march_.set("steps", std::clamp(shown.cells[0] + shown.cells[1] + shown.cells[2], 48, 220));
    sheet_.draw();
    reduced_.show(static_cast<int>(std::lround(area.x * density)), frame_height - pixels(area.y + area.height));
}

void draw_locator(const Desk& desk, bool brush, Vec3 place, double radius) {
    const Vec3 s = desk.shown().size;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto line = [&](Vec3 a, Vec3 b, ImU32 colour, float width) {
        const auto p = desk.camera.seen(desk.canvas, a), q = desk.camera.seen(desk.canvas, b);
        if (p && q) list.AddLine({(*p)[0], (*p)[1]}, {(*q)[0], (*q)[1]}, colour, width);
    };
    const ImU32 edge = IM_COL32(150, 170, 190, 46);
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            line({0, i * s.y, j * s.z}, {s.x, i * s.y, j * s.z}, edge, 1);
            line({i * s.x, 0, j * s.z}, {i * s.x, s.y, j * s.z}, edge, 1);
            line({i * s.x, j * s.y, 0}, {i * s.x, j * s.y, s.z}, edge, 1);
        }
    if (!brush) return;
    line({0, place.y, place.z}, {s.x, place.y, place.z}, IM_COL32(240, 110, 95, 120), 1.2f);
    line({place.x, 0, place.z}, {place.x, s.y, place.z}, IM_COL32(120, 215, 140, 120), 1.2f);
    line({place.x, place.y, 0}, {place.x, place.y, s.z}, IM_COL32(110, 160, 250, 120), 1.2f);
    const auto centre = desk.camera.seen(desk.canvas, place);
    const Vec3 right = desk.camera.axes()[0];
    const auto side = desk.camera.seen(
        desk.canvas, {place.x + radius * right.x, place.y + radius * right.y, place.z + radius * right.z});
    if (centre && side)
        list.AddCircle({(*centre)[0], (*centre)[1]}, std::abs((*side)[0] - (*centre)[0]), IM_COL32(255, 255, 255, 170),
                       48, 1.3f);
    // Its shadow on the floor says where it is above.
    constexpr int corners = 32;
    for (int i = 0; i < corners; ++i) {
        const double a = 2 * 3.14159265358979 * i / corners, b = 2 * 3.14159265358979 * (i + 1) / corners;
        line({place.x + radius * std::cos(a), 0, place.z + radius * std::sin(a)},
             {place.x + radius * std::cos(b), 0, place.z + radius * std::sin(b)}, IM_COL32(255, 255, 255, 70), 1);
    }
}

}  // namespace studio
