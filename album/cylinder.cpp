// The flow past a cylinder: in a channel, measured beside a benchmark, and far from all walls, as in the old photographs.

#include <algorithm>
#include <cmath>

#include "experiment.hpp"
#include "table.hpp"

namespace whorl::album {
namespace {

// ---- What the fluid does to a cylinder ------------------------------------------------------------------------------

struct Stream {
    double speed, diameter;  // m/s, m; coefficients are forces over speed^2 diameter / 2
};

/// The coefficients of drag and lift over time.
struct Forces {
    std::vector<Point> drag{}, lift{};
};

/// Steps until a time, and records the force on the first body.
Forces watch(Simulation& fluid, const Stream& stream, double until, double dt) {
    const double unit = 2 / (stream.speed * stream.speed * stream.diameter);
    Forces out;
    while (fluid.statistics().time < until - 1e-6 * dt) {
        fluid.step(dt);
        const double time = fluid.statistics().time;
        const Vec3 force = fluid.force_on(0).total();
        out.drag.push_back({time, unit * force.x}), out.lift.push_back({time, unit * force.y});
    }
    return out;
}

std::vector<Point> from(double time, const std::vector<Point>& curve) {
    std::vector<Point> late;
    for (const Point& p : curve)
        if (p.x >= time) late.push_back(p);
    return late;
}
double largest(const std::vector<Point>& curve) {
    return std::max_element(curve.begin(), curve.end(), [](Point a, Point b) { return a.y < b.y; })->y;
}
double least(const std::vector<Point>& curve) {
    return std::min_element(curve.begin(), curve.end(), [](Point a, Point b) { return a.y < b.y; })->y;
}

/// The frequency of a swing around zero: from the first time that it rises through it to the last.
double frequency(const std::vector<Point>& curve) {
    std::vector<double> rises;
    for (std::size_t k = 1; k < curve.size(); ++k) {
        const Point &a = curve[k - 1], &b = curve[k];
        if (a.y < 0 && b.y >= 0) rises.push_back(a.x + (b.x - a.x) * a.y / (a.y - b.y));
    }
    return rises.size() < 2 ? 0 : static_cast<double>(rises.size() - 1) / (rises.back() - rises.front());
}

Curve level(std::string name, int colour, double value, const std::vector<Point>& along) {
    return {std::move(name), Curve::Kind::dashed, colour, {{along.front().x, value}, {along.back().x, value}}};
}

// ---- In a channel ---------------------------------------------------------------------------------------------------

constexpr double diameter = 0.1, rear = 0.25, middle = 0.2;  // m: where the cylinder ends, and its height, as in the scenes
constexpr Stream steady_stream{0.2, diameter}, fast_stream{1, diameter};

Simulation channel(std::string_view scene, int per_diameter) {
    return simulation_of(scene, {{"domain.cells", "[" + std::to_string(22 * per_diameter) + ", " +
                                                      std::to_string(41 * per_diameter / 10) + "]"}});
}

/// A value of the benchmark, with the interval that its authors give, where they give one.
Number published(const char* of, const char* quantity, std::string what, double found, double allowed_part = 0) {
    for (const Row& row : read_table("cylinder_schaefer_turek1996.csv")) {
        if (row.at("case") != of || row.at("quantity") != quantity) continue;
        const bool whole = !row.at("lower").empty();
        const double low = whole ? std::stod(row.at("lower")) : 0, high = whole ? std::stod(row.at("upper")) : 0;
        const double reference = row.at("refined_reference").empty() ? (low + high) / 2 : std::stod(row.at("refined_reference"));
        if (allowed_part > 0) return within(std::move(what), found, reference, allowed_part);
        return {std::move(what), found, reference, low, high};
    }
    throw Error(std::string("cylinder_schaefer_turek1996.csv has no ") + quantity + " of the case " + of);
}

/// The speed along the middle line behind the cylinder, in distances from it.
std::vector<Point> wake(const Simulation& fluid) {
    std::vector<Point> line;
    const double h = fluid.spacing().x;
    for (double x = h / 2; x < 0.2; x += h / 4) line.push_back({x, fluid.sample_velocity({rear + x, middle, 0}).x});
    return line;
}
/// Where the flow that runs back to the cylinder meets the one that runs off.
double recirculation(const std::vector<Point>& wake) {
    for (std::size_t k = wake.size() - 1; k > 0; --k)
        if (wake[k - 1].y < 0) return wake[k].x - (wake[k].x - wake[k - 1].x) * wake[k].y / (wake[k].y - wake[k - 1].y);
    return 0;
}

/// From the front of the cylinder to its back. The pressure in the body means nothing: the values at its surface are those
/// of the two cells in front of it, continued.
double pressure_drop(const Simulation& fluid) {
    const double h = fluid.spacing().x;
    const auto continued = [&](double x, double out) {
        return 2 * fluid.sample("pressure", {x + out, middle, 0}) - fluid.sample("pressure", {x + 2 * out, middle, 0});
    };
    return continued(rear - diameter, -h) - continued(rear, h);
}

void steady_channel(Findings& out, int per_diameter, const Options& options) {
    const std::string cells = std::to_string(per_diameter) + " cells: ";
    if (options.say) options.say("2D-1, " + std::to_string(per_diameter) + " cells to a diameter");
    Simulation fluid = channel("cylinder", per_diameter);
    const Forces forces = watch(fluid, steady_stream, 6, 1.5 * fluid.spacing().x / 0.45);
    const std::vector<Point> line = wake(fluid);
    out.numbers.push_back(published("2D-1", "cd", "2D-1, " + cells + "drag", forces.drag.back().y, 0.03));
    out.numbers.push_back(
        published("2D-1", "dp", "2D-1, " + cells + "pressure, front to back (m²/s²)", pressure_drop(fluid), 0.03));
    out.numbers.push_back(published("2D-1", "recirculation_length", "2D-1, " + cells + "recirculation length (m)",
                                    recirculation(line), 0.05));
    const double length = out.numbers.back().reference;
    out.plots.push_back({.name = "cylinder-wake", .title = "Behind the cylinder at Re 20: flow back to it, then away",
                         .across = "distance from the cylinder (m)", .up = "u on the middle line (m/s)",
                         .curves = {{"ours", Curve::Kind::line, 0, line},
                                    {"published length of the backflow", Curve::Kind::marks, 1, {{length, 0}}},
                                    level("", 7, 0, line)}});
}

void shedding_channel(Findings& out, int per_diameter, const Options& options) {
    const std::string cells = std::to_string(per_diameter) + " cells: ";
    if (options.say) options.say("2D-2, " + std::to_string(per_diameter) + " cells to a diameter");
    Simulation fluid = channel("cylinder-shedding", per_diameter);
    const Forces forces = watch(fluid, fast_stream, 6, fluid.spacing().x / 2.25);
    const std::vector<Point> drag = from(4.2, forces.drag), lift = from(4.2, forces.lift);
    out.numbers.push_back(published("2D-2", "cd_max", "2D-2, " + cells + "largest drag", largest(drag), 0.03));
    out.numbers.push_back(published("2D-2", "St", "2D-2, " + cells + "Strouhal number",
                                    frequency(lift) * diameter / fast_stream.speed));
    if (!options.full) return;
    out.numbers.push_back(published("2D-2", "cl_peak_to_peak", "2D-2, " + cells + "lift, lowest to highest",
                                    largest(lift) - least(lift), 0.03));
    const Number top = published("2D-2", "cl_max", "", 0), most = published("2D-2", "cd_max", "", 0);
    out.plots.push_back({.name = "cylinder-forces", .title = "Forces on the cylinder at Re 100", .across = "time (s)",
                         .up = "coefficient",
                         .curves = {{"drag", Curve::Kind::line, 0, from(0.5, forces.drag)},
                                    {"lift", Curve::Kind::line, 1, from(0.5, forces.lift)},
                                    level("published maxima", 7, most.reference, from(0.5, forces.drag)),
                                    level("", 7, top.reference, from(0.5, forces.drag))}});
    out.pictures.push_back({"cylinder", "Vortices that a cylinder in a channel sheds at Re 100: rotation",
                            plane_picture(fluid, {.pixels = 1760, .quantity = "vorticity", .range = 50})});
}

// ---- Far from all walls ---------------------------------------------------------------------------------------------

constexpr Stream open_stream{1, 1};  // and 34 m by 24 m of fluid around the cylinder, as in the scene

/// Without the threads of dye, which change nothing but the picture.
Simulation street_without_dye(int per_diameter) {
    Settings settings = scene_of("street", {{"domain.cells", "[" + std::to_string(34 * per_diameter) + ", " +
                                                                 std::to_string(24 * per_diameter) + "]"}})
                            .settings;
    settings.carried.clear(), settings.sources.clear();
    return Simulation(settings);
}

}  // namespace

Findings street(const Options& options) {
    Findings out;
    const int per_diameter = options.full ? 20 : 12;
    const double end = options.full ? 130 : 100, late = end - 40;  // s; by then every swing is like the last
    if (options.say) options.say(std::to_string(per_diameter) + " cells to a diameter");
    Simulation fluid = options.full ? simulation_of("street") : street_without_dye(per_diameter);
    const Forces forces = watch(fluid, open_stream, end, fluid.spacing().x / 1.4);
    const std::vector<Point> lift = from(late, forces.lift);
    out.numbers.push_back({"Strouhal number", frequency(lift), 0.164, 0.16, 0.17});
    out.numbers.push_back(at_least("lift at the end, lowest to highest", largest(lift) - least(lift), 0.4));
    if (!options.full) return out;
    out.plots.push_back({.name = "street-lift", .title = "The swing begins by itself", .across = "time (s)", .up = "lift coefficient",
                         .curves = {{"", Curve::Kind::line, 0, from(2, forces.lift)}}});
    const Image whole = plane_picture(fluid, {.pixels = 34 * 80, .quantity = "colours", .ground = Ground::light, .range = 1});
    out.pictures.push_back({"street", "Threads of dye in the wake of a cylinder at Re 100",
                            part_of(whole, {12.0 / 34, 8.5 / 24}, {1, 15.5 / 24})});
    return out;
}

Findings cylinder(const Options& options) {
    Findings out;
    steady_channel(out, options.full ? 40 : 30, options);
    shedding_channel(out, options.full ? 40 : 20, options);
    return out;
}

}  // namespace whorl::album
