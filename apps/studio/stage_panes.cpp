#include "stage_panes.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include <session/inside.hpp>

namespace studio {

namespace {

constexpr int extent = 128;  // places along each side of a field

struct Deed {
    std::string_view stage;
    const char* does;
};
constexpr Deed deeds[] = {{"start", "before the step"},
                          {"advect", "the fluid carries its own velocity along: - (u.grad) u"},
                          {"force", "buoyancy, forces and vorticity confinement push: + f"},
                          {"diffuse", "viscosity spreads it: + nu lap u"},
                          {"project", "what would let the fluid pile up is taken away: - grad p, so that div u = 0"},
                          {"carry", "smoke, heat and ink go along with the new velocity"}};

const char* deed_of(std::string_view stage) {
    for (const Deed& one : deeds)
        if (one.stage == stage) return one.does;
    return "";
}

}  // namespace

void StagePanes::paint(const Shown& shown) {
    float fastest = 0;
    double widest = 0;  // 1/s; one scale for all stages, so that they can be compared
    for (const auto& one : shown.stages) {
        fastest = std::max(fastest, scale_of(one->flow));
        widest = std::max(widest, range_of(one->divergence));
    }
    const float aspect = static_cast<float>(shown.size.x / shown.size.y);
    fields_.resize(shown.stages.size());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const StageShown& one = *shown.stages[i];
        char caption[80];
        std::snprintf(caption, sizeof caption, "%s  %.3g m/s, div %.2g", one.name.c_str(), root_mean_square(one.flow),
                      root_mean_square(one.divergence));
        fields_[i].caption = caption;
        fields_[i].velocity.paint_vectors(sampled(one.flow, extent), fastest, aspect);
        std::vector<float> shares;
        for (const float x : one.divergence.values)
            shares.push_back(std::clamp(0.5f + 0.5f * x / static_cast<float>(widest), 0.0f, 1.0f));
        fields_[i].divergence.paint(shares, one.divergence.extent[0], one.divergence.extent[1], Look::signed_);
    }
}

void StagePanes::draw(const Shown& shown) {
    if (shown.stages.empty()) return ImGui::TextUnformatted("Press , to begin a step and stop after its first stage.");
    int which = divergence_ ? 1 : 0;
    ImGui::RadioButton("velocity", &which, 0);
    ImGui::SameLine();
    ImGui::RadioButton("divergence", &which, 1);
    divergence_ = which == 1;
    if (last_ != shown.stages.back()) last_ = shown.stages.back(), paint(shown);
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3,
                height = width * static_cast<float>(shown.size.y / shown.size.x);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (i % 3 > 0) ImGui::SameLine();
        ImGui::BeginGroup();
        ImGui::TextUnformatted(fields_[i].caption.c_str());
        (divergence_ ? fields_[i].divergence : fields_[i].velocity).draw(width, height);
        ImGui::EndGroup();
    }
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s. %s", deed_of(last_->name),
                        shown.stage.empty() ? "The step is done." : "Press , for what comes next.");
    ImGui::PopTextWrapPos();
}

void draw_stage(const Desk& desk) {
    const Shown& shown = desk.shown();
    if (shown.stage.empty()) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float letter = ImGui::GetFontSize(), x = desk.canvas.x + 1.4f * letter,
                y = desk.canvas.y + desk.canvas.height - 4 * letter;
    const std::string text = "inside the step, after: " + shown.stage;
    const char* deed = deed_of(shown.stage);
    const float wide = std::max(ImGui::CalcTextSize(text.c_str()).x, ImGui::CalcTextSize(deed).x);
    list.AddRectFilled({x - 0.7f * letter, y - 0.5f * letter}, {x + wide + 0.7f * letter, y + 3.1f * letter},
                       IM_COL32(12, 14, 18, 200), 6);
    list.AddText({x, y}, IM_COL32(140, 210, 235, 255), text.c_str());
    list.AddText({x, y + 1.4f * letter}, IM_COL32(215, 220, 228, 220), deed);
}

}  // namespace studio
