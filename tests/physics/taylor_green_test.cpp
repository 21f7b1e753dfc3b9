// Vortices that turn in place and fade: a solution of the full equations in closed form (Taylor and Green 1937).
//
//     u = sin kx cos ky e(t),  v = -cos kx sin ky e(t),  e(t) = exp(-2 nu k^2 t)

#include "setup.hpp"

namespace whorl {
namespace {

constexpr double k = 2 * pi;
constexpr double viscosity = 0.01;  // m2/s
constexpr double end = 0.5;         // s

/// The vortices lie in the plane of the last two axes; in space they do not vary along x.
template <int D> struct Vortices {
    static constexpr int first = D - 2, second = D - 1;
    static double along_first(Vec3 p) { return std::sin(k * p[first]) * std::cos(k * p[second]); }
    static double along_second(Vec3 p) { return -std::cos(k * p[first]) * std::sin(k * p[second]); }
    static double fade(double t) { return std::exp(-2 * viscosity * k * k * t); }
};

template <int D> Simulation taylor_green(int n, Splitting splitting, Advection advection) {
    using V = Vortices<D>;
    Settings s = unit_box<D>(n, periodic());
    if (D == 3) s.cells[0] = 4, s.size[0] = 4.0 / n;
    s.fluid.viscosity = viscosity;
    s.solver.splitting = splitting;
    s.solver.advection = advection;
    s.initial_velocity[V::first] = V::along_first;
    s.initial_velocity[V::second] = V::along_second;
    return Simulation(s);
}

/// Root mean square error of both components after half a second, at a Courant number of 1/2.
template <int D> double error_at(int n, Splitting splitting, Advection advection) {
    using V = Vortices<D>;
    Simulation sim = taylor_green<D>(n, splitting, advection);
    for (int step = 0; step < n; ++step) sim.step(end / n);
    const double fade = V::fade(end);
    return std::hypot(rms_error(sim.velocity(V::first), [&](Vec3 p) { return fade * V::along_first(p); }),
                      rms_error(sim.velocity(V::second), [&](Vec3 p) { return fade * V::along_second(p); }));
}

TEST_EACH_DIMENSION(TaylorGreen, DecaysAsTheExponentialAndHalvingTheCellQuartersTheError) {
    double coarse = error_at<D>(32, Splitting::reflection, Advection::maccormack);
    for (const int n : {64, 128}) {
        const double fine = error_at<D>(n, Splitting::reflection, Advection::maccormack);
        EXPECT_GT(std::log2(coarse / fine), 1.9) << n << " cells";
        coarse = fine;
    }
    EXPECT_LT(coarse, 1e-3);
}

TEST_EACH_DIMENSION(TaylorGreen, LosesItsEnergyAtTheRateOfItsViscosityInEveryScheme) {
    for (const Splitting splitting : every_splitting)
        for (const Advection advection : every_advection) {
            if (advection == Advection::semi_lagrangian) continue;  // its own viscosity is larger than this one
            SCOPED_TRACE(std::string(name(splitting)) + ", " + std::string(name(advection)));
            Simulation sim = taylor_green<D>(64, splitting, advection);
            const double before = sim.kinetic_energy();
            for (int step = 0; step < 64; ++step) sim.step(end / 64);
            EXPECT_NEAR(sim.kinetic_energy() / before / std::pow(Vortices<D>::fade(end), 2), 1, 0.02);
        }
}

}  // namespace
}  // namespace whorl
