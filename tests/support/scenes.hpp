#pragma once
// Scenes for tests of the whole library: everything switched on, small enough to be run by the dozen.

#include <cmath>
#include <string>

#include "support/solvers.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

inline constexpr Splitting all_splittings[] = {Splitting::stam, Splitting::advect_project, Splitting::reflection,
                                               Splitting::two_step};
inline constexpr Advection all_advections[] = {Advection::semi_lagrangian, Advection::maccormack, Advection::bfecc,
                                               Advection::cubic, Advection::unlimited_cubic};
inline constexpr Backtrace all_backtraces[] = {Backtrace::euler, Backtrace::rk2, Backtrace::rk3};
inline constexpr Pressure all_pressures[] = {Pressure::red_black, Pressure::conjugate_gradient, Pressure::incomplete_cholesky,
                                             Pressure::multigrid, Pressure::multigrid_cg};

/// A plume past a ball, with sources, forces, confinement, viscosity, diffusion and decay. The domain is 1 m wide.
inline Settings busy_scene(int dimension, std::vector<int> cells) {
    Settings s;
    s.cells = std::move(cells);
    s.size.assign(static_cast<std::size_t>(dimension), 1.0);
    for (std::size_t a = 1; a < s.size.size(); ++a) s.size[a] = double(s.cells[a]) / s.cells[0];
    const double mid = dimension == 3 ? 0.5 * s.size[2] : 0;
    s.carried = {{.name = "smoke", .decay = 0.1}, {.name = "heat", .diffusion = 1e-3, .advection = Advection::cubic}};
    s.fluid = {.viscosity = 1e-3, .buoyancy = {{"heat", 0.2}, {"smoke", -0.05}}, .vorticity = 0.2};
    s.sources = {
        {.where = sphere({0.4, 0.2, mid}, 0.1), .quantity = "smoke", .amount = 4},
        {.where = sphere({0.4, 0.2, mid}, 0.1), .quantity = "heat", .amount = 3, .mode = Mode::set, .rate = 5}};
    s.forces = {{.where = capsule({0.1, 0.1, mid}, {0.3, 0.3, mid}, 0.1), .amount = {2, 3, 1}}};
    s.obstacles = {{sphere({0.55, 0.5, mid}, 0.13)}};
    s.boundary.top = open();
    s.initial_velocity[0] = [](Vec3 p) { return std::sin(5 * p.y) * std::cos(3 * p.z); };
    s.initial_velocity[1] = [](Vec3 p) { return 0.5 * std::cos(4 * p.x); };
    return s;
}

/// The largest value of a field, or NaN if there is one.
inline double largest(const FieldView& f) {
    double most = 0;
    for (int k = 0; k < f.extent[2]; ++k)
        for (int j = 0; j < f.extent[1]; ++j)
            for (int i = 0; i < f.extent[0]; ++i) {
                const double v = std::abs(double{f(i, j, k)});
                if (!(v <= most)) most = v;
                if (std::isnan(most)) return most;
            }
    return most;
}

/// The field, if there is one, that holds something that is not finite.
inline std::string not_finite(const Simulation& s) {
    for (int a = 0; a < s.dimension(); ++a)
        if (!std::isfinite(largest(s.velocity(a)))) return "velocity " + std::to_string(a);
    if (!std::isfinite(largest(s.field("pressure")))) return "pressure";
    for (const Carried& q : s.settings().carried)
        if (!std::isfinite(largest(s.field(q.name)))) return q.name;
    return "";
}

}  // namespace whorl
