// Meshes against closed forms and against the simplest search there is.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/errors.hpp"
#include "support/meshes.hpp"

namespace whorl {
namespace {

class Places {
  public:
    Places(double low, double high) : any_(low, high) {}
    Vec3 operator()() {
        const double x = any_(random_), y = any_(random_);
        return {x, y, any_(random_)};
    }

  private:
    std::mt19937 random_{7};
    std::uniform_real_distribution<double> any_;
};

double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// Distance from a point to a triangle by descent: its closest point of all a + v ab + w ac with v, w, 1 - v - w >= 0.
double plain_distance(Vec3 p, Vec3 a, Vec3 b, Vec3 c) {
    const Vec3 ab = minus(b, a), ac = minus(c, a), ap = minus(p, a);
    const auto away = [&](double v, double w) {
        const Vec3 d{ap.x - v * ab.x - w * ac.x, ap.y - v * ab.y - w * ac.y, ap.z - v * ab.z - w * ac.z};
        return std::sqrt(dot(d, d));
    };
    const auto on_edge = [&](Vec3 from, Vec3 to) {
        const Vec3 e = minus(to, from), q = minus(p, from);
        const double t = dot(e, e) > 0 ? std::clamp(dot(e, q) / dot(e, e), 0.0, 1.0) : 0;
        const Vec3 d{q.x - t * e.x, q.y - t * e.y, q.z - t * e.z};
        return std::sqrt(dot(d, d));
    };
    double least = std::min({on_edge(a, b), on_edge(b, c), on_edge(c, a)});
    const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), pb = dot(ap, ab), pc = dot(ap, ac);
    const double area = bb * cc - bc * bc, v = (cc * pb - bc * pc) / area, w = (bb * pc - bc * pb) / area;
    if (area > 0 && v >= 0 && w >= 0 && v + w <= 1) least = std::min(least, away(v, w));
    return least;
}

TEST(Mesh, OfACubeIsTheBox) {
    const Shape body = mesh(cube_mesh({0.1, 0.2, 0.3}, {0.9, 1.4, 0.8})), same = box({0.1, 0.2, 0.3}, {0.9, 1.4, 0.8});
    Places place(-1, 2);
    for (int k = 0; k < 5000; ++k) {
        const Vec3 p = place();
        ASSERT_NEAR(body.distance(p), same.distance(p), 1e-6) << p.x << ' ' << p.y << ' ' << p.z;
    }
    for (int a = 0; a < 3; ++a)
        for (int s = 0; s < 2; ++s)
            EXPECT_NEAR(body.bounds()[static_cast<std::size_t>(s)][a], same.bounds()[static_cast<std::size_t>(s)][a], 1e-6);
}

/// The least distance from a point to the planes of the triangles: how deep they dip into a sphere their corners are on.
double least_height(const Triangles& m, Vec3 from) {
    double least = INFINITY;
    for (const auto& [i, j, k] : m.faces) {
        const Vec3 a = m.corners[static_cast<std::size_t>(i)], b = m.corners[static_cast<std::size_t>(j)],
                   c = m.corners[static_cast<std::size_t>(k)], u = minus(b, a), v = minus(c, a);
        const Vec3 n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
        least = std::min(least, std::abs(dot(n, minus(from, a))) / std::sqrt(dot(n, n)));
    }
    return least;
}

TEST(Mesh, OfABallComesAsNearToTheSphereAsItsTrianglesDo) {
    const double radius = 0.4;
    for (const int times : {3, 5}) {
        const Triangles ball = ball_mesh({0.5, 0.4, 0.6}, radius, times);
        const double dip = radius - least_height(ball, {0.5, 0.4, 0.6}) + 1e-6;
        const Shape body = mesh(ball), same = sphere({0.5, 0.4, 0.6}, radius);
        Places place(-0.2, 1.2);
        for (int k = 0; k < 3000; ++k) {
            const Vec3 p = place();
            const double more = body.distance(p) - same.distance(p);
            ASSERT_TRUE(more >= -1e-6 && more <= dip) << more << " of " << dip;
        }
    }
}

TEST(Mesh, IsSearchedToTheSameDistanceAsOneTriangleAfterTheOther) {
    Places place(0, 1);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> small(-0.1, 0.1);
    Triangles soup;
    for (int k = 0; k < 700; ++k) {
        const Vec3 at = place();
        const int n = static_cast<int>(soup.corners.size());
        for (int c = 0; c < 3; ++c)
            soup.corners.push_back({at.x + small(random), at.y + small(random), at.z + small(random)});
        soup.faces.push_back({n, n + 1, n + 2});
    }
    const Shape sheet = mesh(soup);
    for (int k = 0; k < 1000; ++k) {
        const Vec3 q = place(), p{3 * q.x - 1, 3 * q.y - 1, 3 * q.z - 1};
        double least = INFINITY;
        for (const auto& [a, b, c] : soup.faces)
            least = std::min(least, plain_distance(p, soup.corners[static_cast<std::size_t>(a)],
                                                   soup.corners[static_cast<std::size_t>(b)],
                                                   soup.corners[static_cast<std::size_t>(c)]));
        ASSERT_NEAR(sheet.distance(p), least, 2e-6);
    }
}

TEST(Mesh, OfACupIsInsideItsWallsAndOutsideInItsHollow) {
    const Vec3 low{0, 0, 0}, high{1, 2, 1};
    const double wall = 0.1;
    const Shape cup = mesh(cup_mesh(low, high, wall));
    const Shape same = box(low, high) - box({wall, wall, wall}, {1 - wall, 3, 1 - wall});
    Places place(-0.5, 2.5);
    for (int k = 0; k < 20000; ++k) {
        const Vec3 p = place();
        const double d = same.distance(p);
        if (std::abs(d) > 1e-5) { ASSERT_EQ(cup.distance(p) < 0, d < 0) << p.x << ' ' << p.y << ' ' << p.z; }
    }
    EXPECT_NEAR(cup.distance({0.5, 1, 0.5}), 0.4, 1e-6);   // in the hollow
    EXPECT_NEAR(cup.distance({0.05, 1, 0.5}), -0.05, 1e-6);  // in the wall
}

TEST(Mesh, WithThinSpikesTellsInsideFromOutside) {
    // A star of needles: corners with very different angles, edges like knives.
    Triangles star = ball_mesh({0, 0, 0}, 0.1, 2);
    for (std::size_t k = 0; k < star.corners.size(); k += 5)
        star.corners[k] = {8 * star.corners[k].x, 8 * star.corners[k].y, 8 * star.corners[k].z};
    const Shape body = mesh(star);
    // The star sees all of itself from 0: a point is inside if the ray from 0 through it leaves beyond it.
    Places place(-0.8, 0.8);
    const auto reach = [&](Vec3 p) {
        for (const auto& [i, j, k] : star.faces) {
            const Vec3 a = star.corners[static_cast<std::size_t>(i)], b = star.corners[static_cast<std::size_t>(j)],
                       c = star.corners[static_cast<std::size_t>(k)];
            const auto volume = [](Vec3 x, Vec3 y, Vec3 z) {
                return dot(x, {y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x});
            };
            const double all = volume(a, b, c), u = volume(p, b, c) / all, v = volume(a, p, c) / all, w = volume(a, b, p) / all;
            if (u >= 0 && v >= 0 && w >= 0) return 1 / (u + v + w);
        }
        return 0.0;
    };
    int inside = 0;
    for (int k = 0; k < 20000; ++k) {
        const Vec3 p = place();
        const double r = reach(p);
        if (std::abs(r - 1) < 1e-4) continue;
        ASSERT_EQ(body.distance(p) < 0, r > 1) << p.x << ' ' << p.y << ' ' << p.z << " reach " << r;
        inside += r > 1;
    }
    EXPECT_GT(inside, 100);
}

TEST(Mesh, ThatIsInsideOutIsTurned) {
    const Triangles ball = ball_mesh({0, 0, 0}, 1, 2);
    EXPECT_LT(mesh(inside_out(ball)).distance({0, 0, 0}), -0.9);
    EXPECT_EQ(mesh(inside_out(ball)).distance({0.3, 1.5, 0.2}), mesh(ball).distance({0.3, 1.5, 0.2}));
}

TEST(Mesh, WithACavityIsHollow) {
    const Shape shell = mesh(joined(ball_mesh({0, 0, 0}, 1, 3), inside_out(ball_mesh({0, 0, 0}, 0.5, 3))));
    EXPECT_GT(shell.distance({0, 0, 0}), 0.4);
    EXPECT_LT(shell.distance({0.75, 0, 0}), -0.2);
    EXPECT_GT(shell.distance({1.2, 0, 0}), 0.1);
}

TEST(Mesh, ThatIsOpenIsASheetOfItsThickness) {
    Triangles square;
    square.corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    square.faces = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_FALSE(is_closed(square));
    const Shape thin = mesh(square), thick = mesh(square, 0.2);
    for (const double z : {-0.3, 0.3}) {
        EXPECT_NEAR(thin.distance({0.4, 0.6, z}), 0.3, 1e-6);
        EXPECT_NEAR(thick.distance({0.4, 0.6, z}), 0.2, 1e-6);
    }
    EXPECT_EQ(thin.distance({0.25, 0.5, 0}), 0);
    EXPECT_NEAR(thick.distance({0.25, 0.5, 0}), -0.1, 1e-6);
    EXPECT_NEAR(thick.distance({1.3, 1.4, 0}), 0.4, 1e-6);
    EXPECT_NEAR(thick.bounds()[1].z, 0.1, 1e-6);
    EXPECT_NEAR(thick.bounds()[0].x, -0.1, 1e-6);
}

TEST(Mesh, IsClosedWhenEveryEdgeHasATriangleOnEitherSide) {
    const Triangles cube = cube_mesh({0, 0, 0}, {1, 1, 1});
    EXPECT_TRUE(is_closed(cube));
    Triangles split;  // as .stl files have it: every triangle with corners of its own
    for (const auto& f : cube.faces) {
        const int n = static_cast<int>(split.corners.size());
        for (const int c : f) split.corners.push_back(cube.corners[static_cast<std::size_t>(c)]);
        split.faces.push_back({n, n + 1, n + 2});
    }
    EXPECT_TRUE(is_closed(split));
    Triangles holed = cube;
    holed.faces.pop_back();
    EXPECT_FALSE(is_closed(holed));
    Triangles disagreeing = cube;
    std::swap(disagreeing.faces[3][0], disagreeing.faces[3][1]);
    EXPECT_FALSE(is_closed(disagreeing));
    Triangles doubled = cube;
    doubled.faces.push_back(cube.faces[0]);
    EXPECT_FALSE(is_closed(doubled));
}

/// A wedge along z: 0 < x < 1, 0 < y < 0.2 x, 0 < z < 1. With `spare`, a triangle without area closes a gap at its sharp edge.
Triangles wedge_mesh(bool spare) {
    Triangles m;
    for (const double z : {0.0, 1.0})
        for (const Vec3& p : {Vec3{0, 0, z}, Vec3{1, 0, z}, Vec3{1, 0.2, z}}) m.corners.push_back(p);
    m.corners.push_back({0, 0, 0.5});
    m.faces = {{0, 2, 1}, {3, 4, 5}, {1, 2, 5}, {1, 5, 4}, {0, 4, 3}, {0, 1, 4}, {3, 5, 2}};
    if (spare)
        m.faces.insert(m.faces.end(), {{3, 2, 6}, {6, 2, 0}, {0, 3, 6}});  // the edge 0 3 once whole, once in two
    else
        m.faces.push_back({3, 2, 0});
    return m;
}

TEST(Mesh, TellsInsideFromOutsideAtAKnifesEdge) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi), digits(-4, -0.5), height(0.2, 0.8);
    for (const bool spare : {false, true}) {
        const Triangles wedge = wedge_mesh(spare);
        ASSERT_TRUE(is_closed(wedge));
        const Vec3 turn{20, 35, 50};
        const Shape body = mesh(placed(wedge, 1, turn, {}));
        for (int k = 0; k < 20000; ++k) {
            const double r = std::pow(10, digits(random)), a = angle(random), z = height(random);
            if (spare && r < 0.02) continue;  // rounding hides there which triangles are equally near
            const double x = r * std::cos(a), y = r * std::sin(a);
            const double inside = std::min(y, 0.2 * x - y);
            if (std::abs(inside) < 1e-5) continue;
            Triangles place;
            place.corners = {{x, y, z}};
            ASSERT_EQ(body.distance(placed(place, 1, turn, {}).corners[0]) < 0, inside > 0) << spare << ' ' << x << ' ' << y;
        }
    }
}

TEST(Mesh, KeepsItsInsideWhereATriangleHasNoArea) {
    // The cube with a corner in the middle of an edge, which a triangle without area closes.
    Triangles cube = cube_mesh({0, 0, 0}, {1, 1, 1});
    const auto face = cube.faces[0];
    const Vec3 a = cube.corners[static_cast<std::size_t>(face[0])], b = cube.corners[static_cast<std::size_t>(face[1])];
    const int middle = static_cast<int>(cube.corners.size());
    cube.corners.push_back({(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2});
    cube.faces[0] = {face[0], middle, face[2]};
    cube.faces.push_back({middle, face[1], face[2]});
    cube.faces.push_back({face[0], face[1], middle});
    ASSERT_TRUE(is_closed(cube));
    const Shape body = mesh(cube), same = box({0, 0, 0}, {1, 1, 1});
    Places place(-0.5, 1.5);
    for (int k = 0; k < 20000; ++k) {
        const Vec3 p = place();
        ASSERT_NEAR(body.distance(p), same.distance(p), 1e-6) << p.x << ' ' << p.y << ' ' << p.z;
    }
}

TEST(Mesh, InAPlaneIsItsCutAtZero) {
    const Shape ball = mesh(ball_mesh({0.5, 0.5, 0.3}, 0.5, 5)), disc = sphere({0.5, 0.5, 0}, 0.4);
    Places place(0, 1);
    for (int k = 0; k < 2000; ++k) {
        const Vec3 p = place();
        const double d = disc.distance(p, 2);
        if (std::abs(d) > 2e-3) { ASSERT_EQ(ball.distance(p, 2) < 0, d < 0); }
        ASSERT_LE(std::abs(ball.distance(p, 2)), std::abs(d) + 2e-3);
    }
}

TEST(Mesh, FarFromZeroOrVeryLargeOrSmallIsAsGoodAsAnyOther) {
    for (const double size : {1e-6, 1.0, 1e6}) {
        const Vec3 at{300 * size, -200 * size, 100 * size};
        const Triangles ball = ball_mesh({0, 0, 0}, 1, 4);
        const Shape body = mesh(placed(ball, size, {}, at));
        const Shape same = sphere(at, size);
        Places place(-2, 2);
        for (int k = 0; k < 500; ++k) {
            const Vec3 q = place(), p{at.x + size * q.x, at.y + size * q.y, at.z + size * q.z};
            ASSERT_NEAR(body.distance(p) / size, same.distance(p) / size, 1 - least_height(ball, {}) + 1e-4);
        }
    }
}

TEST(Mesh, IsScaledThenTurnedThenMoved) {
    Triangles m;
    m.corners = {{1, 0, 0}};
    EXPECT_EQ(placed(m, 2, {0, 0, 90}, {1, 1, 1}).corners[0], (Vec3{1, 3, 1}));
    EXPECT_EQ(placed(m, 1, {90, 90, 0}, {}).corners[0], (Vec3{0, 0, -1}));
    m.corners = {{0, 1, 0}};
    EXPECT_EQ(placed(m, 1, {90, 0, 0}, {}).corners[0], (Vec3{0, 0, 1}));
}

TEST(Mesh, JoinsWithOtherShapesAndIsKeptOnce) {
    const Shape ball = mesh(ball_mesh({0, 0, 0}, 1, 3)), cube = mesh(cube_mesh({0, 0, 0}, {2, 2, 2}));
    const Shape both = (ball | cube) - ball;
    ASSERT_TRUE(both.models());
    Places place(-2, 2);
    for (int k = 0; k < 500; ++k) {
        const Vec3 p = place();
        ASSERT_EQ(both.distance(p), std::max(std::min(ball.distance(p), cube.distance(p)), -ball.distance(p)));
        ASSERT_EQ((cube & sphere({}, 1)).distance(p), std::max(cube.distance(p), sphere({}, 1).distance(p)));
    }
    EXPECT_EQ((ball | sphere({}, 2)).models(), ball.models());
    EXPECT_EQ((ball | ball).nodes()[0].model, (ball | ball).nodes()[1].model);
}

TEST(Mesh, ThatCanNotBeIsRefused) {
    const auto refused = [](const Triangles& m, double thickness = 0) {
        return error_of([&] { (void)mesh(m, thickness); });
    };
    EXPECT_SAYS(refused({}), "no triangles");
    Triangles m = cube_mesh({0, 0, 0}, {1, 1, 1});
    EXPECT_SAYS(refused(m, -1), "thickness", "-1");
    EXPECT_SAYS(refused(m, std::nan("")), "thickness", "nan");
    m.faces[2][1] = 8;
    EXPECT_SAYS(refused(m), "triangle 2", "8");
    m.faces[2][1] = -1;
    EXPECT_SAYS(refused(m), "triangle 2", "-1");
    m = cube_mesh({0, 0, 0}, {1, 1, 1});
    m.corners[3].y = std::numeric_limits<double>::infinity();
    EXPECT_SAYS(refused(m), "corner 3", "finite");
    m = cube_mesh({0, 0, 0}, {1, 1, 1});
    for (Vec3& p : m.corners) p.y = p.z = 0;
    EXPECT_SAYS(refused(m), "12", "area");
    Triangles many;
    many.corners.resize(3);
    many.faces.assign(4'000'001, {0, 1, 2});
    EXPECT_SAYS(refused(many), "4000001", "4000000");
}

}  // namespace
}  // namespace whorl
