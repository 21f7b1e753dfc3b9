#include "wires.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "canvas.hpp"
#include "ramps.hpp"
#include "widgets.hpp"

namespace studio {

namespace {

struct Knot {
    ImVec2 at;
    ImU32 colour;
};

Knot knot(const Shown& shown, const View& view, const Area& area, float x, float y, float gap) {
    const Lattice& of = shown.picture;
    const auto cell = [](float share, int n) {
        return std::clamp(static_cast<int>(share * static_cast<float>(n)), 0, n - 1);
    };
    const int i = cell(x, of.extent[0]), j = cell(1 - y, of.extent[1]);
    const float* v = &of.values[(static_cast<std::size_t>(j) * static_cast<std::size_t>(of.extent[0]) +
                                 static_cast<std::size_t>(i)) *
                                static_cast<std::size_t>(of.channels)];
    const float range = static_cast<float>(std::max(shown.range, 1e-9));
    const auto soft = [&](float value) { return 1 - std::exp(-1.9f * std::max(value / range, 0.0f)); };
    float share = std::clamp(v[0] / range, -1.0f, 1.0f);
    if (view.look == Look::smoke) share = soft(v[0]);
    Paint paint{soft(v[0]), of.channels > 2 ? soft(v[1]) : 0, of.channels > 2 ? soft(v[2]) : 0};
    if (view.look == Look::ink)
        share = (paint[0] + paint[1] + paint[2]) / 3;
    else
        paint = ramp(view.look, view.look == Look::signed_ ? 0.5f + 0.5f * share : share);
    // Where there is nothing the net itself is still seen.
    for (float& light : paint) light = 0.16f + 0.84f * light;
    return {{area.x + x * area.width, area.y + y * area.height - 1.6f * gap * share},
            ImGui::ColorConvertFloat4ToU32({paint[0], paint[1], paint[2], 1})};
}

}  // namespace

void draw_wires(const Desk& desk) {
    const Shown& shown = desk.shown();
    const View& view = views()[static_cast<std::size_t>(shown.wish.view)];
    const Area area = Canvas::domain_area(desk);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled({area.x, area.y}, {area.x + area.width, area.y + area.height}, IM_COL32(8, 9, 12, 255));
    // No finer than the cells, nor than can be seen.
    const int across = std::clamp(static_cast<int>(area.width / dots(9)), 2, std::max(2, shown.cells[0]));
    const int down = std::clamp(static_cast<int>(area.height / dots(9)), 2, std::max(2, shown.cells[1]));
    const float gap = area.height / static_cast<float>(down);
    std::vector<Knot> above(static_cast<std::size_t>(across)), row(above);
    for (int j = 0; j < down; ++j) {
        for (int i = 0; i < across; ++i) {
            const float x = (static_cast<float>(i) + 0.5f) / static_cast<float>(across),
                        y = (static_cast<float>(j) + 0.5f) / static_cast<float>(down);
            const std::size_t at = static_cast<std::size_t>(i);
            row[at] = knot(shown, view, area, x, y, gap);
            if (i > 0) list.AddLine(row[at - 1].at, row[at].at, row[at].colour, dots(1));
            if (j > 0) list.AddLine(above[at].at, row[at].at, row[at].colour, dots(1));
        }
        above.swap(row);
    }
}

}  // namespace studio
