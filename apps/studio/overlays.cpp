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

constexpr const char* dot_vertex = R"(#version 330 core
layout(location = 0) in vec4 dot_;
out vec2 tone;
void main() {
    tone = dot_.zw;
    gl_Position = vec4(2.0 * dot_.xy - 1.0, 0.0, 1.0);
})";
constexpr const char* dot_fragment = R"(#version 330 core
in vec2 tone;
out vec4 pixel;
uniform sampler2D ramp;
void main() {
    vec3 light = texture(ramp, vec2(clamp(tone.x, 0.002, 0.998), 0.5)).rgb;
    pixel = vec4(pow(light, vec3(1.0 / 2.2)), tone.y);
})";

// Both ways along the flow from each pixel; a raised cosine that moves with the phase, under one that stands still.
constexpr const char* grain_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D flow, noise;
uniform vec2 pixels, metres;
uniform float phase;
const int reach = 11;
void main() {
    float sum = 0.0, all = 0.0;
    for (int way = -1; way <= 1; way += 2) {
        vec2 at = place;
        for (int i = 0; i < reach; ++i) {
            vec2 u = texture(flow, at).rg / metres * pixels;
            float speed = length(u);
            if (speed > 0.0) at += float(way) * 1.35 * u / (speed * pixels);
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

void switch_overlay(Desk& desk, std::string_view name) {
    std::vector<std::string> known;
    for (const Overlay& one : overlays) {
        if (one.name == name) {
            desk.*one.on = !(desk.*one.on);
            return;
        }
        known.emplace_back(one.name);
    }
    throw whorl::Error("unknown overlay \"" + std::string(name) + "\"" + whorl::did_you_mean(name, known));
}

Dots::Dots() : program_(dot_vertex, dot_fragment) {
    glGenVertexArrays(1, &array_);
    glGenBuffers(1, &buffer_);
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Dot), nullptr);
}
Dots::~Dots() {
    glDeleteBuffers(1, &buffer_);
    glDeleteVertexArrays(1, &array_);
}
void Dots::draw(std::span<const Dot> all, GLenum kind, const Texture& ramp) const {
    program_.use();
    ramp.bind(0);
    program_.set("ramp", 0);
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all.size_bytes()), all.data(), GL_STREAM_DRAW);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glDrawArrays(kind, 0, static_cast<GLsizei>(all.size()));
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

Overlays::Overlays() : ramp_(GL_TEXTURE_2D) { ramp_.upload(ramp_row(Look::magnitude, 256)); }

void Overlays::prepare(const Desk& desk, bool fresh, int width, int height) {
    const Shown& shown = desk.shown();
    if (!fresh || !has_flow(shown)) return;
    if (of_ != shown.name) of_ = shown.name, tracers_.forget(), fastest_ = 1e-6;
    // The scale follows slowly, as that of the views does.
    const double fastest = range_of(shown.flow);
    fastest_ = std::max(fastest_ + 0.1 * (fastest - fastest_), 0.25 * fastest);
    const double seconds = std::clamp(shown.statistics.time - time_, 0.0, 0.25);
    time_ = shown.statistics.time;
    if (desk.particles || desk.streaks) tracers_.advance(flow_of(shown), static_cast<float>(seconds));
    if (desk.grain) {
        if (seconds > 0) phase_ = std::fmod(phase_ + 0.045f, 1.0f);
        glDisable(GL_BLEND);
        grain_.draw(shown.flow, shown.size, std::max(width, 1), std::max(height, 1), phase_);
    }
}

void Overlays::draw(const Desk& desk, const Area& area) {
    if (!has_flow(desk.shown())) return;
    if (desk.particles || desk.streaks) draw_tracers(desk, area);
    if (desk.streamlines) draw_streamlines(desk, area);
    if (desk.arrows) draw_arrows(desk.shown(), area, fastest_);
}

/// Points, or the way of each while a shutter is open: the fastest are a fiftieth of the height long.
void Overlays::draw_tracers(const Desk& desk, const Area&) {
    const Vec3 size = desk.shown().size;
    const float across = static_cast<float>(1 / size.x), up = static_cast<float>(1 / size.y),
                fastest = static_cast<float>(fastest_), open = static_cast<float>(0.028 * size.y / fastest_);
    corners_.clear();
    for (const Tracer& one : tracers_.all()) {
        const float tone = std::hypot(one.velocity.x, one.velocity.y) / fastest;
        const Dot head{one.x * across, one.y * up, 0.30f + 0.7f * tone,
                       (0.16f + 0.5f * std::min(tone, 1.0f)) * one.presence()};
        corners_.push_back(head);
        if (desk.streaks)
            corners_.push_back(
                {(one.x - open * one.velocity.x) * across, (one.y - open * one.velocity.y) * up, head.tone, 0});
    }
    dots_.draw(corners_, desk.streaks ? GL_LINES : GL_POINTS, ramp_);
}

void Overlays::draw_streamlines(const Desk& desk, const Area& area) {
    const Shown& shown = desk.shown();
    constexpr float apart = 15;  // points
    const float fastest = static_cast<float>(fastest_), across = static_cast<float>(1 / shown.size.x),
                up = static_cast<float>(1 / shown.size.y);
    corners_.clear();
    for (const Line& line :
         streamlines(flow_of(shown), apart / area.height * static_cast<float>(shown.size.y), 0.002f * fastest)) {
        // Each is a taper from nothing to light along the flow, which says which way it goes.
        const float rise = 1 / static_cast<float>(line.size());
        const auto corner = [&](std::size_t i) {
            const LinePoint& p = line[i];
            const float tone = std::min(p.speed / fastest, 1.0f);
            return Dot{p.x * across, p.y * up, 0.35f + 0.65f * tone,
                       (0.15f + 0.75f * static_cast<float>(i) * rise) * (0.35f + 0.65f * tone)};
        };
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            corners_.push_back(corner(i)), corners_.push_back(corner(i + 1));
    }
    dots_.draw(corners_, GL_LINES, ramp_);
}

}  // namespace studio
