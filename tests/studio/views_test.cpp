// What is drawn over and beside the fluid: it must show what the fluid does.

#include <gtest/gtest.h>

#include <cmath>

#include <session/inside.hpp>
#include <session/liquid.hpp>
#include <session/noise.hpp>
#include <session/shown.hpp>
#include <session/streamlines.hpp>
#include <session/tracers.hpp>

#include "support/each_dimension.hpp"

namespace studio {

namespace {

/// Cells of a square or a cube of 1 m, with velocities from a function of the place.
template <int D, class Velocity>
Lattice cells(int n, Velocity velocity) {
    Lattice to;
    to.shape({n, n, D > 2 ? n : 1}, D);
    float* out = to.values.data();
    for (int k = 0; k < to.extent[2]; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const int index[] = {i, j, k};
                Place<D> at;
                for (std::size_t a = 0; a < D; ++a)
                    at[a] = (static_cast<float>(index[a]) + 0.5f) / static_cast<float>(n);
                for (const float x : velocity(at)) *out++ = x;
            }
    return to;
}
template <int D>
Lattice nothing_solid(int n) {
    Lattice to;
    to.shape({n, n, D > 2 ? n : 1}, 1);
    return to;
}

/// A flow in a square or a cube of 1 m that keeps its lattices. In space it is that of a plane across y, the same at
/// all heights.
template <int D>
struct Kept {
    template <class Velocity>
    Kept(int n, Velocity in_plane, bool around = false)
        : velocity(cells<D>(n,
                            [&](const Place<D>& at) {
                                const Place<2> u = in_plane(at[0], at[D - 1]);
                                Place<D> all{};
                                all[0] = u[0], all[D - 1] = u[1];
                                return all;
                            })),
          solid(nothing_solid<D>(n)),
          periodic{around, around, around} {}
    Flow<D> flow() const { return {velocity, solid, {1, 1, 1}, periodic}; }
    Lattice velocity, solid;
    std::array<bool, 3> periodic;
};

template <class Velocity>
Lattice layer(int n, Velocity velocity) {
    return cells<2>(n, [&](const Place<2>& at) { return velocity(at[0], at[1]); });
}

Place<2> turning(float x, float y) { return {0.5f - y, x - 0.5f}; }  // 1 rad/s

template <int D>
float from_axis(const Place<D>& at) {
    return std::hypot(at[0] - 0.5f, at[D - 1] - 0.5f);
}
template <int D>
float distance(const Place<D>& a, const Place<D>& b) {
    Place<D> d;
    for (std::size_t i = 0; i < D; ++i) d[i] = a[i] - b[i];
    return length<D>(d);
}
template <int D>
Place<D> middle(float x, float y) {
    Place<D> at;
    at.fill(0.5f);
    at[0] = x, at[D - 1] = y;
    return at;
}

}  // namespace

TEST_EACH_DIMENSION(StudioTracers, GoAroundASolidRotationOnTheirCircles) {
    const Kept<D> kept(64, turning);
    Place<D> at = middle<D>(0.8f, 0.5f);
    for (int i = 0; i < 200; ++i) kept.flow().follow(at, 2 * 3.14159265f / 200);
    EXPECT_LT(distance<D>(at, middle<D>(0.8f, 0.5f)), 1e-3f);
}

TEST_EACH_DIMENSION(StudioTracers, StaySpreadEvenlyInAFlowWithoutDivergence) {
    const float pi = 3.14159265f;
    const Kept<D> kept(
        32,
        [&](float x, float y) -> Place<2> {
            return {std::sin(2 * pi * x) * std::cos(2 * pi * y), -std::cos(2 * pi * x) * std::sin(2 * pi * y)};
        },
        true);
    Tracers<D> tracers(64000);
    for (int i = 0; i < 40; ++i) tracers.advance(kept.flow(), 0.02f);
    int count[64] = {};
    for (const Tracer<D>& one : tracers.all())
        ++count[8 * std::min(static_cast<int>(8 * one.at[D - 1]), 7) + std::min(static_cast<int>(8 * one.at[0]), 7)];
    // 1000 in each of 64 squares; five standard deviations of chance are 160.
    for (const int n : count) EXPECT_NEAR(n, 1000, 160);
}

TEST_EACH_DIMENSION(StudioTracers, NeverLieInABodyOrOutside) {
    Kept<D> kept(32, turning);
    for (int k = 0; k < kept.solid.extent[2]; ++k)
        for (int j = 10; j < 20; ++j)
            for (int i = 20; i < 30; ++i) *kept.solid.at(i, j, k) = 1;
    Tracers<D> tracers(5000);
    for (int i = 0; i < 50; ++i) tracers.advance(kept.flow(), 0.1f);
    for (const Tracer<D>& one : tracers.all()) {
        ASSERT_TRUE(kept.flow().is_inside(one.at));
        ASSERT_FALSE(one.at[0] > 20 / 32.0f && one.at[0] < 30 / 32.0f && one.at[1] > 10 / 32.0f &&
                     one.at[1] < 20 / 32.0f);
    }
}

TEST_EACH_DIMENSION(StudioStreamlines, FollowTheFlow) {
    const Kept<D> kept(64, turning);
    const float apart = D == 2 ? 0.04f : 0.12f;
    const std::vector<Line<D>> lines = streamlines<D>(kept.flow(), apart, 1e-3f);
    ASSERT_GT(lines.size(), 8u);
    for (const Line<D>& line : lines)
        for (const LinePoint<D>& p : line) EXPECT_NEAR(from_axis<D>(p.at), from_axis<D>(line.front().at), 0.1f * apart);
}

TEST_EACH_DIMENSION(StudioStreamlines, KeepTheirDistanceAlsoWhereTheFlowNarrows) {
    const Kept<D> kept(64, [](float x, float y) -> Place<2> { return {x - 0.5f, 0.5f - y}; });
    const float apart = D == 2 ? 0.04f : 0.12f;
    const std::vector<Line<D>> lines = streamlines<D>(kept.flow(), apart, 1e-3f);
    for (std::size_t a = 0; a < lines.size(); ++a)
        for (std::size_t b = a + 1; b < lines.size(); ++b)
            for (const LinePoint<D>& p : lines[a])
                for (const LinePoint<D>& q : lines[b]) ASSERT_GT(distance<D>(p.at, q.at), 0.5f * apart);
}

TEST_EACH_DIMENSION(StudioStreamlines, LeaveNoPartOfAMovingFluidEmpty) {
    const Kept<D> kept(64, [](float, float y) -> Place<2> { return {1, y > 0.5f ? 0.3f : -0.2f}; });
    const float apart = D == 2 ? 0.05f : 0.1f;
    const std::vector<Line<D>> lines = streamlines<D>(kept.flow(), apart, 1e-3f);
    for (float y = 0.1f; y < 0.95f; y += 0.05f)
        for (float x = 0.1f; x < 0.95f; x += 0.05f) {
            float nearest = 1;
            for (const Line<D>& line : lines)
                for (const LinePoint<D>& p : line) nearest = std::min(nearest, distance<D>(p.at, middle<D>(x, y)));
            EXPECT_LT(nearest, 2 * apart) << x << " " << y;
        }
}

TEST(StudioInside, AWaveHasItsOwnAmplitudeAndNoOther) {
    const float pi = 3.14159265f;
    const Waves waves(layer(32, [&](float x, float y) -> Place<2> {
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
    const Lattice velocity = layer(64, [](float x, float y) -> Place<2> {
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

TEST(StudioNoise, HasMeanZeroMeanSquareOneAndNoSeam) {
    constexpr int n = 32;
    Lattice noise = fractal_noise(n);
    double mean = 0, square = 0, seam = 0, inside = 0;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i) {
                const double x = static_cast<double>(*noise.at(i, j, k));
                mean += x / (n * n * n), square += x * x / (n * n * n);
            }
            seam += static_cast<double>(std::abs(*noise.at(0, j, k) - *noise.at(n - 1, j, k)));
            inside += static_cast<double>(std::abs(*noise.at(16, j, k) - *noise.at(15, j, k)));
        }
    EXPECT_NEAR(mean, 0, 1e-5);
    EXPECT_NEAR(square, 1, 1e-4);
    EXPECT_LT(seam, 1.5 * inside);
}

TEST_EACH_DIMENSION(StudioLiquid, APlaceRemembersWhereItCameFrom) {
    const int n = D == 2 ? 64 : 32;
    const Kept<D> kept(n, turning);
    Liquid<D> liquid;
    for (int i = 0; i < 40; ++i) liquid.advance(kept.flow(), kept.velocity.extent, 0.025f);  // 1 rad in all
    Lattice bend = liquid.bend(0);
    for (int j = 3 * n / 8; j < 5 * n / 8; ++j)
        for (int i = 3 * n / 8; i < 5 * n / 8; ++i) {
            const float x = (static_cast<float>(i) + 0.5f) / static_cast<float>(n) - 0.5f,
                        y = (static_cast<float>(j) + 0.5f) / static_cast<float>(n) - 0.5f;
            const float* from = D == 2 ? bend.at(i, j) : bend.at(i, n / 2, j);
            EXPECT_NEAR(from[0], std::cos(1.0f) * x + std::sin(1.0f) * y - x, 1e-3f);
            EXPECT_NEAR(from[D - 1], -std::sin(1.0f) * x + std::cos(1.0f) * y - y, 1e-3f);
            EXPECT_EQ(D == 3 ? from[1] : 0, 0);
        }
}

TEST_EACH_DIMENSION(StudioLiquid, BeginsAnewUnseenAndBeforeItFoldsTooFar) {
    const float pi = 3.14159265f;
    const int n = D == 2 ? 32 : 12;
    const Kept<D> kept(
        n,
        [&](float, float y) -> Place<2> {
            return {std::sin(2 * pi * y), 0};
        },
        true);
    Liquid<D> liquid;
    float farthest = 0, seen = 0;
    int begun = 0;
    const auto most = [&](int set) {
        float bent = 0;
        for (const float x : liquid.bend(set).values) bent = std::max(bent, std::abs(x));
        return bent;
    };
    float before[2] = {0, 0};
    for (int i = 0; i < 800; ++i) {
        liquid.advance(kept.flow(), kept.velocity.extent, 0.05f);  // 40 s: a bend of 40 m, were it left alone
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

TEST_EACH_DIMENSION(StudioLiquid, StaysAsItIsInAFluidAtRest) {
    const Kept<D> kept(16, [](float, float) -> Place<2> { return {}; });
    Liquid<D> liquid;
    liquid.advance(kept.flow(), kept.velocity.extent, 0.02f);
    const float blend = liquid.blend();
    for (int i = 0; i < 100; ++i) liquid.advance(kept.flow(), kept.velocity.extent, 0.02f);
    EXPECT_EQ(liquid.blend(), blend);
    for (const float x : liquid.bend(0).values) ASSERT_EQ(x, 0);
}

}  // namespace studio
