// Vortices that turn in place and fade: a solution of the full equations in closed form (Taylor and Green 1937).
//
//     u = sin kx cos ky e(t),  v = -cos kx sin ky e(t),  e(t) = exp(-2 nu k^2 t)

#include "setup.hpp"

namespace whorl {
namespace {

constexpr double k = 2 * pi;
constexpr double viscosity = 0.05;  // m2/s
constexpr double end = 0.5;         // s

/// The vortices lie in the plane of the first and the last axis; in space they do not vary along y.
template <int D>
struct Vortices {
    static constexpr int first = 0, second = D - 1;
    static double along_first(Vec3 p) { return std::sin(k * p[first]) * std::cos(k * p[second]); }
    static double along_second(Vec3 p) { return -std::cos(k * p[first]) * std::sin(k * p[second]); }
    static double fade(double t) { return std::exp(-2 * viscosity * k * k * t); }
};

template <int D>
Simulation taylor_green(int n, Splitting splitting, Advection advection) {
    using V = Vortices<D>;
    Settings s = unit_box<D>(n, periodic());
    if (D == 3) s.cells[1] = 4, s.size[1] = 4.0 / n;
    s.fluid.viscosity = viscosity;
    s.solver.splitting = splitting;
    s.solver.advection = advection;
    s.initial_velocity[V::first] = V::along_first;
    s.initial_velocity[V::second] = V::along_second;
    return Simulation(s);
}

/// Root mean square error of both components after half a second, at a Courant number of 1/2.
template <int D>
double error_at(int n, Splitting splitting, Advection advection) {
    using V = Vortices<D>;
    Simulation sim = taylor_green<D>(n, splitting, advection);
    for (int step = 0; step < n; ++step) sim.step(end / n);
    const double fade = V::fade(end);
    return std::hypot(rms_error(sim.velocity(V::first), [&](Vec3 p) { return fade * V::along_first(p); }),
                      rms_error(sim.velocity(V::second), [&](Vec3 p) { return fade * V::along_second(p); }));
}

TEST_EACH_DIMENSION(TaylorGreen, DecaysAsTheExponentialAndHalvingTheCellQuartersTheError) {
    double coarse = error_at<D>(32, Splitting::reflection, Advection::maccormack);
    for (int n = 64; n <= (D == 2 ? 128 : 64); n *= 2) {
        const double fine = error_at<D>(n, Splitting::reflection, Advection::maccormack);
        EXPECT_GT(std::log2(coarse / fine), 1.9) << n << " cells";
        coarse = fine;
    }
    EXPECT_LT(coarse, D == 2 ? 1e-4 : 4e-4);
}

TEST_EACH_DIMENSION(TaylorGreen, IsSecondOrderWithTheSettingsForAccuracy) {
    const double coarse = error_at<D>(32, Splitting::two_step, Advection::unlimited_cubic);
    EXPECT_GT(std::log2(coarse / error_at<D>(64, Splitting::two_step, Advection::unlimited_cubic)), 1.9);
}

// So slow that nothing but viscosity acts; then transforms leave no error, however few the cells and long the steps.
TEST_EACH_DIMENSION(TaylorGreen, FadesExactlyAsTheExponentialWithTransforms) {
    using V = Vortices<D>;
    constexpr double slow = 1e-6;  // m/s
    for (const Splitting splitting : one_step_splittings) {
        Settings s = unit_box<D>(16, periodic());
        s.fluid.viscosity = viscosity;
        s.solver.splitting = splitting;
        s.solver.diffusion = Pressure::fft;
        s.initial_velocity[V::first] = [](Vec3 p) { return slow * V::along_first(p); };
        s.initial_velocity[V::second] = [](Vec3 p) { return slow * V::along_second(p); };
        Simulation sim(s);
        const double before = sim.kinetic_energy();
        for (int step = 0; step < 3; ++step) sim.step(end / 3);
        EXPECT_NEAR(std::sqrt(sim.kinetic_energy() / before) / V::fade(end), 1, 1e-5) << name(splitting);
        EXPECT_EQ(sim.statistics().diffusion.solver, "fft");
    }
}

// A force that varies as one wave: u = F / (nu k^2) (1 - exp(-nu k^2 t)), exact in steps of any length.
TEST_EACH_DIMENSION(Kolmogorov, SpeedsUpExactlyAsTheExponentialWithTransforms) {
    constexpr double strength = 1e-5;  // m/s2
    Settings s = unit_box<D>(12, periodic());
    s.fluid.viscosity = viscosity;
    s.solver.diffusion = Pressure::fft;
    s.forces = {{.amount = {Value([](Vec3 p, double) { return strength * std::sin(k * p.y); }), 0, 0}}};
    Simulation sim(s);
    for (const double dt : {0.01, 0.2, 0.5}) sim.step(dt);
    const double rate = viscosity * k * k;
    const auto exact = [&](Vec3 p) { return strength / rate * -std::expm1(-rate * 0.71) * std::sin(k * p.y); };
    EXPECT_LT(worst_error(sim.velocity(0), exact) / (strength / rate), 1e-5);
}

// What advection turns into a gradient, and projection then takes away, is lost to the simpler splittings: an error in
// proportion to the step.
TEST(TaylorGreen, HalvingTheCellHalvesTheErrorOfTheSimplerSplittings) {
    for (const Splitting splitting : {Splitting::stam, Splitting::advect_project})
        for (const Advection advection : {Advection::semi_lagrangian, Advection::maccormack}) {
            SCOPED_TRACE(std::string(name(splitting)) + ", " + std::string(name(advection)));
            EXPECT_GT(std::log2(error_at<2>(64, splitting, advection) / error_at<2>(128, splitting, advection)), 0.9);
        }
}

// Second differences see a viscosity that is smaller by the part (k h)^2 / 12.
TEST_EACH_DIMENSION(TaylorGreen, ReflectionLosesEnergyAtTheRateOfTheViscosityAlone) {
    const int n = D == 2 ? 64 : 32;
    for (const Advection advection : {Advection::maccormack, Advection::bfecc, Advection::cubic}) {
        SCOPED_TRACE(name(advection));
        Simulation sim = taylor_green<D>(n, Splitting::reflection, advection);
        const double before = sim.kinetic_energy();
        for (int step = 0; step < n; ++step) sim.step(end / n);
        EXPECT_NEAR(sim.kinetic_energy() / before / std::pow(Vortices<D>::fade(end), 2), 1, square(k / n) / 2);
    }
}

}  // namespace
}  // namespace whorl
