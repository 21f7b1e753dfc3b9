// The lid-driven cavity: extrema along the middle lines, order of convergence, and what first-order advection makes of it.

#include <cmath>

#include "experiment.hpp"
#include "table.hpp"

namespace whorl::album {
namespace {

constexpr double lid = 1;  // m/s, and the box is 1 m wide

/// The two middle lines of a steady cavity.
struct Lines {
    std::vector<Point> upright;  // y, u at x = 1/2
    std::vector<Point> level;    // x, v at y = 1/2
};

/// The cells are even in number, so that faces lie on both lines.
Lines middle_lines(const Simulation& fluid) {
    const FieldView u = fluid.velocity(0), v = fluid.velocity(1);
    const int n = fluid.cells()[0];
    Lines lines;
    for (int k = 0; k < n; ++k) {
        lines.upright.push_back({u.first.y + k * u.spacing.y, u(n / 2, k)});
        lines.level.push_back({v.first.x + k * v.spacing.x, v(k, n / 2)});
    }
    return lines;
}

/// The largest (or, with sign -1, smallest) value, by the parabola through the three nodes around it.
double extreme(const std::vector<Point>& line, int sign) {
    std::size_t best = 1;
    for (std::size_t k = 1; k + 1 < line.size(); ++k)
        if (sign * line[k].y > sign * line[best].y) best = k;
    const double a = line[best - 1].y, b = line[best].y, c = line[best + 1].y;
    return b - (a - c) * (a - c) / (8 * (a - 2 * b + c));
}

struct Case {
    double reynolds;
    double end;      // s: until then nothing changes any more
    double allowed;  // of the extrema
};
constexpr Case cases[] = {{100, 20, 0.01}, {400, 50, 0.015}, {1000, 110, 0.025}};

Simulation steady(const Case& one, int cells, const Options& options, const char* advection = "unlimited-cubic") {
    if (options.say) options.say("Re " + short_text(one.reynolds) + ", " + std::to_string(cells) + " cells, " + advection);
    Simulation fluid = simulation_of("cavity", {{"domain.cells", std::to_string(cells)},
                                                {"fluid.viscosity", text_of(lid / one.reynolds)},
                                                {"solver.advection", advection}});
    run_until(fluid, one.end, 2 / (cells * lid));
    return fluid;
}

struct Extrema {
    double u_min, v_max, v_min;
};
Extrema extrema_of(const Lines& lines) {
    return {extreme(lines.upright, -1), extreme(lines.level, 1), extreme(lines.level, -1)};
}
Extrema published(double reynolds) {
    for (const Row& row : read_table("cavity_extrema.csv"))
        if (std::stod(row.at("Re")) == reynolds)
            return {std::stod(row.at("u_min")), std::stod(row.at("v_max")), std::stod(row.at("v_min"))};
    throw Error("cavity_extrema.csv has no row for Re " + text_of(reynolds));
}

/// The largest part by which an extremum is off.
double error_of(const Extrema& found, const Extrema& reference) {
    return std::max({std::abs(found.u_min / reference.u_min - 1), std::abs(found.v_max / reference.v_max - 1),
                     std::abs(found.v_min / reference.v_min - 1)});
}

std::vector<Point> reference_line(double reynolds, const char* component) {
    std::vector<Point> points;
    for (const Row& row : read_table("cavity_accurate.csv"))
        if (std::stod(row.at("Re")) == reynolds && row.at("component") == component)
            points.push_back({std::stod(row.at("coord")), std::stod(row.at("value"))});
    return points;
}

std::string reynolds_text(const Case& one) { return "Re " + std::to_string(static_cast<int>(one.reynolds)); }

}  // namespace

Findings cavity(const Options& options) {
    constexpr int cells = 128;
    Findings out;
    Plot upright{.name = "cavity-upright", .title = "Along the upright middle line", .across = "y (m)", .up = "u (m/s)"};
    Plot level{.name = "cavity-level", .title = "Along the level middle line", .across = "x (m)", .up = "v (m/s)"};
    int colour = 0;
    for (const Case& one : cases) {
        const Simulation fluid = steady(one, cells, options);
        const Lines lines = middle_lines(fluid);
        const Extrema found = extrema_of(lines), reference = published(one.reynolds);
        const std::string re = reynolds_text(one);
        out.numbers.push_back(within(re + ", least u", found.u_min, reference.u_min, one.allowed));
        out.numbers.push_back(within(re + ", largest v", found.v_max, reference.v_max, one.allowed));
        out.numbers.push_back(within(re + ", least v", found.v_min, reference.v_min, one.allowed));
        upright.curves.push_back({re, Curve::Kind::line, colour, lines.upright});
        upright.curves.push_back({"", Curve::Kind::marks, colour, reference_line(one.reynolds, "u")});
        level.curves.push_back({re, Curve::Kind::line, colour, lines.level});
        level.curves.push_back({"", Curve::Kind::marks, colour, reference_line(one.reynolds, "v")});
        ++colour;
        if (options.full && one.reynolds == 1000)
            out.pictures.push_back({"cavity", "Rotation at Re 1000",
                                    plane_picture(fluid, {.pixels = 640, .quantity = "vorticity", .range = 8, .legend = true})});
    }

    const Case& fast = cases[2];
    const Lines blurred = middle_lines(steady(fast, cells, options, "semi-lagrangian"));
    upright.curves.push_back({"Re 1000, semi-Lagrangian", Curve::Kind::dashed, colour - 1, blurred.upright});
    level.curves.push_back({"Re 1000, semi-Lagrangian", Curve::Kind::dashed, colour - 1, blurred.level});
    out.numbers.push_back(at_least("Re 1000, error of semi-Lagrangian advection", error_of(extrema_of(blurred), published(1000)),
                                   fast.allowed));

    const Case& slow = cases[0];
    std::vector<Point> errors;
    for (const int n : {32, 64, 128})
        errors.push_back({static_cast<double>(n), error_of(extrema_of(middle_lines(steady(slow, n, options))), published(100))});
    out.numbers.push_back(at_least("Re 100, order of convergence from 32 to 128 cells", order_of(errors), 1.8));
    Plot convergence{.name = "cavity-order", .title = "Halving the cell quarters the error", .across = "cells along a side",
                     .up = "error of the extrema, Re 100", .logarithmic = true, .marked_across = {32, 64, 128}};
    convergence.curves = {{"two-step, unlimited-cubic", Curve::Kind::line, 0, errors},
                          {"second order", Curve::Kind::dashed, 7, {{32, errors[0].y}, {128, errors[0].y / 16}}}};
    out.plots = {upright, level, convergence};
    return out;
}

}  // namespace whorl::album
