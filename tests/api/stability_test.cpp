// Whatever the step, the viscosity, the force, the scheme and the boundary: all fields stay finite.

#include "support/each_dimension.hpp"
#include "support/sanitizers.hpp"
#include "support/scenes.hpp"
#include "support/sides.hpp"

namespace whorl {
namespace {

template <int D>
Settings scene() {
    Settings s = busy_scene(D, D == 2 ? std::vector{14, 11} : std::vector{9, 8, 7});
    s.threads = 1;
    return s;
}

/// The field that is not finite after some steps, or nothing.
std::string broken(const Settings& s, double dt, int steps = 3) {
    Simulation simulation(s);
    for (int k = 0; k < steps; ++k) simulation.step(dt);
    return not_finite(simulation);
}

/// check(settings, what they are) for every splitting, advection and backtrace.
template <class Check>
void for_each_scheme(Settings s, Check check) {
    for (const Splitting splitting : all_splittings)
        for (const Advection advection : all_advections)
            for (const Backtrace backtrace : all_backtraces) {
                s.solver.splitting = splitting, s.solver.advection = advection, s.solver.backtrace = backtrace;
                s.carried[0].advection = s.carried[1].advection = advection;
                check(s, std::string(name(splitting)) + ' ' + std::string(name(advection)) + ' ' +
                             std::string(name(backtrace)));
            }
}

TEST_EACH_DIMENSION(Stability, AnyStepOfTimeLeavesFiniteFields) {
    for (const double dt : {1e-300, 1e-9, 1e3, 1e9, 1e30, 1e300}) {
        if (looks_for_races && dt != 1e3) continue;  // all of this is one thread: once is enough
        for_each_scheme(scene<D>(), [&](const Settings& s, const std::string& which) {
            EXPECT_EQ(broken(s, dt), "") << which << ", dt " << dt;
        });
    }
}

TEST_EACH_DIMENSION(Stability, StepsOfVeryDifferentSizesLeaveFiniteFields) {
    for (const Splitting splitting : all_splittings) {
        Settings s = scene<D>();
        s.solver.splitting = splitting;
        Simulation simulation(s);
        for (const double dt : {1e-3, 1e30, 1e-30, 1e3, 1e-9, 1e9, 1e-3}) {
            simulation.step(dt);
            EXPECT_EQ(not_finite(simulation), "") << name(splitting) << ", dt " << dt;
        }
    }
}

TEST_EACH_DIMENSION(Stability, AnyViscosityLeavesFiniteFields) {
    for (const double viscosity : {1e-15, 1e6, 1e15})
        for (const double dt : {0.1, 1e3})
            for (const Splitting splitting : all_splittings) {
                Settings s = scene<D>();
                s.solver.splitting = splitting;
                s.fluid.viscosity = s.carried[0].diffusion = s.carried[1].diffusion = viscosity;
                EXPECT_EQ(broken(s, dt), "") << name(splitting) << ", viscosity " << viscosity << ", dt " << dt;
            }
}

TEST_EACH_DIMENSION(Stability, DiffusionOfAnyRateKeepsTheTotalAndTheMomentum) {
    for (const Side& side : {free_slip(), periodic()})
        for (const double rate : {1.0, 1e4, 1e6, 1e8, 1e12}) {
            Settings s;
            s.size.assign(D, 1.0);
            s.cells.assign(D, D == 2 ? 16 : 10);
            s.boundary = all_sides(side);
            s.fluid.viscosity = rate;
            s.carried = {{.name = "smoke", .diffusion = rate, .initial = [](Vec3 p) {
                              return 1 + std::sin(17 * p.x + 5 * p.y);
                          }}};
            if (side.kind == Side::Kind::periodic)
                s.initial_velocity[0] = [](Vec3 p) { return 0.3 + std::sin(40 * p.y); };
            Simulation simulation(s);
            const double total = simulation.total("smoke");
            for (int k = 0; k < 5; ++k) simulation.step(1);  // makes all of it even
            const double speed = simulation.max_speed();
            for (int k = 0; k < 10; ++k) simulation.step(1);
            EXPECT_NEAR(simulation.total("smoke"), total, 1e-3) << name(side.kind) << ", rate " << rate;
            EXPECT_NEAR(simulation.max_speed(), speed, 1e-3) << name(side.kind) << ", rate " << rate;
        }
}

TEST_EACH_DIMENSION(Stability, DiffusionOfAnyRateNeverRunsAwayInAClosedChamber) {
    for (const double rate : {1e4, 1e6, 1e8}) {
        Settings s;
        s.size.assign(D, 1.0);
        s.cells.assign(D, D == 2 ? 16 : 10);
        s.obstacles = {{box({0.4, -1, -1}, {0.6, 2, 2})}};  // from side to side
        s.carried = {{.name = "smoke", .diffusion = rate, .initial = [](Vec3 p) {
                          return p.x < 0.5 ? 1 + std::sin(9 * p.y) : 0;
                      }}};
        Simulation simulation(s);
        simulation.step(1);
        const double left = simulation.sample("smoke", {0.1, 0.5, 0.5});
        for (int k = 0; k < 10; ++k) simulation.step(1);
        EXPECT_NEAR(simulation.sample("smoke", {0.1, 0.5, 0.5}), left, 0.1) << rate;
        EXPECT_NEAR(simulation.sample("smoke", {0.9, 0.5, 0.5}), 0, 0.1) << rate;
    }
}

TEST_EACH_DIMENSION(Stability, AnyForceLeavesFiniteFields) {
    for (const double force : {1e6, 1e15})
        for (const double dt : {0.1, 1e3})
            for_each_scheme(scene<D>(), [&](Settings s, const std::string& which) {
                s.forces = {{.where = sphere({0.3, 0.3, 0.3}, 0.2), .amount = {force, -force, force}}};
                EXPECT_EQ(broken(s, dt), "") << which << ", force " << force << ", dt " << dt;
            });
}

TEST_EACH_DIMENSION(Stability, EverySettingAtItsLimitLeavesFiniteFields) {
    for (const Splitting splitting : all_splittings)
        for (const double sign : {1.0, -1.0})
            for (const double dt : {1e-3, 1e3}) {
                Settings s = scene<D>();
                s.solver.splitting = splitting;
                s.fluid.gravity = {-sign * 1e9, sign * 1e9, sign * 1e9};
                s.fluid.buoyancy = {{"heat", sign * 1e9}, {"smoke", -1e9}};
                s.fluid.vorticity = 1e9;
                s.fluid.viscosity = 1e15;
                for (Source& one : s.sources) one.amount = sign * 1e15, one.rate = 1e15;
                s.forces = {{.amount = {sign * 1e15, 1e15, -1e15}, .mode = Mode::set, .rate = 1e15},
                            {.where = sphere({0.5, 0.5, 0.5}, 0.3), .amount = {-1e15, sign * 1e15, 1e15}}};
                s.carried[0].decay = s.carried[1].diffusion = 1e15;
                s.boundary.left = wall({0, 1e6, -1e6}), s.boundary.right = inflow({-1e6, 1e6, 1e6});
                s.boundary.left.held["heat"] = sign * 1e12, s.boundary.right.held["smoke"] = -1e12;
                EXPECT_EQ(broken(s, dt), "") << name(splitting) << ", sign " << sign << ", dt " << dt;
            }
}

TEST_EACH_DIMENSION(Stability, TheSmallestAndLargestDomainsStayFinite) {
    for (const double length : {2e-6, 1e6})
        for (const Splitting splitting : all_splittings) {
            Settings s = scene<D>();
            for (double& one : s.size) one *= length;
            s.obstacles = {{sphere({0.55 * length, 0.5 * length, 0.4 * length}, 0.13 * length)}};
            for (Source& one : s.sources) one.where = sphere({0.4 * length, 0.2 * length, 0.4 * length}, 0.1 * length);
            s.forces[0].where = everywhere();
            s.solver.splitting = splitting;
            EXPECT_EQ(broken(s, 0.1, 5), "") << name(splitting) << ", length " << length;
        }
}

// ---- Boundaries -----------------------------------------------------------------------------------------------------

constexpr Side::Kind all_kinds[] = {Side::Kind::wall, Side::Kind::free_slip, Side::Kind::open, Side::Kind::periodic,
                                    Side::Kind::inflow};

Side side_of_kind(Side::Kind kind, int axis, int high) {
    Side side{kind};
    if (kind == Side::Kind::wall) side = sliding_wall(axis, 0.5);
    if (kind == Side::Kind::inflow) side = inflow(along(axis, high ? -1.0 : 1.0));
    if (kind != Side::Kind::periodic) side.held["heat"] = 1;
    return side;
}
bool is_valid(const Settings& s) {
    try {
        validate(s);
        return true;
    } catch (const Error&) { return false; }
}
std::string kinds(Boundary b, int dimension) {
    std::string all;
    for (int a = 0; a < dimension; ++a)
        for (int high = 0; high < 2; ++high) all += std::string(name(side_of(b, a, high).kind)) + ' ';
    return all;
}

TEST(Stability, EveryCombinationOfSidesInAPlaneLeavesFiniteFields) {
    int tried = 0;
    for (const Side::Kind left : all_kinds)
        for (const Side::Kind right : all_kinds)
            for (const Side::Kind bottom : all_kinds)
                for (const Side::Kind top : all_kinds) {
                    Settings s = scene<2>();
                    s.boundary = {side_of_kind(left, 0, 0), side_of_kind(right, 0, 1), side_of_kind(bottom, 1, 0),
                                  side_of_kind(top, 1, 1)};
                    if (!is_valid(s)) continue;
                    s.solver.splitting = all_splittings[tried++ % 3];
                    for (const double dt : {0.1, 1e3}) {
                        EXPECT_EQ(broken(s, dt), "") << kinds(s.boundary, 2) << ", dt " << dt;
                    }
                }
    EXPECT_GT(tried, 200);
}

TEST(Stability, EveryPairOfSidesInSpaceLeavesFiniteFields) {
    int tried = 0;
    for (const Side::Kind low : all_kinds)
        for (const Side::Kind high : all_kinds)
            for (int axis = 0; axis < 3; ++axis) {
                Settings s = scene<3>();
                s.boundary = all_sides(tried % 2 ? wall() : free_slip());
                side_of(s.boundary, (axis + 1) % 3, 1) = open();
                side_of(s.boundary, axis, 0) = side_of_kind(low, axis, 0);
                side_of(s.boundary, axis, 1) = side_of_kind(high, axis, 1);
                if (!is_valid(s)) continue;
                s.solver.splitting = all_splittings[tried++ % 3];
                for (const double dt : {0.1, 1e3})
                    EXPECT_EQ(broken(s, dt), "") << kinds(s.boundary, 3) << ", dt " << dt;
            }
    EXPECT_EQ(tried, 17 * 3);
}

// ---- Bodies and shapes of the domain --------------------------------------------------------------------------------

TEST_EACH_DIMENSION(Stability, ABodyAnywhereLeavesFiniteFields) {
    const Shape bodies[] = {everywhere(),                                 // fills all
                            sphere({9, 9, 9}, 1),                         // outside
                            sphere({-9, 0, 0}, 1),                        // outside, on the other end
                            box({-1, -1, -1}, {0.3, 2, 2}),               // reaches over sides
                            box({0, 0, 0}, {0.5, 0.25, 0.5}),             // touches sides
                            box({0.45, -1, -1}, {0.6, 2, 2}),             // cuts the domain in two
                            everywhere() - sphere({0.5, 0.4, 0.4}, 0.2),  // leaves a hole
                            everywhere() - sphere({0.5, 0.4, 0.4}, 1e-3),
                            box({0.3, 0.3, 0.3}, {0.3, 0.6, 0.6}),  // has no volume
                            sphere({0.5, 0.5, 0.5}, 1e-9)};
    int which = 0;
    for (const Shape& body : bodies) {
        for (const Pressure pressure : all_pressures) {
            Settings s = scene<D>();
            s.obstacles = {{body}};
            s.boundary.left = inflow({1, 0, 0}), s.boundary.right = open();
            s.solver.pressure = pressure;
            s.solver.limit = 200;
            for (const double dt : {0.1, 1e3})
                EXPECT_EQ(broken(s, dt), "") << which << ' ' << name(pressure) << ' ' << dt;
        }
        ++which;
    }
}

TEST_EACH_DIMENSION(Stability, ChambersThatTakeInFluidAndCanNotLetItOutStayFinite) {
    Settings s = scene<D>();
    s.obstacles = {{box({0.45, -1, -1}, {0.6, 2, 2})}};  // between what flows in and where it could leave
    s.boundary.left = inflow({1, 0, 0}), s.boundary.right = open();
    s.boundary.top = wall();
    for (const Pressure pressure : all_pressures) {
        s.solver.pressure = pressure;
        s.solver.limit = 200;
        EXPECT_EQ(broken(s, 0.1, 30), "") << name(pressure);
    }
}

TEST_EACH_DIMENSION(Stability, DomainsOfOneCellOrOneRowStayFinite) {
    for (const int nx : {1, 2, 17})
        for (const int ny : {1, 2, 9})
            for (const int nz : {1, 2})
                for (const Side& side : {wall(), free_slip(), open(), periodic()})
                    for (const Splitting splitting : all_splittings) {
                        if (D == 2 && nz > 1) continue;
                        Settings s = busy_scene(D, D == 2 ? std::vector{nx, ny} : std::vector{nx, ny, nz});
                        s.boundary = all_sides(side);
                        s.solver.splitting = splitting;
                        EXPECT_EQ(broken(s, 0.1), "") << nx << 'x' << ny << 'x' << nz << ' ' << name(side.kind);
                        s.obstacles.clear();
                        EXPECT_EQ(broken(s, 1e3), "") << nx << 'x' << ny << 'x' << nz << ' ' << name(side.kind);
                    }
}

TEST_EACH_DIMENSION(Stability, SourcesOutsideOfTheDomainDoNothing) {
    Settings s = scene<D>();
    s.sources = {{.where = sphere({5, 5, 5}, 1), .quantity = "smoke", .amount = 1e6}};
    Simulation simulation(s);
    simulation.step(0.1);
    EXPECT_EQ(simulation.total("smoke"), 0);
}

TEST_EACH_DIMENSION(Stability, ManyReflectionsOfARoughFlowDoNotGrow) {
    Settings s = scene<D>();
    s.sources.clear(), s.forces.clear(), s.obstacles.clear();
    s.fluid = {};
    s.boundary = all_sides(wall());
    s.solver.splitting = Splitting::reflection;
    s.initial_velocity[0] = [](Vec3 p) { return std::sin(1e3 * p.x + 2e3 * p.y + 3e3 * p.z); };
    Simulation simulation(s);
    simulation.step(1e-9);
    const double energy = simulation.kinetic_energy();
    for (int k = 0; k < 50; ++k) simulation.step(10);
    EXPECT_LE(simulation.kinetic_energy(), energy);
}

}  // namespace
}  // namespace whorl
