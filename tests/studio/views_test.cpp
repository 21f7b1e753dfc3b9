// What is drawn over and beside the fluid: it must show what the fluid does.

#include <gtest/gtest.h>

#include <cmath>

#include <session/inside.hpp>
#include <session/liquid.hpp>
#include <session/shown.hpp>
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

TEST(StudioStreamlines, FollowTheFlow) {
    const Lattice velocity = layer(64, turning), solid = nothing_solid(64);
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    const float apart = 0.04f;
    const std::vector<Line> lines = streamlines(flow, apart, 1e-3f);
    ASSERT_GT(lines.size(), 8u);
    const auto radius = [](const LinePoint& p) { return std::hypot(p.x - 0.5f, p.y - 0.5f); };
    for (const Line& line : lines)
        for (const LinePoint& p : line) EXPECT_NEAR(radius(p), radius(line.front()), 0.1f * apart);
}

TEST(StudioStreamlines, KeepTheirDistanceAlsoWhereTheFlowNarrows) {
    const Lattice velocity = layer(64, [](float x, float y) -> Flow::Velocity { return {x - 0.5f, 0.5f - y}; });
    const Lattice solid = nothing_solid(64);
    const float apart = 0.04f;
    const std::vector<Line> lines = streamlines(Flow(velocity, solid, {1, 1, 1}, {false, false}), apart, 1e-3f);
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

TEST(StudioInside, AWaveHasItsOwnAmplitudeAndNoOther) {
    const float pi = 3.14159265f;
    const Waves waves(layer(32, [&](float x, float y) -> Flow::Velocity {
        return {2 * std::cos(2 * pi * (3 * x + 1 * y)), std::sin(2 * pi * 5 * y)};
    }));
    // Places lie half a cell from the corner, which turns the phase but not the size.
    EXPECT_NEAR(std::abs(waves.at(3, 1)[0]), 1, 1e-5f);
    EXPECT_NEAR(std::abs(waves.at(0, -5)[1]), 0.5f, 1e-5f);
    double rest = 0;
    for (int l = -16; l < 16; ++l)
        for (int k = -16; k < 16; ++k)
            rest += static_cast<double>(std::abs(waves.at(k, l)[0]) + std::abs(waves.at(k, l)[1]));
    EXPECT_NEAR(rest, 2 * 1 + 2 * 0.5, 1e-3);
}

/// How much of the power of low waves lies along them, 0 to 1.
double share_along(const Lattice& field) {
    const Waves waves(sampled(field, 64));
    double along = 0, all = 0;
    for (int l = -6; l <= 6; ++l)
        for (int k = -6; k <= 6; ++k) {
            if (k == 0 && l == 0) continue;
            const Waves::Amplitude a = waves.at(k, l);
            const float length = std::hypot(static_cast<float>(k), static_cast<float>(l));
            along +=
                static_cast<double>(std::norm((static_cast<float>(k) * a[0] + static_cast<float>(l) * a[1]) / length));
            all += static_cast<double>(std::norm(a[0]) + std::norm(a[1]));
        }
    return along / all;
}

TEST(StudioInside, WhatIsLeftLiesAcrossItsWavesAndWhatIsTakenAlongThem) {
    World world({"tile", "[domain]\nsize = [1, 1]\ncells = 64\n[time]\nfps = 60\n[boundary]\nall = \"periodic\"\n", 0});
    world.apply(
        Stroke{.brush = "force", .from = {0.3, 0.4}, .to = {0.6, 0.5}, .radius = 0.15, .amount = 1, .push = {3, 1, 0}});
    world.step();
    world.apply(
        Stroke{.brush = "force", .from = {0.7, 0.2}, .to = {0.6, 0.9}, .radius = 0.1, .amount = 1, .push = {-1, 2, 0}});
    world.step();
    Shown shown;
    show(world, {.flow = true, .inside = true}, shown);
    EXPECT_LT(share_along(shown.flow), 1e-3);
    EXPECT_GT(share_along(shown.taken), 0.999);
}

TEST(StudioInside, ConfinementPushesAVortexTheWayItTurns) {
    const Lattice velocity = layer(64, [](float x, float y) -> Flow::Velocity {
        const float dx = x - 0.5f, dy = y - 0.5f, fall = std::exp(-(dx * dx + dy * dy) / 0.02f);
        return {dy * fall, -dx * fall};
    });
    const Confinement parts = confinement(velocity, {1, 1, 1}, 0.1);
    double along = 0, sizes = 0;
    for (std::size_t i = 0; i < velocity.values.size(); i += 2) {
        const auto of = [&](const Lattice& l, std::size_t c) { return static_cast<double>(l.values[i + c]); };
        if (std::hypot(of(velocity, 0), of(velocity, 1)) < 0.03)
            continue;  // the core, where the vorticity has one sign
        along += of(velocity, 0) * of(parts.force, 0) + of(velocity, 1) * of(parts.force, 1);
        sizes += std::hypot(of(velocity, 0), of(velocity, 1)) * std::hypot(of(parts.force, 0), of(parts.force, 1));
    }
    EXPECT_GT(along, 0.8 * sizes);
}

TEST(StudioLiquid, APlaceRemembersWhereItCameFrom) {
    const Lattice velocity = layer(64, turning), solid = nothing_solid(64);
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    Liquid liquid;
    for (int i = 0; i < 40; ++i) liquid.advance(flow, 64, 64, 0.025f);  // 1 rad in all
    for (int j = 24; j < 40; ++j)
        for (int i = 24; i < 40; ++i) {
            const float x = (static_cast<float>(i) + 0.5f) / 64 - 0.5f, y = (static_cast<float>(j) + 0.5f) / 64 - 0.5f;
            const std::size_t at = 2 * static_cast<std::size_t>(64 * j + i);
            EXPECT_NEAR(liquid.bend(0).values[at], std::cos(1.0f) * x + std::sin(1.0f) * y - x, 1e-3f);
            EXPECT_NEAR(liquid.bend(0).values[at + 1], -std::sin(1.0f) * x + std::cos(1.0f) * y - y, 1e-3f);
        }
}

TEST(StudioLiquid, BeginsAnewUnseenAndBeforeItFoldsTooFar) {
    const float pi = 3.14159265f;
    const Lattice velocity = layer(32, [&](float, float y) -> Flow::Velocity { return {std::sin(2 * pi * y), 0}; });
    const Lattice solid = nothing_solid(32);
    const Flow flow(velocity, solid, {1, 1, 1}, {true, true});
    Liquid liquid;
    float farthest = 0, seen = 0;
    int begun = 0;
    const auto most = [&](int set) {
        float bent = 0;
        for (const float x : liquid.bend(set).values) bent = std::max(bent, std::abs(x));
        return bent;
    };
    float before[2] = {0, 0};
    for (int i = 0; i < 2000; ++i) {
        liquid.advance(flow, 32, 32, 0.02f);  // 40 s: a bend of 40 m, were it left alone
        for (int set = 0; set < 2; ++set) {
            const float bent = most(set), share = set == 1 ? liquid.blend() : 1 - liquid.blend();
            if (bent < before[set]) ++begun, seen = std::max(seen, share);
            farthest = std::max(farthest, bent * share);
            before[set] = bent;
        }
    }
    EXPECT_GT(begun, 10);
    EXPECT_LT(seen, 0.01f);
    EXPECT_LT(farthest, 4);
}

TEST(StudioLiquid, StaysAsItIsInAFluidAtRest) {
    const Lattice velocity = layer(16, [](float, float) -> Flow::Velocity { return {}; }), solid = nothing_solid(16);
    const Flow flow(velocity, solid, {1, 1, 1}, {false, false});
    Liquid liquid;
    liquid.advance(flow, 16, 16, 0.02f);
    const float blend = liquid.blend();
    for (int i = 0; i < 500; ++i) liquid.advance(flow, 16, 16, 0.02f);
    EXPECT_EQ(liquid.blend(), blend);
    for (const float x : liquid.bend(0).values) ASSERT_EQ(x, 0);
}

}  // namespace studio
