// Masks and distances: shapes that are known at the nodes of a lattice.

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/errors.hpp"
#include "support/files.hpp"
#include "whorl/picture.hpp"

namespace whorl {
namespace {

/// A disc as a picture of n x n pixels of the unit square; every pixel as solid as the part of it that the disc covers.
Mask disc_mask(int n, Vec3 centre, double radius) {
    constexpr int fine = 16;
    Mask m{n, n, {}};
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            int inside = 0;
            for (int k = 0; k < fine * fine; ++k) {
                const double x = (i + (k % fine + 0.5) / fine) / n, y = 1 - (j + (k / fine + 0.5) / fine) / n;
                inside += std::hypot(x - centre.x, y - centre.y) < radius;
            }
            m.solid.push_back(static_cast<float>(inside) / (fine * fine));
        }
    return m;
}

/// Of the distances all over the unit square but for the middle of a body, where a distance has a kink.
double worst_difference(const Shape& drawn, const Shape& body, int dimension) {
    double worst = 0;
    for (int j = 0; j <= 60; ++j)
        for (int i = 0; i <= 60; ++i) {
            const Vec3 p{i / 60.0, j / 60.0, 0.37};
            if (body.distance(p, dimension) > -0.2)
                worst = std::max(worst, std::abs(drawn.distance(p, dimension) - body.distance(p, dimension)));
        }
    return worst;
}

// ---- Masks ----------------------------------------------------------------------------------------------------------

TEST(MaskShape, OfADiscWithSoftRimIsTheDiscWithinAFewHundredthsOfAPixel) {
    for (const int n : {50, 100}) {
        const Shape drawn = mask(disc_mask(n, {0.45, 0.55, 0}, 0.3), {0, 0, 0}, {1, 1, 0});
        EXPECT_LT(worst_difference(drawn, sphere({0.45, 0.55, 0}, 0.3), 2), 0.1 / n) << n;
    }
}

TEST(MaskShape, OfSharpPixelsHasItsEdgesBetweenThem) {
    Mask m{20, 10, std::vector<float>(200, 0.0f)};
    for (int j = 2; j < 6; ++j)
        for (int i = 5; i < 15; ++i) m.solid[static_cast<std::size_t>(20 * j + i)] = 1;
    const Shape drawn = mask(m, {0, 0, 0}, {2, 1, 0}), same = box({0.5, 0.4, -9}, {1.5, 0.8, 9});
    for (const Vec3 p : {Vec3{1, 0.65, 0}, {1, 0.75, 0}, {1, 0.9, 0}, {0.3, 0.6, 0}, {0.55, 0.6, 0}, {1.8, 0.5, 0}, {1, 0.1, 0}})
        EXPECT_NEAR(drawn.distance(p, 2), same.distance(p, 2), 1e-6) << p.x << ' ' << p.y;
}

TEST(MaskShape, KnowsTheDistanceOfEveryPixelToTheLine) {
    // Blobs without any order; the line is found again by looking from every pixel at the pieces of all squares.
    constexpr int n = 40;
    std::mt19937 random(5);
    Mask m{n, n, {}};
    for (int k = 0; k < n * n; ++k) m.solid.push_back(0);
    for (int blob = 0; blob < 25; ++blob) {
        const auto below = [&](unsigned most) { return static_cast<double>(random() % most); };
        const double x = below(n), y = below(n), r = 1 + below(5);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                float& v = m.solid[static_cast<std::size_t>(n * j + i)];
                v = std::max(v, static_cast<float>(std::clamp(0.5 + r - std::hypot(i - x, j - y), 0.0, 1.0)));
            }
    }
    const Shape drawn = mask(m, {0, 0, 0}, {n, n, 0});
    const auto solid = [&](int i, int j) {  // j upwards; nothing outside
        return i < 0 || j < 0 || i >= n || j >= n ? -0.5 : double{m.solid[static_cast<std::size_t>(n * (n - 1 - j) + i)]} - 0.5;
    };
    // Points of the line on the edges between pixels, and between those of one square: as close to it as a hundredth.
    std::vector<Vec3> line;
    for (int j = -1; j < n; ++j)
        for (int i = -1; i < n; ++i) {
            std::vector<Vec3> crossings;
            const int around[5][2] = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}, {i, j}};
            for (int k = 0; k < 4; ++k) {
                const double a = solid(around[k][0], around[k][1]), b = solid(around[k + 1][0], around[k + 1][1]);
                if ((a > 0) == (b > 0)) continue;
                const double t = a / (a - b);
                crossings.push_back({around[k][0] + t * (around[k + 1][0] - around[k][0]) + 0.5,
                                     around[k][1] + t * (around[k + 1][1] - around[k][1]) + 0.5, 0});
            }
            if (crossings.size() != 2) {
                line.insert(line.end(), crossings.begin(), crossings.end());
                continue;
            }
            for (int s = 0; s <= 50; ++s)
                line.push_back({crossings[0].x + s / 50.0 * (crossings[1].x - crossings[0].x),
                                crossings[0].y + s / 50.0 * (crossings[1].y - crossings[0].y), 0});
        }
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const Vec3 p{i + 0.5, j + 0.5, 0};
            double least = INFINITY;
            for (const Vec3& q : line) least = std::min(least, std::hypot(p.x - q.x, p.y - q.y));
            ASSERT_NEAR(std::abs(drawn.distance(p, 2)), least, 0.02) << i << ' ' << j;
            ASSERT_EQ(drawn.distance(p, 2) < 0, solid(i, j) > 0);
        }
}

TEST(MaskShape, EndsWithThePictureAndKeepsItsDistanceBeyond) {
    const Mask full{4, 4, std::vector<float>(16, 1.0f)};
    const Shape drawn = mask(full, {1, 1, 0}, {2, 2, 0}), same = box({1, 1, -9}, {2, 2, 9});
    for (double x = -3; x < 6; x += 0.17)
        for (double y = -3; y < 6; y += 0.17) {
            const double d = drawn.distance({x, y, 0}, 2), exact = same.distance({x, y, 0}, 2);
            // Seen from beyond the lattice the way to the body has a bend, of a right angle at most.
            if (exact > 0.2) { ASSERT_TRUE(d < exact + 0.07 && d > exact / 1.42 - 0.01) << x << ' ' << y << ": " << d << ' ' << exact; }
            if (exact < -0.2) { ASSERT_NEAR(d, exact, 0.13) << x << ' ' << y; }
        }
    const auto [low, high] = drawn.bounds();
    EXPECT_NEAR(low.x, 1, 1e-6);
    EXPECT_NEAR(high.y, 2, 1e-6);
    EXPECT_TRUE(std::isinf(low.z) && std::isinf(high.z));
}

TEST(MaskShape, InSpaceReachesAsFarAsItIsTold) {
    const Mask m = disc_mask(40, {0.5, 0.5, 0}, 0.3);
    const Shape endless = mask(m, {0, 0, 0}, {1, 1, 0}), slab = mask(m, {0, 0, 0.2}, {1, 1, 0.6});
    EXPECT_LT(worst_difference(endless, capsule({0.5, 0.5, -9}, {0.5, 0.5, 9}, 0.3), 3), 0.1 / 40);
    EXPECT_NEAR(slab.distance({0.5, 0.5, 0.9}), 0.3, 1e-6);
    EXPECT_NEAR(slab.distance({0.5, 0.5, 0.25}), -0.05, 1e-6);
}

TEST(MaskShape, IsReadFromDarkOpaquePixels) {
    TemporaryFolder folder;
    Image picture(4, 2);
    const auto fill = [&](int x, int y, float v) { picture.set(x, y, {v, v, v}); };
    for (int x = 0; x < 4; ++x) fill(x, 0, 1), fill(x, 1, 0);
    fill(2, 0, 0);
    fill(3, 0, 0.2158605f);  // half of the brightness that a screen shows
    write_png(folder / "a.png", picture);
    const Mask m = read_mask(folder / "a.png");
    EXPECT_EQ(m.width, 4);
    EXPECT_EQ(m.height, 2);
    EXPECT_EQ(m.solid[0], 0);
    EXPECT_EQ(m.solid[2], 1);
    EXPECT_EQ(m.solid[4], 1);
    EXPECT_NEAR(m.solid[3], 0.5, 0.01);
}

TEST(MaskShape, IsNotSolidWhereThePictureIsTransparent) {
    TemporaryFolder folder;
    const std::uint8_t rgba[] = {0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 128, 255, 255, 255, 255};
    png_image png{};
    png.version = PNG_IMAGE_VERSION, png.width = 4, png.height = 1, png.format = PNG_FORMAT_RGBA;
    ASSERT_TRUE(png_image_write_to_file(&png, (folder / "a.png").c_str(), 0, rgba, 0, nullptr)) << png.message;
    const Mask m = read_mask(folder / "a.png");
    EXPECT_EQ(m.solid[0], 0);
    EXPECT_EQ(m.solid[1], 1);
    EXPECT_NEAR(m.solid[2], 0.5, 0.01);
    EXPECT_EQ(m.solid[3], 0);
}

TEST(MaskShape, ThatCanNotBeIsRefused) {
    const auto refused = [](const Mask& m, Vec3 low, Vec3 high) { return error_of([&] { (void)mask(m, low, high); }); };
    const Mask good{2, 2, {0, 1, 1, 0}};
    EXPECT_SAYS(refused({}, {}, {1, 1, 0}), "0 x 0");
    EXPECT_SAYS(refused({2, 2, {0, 1}}, {}, {1, 1, 0}), "2 x 2", "2 values");
    EXPECT_SAYS(refused({1, 1, {2}}, {}, {1, 1, 0}), "value 2");
    EXPECT_SAYS(refused({1, 1, {std::nanf("")}}, {}, {1, 1, 0}), "nan");
    EXPECT_SAYS(refused({2, 1, {0.1f, 0.5f}}, {}, {1, 1, 0}), "no pixel");
    EXPECT_SAYS(refused(good, {1, 0, 0}, {1, 1, 0}), "lower corner");
    EXPECT_SAYS(refused(good, {0, 0, 0}, {1, INFINITY, 0}), "inf");
}

// ---- Distances ------------------------------------------------------------------------------------------------------

double ball(Vec3 p) { return std::hypot(p.x - 0.5, p.y - 0.4, p.z - 0.6) - 0.3; }

TEST(DistanceShape, IsWhatTheFunctionSaysAtNodesAndLinearBetween) {
    const Shape shape = from_distance(ball, {0, 0, 0}, {1, 1, 1}, {0.05, 0.05, 0.05});
    const Shape same = sphere({0.5, 0.4, 0.6}, 0.3);
    for (int k = 0; k <= 20; ++k)
        for (int i = 0; i <= 20; ++i)
            ASSERT_NEAR(shape.distance({0.05 * i, 0.35, 0.05 * k}), same.distance({0.05 * i, 0.35, 0.05 * k}), 1e-6);
    // Away from the centre, where it has a kink: h^2 / 8 times the curvatures, 2 / r, with r at least 0.2.
    for (double x = 0; x <= 1; x += 0.0131) {
        const Vec3 p{x, 0.2, 0.61};
        ASSERT_NEAR(shape.distance(p), same.distance(p), 0.05 * 0.05 / 8 * 2 / 0.2 + 1e-6);
    }
}

TEST(DistanceShape, WithoutZDoesNotDependOnIt) {
    const Shape shape = from_distance([](Vec3 p) { return std::hypot(p.x - 0.5, p.y - 0.5) - 0.25; }, {0, 0, 0}, {1, 1, 0},
                                      {0.02, 0.02, 1});
    EXPECT_EQ(shape.distance({0.3, 0.4, 7}), shape.distance({0.3, 0.4, -3}));
    EXPECT_EQ(shape.distance({0.3, 0.4, 7}), shape.distance({0.3, 0.4, 0}, 2));
    EXPECT_TRUE(std::isinf(shape.bounds()[1].z));
}

TEST(DistanceShape, ThatIsTooSteepBecomesALowerBound) {
    const Shape steep = from_distance([](Vec3 p) { return 7 * ball(p); }, {0, 0, 0}, {1, 1, 1}, {0.04, 0.04, 0.04});
    for (double x = 0; x <= 1; x += 0.03)
        for (double y = 0; y <= 1; y += 0.03) {
            const Vec3 p{x, y, 0.6};
            ASSERT_LE(std::abs(steep.distance(p)), std::abs(ball(p)) + 0.002);
            if (std::abs(ball(p)) > 0.002) { ASSERT_EQ(steep.distance(p) < 0, ball(p) < 0); }
            ASSERT_GE(std::abs(steep.distance(p)), 0.9 * std::abs(ball(p)) - 0.004);
        }
}

TEST(DistanceShape, GoesOnBeyondItsLatticeAndIsBoundedWhereItEnds) {
    const Shape floor = from_distance([](Vec3 p) { return p.y - 0.3; }, {0, 0, 0}, {1, 1, 0}, {0.1, 0.1, 1});
    EXPECT_NEAR(floor.distance({-5, 0.5, 0}), 0.2, 1e-6);
    EXPECT_NEAR(floor.distance({0.5, -5, 0}), -0.3, 1e-6);
    const auto [low, high] = floor.bounds();
    EXPECT_TRUE(std::isinf(low.x) && std::isinf(high.x) && std::isinf(low.y));
    EXPECT_TRUE(high.y >= 0.3 && high.y < 0.65) << high.y;
    const auto [from, to] = from_distance(ball, {0, 0, 0}, {1, 1, 1}, {0.02, 0.02, 0.02}).bounds();
    for (int a = 0; a < 3; ++a) {
        const double centre = Vec3{0.5, 0.4, 0.6}[a];
        EXPECT_TRUE(from[a] <= centre - 0.3 && from[a] > centre - 0.4) << from[a];
        EXPECT_TRUE(to[a] >= centre + 0.3 && to[a] < centre + 0.4) << to[a];
    }
}

TEST(DistanceShape, ThatCanNotBeIsRefused) {
    const auto refused = [](const std::function<double(Vec3)>& f, Vec3 low, Vec3 high, Vec3 spacing) {
        return error_of([&] { (void)from_distance(f, low, high, spacing); });
    };
    EXPECT_SAYS(refused({}, {}, {1, 1, 1}, {1, 1, 1}), "empty");
    EXPECT_SAYS(refused([](Vec3 p) { return std::log(p.x - 0.1); }, {}, {1, 1, 0}, {0.1, 0.1, 1}), "nan", "(0, 0, 0)", "finite");
    EXPECT_SAYS(refused([](Vec3 p) { return 1 / (p.x - 0.5); }, {}, {1, 1, 0}, {0.5, 0.5, 1}), "inf", "(0.5, 0, 0)");
    EXPECT_SAYS(refused(ball, {1, 0, 0}, {0, 1, 0}, {0.1, 0.1, 1}), "lower corner");
    EXPECT_SAYS(refused(ball, {0, 0, 0}, {1, 1, 1}, {0, 0.1, 1}), "0 m apart");
    EXPECT_SAYS(refused(ball, {0, 0, 0}, {1, 1, 1}, {1e-6, 1e-6, 1e-6}), "wider");
}

}  // namespace
}  // namespace whorl
