#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "panels.hpp"
#include "widgets.hpp"

namespace studio {

float Strip::height() { return 6.2f * ImGui::GetFontSize(); }

void Strip::Line::add(double value) {
    values[at] = std::isfinite(value) ? static_cast<float>(value) : 0.0f;
    at = (at + 1) % length;
}

void Strip::Line::plot(const char* name, const char* text, float width) const {
    ImGui::BeginGroup();
    ImGui::AlignTextToFramePadding();  // else the first of a row sits higher
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine();
    ImGui::TextUnformatted(text);
    ImGui::PushID(name);
    const float most = *std::max_element(values, values + length);
    ImGui::PlotLines("##line", values, length, at, nullptr, 0, most > 0 ? 1.15f * most : 1.0f,
                     {width, 2.2f * ImGui::GetFontSize()});
    ImGui::PopID();
    ImGui::EndGroup();
}

void Strip::draw(Desk& desk, double frames_per_second) {
    if (!desk.panels) return;
    const Shown& shown = desk.shown();
    const whorl::Statistics& stats = shown.statistics;
    if (tick_ != shown.tick) {
        tick_ = shown.tick;
        for (std::size_t i = 0; i < 5; ++i) stages_[i].add(stats.stages[i].ms);
        energy_.add(shown.kinetic_energy), smoke_.add(shown.smoke);
    }
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos({0, io.DisplaySize.y - height()});
    ImGui::SetNextWindowSize({io.DisplaySize.x, height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    if (ImGui::Begin("##strip", nullptr, ImGuiWindowFlags_NoDecoration)) {
        const float width = std::max(
            (ImGui::GetContentRegionAvail().x - 22 * ImGui::GetFontSize()) / 7 - ImGui::GetStyle().ItemSpacing.x,
            dots(20));
        char text[64];
        for (std::size_t i = 0; i < 5; ++i) {
            std::snprintf(text, sizeof text, "%.1f ms", stats.stages[i].ms);
            stages_[i].plot(std::string(stats.stages[i].name).c_str(), text, width);
            ImGui::SameLine();
        }
        std::snprintf(text, sizeof text, "%.2g", shown.kinetic_energy);
        energy_.plot("energy", text, width);
        ImGui::SameLine();
        std::snprintf(text, sizeof text, "%.3g", shown.smoke);
        smoke_.plot("smoke", text, width);
        ImGui::SameLine();
        ImGui::BeginGroup();
        ImGui::Text("%.0f steps/s   %.0f frames/s", shown.steps_per_second, frames_per_second);
        ImGui::Text("pressure %d it, residual %.0e", stats.pressure.iterations, stats.pressure.residual);
        if (!shown.stage.empty())
            ImGui::TextDisabled("inside a step, after: %s", shown.stage.c_str());
        else if (shown.paused)
            ImGui::TextDisabled("paused at %.2f s", stats.time);
        else if (shown.slow)
            ImGui::TextColored({0.95f, 0.66f, 0.35f, 1}, "slower than real time: %.2f s/s", shown.real_time);
        else
            ImGui::TextDisabled("%d x %d%s   %.1f s", shown.cells[0], shown.cells[1],
                                shown.dimension == 3 ? (" x " + std::to_string(shown.cells[2])).c_str() : "",
                                stats.time);
        ImGui::EndGroup();
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace studio
