#include "look.hpp"

#include <imgui.h>

#include <filesystem>

namespace studio {

namespace {

/// Letters that are pleasant to read, where the system has some; else those that the interface brings along.
void load_letters(float size, float sharpness) {
    ImGuiIO& io = ImGui::GetIO();
    for (const char* file :
         {"/usr/share/fonts/truetype/inter/Inter-Regular.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
          "/usr/share/fonts/truetype/open-sans/OpenSans-Regular.ttf",
          "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
          "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"}) {
        if (!std::filesystem::exists(file)) continue;
        io.Fonts->AddFontFromFileTTF(file, 14 * size * sharpness);
        io.FontGlobalScale = 1 / sharpness;
        return;
    }
    io.FontGlobalScale = size;
}

}  // namespace

void dress_interface(float size, float sharpness) {
    load_letters(size, sharpness);
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 8;
    style.ChildRounding = style.PopupRounding = 6;
    style.FrameRounding = style.GrabRounding = 5;
    style.ScrollbarRounding = 6;
    style.WindowBorderSize = style.FrameBorderSize = 0;
    style.WindowPadding = {14, 12};
    style.FramePadding = {8, 5};
    style.ItemSpacing = {8, 7};
    style.ItemInnerSpacing = {6, 5};
    style.ScrollbarSize = 10;
    style.GrabMinSize = 9;
    style.WindowTitleAlign = {0.02f, 0.5f};
    style.WindowMenuButtonPosition = ImGuiDir_Right;

    const ImVec4 ground{0.055f, 0.062f, 0.078f, 0.86f}, raised{0.115f, 0.128f, 0.158f, 1},
        lit{0.165f, 0.185f, 0.228f, 1};
    const ImVec4 accent{0.36f, 0.66f, 0.80f, 1}, soft{0.36f, 0.66f, 0.80f, 0.42f};
    ImVec4* c = style.Colors;
    c[ImGuiCol_Text] = {0.86f, 0.88f, 0.91f, 1};
    c[ImGuiCol_TextDisabled] = {0.50f, 0.54f, 0.60f, 1};
    c[ImGuiCol_WindowBg] = ground;
    c[ImGuiCol_PopupBg] = {0.07f, 0.08f, 0.10f, 0.97f};
    c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] = {0.055f, 0.062f, 0.078f, 0.92f};
    c[ImGuiCol_FrameBg] = raised;
    c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_FrameBgActive] = lit;
    c[ImGuiCol_Button] = raised;
    c[ImGuiCol_ButtonHovered] = lit;
    c[ImGuiCol_ButtonActive] = soft;
    c[ImGuiCol_Header] = {0.36f, 0.66f, 0.80f, 0.20f};
    c[ImGuiCol_HeaderHovered] = lit;
    c[ImGuiCol_HeaderActive] = soft;
    c[ImGuiCol_CheckMark] = accent;
    c[ImGuiCol_SliderGrab] = {0.36f, 0.66f, 0.80f, 0.62f};  // the number shows through
    c[ImGuiCol_SliderGrabActive] = {0.55f, 0.82f, 0.93f, 1};
    c[ImGuiCol_Separator] = {1, 1, 1, 0.07f};
    c[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    c[ImGuiCol_ScrollbarGrab] = lit;
    c[ImGuiCol_ResizeGrip] = {0, 0, 0, 0};
    c[ImGuiCol_PlotLines] = accent;
    c[ImGuiCol_PlotHistogram] = accent;
    style.ScaleAllSizes(size);
}

}  // namespace studio
