// The arithmetic that every kernel is made of: rounding, limiting, interpolating, and staying inside of the domain.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/trace.hpp"
#include "support/each_dimension.hpp"
#include "support/lab.hpp"

namespace whorl {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(Nearest, IsTheWholeNumberNextToItWithHalvesToEven) {
    for (float x = -1000; x <= 1000; x += 0.125f) ASSERT_EQ(nearest(x), std::nearbyint(x)) << x;
    EXPECT_EQ(nearest(1048576.25f), 1048576);
}

TEST(Nearest, OfTheNegativeIsTheNegative) {
    for (float x = 0; x <= 100; x += 0.0625f) ASSERT_EQ(nearest(-x), -nearest(x)) << x;
}

TEST(Clamp, LimitsAnythingAlsoWhatIsNoNumber) {
    EXPECT_EQ(clamp(0.5f, -1, 1), 0.5f);
    EXPECT_EQ(clamp(-7.0f, -1, 1), -1);
    EXPECT_EQ(clamp(7.0f, -1, 1), 1);
    EXPECT_EQ(clamp(infinity, -1, 1), 1);
    EXPECT_EQ(clamp(-infinity, -1, 1), -1);
    EXPECT_EQ(clamp(nan, -1, 1), -1);
}

TEST(Mix, IsTheEndsAtTheEndsAndEvenInTheMiddle) {
    const float a = 0.1f, b = 0.7f;
    EXPECT_EQ(mix(a, b, 0), a);
    EXPECT_EQ(mix(a, b, 0.5f), mix(b, a, 0.5f));
    EXPECT_EQ(mix(a, a, 0.3f), a);
    EXPECT_FLOAT_EQ(mix(a, b, 0.25f), 0.25f);
}

/// Where interpolation looks, in cells from the place that asks: its nearest node and the other one.
struct Looks {
    float near, other;
};
template <int Loc, int Kind>
Looks looks(float d) {
    const Node node = nearest_node<Loc, Kind, 0>(d, 1);
    // Node i of a kind that sits on the faces lies half a cell below the centre i.
    const float offset = (Loc == 0 ? 0.5f : 0.0f) - (Kind == 0 ? 0.5f : 0.0f);
    return {static_cast<float>(node.at) + offset, static_cast<float>(node.at + node.way) + offset};
}
template <int Loc, int Kind>
void expect_nodes_around() {
    for (float d = -5; d <= 5; d += 1.0f / 64) {
        const auto [near, other] = looks<Loc, Kind>(d);
        const Node node = nearest_node<Loc, Kind, 0>(d, 1);
        ASSERT_LE(std::abs(d - near), 0.5f) << d;
        ASSERT_FLOAT_EQ(near + node.t * (other - near), d) << d;
        ASSERT_TRUE(std::abs(node.way) == 1 && node.t >= 0 && node.t <= 0.5f) << d;
    }
}

TEST(NearestNode, LiesWithinHalfACellForEveryKindAndPlace) {
    expect_nodes_around<centre, centre>();
    expect_nodes_around<centre, 0>();
    expect_nodes_around<0, centre>();
    expect_nodes_around<0, 0>();
    expect_nodes_around<1, 0>();
    expect_nodes_around<0, 1>();
    expect_nodes_around<1, 1>();
}

TEST(NearestNode, CountsInStepsOfItsAxis) {
    const Node node = nearest_node<centre, centre, 1>(-2.25f, 100);
    EXPECT_EQ(node.at, -200);
    EXPECT_EQ(node.way, -100);
    EXPECT_EQ(node.t, 0.25f);
}

// ---- Interpolation --------------------------------------------------------------------------------------------------

/// A field of one kind in a grid of ten cells each way, from a function of the place in cells.
template <int D>
struct Sheet {
    Cpu on{1};
    Grid<D> grid{filled<int, D>(10), filled<float, D>(1)};
    Field f = on.field(grid);

    template <class Value>
    Sheet(int kind, Value value) {
        for_each_index(values_of(grid, kind, 2), [&](Index<D> i) {
            Vec<D> p{};
            for (int a = 0; a < D; ++a) p[a] = static_cast<float>(i[a]) + (kind == a ? 0 : 0.5f);
            value_at(grid, f, i) = value(p);
        });
    }
    View<const float> view() const { return f; }
    int middle() const { return grid.cells().cell(filled<int, D>(5)).at; }
    /// The nodes that interpolation uses `d` cells away from the middle.
    template <int Kind>
    Array<Node, D> nodes(const Vec<D>& d) const {
        return nodes_at<D, centre, Kind>(d, grid.step(), filled<int, D>(5), filled<int, D>(0));
    }
};

template <int D>
Vec<D> some_way(float x) {
    Vec<D> d{};
    for (int a = 0; a < D; ++a) d[a] = x * (a == 1 ? -0.75f : 1.0f) + 0.125f * static_cast<float>(a);
    return d;
}

template <int D, int Kind, class Interpolate>
float worst_on_a_plane(Interpolate interpolate) {
    const auto plane = [](const Vec<D>& p) { return 0.25f + sum_axes<D>([&](auto a) { return (a + 1.0f) * p[a]; }); };
    const Sheet<D> sheet(Kind, plane);
    float worst = 0;
    for (float x = -2; x <= 2; x += 1.0f / 32) {
        const Vec<D> d = some_way<D>(x);
        Vec<D> p{};
        for (int a = 0; a < D; ++a) p[a] = 5.5f + d[a];
        const float got = interpolate(sheet.view(), sheet.middle(),
                                      nodes_at<D, centre, Kind>(d, sheet.grid.step(), filled<int, D>(0), {}));
        worst = std::max(worst, std::abs(got - plane(p)));
    }
    return worst;
}

TEST_EACH_DIMENSION(Interpolation, LinearAndCubicReproduceLinearFunctions) {
    const auto by_line = [](auto f, int at, const auto& nodes) { return linear<D>(f, at, nodes); };
    const auto by_cube = [](auto f, int at, const auto& nodes) { return cubic<D>(f, at, nodes); };
    EXPECT_LT((worst_on_a_plane<D, centre>(by_line)), 1e-5);
    EXPECT_LT((worst_on_a_plane<D, 0>(by_line)), 1e-5);
    EXPECT_LT((worst_on_a_plane<D, D - 1>(by_line)), 1e-5);
    EXPECT_LT((worst_on_a_plane<D, centre>(by_cube)), 1e-5);
    EXPECT_LT((worst_on_a_plane<D, 0>(by_cube)), 1e-5);
    EXPECT_LT((worst_on_a_plane<D, D - 1>(by_cube)), 1e-5);
}

TEST_EACH_DIMENSION(Interpolation, ReproducesConstantsToTheLastBit) {
    const float value = 0.1f;
    const Sheet<D> sheet(centre, [&](const Vec<D>&) { return value; });
    for (float x = -2; x <= 2; x += 1.0f / 32) {
        const auto nodes = nodes_at<D, centre, centre>(some_way<D>(x), sheet.grid.step(), filled<int, D>(0), {});
        ASSERT_EQ(linear<D>(sheet.view(), sheet.middle(), nodes), value);
        ASSERT_EQ(cubic<D>(sheet.view(), sheet.middle(), nodes), value);
    }
}

TEST_EACH_DIMENSION(Interpolation, AtANodeIsTheNode) {
    const Sheet<D> sheet(centre, [](const Vec<D>& p) { return std::sin(3 * p[0] + 5 * p[1]); });
    for (int k = -2; k <= 2; ++k) {
        const auto nodes = nodes_at<D, centre, centre>(filled<float, D>(static_cast<float>(k)), sheet.grid.step(),
                                                       filled<int, D>(0), {});
        const float there = value_at(sheet.grid, sheet.f, filled<int, D>(5 + k));
        EXPECT_EQ(linear<D>(sheet.view(), sheet.middle(), nodes), there);
        EXPECT_EQ(cubic<D>(sheet.view(), sheet.middle(), nodes), there);
        const Interval seen = range<D>(sheet.view(), sheet.middle(), nodes);
        EXPECT_EQ(seen.lo, there);
        EXPECT_EQ(seen.hi, there);
    }
}

TEST_EACH_DIMENSION(Interpolation, LinearStaysInTheRangeOfItsNodes) {
    const Sheet<D> sheet(centre, [](const Vec<D>& p) { return std::sin(300 * p[0] + 500 * p[1]); });
    for (float x = -2; x <= 2; x += 1.0f / 32) {
        const auto nodes = nodes_at<D, centre, centre>(some_way<D>(x), sheet.grid.step(), filled<int, D>(0), {});
        const Interval seen = range<D>(sheet.view(), sheet.middle(), nodes);
        const float v = linear<D>(sheet.view(), sheet.middle(), nodes);
        ASSERT_GE(v, seen.lo - 1e-6f);
        ASSERT_LE(v, seen.hi + 1e-6f);
    }
}

/// At places that are right on nodes as well, in a field with zeros below 0 beside each other.
template <int D, int Loc, int Kind>
void expect_straight_as_apart() {
    const Sheet<D> sheet(Kind, [](const Vec<D>& p) { return std::sin(300 * p[0] + 500 * p[1]) > 0.5f ? -p[1] : -0.0f; });
    const Straight<D> straight{sheet.grid.step()};
    const Apart<D> apart{sheet.grid.step(), {}};
    const Cell<D> c = sheet.grid.cells().cell(filled<int, D>(5));
    int looked = 0;
    for (float x = -2; x <= 2; x += 1.0f / 32)
        for (const float y : {-0.0f, 0.0f, 0.3f, -0.625f}) {
            Vec<D> d = some_way<D>(x);
            d[1] = y;
            const auto nodes = apart.template nodes<Loc, Kind>(c, d);
            if (half_way<D>(nodes)) continue;
            const auto corner = straight.template nodes<Loc, Kind>(c, d);
            ASSERT_FALSE(half_way(corner));
            const float a = apart.template linear<Loc, Kind>(sheet.view(), c, nodes);
            const float b = straight.template linear<Loc, Kind>(sheet.view(), c, corner);
            ASSERT_EQ(bits_of(a), bits_of(b)) << x << ' ' << y;
            const Interval one = apart.template range<Loc, Kind>(sheet.view(), c, nodes);
            const Interval other = straight.template range<Loc, Kind>(sheet.view(), c, corner);
            ASSERT_TRUE(bits_of(one.lo) == bits_of(other.lo) && bits_of(one.hi) == bits_of(other.hi)) << x << ' ' << y;
            const float curve = apart.template cubic<Loc, Kind>(sheet.view(), c, nodes);
            const float same_curve = straight.template cubic<Loc, Kind>(sheet.view(), c, corner);
            ASSERT_EQ(bits_of(curve), bits_of(same_curve)) << x << ' ' << y;
            ++looked;
        }
    ASSERT_GT(looked, 50);
}
TEST_EACH_DIMENSION(Straight, SeesWhatTheLookOfEveryPlaceSees) {
    expect_straight_as_apart<D, centre, centre>();
    expect_straight_as_apart<D, centre, 0>();
    expect_straight_as_apart<D, centre, 1>();
    expect_straight_as_apart<D, 0, 0>();
    expect_straight_as_apart<D, D - 1, D - 1>();
}

TEST(CatmullRom, GoesThroughItsPointsAndIsExactForParabolas) {
    const auto parabola = [](float x) { return 1 + x * (2 - 3 * x); };
    for (float t = 0; t <= 1; t += 1.0f / 16)
        EXPECT_NEAR(catmull_rom(parabola(-1), parabola(0), parabola(1), parabola(2), t), parabola(t), 1e-5) << t;
    EXPECT_EQ(catmull_rom(9, 0.1f, 0.7f, -4, 0), 0.1f);
    EXPECT_EQ(catmull_rom(9, 0.1f, 0.7f, -4, 0.5f), catmull_rom(-4, 0.7f, 0.1f, 9, 0.5f));
}

// ---- Reach ----------------------------------------------------------------------------------------------------------

constexpr Reach<2> reach{.n = {10, 10}, .period = {0, 10}, .per_period = {0, 0.1f}};  // walls along x, periodic along y

constexpr auto sane = Reach<2>::sane;

TEST(Reach, StopsAtWalls) {
    EXPECT_EQ(reach.limit<0>(2.5f, 1), 1);
    EXPECT_EQ(reach.limit<0>(2.5f, -1e-20f), -1e-20f);
    for (const float far : {-3.0f, -1e6f, -1e30f, -infinity}) EXPECT_EQ(reach.limit<0>(2.5f, sane(far)), -2.5f) << far;
    for (const float far : {8.0f, 1e6f, 1e30f, infinity}) EXPECT_EQ(reach.limit<0>(2.5f, sane(far)), 7.5f) << far;
}

TEST(Reach, DropsWholePeriods) {
    EXPECT_EQ(reach.limit<1>(2.5f, 1), 1);
    EXPECT_EQ(reach.limit<1>(2.5f, -3), -3);
    EXPECT_FLOAT_EQ(reach.limit<1>(2.5f, 31), 1);
    EXPECT_FLOAT_EQ(reach.limit<1>(2.5f, -20000.25f), -0.25f);
}

TEST(Reach, FindsTheNodeOfTheDomainBeyondASeam) {
    const auto node = [](int i, float d) {
        return nodes_at<2, centre, centre>({0, d}, {1, 100}, {0, i}, reach.period)[1];
    };
    EXPECT_EQ(node(2, -3.25f).at, 700);  // cell -1 is cell 9
    EXPECT_EQ(node(2, -3.25f).way, -100);
    EXPECT_EQ(node(2, -3.25f).t, 0.25f);
    EXPECT_EQ(node(8, 3).at, -700);  // cell 11 is cell 1
    EXPECT_EQ(node(8, 1).at, 100);
}

TEST(Reach, AlwaysEndsInside) {
    for (const float d : {0.0f, 1e-38f, -1e-38f, 4.99999f, 5.0f, -5.0f, 9.99999f, 10.0f, -10.0f, 12345.678f, -1e9f,
                          1e38f, infinity, -infinity, nan})
        for (const int i : {0, 5, 9}) {
            const float x = static_cast<float>(i) + 0.5f;
            const Vec<2> way{reach.limit<0>(x, sane(d)), reach.limit<1>(x, sane(d))};
            const auto nodes = nodes_at<2, centre, centre>(way, {1, 100}, {i, i}, reach.period);
            EXPECT_TRUE(x + way[0] >= 0 && x + way[0] <= 10) << x << ' ' << d;
            EXPECT_TRUE(i + nodes[1].at / 100 >= 0 && i + nodes[1].at / 100 < 10) << x << ' ' << d;
        }
}

// ---- Trace ----------------------------------------------------------------------------------------------------------

template <int D>
float worst_displacement(Backtrace method, double dt, float expected) {
    Lab<D> lab(filled<int, D>(8), filled<float, D>(0.5f), all_sides(periodic()));
    for (int a = 0; a < D; ++a) lab.on.for_each(lab.f.grid.faces(a), Fill<D>{.value = 2, .f = lab.f.velocity[a]});
    lab.settle();
    lab.trace(dt, method, lab.s.back);
    float worst = 0;
    for (int a = 0; a < D; ++a)
        for_each_index(lab.f.grid.cells(), [&](Index<D> i) {
            worst = std::max(worst, std::abs(value_at(lab.f.grid, lab.s.back[a], i) - expected));
        });
    return worst;
}

TEST_EACH_DIMENSION(Trace, OfAUniformFlowIsSpeedTimesTimeBackwards) {
    for (const Backtrace method : {Backtrace::euler, Backtrace::rk2, Backtrace::rk3}) {
        EXPECT_LT(worst_displacement<D>(method, 0.3, -1.2f), 1e-6);
        EXPECT_LT(worst_displacement<D>(method, -0.3, 1.2f), 1e-6);
    }
}

/// How far off the trace of a turning flow is, relative to that of twice the step: the order of the method, as a power.
double order(Backtrace method) {
    const auto error = [&](double dt) {
        Lab<2> lab({32, 32}, {1, 1}, all_sides(open()));
        for (int a = 0; a < 2; ++a)
            for_each_index(values_of(lab.f.grid, a, 2), [&](Index<2> i) {
                const float other = static_cast<float>(i[1 - a]) + 0.5f - 16;
                value_at(lab.f.grid, lab.f.velocity[a], i) = a == 0 ? -other : other;
            });
        lab.trace(dt, method, lab.s.back);
        const double x = 4.5, y = 2.5, dx = x * std::cos(dt) + y * std::sin(dt) - x;  // the centre turns by -dt
        return std::abs(value_at(lab.f.grid, lab.s.back[0], Index<2>{20, 18}) - dx);
    };
    return std::log2(error(0.4) / error(0.2));
}

TEST(Trace, HasTheOrderOfItsMethod) {
    EXPECT_NEAR(order(Backtrace::euler), 2, 0.3);  // of one step, that is one more than over a given time
    EXPECT_NEAR(order(Backtrace::rk2), 3, 0.3);
    EXPECT_NEAR(order(Backtrace::rk3), 4, 0.3);
}

}  // namespace
}  // namespace whorl
