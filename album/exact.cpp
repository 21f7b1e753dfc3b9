// Flows with a solution in closed form: how fast the error falls as cells and steps shrink together.

#include <cmath>
#include <complex>
#include <numbers>

#include "experiment.hpp"
#include "table.hpp"

namespace whorl::album {
namespace {

constexpr double pi = std::numbers::pi;

using Formula = std::function<double(Vec3)>;
using Motion = std::array<Formula, 2>;

/// Of both components, in m/s.
double error_of(const Simulation& fluid, const Motion& exact) {
    return std::hypot(rms_error(fluid.velocity(0), exact[0]), rms_error(fluid.velocity(1), exact[1]));
}
double at_rest(Vec3) { return 0; }

// ---- Between plates -------------------------------------------------------------------------------------------------

/// A scene between plates with so many cells across; the few along it are as many as make them square.
Simulation plates(std::string_view scene, int cells, std::vector<Override> more = {}) {
    more.push_back({"domain.size", "[" + text_of(4.0 / cells) + ", 1]"});
    more.push_back({"domain.cells", "[4, " + std::to_string(cells) + "]"});
    return simulation_of(scene, more);
}

double poiseuille(int cells) {
    Simulation fluid = plates("poiseuille", cells);
    run_until(fluid, 20, 0.25);
    return error_of(fluid, {[](Vec3 p) { return 4 * p.y * (1 - p.y); }, at_rest});
}

/// The series of the start, in time * viscosity / width^2.
double couette_series(double y, double time) {
    double sum = y;
    for (int n = 1; n < 200; ++n) sum -= 2 / (n * pi) * std::exp(-n * n * pi * pi * time) * std::sin(n * pi * (1 - y));
    return sum;
}

constexpr double couette_viscosity = 0.1;  // as in the scene
Simulation couette(int cells, double time) {
    Simulation fluid = plates("couette", cells);
    run_until(fluid, time / couette_viscosity, 1.0 / cells);
    return fluid;
}
double couette_error(int cells) {
    return error_of(couette(cells, 0.1), {[](Vec3 p) { return couette_series(p.y, 0.1); }, at_rest});
}

/// Stokes' first problem, the plate that sets off at once, from when the layer is 0.1 m thick until it is 0.2.
double stokes_first(int cells) {
    const double viscosity = 0.01, from = 0.25, until = 1;
    const auto at = [&](double time) {
        return Formula([=](Vec3 p) { return std::erfc(p.y / (2 * std::sqrt(viscosity * time))); });
    };
    Simulation fluid = plates("stokes", cells,
                              {{"fluid.viscosity", text_of(viscosity)},
                               {"boundary.bottom", "{ kind = \"wall\", velocity = [1, 0] }"}});
    fluid.fill_velocity({at(from), {}, {}});
    run_until(fluid, until - from, 0.5 / cells);
    return error_of(fluid, {at(until), at_rest});
}

/// Stokes' second problem over one swing, from its exact state on.
double stokes_second(int cells) {
    Simulation fluid = plates("stokes", cells);
    run_until(fluid, 1, 0.5 / cells);
    return error_of(fluid, {[](Vec3 p) { return std::exp(-10 * p.y) * std::cos(10 * p.y); }, at_rest});
}

/// The flow of Womersley at a time; the push is 2 pi cos(2 pi t), so that speeds are those of the table.
double womersley_exact(double y, double time, double alpha) {
    using Complex = std::complex<double>;
    const Complex i(0, 1), root = std::sqrt(i) * alpha;
    const Complex profile = 1.0 - std::cosh(root * (2 * y - 1)) / std::cosh(root);
    return std::real(profile / i * std::exp(i * (2 * pi * time)));
}
Simulation womersley(int cells, double alpha, double time) {
    Simulation fluid = plates("womersley", cells, {{"fluid.viscosity", text_of(0.25 * 2 * pi / (alpha * alpha))}});
    fluid.fill_velocity({[=](Vec3 p) { return womersley_exact(p.y, 0, alpha); }, {}, {}});
    run_until(fluid, time, 0.5 / cells);
    return fluid;
}
double womersley_error(int cells) {
    return error_of(womersley(cells, 4, 1), {[](Vec3 p) { return womersley_exact(p.y, 1, 4); }, at_rest});
}

// ---- Vortices -------------------------------------------------------------------------------------------------------

double lamb_oseen(int cells) {
    const double viscosity = 2.5e-3, end = 1;  // as in the scene: the core doubles its area
    Simulation fluid = simulation_of("lamb-oseen", {{"domain.cells", std::to_string(cells)}});
    run_until(fluid, end, 1.0 / cells);
    const auto turning = [=](Vec3 p) {
        const double r2 = (p.x - 0.5) * (p.x - 0.5) + (p.y - 0.5) * (p.y - 0.5) + 1e-12;
        return -std::expm1(-r2 / (0.01 + 4 * viscosity * end)) / (2 * pi * r2);
    };
    return error_of(fluid, {[=](Vec3 p) { return -(p.y - 0.5) * turning(p); }, [=](Vec3 p) { return (p.x - 0.5) * turning(p); }});
}

Simulation kovasznay_flow(int cells) {
    Simulation fluid = simulation_of(
        "kovasznay", {{"domain.cells", "[" + std::to_string(3 * cells / 2) + ", " + std::to_string(cells) + "]"}});
    run_until(fluid, 10, 0.5 / cells);
    return fluid;
}
double kovasznay(int cells) {
    const double lambda = 20 - std::sqrt(400 + 4 * pi * pi);
    return error_of(kovasznay_flow(cells),
                    {[=](Vec3 p) { return 1 - std::exp(lambda * (p.x - 0.5)) * std::cos(2 * pi * p.y); },
                     [=](Vec3 p) { return lambda / (2 * pi) * std::exp(lambda * (p.x - 0.5)) * std::sin(2 * pi * p.y); }});
}

// ---- Curves ---------------------------------------------------------------------------------------------------------

std::vector<Point> profile(const Simulation& fluid) {
    const FieldView u = fluid.velocity(0);
    std::vector<Point> points;
    for (int j = 0; j < u.extent[1]; ++j) points.push_back({u.first.y + j * u.spacing.y, u(0, j)});
    return points;
}
std::vector<Point> sampled(const std::function<double(double)>& exact) {
    std::vector<Point> points;
    for (int k = 0; k <= 20; ++k) points.push_back({k / 20.0, exact(k / 20.0)});
    return points;
}

Plot couette_plot() {
    Plot plot{.name = "exact-couette", .title = "A plate sets off (Couette)", .across = "y (m)", .up = "u (m/s)"};
    int colour = 0;
    for (const double time : {0.005, 0.02, 0.1, 0.5}) {
        plot.curves.push_back({short_text(time) + " width²/viscosity", Curve::Kind::line, colour, profile(couette(65, time))});
        plot.curves.push_back({"", Curve::Kind::marks, colour++, sampled([=](double y) { return couette_series(y, time); })});
    }
    return plot;
}
Plot womersley_plot() {
    Plot plot{.name = "exact-womersley", .title = "A push that swings (Womersley, alpha = 10)", .across = "y (m)", .up = "u (m/s)"};
    int colour = 0;
    for (const double time : {1.0, 1.125, 1.25, 1.375}) {
        const std::string share = short_text(time - 1);
        plot.curves.push_back({share + " of a swing", Curve::Kind::line, colour, profile(womersley(65, 10, time))});
        plot.curves.push_back({"", Curve::Kind::marks, colour++, sampled([=](double y) { return womersley_exact(y, time, 10); })});
    }
    return plot;
}

struct Flow {
    const char* name;
    double (*error)(int cells);
    int coarsest;
};
constexpr Flow flows[] = {{"Poiseuille", poiseuille, 16},       {"Couette, at the start", couette_error, 16},
                          {"Stokes, plate sets off", stokes_first, 32}, {"Stokes, plate swings", stokes_second, 32},
                          {"Womersley", womersley_error, 32},   {"Lamb-Oseen", lamb_oseen, 32},
                          {"Kovasznay", kovasznay, 16}};

}  // namespace

Findings exact_solutions(const Options& options) {
    Findings out;
    Plot convergence{.name = "exact-order", .title = "Cells and steps shrink together", .across = "cells across",
                     .up = "root mean square error (m/s)", .logarithmic = true, .marked_across = {16, 32, 64, 128}};
    int colour = 0;
    for (const Flow& flow : flows) {
        if (options.say) options.say(flow.name);
        std::vector<Point> errors;
        for (int n = flow.coarsest; n <= 4 * flow.coarsest; n *= 2) errors.push_back({static_cast<double>(n), flow.error(n)});
        out.numbers.push_back(at_least(std::string(flow.name) + ": order", order_of(errors), 1.8));
        convergence.curves.push_back({flow.name, Curve::Kind::line, colour++, errors});
    }
    for (const Row& row : read_table("analytic_samples.csv"))
        if (row.at("solution") == "couette_startup") {
            const std::string& text = row.at("quantity");
            const double time = std::stod(text.substr(text.find("h^2=") + 4));
            out.numbers.push_back(near("Couette: middle at viscosity t / width^2 = " + short_text(time),
                                       couette(65, time).sample_velocity({0, 0.5, 0}).x, std::stod(row.at("value")), 1e-3));
        }
    convergence.curves.push_back({"second order", Curve::Kind::dashed, 7, {{32, 2e-2}, {128, 2e-2 / 16}}});
    out.plots = {convergence};
    if (!options.full) return out;
    out.plots.push_back(couette_plot());
    out.plots.push_back(womersley_plot());
    out.pictures.push_back({"exact-kovasznay", "Kovasznay's wake: rotation",
                            plane_picture(kovasznay_flow(128), {.pixels = 768, .quantity = "vorticity", .range = 8})});
    return out;
}

}  // namespace whorl::album
