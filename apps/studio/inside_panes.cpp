#include "inside_panes.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

constexpr int extent = 128;  // places along each side of a field
constexpr int highest = 12;  // waves along the longer side of the domain that are shown

/// As many waves along each side as have the same length: directions are then those that they have in space.
struct WaveRange {
    int k, l;
    float stretch;  // height of their pane over its width
};
WaveRange shown_waves(Vec3 size) {
    const double longer = std::max(size.x, size.y);
    const int k = std::max(static_cast<int>(std::lround(highest * size.x / longer)), 1),
              l = std::max(static_cast<int>(std::lround(highest * size.y / longer)), 1);
    return {k, l, static_cast<float>((2 * l + 1) / size.y / ((2 * k + 1) / size.x))};
}

/// The power of each wave on a scale of powers of ten, and the direction of its real part on the right, of its
/// imaginary part on the left: a wave and its opposite say the same, so nothing is lost.
void paint_waves(Pane& pane, const Lattice& vectors, float strongest, const WaveRange& range) {
    const Waves waves(vectors);
    const int across = 2 * range.k + 1, up = 2 * range.l + 1;
    std::vector<float> shares;
    pane.needles.clear();
    for (int l = -range.l; l <= range.l; ++l)
        for (int k = -range.k; k <= range.k; ++k) {
            const Waves::Amplitude a = waves.at(k, l);
            const float power = std::norm(a[0]) + std::norm(a[1]);
            const float share = std::clamp(1 + std::log10(power / (strongest * strongest) + 1e-20f) / 5, 0.0f, 1.0f);
            shares.push_back(0.7f * share);
            const float x = k < 0 ? a[0].imag() : a[0].real(), y = k < 0 ? a[1].imag() : a[1].real(),
                        length = std::hypot(x, y);
            if (share < 0.05f || !(length > 0)) continue;
            const float reach = 1.5f + 5 * share;
            pane.needles.push_back({(static_cast<float>(k + range.k) + 0.5f) / static_cast<float>(across),
                                    (static_cast<float>(l + range.l) + 0.5f) / static_cast<float>(up),
                                    reach * x / length, reach * y / length});
        }
    pane.paint(shares, across, up, Look::magnitude);
}

float strongest_wave(const Lattice& vectors) {
    const Waves waves(vectors);
    float most = 0;
    for (int l = -highest; l <= highest; ++l)
        for (int k = -highest; k <= highest; ++k)
            if (k != 0 || l != 0) most = std::max(most, std::norm(waves.at(k, l)[0]) + std::norm(waves.at(k, l)[1]));
    return std::max(std::sqrt(most), 1e-9f);
}

}  // namespace

void InsidePanes::update_projection(const Shown& shown) {
    Lattice before = shown.flow;
    for (std::size_t i = 0; i < before.values.size(); ++i) before.values[i] += shown.taken.values[i];
    const Lattice fields[] = {sampled(before, extent), sampled(shown.flow, extent), sampled(shown.taken, extent)};
    const float aspect = static_cast<float>(shown.size.x / shown.size.y);
    const float both = scale_of(fields[0]), wave = strongest_wave(fields[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        steps_[i].strength = root_mean_square(fields[i]);
        // What is taken away is often a small part of it, and gets colours of its own.
        steps_[i].picture.paint_vectors(fields[i], i < 2 ? both : scale_of(fields[i]), aspect);
        paint_waves(steps_[i].waves, fields[i], i < 2 ? wave : strongest_wave(fields[i]), shown_waves(shown.size));
    }
}

void InsidePanes::update_confinement(const Shown& shown) {
    const Confinement all = confinement(shown.flow, shown.size, shown.tuned.settings.fluid.vorticity);
    const float aspect = static_cast<float>(shown.size.x / shown.size.y);
    Lattice pairs;  // one channel as the first of two
    pairs.shape(all.vorticity.extent, 2);
    for (std::size_t i = 0; i < all.vorticity.values.size(); ++i) pairs.values[2 * i] = all.vorticity.values[i];
    const Lattice vorticity = sampled(pairs, extent), direction = sampled(all.direction, extent),
                  force = sampled(all.force, extent);
    std::vector<float> shares;
    const float most = static_cast<float>(range_of(all.vorticity));
    for (std::size_t i = 0; i < vorticity.values.size(); i += 2)
        shares.push_back(0.5f + 0.5f * vorticity.values[i] / most);
    parts_[0].picture.paint(shares, extent, extent, Look::signed_);
    parts_[1].picture.paint_vectors(direction, 1.35f, aspect);
    parts_[2].picture.paint_vectors(force, scale_of(force), aspect);
    parts_[0].strength = root_mean_square(all.vorticity), parts_[1].strength = 1;
    parts_[2].strength = root_mean_square(all.force);
}

void InsidePanes::show_projection(const Shown& shown) const {
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3,
                height = width * static_cast<float>(shown.size.y / shown.size.x);
    for (const bool waves : {false, true})
        for (std::size_t i = 0; i < 3; ++i) {
            const Field& one = steps_[i];
            if (i > 0) ImGui::SameLine();
            ImGui::BeginGroup();
            if (!waves) ImGui::Text("%s   %.3g %s", one.name, one.strength, one.unit);
            waves ? one.waves.draw(width, width * shown_waves(shown.size).stretch) : one.picture.draw(width, height);
            ImGui::EndGroup();
        }
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled(
        "Below each field its waves, the longest in the middle: the real part on the right, the imaginary one on the "
        "left. "
        "Left over is what lies across its wave; what lies along it is taken away.");
    ImGui::PopTextWrapPos();
}

void InsidePanes::show_confinement(const Shown& shown) const {
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3,
                height = width * static_cast<float>(shown.size.y / shown.size.x);
    for (std::size_t i = 0; i < 3; ++i) {
        const Field& one = parts_[i];
        if (i > 0) ImGui::SameLine();
        ImGui::BeginGroup();
        if (i == 1)
            ImGui::TextUnformatted(one.name);
        else
            ImGui::Text("%s   %.3g %s", one.name, one.strength, one.unit);
        one.picture.draw(width, height);
        ImGui::EndGroup();
    }
    ImGui::PushTextWrapPos();
    if (shown.tuned.settings.fluid.vorticity > 0)
        ImGui::TextDisabled("The force is %.3g m/s times N x w: it pushes each vortex the way it turns.",
                            shown.tuned.settings.fluid.vorticity);
    else
        ImGui::TextDisabled("Confinement is off; C switches it on.");
    ImGui::PopTextWrapPos();
}

void InsidePanes::show_page(Desk& desk, bool fresh) {
    using Page = Desk::Page;
    const Shown& shown = desk.shown();
    int which = static_cast<int>(desk.page);
    ImGui::RadioButton("projection", &which, 0);
    ImGui::SameLine();
    ImGui::RadioButton("vorticity confinement", &which, 1);
    ImGui::SameLine();
    ImGui::RadioButton("stage by stage", &which, 2);
    desk.page = static_cast<Page>(which);
    if (desk.page == Page::stages) {
        painted_ = desk.page;
        return stages_.draw(shown);
    }
    // The pressure is not that of the step that is being made before its end.
    if ((fresh && shown.stage.empty()) || painted_ != desk.page) {
        painted_ = desk.page;
        painted_ == Page::confinement ? update_confinement(shown) : update_projection(shown);
    }
    painted_ == Page::confinement ? show_confinement(shown) : show_projection(shown);
}

void InsidePanes::draw(Desk& desk, bool fresh) {
    if (!desk.inside) return;
    const Shown& shown = desk.shown();
    const float letter = ImGui::GetFontSize();
    const float tall = letter * (26 + 14 * static_cast<float>(std::min(shown.size.y / shown.size.x, 2.0)));
    ImGui::SetNextWindowSize({46 * letter, std::min(tall, desk.canvas.height - 5 * letter)}, ImGuiCond_Appearing);
    ImGui::SetNextWindowPos({desk.canvas.x + desk.canvas.width - 47 * letter, desk.canvas.y + 4 * letter},
                            ImGuiCond_Appearing);
    if (ImGui::Begin("Inside the step", &desk.inside, ImGuiWindowFlags_NoSavedSettings)) {
        if (shown.dimension != 2) {
            ImGui::TextUnformatted("Shown for planes; open one, such as plume-plane.");
        } else if (shown.wish.inside && shown.taken.values.size() == shown.flow.values.size()) {
            show_page(desk, fresh);
        }
    }
    ImGui::End();
}

}  // namespace studio
