// Whatever the numbers: nothing is touched outside of the fields, and in fixed point nothing overflows. The sanitizers
// look on where they are built in; elsewhere the marks around each field do.

#include <gtest/gtest.h>

#include <limits>

#include "lab.hpp"
#include "support/each_dimension.hpp"

namespace whorl::classic {
namespace {

template <class Number>
std::vector<Number> extremes() {
    if constexpr (Arithmetic<Number>::real) {
        using Limits = std::numeric_limits<Number>;
        return {0,
                1,
                -1,
                Limits::max(),
                -Limits::max(),
                Limits::min(),
                Limits::denorm_min(),
                Limits::infinity(),
                -Limits::infinity(),
                Limits::quiet_NaN(),
                Number(1e9),
                Number(-1e-9)};
    } else {
        return {0,
                1,
                -1,
                Number::from_raw(Number::largest),
                Number::from_raw(Number::smallest),
                Number::from_raw(1),
                Number::from_raw(-1),
                Number(100),
                Number(-100)};
    }
}

/// Fields with marks before and behind each.
template <class Number, int D, class Bodies, Solver solver>
struct Marked {
    explicit Marked(const Fluid<Number, D, Bodies, solver>& of)
        : size(static_cast<std::size_t>(of.size())), room(fields * (size + 2 * margin), mark) {}
    Number* field(std::size_t f) { return room.data() + f * (size + 2 * margin) + margin; }
    void fill(std::size_t f, unsigned& seed, const std::vector<Number>& from) {
        for (std::size_t k = 0; k < size; ++k) {
            seed = seed * 1664525u + 1013904223u;
            field(f)[k] = from[(seed >> 16) % from.size()];
        }
    }
    bool intact() {
        for (std::size_t f = 0; f < fields; ++f)
            for (std::size_t m = 0; m < margin; ++m)
                if (field(f)[size + m] != mark || *(field(f) - 1 - m) != mark) return false;
        return true;
    }
    static constexpr std::size_t fields = 2 * D + 2, margin = 64;
    const Number mark = Number(77);
    std::size_t size;
    std::vector<Number> room;
};

template <class Number, int D, class Bodies = NoBodies, Solver solver = Solver::gauss_seidel>
void expect_bounds_to_hold(Side side) {
    const std::vector<Number> numbers = extremes<Number>();
    Fluid<Number, D, Bodies, solver> fluid{};
    for (int a = 0; a < D; ++a) fluid.cells[a] = 5 - a;
    std::vector<unsigned char> mask(static_cast<std::size_t>(fluid.size()), 0);
    mask[mask.size() / 2] = 1;
    if constexpr (std::is_same_v<Bodies, Mask>) fluid.body = mask.data();
    std::vector<Number> memory(3 * mask.size());
    fluid.memory = memory.data();
    fluid.sweeps = 3;
    unsigned seed = 1;
    Marked<Number, D, Bodies, solver> all(fluid);
    const auto vector = [&](std::size_t first) {
        typename Fluid<Number, D, Bodies, solver>::Vector v{};
        for (int a = 0; a < D; ++a) v.axis[a] = all.field(first + static_cast<std::size_t>(a));
        return v;
    };
    for (const Number dt : numbers)
        for (const Number rate : numbers) {
            seed = seed * 1664525u + 1013904223u;
            const Number scale = numbers[(seed >> 16) % numbers.size()];
            fluid.scale = scale;
            fluid.low[0] = {side, {rate, dt}, scale};
            fluid.high[D - 1] = {side, {dt, scale}, rate};
            for (std::size_t f = 0; f < all.fields; ++f) all.fill(f, seed, numbers);
            fluid.confine(vector(D), vector(0), rate, all.field(2 * D));
            fluid.vel_step(vector(0), vector(D), rate, dt);
            fluid.dens_step(all.field(2 * D), all.field(2 * D + 1), vector(0), rate, dt);
            fluid.tex_step(vector(0), vector(D), vector(D), dt);
            ASSERT_TRUE(all.intact());
        }
}

template <class Number, int D>
void expect_bounds_to_hold_everywhere() {
    for (const Side side : {Side::wall, Side::periodic, Side::inflow, Side::open}) {
        expect_bounds_to_hold<Number, D>(side);
        expect_bounds_to_hold<Number, D, Mask, Solver::red_black>(side);
        if constexpr (Arithmetic<Number>::real)
            expect_bounds_to_hold<Number, D, Mask, Solver::conjugate_gradient>(side);
    }
}

TEST_EACH_DIMENSION(ClassicExtremes, OfFloatStayInsideTheFields) { expect_bounds_to_hold_everywhere<float, D>(); }
TEST_EACH_DIMENSION(ClassicExtremes, OfFixedPointStayInsideTheFields) {
    expect_bounds_to_hold_everywhere<Slides, D>();
    expect_bounds_to_hold_everywhere<Paper, D>();
    expect_bounds_to_hold_everywhere<Fine, D>();
}

TEST(ClassicExtremes, SmokeOfAnyStepAndSpeedStaysWithinWhatItWas) {
    for (const float speed : {1e-30f, 1.0f, 1e10f, 1e38f}) {
        World<float, 2> world(16);
        world.each([&](std::size_t k, const auto& place) {
            world.u[0][k] = speed * float(place[1] - 0.5), world.u[1][k] = speed, world.x[k] = float(place[0]);
        });
        for (int step = 0; step < 20; ++step) world.clear_sources(), world.step(1e30, 1e30, 1e30);
        for (const float x : world.x) ASSERT_TRUE(x >= 0 && x <= 1) << x << " at a speed of " << speed;
    }
}

TEST(ClassicExtremes, AWindFarBeyondTheRangeOfAGridOfManyCellsReadsInside) {
    Fluid<Slides, 2> fluid{{300, 3}};  // more cells than 8.8 can count
    std::vector<Slides> all(static_cast<std::size_t>(6 * fluid.size()), Slides(127));
    Slides* f[6];
    for (int i = 0; i < 6; ++i) f[i] = all.data() + i * fluid.size();
    for (int step = 0; step < 5; ++step) {
        fluid.vel_step({f[0], f[1]}, {f[2], f[3]}, 100, 100);
        fluid.dens_step(f[4], f[5], {f[0], f[1]}, 100, 100);
    }
    SUCCEED() << "the sanitizers look on";
}

}  // namespace
}  // namespace whorl::classic
