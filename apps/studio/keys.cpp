#include "keys.hpp"

#include <imgui.h>

#include <session/brush.hpp>

namespace studio {

namespace {

template <int n>
void take_brush(Desk& d) {
    d.brush = brushes()[n].name;
}
void turn_view(Desk& d) { d.view = (d.view + 1) % static_cast<int>(views().size()); }

// The first part has the letters of Nealen's flowanim (2002) and does what they did there.
const Key all[] = {
    {"z", 'z', "stop the fluid: all velocities become zero", [](Desk& d) { d.send(Begin{}), d.send(Still{}); }},
    {"a", 'a', "take away all smoke, heat and ink", [](Desk& d) { d.send(Begin{}), d.send(Clear{}); }},
    {"c", 'c', "smoke or vorticity",
     [](Desk& d) {
         d.view = d.view == view_named("vorticity") ? view_for(d.shown().suggested) : view_named("vorticity");
     }},
    {"C", 'C', "vorticity confinement on or off",
     [](Desk& d) {
         d.send(Tune{"fluid.vorticity", d.shown().tuned.settings.fluid.vorticity > 0 ? 0.0 : 0.05});
     }},
    {"u", 'u', "arrows of the velocity", [](Desk& d) { d.arrows = !d.arrows; }},
    {"t", 't', "shorter time step, by 0.01 s", [](Desk& d) { d.nudge("time.step", 1, -0.01); }},
    {"T", 'T', "longer time step, by 0.01 s", [](Desk& d) { d.nudge("time.step", 1, 0.01); }},
    {"v", 'v', "a tenth of the viscosity", [](Desk& d) { d.nudge("fluid.viscosity", 0.1, 0); }},
    {"V", 'V', "ten times the viscosity",
     [](Desk& d) { d.nudge("fluid.viscosity", 10, d.shown().tuned.settings.fluid.viscosity > 0 ? 0 : 1e-5); }},
    {"d", 'd', "what is seen fades less, by 0.06 1/s (0.001 of it in a frame)",
     [](Desk& d) {
         for (const std::string& q : d.shown().carried)
             if (q != "heat") d.nudge("carried." + q + ".decay", 1, -0.06);
     }},
    {"D", 'D', "what is seen fades more",
     [](Desk& d) {
         for (const std::string& q : d.shown().carried)
             if (q != "heat") d.nudge("carried." + q + ".decay", 1, 0.06);
     }},
    {"s", 's', "the brush adds less", [](Desk& d) { d.amount = std::max(0.0, d.amount - 0.25); }},
    {"S", 'S', "the brush adds more", [](Desk& d) { d.amount = std::min(8.0, d.amount + 0.25); }},
    {"o", 'o', "weaker confinement, by 0.01 m/s", [](Desk& d) { d.nudge("fluid.vorticity", 1, -0.01); }},
    {"O", 'O', "stronger confinement, by 0.01 m/s", [](Desk& d) { d.nudge("fluid.vorticity", 1, 0.01); }},
    {"q", 'q', "leave", [](Desk& d) { d.quit = true; }},
    {"p", 'p', "pause and go on", [](Desk& d) { d.send(Pause{!d.shown().paused}); }},
    {"r", 'r', "reset: the scene from its start", [](Desk& d) { d.send(Begin{}), d.send(Reset{}); }},
    {"n", 'n', "keep this state in memory", [](Desk& d) { d.send(Keep{"quick"}); }},
    {"N", 'N', "restore that state", [](Desk& d) { d.send(Begin{}), d.send(Restore{"quick"}); }},
    {"space", ' ', "pause and go on", [](Desk& d) { d.send(Pause{!d.shown().paused}); }},
    {".", '.', "one step", [](Desk& d) { d.send(StepOnce{}); }},
    {"x", 'x', "undo the last stroke", [](Desk& d) { d.send(Undo{}); }},
    {"g", 'g', "the next view", turn_view},
    {"h", 'h', "hide and show the panels", [](Desk& d) { d.panels = !d.panels; }},
    {"1", '1', "brush: smoke", take_brush<0>},
    {"2", '2', "brush: colour", take_brush<1>},
    {"3", '3', "brush: heat", take_brush<2>},
    {"4", '4', "brush: force", take_brush<3>},
    {"5", '5', "brush: wall", take_brush<4>},
    {"6", '6', "brush: eraser", take_brush<5>},
    {"-", '-', "a slice of a box farther back", [](Desk& d) { d.depth = std::max(0.0, d.depth - 0.02); }},
    {"+", '+', "a slice of a box farther to the front", [](Desk& d) { d.depth = std::min(1.0, d.depth + 0.02); }},
    {"?", '?', "this page", [](Desk& d) { d.keys = !d.keys; }},
};

}  // namespace

std::span<const Key> keys() { return all; }

void hear_keys(Desk& desk) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput) return;
    for (const ImWchar letter : io.InputQueueCharacters)
        for (const Key& key : all)
            if (key.letter == letter) key.press(desk);
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) desk.keys = false;
}

void draw_keys(Desk& desk) {
    if (!desk.keys) return;
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos({io.DisplaySize.x / 2, io.DisplaySize.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({0, 0});
    if (ImGui::Begin("Keys", &desk.keys,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::TextDisabled("left drag: paint and stir    right drag: stir    wheel: size of the brush");
        ImGui::TextDisabled(
            "in a box: middle or shift drag turns it, shift wheel zooms, ctrl wheel moves the brush in depth");
        ImGui::Spacing();
        constexpr int columns = 2;
        const int rows = (static_cast<int>(std::size(all)) + columns - 1) / columns;
        if (ImGui::BeginTable("keys", 2 * columns, ImGuiTableFlags_SizingFixedFit)) {
            for (int i = 0; i < rows; ++i) {
                for (int c = 0; c < columns; ++c) {
                    const std::size_t k = static_cast<std::size_t>(i + c * rows);
                    if (k >= std::size(all)) continue;
                    ImGui::TableNextColumn();
                    ImGui::TextColored({0.55f, 0.82f, 0.93f, 1}, "%s", all[k].shown);
                    ImGui::TableNextColumn();
                    ImGui::Text("%s    ", all[k].what);
                }
            }
            ImGui::EndTable();
        }
    }
    ImGui::End();
}

}  // namespace studio
