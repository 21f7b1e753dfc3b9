#include "volume.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ramps.hpp"
#include "widgets.hpp"

namespace studio {

namespace {

// The box holds smoke, heat and how solid a place is. Towards the light a ray takes longer and longer steps: what is
// near shades sharply, what is far only as a whole.
constexpr const char* towards_light = R"(
uniform sampler3D box;
uniform vec3 size, light;
uniform float extinction, cell;
float reaching(vec3 at) {
    float thick = 0.0, shut = 0.0, way = cell;
    for (int i = 0; i < 17; ++i) {
        at += light / size * way;
        if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) break;
        vec3 here = texture(box, at).rgb;
        thick += max(here.r, 0.0) * way;
        shut += max(here.b - 0.08, 0.0) * way / cell;
        way *= 1.21;
    }
    // What is scattered forwards reaches farther than what is not scattered: a second, weaker term.
    return (0.8 * exp(-extinction * thick) + 0.2 * exp(-0.22 * extinction * thick)) * exp(-2.0 * shut);
}
)";

// Once for each cell of a coarse lattice.
constexpr const char* shade_text = R"(
in vec2 place;
out vec4 pixel;
uniform float depth;
void main() { pixel = vec4(reaching(vec3(place, depth))); }
)";

// The floor around the box, six times as wide.
constexpr const char* floor_text = R"(
in vec2 place;
out vec4 pixel;
void main() {
    vec3 at = vec3(6.0 * place.x - 2.5, 0.0, 6.0 * place.y - 2.5), towards = light / size;
    vec3 a = (vec3(0.0) - at) / towards, b = (vec3(1.0) - at) / towards, near3 = min(a, b), far3 = max(a, b);
    float from = max(max(near3.x, near3.y), max(near3.z, 0.0)), to = min(far3.x, min(far3.y, far3.z));
    float thick = 0.0, shut = 0.0;
    if (to > from) {
        float d = (to - from) / 28.0;
        for (int i = 0; i < 28; ++i) {
            vec3 here = texture(box, at + (from + (float(i) + 0.5) * d) * towards).rgb;
            thick += max(here.r, 0.0) * d;
            shut += max(here.b - 0.08, 0.0) * d / cell;
        }
    }
    pixel = vec4(exp(-extinction * thick) * exp(-2.0 * shut));
}
)";

constexpr const char* march_text = R"(
in vec2 place;
out vec4 pixel;
uniform sampler3D box, lit;
uniform sampler2D floor_, glow;
uniform vec3 eye, right, up, forwards, light;
uniform vec2 tangent;
uniform float extinction, cell, hot, surface, dim;
const float solid = 0.3;  // thin bodies are no more than that where they are blurred
vec3 shaded(vec3 at, vec3 ray, int channel, vec3 colour) {
    vec3 h = 1.2 / vec3(textureSize(box, 0));
    vec3 n = -normalize(vec3(texture(box, at + vec3(h.x, 0, 0))[channel] - texture(box, at - vec3(h.x, 0, 0))[channel],
                             texture(box, at + vec3(0, h.y, 0))[channel] - texture(box, at - vec3(0, h.y, 0))[channel],
                             texture(box, at + vec3(0, 0, h.z))[channel] - texture(box, at - vec3(0, 0, h.z))[channel]) + 1e-6);
    float shadow = texture(lit, at + n * h * 2.2).r, shine = pow(max(dot(n, normalize(light - ray)), 0.0), 40.0);
    return colour * (vec3(0.05, 0.065, 0.09) * (1.2 + 0.8 * n.y) + vec3(1.25, 1.12, 0.95) * shadow * max(dot(n, light), 0.0) +
                     vec3(0.05, 0.07, 0.10) * max(dot(n, -light), 0.0)) + 0.10 * shadow * shine;
}
vec3 ground(vec3 ray) {
    vec3 backdrop = mix(vec3(0.020, 0.025, 0.034), vec3(0.003, 0.004, 0.007), smoothstep(-0.3, 0.55, ray.y)) * (hot > 0.0 ? 0.5 : 1.0);
    if (ray.y > -0.001 || eye.y < 0.0) return backdrop;
    vec2 at = (eye + ray * (-eye.y / ray.y)).xz / size.xz;
    float far = length((at - 0.5) * size.xz) / max(size.x, size.z);
    vec2 rim = smoothstep(2.2, 2.95, abs(at - 0.5));
    float shadow = mix(texture(floor_, (at + 2.5) / 6.0).r, 1.0, max(rim.x, rim.y));
    vec3 light_ = vec3(0.068, 0.072, 0.080) * (0.22 + (hot > 0.0 ? 0.35 : 1.0) * shadow * max(light.y, 0.0));
    return mix(light_, backdrop, 1.0 - exp(-0.5 * far * far));
}
void main() {
    vec3 ray = normalize(forwards + (2.0 * place.x - 1.0) * tangent.x * right + (2.0 * place.y - 1.0) * tangent.y * up);
    vec3 a = -eye / ray, b = (size - eye) / ray, near3 = min(a, b), far3 = max(a, b);
    float from = max(max(near3.x, near3.y), max(near3.z, 0.0)), to = min(far3.x, min(far3.y, far3.z));
    vec3 colour = vec3(0.0);
    float clear = 1.0, d = 0.9 * cell;
    float jitter = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float dimmed = hot > 0.0 ? 0.3 : 1.0;  // exposed for the fire
    for (float t = from + d * jitter; t < to && clear > 0.012; t += d) {
        vec3 at = (eye + t * ray) / size, here = texture(box, at).rgb;
        vec3 shines = hot > 0.0 ? texture(glow, vec2(clamp(here.g * hot, 0.002, 0.998), 0.5)).rgb : vec3(0.0);
        bool body = here.b > solid, shell = surface > 0.0 && here.r > surface;
        if (body || shell) {
            int channel = body ? 2 : 0;
            float low = t - 1.8 * d, high = t, level = body ? solid : surface;
            for (int i = 0; i < 5; ++i) {
                float middle = 0.5 * (low + high);
                if (texture(box, (eye + middle * ray) / size)[channel] > level) high = middle; else low = middle;
            }
            if (hot > 0.0)  // what lies between the last step and the body
                colour += clear * shines * (1.0 - exp(-34.0 * max(high - t + d, 0.0) / max(size.x, size.z)));
            colour += clear * dimmed * shaded((eye + high * ray) / size, ray, channel, body ? vec3(0.42, 0.125, 0.075) : vec3(0.62, 0.66, 0.72));
            clear = 0.0;
            break;
        }
        if (here.r < 0.002 && here.b < 0.01) { t += 0.8 * d; if (hot == 0.0) continue; }
        if (surface > 0.0) continue;
        if (detail > 0.0 && here.r > 0.002) here.r *= textured(at);
        float lost = 1.0 - exp(-extinction * max(here.r, 0.0) * d);
        if (hot > 0.0) {
            colour += clear * shines * (1.0 - exp(-34.0 * d / max(size.x, size.z)));
        }
        if (lost > 0.0004) {
            vec3 source = vec3(1.22, 1.09, 0.90) * texture(lit, at).r + vec3(0.050, 0.068, 0.100) * (0.7 + 0.6 * at.y);
            colour += clear * lost * source * dimmed;
            clear *= 1.0 - lost;
        }
    }
    vec3 light_ = dim * (colour + clear * ground(ray));
    light_ = light_ * (1.0 + 0.11 * light_) / (1.0 + 0.35 * light_);
    light_ = clamp(light_, 0.0, 1.0);
    pixel = vec4(mix(12.92 * light_, 1.055 * pow(light_, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light_)), 1.0);
})";

std::string with_detail(const char* main) {
    return std::string("#version 330 core\nuniform vec3 size;\n") + Detail::shader + main;
}
std::string joined(const char* main) { return std::string("#version 330 core\n") + towards_light + main; }

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

/// m. Rays of a very fine box take steps of more than a cell.
float cell(const Shown& shown) {
    const double longest = std::hypot(shown.size.x, shown.size.y, shown.size.z);
    return static_cast<float>(std::max(shown.size.y / shown.cells[1], longest / 240));
}

constexpr int floor_pixels = 224;

}  // namespace

Volume::Volume()
    : march_(Sheet::vertex_shader, with_detail(march_text).c_str()),
      shade_(Sheet::vertex_shader, joined(shade_text).c_str()),
      shadow_(Sheet::vertex_shader, joined(floor_text).c_str()),
      box_(GL_TEXTURE_3D),
      lit_(GL_TEXTURE_3D),
      floor_(GL_TEXTURE_2D),
      glow_(GL_TEXTURE_2D) {
    glow_.upload(glow_row(256));
}

void Volume::light_up(const Desk& desk) {
    const Shown& shown = desk.shown();
    const auto half = [](int n) { return std::max(n / 2, 1); };
    const int w = half(shown.cells[0]), h = half(shown.cells[1]), d = half(shown.cells[2]);
    lit_.allocate(GL_R16F, w, h, d);
    floor_.allocate(GL_R16F, floor_pixels, floor_pixels);
    box_.bind(0);
    for (const Program* program : {&shadow_, &shade_}) {
        program->use();
        program->set("box", 0);
        set(*program, "size", shown.size), set(*program, "light", unit(desk.light));
        program->set("extinction", 2.1f * extinction(shown)), program->set("cell", cell(shown));
    }
    glViewport(0, 0, w, h);
    for (int k = 0; k < d; ++k) {
        target_.draw_into(lit_, k);
        shade_.set("depth", (static_cast<float>(k) + 0.5f) / static_cast<float>(d));
        sheet_.draw();
    }
    shadow_.use();
    glViewport(0, 0, floor_pixels, floor_pixels);
    target_.draw_into(floor_);
    sheet_.draw();
    lit_from_ = desk.light;
}

void Volume::draw(const Desk& desk, bool fresh, float density, int frame_height, float share) {
    const Shown& shown = desk.shown();
    glDisable(GL_BLEND);
    if (fresh) box_.upload(shown.picture);
    if (fresh || !(lit_from_ == desk.light)) light_up(desk);
    const bool follows = has_flow_in_box(shown), with_detail = follows && desk.detail;
    if (follows && course_.follow(desk, fresh)) {
        overlays_.prepare(desk, course_);
        if (desk.detail && !detail_) detail_.emplace();
        if (detail_ && (course_.other || course_.back)) detail_->restart();
        if (desk.detail) detail_->advance(flow_in_box(shown), shown.cells, static_cast<float>(course_.seconds));
    }

    const Area& area = desk.canvas;
    const auto pixels = [density](float points) {
        return std::max(static_cast<int>(std::lround(points * density)), 1);
    };
    reduced_.begin(pixels(area.width), pixels(area.height), share);
    march(desk, with_detail && detail_);
    reduced_.show(static_cast<int>(std::lround(area.x * density)), frame_height - pixels(area.y + area.height));
    if (follows && (desk.particles || desk.streaks || desk.streamlines))
        overlays_.draw(desk, pixels(area.width), pixels(area.height), extinction(shown));
}

void Volume::march(const Desk& desk, bool with_detail) {
    const Shown& shown = desk.shown();
    const Area& area = desk.canvas;
    march_.use();
    box_.bind(0), lit_.bind(1), floor_.bind(2), glow_.bind(3);
    march_.set("box", 0), march_.set("lit", 1), march_.set("floor_", 2), march_.set("glow", 3);
    march_.set("noise", 4), march_.set("bend0", 5), march_.set("bend1", 6);
    march_.set("detail", with_detail ? 0.9f : 0.0f);
    if (with_detail) {
        detail_->bind(4);
        march_.set("blend", detail_->blend());
        // The longest of its waves are as long as six cells.
        const float waves = 1.0f / (4 * 6);
        march_.set("tiles", waves * static_cast<float>(shown.cells[0]), waves * static_cast<float>(shown.cells[1]),
                   waves * static_cast<float>(shown.cells[2]));
    }
    march_.set("hot", desk.fire ? static_cast<float>(1 / shown.glow_range) : 0.0f);
    march_.set("surface", views()[static_cast<std::size_t>(shown.wish.view)].surface ? 0.15f : 0.0f);
    march_.set("dim", desk.particles || desk.streaks || desk.streamlines ? 0.4f : 1.0f);  // light adds up
    const auto [right, up, forwards] = desk.camera.axes();
    set(march_, "size", shown.size), set(march_, "eye", desk.camera.from()), set(march_, "light", unit(desk.light));
    set(march_, "right", right), set(march_, "up", up), set(march_, "forwards", forwards);
    const float tangent = static_cast<float>(OrbitCamera::tangent);
    march_.set("tangent", tangent * area.width / area.height, tangent);
    march_.set("extinction", extinction(shown));
    march_.set("cell", cell(shown));
    sheet_.draw();
}

void draw_locator(const Desk& desk, bool brush, Vec3 place, double radius) {
    const Vec3 s = desk.shown().size;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto line = [&](Vec3 a, Vec3 b, ImU32 colour, float width) {
        const auto p = desk.camera.seen(desk.canvas, a), q = desk.camera.seen(desk.canvas, b);
        if (p && q) list.AddLine({(*p)[0], (*p)[1]}, {(*q)[0], (*q)[1]}, colour, dots(width));
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
                       48, dots(1.3f));
    // Its shadow on the floor says where it is above.
    constexpr int corners = 32;
    for (int i = 0; i < corners; ++i) {
        const double a = 2 * 3.14159265358979 * i / corners, b = 2 * 3.14159265358979 * (i + 1) / corners;
        line({place.x + radius * std::cos(a), 0, place.z + radius * std::sin(a)},
             {place.x + radius * std::cos(b), 0, place.z + radius * std::sin(b)}, IM_COL32(255, 255, 255, 70), 1);
    }
}

}  // namespace studio
