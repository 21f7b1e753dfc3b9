// Bodies thinner than a cell, with fluid driven against them from all directions, let nothing through: not at rest, and
// not while they move.

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/setup.hpp"
#include "support/meshes.hpp"
#include "support/sanitizers.hpp"

namespace whorl {
namespace {

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

template <int D> constexpr int grid_for_leaks = D == 2 ? 24 : 12;

/// Runs 500 steps with smoke where `inside` is negative at the start; how much is left there, and the most that was ever
/// outside. Both as sums over cells.
struct Held {
    double left, escaped;
};
template <class Inside> Held hold_smoke(Settings s, const Inside& inside) {
    s.carried[0].initial = [&](Vec3 p) { return inside(p, 0.0) ? 1.0 : 0.0; };
    Simulation fluid(s);
    double escaped = 0;
    for (int step = 0; step < shortened(500); ++step) {
        fluid.step(0.03);  // fluid and bodies move by a good part of a cell
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
    for (const double angle : {0.2, 0.7, pi / 4}) {
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

// ---- Sheets and cups ------------------------------------------------------------------------------------------------

/// How a body sways, and where a place lies as seen from it.
struct Sway {
    const char* name;
    double aside, up, turn;  // m, m, radians: how far

    static constexpr Vec3 pivot{0.5, 0.5, 0.5};
    Motion motion() const {
        if (aside == 0 && turn == 0) return {};
        const Sway s = *this;
        return {.shift = {Value([s](Vec3, double t) { return s.shift(t).x; }, false),
                          Value([s](Vec3, double t) { return s.shift(t).y; }, false)},
                .turn = Value([s](Vec3, double t) { return s.angle(t); }, false),
                .pivot = pivot};
    }
    Vec3 shift(double t) const { return {aside * std::sin(2 * t), up * (std::cos(3 * t) - 1), 0}; }
    double angle(double t) const { return turn * std::sin(1.5 * t); }
    Vec3 as_seen_from_it(Vec3 p, double t) const {
        const double x = p.x - pivot.x - shift(t).x, y = p.y - pivot.y - shift(t).y;
        const double c = std::cos(angle(t)), s = std::sin(angle(t));
        return {pivot.x + c * x + s * y, pivot.y + c * y - s * x, p.z};
    }
};
constexpr Sway sways[] = {{"at rest", 0, 0, 0}, {"shifted and turned", 0.05, 0.03, 0.25}};

template <int D> constexpr int few_cells = D == 2 ? 16 : 6;  // a mesh that moves is searched again in every step

/// `hollow(q)` tells where the smoke is, as seen from the body.
template <int D, class Hollow>
void expect_to_hold_smoke(const Shape& shape, const Hollow& hollow, const Settings& world = stirred<D>(few_cells<D>)) {
    for (const Sway& sway : sways) {
        Settings s = world;
        s.obstacles = {{.shape = shape, .motion = sway.motion()}};
        const Held smoke = hold_smoke(s, [&](Vec3 p, double t) { return hollow(sway.as_seen_from_it(p, t)); });
        EXPECT_EQ(smoke.escaped, 0) << sway.name;
        EXPECT_GT(smoke.left, 5) << sway.name;
    }
}

/// A sheet that divides all, folded along lines that lean to the right with z. Where it is at z = 0, from below to above:
constexpr double folds[][2] = {{-2, 0.45}, {0.13, 0.45}, {0.37, 0.62}, {0.52, 0.41}, {0.81, 0.55}, {3, 0.5}};  // y, x
constexpr double lean = 0.1;

Triangles folded_sheet() {
    Triangles m;
    for (const auto& [y, x] : folds)
        for (const double z : {-2.0, 3.0}) m.corners.push_back({x + lean * z, y, z});
    for (int k = 0; k + 3 < static_cast<int>(m.corners.size()); k += 2)
        m.faces.push_back({k, k + 1, k + 2}), m.faces.push_back({k + 1, k + 3, k + 2});
    return m;
}
bool left_of_the_folds(Vec3 p) {
    std::size_t k = 1;
    while (folds[k][0] < p.y) ++k;
    const auto& [y, x] = folds[k - 1];
    const auto& [next_y, next_x] = folds[k];
    return p.x - lean * p.z < x + (next_x - x) * (p.y - y) / (next_y - y);
}

/// Smoke comes in on the left without end.
template <int D> void expect_the_folds_to_hold(void (*change)(Settings&)) {
    Settings s = stirred<D>(few_cells<D>);
    s.boundary.left = s.boundary.right = open();  // so that what the sheet pushes can leave
    s.sources = {{.where = half_space({0.12, 0, 0}, {1, 0, 0}), .quantity = "smoke", .mode = Mode::set}};
    change(s);
    expect_to_hold_smoke<D>(mesh(folded_sheet()), [](Vec3 p) { return left_of_the_folds(D == 3 ? p : Vec3{p.x, p.y, 0}); }, s);
}

TEST_EACH_DIMENSION(ThinBodies, AFoldedSheetOfTrianglesHoldsSmoke) {
    expect_the_folds_to_hold<D>([](Settings&) {});
}
TEST_EACH_DIMENSION(ThinBodies, AFoldedSheetOfTrianglesHoldsSmokeThatSpreads) {
    expect_the_folds_to_hold<D>([](Settings& s) {
        s.solver.splitting = Splitting::two_step;
        s.fluid.viscosity = s.carried[0].diffusion = 2e-3;
    });
}

// Cups stand with their mouth beyond the upper side, so that all that is in them has to stay. In a plane they are cut in
// their middle.
template <int D> constexpr double near_side = D == 3 ? 0.24 : -0.27;
template <int D> constexpr double far_side = D == 3 ? 0.77 : 0.26;
constexpr double cup_left = 0.23, cup_right = 0.76, cup_floor = 0.27, cup_rim = 1.7;
template <int D> bool in_cup(Vec3 p, double wall) {
    const double z = D == 3 ? p.z : 0;
    return p.x > cup_left + wall && p.x < cup_right - wall && p.y > cup_floor + wall && z > near_side<D> + wall &&
           z < far_side<D> - wall;
}

TEST_EACH_DIMENSION(ThinBodies, ACupThatIsAnOpenSheetOfTrianglesHoldsSmoke) {
    Triangles cup = cube_mesh({cup_left, cup_floor, near_side<D>}, {cup_right, cup_rim, far_side<D>});
    std::erase_if(cup.faces, [&](const std::array<int, 3>& f) {  // the lid
        return std::all_of(f.begin(), f.end(), [&](int c) { return cup.corners[static_cast<std::size_t>(c)].y == cup_rim; });
    });
    ASSERT_EQ(cup.faces.size(), 10u);
    expect_to_hold_smoke<D>(mesh(cup), [](Vec3 p) { return in_cup<D>(p, 0); });
}

TEST_EACH_DIMENSION(ThinBodies, AMeshOfACupHoldsSmokeWhateverItsThickness) {
    for (const double cells : {0.02, 1.3}) {
        if (D == 3 && cells > 1) continue;  // as in a plane, and a minute more
        const double wall = cells / few_cells<D>;
        SCOPED_TRACE(cells);
        const Triangles cup = cup_mesh({cup_left, cup_floor, near_side<D>}, {cup_right, cup_rim, far_side<D>}, wall);
        ASSERT_TRUE(is_closed(cup));
        expect_to_hold_smoke<D>(mesh(cup), [=](Vec3 p) { return in_cup<D>(p, wall); });
    }
}

TEST_EACH_DIMENSION(ThinBodies, ACupThatIsADifferenceOfShapesHoldsSmoke) {
    const double outer = 0.27, inner = outer - 0.1 / few_cells<D>;
    const Vec3 low{0.51, 0.49, 0.5}, high{0.51, 2, 0.5};
    expect_to_hold_smoke<D>(capsule(low, high, outer) - capsule(low, high, inner), [=](Vec3 p) {
        return std::hypot(p.x - low.x, std::min(p.y - low.y, 0.0), D == 3 ? p.z - low.z : 0) < inner;
    });
}

}  // namespace
}  // namespace whorl
