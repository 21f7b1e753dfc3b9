#include "pane.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "widgets.hpp"

namespace studio {

double root_mean_square(const Lattice& field) {
    double sum = 0;
    for (const float x : field.values) sum += std::isfinite(x) ? static_cast<double>(x) * static_cast<double>(x) : 0.0;
    return std::sqrt(sum * field.channels / static_cast<double>(std::max<std::size_t>(field.values.size(), 1)));
}

float scale_of(const Lattice& vectors) { return static_cast<float>(1.6 * range_of(vectors)); }

void Pane::paint(const std::vector<float>& shares, int across, int up, Look look) {
    std::vector<std::uint8_t> pixels;
    pixels.reserve(4 * shares.size());
    for (const float share : shares) {
        for (const float x : ramp(look, share)) pixels.push_back(static_cast<std::uint8_t>(255 * x));
        pixels.push_back(255);
    }
    if (!picture_) picture_ = std::make_unique<Texture>(GL_TEXTURE_2D);
    picture_->upload(pixels.data(), across, up);
}

void Pane::draw(float width, float height) const {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (!picture_) return ImGui::Dummy({width, height});
    ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(picture_->id())), {width, height}, {0, 1},
                 {1, 0});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = IM_COL32(240, 244, 248, 190);
    const float dot = dots(1);
    for (const Needle& one : needles) {
        const ImVec2 from{corner.x + one.x * width, corner.y + (1 - one.y) * height};
        list.AddLine(from, {from.x + dot * one.dx, from.y - dot * one.dy}, colour, dot);
        list.AddRectFilled({from.x - 0.8f * dot, from.y - 0.8f * dot}, {from.x + 0.8f * dot, from.y + 0.8f * dot},
                           colour);
    }
}

void Pane::paint_vectors(const Lattice& vectors, float strongest, float aspect) {
    const int n = vectors.extent[0];
    const auto at = [&](int i, int j) { return &vectors.values[2 * static_cast<std::size_t>(j * n + i)]; };
    std::vector<float> shares(static_cast<std::size_t>(n * n));
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = 0.75f * std::hypot(vectors.values[2 * i], vectors.values[2 * i + 1]) / strongest;
    paint(shares, n, n, Look::magnitude);
    needles.clear();
    constexpr int across = 17;
    const int up = std::clamp(static_cast<int>(across / aspect), 4, 40);
    for (int j = 0; j < up; ++j)
        for (int i = 0; i < across; ++i) {
            const float x = (static_cast<float>(i) + 0.5f) / across,
                        y = (static_cast<float>(j) + 0.5f) / static_cast<float>(up);
            const float* v =
                at(static_cast<int>(x * static_cast<float>(n)), static_cast<int>(y * static_cast<float>(n)));
            const float size = std::hypot(v[0], v[1]) / strongest;
            if (!(size > 0.01f)) continue;
            const float length = 11 * std::sqrt(std::min(size, 1.0f)) / (size * strongest);
            needles.push_back({x, y, v[0] * length, v[1] * length});
        }
}

}  // namespace studio
