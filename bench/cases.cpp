#include "cases.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <whorl/whorl.hpp>

#include "classic.hpp"
#include "paper.hpp"
#include "spoon.hpp"
#include "stopwatch.hpp"
#include "traffic.hpp"

namespace bench {
namespace {

/// What the steps of one simulation took.
struct Record {
    std::vector<double> ms, copy, pressure_iterations, diffusion_iterations;
    std::array<std::vector<double>, 5> stage_ms;

    void add(double step_ms, const whorl::Statistics& s) {
        ms.push_back(step_ms);
        pressure_iterations.push_back(s.pressure.iterations);
        diffusion_iterations.push_back(s.diffusion.iterations);
        for (std::size_t i = 0; i < stage_ms.size(); ++i) stage_ms[i].push_back(s.stages[i].ms);
    }

    Row row(const Case& c, const whorl::Simulation& fluid) const {
        const whorl::Settings& settings = fluid.settings();
        const whorl::Statistics s = fluid.statistics();
        const int axes = fluid.dimension();
        const Traffic traffic{
            .axes = static_cast<double>(axes),
            .quantities = static_cast<double>(settings.carried.size()),
            .maccormack = settings.solver.advection == whorl::Advection::maccormack,
            .buoyant = static_cast<double>(settings.fluid.buoyancy.size()),
            .projections = settings.solver.splitting == whorl::Splitting::advect_project ? 1.0 : 2.0,
            .pressure_iterations = median(pressure_iterations),
            .pressure_solver = s.pressure.solver,
            .viscous = settings.fluid.viscosity > 0,
            .diffusion_iterations = median(diffusion_iterations),
            .diffusion_solver = s.diffusion.solver,
        };
        Row row;
        row.name = c.name;
        row.cells = std::lround(std::pow(c.cells_per_side, axes));
        row.ms = median(ms);
        row.copy_bandwidth = median(copy);
        row.tolerance = settings.solver.tolerance;
        row.pressure_iterations = static_cast<int>(median(pressure_iterations));
        row.pressure_solver = s.pressure.solver;
        const auto fraction = [&](double values, double in_ms) {
            const double bytes = 4 * values * static_cast<double>(row.cells);
            return in_ms > 0 ? bytes / (in_ms / 1e3) / (row.copy_bandwidth * 1e9) : 0;
        };
        double values = 0;
        for (std::size_t i = 0; i < row.stages.size(); ++i) {
            const double at_least = traffic.values(s.stages[i].name);
            const double stage = median(stage_ms[i]);
            values += at_least;
            row.stages[i] = {std::string(s.stages[i].name), stage, fraction(at_least, stage)};
        }
        row.bandwidth_fraction = fraction(values, row.ms);
        return row;
    }
};

void progress(const Case& c, const char* what, int done, int of) {
    static const bool terminal = isatty(fileno(stderr));
    if (terminal)
        std::fprintf(stderr, "\r\033[K%s: %s %d of %d%s", c.name.c_str(), what, done, of, done == of ? "\r\033[K" : "");
    else if (done == 1)
        std::fprintf(stderr, "%s: %s\n", c.name.c_str(), what);
}

// ---- The stirred box ------------------------------------------------------------------------------------------------

/// The same walls, splitting and advection as in the paper. Without a tolerance of its own the case has one with which
/// at most a hundredth of the divergence is left that the paper's sweeps leave; the report shows both, measured.
whorl::Settings stirred_box(const Case& c, int threads) {
    const int n = c.cells_per_side;
    whorl::Settings s;
    s.size = {1, 1};
    s.cells = {n};
    s.fluid.viscosity = stir_viscosity;
    s.boundary = whorl::all_sides(whorl::free_slip());
    s.carried = {{.name = "smoke", .diffusion = stir_viscosity, .advection = whorl::Advection::semi_lagrangian}};
    s.solver.splitting = whorl::Splitting::stam;
    s.solver.advection = whorl::Advection::semi_lagrangian;
    s.solver.backtrace = whorl::Backtrace::euler;
    // The finer the grid, the more the sweeps leave.
    s.solver.tolerance = c.tolerance > 0 ? c.tolerance : n < 1024 ? 4e-2 : 7e-2;
    s.solver.diffusion_tolerance = 1e-4;
    if (c.direct) s.solver.pressure = s.solver.diffusion = whorl::Pressure::fft;
    s.threads = threads;
    return s;
}

void stir(whorl::Simulation& fluid, int step) {
    const Spoon at = spoon(step);
    const whorl::Shape disc = whorl::sphere({at.x, at.y}, at.radius);
    fluid.push(disc, {at.push_x * stir_dt, at.push_y * stir_dt});
    fluid.add(disc, "smoke", at.smoke * stir_dt);
    fluid.step(stir_dt);
}

/// Root mean square over the cells (1/s), by the differences between faces that the engine projects with.
double rms_divergence(const whorl::Simulation& fluid) {
    const whorl::FieldView u = fluid.velocity(0), v = fluid.velocity(1);
    const auto n = fluid.cells();
    double sum = 0;
    for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) {
            const double d = (u(i + 1, j) - u(i, j)) / u.spacing.x + (v(i, j + 1) - v(i, j)) / v.spacing.y;
            sum += d * d;
        }
    return std::sqrt(sum / n[0] / n[1]);
}

/// First both go through the same steps from rest, and what divergence each leaves (1/s, by its own difference) is
/// compared. Then they are timed in turns. The paper is timed without the filling of its sources, the engine with it.
Row run_plane(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    const int together = options.quick ? 6 : 12;
    const int rounds = options.quick ? 3 : 9;
    const int ours_per_round = 4;
    const float dt = static_cast<float>(stir_dt);

    whorl::Simulation fluid(stirred_box(c, options.threads));
    Paper exchanged(c.cells_per_side, static_cast<float>(stir_viscosity), static_cast<float>(stir_viscosity));
    int ours = 0, theirs = 0;
    std::vector<double> our_divergence, their_divergence;
    for (; theirs < together; ++ours, ++theirs) {
        progress(c, "stirring", theirs + 1, together);
        stir(fluid, ours);
        fill_sources(exchanged, theirs);
        exchanged.step(LoopOrder::unit_stride, dt);
        our_divergence.push_back(rms_divergence(fluid));
        their_divergence.push_back(exchanged.rms_divergence());
    }

    Record record;
    std::vector<double> printed_ms, exchanged_ms;
    Paper printed = exchanged;  // both orders compute the same bits, as is checked below
    for (int round = 0; round < rounds; ++round, ++theirs) {
        progress(c, "round", round + 1, rounds);
        for (int k = 0; k < 3; ++k) record.copy.push_back(bandwidth.measure());
        for (int k = 0; k < ours_per_round; ++k, ++ours) {
            const double ms = milliseconds([&] { stir(fluid, ours); });
            record.add(ms, fluid.statistics());
        }
        fill_sources(printed, theirs);
        fill_sources(exchanged, theirs);
        printed_ms.push_back(milliseconds([&] { printed.step(LoopOrder::as_printed, dt); }));
        exchanged_ms.push_back(milliseconds([&] { exchanged.step(LoopOrder::unit_stride, dt); }));
    }
    if (printed.u != exchanged.u || printed.density != exchanged.density)
        throw std::logic_error("the two loop orders of the paper's solver gave different results");

    Row row = record.row(c, fluid);
    row.divergence = median(our_divergence);
    row.baseline = {median(printed_ms), median(exchanged_ms), median(their_divergence)};
    return row;
}

// ---- Smoke that rises -----------------------------------------------------------------------------------------------

int steps_to_rise(const Options& options) { return options.quick ? 12 : 36; }

/// Steps until the smoke is all over the middle, then those that are timed.
Row run_rising(
    const Case& c, const Options& options, CopyBandwidth& bandwidth, const whorl::Settings& settings,
    const std::function<void()>& halfway = [] {}) {
    const double dt = 1.0 / 24;
    const int rise = steps_to_rise(options);
    const int rounds = options.quick ? 3 : 8;
    const int steps_per_round = settings.size.size() == 2 ? 12 : 3;

    whorl::Simulation fluid(settings);
    for (int step = 0; step < rise; ++step) {
        progress(c, "rising", step + 1, rise);
        fluid.step(dt);
    }
    Record record;
    for (int round = 0; round < rounds; ++round) {
        if (round == rounds / 2) halfway();
        progress(c, "round", round + 1, rounds);
        for (int k = 0; k < 3; ++k) record.copy.push_back(bandwidth.measure());
        for (int k = 0; k < steps_per_round; ++k) {
            const double ms = milliseconds([&] { fluid.step(dt); });
            record.add(ms, fluid.statistics());
        }
    }
    return record.row(c, fluid);
}

/// In a plane: a cloud of light smoke, MacCormack.
Row run_smoke(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    whorl::Settings s;
    s.size = {1, 1};
    s.cells = {c.cells_per_side};
    s.carried = {{.name = "smoke"}};
    s.fluid.buoyancy = {{"smoke", 0.1}};
    s.sources = {{.where = whorl::sphere({0.5, 0.12}, 0.08), .quantity = "smoke", .amount = 12}};
    s.solver.tolerance = c.tolerance;
    s.threads = options.threads;
    return run_rising(c, options, bandwidth, s);
}

/// In space: hot smoke past a ball, MacCormack.
whorl::Settings hot_smoke(const Case& c, int threads) {
    whorl::Settings s;
    s.size = {1, 1, 1};
    s.cells = {c.cells_per_side};
    s.carried = {{.name = "smoke"}, {.name = "heat"}};
    s.fluid.buoyancy = {{"heat", 0.1}, {"smoke", -0.02}};
    const whorl::Shape vent = whorl::sphere({0.5, 0.12, 0.5}, 0.08);
    s.sources = {{.where = vent, .quantity = "smoke", .amount = 4}, {.where = vent, .quantity = "heat", .amount = 12}};
    s.obstacles = {{whorl::sphere({0.52, 0.5, 0.5}, 0.12)}};
    s.solver.tolerance = c.tolerance;
    s.threads = threads;
    return s;
}
Row run_space(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    return run_rising(c, options, bandwidth, hot_smoke(c, options.threads));
}

/// The same in Blender, between two halves of ours.
Row run_beside_blender(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    const int threads = options.threads > 0 ? options.threads : 2;
    const int frames = options.quick ? 6 : 16;
    BlenderRun theirs;
    Row row = run_rising(c, options, bandwidth, hot_smoke(c, threads), [&] {
        progress(c, "Blender", 1, 1);
        theirs = bake_in_blender(c.cells_per_side, steps_to_rise(options), frames, threads);
    });
    row.blender = theirs;
    return row;
}

}  // namespace

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"plane-256", run_plane, 256},
        {"plane-512", run_plane, 512},
        {"plane-1024", run_plane, 1024},
        {"plane-1024-converged", run_plane, 1024, 1e-4},
        {.name = "plane-1024-direct", .run = run_plane, .cells_per_side = 1024, .tolerance = 1e-4, .direct = true},
        {"classic-512", run_classic, 512},
        {"classic-512-red-black", run_classic_red_black, 512},
        {"plane-256-smoke", run_smoke, 256, 1e-4},
        {"space-64", run_space, 64, 1e-4},
        {"space-128", run_space, 128, 1e-4},
        // As far as Mantaflow solves by default.
        {"blender-128", run_beside_blender, 128, 1e-5, true},
    };
    return all;
}

}  // namespace bench
