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
/// To a view, or from it back to that of the scene.
void turn_to(Desk& d, std::string_view view) {
    d.view = d.view == view_named(view) ? view_for(d.shown().suggested) : view_named(view);
}
/// The panes of the step, at one of their pages; closes them where this one is open.
void open_panes(Desk& d, Desk::Page page) {
    d.inside = !(d.inside && d.page == page);
    d.page = page;
}
void film(Desk& d, Desk::Filmed what) { d.filmed = d.filmed == Desk::Filmed::nothing ? what : Desk::Filmed::nothing; }
/// What is seen keeps so much less of itself in every step.
void fade(Desk& d, double share) {
    for (const std::string& q : d.shown().carried)
        if (q != "heat" && q.rfind("texture-", 0) != 0)
            d.send(Nudge{"carried." + q + ".decay", 1, share / d.shown().tuned.dt});
}

// The first part has the letters of Nealen's flowanim (2002) and does what they did there.
const Key all[] = {
    {"z", 'z', "stop the fluid: all velocities become zero", [](Desk& d) { d.send(Begin{}), d.send(Still{}); }},
    {"a", 'a', "take away all smoke, heat and ink", [](Desk& d) { d.send(Begin{}), d.send(Clear{}); }},
    {"c", 'c', "smoke or vorticity", [](Desk& d) { turn_to(d, "vorticity"); }},
    {"C", 'C', "vorticity confinement on or off",
     [](Desk& d) {
         d.send(Switch{"fluid.vorticity", 0.05});
     }},
    {"u", 'u', "arrows of the velocity", [](Desk& d) { d.arrows = !d.arrows; }},
    {"w", 'w', "the picture of a plane as a net of lines", [](Desk& d) { d.wires = !d.wires; }},
    {"t", 't', "shorter time step, by 0.01 s",
     [](Desk& d) {
         d.send(Nudge{"time.step", 1, -0.01});
     }},
    {"T", 'T', "longer time step, by 0.01 s",
     [](Desk& d) {
         d.send(Nudge{"time.step", 1, 0.01});
     }},
    {"v", 'v', "a tenth of the viscosity",
     [](Desk& d) {
         d.send(Nudge{"fluid.viscosity", 0.1, 0});
     }},
    {"V", 'V', "ten times the viscosity (1e-05 m2/s where there is none)",
     [](Desk& d) {
         d.send(Nudge{"fluid.viscosity", 10, d.shown().tuned.settings.fluid.viscosity > 0 ? 0 : 1e-5});
     }},
    {"d", 'd', "what is seen keeps 0.001 less of itself in a step", [](Desk& d) { fade(d, 0.001); }},
    {"D", 'D', "what is seen keeps 0.001 more, at most all", [](Desk& d) { fade(d, -0.001); }},
    {"s", 's', "the brush adds less, by 1", [](Desk& d) { d.amount = std::max(0.0, d.amount - 1); }},
    {"S", 'S', "the brush adds more, by 1", [](Desk& d) { d.amount = std::min(most_amount, d.amount + 1); }},
    {"o", 'o', "weaker confinement, by 0.01 m/s",
     [](Desk& d) {
         d.send(Nudge{"fluid.vorticity", 1, -0.01});
     }},
    {"O", 'O', "stronger confinement, by 0.01 m/s",
     [](Desk& d) {
         d.send(Nudge{"fluid.vorticity", 1, 0.01});
     }},
    {"q", 'q', "leave", [](Desk& d) { d.quit = true; }},
    {"p", 'p', "pause and go on", [](Desk& d) { d.send(PlayOrPause{}); }},
    {"r", 'r', "reset: the scene from its start", [](Desk& d) { d.send(Begin{}), d.send(Reset{}); }},
    {"f", 'f', "what the projection takes away, with its waves",
     [](Desk& d) { open_panes(d, Desk::Page::projection); }},
    {"F", 'F', "what vorticity confinement is made of", [](Desk& d) { open_panes(d, Desk::Page::confinement); }},
    {"n", 'n', "keep this state in memory", [](Desk& d) { d.send(Keep{"quick"}); }},
    {"N", 'N', "restore that state", [](Desk& d) { d.send(Begin{}), d.send(Restore{"quick"}); }},
    {"space", ' ', "pause and go on", [](Desk& d) { d.send(PlayOrPause{}); }},
    {".", '.', "one step", [](Desk& d) { d.send(StepOnce{}); }},
    {",", ',', "one stage of a step: pauses inside it", [](Desk& d) { d.next_stage(); }},
    {"x", 'x', "undo the last stroke", [](Desk& d) { d.send(Undo{}); }},
    {"g", 'g', "the next view", turn_view},
    {"e", 'e', "export a picture; that of a periodic plane tiles", [](Desk& d) { d.exported = true; }},
    {"m", 'm', "record a film, or end it", [](Desk& d) { film(d, Desk::Filmed::movie); }},
    {"M", 'M', "record pictures, or end it", [](Desk& d) { film(d, Desk::Filmed::pictures); }},
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
