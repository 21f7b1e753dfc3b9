#include <session/shown.hpp>

#include <algorithm>

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

void show_solid(const World& world, Lattice& to, bool volume, int layer) {
    const auto n = world.fluid().cells();
    if (!volume) {
        fill_solid(world.fluid(), to, layer);
        add_painted(world, to, layer);
        return;
    }
    to.shape(n, 1);
    Lattice one;
    for (int k = 0; k < n[2]; ++k) {
        fill_solid(world.fluid(), one, k);
        std::copy(one.values.begin(), one.values.end(), to.at(0, 0, k));
    }
    add_painted(world, to, 0);
}

}  // namespace

void show(const World& world, const Wish& wish, Shown& to) {
    const whorl::Simulation& fluid = world.fluid();
    const View& view = views()[static_cast<std::size_t>(wish.view)];
    to.opened = world.opened();
    to.name = to.opened->name;
    to.title = world.scene().title;
    to.suggested = world.scene().outputs.empty() ? "smoke" : world.scene().outputs.front().show;
    to.dimension = fluid.dimension();
    to.cells = fluid.cells();
    to.size = fluid.size();
    to.wish = wish;
    const bool box = to.dimension == 3, volume = box && view.volume;
    const int layer = box ? std::clamp(static_cast<int>(wish.depth * to.cells[2]), 0, to.cells[2] - 1) : 0;
    if (volume)
        fill_volume(fluid, to.picture);
    else
        view.fill(fluid, to.picture, layer);
    to.range = view.range > 0 ? view.range : range_of(to.picture);
    show_solid(world, to.solid, volume, layer);
    if (wish.flow) fill_velocity(fluid, to.flow, layer);

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
