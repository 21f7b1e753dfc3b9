#include "run/account.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "exec/cpu.hpp"
#include "run/json.hpp"

namespace whorl {

void Account::add(double ms, const Statistics& s) {
    step_ms.push_back(static_cast<float>(ms));
    for (std::size_t k = 0; k < stage_ms.size(); ++k) stage_ms[k] += s.stages[k].ms;
    pressure_iterations += s.pressure.iterations;
    missed += !s.pressure.converged;
    worst_residual = std::max(worst_residual, s.pressure.residual);
}

double Account::quantile(double share) const {
    if (step_ms.empty()) return 0;
    std::vector<float> sorted = step_ms;
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size() - 1) + 0.5);
    std::nth_element(sorted.begin(), at, sorted.end());
    return *at;
}

std::string hash_text(std::uint64_t hash) {
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

namespace {

constexpr const char* formula = "a formula of the scene";

void write_value(Json& json, std::string_view key, const Value& value) {
    if (value.is_constant())
        json.member(key, value({}, 0));
    else
        json.member(key, formula);
}

void write_vector(Json& json, std::string_view key, const VectorValue& v, int dimension) {
    json.open(key);
    for (int a = 0; a < dimension; ++a) write_value(json, std::string(1, "xyz"[a]), v[a]);
    json.close();
}

std::vector<double> numbers(Vec3 v, int dimension) {
    return dimension == 2 ? std::vector{v.x, v.y} : std::vector{v.x, v.y, v.z};
}

void write_window(Json& json, const Window& w) {
    if (w.to < 1e30)
        json.member("during", std::vector{w.from, w.to});
    else
        json.member("from", w.from);
}

void write_side(Json& json, std::string_view key, const Side& side, int dimension) {
    json.open(key).member("kind", name(side.kind));
    if (side.kind == Side::Kind::wall || side.kind == Side::Kind::inflow)
        write_vector(json, "velocity", side.velocity, dimension);
    for (const auto& [quantity, value] : side.held) json.member(quantity, value);
    json.close();
}

/// Every setting as it was used, defaults included.
void write_settings(Json& json, const Scene& scene, int dimension) {
    const Settings& s = scene.settings;
    json.open("settings").member("size", s.size);
    json.open("time")
        .member("frames", scene.time.frames)
        .member("fps", scene.time.fps)
        .member("steps_per_frame", scene.time.steps_per_frame)
        .member("cfl", scene.time.cfl)
        .close();
    json.open("fluid")
        .member("viscosity", s.fluid.viscosity)
        .member("gravity", numbers(s.fluid.gravity, dimension))
        .member("vorticity", s.fluid.vorticity)
        .open("buoyancy");
    for (const auto& [quantity, value] : s.fluid.buoyancy) json.member(quantity, value);
    json.close().close();

    json.open("boundary");
    const std::pair<const char*, const Side*> sides[] = {
        {"left", &s.boundary.left}, {"right", &s.boundary.right}, {"bottom", &s.boundary.bottom},
        {"top", &s.boundary.top},   {"back", &s.boundary.back},   {"front", &s.boundary.front}};
    for (int k = 0; k < 2 * dimension; ++k) write_side(json, sides[k].first, *sides[k].second, dimension);
    json.close();

    json.open("carried");
    for (const Carried& q : s.carried)
        json.open(q.name)
            .member("advection", name(q.advection))
            .member("diffusion", q.diffusion)
            .member("decay", q.decay)
            .close();
    json.close().open_list("sources");
    for (const Source& one : s.sources) {
        json.open().member("quantity", one.quantity);
        write_value(json, "amount", one.amount);
        json.member("mode", name(one.mode)).member("rate", one.rate);
        write_window(json, one.during);
        json.close();
    }
    json.close().open_list("forces");
    for (const Force& one : s.forces) {
        json.open();
        write_vector(json, "amount", one.amount, dimension);
        json.member("mode", name(one.mode)).member("rate", one.rate);
        write_window(json, one.during);
        json.close();
    }
    json.close().member("obstacles", static_cast<std::int64_t>(s.obstacles.size()));
    json.open("solver")
        .member("splitting", name(s.solver.splitting))
        .member("advection", name(s.solver.advection))
        .member("backtrace", name(s.solver.backtrace))
        .member("pressure", name(s.solver.pressure))
        .member("tolerance", s.solver.tolerance)
        .member("divergence", s.solver.divergence)
        .member("limit", s.solver.limit)
        .member("budget_ms", s.solver.budget_ms)
        .member("diffusion", name(s.solver.diffusion))
        .member("diffusion_tolerance", s.solver.diffusion_tolerance)
        .close();
    json.member("threads", Cpu(s.threads).threads()).member("device", name(s.device)).close();
}

}  // namespace

std::string run_json(const Scene& scene, const Simulation& fluid, const Account& account, const RunResult& result) {
    Json json;
    json.open().member("scene", scene.name).member("title", scene.title);
    std::vector<double> cells;
    for (int a = 0; a < fluid.dimension(); ++a) cells.push_back(fluid.cells()[static_cast<std::size_t>(a)]);
    const Statistics last = fluid.statistics();
    json.member("cells", cells)
        .member("finished", result.finished)
        .member("frames", result.frames)
        .member("steps", result.steps)
        .member("time_s", last.time)
        .member("step_ms_median", account.quantile(0.5))
        .member("step_ms_p95", account.quantile(0.95));
    double all = 0;
    for (const double ms : account.stage_ms) all += ms;
    json.open("stage_share");
    for (std::size_t k = 0; k < account.stage_ms.size(); ++k)
        json.member(last.stages[k].name, all > 0 ? account.stage_ms[k] / all : 0.0);
    json.close();
    const auto steps = static_cast<double>(std::max<std::size_t>(1, account.step_ms.size()));
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    json.member("pressure_solver", last.pressure.solver)
        .member("pressure_iterations_mean", static_cast<double>(account.pressure_iterations) / steps)
        .member("pressure_residual_worst", account.worst_residual)
        .member("pressure_steps_missed", account.missed)
        .member("diffusion_solver", last.diffusion.solver)
        .member("peak_memory_bytes", std::int64_t{usage.ru_maxrss} * 1024)
        .member("state_hash", hash_text(result.state_hash))
        .member("version", version());
    write_settings(json, scene, fluid.dimension());
    json.member("scene_text", scene.text).close();
    return json.text();
}

}  // namespace whorl
