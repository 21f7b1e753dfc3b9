#include "device.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>
#include <vector>

#include <whorl/whorl.hpp>

#include "exec/gpu.hpp"
#include "traffic.hpp"

namespace bench {

namespace {

using namespace whorl;

struct DeviceCase {
    std::string name;
    int cells;
    double wanted;  // ms a step; 0: nothing in particular
    std::function<Settings(int)> settings;
};

/// Velocity alone, in a box that repeats: what spectral solvers do.
Settings periodic_box(int n) {
    Settings s;
    s.size = {1, 1, 1};
    s.cells = {n};
    s.boundary = all_sides(periodic());
    s.carried.clear();
    s.solver.pressure = Pressure::fft;
    s.solver.advection = Advection::semi_lagrangian;
    // Swirls from a table: sines of so many places would take longer than all steps.
    const auto wave = [n, table = std::make_shared<std::vector<double>>()](double x) {
        if (table->empty())
            for (int i = 0; i < 2 * n; ++i) table->push_back(std::sin(3.141592653589793 * i / n));
        return (*table)[static_cast<std::size_t>(2 * n * x + 0.5) % table->size()];
    };
    s.initial_velocity[0] = [=](Vec3 p) { return wave(p.x) * wave(p.y + 0.25) * wave(p.z); };
    s.initial_velocity[1] = [=](Vec3 p) { return -wave(p.x + 0.25) * wave(p.y) * wave(p.z); };
    return s;
}

/// Smoke and heat past a ball.
Settings smoke_box(int n) {
    Settings s;
    s.size = {1, 1, 1};
    s.cells = {n};
    s.carried = {{.name = "smoke"}, {.name = "heat"}};
    s.sources = {{.where = sphere({0.5, 0.15, 0.5}, 0.1), .quantity = "smoke", .amount = 1, .mode = Mode::set},
                 {.where = sphere({0.5, 0.15, 0.5}, 0.1), .quantity = "heat", .amount = 1, .mode = Mode::set}};
    s.obstacles = {{.shape = sphere({0.5, 0.6, 0.5}, 0.12)}};
    s.fluid.buoyancy = {{"heat", 0.3}, {"smoke", -0.05}};
    s.fluid.vorticity = 0.2;
    s.solver.advection = Advection::semi_lagrangian;
    s.solver.tolerance = 1e-3;
    s.solver.pressure = Pressure::multigrid_cg;
    return s;
}
Settings smoke_box_auto(int n) {
    Settings s = smoke_box(n);
    s.solver.pressure = Pressure::automatic;
    return s;
}
Settings smoke_box_maccormack(int n) {
    Settings s = smoke_box_auto(n);
    s.solver.advection = Advection::maccormack;
    return s;
}

/// Without the ball, where a direct solve is possible.
Settings empty_box_auto(int n) {
    Settings s = smoke_box_auto(n);
    s.obstacles.clear();
    return s;
}
Settings empty_box_fft(int n) {
    Settings s = empty_box_auto(n);
    s.solver.pressure = Pressure::fft;
    return s;
}

/// The same in a plane.
Settings smoke_plane(int n) {
    Settings s = smoke_box_auto(n);
    s.size = {1, 1};
    s.sources = {{.where = sphere({0.5, 0.15}, 0.1), .quantity = "smoke", .amount = 1, .mode = Mode::set},
                 {.where = sphere({0.5, 0.15}, 0.1), .quantity = "heat", .amount = 1, .mode = Mode::set}};
    s.obstacles = {{.shape = sphere({0.5, 0.6}, 0.12)}};
    s.solver.advection = Advection::maccormack;
    return s;
}

std::vector<DeviceCase> device_cases() {
    return {{"periodic-128", 128, 0.2, periodic_box},   {"periodic-256", 256, 1.0, periodic_box},
            {"periodic-512", 512, 6.5, periodic_box},   {"smoke-128", 128, 0.6, smoke_box},
            {"smoke-256", 256, 2.4, smoke_box},         {"smoke-512", 512, 16, smoke_box},
            {"auto-128", 128, 0.6, smoke_box_auto},
            {"auto-256", 256, 2.4, smoke_box_auto},     {"auto-512", 512, 16, smoke_box_auto},
            {"auto-1024", 1024, 140, smoke_box_auto},   {"maccormack-256", 256, 2.4, smoke_box_maccormack},
            {"maccormack-512", 512, 16, smoke_box_maccormack},
            {"empty-auto-128", 128, 0, empty_box_auto},    {"empty-auto-512", 512, 0, empty_box_auto},
            {"empty-fft-128", 128, 0, empty_box_fft},      {"empty-fft-512", 512, 0, empty_box_fft},
            {"plane-4096", 4096, 3, smoke_plane}};
}

/// Values per cell that a stage must move: see traffic.hpp. Forces: each buoyant quantity and one component of the velocity;
/// with confinement, the velocity in and out.
double must_move(const Settings& s, const Statistics& told, std::size_t stage) {
    const double axes = static_cast<double>(s.size.size()), quantities = static_cast<double>(s.carried.size());
    const auto traffic = [&](bool maccormack) {
        return Traffic{.axes = axes,
                       .quantities = quantities,
                       .maccormack = maccormack,
                       .buoyant = static_cast<double>(s.fluid.buoyancy.size()),
                       .projections = 1,
                       .pressure_iterations = static_cast<double>(told.pressure.iterations),
                       .pressure_solver = told.pressure.solver,
                       .viscous = false,
                       .diffusion_iterations = 0,
                       .diffusion_solver = ""};
    };
    const std::string_view name = told.stages[stage].name;
    if (name == "carry") return quantities > 0 ? traffic(true).values(name) : 0;
    const double confined = name == "force" && s.fluid.vorticity > 0 ? 2 * axes : 0;
    return traffic(s.solver.advection == Advection::maccormack).values(name) + confined;
}

/// "NVIDIA H200" is h200.
std::string short_name(const std::string& gpu) {
    std::string name;
    for (const char c : gpu.substr(gpu.rfind(' ') + 1)) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name.empty() ? "gpu" : name;
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

void tell_what_failed(const std::string& name, const Error& e) { std::printf("%-16s %s\n", name.c_str(), e.what()); }

/// Rows of the same table: x and b come in and x goes out, wanted at 0.8 of a copy's speed. Returns whether all could be run.
bool measure_sweeps(const std::string& only, double bandwidth, std::FILE* file) {
    bool all_ran = true;
    for (const int n : {128, 256, 512}) {
        const std::string name = "sweep-" + std::to_string(n);
        if (name.find(only) == std::string::npos) continue;
        try {
            const double ms = gpu_sweep_ms(n), as_a_copy = 1e3 * 3 * sizeof(float) * std::pow(n, 3) / bandwidth;
            const double wanted = as_a_copy / 0.8, fraction = as_a_copy / ms;
            std::fprintf(file, "%s,%d,%.4f,%.4g,,,,,%.4f,%.3f,,,sweep,1,\n", name.c_str(), n, ms, wanted, ms, fraction);
            std::printf("%-16s %9.3f %9.4g  %46s %9.3f (%4.2f)\n", name.c_str(), ms, wanted, "", ms, fraction);
        } catch (const Error& e) {  // it does not fit
            tell_what_failed(name, e);
            all_ran = false;
        }
    }
    return all_ran;
}

}  // namespace

bool measure_device(const std::string& only, const std::string& csv) {
    if (!has_cuda()) {
        std::fprintf(stderr, "whorl-bench: this build has no device cuda; it is built in where nvcc is found\n");
        return false;
    }
    if (gpu_name().empty()) {
        std::fprintf(stderr, "whorl-bench: no NVIDIA GPU is here, or its driver does not answer; nvidia-smi tells more\n");
        return false;
    }
    // A part of the table does not take the place of the whole one, and nor does one that was stopped.
    const std::string path = csv.empty() ? (only.empty() ? "bench/results/" : "out/") + short_name(gpu_name()) + ".csv" : csv;
    const std::string unfinished = path + ".part";
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    std::FILE* const file = std::fopen(unfinished.c_str(), "w");
    if (!file) {
        std::fprintf(stderr, "whorl-bench: can not write %s; give a place that is there with --out\n", path.c_str());
        return false;
    }
    const double bandwidth = gpu_copy_bandwidth();
    std::printf("%s, a copy moves %.2f TB/s\n\n", gpu_name().c_str(), bandwidth * 1e-12);
    std::printf("%-16s %9s %9s   %-22s %-22s %-22s %-22s  %s\n", "case", "ms/step", "wanted", "advect ms (of copy)", "force",
                "project", "carry", "pressure");
    std::fputs("case,cells,ms,wanted_ms,advect_ms,advect_fraction,force_ms,force_fraction,project_ms,project_fraction,carry_ms,"
               "carry_fraction,solver,iterations,bytes\n", file);
    bool all_ran = measure_sweeps(only, bandwidth, file);
    for (const DeviceCase& c : device_cases()) {
        if (c.name.find(only) == std::string::npos) continue;
        Settings s = c.settings(c.cells);
        s.device = Device::cuda;
        std::unique_ptr<Simulation> made;
        try {
            made = std::make_unique<Simulation>(s);
        } catch (const Error& e) {  // it does not fit
            tell_what_failed(c.name, e);
            all_ran = false;
            continue;
        }
        Simulation& fluid = *made;
        const double dt = 1.0 / c.cells;
        const int warm_up = 20, counted = 50;
        std::vector<double> all, stage[5];
        for (int n = 0; n < warm_up + counted; ++n) {
            const auto begin = std::chrono::steady_clock::now();
            fluid.step(dt);
            const Statistics told = fluid.statistics();  // waits for the device
            const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
            if (n < warm_up) continue;
            all.push_back(ms);
            for (std::size_t k = 0; k < 5; ++k) stage[k].push_back(told.stages[k].ms);
        }
        const Statistics told = fluid.statistics();
        double cells = 1;
        for (const int n : fluid.cells()) cells *= n;
        const auto fraction = [&](std::size_t k) {
            const double ms = median(stage[k]), values = must_move(s, told, k);
            return ms > 0 ? values * cells * sizeof(float) / (ms * 1e-3) / bandwidth : 0;
        };
        std::fprintf(file, "%s,%d,%.4f,%.4g", c.name.c_str(), c.cells, median(all), c.wanted);
        std::printf("%-16s %9.3f %9.4g  ", c.name.c_str(), median(all), c.wanted);
        constexpr std::size_t shown[] = {0, 1, 3, 4};  // nothing diffuses
        for (const std::size_t k : shown) {
            std::fprintf(file, ",%.4f,%.3f", median(stage[k]), fraction(k));
            std::printf(" %9.3f (%4.2f)      ", median(stage[k]), fraction(k));
        }
        const std::string solver(told.pressure.solver);
        std::fprintf(file, ",%s,%d,%zu\n", solver.c_str(), told.pressure.iterations, fluid.memory());
        std::printf("  %s, %d\n", solver.c_str(), told.pressure.iterations);
        std::fflush(stdout);
        std::fflush(file);
    }
    std::error_code error;
    if (std::fclose(file) == 0) std::filesystem::rename(unfinished, path, error);
    else error = std::make_error_code(std::errc::io_error);
    if (error) std::fprintf(stderr, "whorl-bench: can not write %s: %s\n", path.c_str(), error.message().c_str());
    return all_ran && !error;
}

}  // namespace bench
