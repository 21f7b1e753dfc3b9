// What goes in comes out, at any time; and what leaves through an open side does not come back.

#include "setup.hpp"

namespace whorl {
namespace {

// ---- Volume ---------------------------------------------------------------------------------------------------------

/// What flows out through the two sides across an axis (m2/s or m3/s).
double outflow(const Simulation& sim, int axis) {
    const FieldView u = sim.velocity(axis);
    const int last = u.extent[static_cast<std::size_t>(axis)] - 1;
    double sum = 0, area = 1;
    for (int k = 0; k < u.extent[2]; ++k)
        for (int j = 0; j < u.extent[1]; ++j)
            for (int i = 0; i < u.extent[0]; ++i) {
                const int at[3] = {i, j, k};
                if (at[axis] == last) sum += double{u(i, j, k)};
                if (at[axis] == 0) sum -= double{u(i, j, k)};
            }
    for (int a = 0; a < sim.dimension(); ++a) area *= a == axis ? 1 : sim.spacing()[a];
    return sum * area;
}

TEST_EACH_DIMENSION(Inflow, WithAProfileThatChangesLeavesThroughTheOpenSidesAtOnce) {
    Settings s = unit_box<D>(D == 2 ? 32 : 14);
    s.boundary.left = inflow(Value([](Vec3 p, double t) {
        return 4 * p.y * (1 - p.y) * (D == 2 ? 1 : 4 * p.z * (1 - p.z)) * (1 + 0.8 * std::sin(9 * t));
    }));
    s.boundary.right = s.boundary.top = open();
    s.obstacles = {{sphere({0.5, 0.4, 0.5}, 0.15)}};
    s.solver.tolerance = 1e-6;
    Simulation sim(s);
    for (int step = 0; step < 30; ++step) {
        sim.step(0.03);
        const FieldView u = sim.velocity(0);
        double in = 0, net = 0;
        for (int k = 0; k < u.extent[2]; ++k)
            for (int j = 0; j < u.extent[1]; ++j) in += double{u(0, j, k)} * u.spacing.y * (D == 2 ? 1 : u.spacing.z);
        for (int a = 0; a < D; ++a) net += outflow(sim, a);
        // The mean of the parabola, at some time of the step.
        EXPECT_GT(in, 0.1 * (D == 2 ? 2.0 / 3 : 4.0 / 9));
        EXPECT_LT(std::abs(net), 1e-5 * in) << "step " << step;
    }
}

// ---- Reflection -----------------------------------------------------------------------------------------------------

/// A wind tunnel of that length (m) with a wind of 1 m/s and a swirl in it.
Settings tunnel(double length, int n, const Function& stream, const Side& end) {
    Settings s;
    s.size = {length, 1};
    s.cells = {static_cast<int>(length * n), n};
    s.carried.clear();
    s.boundary = all_sides(free_slip());
    s.boundary.left = inflow({1, 0, 0});
    s.boundary.right = end;
    const double e = 1e-5;
    s.initial_velocity[0] = [=](Vec3 p) { return 1 + (stream({p.x, p.y + e, 0}) - stream({p.x, p.y - e, 0})) / (2 * e); };
    s.initial_velocity[1] = [=](Vec3 p) { return -(stream({p.x + e, p.y, 0}) - stream({p.x - e, p.y, 0})) / (2 * e); };
    s.solver.tolerance = 1e-6;
    return s;
}

/// Energy and largest velocity of what is left of the wind, or of the difference of two flows, in the first part of the
/// tunnel.
struct Disturbance {
    double energy = 0, speed = 0;
};
Disturbance disturbance(const Simulation& one, const Simulation* other, double length) {
    Disturbance d;
    for (int a = 0; a < 2; ++a) {
        const FieldView u = one.velocity(a);
        for (int j = 0; j < u.extent[1]; ++j)
            for (int i = 0; i * u.spacing.x < length; ++i) {
                const double without = other ? double{other->velocity(a)(i, j)} : a == 0 ? 1.0 : 0.0;
                const double v = double{u(i, j)} - without;
                d.energy += 0.5 * v * v * u.spacing.x * u.spacing.y;
                d.speed = std::max(d.speed, std::abs(v));
            }
    }
    return d;
}

struct Reflected {
    double energy, speed;  // of the difference to the endless tunnel, in parts of what the swirl had
    double left;           // energy that is still there in the end
};
Reflected reflected(const Function& stream, const Side& end = open()) {
    constexpr int n = 48;
    constexpr double look = 0.75, dt = 0.5 / n;  // the last quarter, where it goes through the side, does not count
    Simulation tested(tunnel(1, n, stream, end)), longer(tunnel(2, n, stream, open()));
    const Disturbance start = disturbance(tested, nullptr, 1);
    Reflected worst{};
    for (double t = 0; t < 1.5; t += dt) {
        tested.step(dt), longer.step(dt);
        const Disturbance d = disturbance(tested, &longer, look);
        worst.energy = std::max(worst.energy, d.energy / start.energy);
        worst.speed = std::max(worst.speed, d.speed / start.speed);
    }
    worst.left = disturbance(tested, nullptr, look).energy / start.energy;
    return worst;
}

constexpr double core = 0.08;  // m
double from_swirl(Vec3 p) { return (square(p.x - 0.5) + square(p.y - 0.5)) / square(core); }

double swirl(Vec3 p) { return 0.08 * std::exp(-from_swirl(p)); }

TEST(OpenSide, LetsASwirlLeave) {
    const Reflected r = reflected(swirl);
    EXPECT_LT(r.energy, 1e-3);
    EXPECT_LT(r.speed, 0.02);
    EXPECT_LT(r.left, 1e-6);
}

TEST(OpenSide, ReflectsLessThanATenthOfWhatAPrescribedOutflowDoes) {
    EXPECT_LT(reflected(swirl).energy, 0.1 * reflected(swirl, inflow({1, 0, 0})).energy);
}

// Its circulation reaches through the whole tunnel, which the shorter one cuts off: most of the difference is there from
// the start.
TEST(OpenSide, LetsALambOseenVortexLeave) {
    const Reflected r = reflected([](Vec3 p) {
        const double r2 = from_swirl(p) + 1e-12, circulation = 0.5;
        return -circulation / (4 * pi) * (std::log(r2) - std::expint(-r2));
    });
    EXPECT_LT(r.energy, 4e-3);
    EXPECT_LT(r.speed, 0.08);
    EXPECT_LT(r.left, 1e-6);
}

TEST(OpenSide, LetsAPairOfSwirlsLeaveThatRunsAheadOrStaysBehind) {
    for (const double strength : {1.0, -1.0}) {
        const Reflected r =
            reflected([=](Vec3 p) { return strength * (p.y - 0.5) * std::exp(-from_swirl(p)); });
        EXPECT_LT(r.energy, 1e-3) << strength;
        EXPECT_LT(r.speed, 0.01) << strength;
        EXPECT_LT(r.left, 1e-5) << strength;
    }
}

}  // namespace
}  // namespace whorl
