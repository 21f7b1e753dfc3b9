// A simulation that goes on with other settings is the simulation of these, from the state that it has.

#include "support/each_dimension.hpp"
#include "support/errors.hpp"
#include "support/scenes.hpp"

#include <limits>

namespace whorl {
namespace {

constexpr double dt = 0.04;

void run(Simulation& simulation, int steps) {
    for (int k = 0; k < steps; ++k) simulation.step(dt);
}

/// Settings that differ from others in one thing.
struct Other {
    std::string what;
    Settings settings;
};
class Others {
  public:
    explicit Others(Settings base) : base_(std::move(base)) {}
    template <class Make> void add(const std::string& what, const Make& make) {
        all_.push_back({what, base_});
        make(all_.back().settings);
    }
    const std::vector<Other>& all() const { return all_; }

  private:
    Settings base_;
    std::vector<Other> all_;
};

const Value swings([](Vec3, double t) { return 0.1 * std::sin(5 * t); }, false, true);
const Value slope([](Vec3 p, double) { return 0.3 * p.x; }, true, false);

void add_rates(Others& others) {
    others.add("viscosity", [](Settings& s) { s.fluid.viscosity = 4e-3; });
    others.add("no viscosity", [](Settings& s) { s.fluid.viscosity = 0; });
    others.add("diffusion", [](Settings& s) { s.carried[1].diffusion = 5e-3; });
    others.add("diffusion of the other", [](Settings& s) { s.carried[0].diffusion = 2e-3; });
    others.add("no diffusion", [](Settings& s) { s.carried[1].diffusion = 0; });
    others.add("decay", [](Settings& s) { s.carried[0].decay = 3; });
    others.add("advection of heat", [](Settings& s) { s.carried[1].advection = Advection::bfecc; });
    others.add("gravity", [](Settings& s) { s.fluid.gravity = {3, -5, 0}; });
    others.add("buoyancy", [](Settings& s) { s.fluid.buoyancy = {{"heat", 0.7}}; });
    others.add("confinement", [](Settings& s) { s.fluid.vorticity = 1; });
    others.add("no confinement", [](Settings& s) { s.fluid.vorticity = 0; });
}

void add_solvers(Others& others) {
    for (const Splitting one : all_splittings)
        others.add("splitting " + std::string(name(one)), [&](Settings& s) { s.solver.splitting = one; });
    others.add("advection", [](Settings& s) { s.solver.advection = Advection::cubic; });
    others.add("backtrace", [](Settings& s) { s.solver.backtrace = Backtrace::rk3; });
    for (const Pressure one : all_pressures)
        others.add("pressure " + std::string(name(one)), [&](Settings& s) { s.solver.pressure = one; });
    others.add("diffusion by sweeps", [](Settings& s) { s.solver.diffusion = Pressure::red_black; });
    others.add("tolerance", [](Settings& s) { s.solver.tolerance = 1e-2; });
    others.add("divergence", [](Settings& s) { s.solver.divergence = 0.5; });
    others.add("limit", [](Settings& s) { s.solver.limit = 1; });
    others.add("tolerance of diffusion", [](Settings& s) { s.solver.diffusion_tolerance = 0.1; });
}

void add_sides(Others& others) {
    others.add("a closed top", [](Settings& s) { s.boundary.top = wall(); });
    others.add("a slippery side", [](Settings& s) { s.boundary.left = free_slip(); });
    others.add("an inflow", [](Settings& s) { s.boundary.left = inflow(Vec3{0.4, 0.1, 0}); });
    others.add("a profile", [](Settings& s) { s.boundary.bottom = inflow({0, slope, 0}); });
    others.add("a wall that swings", [](Settings& s) { s.boundary.right = wall({0, swings, 0}); });
    others.add("a seam", [](Settings& s) { s.boundary.left = s.boundary.right = periodic(); });
    others.add("a hot side", [](Settings& s) { s.boundary.bottom.held["heat"] = 2; });
}

void add_placed(Others& others, double z) {
    others.add("no body", [](Settings& s) { s.obstacles.clear(); });
    others.add("another body", [z](Settings& s) { s.obstacles[0].shape = box({0.2, 0.6, z - 0.1}, {0.5, 0.65, z + 0.1}); });
    others.add("two bodies", [z](Settings& s) { s.obstacles.push_back({sphere({0.2, 0.7, z}, 0.1)}); });
    others.add("a body that moves", [](Settings& s) { s.obstacles[0].motion.shift.x = swings; });
    others.add("a slippery body", [](Settings& s) { s.obstacles[0].surface = Obstacle::Surface::free_slip; });
    others.add("a hot body", [](Settings& s) { s.obstacles[0].held["heat"] = 3; });
    others.add("a painted body", [z](Settings& s) {
        s.obstacles[0].shape = from_distance([](Vec3 p) { return std::hypot(p.x - 0.4, p.y - 0.6) - 0.1; }, {0, 0, 0},
                                             {1, 1, z > 0 ? 1.0 : 0.0}, {0.05, 0.05, 0.05});
    });
    others.add("no source", [](Settings& s) { s.sources.clear(); });
    others.add("another source", [z](Settings& s) { s.sources[0].where = sphere({0.7, 0.2, z}, 0.1); });
    others.add("a source that varies", [](Settings& s) { s.sources[1].amount = slope; });
    others.add("no force", [](Settings& s) { s.forces.clear(); });
    others.add("another force", [](Settings& s) { s.forces[0].amount = {swings, 1, 0}; });
}

/// The claim, from one to the other.
void expect_same_future(const Settings& from, const Settings& to, const std::string& what) {
    Simulation changed(from), fresh(to);
    run(changed, 2);
    const std::vector<std::byte> before = changed.save();
    const double energy = changed.kinetic_energy();
    changed.change(to);
    EXPECT_EQ(changed.memory(), fresh.memory()) << what;
    // A state of `two-step` has an earlier velocity as well, which comes and goes with the splitting.
    const bool looked = from.solver.splitting == Splitting::two_step, looks = to.solver.splitting == Splitting::two_step;
    if (looked == looks) {
        fresh.restore(before);
        EXPECT_TRUE(changed.save() == fresh.save()) << what;
    } else {
        EXPECT_EQ(changed.kinetic_energy(), energy) << what;
        fresh.restore(changed.save());
    }
    for (int k = 0; k < 2; ++k) {
        run(changed, 1), run(fresh, 1);
        ASSERT_EQ(changed.state_hash(), fresh.state_hash()) << what << ", step " << k;
    }
    EXPECT_EQ(changed.statistics().steps, fresh.statistics().steps) << what;
}

Settings small_scene(int dimension) {
    Settings s = busy_scene(dimension, dimension == 2 ? std::vector{40, 36} : std::vector{16, 16, 14});
    s.threads = 1;
    return s;
}

TEST_EACH_DIMENSION(Change, ToOtherSettingsHasTheFutureOfASimulationOfTheseAndBack) {
    const Settings base = small_scene(D);
    Others others(base);
    add_rates(others), add_solvers(others), add_sides(others), add_placed(others, D == 3 ? 0.5 * base.size[2] : 0);
    for (const Other& one : others.all()) {
        expect_same_future(base, one.settings, "to " + one.what);
        expect_same_future(one.settings, base, "from " + one.what);
    }
}

TEST_EACH_DIMENSION(Change, ToAndFromDirectSolversHasTheFutureOfThese) {
    Settings base = small_scene(D);
    base.obstacles.clear();
    Others others(base);
    for (const Pressure one : direct_pressures(D)) {
        others.add("pressure " + std::string(name(one)), [&](Settings& s) { s.solver.pressure = one; });
        others.add("diffusion " + std::string(name(one)), [&](Settings& s) { s.solver.diffusion = one; });
        others.add("all " + std::string(name(one)) + ", repeating", [&](Settings& s) {
            s.solver.pressure = s.solver.diffusion = one;
            s.boundary = all_sides(periodic());
        });
    }
    for (const Other& one : others.all()) {
        expect_same_future(base, one.settings, "to " + one.what);
        expect_same_future(one.settings, base, "from " + one.what);
    }
    if (others.all().empty()) GTEST_SKIP() << "this build has no direct solver";
    // Between each other: plans for other sides and quantities are made before the step.
    Settings sides = others.all()[1].settings;
    sides.boundary.bottom.held["heat"] = 1, sides.carried[0].diffusion = 1e-3;
    expect_same_future(others.all()[1].settings, sides, "another side");
    expect_same_future(others.all().back().settings, others.all()[1].settings, "from repeating to walls");
    // What `fft` knows of diffusion in closed form is of no use to `two-step`.
    Settings repeats = others.all()[2].settings, looks_back = repeats;
    looks_back.solver.splitting = Splitting::two_step;
    expect_same_future(repeats, looks_back, "to two-step");
    expect_same_future(looks_back, repeats, "from two-step");
}

TEST_EACH_DIMENSION(Change, ToDiffusionBetweenBodiesKeepsEachChamberToItself) {
    Settings base = small_scene(D);
    base.boundary = {};
    base.obstacles = {{box({0.5, -1, -1}, {0.54, 2, 2})}};
    Settings spreads = base;
    base.carried[1].diffusion = 0, spreads.carried[1].diffusion = 1;
    expect_same_future(base, spreads, "to diffusion");
    expect_same_future(spreads, base, "from diffusion");
}

TEST_EACH_DIMENSION(Change, AwayFromTwoStepAndBackForgetsWhatWasBefore) {
    Settings looks_back = small_scene(D), other = looks_back;
    looks_back.solver.splitting = Splitting::two_step;
    Simulation changed(looks_back), touched(looks_back);
    run(changed, 2), run(touched, 2);
    changed.change(other), changed.change(looks_back);
    touched.fill_velocity({});  // which forgets it as well
    run(changed, 1), run(touched, 1);
    EXPECT_EQ(changed.state_hash(), touched.state_hash());
}

TEST_EACH_DIMENSION(Change, ManyTimesIsTheLastOne) {
    const Settings base = small_scene(D);
    Others others(base);
    add_rates(others), add_sides(others), add_placed(others, D == 3 ? 0.5 * base.size[2] : 0);
    Simulation changed(base), fresh(base);
    run(changed, 1);
    for (const Other& one : others.all()) changed.change(one.settings);
    changed.change(base);
    fresh.restore(changed.save());
    run(changed, 2), run(fresh, 2);
    EXPECT_EQ(changed.state_hash(), fresh.state_hash());
}

/// A simulation that is offered what it can not take, and one that is not.
template <int D> class Offered {
  public:
    explicit Offered(const Settings& s) : it_(s), twin_(s) { run(it_, 2), run(twin_, 2); }

    std::string offer(const Settings& s) {
        const std::vector<std::byte> before = it_.save();
        const double viscosity = it_.settings().fluid.viscosity;
        const std::string text = error_of([&] { it_.change(s); });
        EXPECT_TRUE(it_.save() == before);
        EXPECT_EQ(it_.settings().fluid.viscosity, viscosity);
        EXPECT_EQ(it_.memory(), twin_.memory());
        run(it_, 1), run(twin_, 1);
        EXPECT_EQ(it_.state_hash(), twin_.state_hash()) << text;
        return text;
    }

  private:
    Simulation it_, twin_;
};

TEST_EACH_DIMENSION(Change, OfWhatASimulationIsMadeAroundIsRefusedAndNothingChanges) {
    const Settings base = small_scene(D);
    Offered<D> it(base);
    Settings s = base;
    s.cells[0] *= 2;
    EXPECT_SAYS(it.offer(s), "cells is [", "can not become [", "make a new Simulation");
    s = base, s.size[0] = 2;
    EXPECT_SAYS(it.offer(s), "size is [1,", "[2,", "make a new Simulation");
    s = base, s.carried.push_back({.name = "ink"});
    EXPECT_SAYS(it.offer(s), "carried is [\"smoke\", \"heat\"]", "\"ink\"", "make a new Simulation");
    s = base, std::swap(s.carried[0], s.carried[1]);
    EXPECT_SAYS(it.offer(s), "carried is [\"smoke\", \"heat\"]", "[\"heat\", \"smoke\"]");
    s = base, s.threads = 2;
    EXPECT_SAYS(it.offer(s), "threads is 1", "become 2");
    s = base, s.device = Device::cuda;
    EXPECT_SAYS(it.offer(s), "device is cpu", "cuda");
}

TEST_EACH_DIMENSION(Change, ThatCanNotBeIsRefusedAndNothingChanges) {
    const Settings base = small_scene(D);
    Offered<D> it(base);
    Settings s = base;
    s.fluid.viscosity = -1;
    EXPECT_SAYS(it.offer(s), "fluid.viscosity is -1");
    s = base, s.solver.pressure = Pressure::cyclic_reduction, s.fluid.viscosity = 1;
    EXPECT_SAYS(it.offer(s), "can not go around bodies");
    // What is only found when the new parts are put to use, among changes of everything else.
    const auto all_else = [&] {
        Settings other = base;
        other.fluid.viscosity = 0, other.carried[1].diffusion = 0;
        other.solver.splitting = Splitting::two_step, other.solver.pressure = Pressure::red_black;
        other.sources.clear(), other.forces.clear();
        return other;
    };
    const Value bad([](Vec3, double t) { return t > 0 ? std::numeric_limits<double>::quiet_NaN() : 0.0; }, false, true);
    s = all_else(), s.obstacles[0].motion.shift.x = bad;
    EXPECT_SAYS(it.offer(s), "obstacles[0].motion", "nan");
    s = all_else(), s.boundary.left = inflow({bad, 0, 0}), s.obstacles.clear();
    EXPECT_SAYS(it.offer(s), "boundary.left.velocity", "nan");
    s = base, s.boundary.left = s.boundary.right = periodic(), s.boundary.bottom = inflow({0, bad, 0});
    EXPECT_SAYS(it.offer(s), "boundary.bottom.velocity", "nan");
}

}  // namespace
}  // namespace whorl
