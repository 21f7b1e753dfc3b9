// The instability of a shear layer (Kelvin and Helmholtz): how fast small waves grow, and how they roll up.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment.hpp"
#include "table.hpp"

namespace whorl::album {
namespace {

constexpr double seed = 1e-4;  // m/s
constexpr int cells_per_metre = 16;

/// One wave of number k (1/m) on the layer u = tanh(y): the middle of the domain is y = 0, the sides slip.
Simulation shear_layer(double k) {
    // Far from the layer a wave dies out as exp(-k y); the sides stand where that is small.
    const double half = std::clamp(std::round(3.5 / k), 8.0, 16.0), length = 2 * std::numbers::pi / k;
    const int rows = static_cast<int>(2 * half) * cells_per_metre;
    const int columns = 8 * static_cast<int>(std::lround(length * cells_per_metre / 8));
    const std::string y = "(y - " + text_of(half) + ")", s = text_of(seed), wave = text_of(k);
    return simulation_of(
        "kelvin-helmholtz",
        {{"domain.size", "[" + text_of(length) + ", " + text_of(2 * half) + "]"},
         {"domain.cells", "[" + std::to_string(columns) + ", " + std::to_string(rows) + "]"},
         {"initial.velocity", "[\"tanh" + y + " + " + s + " * 2 * " + y + " * exp(-" + y + "^2) * cos(" + wave + " * x) / " +
                                  wave + "\", \"-" + s + " * exp(-" + y + "^2) * sin(" + wave + " * x)\"]"}});
}

/// Amplitude of the wave of v in the middle of the layer.
double amplitude(const Simulation& fluid) {
    const FieldView v = fluid.velocity(1);
    const int n = v.extent[0];
    double c = 0, s = 0;
    for (int i = 0; i < n; ++i) {
        const double x = 2 * std::numbers::pi * (i + 0.5) / n, value = v(i, v.extent[1] / 2);
        c += value * std::cos(x), s += value * std::sin(x);
    }
    return 2 * std::hypot(c, s) / n;
}

/// From when only the wave that grows is left until it is no longer small.
double growth(double k) {
    Simulation fluid = shear_layer(k);
    std::vector<Point> logarithms;
    const double dt = 1.0 / cells_per_metre;  // a cell at the speed of the streams
    while (fluid.statistics().time < 25 && amplitude(fluid) < 10 * seed) fluid.step(dt);
    while (fluid.statistics().time < 60 && amplitude(fluid) < 50 * seed) {
        fluid.step(dt);
        logarithms.push_back({fluid.statistics().time, std::log(amplitude(fluid))});
    }
    return slope(logarithms);
}

}  // namespace

Findings kelvin_helmholtz(const Options& options) {
    Findings out;
    std::vector<Point> found, reference;
    for (const Row& row : read_table("kelvin_helmholtz_tanh.csv")) {
        const double k = std::stod(row.at("k_hat")), rate = std::stod(row.at("sigma_hat"));
        reference.push_back({k, rate});
        const bool fastest = row.at("k_hat") == "0.4446";
        if (!fastest && (!options.full || k < 0.15)) continue;
        if (options.say) options.say("k = " + row.at("k_hat"));
        found.push_back({k, growth(k)});
        if (fastest) out.numbers.push_back(within("largest rate of growth (1/s)", found.back().y, rate, 0.04));
    }
    out.plots = {{.name = "kelvin-helmholtz-growth", .title = "Growth of waves on a shear layer", .across = "wave number k (1/m)",
                  .up = "rate of growth (1/s)",
                  .curves = {{"measured", Curve::Kind::line, 0, found},
                             {"Rayleigh equation", Curve::Kind::marks, 1, reference}}}};
    if (!options.full) return out;

    const Scene scene = scene_of("kelvin-helmholtz");
    Simulation fluid(scene.settings);
    const double end = scene.time.frames / scene.time.fps;
    if (options.say) options.say("the roll-up");
    run_until(fluid, end, fluid.spacing().x);
    out.pictures.push_back({"kelvin-helmholtz", "What was above the layer and what was below it, rolled up",
                            plane_picture(fluid, {.pixels = 1280, .quantity = "heat", .palette = Palette::sequential, .range = 1})});
    return out;
}

}  // namespace whorl::album
