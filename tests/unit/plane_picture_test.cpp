// Planes: what is drawn of their fields, in which colours, and the legend beside them.

#include "render/legend.hpp"
#include "render/lettering.hpp"
#include "render/palette.hpp"
#include "render/pattern.hpp"
#include "render/plane.hpp"
#include "render/texture.hpp"
#include "unit/pictures.hpp"

namespace whorl {
namespace {

using namespace pictures;

TEST(Plane, InterpolationReproducesAConstantAndASlope) {
    Values f({16, 16, 1}, 1.0 / 16);
    for (int j = 0; j < 16; ++j)
        for (int i = 0; i < 16; ++i) f.at(i, j) = 3 + static_cast<float>(i);
    Cpu on(1);
    const std::vector<float> v = render::resampled(on, f, {.size = f.size()}, 64, 64);
    for (int x = 12; x < 52; ++x) EXPECT_NEAR(v[static_cast<std::size_t>(64 * 30 + x)], 3 + (x + 0.5) / 4 - 0.5, 1e-4);
}

TEST(Plane, RunsOnAcrossAPeriodicSide) {
    Values f({8, 8, 1}, 1.0 / 8);
    for (int j = 0; j < 8; ++j) f.at(7, j) = 1;
    Cpu on(1);
    const std::vector<float> v = render::resampled(on, f, {.size = f.size(), .periodic = {true, true}}, 64, 64);
    for (std::size_t x = 0; x < 4; ++x)
        EXPECT_NEAR(v[x], v[(119 - x) % 64], 1e-5);  // mirrored about the middle of cell 7
}

TEST(Plane, RisesFromBottomToTopOfThePicture) {
    Values f({8, 8, 1}, 1.0 / 8);
    for (int i = 0; i < 8; ++i) f.at(i, 7) = 1;  // the top cells
    Cpu on(1);
    const std::vector<float> v = render::resampled(on, f, {.size = f.size()}, 8, 8);
    EXPECT_GT(v[3], v[7 * 8 + 3]);
}

TEST(Plane, PixelsAreFiniteWhateverTheFieldHolds) {
    Values f({16, 16, 1}, 1.0 / 16, 1);
    f.at(3, 3) = nan, f.at(8, 8) = inf, f.at(12, 4) = -inf, f.at(1, 1) = 3e38f;
    Cpu on(1);
    const render::Plane plane{.size = f.size()};
    const std::vector<std::vector<float>> one{render::resampled(on, f, plane, 32, 32)}, three(3, one[0]);
    for (const Palette p : {Palette::smoke, Palette::heat, Palette::sequential, Palette::diverging, Palette::inks}) {
        const auto& values = p == Palette::inks ? three : one;
        EXPECT_TRUE(all_finite(render::coloured(on, values, {.palette = p}, 32, 32)));
    }
}

TEST(Plane, VorticityOfASolidTurnIsTwiceItsRate) {
    const int n = 8;
    Values u({n + 1, n, 1}, 0.25), v({n, n + 1, 1}, 0.25);
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
            if (j < n) u.at(i, j) = -3 * 0.25f * (static_cast<float>(j) + 0.5f);
            if (i < n) v.at(i, j) = 3 * 0.25f * (static_cast<float>(i) + 0.5f);
        }
    std::vector<float> memory;
    const FieldView w = render::vorticity({u, v}, {false, false}, memory);
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) EXPECT_NEAR(w(i, j), 6, 1e-4);
}

TEST(Plane, DivergenceIsThatOfTheFlowAndOfWhatAnObstacleLeavesOpen) {
    const int n = 8;
    Values u({n + 1, n, 1}, 0.25), v({n, n + 1, 1}, 0.25), open_x({n + 1, n, 1}, 0.25, 1),
        open_y({n, n + 1, 1}, 0.25, 1);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i <= n; ++i)
            u.at(i, j) = 3 * 0.25f * static_cast<float>(i), v.at(j, i) = -0.25f * static_cast<float>(i);
    open_x.at(4, 4) = 0.5f;
    std::vector<float> memory;
    const FieldView d = render::divergence({u, v}, {open_x, open_y}, memory);
    EXPECT_NEAR(d(2, 2), 3 - 1, 1e-4);
    EXPECT_NEAR(d(4, 4), 2 + 0.5 * 3 / 0.25, 1e-4);  // half of the 3 m/s that came through the face is missing
}

/// A plane of n x n cells of 1 m whose values are places: that of the cell plus (dx, dy).
struct Places {
    Values x, y;
    Places(int n, float dx, float dy) : x({n, n, 1}, 1.0 / n), y({n, n, 1}, 1.0 / n) {
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const auto wrapped = [](float p) { return p - std::floor(p); };
                x.at(i, j) = wrapped((static_cast<float>(i) + 0.5f) / static_cast<float>(n) + dx);
                y.at(i, j) = wrapped((static_cast<float>(j) + 0.5f) / static_cast<float>(n) + dy);
            }
    }
};

/// Large colourful blots.
Image blots(int n) {
    Image image(n, n);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            const float u = 6.2831853f * static_cast<float>(x) / static_cast<float>(n),
                        v = 6.2831853f * static_cast<float>(y) / static_cast<float>(n);
            image.set(x, y, {0.5f + 0.4f * std::sin(u), 0.5f + 0.4f * std::cos(v), 0.5f + 0.4f * std::sin(u + 2 * v)});
        }
    return image;
}

TEST(Texture, FluidAtRestShowsTheImageUpToTheEdge) {
    const Image image = blots(64);
    const Places rest(16, 0, 0);
    Cpu on(1);
    const Image seen = render::carried_image(on, {rest.x, rest.y}, {.size = {1, 1, 0}},
                                             render::Pyramid(image, {false, false}), {1, 1, 0}, 64, 64);
    EXPECT_LT(largest_difference(seen, image), 0.02f);
}

TEST(Texture, RunsOnAcrossTheSeamOfAPeriodicDomain) {
    const Image image = blots(64);
    const Places moved(16, 0.25f, 0.5f);
    Cpu on(1);
    const Image seen = render::carried_image(on, {moved.x, moved.y}, {.size = {1, 1, 0}, .periodic = {true, true}},
                                             render::Pyramid(image, {true, true}), {1, 1, 0}, 64, 64);
    Image expected(64, 64);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) expected.set(x, y, image.at((x + 16) % 64, (y + 32) % 64));
    EXPECT_LT(largest_difference(seen, expected), 0.02f);
}

TEST(Texture, ASmearedSeamIsHealed) {
    const int n = 64;
    Places moved(n, 0.25f, 0);
    for (int j = 0; j < n; ++j) moved.x.at(47, j) = 0.6f, moved.x.at(48, j) = 0.3f;  // between 0.98 and 0.02
    std::vector<float> memory;
    const FieldView whole = render::healed(moved.x, 1, {true, true}, memory);
    for (int i = 0; i < n; ++i) {
        const float off = whole(i, 20) - (static_cast<float>(i) + 0.5f) / static_cast<float>(n) - 0.25f;
        EXPECT_NEAR(off, std::round(off), 0.01) << i;
    }
}

TEST(Texture, WhatIsSqueezedBelowAPixelBecomesItsMean) {
    Image stripes(256, 256);
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x) stripes.set(x, y, x / 2 % 2 ? Colour{1, 1, 1} : Colour{});
    const Places rest(16, 0, 0);
    Cpu on(1);
    const Image seen = render::carried_image(on, {rest.x, rest.y}, {.size = {1, 1, 0}},
                                             render::Pyramid(stripes, {false, false}), {1, 1, 0}, 22, 22);
    for (const float v : seen.rgb) EXPECT_NEAR(v, 0.5f, 0.12f);
}

TEST(Texture, OurOwnPatternContinuesOnTheOppositeSide) {
    Cpu on(2);
    const int n = 300;
    const Image tiles = render::tile_pattern(on, n);
    const auto jump = [&](int x) {
        double sum = 0;
        for (int y = 0; y < n; ++y) sum += std::fabs(tiles.at(x % n, y).g - tiles.at((x + 1) % n, y).g) / n;
        return sum;
    };
    EXPECT_LT(jump(n - 1), 1.3 * jump(n / 3 - 1));  // as between any two tiles
    EXPECT_TRUE(all_finite(tiles));
}

TEST(Legend, TicksAreRoundNumbersWithinTheRange) {
    EXPECT_EQ(render::round_ticks(-5, 5, 5), (std::vector<double>{-4, -2, 0, 2, 4}));
    EXPECT_EQ(render::round_ticks(0, 1, 5).size(), 6u);
    EXPECT_EQ(render::round_ticks(0, 12.57, 6).back(), 10);
    EXPECT_TRUE(render::round_ticks(0, 0, 5).empty());
    EXPECT_EQ(render::label(0.2), "0.2");
    EXPECT_EQ(render::label(-2e-5), "-2e-5");
    EXPECT_EQ(render::label(3e12), "3e12");
}

TEST(Legend, LettersDifferAndGrowWithTheirSize) {
    const std::string known = "0123456789-+./()_abcdefghijklmnopqrstuvwxyz";
    std::vector<Image> seen;
    for (const char c : known) {
        seen.emplace_back(24, 24);
        render::write_text(seen.back(), std::string(1, c), 4, 18, 12, {1, 1, 1});
        for (std::size_t i = 0; i + 1 < seen.size(); ++i)
            EXPECT_GT(largest_difference(seen[i], seen.back()), 0.5f) << known[i] << c;
    }
    EXPECT_NEAR(render::text_width("speed", 20), 2 * render::text_width("speed", 10), 1e-3);
}

TEST(Palette, SequentialColoursGrowLighterAllTheWay) {
    const render::Ramp ramp = render::ramp(Palette::sequential, Ground::dark);
    const auto lightness = [&](int i) {
        const Colour c = ramp(static_cast<float>(i) / 100);
        return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b;
    };
    for (int i = 0; i < 100; ++i) EXPECT_LT(lightness(i), lightness(i + 1)) << i;
}

}  // namespace
}  // namespace whorl
