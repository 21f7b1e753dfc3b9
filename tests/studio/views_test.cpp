// What is drawn over and beside the fluid: it must show what the fluid does.

#include <gtest/gtest.h>

#include <cmath>

#include <session/streamlines.hpp>
#include <session/tracers.hpp>

namespace studio {

namespace {

/// A layer of cells in a square of 1 m, with velocities from a function of the place.
template <class Velocity>
Lattice layer(int n, Velocity velocity) {
    Lattice to;
    to.shape({n, n, 1}, 2);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const Flow::Velocity u = velocity((static_cast<float>(i) + 0.5f) / static_cast<float>(n),
                                              (static_cast<float>(j) + 0.5f) / static_cast<float>(n));
            to.at(i, j)[0] = u.x, to.at(i, j)[1] = u.y;
        }
    return to;
}
Lattice nothing_solid(int n) {
    Lattice to;
    to.shape({n, n, 1}, 1);
    return to;
}
Flow::Velocity turning(float x, float y) { return {0.5f - y, x - 0.5f}; }  // 1 rad/s

}  // namespace

TEST(StudioTracers, GoAroundASolidRotationOnTheirCircles) {
    const Lattice velocity = layer(64, turning), solid = nothing_solid(64);
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    float x = 0.8f, y = 0.5f;
    for (int i = 0; i < 200; ++i) flow.follow(x, y, 2 * 3.14159265f / 200);
    EXPECT_LT(std::hypot(x - 0.8f, y - 0.5f), 1e-3f);
}

TEST(StudioTracers, StaySpreadEvenlyInAFlowWithoutDivergence) {
    const float pi = 3.14159265f;
    const Lattice velocity = layer(64, [&](float x, float y) -> Flow::Velocity {
        return {std::sin(2 * pi * x) * std::cos(2 * pi * y), -std::cos(2 * pi * x) * std::sin(2 * pi * y)};
    });
    const Lattice solid = nothing_solid(64);
    const Flow flow(velocity, solid, {1, 1, 1}, {true, true});
    Tracers tracers(64000);
    for (int i = 0; i < 200; ++i) tracers.advance(flow, 0.02f);
    int count[64] = {};
    for (const Tracer& one : tracers.all())
        ++count[8 * std::min(static_cast<int>(8 * one.y), 7) + std::min(static_cast<int>(8 * one.x), 7)];
    // 1000 in each of 64 squares; five standard deviations of chance are 160.
    for (const int n : count) EXPECT_NEAR(n, 1000, 160);
}

TEST(StudioTracers, NeverLieInABodyOrOutside) {
    const Lattice velocity = layer(32, turning);
    Lattice solid = nothing_solid(32);
    for (int j = 10; j < 20; ++j)
        for (int i = 20; i < 30; ++i) *solid.at(i, j) = 1;
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    Tracers tracers(5000);
    for (int i = 0; i < 50; ++i) tracers.advance(flow, 0.1f);
    for (const Tracer& one : tracers.all()) {
        ASSERT_TRUE(one.x >= 0 && one.x <= 1 && one.y >= 0 && one.y <= 1);
        ASSERT_FALSE(flow.is_solid(one.x, one.y));
    }
}

TEST(StudioStreamlines, FollowTheFlowAndKeepTheirDistance) {
    const Lattice velocity = layer(64, turning), solid = nothing_solid(64);
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    const float apart = 0.04f;
    const std::vector<Line> lines = streamlines(flow, apart, 1e-3f);
    ASSERT_GT(lines.size(), 8u);
    const auto radius = [](const LinePoint& p) { return std::hypot(p.x - 0.5f, p.y - 0.5f); };
    for (const Line& line : lines)
        for (const LinePoint& p : line) EXPECT_NEAR(radius(p), radius(line.front()), 0.1f * apart);
    for (std::size_t a = 0; a < lines.size(); ++a)
        for (std::size_t b = a + 1; b < lines.size(); ++b)
            for (const LinePoint& p : lines[a])
                for (const LinePoint& q : lines[b]) ASSERT_GT(std::hypot(p.x - q.x, p.y - q.y), 0.5f * apart);
}

TEST(StudioStreamlines, LeaveNoPartOfAMovingFluidEmpty) {
    const Lattice velocity = layer(64, [](float, float y) -> Flow::Velocity { return {1, y > 0.5f ? 0.3f : -0.2f}; });
    const Lattice solid = nothing_solid(64);
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    const float apart = 0.05f;
    const std::vector<Line> lines = streamlines(flow, apart, 1e-3f);
    for (float y = 0.1f; y < 0.95f; y += 0.05f)
        for (float x = 0.1f; x < 0.95f; x += 0.05f) {
            float nearest = 1;
            for (const Line& line : lines)
                for (const LinePoint& p : line) nearest = std::min(nearest, std::hypot(p.x - x, p.y - y));
            EXPECT_LT(nearest, 2 * apart) << x << " " << y;
        }
}

}  // namespace studio
