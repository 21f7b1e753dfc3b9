// Bodies: thin ones hold what is in them, moving ones push and drag, and none makes a step fail.

#include <cmath>
#include <numbers>

#include "physics/setup.hpp"
#include "support/each_dimension.hpp"

namespace whorl {
namespace {

/// The unit square or cube, stirred everywhere by a force that turns, so that fluid is driven against every wall.
template <int D> Settings stirred(int cells) {
    Settings s;
    s.size = std::vector<double>(D, 1.0);
    s.cells = {cells};
    s.carried = {{.name = "smoke"}};
    s.forces = {{.amount = {[](Vec3 p, double t) { return 6 * std::sin(9 * p.y + 3 * t) * std::cos(5 * p.z); },
                            [](Vec3 p, double t) { return 6 * std::cos(8 * p.x - 2 * t); },
                            [](Vec3 p, double t) { return 6 * std::sin(7 * p.x + 4 * p.y + t); }}}};
    return s;
}

/// Smoke (sum of its size) in the cells whose middle `there` holds.
template <class There> double smoke_where(const Simulation& fluid, const There& there) {
    const FieldView smoke = fluid.field("smoke");
    double sum = 0;
    for (int k = 0; k < smoke.extent[2]; ++k)
        for (int j = 0; j < smoke.extent[1]; ++j)
            for (int i = 0; i < smoke.extent[0]; ++i) {
                const Vec3 p{smoke.first.x + i * smoke.spacing.x, smoke.first.y + j * smoke.spacing.y,
                             smoke.first.z + k * smoke.spacing.z};
                if (there(p)) sum += std::abs(double{smoke(i, j, k)});
            }
    return sum;
}

template <int D> constexpr int grid_for_leaks = D == 2 ? 32 : 16;

/// Runs 500 steps with smoke where `inside` is negative at the start; how much is left there, and the most that was ever
/// outside. Both as sums over cells.
struct Held {
    double left, escaped;
};
template <class Inside> Held hold_smoke(Settings s, const Inside& inside) {
    s.carried[0].initial = [&](Vec3 p) { return inside(p, 0.0) ? 1.0 : 0.0; };
    Simulation fluid(s);
    double escaped = 0;
    for (int step = 0; step < 500; ++step) {
        fluid.step(0.02);
        const double time = fluid.statistics().time;
        if (step % 20 != 19) continue;
        const auto outside = [&](Vec3 p) {  // what is in the wall itself is filled from both sides, and of no use
            return !inside(p, time) && s.obstacles[0].distance(p, time, static_cast<int>(s.size.size())) > 1e-3;
        };
        escaped = std::max(escaped, smoke_where(fluid, outside));
    }
    return {smoke_where(fluid, [&](Vec3 p) { return inside(p, fluid.statistics().time); }), escaped};
}

TEST_EACH_DIMENSION(ThinBodies, AWallOfNoThicknessHoldsSmoke) {
    for (const double x : {0.5, 0.5 - 0.5 / grid_for_leaks<D>, 0.4821}) {  // on faces, on the middles of cells, between them
        Settings s = stirred<D>(grid_for_leaks<D>);
        s.obstacles = {{box({x, -1, -1}, {x, 2, 2})}};
        const Held smoke = hold_smoke(s, [&](Vec3 p, double) { return p.x < x; });
        EXPECT_EQ(smoke.escaped, 0) << x;
        EXPECT_GT(smoke.left, 20) << x;
    }
}

TEST_EACH_DIMENSION(ThinBodies, ATiltedWallHoldsSmoke) {
    for (const double angle : {0.2, 0.7, std::numbers::pi / 4}) {
        Settings s = stirred<D>(grid_for_leaks<D>);
        const Vec3 normal{std::cos(angle), std::sin(angle), D == 3 ? 0.3 : 0};
        const Vec3 middle{0.51, 0.47, 0.52};
        s.obstacles = {{half_space(middle, normal) - half_space({middle.x - 1e-4 * normal.x, middle.y - 1e-4 * normal.y,
                                                                middle.z - 1e-4 * normal.z}, normal)}};
        const Held smoke = hold_smoke(s, [&](Vec3 p, double) {
            return (p.x - middle.x) * normal.x + (p.y - middle.y) * normal.y + (p.z - middle.z) * normal.z < 0;
        });
        EXPECT_EQ(smoke.escaped, 0) << angle;
        EXPECT_GT(smoke.left, 20) << angle;
    }
}

TEST_EACH_DIMENSION(ThinBodies, AShellHoldsSmokeWhateverItsThickness) {
    const double h = 1.0 / grid_for_leaks<D>;
    for (const double thickness : {0.01 * h, 0.4 * h, 0.9 * h, 1.4 * h, 2.2 * h}) {
        Settings s = stirred<D>(grid_for_leaks<D>);
        const Vec3 middle{0.52, 0.49, 0.51};
        s.obstacles = {{sphere(middle, 0.3 + thickness / 2) - sphere(middle, 0.3 - thickness / 2)}};
        const Held smoke = hold_smoke(s, [&](Vec3 p, double) {
            return std::hypot(p.x - middle.x, p.y - middle.y, D == 3 ? p.z - middle.z : 0) < 0.3;
        });
        EXPECT_EQ(smoke.escaped, 0) << thickness / h;
        EXPECT_GT(smoke.left, 10) << thickness / h;
    }
}

TEST_EACH_DIMENSION(ThinBodies, AWallThatMovesHoldsSmoke) {
    Settings s = stirred<D>(grid_for_leaks<D>);
    s.boundary.left = s.boundary.right = open();  // so that what it pushes can leave
    const auto shift = [](double t) { return 0.2 * std::sin(1.3 * t); };
    s.obstacles = {{.shape = box({0.5, -1, -1}, {0.5, 2, 2}), .motion = {.shift = {Value([=](Vec3, double t) { return shift(t); }, false)}}}};
    const Held smoke = hold_smoke(s, [&](Vec3 p, double t) { return p.x < 0.5 + shift(t); });
    EXPECT_EQ(smoke.escaped, 0);
}

TEST_EACH_DIMENSION(ThinBodies, AShellThatMovesAndTurnsHoldsSmoke) {
    Settings s = stirred<D>(grid_for_leaks<D>);
    const Vec3 middle{0.5, 0.5, 0.5};
    const auto x = [](double t) { return 0.12 * std::sin(2 * t); };
    const auto y = [](double t) { return 0.1 * std::cos(3 * t) - 0.1; };
    // a square or cube that spins, of sheets without thickness
    const double r = 0.22;
    const Shape low = box({0.5 - r, 0.5 - r, 0.5 - r}, {0.5 + r, 0.5 + r, 0.5 + r});
    const double thin = 1e-4;
    const Shape cavity = box({0.5 - r + thin, 0.5 - r + thin, 0.5 - r + thin}, {0.5 + r - thin, 0.5 + r - thin, 0.5 + r - thin});
    const auto turn = [](double time) { return 1.5 * time; };
    s.obstacles = {{.shape = low - cavity,
                    .motion = {.shift = {Value([=](Vec3, double time) { return x(time); }, false), Value([=](Vec3, double time) { return y(time); }, false)},
                               .turn = Value([=](Vec3, double time) { return turn(time); }, false),
                               .pivot = middle}}};
    const Held smoke = hold_smoke(s, [&](Vec3 p, double t) {
        const double dx = p.x - 0.5 - x(t), dy = p.y - 0.5 - y(t), c = std::cos(turn(t)), q = std::sin(turn(t));
        return std::abs(c * dx + q * dy) < r && std::abs(c * dy - q * dx) < r && (D == 2 || std::abs(p.z - 0.5) < r);
    });
    EXPECT_EQ(smoke.escaped, 0);
    EXPECT_GT(smoke.left, 5);
}

TEST_EACH_DIMENSION(MovingBody, PushesTheFluidInFrontOfItAndDragsWhatIsBehind) {
    Settings s = unit_box<D>(32, open());
    s.obstacles = {{.shape = sphere({0.3, 0.5, 0.5}, 0.12), .motion = {.shift = {Value([](Vec3, double t) { return 0.5 * t; }, false)}}}};
    Simulation fluid(s);
    for (int k = 0; k < 10; ++k) fluid.step(0.02);
    const double x = 0.3 + 0.5 * fluid.statistics().time;
    EXPECT_GT(fluid.sample_velocity({x + 0.16, 0.5, 0.5}).x, 0.15);
    EXPECT_GT(fluid.sample_velocity({x - 0.16, 0.5, 0.5}).x, 0.15);
    EXPECT_LT(fluid.sample_velocity({x, 0.68, 0.5}).x, 0.02);  // and beside it the fluid makes way
}

TEST_EACH_DIMENSION(MovingBody, MayComeInLeaveMeetOthersAndFillAllWithoutANumberGoingWrong) {
    const auto at = [](double rate, double from) { return Value([=](Vec3, double t) { return from + rate * t; }, false); };
    Settings s = stirred<D>(20);
    s.carried = {{.name = "smoke", .diffusion = 1e-3, .initial = [](Vec3) { return 1.0; }}};
    s.fluid.viscosity = 1e-3;
    s.obstacles = {{.shape = sphere({0.5, 0.5, 0.5}, 0.2), .motion = {.shift = {at(3, -1.5)}}},
                   {.shape = box({0.3, 0.3, 0.3}, {0.5, 0.5, 0.5}), .motion = {.turn = at(4, 0), .pivot = {0.4, 0.4, 0.4}}},
                   {.shape = box({-9, 2, -9}, {9, 9, 9}), .motion = {.shift = {0.0, at(-4, 0)}}}};  // comes down on all
    Simulation fluid(s);
    for (int k = 0; k < 50; ++k) {
        fluid.step(0.02);
        ASSERT_TRUE(std::isfinite(fluid.max_speed())) << k;
        ASSERT_TRUE(std::isfinite(fluid.total("smoke"))) << k;
        ASSERT_LT(fluid.max_speed(), 1e4) << k;
    }
}

TEST(MovingBody, LeavesTheSameStateWhenARunIsTakenUpAgain) {
    Settings s = stirred<2>(24);
    s.fluid.viscosity = 1e-3;
    s.obstacles = {{.shape = box({0.3, 0.45, 0}, {0.7, 0.5, 0}), .motion = {.turn = Value([](Vec3, double t) { return 2 * t; }, false), .pivot = {0.5, 0.5, 0}}}};
    Simulation one(s), other(s);
    for (int k = 0; k < 6; ++k) one.step(0.02);
    other.restore(one.save());
    for (int k = 0; k < 6; ++k) one.step(0.02), other.step(0.02);
    EXPECT_EQ(one.state_hash(), other.state_hash());
}

}  // namespace
}  // namespace whorl
