#include "overlays.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <session/streamlines.hpp>
#include <whorl/scene.hpp>

#include "ramps.hpp"
#include "widgets.hpp"

namespace studio {

namespace {

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
    return shown.wish.flow && shown.flow.channels == 2 && shown.flow.extent == shown.solid.extent;
}

Flow<2> flow_of(const Shown& shown) { return {shown.flow, shown.solid, shown.size, shown.periodic}; }

void draw_arrows(const Shown& shown, const Area& area, double fastest) {
    const Flow<2> flow = flow_of(shown);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float gap = dots(22), longest = static_cast<float>(fastest);
    for (float y = area.y + gap / 2; y < area.y + area.height; y += gap)
        for (float x = area.x + gap / 2; x < area.x + area.width; x += gap) {
            const Place<2> u = flow.velocity(
                {(x - area.x) / area.width * flow.size(0), (1 - (y - area.y) / area.height) * flow.size(1)});
            const float speed = length<2>(u);
            if (!(speed > 0.004f * longest)) continue;
            const float reach = gap * 0.9f * std::sqrt(std::min(speed / longest, 1.0f)), dx = u[0] / speed * reach,
                        dy = -u[1] / speed * reach;
            const ImU32 colour = IM_COL32(235, 240, 245, 110);
            list.AddLine({x, y}, {x + dx, y + dy}, colour, dots(1.2f));
            list.AddCircleFilled({x, y}, dots(1.3f), colour, 6);
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

bool Course::follow(const Desk& desk, bool fresh) {
    const Shown& shown = desk.shown();
    unsigned asked = 0;
    for (const Overlay& one : overlays) asked = 2 * asked + (desk.*one.on ? 1 : 0);
    if (!fresh && asked == asked_) return false;
    asked_ = asked;
    other = of_ != shown.name, back = shown.statistics.time < time_;
    if (other) of_ = shown.name, fastest = 1e-6;
    const double now = range_of(shown.flow);
    fastest = std::max(fastest + 0.1 * (now - fastest), 0.25 * now);
    seconds = std::clamp(shown.statistics.time - time_, 0.0, 0.25);
    time_ = shown.statistics.time;
    return true;
}

void Overlays::prepare(const Desk& desk, bool fresh, int width, int height) {
    const Shown& shown = desk.shown();
    if (!has_flow(shown) || !course_.follow(desk, fresh)) return;
    if (course_.other) tracers_.forget();
    if (course_.other || course_.back) liquid_.restart();
    if (desk.picture) stir_picture(desk);
    if (desk.particles || desk.streaks) tracers_.advance(flow_of(shown), static_cast<float>(course_.seconds));
    if (desk.grain) {
        if (course_.seconds > 0) phase_ = std::fmod(phase_ + 0.045f, 1.0f);
        glDisable(GL_BLEND);
        grain_.draw(shown.flow, shown.size, std::max(width, 1), std::max(height, 1), phase_);
    }
}

void Overlays::stir_picture(const Desk& desk) {
    const Shown& shown = desk.shown();
    if (!pictured_ || (desk.image && desk.image != pictured_)) {
        pictured_ = desk.image ? desk.image : std::make_shared<const Pixels>(painted_tiles());
        image_.upload_image(pictured_->values.data(), pictured_->width, pictured_->height);
        liquid_.restart();
    }
    liquid_.advance(flow_of(shown), {shown.cells[0], shown.cells[1], 1}, static_cast<float>(course_.seconds));
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
    if (desk.arrows && !desk.on_body()) draw_arrows(shown, area, course_.fastest);
}

/// Points, or the way of each while a shutter is open: that of the fastest is a thirtieth of the height.
void Overlays::draw_tracers(const Desk& desk, float across, float up) {
    const float fastest = static_cast<float>(course_.fastest),
                open = static_cast<float>(0.034 * desk.shown().size.y / course_.fastest);
    for (const Tracer<2>& one : tracers_.all()) {
        const float speed = length<2>(one.velocity) / fastest, full = std::min(speed, 1.0f);
        const Paint colour = tone_(0.30f + 0.7f * speed);
        const float x = one.at[0] * across, y = one.at[1] * up;
        if (desk.streaks)
            light_.line(x, y, x - open * one.velocity[0] * across, y - open * one.velocity[1] * up, colour,
                        (0.10f + 0.25f * full) * one.presence(), 0.1f);
        else
            light_.point(x, y, colour, (0.18f + 0.5f * full) * one.presence());
    }
}

void Overlays::draw_streamlines(const Desk& desk, const Area& area, float across, float up) {
    const Shown& shown = desk.shown();
    const float fastest = static_cast<float>(course_.fastest),
                apart = dots(15) / area.height * static_cast<float>(shown.size.y);
    for (const Line<2>& line : streamlines<2>(flow_of(shown), apart, 0.002f * fastest))
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            // Each grows from nothing to light along the flow, which says which way it goes.
            const float speed = std::min(line[i].speed / fastest, 1.0f),
                        grown = static_cast<float>(i) / static_cast<float>(line.size());
            light_.line(line[i].at[0] * across, line[i].at[1] * up, line[i + 1].at[0] * across, line[i + 1].at[1] * up,
                        tone_(0.35f + 0.65f * speed), (0.15f + 0.75f * grown) * (0.35f + 0.65f * speed), 1);
        }
}

}  // namespace studio
