#include "panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <session/brush.hpp>

#include "widgets.hpp"

namespace studio {

namespace {

void heading(const char* text) {
    ImGui::Spacing();
    ImGui::TextDisabled("%s", text);
}

/// Names that start with a capital.
std::string title(std::string_view name) {
    std::string text(name);
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

void pick_inks(Desk& desk) {
    for (std::size_t i = 0; i < std::size(inks); ++i) {
        if (i > 0) ImGui::SameLine(0, dots(5));
        const auto shown = [](double x) { return static_cast<float>(std::pow(x, 1 / 2.2)); };
        const Vec3 c = inks[i].colour;
        const bool chosen = desk.ink == static_cast<int>(i);
        ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, chosen ? 2.0f : 0.0f);
        ImGui::PushStyleColor(ImGuiCol_Border, {1, 1, 1, 0.9f});
        if (ImGui::ColorButton(std::string(inks[i].name).c_str(), {shown(c.x), shown(c.y), shown(c.z), 1},
                               ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop, {dots(23), dots(23)}))
            desk.ink = static_cast<int>(i), desk.next_ink = false;
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
    }
    ImGui::Checkbox("every stroke another", &desk.next_ink);
}

void pick_overlays(Desk& desk, float half) {
    int column = 0;
    for (const Overlay& one : overlays) {
        if (!one.goes_with(is_volume(desk.shown()))) continue;
        if (column++ % 2 > 0) ImGui::SameLine(half + dots(22));
        bool on = desk.*one.on;
        if (ImGui::Checkbox(std::string(one.name).c_str(), &on)) switch_overlay(desk, one.name);
        hint(one.hint);
    }
}

/// Where a scene was opened with other cells than it asks for, and the way to have those.
void tell_cells(Desk& desk) {
    const Shown& shown = desk.shown();
    if (shown.cells == shown.written_cells || !shown.opened) return;
    const auto text = [&](const std::array<int, 3>& n) {
        std::string all = std::to_string(n[0]) + " x " + std::to_string(n[1]);
        return shown.dimension == 3 ? all + " x " + std::to_string(n[2]) : all;
    };
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s cells, so that it runs fast; its file has %s", text(shown.cells).c_str(),
                        text(shown.written_cells).c_str());
    ImGui::PopTextWrapPos();
    if (button(desk, "All cells")) desk.send(Open{shown.opened->name, shown.opened->text, 0});
    hint("opens it again with all cells of its file");
}

/// A slider of one tunable with its unit, and the way back.
void slider(Desk& desk, const Tunable& one) {
    const Shown& shown = desk.shown();
    double value = one.get(shown.tuned);
    Turned& turned = desk.turned;
    if (turned.name == one.name && ImGui::GetTime() < turned.until) value = turned.value;
    const auto turn = [&](double to) {
        turned = {one.name, allowed(one, to), ImGui::GetTime() + 2};
        desk.send(Tune{one.name, turned.value});
    };
    const double original = one.get(shown.original);
    ImGui::PushID(one.name.c_str());
    ImGui::TextUnformatted(one.label.c_str());
    if (value != original) {
        ImGui::SameLine(ImGui::GetContentRegionAvail().x - dots(34));
        if (ImGui::SmallButton("reset")) turn(original);
    }
    ImGui::SetNextItemWidth(-1);
    if (!one.choices.empty()) {
        if (ImGui::BeginCombo("##choice", one.choices[static_cast<std::size_t>(value)].c_str())) {
            for (std::size_t i = 0; i < one.choices.size(); ++i)
                if (ImGui::Selectable(one.choices[i].c_str(), static_cast<double>(i) == value))
                    turn(static_cast<double>(i));
            ImGui::EndCombo();
        }
    } else {
        const std::string format = "%.4g" + (one.unit.empty() ? "" : " " + one.unit);
        const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat |
                                       (one.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
        if (ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &one.least, &one.most, format.c_str(), flags))
            turn(value);
    }
    offer(desk, one.name);
    ImGui::PopID();
}

/// The width of each of so many that stand side by side.
float share(int count) {
    return (ImGui::GetContentRegionAvail().x - static_cast<float>(count - 1) * ImGui::GetStyle().ItemSpacing.x) /
           static_cast<float>(count);
}

void number(const char* label, double& value, double least, double most, const char* format, int flags = 0) {
    ImGui::SetNextItemWidth(-1);
    ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &least, &most, format,
                        flags | ImGuiSliderFlags_AlwaysClamp);
}

void run_buttons(Desk& desk) {
    const Shown& shown = desk.shown();
    const float third = share(3), quarter = share(4);
    if (choice(desk, shown.paused ? "Play" : "Pause", shown.paused, third)) desk.send(PlayOrPause{});
    hint("p or space");
    ImGui::SameLine();
    if (button(desk, "Step", third)) desk.send(StepOnce{});
    hint(".");
    ImGui::SameLine();
    if (choice(desk, "Stage", !shown.stage.empty(), third)) desk.next_stage();
    hint(", : one stage of a step after the other");
    if (button(desk, "Reset", quarter)) desk.send(Begin{}), desk.send(Reset{});
    hint("r");
    ImGui::SameLine();
    if (button(desk, "Undo", quarter)) desk.send(Undo{});
    hint("x: back to before the last stroke");
    ImGui::SameLine();
    if (button(desk, "Still", quarter)) desk.send(Begin{}), desk.send(Still{});
    hint("z: velocities become zero");
    ImGui::SameLine();
    if (button(desk, "Clear", quarter)) desk.send(Begin{}), desk.send(Clear{});
    hint("a: smoke, heat and ink go");
}

void pick_brush(Desk& desk) {
    const float third = share(3);
    int column = 0;
    for (const Brush& one : brushes()) {
        if (column++ % 3 > 0) ImGui::SameLine();
        if (choice(desk, title(one.name).c_str(), desk.brush == one.name, third)) desk.brush = one.name;
        hint(one.hint);
    }
    number("##radius", desk.radius, 0.004, 0.3, "size %.3f", ImGuiSliderFlags_Logarithmic);
    hint("the wheel does the same");
    number("##amount", desk.amount, 0, most_amount, "adds %.2f", ImGuiSliderFlags_Logarithmic);
    number("##strength", desk.strength, 0, 4, "pushes %.2f");
    if (desk.brush == "colour") pick_inks(desk);
}

void pick_view(Desk& desk) {
    const Shown& shown = desk.shown();
    const float half = share(2);
    int column = 0;
    for (std::size_t i = 0; i < views().size(); ++i) {
        const View& one = views()[i];
        const bool there = one.needs.empty() ||
                           std::find(shown.carried.begin(), shown.carried.end(), one.needs) != shown.carried.end();
        if (!there || (one.surface && shown.dimension != 3)) continue;
        if (column++ % 2 > 0) ImGui::SameLine();
        if (ImGui::Selectable(std::string(one.label).c_str(), desk.view == static_cast<int>(i), 0, {half, 0}))
            desk.view = static_cast<int>(i);
    }
    pick_overlays(desk, half);
    if (shown.dimension == 3 && !views()[static_cast<std::size_t>(desk.view)].volume)
        number("##depth", desk.depth, 0, 1, "depth of the slice %.2f");
    if (shown.dimension == 3) {
        ImGui::Checkbox("fire", &desk.fire);
        hint("heat glows with the colours of a black body");
        float angle = static_cast<float>(std::atan2(desk.light.z, desk.light.x));
        ImGui::SetNextItemWidth(-1);
        if (ImGui::SliderAngle("##light", &angle, -180, 180, "light from %.0f deg")) {
            const double flat = std::hypot(desk.light.x, desk.light.z);
            desk.light = {flat * std::cos(angle), desk.light.y, flat * std::sin(angle)};
        }
    }
}

void set_pace(Desk& desk) {
    double pace = desk.shown().pace;
    ImGui::SetNextItemWidth(-1);
    const double least = 0, most = 4;
    if (ImGui::SliderScalar("##pace", ImGuiDataType_Double, &pace, &least, &most,
                            pace == 0 ? "as fast as it goes" : "%.2f s in a second", ImGuiSliderFlags_AlwaysClamp))
        desk.send(Pace{pace});
}

}  // namespace

void Panels::draw(Desk& desk) {
    const ImGuiIO& io = ImGui::GetIO();
    const float left = desk.panels ? std::min(dots(270), 0.4f * io.DisplaySize.x) : 0;
    const float below = desk.panels ? Strip::height() : 0;
    desk.canvas = {left, 0, std::max(io.DisplaySize.x - left, 1.0f), std::max(io.DisplaySize.y - below, 1.0f)};
    message(desk);
    if (!desk.panels) return;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({left, desk.canvas.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    if (ImGui::Begin("##tools", nullptr, ImGuiWindowFlags_NoDecoration & ~ImGuiWindowFlags_NoScrollbar)) {
        tools(desk);
        const auto opened = [&](const char* label) {
            const bool open = ImGui::CollapsingHeader(label);
            offer(desk, label);
            return open;
        };
        if (opened("States")) states(desk);
        if (opened("Scenes")) gallery_.draw(desk);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    tune(desk);
    editor_.draw(desk);
}

void Panels::tools(Desk& desk) {
    ImGui::PushTextWrapPos();
    ImGui::TextUnformatted(desk.shown().title.c_str());
    ImGui::PopTextWrapPos();
    tell_cells(desk);
    ImGui::Spacing();
    run_buttons(desk);
    film(desk);
    heading("Brush");
    pick_brush(desk);
    heading("View");
    pick_view(desk);
    heading("Pace");
    set_pace(desk);
    ImGui::Spacing();
}

void Panels::film(Desk& desk) {
    const float third = share(3);
    using Filmed = Desk::Filmed;
    const auto record = [&](const char* label, Filmed what, const char* key) {
        if (choice(desk, label, desk.filmed == what, third)) desk.filmed = desk.filmed == what ? Filmed::nothing : what;
        hint(key);
        ImGui::SameLine();
    };
    record("Film", Filmed::movie, "m: an MP4 of what is seen, until it is pressed again");
    record("Pictures", Filmed::pictures, "M: the same as PNG files");
    if (button(desk, "Export", third)) desk.exported = true;
    hint("e: one picture; that of a periodic plane tiles");
}

void Panels::states(Desk& desk) {
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - dots(60));
    ImGui::InputText("##name", state_name_, sizeof state_name_);
    ImGui::SameLine();
    if (button(desk, "Keep", -1) && state_name_[0]) desk.send(Keep{state_name_});
    for (const std::string& name : desk.shown().kept)
        if (ImGui::Selectable(name.c_str())) desk.send(Begin{}), desk.send(Restore{name});
    if (desk.shown().kept.empty()) ImGui::TextDisabled("none yet");
}

void Panels::tune(Desk& desk) {
    const ImGuiIO& io = ImGui::GetIO();
    const float width = dots(260);
    ImGui::SetNextWindowPos({io.DisplaySize.x - width - dots(12), dots(12)}, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize({width, std::min(dots(560), desk.canvas.height - dots(24))}, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowCollapsed(true, ImGuiCond_FirstUseEver);
    const bool sought = std::any_of(desk.shown().tunables.begin(), desk.shown().tunables.end(),
                                    [&](const Tunable& one) { return one.name == desk.sought; });
    if (sought) ImGui::SetNextWindowCollapsed(false);
    if (ImGui::Begin("Tune")) {
        std::string group;
        bool open = false;
        for (const Tunable& one : desk.shown().tunables) {
            if (one.group != group) {
                group = one.group;
                if (sought) ImGui::SetNextItemOpen(true);
                open = ImGui::CollapsingHeader(title(group).c_str(),
                                               group == "Fluid" ? ImGuiTreeNodeFlags_DefaultOpen : 0);
            }
            if (open) slider(desk, one);
        }
    }
    ImGui::End();
}

void Panels::message(Desk& desk) {
    const Shown& shown = desk.shown();
    if (shown.messages != told_) told_ = shown.messages, told_text_ = shown.message, told_until_ = ImGui::GetTime() + 6;
    if (!desk.note.empty()) told_text_ = std::exchange(desk.note, ""), told_until_ = ImGui::GetTime() + 6;
    if (ImGui::GetTime() > told_until_ || told_text_.empty()) return;
    ImGui::SetNextWindowPos({desk.canvas.x + desk.canvas.width / 2, desk.canvas.y + dots(16)}, ImGuiCond_Always,
                            {0.5f, 0});
    if (ImGui::Begin("##message", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                         ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::PushTextWrapPos(0.7f * desk.canvas.width);
        ImGui::TextUnformatted(told_text_.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

}  // namespace studio
