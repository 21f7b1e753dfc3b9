#include "editor.hpp"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "widgets.hpp"

namespace studio {

void Editor::take(const Open& open) {
    open_ = open;
    errors_ = errors_in(open_);
    path_ = open.name.ends_with(".toml") ? open.name : open.name + ".toml";
    may_replace_ = open.name;  // a file that was opened is saved under its own name
}

void Editor::draw(Desk& desk) {
    // Another scene replaces the text; the same one that runs with a changed text does not.
    if (desk.shown().opened && desk.shown().opened != taken_) {
        if (!taken_ || taken_->name != desk.shown().name) take(*desk.shown().opened);
        taken_ = desk.shown().opened;
    }
    if (!desk.draft.empty()) open_.text = std::exchange(desk.draft, ""), errors_ = errors_in(open_);
    if (!desk.editor) return;
    const Area& room = desk.canvas;
    ImGui::SetNextWindowPos({room.x + dots(30), room.y + dots(30)}, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize({std::min(dots(520), room.width - dots(60)), room.height - dots(60)},
                             ImGuiCond_FirstUseEver);
    if (ImGui::Begin("Scene file", &desk.editor)) {
        const float below = (errors_.empty() ? 2.6f : 6.5f) * ImGui::GetFrameHeightWithSpacing();
        if (ImGui::InputTextMultiline("##text", &open_.text, {-1, -below}, ImGuiInputTextFlags_AllowTabInput))
            errors_ = errors_in(open_);
        if (!errors_.empty()) {
            ImGui::BeginChild("##errors", {-1, below - 2.6f * ImGui::GetFrameHeightWithSpacing()});
            ImGui::PushStyleColor(ImGuiCol_Text, {0.95f, 0.60f, 0.45f, 1});
            ImGui::PushTextWrapPos();
            ImGui::TextUnformatted(errors_.c_str());
            ImGui::PopTextWrapPos();
            ImGui::PopStyleColor();
            ImGui::EndChild();
        }
        buttons(desk);
    }
    ImGui::End();
}

void Editor::buttons(Desk& desk) {
    ImGui::BeginDisabled(!errors_.empty());
    if (button(desk, "Run", dots(80))) desk.send(open_);
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::TextDisabled("%s",
                        errors_.empty() ? "starts the scene as it is written" : "is possible when nothing is wrong");
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - dots(100));
    ImGui::InputText("##path", &path_);
    ImGui::SameLine();
    const bool replaces = std::filesystem::exists(path_) && may_replace_ != path_;
    if (!button(desk, replaces ? "Replace?" : "Save", -1) || path_.empty()) return;
    if (replaces) {
        may_replace_ = path_;
        desk.note = "\"" + path_ + "\" is there already; press again to replace it";
        return;
    }
    try {
        save_scene(path_, open_.text);
        desk.note = "saved: " + std::filesystem::absolute(path_).string();
        may_replace_ = path_;
    } catch (const whorl::Error& e) { desk.note = e.what(); }
}

}  // namespace studio
