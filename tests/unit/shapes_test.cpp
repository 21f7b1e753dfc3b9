// Shapes against closed forms: distances, bounds, and how much of a face they shut.

#include "support/each_dimension.hpp"
#include "support/lab.hpp"

#include "flow/region.hpp"
#include "kernels/bodies.hpp"

#include <numbers>

namespace whorl {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Distance, ToASphereIsThatToItsCentreLessTheRadius) {
    const Shape ball = sphere({1, 2, 3}, 0.5);
    EXPECT_FLOAT_EQ(static_cast<float>(ball.distance({1, 2, 5})), 1.5f);
    EXPECT_FLOAT_EQ(static_cast<float>(ball.distance({1, 2, 3})), -0.5f);
    EXPECT_FLOAT_EQ(static_cast<float>(ball.distance({4, 6, 99}, 2)), 4.5f);  // in a plane z does not count
}

TEST(Distance, ToABoxIsThatToItsNearestFaceEdgeOrCorner) {
    const Shape b = box({0, 0, 0}, {2, 4, 6});
    EXPECT_EQ(b.distance({1, 1.5, 3}), -1);
    EXPECT_EQ(b.distance({-3, 2, 3}), 3);
    EXPECT_EQ(b.distance({5, 8, 3}), 5);
    EXPECT_EQ(b.distance({4, 5, 8}), 3);
    EXPECT_EQ(b.distance({2, 2, 3}), 0);
    EXPECT_EQ(b.distance({5, 8, -99}, 2), 5);
}

TEST(Distance, ToACapsuleIsThatToItsSegmentLessTheRadius) {
    const Shape c = capsule({0, 0, 0}, {4, 0, 0}, 0.5);
    EXPECT_EQ(c.distance({2, 3, 0}), 2.5);
    EXPECT_EQ(c.distance({7, 4, 0}), 4.5);
    EXPECT_EQ(c.distance({-3, 0, 4}), 4.5);
    EXPECT_EQ(capsule({1, 1, 1}, {1, 1, 1}, 1).distance({1, 1, 4}), 2);  // no length: a sphere
}

TEST(Distance, ToAHalfSpaceIsSignedAlongItsNormal) {
    const Shape h = half_space({0, 1, 0}, {0, 5, 0});
    EXPECT_EQ(h.distance({9, 3, 9}), 2);
    EXPECT_EQ(h.distance({9, -3, 9}), -4);
    EXPECT_NEAR(half_space({0, 0, 0}, {3e-20, 4e-20, 0}).distance({3, 4, 0}), 5, 1e-5);
    EXPECT_NEAR(half_space({0, 0, 0}, {3e-60, 4e-60, 0}).distance({3, 4, 0}), 5, 1e-5);
}

TEST(Distance, ToAHalfSpaceInAPlaneIsADistanceWhateverTheNormalsZ) {
    EXPECT_NEAR(half_space({0, 0, 0}, {1, 0, 1}).distance({2, 0, 0}, 2), 2, 1e-6);
}

TEST(Distance, OfJoinedShapesIsNegativeExactlyInside) {
    const Shape a = sphere({0, 0, 0}, 1), b = box({0, -2, -2}, {2, 2, 2});
    for (double x = -1.9; x < 2; x += 0.3)
        for (double y = -1.9; y < 2; y += 0.3) {
            const Vec3 p{x, y, 0.1};
            const bool in_a = a.distance(p) < 0, in_b = b.distance(p) < 0;
            EXPECT_EQ((a | b).distance(p) < 0, in_a || in_b);
            EXPECT_EQ((a & b).distance(p) < 0, in_a && in_b);
            EXPECT_EQ((a - b).distance(p) < 0, in_a && !in_b);
            EXPECT_EQ(((a | b) - (a & b)).distance(p) < 0, in_a != in_b);
        }
}

TEST(Distance, OfEverywhereIsBelowAllAndOfNowhereAboveAll) {
    EXPECT_LT(everywhere().distance({1, 2, 3}), -1e30);
    EXPECT_GT((everywhere() - everywhere()).distance({1, 2, 3}), 1e30);
}

TEST(Bounds, HoldTheShapeTightly) {
    const auto is = [](const Shape& shape, Vec3 low, Vec3 high) {
        const auto [l, h] = shape.bounds();
        return l == low && h == high;
    };
    EXPECT_TRUE(is(sphere({1, 2, 3}, 0.5), {0.5, 1.5, 2.5}, {1.5, 2.5, 3.5}));
    EXPECT_TRUE(is(box({1, 2, 3}, {4, 5, 6}), {1, 2, 3}, {4, 5, 6}));
    EXPECT_TRUE(is(capsule({1, 0, 0}, {0, 2, 3}, 0.5), {-0.5, -0.5, -0.5}, {1.5, 2.5, 3.5}));
    EXPECT_TRUE(is(box({0, 0, 0}, {1, 1, 1}) | box({2, 2, 2}, {3, 3, 3}), {0, 0, 0}, {3, 3, 3}));
    EXPECT_TRUE(is(box({0, 0, 0}, {2, 2, 2}) & box({1, 1, 1}, {3, 3, 3}), {1, 1, 1}, {2, 2, 2}));
    EXPECT_TRUE(is(box({0, 0, 0}, {2, 2, 2}) - sphere({0, 0, 0}, 9), {0, 0, 0}, {2, 2, 2}));
    EXPECT_TRUE(std::isinf(half_space({0, 0, 0}, {1, 0, 0}).bounds()[1].y));
    EXPECT_TRUE(std::isinf(everywhere().bounds()[0].x));
}

TEST(Bounds, HoldEveryPointInsideOfARandomShape) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> any(-1, 1);
    const auto place = [&] { return Vec3{any(random), any(random), any(random)}; };
    for (int k = 0; k < 50; ++k) {
        const Shape shape =
            ((sphere(place(), 0.3) | capsule(place(), place(), 0.2)) & sphere(place(), 1)) - sphere(place(), 0.4);
        const auto [low, high] = shape.bounds();
        for (int i = 0; i < 200; ++i) {
            const Vec3 p = place();
            if (shape.distance(p) >= 0) continue;
            for (int a = 0; a < 3; ++a) ASSERT_TRUE(low[a] <= p[a] && p[a] <= high[a]);
        }
    }
}

// ---- Openness of faces ----------------------------------------------------------------------------------------------

template <int D>
struct Body {
    Lab<D> lab;
    const Grid<D>& grid = lab.f.grid;
    const VectorField<D>& openness = lab.f.openness;

    Body(int cells, double length, const Shape& shape)
        : lab(filled<int, D>(cells), filled<float, D>(static_cast<float>(length / cells)), all_sides(open())) {
        lab.place({{shape}});
    }
};

TEST(Openness, OfFacesCutByALineIsExactInAPlane) {
    // y < 0.3 + 0.45 x is shut; across x a face at x spans [j, j + 1] h.
    const Body<2> body(8, 1, half_space({0, 0.3, 0}, {-0.45, 1, 0}));
    const double h = 1.0 / 8;
    for_each_index(body.grid.faces(0), [&](Index<2> i) {
        const double shut = (0.3 + 0.45 * i[0] * h - i[1] * h) / h;
        const double open = 1 - std::clamp(shut, 0.0, 1.0);
        ASSERT_NEAR(value_at(body.grid, body.openness[0], i), open < 0.01 ? 0 : open, 1e-5);
    });
}

/// Area of the part of the unit square where a x + b y < c; a and b above 0.
double area_below(double a, double b, double c) {
    const auto triangle = [&](double s) { return s > 0 ? s * s / (2 * a * b) : 0.0; };
    return triangle(c) - triangle(c - a) - triangle(c - b) + triangle(c - a - b);
}

TEST(Openness, OfFacesCutByAPlaneIsExactInSpace) {
    const double n[3] = {0.3, 0.5, 0.7}, offset = 0.8;  // n . p < offset is shut
    const Body<3> body(6, 1, half_space({0, 0, offset / 0.7}, {0.3, 0.5, 0.7}));
    const double h = 1.0 / 6;
    for (int axis = 0; axis < 3; ++axis)
        for_each_index(body.grid.faces(axis), [&](Index<3> i) {
            const int b = (axis + 1) % 3, c = (axis + 2) % 3;
            const double left = offset - (n[0] * i[0] + n[1] * i[1] + n[2] * i[2]) * h;
            const double open = 1 - std::clamp(area_below(n[b], n[c], left / h), 0.0, 1.0);
            ASSERT_NEAR(value_at(body.grid, body.openness[axis], i), open < 0.01 ? 0 : open, 2e-5) << axis;
        });
}

/// What a disc or ball shuts of the faces through its centre, against the exact cross-section.
template <int D>
double cross_section_error(int cells) {
    const double radius = 0.31, centre_at = 0.5;
    const Body<D> body(cells, 1, sphere({centre_at, centre_at, centre_at}, radius));
    double shut = 0;
    const double h = 1.0 / cells;
    for_each_index(body.grid.faces(0), [&](Index<D> i) {
        if (i[0] == cells / 2) shut += (1 - double{value_at(body.grid, body.openness[0], i)}) * std::pow(h, D - 1);
    });
    return std::abs(shut - (D == 2 ? 2 * radius : pi * radius * radius));
}

TEST_EACH_DIMENSION(Openness, OfABallConvergesToItsCrossSection) {
    EXPECT_LT(cross_section_error<D>(16), 0.02);
    EXPECT_LT(cross_section_error<D>(64), 0.002);
}

TEST_EACH_DIMENSION(Openness, IsNothingInsideAndEverythingOutside) {
    const Body<D> body(16, 1, sphere({0.5, 0.5, 0.5}, 0.3));
    EXPECT_EQ(value_at(body.grid, body.openness[0], filled<int, D>(8)), 0);
    EXPECT_EQ(value_at(body.grid, body.openness[D - 1], filled<int, D>(1)), 1);
}

TEST_EACH_DIMENSION(Openness, OfABoxAlongTheFacesOfCellsIsZeroOrOne) {
    const Body<D> body(8, 1, box({0.25, 0.25, 0.25}, {0.5, 0.75, 0.625}));
    for (int axis = 0; axis < D; ++axis)
        for_each_index(body.grid.faces(axis), [&](Index<D> i) {
            const float open = value_at(body.grid, body.openness[axis], i);
            ASSERT_TRUE(open == 0 || open == 1) << open;
        });
    Index<D> inner = filled<int, D>(3);
    EXPECT_EQ(value_at(body.grid, body.openness[1], inner), 0);
}

TEST(Openness, OfTwoBodiesThatMeetIsThatOfTheirUnion) {
    Settings s;
    s.cells = {8, 8};
    const Shape low = box({-1, -1, -1}, {2, 0.3, 2}), high = box({-1, 0.3, -1}, {2, 0.6, 2});  // meet inside of a cell
    s.obstacles = {{low}, {high}};
    const Simulation apart(s);
    s.obstacles = {{low | high}};
    const Simulation joined(s);
    double worst = 0;
    for (int j = 0; j < 8; ++j)
        worst = std::max(worst, std::abs(double{apart.openness(0)(4, j)} - joined.openness(0)(4, j)));
    EXPECT_LT(worst, 1e-5);
}

// ---- Filling shapes -------------------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(Splat, AddsTheVolumeOfTheShape) {
    Lab<D> lab(filled<int, D>(40), filled<float, D>(0.025f), Boundary{});
    Region<Cpu, D>(lab.on, sphere({0.5, 0.5, 0.5}, 0.3))
        .splat(lab.on, lab.f.grid, lab.smoke(), centre, 2, {}, {1, 0}, 1e15f);
    double total = 0;
    for_each_index(lab.f.grid.cells(), [&](Index<D> i) { total += double{value_at(lab.f.grid, lab.smoke(), i)}; });
    const double volume = D == 2 ? pi * 0.09 : 4 * pi / 3 * 0.027;
    EXPECT_NEAR(total * std::pow(0.025, D), 2 * volume, 0.01 * volume);
}

TEST_EACH_DIMENSION(Splat, TouchesNothingFurtherThanACellFromTheShape) {
    Lab<D> lab(filled<int, D>(20), filled<float, D>(0.05f), Boundary{});
    const Shape shape = capsule({0.2, 0.3, 0.4}, {0.6, 0.5, 0.4}, 0.1) - sphere({0.4, 0.4, 0.4}, 0.1);
    Region<Cpu, D>(lab.on, shape).splat(lab.on, lab.f.grid, lab.smoke(), centre, 1, {}, {1, 0}, 1e15f);
    for_each_index(lab.f.grid.cells(), [&](Index<D> i) {
        const auto at = [&](int a) { return (i[a] + 0.5) * 0.05; };
        const double d = shape.distance({at(0), at(1), D == 3 ? at(D - 1) : 0}, D);
        const float v = value_at(lab.f.grid, lab.smoke(), i);
        if (d > 0.0251) { ASSERT_EQ(v, 0); }
        if (d < -0.0251) { ASSERT_EQ(v, 1); }
    });
}

TEST_EACH_DIMENSION(Splat, SetsWhatItKeepsNothingOf) {
    Lab<D> lab(filled<int, D>(6), filled<float, D>(1), Boundary{});
    lab.stir(1, 3);
    Region<Cpu, D>(lab.on, everywhere()).splat(lab.on, lab.f.grid, lab.smoke(), centre, 0.25, {}, {1, 1}, 1e15f);
    for_each_index(lab.f.grid.cells(),
                   [&](Index<D> i) { ASSERT_NEAR(value_at(lab.f.grid, lab.smoke(), i), 0.25, 1e-6); });
}

TEST_EACH_DIMENSION(Splat, StaysWithinItsLimit) {
    Lab<D> lab(filled<int, D>(4), filled<float, D>(1), Boundary{});
    for (int k = 0; k < 3; ++k)
        Region<Cpu, D>(lab.on, everywhere()).splat(lab.on, lab.f.grid, lab.smoke(), centre, 1e30, {}, {1, 0}, 1e15f);
    for_each_index(lab.f.grid.cells(), [&](Index<D> i) { ASSERT_EQ(value_at(lab.f.grid, lab.smoke(), i), 1e15f); });
}

TEST_EACH_DIMENSION(Bodies, TakeTheMeanOfTheFluidAroundThem) {
    Lab<D> lab(filled<int, D>(7), filled<float, D>(1), Boundary{});
    const Index<D> stone = filled<int, D>(3);
    value_at(lab.f.grid, lab.f.fluid, stone) = 0;
    const auto linear_function = [](Index<D> i) { return static_cast<float>(2 + 3 * i[0] - i[1]); };
    for_each_index(lab.f.grid.cells(), [&](Index<D> i) { value_at(lab.f.grid, lab.smoke(), i) = linear_function(i); });
    value_at(lab.f.grid, lab.smoke(), stone) = 1e6f;
    lab.on.for_each(lab.f.grid.cells(), FillBodies<D>{lab.f.grid.step(), lab.f.fluid, lab.smoke()});
    for_each_index(lab.f.grid.cells(),
                   [&](Index<D> i) { ASSERT_FLOAT_EQ(value_at(lab.f.grid, lab.smoke(), i), linear_function(i)); });
}

TEST(Windows, OverlapOnlyWithTheTimeTheyShare) {
    EXPECT_EQ(overlap({1, 2}, 0, 1), 0);
    EXPECT_EQ(overlap({1, 2}, 0, 1.25), 0.25);
    EXPECT_EQ(overlap({1, 2}, 1.25, 1.5), 0.25);
    EXPECT_EQ(overlap({1, 2}, 0, 9), 1);
    EXPECT_EQ(overlap({1, 2}, 2, 3), 0);
}

}  // namespace
}  // namespace whorl
