#include "overlays.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <session/streamlines.hpp>
#include <whorl/scene.hpp>

#include "ramps.hpp"

namespace studio {

namespace {

constexpr const char* light_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D light;
void main() { pixel = vec4(texture(light, place).rgb, 1.0); }
)";

// Both ways along the flow from each pixel; a raised cosine that moves with the phase, under one that stands still.
constexpr const char* grain_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D flow, noise;
uniform vec2 pixels, metres;
uniform float phase;
const int reach = 8;
void main() {
    float sum = 0.0, all = 0.0;
    for (int way = -1; way <= 1; way += 2) {
        vec2 at = place;
        for (int i = 0; i < reach; ++i) {
            vec2 u = texture(flow, at).rg / metres * pixels;
            float speed = length(u);
            if (speed > 0.0) at += float(way) * 1.8 * u / (speed * pixels);
            float share = float(way * (i + 1)) / float(reach);
            float weight = (1.0 + cos(3.14159 * share)) * (1.0 + 0.9 * cos(6.28318 * (share - phase)));
            sum += weight * texelFetch(noise, ivec2(mod(at * pixels, 256.0)), 0).r;
            all += weight;
        }
    }
    pixel = vec4(clamp(0.5 + 2.6 * (sum / all - 0.5), 0.0, 1.0));
})";

bool has_flow(const Shown& shown) {
    return shown.wish.flow && shown.flow.extent[0] == shown.cells[0] && shown.flow.extent[1] == shown.cells[1] &&
           shown.solid.extent[0] == shown.cells[0] && shown.solid.extent[2] == 1;
}

Flow flow_of(const Shown& shown) { return {shown.flow, shown.solid, shown.size, shown.periodic}; }

void draw_arrows(const Shown& shown, const Area& area, double fastest) {
    const Flow flow = flow_of(shown);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float gap = 22, longest = static_cast<float>(fastest);
    for (float y = area.y + gap / 2; y < area.y + area.height; y += gap)
        for (float x = area.x + gap / 2; x < area.x + area.width; x += gap) {
            const Flow::Velocity u =
                flow.at((x - area.x) / area.width * flow.width(), (1 - (y - area.y) / area.height) * flow.height());
            const float speed = std::hypot(u.x, u.y);
            if (!(speed > 0.004f * longest)) continue;
            const float length = gap * 0.9f * std::sqrt(std::min(speed / longest, 1.0f)), dx = u.x / speed * length,
                        dy = -u.y / speed * length;
            const ImU32 colour = IM_COL32(235, 240, 245, 110);
            list.AddLine({x, y}, {x + dx, y + dy}, colour, 1.2f);
            list.AddCircleFilled({x, y}, 1.3f, colour, 6);
        }
}

}  // namespace

void take_picture(Desk& desk, const std::string& file) {
    try {
        desk.image = std::make_shared<const Pixels>(read_pixels(file));
        desk.picture = true;
    } catch (const whorl::Error& e) { desk.note = e.what(); }
}

void switch_overlay(Desk& desk, std::string_view name) {
    std::vector<std::string> known;
    for (const Overlay& one : overlays) {
        if (one.name == name) {
            const bool on = !(desk.*one.on);
            for (const Overlay& other : overlays)
                if (one.group != 0 && other.group == one.group) desk.*other.on = false;
            desk.*one.on = on;
            return;
        }
        known.emplace_back(one.name);
    }
    throw whorl::Error("unknown overlay \"" + std::string(name) + "\"" + whorl::did_you_mean(name, known));
}

Light::Light() : program_(Sheet::vertex_shader, light_text), texture_(GL_TEXTURE_2D) {}

void Light::clear(int width, int height) {
    width_ = std::clamp(width, 1, 16384), height_ = std::clamp(height, 1, 16384);
    pixels_.assign(std::size_t{4} * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
}

void Light::add(int x, int y, const std::array<float, 3>& bytes) {
    std::uint8_t* p = &pixels_[std::size_t{4} * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                                                 static_cast<std::size_t>(x))];
    for (std::size_t c = 0; c < 3; ++c)
        p[c] = static_cast<std::uint8_t>(std::min(static_cast<int>(p[c]) + static_cast<int>(bytes[c]), 255));
}

void Light::point(float x, float y, Paint colour, float strength) {
    if (!(x >= 0 && y >= 0 && x < static_cast<float>(width_) && y < static_cast<float>(height_))) return;
    const float s = 255 * strength;
    add(static_cast<int>(x), static_cast<int>(y), {s * colour[0], s * colour[1], s * colour[2]});
}

void Light::line(float x0, float y0, float x1, float y1, Paint colour, float strength, float last) {
    const float longer = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
    if (!(longer < 1e4f)) return;
    const int steps = std::max(static_cast<int>(longer), 1);
    const float dx = (x1 - x0) / static_cast<float>(steps), dy = (y1 - y0) / static_cast<float>(steps),
                fade = strength * (last - 1) / static_cast<float>(steps);
    for (int i = 0; i < steps; ++i)
        point(x0 + static_cast<float>(i) * dx, y0 + static_cast<float>(i) * dy, colour,
              strength + static_cast<float>(i) * fade);
}

void Light::show() {
    texture_.upload(pixels_.data(), width_, height_);
    program_.use();
    texture_.bind(0);
    program_.set("light", 0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    sheet_.draw();
    glDisable(GL_BLEND);
}

Grain::Grain()
    : program_(Sheet::vertex_shader, grain_text), flow_(GL_TEXTURE_2D), noise_(GL_TEXTURE_2D), grain_(GL_TEXTURE_2D) {
    Lattice noise;
    noise.shape({256, 256, 1}, 1);
    std::minstd_rand chance(3);
    for (float& x : noise.values) x = static_cast<float>(chance() % 1024) / 1023;
    noise_.upload(noise);
}
void Grain::draw(const Lattice& flow, Vec3 size, int width, int height, float phase) {
    flow_.upload(flow);
    grain_.allocate(GL_RGBA8, width, height);
    target_.draw_into(grain_);
    glViewport(0, 0, width, height);
    program_.use();
    flow_.bind(0), noise_.bind(1);
    program_.set("flow", 0), program_.set("noise", 1);
    program_.set("pixels", static_cast<float>(width), static_cast<float>(height));
    program_.set("metres", static_cast<float>(size.x), static_cast<float>(size.y));
    program_.set("phase", phase);
    sheet_.draw();
}

Overlays::Overlays() {
    for (std::size_t i = 0; i < 256; ++i) tones_[i] = ramp(Look::magnitude, static_cast<float>(i) / 255);
}

void Overlays::prepare(const Desk& desk, bool fresh, int width, int height) {
    const Shown& shown = desk.shown();
    if (!fresh || !has_flow(shown)) return;
    if (of_ != shown.name) of_ = shown.name, tracers_.forget(), liquid_.restart(), fastest_ = 1e-6;
    // The scale follows slowly, as that of the views does.
    const double fastest = range_of(shown.flow);
    fastest_ = std::max(fastest_ + 0.1 * (fastest - fastest_), 0.25 * fastest);
    const double seconds = std::clamp(shown.statistics.time - time_, 0.0, 0.25);
    if (shown.statistics.time < time_) liquid_.restart();
    time_ = shown.statistics.time;
    if (desk.picture) stir_picture(desk, seconds);
    if (desk.particles || desk.streaks) tracers_.advance(flow_of(shown), static_cast<float>(seconds));
    if (desk.grain) {
        if (seconds > 0) phase_ = std::fmod(phase_ + 0.045f, 1.0f);
        glDisable(GL_BLEND);
        grain_.draw(shown.flow, shown.size, std::max(width, 1), std::max(height, 1), phase_);
    }
}

void Overlays::stir_picture(const Desk& desk, double seconds) {
    const Shown& shown = desk.shown();
    if (!pictured_ || (desk.image && desk.image != pictured_)) {
        pictured_ = desk.image ? desk.image : std::make_shared<const Pixels>(painted_tiles());
        image_.upload_image(pictured_->values.data(), pictured_->width, pictured_->height);
        liquid_.restart();
    }
    liquid_.advance(flow_of(shown), shown.cells[0], shown.cells[1], static_cast<float>(seconds));
    for (int i = 0; i < 2; ++i) bends_[i].upload(liquid_.bend(i));
}

std::array<float, 2> Overlays::picture_share(Vec3 size) const {
    if (!pictured_) return {1, 1};
    const float wider = static_cast<float>(size.x / size.y) * static_cast<float>(pictured_->height) /
                        static_cast<float>(pictured_->width);
    return {std::min(wider, 1.0f), std::min(1 / wider, 1.0f)};
}

void Overlays::draw(const Desk& desk, const Area& area, float density) {
    const Shown& shown = desk.shown();
    if (!has_flow(shown)) return;
    if (desk.particles || desk.streaks || desk.streamlines) {
        const float width = std::round(area.width * density), height = std::round(area.height * density);
        const float across = static_cast<float>(width / shown.size.x), up = static_cast<float>(height / shown.size.y);
        light_.clear(static_cast<int>(width), static_cast<int>(height));
        if (desk.particles || desk.streaks) draw_tracers(desk, across, up);
        if (desk.streamlines) draw_streamlines(desk, area, across, up);
        light_.show();
    }
    if (desk.arrows && !desk.on_body()) draw_arrows(shown, area, fastest_);
}

/// Points, or the way of each while a shutter is open: that of the fastest is a thirtieth of the height.
void Overlays::draw_tracers(const Desk& desk, float across, float up) {
    const float fastest = static_cast<float>(fastest_),
                open = static_cast<float>(0.034 * desk.shown().size.y / fastest_);
    for (const Tracer& one : tracers_.all()) {
        const float speed = std::sqrt(one.velocity.x * one.velocity.x + one.velocity.y * one.velocity.y) / fastest,
                    full = std::min(speed, 1.0f);
        const Paint colour = tone(0.30f + 0.7f * speed);
        const float x = one.x * across, y = one.y * up;
        if (desk.streaks)
            light_.line(x, y, x - open * one.velocity.x * across, y - open * one.velocity.y * up, colour,
                        (0.10f + 0.25f * full) * one.presence(), 0.1f);
        else
            light_.point(x, y, colour, (0.18f + 0.5f * full) * one.presence());
    }
}

void Overlays::draw_streamlines(const Desk& desk, const Area& area, float across, float up) {
    const Shown& shown = desk.shown();
    constexpr float points_apart = 15;
    const float fastest = static_cast<float>(fastest_),
                apart = points_apart / area.height * static_cast<float>(shown.size.y);
    for (const Line& line : streamlines(flow_of(shown), apart, 0.002f * fastest))
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            // Each grows from nothing to light along the flow, which says which way it goes.
            const float speed = std::min(line[i].speed / fastest, 1.0f),
                        grown = static_cast<float>(i) / static_cast<float>(line.size());
            light_.line(line[i].x * across, line[i].y * up, line[i + 1].x * across, line[i + 1].y * up,
                        tone(0.35f + 0.65f * speed), (0.15f + 0.75f * grown) * (0.35f + 0.65f * speed), 1);
        }
}

}  // namespace studio
