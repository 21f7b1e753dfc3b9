// The pressure keeps the fluid from piling up: div u = 0.

#include "setup.hpp"

namespace whorl {
namespace {

/// Cell counts that no power of two divides, and cells that are not quite square.
template <int D>
Settings odd_box(const Boundary& boundary, bool with_ball) {
    Settings s = unit_box<D>(21);
    s.cells = D == 2 ? std::vector<int>{45, 38} : std::vector<int>{21, 18, 19};
    s.boundary = boundary;
    s.initial_velocity = noisy_motion();
    if (with_ball) s.obstacles = {{sphere({0.45, 0.55, 0.5}, 0.2)}};
    return s;
}

/// Root mean square of what flows out of a cell, per volume (1/s). Bodies must be at rest and not touch the sides.
double rms_divergence(const Simulation& sim) {
    const std::array<int, 3> n = sim.cells();
    double sum = 0;
    for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i) {
                double out = 0;
                for (int a = 0; a < sim.dimension(); ++a) {
                    const FieldView u = sim.velocity(a), open = sim.openness(a);
                    const int cell[3] = {i, j, k}, last = n[static_cast<std::size_t>(a)];
                    const auto flux = [&](int up) {
                        const int x = i + (a == 0 ? up : 0), y = j + (a == 1 ? up : 0), z = k + (a == 2 ? up : 0);
                        const bool side = cell[a] + up == 0 || cell[a] + up == last;
                        return side ? double{u(x, y, z)} : double{u(x, y, z)} * open(x, y, z);
                    };
                    out += (flux(1) - flux(0)) / u.spacing[a];
                }
                sum += out * out;
            }
    return std::sqrt(sum / (n[0] * n[1] * n[2]));
}

TEST_EACH_DIMENSION(Projection, LeavesNoDivergenceWhateverCameIn) {
    for (const Pressure method : every_pressure)
        for (const Mix& sides : boundary_mixes())
            for (const bool with_ball : {false, true}) {
                SCOPED_TRACE(std::string(name(method)) + ", " + sides.name + (with_ball ? ", ball" : ""));
                Settings s = odd_box<D>(sides.boundary, with_ball);
                s.solver.pressure = method;
                Simulation sim(s);
                const double before = rms_divergence(sim);
                sim.step(1e-9);  // too short for anything to move: all it does is project
                EXPECT_LT(rms_divergence(sim) / before, 1.01 * s.solver.tolerance);
            }
}

// Of a wave as long as the box a float holds too little: that is taken out by itself, before anything is solved for.
TEST_EACH_DIMENSION(Projection, TakesOneDirectSolveForLongWavesBetweenAllSides) {
    for (const Mix& sides : boundary_mixes()) {
        SCOPED_TRACE(sides.name);
        Settings s = unit_box<D>(64);
        s.cells = D == 2 ? std::vector<int>{512, 448} : std::vector<int>{96, 64, 72};
        s.boundary = sides.boundary;
        s.initial_velocity[0] = [](Vec3 p) { return std::sin(2 * std::numbers::pi * p.x) * std::cos(3 * p.y); };
        s.solver.pressure = Pressure::fft;
        s.solver.tolerance = 1e-5;
        Simulation sim(s);
        const double before = rms_divergence(sim);
        sim.step(1e-9);
        EXPECT_EQ(sim.statistics().pressure.iterations, 1);
        EXPECT_LT(rms_divergence(sim) / before, 1.01 * s.solver.tolerance);
    }
}

TEST_EACH_DIMENSION(Projection, LeavesNoDivergenceWithDirectSolversWhateverCameIn) {
    for (const Pressure method : direct_pressures(D))
        for (const Mix& sides : boundary_mixes()) {
            SCOPED_TRACE(std::string(name(method)) + ", " + sides.name);
            Settings s = odd_box<D>(sides.boundary, false);
            s.solver.pressure = method;
            s.solver.tolerance = 1e-5;
            Simulation sim(s);
            const double before = rms_divergence(sim);
            sim.step(1e-9);
            EXPECT_LT(rms_divergence(sim) / before, 1.01 * s.solver.tolerance);
            EXPECT_LE(sim.statistics().pressure.iterations, 2);
        }
}

TEST_EACH_DIMENSION(Projection, StopsAtTheDivergenceThatIsEnough) {
    Settings s = odd_box<D>(all_sides(wall()), true);
    s.solver.tolerance = 1e-9;
    s.solver.pressure = Pressure::conjugate_gradient;  // small steps: it goes little further than it must
    const double before = rms_divergence(Simulation(s));
    for (const double part : {0.1, 0.003}) {
        s.solver.divergence = part * before;
        Simulation sim(s);
        sim.step(1e-9);
        EXPECT_TRUE(sim.statistics().pressure.converged);
        EXPECT_LT(rms_divergence(sim), 1.01 * part * before);
        EXPECT_GT(rms_divergence(sim), 0.3 * part * before);
    }
}

/// In one float neither pressure can be held well enough: a fine plane, and long cells, whose layers hardly see each other.
TEST(Projection, GoesOnBelowWhatAPressureInFloatCanHold) {
    Settings plane, layers;
    plane.size = {1, 1};
    plane.cells = {1024};
    layers.size = {1, 1, 100};
    layers.cells = {40, 40, 40};
    for (Settings* s : {&plane, &layers}) {
        s->boundary = all_sides(wall());
        s->initial_velocity = {[](Vec3 p) { return std::sin(5 * p.x) * std::cos(2 * p.y) + std::sin(0.1 * p.z); },
                               [](Vec3 p) { return std::cos(3 * p.x + p.y); },
                               [](Vec3 p) { return std::sin(0.07 * p.z + p.x); }};
        s->solver.tolerance = 1e-6;
        Simulation sim(*s);
        const double before = rms_divergence(sim);
        sim.step(1e-9);
        EXPECT_TRUE(sim.statistics().pressure.converged);
        EXPECT_LT(rms_divergence(sim) / before, 2e-6);
    }
}

TEST_EACH_DIMENSION(Projection, WithoutTimeEndsAtOnceAndSaysWhatIsLeft) {
    for (const Pressure method : every_pressure) {
        Settings s = odd_box<D>(all_sides(wall()), false);
        s.solver.pressure = method;
        s.solver.budget_ms = 1e-9;
        Simulation sim(s);
        const double before = rms_divergence(sim);
        sim.step(1e-9);
        const PressureReport r = sim.statistics().pressure;
        EXPECT_FALSE(r.converged) << name(method);
        EXPECT_LE(r.iterations, 8) << name(method);
        EXPECT_NEAR(r.residual, rms_divergence(sim) / before, 0.05 * r.residual) << name(method);
    }
}

TEST_EACH_DIMENSION(Projection, WithTimeEnoughABudgetChangesNoBit) {
    Settings s = odd_box<D>(all_sides(wall()), true);
    Simulation one(s);
    s.solver.budget_ms = 1e9;
    Simulation other(s);
    one.step(0.01), other.step(0.01);
    EXPECT_EQ(one.state_hash(), other.state_hash());
}

TEST_EACH_DIMENSION(Projection, MeetsItsToleranceInEverySplittingAndAtAnySpeed) {
    for (const Splitting splitting : every_splitting)
        for (const double speed : {1e-6, 1.0, 1e6}) {
            SCOPED_TRACE(std::string(name(splitting)) + ", " + std::to_string(speed) + " m/s");
            Settings s = odd_box<D>(all_sides(wall()), true);
            s.solver.splitting = splitting;
            s.initial_velocity = {[&](Vec3 p) { return speed * std::sin(40 * p.x + 20 * p.y); },
                                  [&](Vec3 p) { return speed * std::cos(30 * p.x + 50 * p.z); },
                                  [&](Vec3 p) { return speed * std::sin(60 * p.y); }};
            Simulation sim(s);
            const double before = sim.max_divergence();
            for (int k = 0; k < 3; ++k) sim.step(0.02 / speed);
            EXPECT_TRUE(sim.statistics().pressure.converged);
            EXPECT_LT(sim.max_divergence() / before, 1e-3);
        }
}

TEST_EACH_DIMENSION(Projection, KeepsThePressureOfAClosedBoxWithoutMeanAndThatInsideBodiesAtZero) {
    Settings s = odd_box<D>(all_sides(wall()), true);
    s.solver.pressure = Pressure::multigrid;
    Simulation sim(s);
    for (int k = 0; k < 6; ++k) sim.step(0.02);
    const FieldView p = sim.field("pressure");
    double sum = 0, largest = 0;
    int covered = 0, wrong = 0;
    for (int k = 0; k < p.extent[2]; ++k)
        for (int j = 0; j < p.extent[1]; ++j)
            for (int i = 0; i < p.extent[0]; ++i) {
                double open = 0;
                for (int a = 0; a < D; ++a) {
                    const FieldView face = sim.openness(a);
                    open += face(i, j, k) + face(i + (a == 0), j + (a == 1), k + (a == 2));
                }
                if (open > 0) sum += p(i, j, k), largest = std::max(largest, std::abs(double{p(i, j, k)}));
                else ++covered, wrong += p(i, j, k) != 0;
            }
    EXPECT_GT(covered, 10);
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(largest, 0.01);
    EXPECT_LT(std::abs(sum), 1e-4 * largest * p.extent[0] * p.extent[1] * p.extent[2]);
}

TEST_EACH_DIMENSION(Projection, ChangesNothingThatHasNoDivergence) {
    Settings s = unit_box<D>(32, periodic());
    s.solver.tolerance = 1e-6;
    s.initial_velocity = noisy_motion();
    Simulation sim(s);
    sim.step(1e-9);
    const double once = sim.kinetic_energy();
    for (int k = 0; k < 10; ++k) sim.step(1e-9);
    EXPECT_NEAR(sim.kinetic_energy() / once, 1, 1e-6);
}

}  // namespace
}  // namespace whorl
