#include "widgets.hpp"

#include <imgui.h>

namespace studio {

float dots(float at_96) { return at_96 * ImGui::GetFontSize() / 14; }

void offer(Desk& desk, std::string_view name) {
    if (desk.sought != name) return;
    ImGui::SetScrollHereY();
    const ImVec2 at = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    desk.found = {at.x, at.y, size.x, size.y};
}

bool button(Desk& desk, const char* label, float width) {
    const bool pressed = ImGui::Button(label, {width, 0});
    offer(desk, label);
    return pressed;
}

bool choice(Desk& desk, const char* label, bool chosen, float width) {
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, {0.36f, 0.66f, 0.80f, 0.55f});
    const bool pressed = button(desk, label, width);
    if (chosen) ImGui::PopStyleColor();
    return pressed;
}

void hint(std::string_view text) {
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
}

}  // namespace studio
