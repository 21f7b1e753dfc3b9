// Walls that no grid line follows: flow along them keeps their direction and its speed, as if cells had no corners.

#include <cmath>

#include "physics/setup.hpp"

namespace whorl {
namespace {

/// An endless channel that rises by `rise` (0 or 1) metres in `run`. The domain holds one period of it.
struct TiltedChannel {
    int rise, run;

    static constexpr double half = 0.3;    // m, from the middle line to a wall
    static constexpr double low = 0.4871;  // m: its height at x = 0, so that it is not alike above and below

    double angle() const { return std::atan2(rise, run); }
    Vec3 direction() const { return {std::cos(angle()), std::sin(angle()), 0}; }
    /// How far to the left of the middle line.
    double across(Vec3 p) const {
        const double y = p.y - low - p.x * rise / run;
        return (y - std::round(y)) * std::cos(angle());
    }

    template <int D> Settings settings(int cells, Obstacle::Surface surface) const {
        const double h = 1.0 / cells;
        Settings s = unit_box<D>(cells, periodic());
        s.size[0] = run, s.cells[0] = run * cells;
        if (D == 3) s.size[2] = 2 * h, s.cells[2] = 2;
        s.obstacles = {{.shape = from_distance([*this](Vec3 p) { return half - std::abs(across(p)); }, {0, 0, 0},
                                               {static_cast<double>(run), 1, 0}, {h / 2, h / 2, h / 2}),
                        .surface = surface}};
        s.solver.tolerance = 1e-6;
        return s;
    }

    /// visit(velocity, distance from the middle line over half the width) all over the channel.
    template <class Visit> void for_places(const Simulation& fluid, const Visit& visit) const {
        const Vec3 along = direction();
        for (int i = 0; i < 40 * run; ++i)
            for (int j = -29; j <= 29; ++j) {
                const double x = (i + 0.37) / 40, part = j / 30.0;
                Vec3 p{x - part * half * along.y, low + x * rise / run + part * half * along.x, 0};
                p.x -= std::floor(p.x / run) * run, p.y -= std::floor(p.y);
                visit(fluid.sample_velocity(p), part);
            }
    }
};
constexpr TiltedChannel tilted_channels[] = {{0, 1}, {1, 6}, {1, 3}, {1, 2}, {1, 1}};  // 0, 9, 18, 27 and 45 degrees

/// Uniform flow of 1 m/s along free-slip walls, after it went through the domain twice: what is wrong with it (rms).
template <int D> double loss_of_uniform_flow(const TiltedChannel& channel, int cells) {
    const Vec3 along = channel.direction();
    Settings s = channel.settings<D>(cells, Obstacle::Surface::free_slip);
    s.initial_velocity = {[=](Vec3) { return along.x; }, [=](Vec3) { return along.y; }, {}};
    Simulation fluid(s);
    const double dt = 1.0 / cells;
    while (fluid.statistics().time < 2 * std::hypot(channel.rise, channel.run)) fluid.step(dt);
    double sum = 0, count = 0;
    channel.for_places(fluid, [&](Vec3 u, double) { sum += square(u.x - along.x) + square(u.y - along.y), ++count; });
    return std::sqrt(sum / count);
}

TEST_EACH_DIMENSION(TiltedWall, UniformFlowAlongItStaysUniformIfItSlips) {
    // What goes wrong does so in the cells that the wall cuts, h / half of all: its mean square falls as h.
    double coarse = 0, fine = 0;
    for (const TiltedChannel& channel : tilted_channels) {
        const double error = loss_of_uniform_flow<D>(channel, 32);
        EXPECT_LT(error, 0.02) << channel.angle();
        fine += square(error), coarse += square(loss_of_uniform_flow<D>(channel, 16));
    }
    EXPECT_LT(fine, 0.5 * coarse);
}

/// Steady flow pushed along no-slip walls, 1 m/s in the middle as Poiseuille has it.
struct Pushed {
    double flux_error = 0, worst_error = 0;

    Pushed(const TiltedChannel& channel, int cells) {
        constexpr double viscosity = 1, push = 2 * viscosity / (TiltedChannel::half * TiltedChannel::half);
        const Vec3 along = channel.direction();
        Settings s = channel.settings<2>(cells, Obstacle::Surface::no_slip);
        s.fluid.viscosity = viscosity;
        s.forces = {{.amount = {push * along.x, push * along.y, 0}}};
        Simulation fluid(s);
        for (int k = 0; k < 50; ++k) fluid.step(0.02);  // 28 times what the slowest wave needs to fade to 1/e
        double flux = 0, exact_flux = 0;
        channel.for_places(fluid, [&](Vec3 u, double part) {
            const double exact = 1 - square(part);
            flux += u.x * along.x + u.y * along.y, exact_flux += exact;
            worst_error = std::max(worst_error, std::hypot(u.x - along.x * exact, u.y - along.y * exact));
        });
        flux_error = std::abs(flux / exact_flux - 1);
    }
};

TEST(TiltedWall, ChannelsOfAnySlopeCarryWhatPoiseuilleFound) {
    for (const TiltedChannel& channel : tilted_channels) {
        SCOPED_TRACE(channel.angle());
        const Pushed coarse(channel, 32), fine(channel, 64);
        EXPECT_LT(fine.flux_error, 0.015);
        EXPECT_LT(fine.worst_error, 0.03);
        EXPECT_LT(fine.worst_error, 0.6 * coarse.worst_error);
    }
}

TEST_EACH_DIMENSION(LevelWall, HoldsTheFluidWhereverItLiesInACell) {
    constexpr int cells = 32;
    const double h = 1.0 / cells, high = 1 - 5 * h;  // the upper one always on a grid line
    for (const double part : {0.0, 0.004, 0.02, 0.5, 0.98, 0.996}) {
        const double low = (5 + part) * h, width = high - low;
        Settings s = unit_box<D>(cells, periodic());
        for (int a = 0; a < D; ++a)
            if (a != 1) s.size[static_cast<std::size_t>(a)] = 4 * h, s.cells[static_cast<std::size_t>(a)] = 4;
        s.fluid.viscosity = 1;
        s.forces = {{.amount = {12 / square(width), 0, 0}}};  // 1 m/s on average
        s.obstacles = {{box({-1, -1, -1}, {2, low, 2})}, {box({-1, high, -1}, {2, 2, 2})}};
        Simulation fluid(s);
        for (int k = 0; k < 20; ++k) fluid.step(0.1);
        double flux = 0;
        for (int k = 0; k < 200; ++k) flux += fluid.sample_velocity({h, low + (k + 0.5) / 200 * width, h}).x / 200;
        EXPECT_NEAR(flux, 1, 0.01) << part;
    }
}

}  // namespace
}  // namespace whorl
