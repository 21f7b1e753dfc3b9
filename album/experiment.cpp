#include "experiment.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace whorl::album {

Number within(std::string what, double found, double reference, double part) {
    return near(std::move(what), found, reference, part * std::abs(reference));
}
Number near(std::string what, double found, double reference, double distance) {
    return {std::move(what), found, reference, reference - distance, reference + distance};
}
Number at_least(std::string what, double found, double low) { return {std::move(what), found, low, low, HUGE_VAL}; }
Number at_most(std::string what, double found, double high) { return {std::move(what), found, high, -HUGE_VAL, high}; }

Scene scene_of(std::string_view name, const std::vector<Override>& overrides) {
    for (const BuiltInScene& one : built_in_scenes())
        if (one.name == name) return read_scene(one.text, std::string(name), overrides);
    throw Error("the album has no scene \"" + std::string(name) + "\"; add scenes/album/" + std::string(name) + ".toml");
}

Simulation simulation_of(std::string_view name, const std::vector<Override>& overrides) {
    return Simulation(scene_of(name, overrides).settings);
}

std::string text_of(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string short_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

void run_until(Simulation& fluid, double time, double dt) {
    while (fluid.statistics().time < time - 1e-6 * dt) fluid.step(std::min(dt, time - fluid.statistics().time));
}

double slope(std::span<const Point> points) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const Point& p : points) x += p.x, y += p.y;
    const double count = static_cast<double>(points.size());
    x /= count, y /= count;
    for (const Point& p : points) xx += (p.x - x) * (p.x - x), xy += (p.x - x) * (p.y - y);
    return xy / xx;
}

double order_of(std::span<const Point> errors) {
    std::vector<Point> logarithms;
    for (const Point& p : errors) logarithms.push_back({std::log(p.x), std::log(std::abs(p.y))});
    return -slope(logarithms);
}

double rms_error(const FieldView& v, const std::function<double(Vec3)>& exact) {
    double sum = 0, count = 0;
    for (int k = 0; k < v.extent[2]; ++k)
        for (int j = 0; j < v.extent[1]; ++j)
            for (int i = 0; i < v.extent[0]; ++i, ++count) {
                const double error = double{v(i, j, k)} - exact({v.first.x + i * v.spacing.x, v.first.y + j * v.spacing.y,
                                                                 v.first.z + k * v.spacing.z});
                sum += error * error;
            }
    return std::sqrt(sum / count);
}

Image part_of(const Image& whole, Point low, Point high) {
    const auto pixel = [](double part, int all) { return static_cast<int>(std::lround(part * all)); };
    const int left = pixel(low.x, whole.width), top = pixel(1 - high.y, whole.height);
    Image part(pixel(high.x, whole.width) - left, pixel(1 - low.y, whole.height) - top);
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) part.set(x, y, whole.at(left + x, top + y));
    return part;
}

std::span<const Experiment> experiments() {
    static const Experiment all[] = {
        {"cavity", "The lid-driven cavity", "cavity",
         "A square box of fluid whose lid slides. Reference: Botella and Peyret (1998) at Re 1000, Marchi, Suero and Araki "
         "(2009) at Re 100, and a converged finite-difference solution at Re 400; the speeds along the two middle lines and "
         "their extrema. The flow starts from rest and is run until it is steady. Steps are two cells long at the speed of "
         "the lid; the steady state hardly depends on them.\n\n"
         "The last rows and the dashed curve are the same scene with the semi-Lagrangian advection of Stam's paper: its "
         "numerical viscosity, up to u h / 2, is four times that of the fluid at Re 1000 on this grid, and no length of "
         "the run mends that.",
         cavity},
        {"cylinder", "A cylinder in a channel", "cylinder-shedding",
         "The benchmark of Schaefer and Turek (1996): a channel 0.41 m wide with a cylinder of 0.1 m a little below its "
         "middle. At Reynolds number 20 (case 2D-1, scene `cylinder`) the flow becomes steady, with two vortices that stay "
         "behind the cylinder; at 100 (case 2D-2, scene `cylinder-shedding`) it sheds vortices, and because it does not stand "
         "in the middle nothing else is needed to start that. Drag, lift and the Strouhal number (frequency times diameter "
         "over mean speed) come from the force on the body over time, after 4.2 s. The flow starts from rest; steps are one "
         "cell long (2D-2) or one and a half (2D-1) where it is fastest.",
         cylinder},
        {"street", "The vortex street", "street",
         "A cylinder of 1 m in a wind of 1 m/s at Reynolds number 100, in 34 m by 24 m of fluid with sides that slip: it takes "
         "4 % of the width, and stands 15 m from where the wind comes in. Steady flow past it is not stable. What disturbs it "
         "is that the cylinder stands a fiftieth of its diameter above the middle; the rest happens by itself: vortices leave "
         "it from above and below in turn, and drift off in two rows. Reference: the Strouhal number (frequency times diameter "
         "over speed) of a cylinder far from walls is 0.164 (Williamson 1989); published values lie between 0.16 and 0.17. "
         "Nearer sides, or a wind that comes in nearer, raise it. Threads of dye enter upstream, as in the photographs of "
         "wind tunnels and tanks.",
         street},
        {"convection-onset", "When heated fluid begins to move", "convection-rolls",
         "A layer of fluid between two plates, the lower one warmer. Below a critical Rayleigh number a small disturbance "
         "dies out, above it grows. The rates of growth of one wave at four Rayleigh numbers, interpolated, cross zero at "
         "the critical one. Reference: Chandrasekhar (1961), 1707.762 for two rigid plates at the wave number 3.117.",
         convection_onset},
        {"convection-rolls", "The heat that rolls carry", "convection-rolls",
         "Above the critical Rayleigh number the layer turns in rolls, which carry more heat than conduction alone: the "
         "Nusselt number says how many times more. Reference: steady rolls of the wave number 3.117 at Prandtl number "
         "0.71, from a converged finite-difference solution; 64 cells from plate to plate. Nusselt numbers are the mean "
         "slope of the heat at the lower plate.",
         convection_rolls},
        {"convection-plumes", "Convection at a high Rayleigh number", "convection",
         "Rayleigh number 1e8: the rolls break up into plumes that rise from the warm plate and sink from the cold one. "
         "A picture; there is no number to compare with.",
         convection_plumes},
        {"kelvin-helmholtz", "The shear layer that rolls up", "kelvin-helmholtz",
         "Two streams, u = tanh(y) m/s, without viscosity. Waves on the layer between them grow at a rate that depends on "
         "their number k, fastest at k = 0.4446, and roll up. Reference: the Rayleigh equation (Michalke 1964). The rate is "
         "the slope of the logarithm of the wave's amplitude, in the middle of the layer, while it is small.",
         kelvin_helmholtz},
        {"exact", "Flows with a solution in closed form", "kovasznay",
         "Seven flows that a formula describes: between plates (Poiseuille, Couette, Womersley), above a plate that sets off "
         "or swings (Stokes), a vortex that spreads (Lamb and Oseen) and the wake of a row of rods (Kovasznay). Cells and "
         "steps are halved together, twice; the order is the slope of the error in logarithms. Those in which the flow is "
         "not steady start from their exact state, but for Couette's, which starts from rest with a plate that jumps. The "
         "scenes are `poiseuille`, `couette`, `stokes`, `womersley`, `lamb-oseen` and `kovasznay`.",
         exact_solutions},
        {"transport", "Shapes carried round", "zalesak",
         "A disc with a slot that goes round once (Zalesak 1979), a disc that a vortex draws out and winds up again (Rider "
         "and Kothe 1998), and a ball that is drawn out to a sheet (LeVeque 1996). The flow is given; what differs at the "
         "end from the start is the error of the scheme. Reference: an independent program with the same schemes. The "
         "scenes are `zalesak`, `single-vortex` and `deformation`.",
         transport},
    };
    return all;
}

}  // namespace whorl::album
