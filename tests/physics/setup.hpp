#pragma once
// What most physics tests start from and measure with.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <numbers>
#include <string>
#include <vector>

#include "support/each_dimension.hpp"
#include "support/solvers.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

inline constexpr double pi = std::numbers::pi;

inline double square(double x) { return x * x; }

using Function = std::function<double(Vec3)>;
using VelocityOf = std::array<Function, 3>;

inline constexpr Advection every_advection[] = {Advection::semi_lagrangian, Advection::maccormack, Advection::bfecc,
                                                Advection::cubic, Advection::unlimited_cubic};
/// Those whose step knows nothing but the state.
inline constexpr Splitting one_step_splittings[] = {Splitting::stam, Splitting::advect_project, Splitting::reflection};
inline constexpr Splitting every_splitting[] = {Splitting::stam, Splitting::advect_project, Splitting::reflection,
                                                Splitting::two_step};
inline constexpr Pressure every_pressure[] = {Pressure::automatic, Pressure::red_black, Pressure::conjugate_gradient,
                                              Pressure::incomplete_cholesky, Pressure::multigrid,
                                              Pressure::multigrid_cg};

/// Sides of every kind, with a name.
struct Mix {
    const char* name;
    Boundary boundary;
};

inline std::vector<Mix> boundary_mixes() {
    Boundary channel = all_sides(free_slip());
    channel.left = inflow({2, 0, 0});
    channel.right = open();
    Boundary chimney = all_sides(wall());
    chimney.top = chimney.bottom = open();
    chimney.left = chimney.right = periodic();
    return {{"closed", all_sides(wall())},
            {"periodic", all_sides(periodic())},
            {"open", all_sides(open())},
            {"channel", channel},
            {"chimney", chimney}};
}

/// The unit square or cube, n cells a side, all sides alike. Nothing is carried.
template <int D>
Settings unit_box(int n, const Side& side = wall()) {
    Settings s;
    s.size.assign(D, 1);
    s.cells.assign(D, n);
    s.boundary = all_sides(side);
    s.carried.clear();
    return s;
}

/// Walls below and above, everything else joined to its opposite: flow between two endless plates, 1 m apart.
template <int D>
Settings plates(int n) {
    Settings s = unit_box<D>(n, periodic());
    s.boundary.bottom = s.boundary.top = wall();
    s.cells.assign(D, 4);
    s.cells[1] = n;
    for (int a = 0; a < D; ++a) s.size[static_cast<std::size_t>(a)] = a == 1 ? 1.0 : 4.0 / n;
    return s;
}

/// The unit square or cube, stirred everywhere by a force that turns, so that fluid is driven against every wall.
template <int D>
Settings stirred(int cells) {
    Settings s;
    s.size = std::vector<double>(D, 1.0);
    s.cells = {cells};
    s.carried = {{.name = "smoke"}};
    s.forces = {{.amount = {[](Vec3 p, double t) { return 6 * std::sin(9 * p.y + 3 * t) * std::cos(5 * p.z); },
                            [](Vec3 p, double t) { return 6 * std::cos(8 * p.x - 2 * t); },
                            [](Vec3 p, double t) { return 6 * std::sin(7 * p.x + 4 * p.y + t); }}}};
    return s;
}

/// Values from -1 to 1 without any order, the same in every run.
inline Function noise(std::uint32_t seed) {
    return [state = seed * 2654435761u + 1](Vec3) mutable {
        state = state * 1664525u + 1013904223u;
        return static_cast<double>(state >> 8) / (1 << 23) - 1;
    };
}
inline VelocityOf noisy_motion() { return {noise(1), noise(2), noise(3)}; }

/// visit(value, place) for all values of a field.
template <class F>
void for_all(const FieldView& v, F&& visit) {
    for (int k = 0; k < v.extent[2]; ++k)
        for (int j = 0; j < v.extent[1]; ++j)
            for (int i = 0; i < v.extent[0]; ++i)
                visit(double{v(i, j, k)},
                      Vec3{v.first.x + i * v.spacing.x, v.first.y + j * v.spacing.y, v.first.z + k * v.spacing.z});
}

/// Largest distance from a formula.
template <class F>
double worst_error(const FieldView& v, F&& exact) {
    double worst = 0;
    for_all(v, [&](double value, Vec3 p) {
        const double error = std::abs(value - exact(p));
        worst = error <= worst ? worst : error;  // keeps a NaN
    });
    return worst;
}

/// Root mean square distance from a formula.
template <class F>
double rms_error(const FieldView& v, F&& exact) {
    double sum = 0, count = 0;
    for_all(v, [&](double value, Vec3 p) {
        sum += square(value - exact(p));
        count += 1;
    });
    return std::sqrt(sum / count);
}

}  // namespace whorl
