#include <session/views.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <whorl/scene.hpp>

namespace studio {

using whorl::FieldView, whorl::Simulation;

void Lattice::shape(std::array<int, 3> cells, int channels_each) {
    extent = cells;
    channels = channels_each;
    values.resize(static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) *
                  static_cast<std::size_t>(cells[2]) * static_cast<std::size_t>(channels_each));
}

float* Lattice::at(int i, int j, int k) {
    return values.data() +
           ((static_cast<std::size_t>(k) * static_cast<std::size_t>(extent[1]) + static_cast<std::size_t>(j)) *
                static_cast<std::size_t>(extent[0]) +
            static_cast<std::size_t>(i)) *
               static_cast<std::size_t>(channels);
}

namespace {

/// value(i, j) for each cell of a layer.
template <class Value>
void fill_layer(const Simulation& fluid, Lattice& to, Value value) {
    const auto n = fluid.cells();
    to.shape({n[0], n[1], 1}, 1);
    float* out = to.values.data();
    for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) *out++ = value(i, j);
}

bool carries(const Simulation& fluid, std::string_view quantity) {
    const auto& all = fluid.settings().carried;
    return std::any_of(all.begin(), all.end(), [&](const whorl::Carried& c) { return c.name == quantity; });
}

void fill_quantity(const Simulation& fluid, Lattice& to, int k, std::string_view name) {
    if (name != "pressure" && !carries(fluid, name)) return fill_layer(fluid, to, [](int, int) { return 0.0f; });
    const FieldView f = fluid.field(name);
    fill_layer(fluid, to, [&](int i, int j) { return f(i, j, k); });
}

void fill_inks(const Simulation& fluid, Lattice& to, int k) {
    const auto n = fluid.cells();
    to.shape({n[0], n[1], 1}, 3);
    constexpr std::string_view inks[] = {"red", "green", "blue"};
    for (std::size_t c = 0; c < 3; ++c) {
        const bool there = carries(fluid, inks[c]);
        const FieldView f = there ? fluid.field(inks[c]) : FieldView{};
        float* out = to.values.data() + c;
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i, out += 3) *out = there ? f(i, j, k) : 0.0f;
    }
}

void fill_speed(const Simulation& fluid, Lattice& to, int k) {
    const FieldView u = fluid.velocity(0), v = fluid.velocity(1);
    const bool box = fluid.dimension() == 3;
    const FieldView w = box ? fluid.velocity(2) : FieldView{};
    fill_layer(fluid, to, [&](int i, int j) {
        const float a = 0.5f * (u(i, j, k) + u(i + 1, j, k)), b = 0.5f * (v(i, j, k) + v(i, j + 1, k)),
                    c = box ? 0.5f * (w(i, j, k) + w(i, j, k + 1)) : 0.0f;
        return std::sqrt(a * a + b * b + c * c);
    });
}

/// About z. At the rim from what is inside.
void fill_vorticity(const Simulation& fluid, Lattice& to, int k) {
    const FieldView u = fluid.velocity(0), v = fluid.velocity(1);
    const auto n = fluid.cells();
    const auto h = fluid.spacing();
    fill_layer(fluid, to, [&](int i, int j) {
        const int l = std::max(i - 1, 0), r = std::min(i + 1, n[0] - 1), d = std::max(j - 1, 0),
                  t = std::min(j + 1, n[1] - 1);
        const auto across = [&](int c) { return 0.5f * (v(c, j, k) + v(c, j + 1, k)); };
        const auto along = [&](int c) { return 0.5f * (u(i, c, k) + u(i + 1, c, k)); };
        const float dvdx = r > l ? (across(r) - across(l)) / static_cast<float>((r - l) * h.x) : 0.0f;
        const float dudy = t > d ? (along(t) - along(d)) / static_cast<float>((t - d) * h.y) : 0.0f;
        return dvdx - dudy;
    });
}

/// What flows through the open part of faces; those at the rim have what flows in.
void fill_divergence(const Simulation& fluid, Lattice& to, int k) {
    const auto n = fluid.cells();
    fill_layer(fluid, to, [](int, int) { return 0.0f; });
    for (int a = 0; a < fluid.dimension(); ++a) {
        const FieldView u = fluid.velocity(a), open = fluid.openness(a);
        const float per = 1 / static_cast<float>(fluid.spacing()[a]);
        const int last = n[static_cast<std::size_t>(a)], next[3] = {a == 0, a == 1, a == 2};
        const auto through = [&](int i, int j, int z, int along) {
            return u(i, j, z) * (along == 0 || along == last ? 1.0f : open(i, j, z));
        };
        float* out = to.values.data();
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i, ++out) {
                const int along = a == 0 ? i : a == 1 ? j : k;
                *out += per * (through(i + next[0], j + next[1], k + next[2], along + 1) - through(i, j, k, along));
            }
    }
}

void fill_smoke(const Simulation& s, Lattice& to, int k) { fill_quantity(s, to, k, "smoke"); }
void fill_heat(const Simulation& s, Lattice& to, int k) { fill_quantity(s, to, k, "heat"); }
void fill_pressure(const Simulation& s, Lattice& to, int k) { fill_quantity(s, to, k, "pressure"); }

constexpr View all[] = {
    {"smoke", "Smoke", "", Look::smoke, 1, 1, true, fill_smoke, "smoke"},
    {"surface", "Surface", "", Look::smoke, 1, 1, true, fill_smoke, "smoke", true},
    {"colours", "Colours", "", Look::ink, 1, 3, false, fill_inks, "red"},
    {"heat", "Heat", "", Look::fire, 1, 1, false, fill_heat, "heat"},
    {"speed", "Speed", "m/s", Look::magnitude, 0, 1, false, fill_speed},
    {"vorticity", "Vorticity", "1/s", Look::signed_, 0, 1, false, fill_vorticity},
    {"pressure", "Pressure", "m2/s2", Look::signed_, 0, 1, false, fill_pressure},
    {"divergence", "Divergence", "1/s", Look::signed_, 0, 1, false, fill_divergence},
};

}  // namespace

std::span<const View> views() { return all; }

int view_named(std::string_view name) {
    std::vector<std::string> known;
    for (const View& one : all) {
        if (one.name == name) return static_cast<int>(&one - all);
        known.emplace_back(one.name);
    }
    throw whorl::Error("unknown view \"" + std::string(name) + "\"" + whorl::did_you_mean(name, known));
}

int view_for(std::string_view shown) {
    for (const View& one : all)
        if (one.name == shown) return static_cast<int>(&one - all);
    return 0;
}

template <int D>
void fill_velocity(const Simulation& fluid, Lattice& to, int k) {
    const auto n = fluid.cells();
    const int first = D > 2 ? 0 : k, end = D > 2 ? n[2] : k + 1;
    to.shape({n[0], n[1], end - first}, D);
    for (int a = 0; a < D; ++a) {
        const FieldView u = fluid.velocity(a);
        const int next[3] = {a == 0, a == 1, a == 2};
        float* out = to.values.data() + a;
        for (int z = first; z < end; ++z)
            for (int j = 0; j < n[1]; ++j)
                for (int i = 0; i < n[0]; ++i, out += D)
                    *out = 0.5f * (u(i, j, z) + u(i + next[0], j + next[1], z + next[2]));
    }
}
template void fill_velocity<2>(const Simulation&, Lattice&, int);
template void fill_velocity<3>(const Simulation&, Lattice&, int);

void fill_solid(const Simulation& fluid, Lattice& to, int k) {
    const FieldView x = fluid.openness(0), y = fluid.openness(1);
    const auto n = fluid.cells();
    fill_layer(fluid, to, [&](int i, int j) {
        // The rim of the domain is shut by its sides, which are no bodies.
        float open = 0;
        int faces = 0;
        if (i > 0) open += x(i, j, k), ++faces;
        if (i + 1 < n[0]) open += x(i + 1, j, k), ++faces;
        if (j > 0) open += y(i, j, k), ++faces;
        if (j + 1 < n[1]) open += y(i, j + 1, k), ++faces;
        return faces > 0 ? 1 - open / static_cast<float>(faces) : 0.0f;
    });
}

void fill_volume(const Simulation& fluid, Lattice& to) {
    const auto n = fluid.cells();
    to.shape(n, 3);
    constexpr std::string_view names[] = {"smoke", "heat"};
    for (std::size_t c = 0; c < 2; ++c) {
        const bool there = carries(fluid, names[c]);
        const FieldView f = there ? fluid.field(names[c]) : FieldView{};
        float* out = to.values.data() + c;
        for (int k = 0; k < n[2]; ++k)
            for (int j = 0; j < n[1]; ++j)
                for (int i = 0; i < n[0]; ++i, out += 3) *out = there ? f(i, j, k) : 0.0f;
    }
}

double range_of(const Lattice& lattice) {
    std::vector<float> some;
    const std::size_t stride = lattice.values.size() / 8192 | 1;  // odd: not the same column of every row
    for (std::size_t i = 0; i < lattice.values.size(); i += stride)
        if (std::isfinite(lattice.values[i])) some.push_back(std::abs(lattice.values[i]));
    if (some.empty()) return 1;
    const auto high = some.begin() + static_cast<std::ptrdiff_t>(some.size() * 199 / 200);
    std::nth_element(some.begin(), high, some.end());
    return *high > 1e-6f ? static_cast<double>(*high) : 1e-6;
}

}  // namespace studio
