#include "gallery.hpp"

#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <whorl/picture.hpp>

#include "widgets.hpp"

namespace studio {

namespace fs = std::filesystem;

namespace {

constexpr int small = 160;  // pixels along the longer side

}  // namespace

Lattice texels_of(const whorl::Image& image) {
    Lattice to;
    to.shape({image.width, image.height, 1}, 3);
    std::transform(image.rgb.begin(), image.rgb.end(), to.values.begin(),
                   [](float x) { return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f; });
    return to;
}

whorl::Image small_picture(const Open& open, const std::stop_token& stop) {
    Open in_small = open;
    const bool box = paintable(open).settings.size.size() == 3;
    in_small.cells = box ? 40 : 96;
    whorl::Scene scene = paintable(in_small);
    scene.settings.threads = 1;  // the fluid that one plays with needs the others
    whorl::Simulation fluid(scene.settings);
    const double length = scene.time.frames / scene.time.fps, dt = std::clamp(step_of(scene), 0.001, 0.2);
    const int steps = std::clamp(static_cast<int>(0.5 * length / dt), 1, box ? 60 : 240);
    for (int i = 0; i < steps && !stop.stop_requested(); ++i) fluid.step(dt);
    if (box) return whorl::volume_picture(fluid, {.width = small, .height = small});
    const std::string show = scene.outputs.empty() ? "smoke" : scene.outputs.front().show;
    return whorl::plane_picture(fluid, {.pixels = small, .quantity = show.empty() ? "speed" : show});
}

std::string picture_file(const Open& open) {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (!(cache && *cache) && !(home && *home)) return "";
    const fs::path folder = (cache && *cache ? fs::path(cache) : fs::path(home) / ".cache") / "whorl" / "scenes";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return "";
    return (folder / (open.name + "-" + std::to_string(std::hash<std::string>{}(open.text)) + ".png")).string();
}

void Gallery::make(const std::stop_token& stop) {
    for (const Offered& one : offered_) {
        if (stop.stop_requested()) return;
        try {
            const Open open = scene_named(one.name);
            const std::string file = picture_file(open);
            if (file.empty()) return;
            if (!fs::exists(file)) {
                const whorl::Image picture = small_picture(open, stop);
                if (stop.stop_requested()) return;  // it is not what it should be
                whorl::write_png(file, picture);
            }
            const std::lock_guard lock(mutex_);
            files_[one.name] = file;
        } catch (const std::exception&) {  // a scene without a picture has its name
        }
    }
}

void Gallery::draw(Desk& desk) {
    if (!maker_.joinable()) maker_ = std::jthread([this](const std::stop_token& stop) { make(stop); });
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [name, file] : files_) try {
                pictures_.try_emplace(name, GL_TEXTURE_2D).first->second.upload(texels_of(whorl::read_png(file)));
            } catch (const whorl::Error&) { pictures_.erase(name); }
        files_.clear();
    }
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - dots(60));
    ImGui::InputTextWithHint("##open", "a file; or drop one", &path_);
    ImGui::SameLine();
    if (button(desk, "Open", -1) && !path_.empty()) desk.dropped.push_back(path_);
    if (button(desk, "Edit this scene", -1)) desk.editor = true;
    const float gap = ImGui::GetStyle().ItemSpacing.x, wide = (ImGui::GetContentRegionAvail().x - gap) / 2,
                high = 0.7f * wide;
    int column = 0;
    for (const Offered& one : offered_) {
        if (column++ % 2 > 0) ImGui::SameLine(0, gap);
        ImGui::PushID(one.name.c_str());
        ImGui::BeginGroup();
        const auto found = pictures_.find(one.name);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton("##scene", {wide, high + ImGui::GetTextLineHeight()}))
            desk.dropped.push_back(one.name);
        offer(desk, one.name);
        const bool lit = ImGui::IsItemHovered() || one.name == desk.shown().name;
        hint(one.title);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(at, {at.x + wide, at.y + high}, IM_COL32(20, 22, 27, 255), 4);
        if (found != pictures_.end()) {
            const auto extent = found->second.extent();
            const float aspect = static_cast<float>(extent[0]) / static_cast<float>(std::max(extent[1], 1));
            const float w = std::min(wide, high * aspect), h = w / aspect, x = at.x + (wide - w) / 2,
                        y = at.y + (high - h) / 2;
            list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(found->second.id())), {x, y},
                          {x + w, y + h});
        }
        if (lit) list.AddRect(at, {at.x + wide, at.y + high}, IM_COL32(120, 190, 220, 255), 4);
        list.PushClipRect(at, {at.x + wide, at.y + high + dots(30)}, true);
        list.AddText({at.x + 2, at.y + high}, lit ? IM_COL32(235, 238, 242, 255) : IM_COL32(150, 156, 165, 255),
                     one.name.c_str());
        list.PopClipRect();
        ImGui::EndGroup();
        ImGui::PopID();
    }
}

}  // namespace studio
