#include "light.hpp"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

constexpr const char* light_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D light;
void main() { pixel = vec4(texture(light, place).rgb, 1.0); }
)";

}  // namespace

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

Tones::Tones() {
    for (std::size_t i = 0; i < 256; ++i) all_[i] = ramp(Look::magnitude, static_cast<float>(i) / 255);
}
Paint Tones::operator()(float share) const {
    return all_[static_cast<std::size_t>(255 * std::clamp(share, 0.0f, 1.0f))];
}

}  // namespace studio
