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

double root_mean_square(const Lattice& field) {
    double sum = 0;
    for (const float x : field.values) sum += std::isfinite(x) ? static_cast<double>(x) * static_cast<double>(x) : 0.0;
    return std::sqrt(sum * field.channels / static_cast<double>(std::max<std::size_t>(field.values.size(), 1)));
}

/// The size of vectors as colours, and needles along them. strongest: what has the last colour and the longest needle.
void paint_field(Pane& pane, const Lattice& vectors, float strongest, float aspect) {
    const int n = vectors.extent[0];
    const auto at = [&](int i, int j) { return &vectors.values[2 * static_cast<std::size_t>(j * n + i)]; };
    std::vector<float> shares(static_cast<std::size_t>(n * n));
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = 0.75f * std::hypot(vectors.values[2 * i], vectors.values[2 * i + 1]) / strongest;
    pane.paint(shares, n, n, Look::magnitude);
    pane.needles.clear();
    constexpr int across = 17;
    const int up = std::clamp(static_cast<int>(across / aspect), 4, 40);
    for (int j = 0; j < up; ++j)
        for (int i = 0; i < across; ++i) {
            const float x = (static_cast<float>(i) + 0.5f) / across,
                        y = (static_cast<float>(j) + 0.5f) / static_cast<float>(up);
            const float* v =
                at(static_cast<int>(x * static_cast<float>(n)), static_cast<int>(y * static_cast<float>(n)));
            const float size = std::hypot(v[0], v[1]) / strongest;
            if (!(size > 0.01f)) continue;
            const float length = 11 * std::sqrt(std::min(size, 1.0f)) / (size * strongest);
            pane.needles.push_back({x, y, v[0] * length, v[1] * length});
        }
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

float scale_of(const Lattice& vectors) { return static_cast<float>(1.6 * range_of(vectors)); }

}  // namespace

void Pane::paint(const std::vector<float>& shares, int across, int up, Look look) {
    std::vector<std::uint8_t> pixels;
    pixels.reserve(4 * shares.size());
    for (const float share : shares) {
        for (const float x : ramp(look, share)) pixels.push_back(static_cast<std::uint8_t>(255 * x));
        pixels.push_back(255);
    }
    if (!picture_) picture_ = std::make_unique<Texture>(GL_TEXTURE_2D);
    picture_->upload(pixels.data(), across, up);
}

void Pane::draw(float width, float height) const {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (!picture_) return ImGui::Dummy({width, height});
    ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(picture_->id())), {width, height}, {0, 1},
                 {1, 0});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = IM_COL32(240, 244, 248, 190);
    for (const Needle& one : needles) {
        const ImVec2 from{corner.x + one.x * width, corner.y + (1 - one.y) * height};
        list.AddLine(from, {from.x + one.dx, from.y - one.dy}, colour, 1);
        list.AddRectFilled({from.x - 0.8f, from.y - 0.8f}, {from.x + 0.8f, from.y + 0.8f}, colour);
    }
}

void InsidePanes::update_projection(const Shown& shown) {
    Lattice before = shown.flow;
    for (std::size_t i = 0; i < before.values.size(); ++i) before.values[i] += shown.taken.values[i];
    const Lattice fields[] = {sampled(before, extent), sampled(shown.flow, extent), sampled(shown.taken, extent)};
    const float aspect = static_cast<float>(shown.size.x / shown.size.y);
    const float both = scale_of(fields[0]), wave = strongest_wave(fields[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        steps_[i].strength = root_mean_square(fields[i]);
        // What is taken away is often a small part of it, and gets colours of its own.
        paint_field(steps_[i].picture, fields[i], i < 2 ? both : scale_of(fields[i]), aspect);
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
    paint_field(parts_[1].picture, direction, 1.35f, aspect);
    paint_field(parts_[2].picture, force, scale_of(force), aspect);
    parts_[0].strength = root_mean_square(all.vorticity), parts_[1].strength = 1;
    parts_[2].strength = root_mean_square(all.force);
}

void InsidePanes::show_projection(const Shown& shown) const {
    const float width = (ImGui::GetContentRegionAvail().x - 16) / 3,
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
    const float width = (ImGui::GetContentRegionAvail().x - 16) / 3,
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
            int which = desk.inside_confinement ? 1 : 0;
            ImGui::RadioButton("projection", &which, 0);
            ImGui::SameLine();
            ImGui::RadioButton("vorticity confinement", &which, 1);
            desk.inside_confinement = which == 1;
            if (fresh || !painted_ || confinement_ != desk.inside_confinement) {
                confinement_ = desk.inside_confinement, painted_ = true;
                confinement_ ? update_confinement(shown) : update_projection(shown);
            }
            confinement_ ? show_confinement(shown) : show_projection(shown);
        }
    }
    ImGui::End();
}

}  // namespace studio
