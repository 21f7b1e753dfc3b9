// Convection between a warm plate below and a cold one above (Rayleigh and Benard). The layer is 1 m thick, the plates
// differ by 1, and buoyancy accelerates by 1 m/s2 for that difference: speeds are of the order of 1 m/s at any Ra.

#include <cmath>
#include <numbers>

#include "experiment.hpp"
#include "table.hpp"

namespace whorl::album {
namespace {

constexpr double prandtl = 0.71;

Simulation layer(double rayleigh, int cells, double seed, std::vector<Override> more = {}) {
    const double viscosity = std::sqrt(prandtl / rayleigh);
    std::vector<Override> overrides = {
        {"domain.cells", "[" + std::to_string(2 * cells) + ", " + std::to_string(cells) + "]"},
        {"fluid.viscosity", text_of(viscosity)},
        {"carried.heat.diffusion", text_of(viscosity / prandtl)},
        {"carried.heat.initial", "1 - y + " + text_of(seed) + " * cos(3.117 * x) * sin(pi * y)"}};
    overrides.insert(overrides.end(), more.begin(), more.end());
    return simulation_of("convection-rolls", overrides);
}

/// Heat that enters through the lower plate, in units of what conduction alone would let through.
double nusselt(const Simulation& fluid) {
    const FieldView heat = fluid.field("heat");
    double sum = 0;
    for (int i = 0; i < heat.extent[0]; ++i) sum += (1 - heat(i, 0)) / (heat.spacing.y / 2);
    return sum / heat.extent[0];
}

/// Rate at which the speed of a small disturbance grows (1/s).
double growth(double rayleigh, int cells) {
    Simulation fluid = layer(rayleigh, cells, 1e-3);
    std::vector<Point> logarithms;
    run_until(fluid, 20, 0.2);  // by then only the slowest mode is left
    while (fluid.statistics().time < 40) {
        fluid.step(0.2);
        logarithms.push_back({fluid.statistics().time, std::log(fluid.kinetic_energy()) / 2});
    }
    return slope(logarithms);
}

}  // namespace

Findings convection_onset(const Options& options) {
    double critical = 0;
    for (const Row& row : read_table("rayleigh_benard_onset.csv"))
        if (row.at("boundaries") == "rigid-rigid") critical = std::stod(row.at("Ra_c"));
    const int cells = options.full ? 64 : 32;
    std::vector<Point> rates;
    for (const double rayleigh : {1600.0, 1680.0, 1740.0, 1820.0}) {
        if (options.say) options.say("Ra " + short_text(rayleigh) + ", " + std::to_string(cells) + " cells");
        rates.push_back({rayleigh, growth(rayleigh, cells)});
    }
    double crossing = 0;
    for (std::size_t k = 1; k < rates.size(); ++k) {
        const Point &a = rates[k - 1], &b = rates[k];
        if (a.y < 0 && b.y >= 0) crossing = a.x - a.y * (b.x - a.x) / (b.y - a.y);
    }

    // Without gravity nothing moves: a disturbed layer goes back to the straight profile.
    Simulation still = layer(5000, cells, 0.1, {{"fluid.gravity", "[0, 0]"}});
    run_until(still, 200, 0.5);

    Findings out;
    out.numbers = {within("critical Rayleigh number", crossing, critical, 0.02),
                   near("Nusselt number without gravity", nusselt(still), 1, 1e-5)};
    out.plots = {{.name = "convection-onset", .title = "Growth of a disturbance", .across = "Rayleigh number",
                  .up = "rate of growth (1/s)",
                  .curves = {{"measured", Curve::Kind::line, 0, rates},
                             {"Chandrasekhar", Curve::Kind::marks, 1, {{critical, 0}}}}}};
    return out;
}

Findings convection_rolls(const Options& options) {
    constexpr int cells = 64;
    Findings out;
    std::vector<Point> found, reference;
    for (const Row& row : read_table("rayleigh_benard_nusselt.csv")) {
        const double rayleigh = std::stod(row.at("Ra")), expected = std::stod(row.at("Nu_X"));
        const bool asked = rayleigh == 5000 || rayleigh == 20000;
        reference.push_back({rayleigh, expected});
        if (!asked && !options.full) continue;
        if (options.say) options.say("Ra " + row.at("Ra"));
        Simulation fluid = layer(rayleigh, cells, 0.1);
        run_until(fluid, rayleigh < 4000 ? 300 : 150, 0.05);
        found.push_back({rayleigh, nusselt(fluid)});
        if (asked) out.numbers.push_back(within("Nusselt number at Ra " + row.at("Ra"), found.back().y, expected, 0.015));
        if (options.full && rayleigh == 20000)
            out.pictures.push_back(
                {"convection-rolls", "Heat at Ra 20000",
                 plane_picture(fluid, {.pixels = 768, .quantity = "heat", .palette = Palette::sequential, .range = 1})});
    }
    out.plots = {{.name = "convection-rolls", .title = "Heat carried by rolls", .across = "Rayleigh number",
                  .up = "Nusselt number", .logarithmic = true,
                  .curves = {{"two-step, 64 cells", Curve::Kind::line, 0, found},
                             {"converged", Curve::Kind::marks, 1, reference}}}};
    return out;
}

Findings convection_plumes(const Options& options) {
    Findings out;
    if (!options.full) return out;
    const Scene scene = scene_of("convection");
    Simulation fluid(scene.settings);
    const double end = scene.time.frames / scene.time.fps;
    for (double time = 1; time <= end; ++time) {
        if (options.say) options.say(short_text(time) + " s of " + short_text(end));
        run_until(fluid, time, 0.01);
    }
    out.pictures.push_back({"convection-plumes", "Heat at Ra 1e8",
                            plane_picture(fluid, {.pixels = 1280, .quantity = "heat", .palette = Palette::sequential, .range = 1})});
    return out;
}

}  // namespace whorl::album
