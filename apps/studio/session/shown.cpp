#include <session/shown.hpp>

#include <algorithm>

#include <session/inside.hpp>

namespace studio {

namespace {

/// Walls that were painted and are not built yet are seen at once.
void add_painted(const World& world, Lattice& solid, int first) {
    const Walls& walls = world.walls();
    if (walls.empty()) return;
    const float h = static_cast<float>(world.fluid().spacing().x);
    for (int k = 0; k < solid.extent[2]; ++k)
        for (int j = 0; j < solid.extent[1]; ++j)
            for (int i = 0; i < solid.extent[0]; ++i) {
                const float inside = 0.5f - static_cast<float>(walls.at_cell(i, j, first + k)) / h;
                float& here = *solid.at(i, j, k);
                here = std::max(here, std::clamp(inside, 0.0f, 1.0f));
            }
}

/// The mean with both neighbours along each axis, a quarter of each.
void smooth(Lattice& all) {
    const auto n = all.extent;
    std::vector<float> line;
    const auto along = [&](float* first, int count, std::ptrdiff_t stride) {
        line.resize(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) line[static_cast<std::size_t>(i)] = first[i * stride];
        for (int i = 0; i < count; ++i)
            first[i * stride] = 0.5f * line[static_cast<std::size_t>(i)] +
                                0.25f * (line[static_cast<std::size_t>(std::max(i - 1, 0))] +
                                         line[static_cast<std::size_t>(std::min(i + 1, count - 1))]);
    };
    const std::ptrdiff_t row = n[0], layer = row * n[1];
    for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j) along(all.at(0, j, k), n[0], 1);
    for (int k = 0; k < n[2]; ++k)
        for (int i = 0; i < n[0]; ++i) along(all.at(i, 0, k), n[1], row);
    for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) along(all.at(i, j, 0), n[2], layer);
}

void show_solid(const World& world, Lattice& to, int layer) {
    fill_solid(world.fluid(), to, layer);
    add_painted(world, to, layer);
}

/// Smoke, heat and bodies; those also by themselves, as sharp as they are.
void show_volume(const World& world, Lattice& to, Lattice& solid) {
    const whorl::Simulation& fluid = world.fluid();
    fill_volume(fluid, to);
    const auto n = fluid.cells();
    Lattice one;
    solid.shape(n, 1);
    for (int k = 0; k < n[2]; ++k) {
        fill_solid(fluid, one, k);
        std::copy(one.values.begin(), one.values.end(), solid.at(0, 0, k));
    }
    add_painted(world, solid, 0);
    Lattice all = solid;
    if (std::any_of(all.values.begin(), all.values.end(), [](float x) { return x > 0; })) smooth(all);
    for (std::size_t i = 0; i < all.values.size(); ++i) to.values[3 * i + 2] = all.values[i];
}

}  // namespace

StageShown show_stage(const World& world, std::string_view name) {
    StageShown to;
    to.name = name;
    fill_velocity<2>(world.fluid(), to.flow, 0);
    views()[static_cast<std::size_t>(view_named("divergence"))].fill(world.fluid(), to.divergence, 0);
    return to;
}

void show(const World& world, const Wish& wish, Shown& to) {
    const whorl::Simulation& fluid = world.fluid();
    const View& view = views()[static_cast<std::size_t>(wish.view)];
    to.opened = world.opened();
    to.name = to.opened->name;
    to.title = world.scene().title;
    to.suggested = world.scene().outputs.empty() ? "smoke" : world.scene().outputs.front().show;
    to.glows = false, to.glow_range = 1;
    for (const whorl::Output& one : world.scene().outputs)
        if (one.glow == "heat") to.glows = true, to.glow_range = std::max(one.glow_range, 1e-6);
    to.dimension = fluid.dimension();
    to.cells = fluid.cells();
    to.written_cells = world.written_cells();
    to.size = fluid.size();
    const whorl::Boundary& sides = fluid.settings().boundary;
    const auto joined = [](const whorl::Side& side) { return side.kind == whorl::Side::Kind::periodic; };
    to.periodic = {joined(sides.left), joined(sides.bottom), joined(sides.back)};
    to.wish = wish;
    const bool box = to.dimension == 3, volume = box && view.volume;
    const int layer = box ? std::clamp(static_cast<int>(wish.depth * to.cells[2]), 0, to.cells[2] - 1) : 0;
    if (volume)
        show_volume(world, to.picture, to.solid);
    else
        view.fill(fluid, to.picture, layer), show_solid(world, to.solid, layer);
    to.range = view.range > 0 ? view.range : range_of(to.picture);
    if (wish.flow) volume ? fill_velocity<3>(fluid, to.flow, 0) : fill_velocity<2>(fluid, to.flow, layer);
    if (wish.inside && !box) fill_taken(fluid, world.tuned().dt, to.taken);

    to.tick = world.ticks();
    to.statistics = fluid.statistics();
    to.kinetic_energy = fluid.kinetic_energy();
    to.max_speed = fluid.max_speed();
    to.smoke = 0;
    to.carried.clear();
    for (const whorl::Carried& q : fluid.settings().carried) {
        to.carried.push_back(q.name);
        if (q.name != "heat" && q.name.rfind("texture-", 0) != 0) to.smoke += fluid.total(q.name);
    }
    to.tuned = world.tuned();
    to.original = world.original();
    to.tunables = world.tunables();
    to.kept = world.kept();
    to.undoable = world.undoable();
}

}  // namespace studio
