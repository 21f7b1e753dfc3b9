#include "export.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "gallery.hpp"
#include "widgets.hpp"

namespace studio {

void Export::frame(Desk& desk) {
    try {
        begin(desk);
        show_tile(desk);
    } catch (const whorl::Error& e) {
        desk.note = e.what();
        desk.filmed = filmed_ = Desk::Filmed::nothing;
        film_.stop();
    }
    if (const std::string news = film_.news(); !news.empty()) desk.note = news;
    if (film_.running()) show_dot(desk);
}

void Export::begin(Desk& desk) {
    if (desk.filmed != filmed_) {
        filmed_ = desk.filmed;
        film_.stop();
        if (filmed_ != Desk::Filmed::nothing)
            film_.start(desk.shown().name, filmed_ == Desk::Filmed::movie ? Film::Kind::movie : Film::Kind::pictures);
    }
    if (!std::exchange(desk.exported, false)) return;
    // The library draws planes, to the seam; a box and its slices are as the window shows them.
    screen_ = desk.shown().dimension == 3;
    const View& view = views()[static_cast<std::size_t>(desk.view)];
    if (!screen_) desk.send(Draw{free_name(desk.shown().name, ".png").string(), std::string(view.name), view.range});
}

void Export::capture(Desk& desk, const Window& window, double now) {
    if (!film_.due(now) && !screen_) return;
    Grab pixels = window.pixels(desk.canvas);
    if (std::exchange(screen_, false)) try {
            const std::string path = free_name(desk.shown().name, ".png").string();
            whorl::write_png(path, image_of(pixels));
            desk.note = "picture: " + std::filesystem::absolute(path).string();
        } catch (const whorl::Error& e) { desk.note = e.what(); }
    if (film_.due(now)) film_.add(std::move(pixels), now);
}

void Export::show_dot(const Desk& desk) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float letter = ImGui::GetFontSize(), x = desk.canvas.x + 1.4f * letter, y = desk.canvas.y + 1.4f * letter;
    list.AddCircleFilled({x, y}, 0.42f * letter, IM_COL32(235, 52, 52, 255), 20);
    list.AddText({x + 0.9f * letter, y - 0.5f * letter}, IM_COL32(235, 235, 235, 255),
                 std::to_string(film_.pictures()).c_str());
}

/// The picture that was exported last, beside itself where the plane is periodic: a seam would be seen.
void Export::show_tile(const Desk& desk) {
    const std::string& file = desk.shown().drawn;
    if (file != drawn_) {
        drawn_ = file;
        const whorl::Image image = whorl::read_png(file);
        const whorl::Boundary& sides = desk.shown().tuned.settings.boundary;
        across_ = sides.left.kind == whorl::Side::Kind::periodic ? 2 : 1;
        down_ = sides.bottom.kind == whorl::Side::Kind::periodic ? 2 : 1;
        tile_width_ = image.width, tile_height_ = image.height;
        if (!tile_) tile_.emplace(GL_TEXTURE_2D, true);
        tile_->upload(texels_of(image));
        open_ = true;
    }
    if (!open_ || !tile_) return;
    const float width = 0.5f * desk.canvas.width,
                aspect = static_cast<float>(tile_height_ * down_) / static_cast<float>(tile_width_ * across_);
    const float wide = std::min(width, 0.8f * desk.canvas.height / aspect);
    const std::string name =
        std::filesystem::path(drawn_).filename().string() + (across_ * down_ > 1 ? ", beside itself" : "") + "###tile";
    ImGui::SetNextWindowPos({desk.canvas.x + dots(24), desk.canvas.y + dots(40)}, ImGuiCond_FirstUseEver);
    if (ImGui::Begin(name.c_str(), &open_, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(tile_->id())), {wide, wide * aspect},
                     {0, 0}, {static_cast<float>(across_), static_cast<float>(down_)});
        ImGui::TextDisabled("%s", std::filesystem::absolute(drawn_).string().c_str());
    }
    ImGui::End();
}

}  // namespace studio
