// Volumes: smoke, fire, floor and obstacles as the rays of a camera meet them.

#include "render/camera.hpp"
#include "render/fire.hpp"
#include "render/lighting.hpp"
#include "render/medium.hpp"
#include "render/volume.hpp"
#include "unit/pictures.hpp"

namespace whorl {
namespace {

using namespace pictures;

/// A ball of smoke, 0.5 m wide, in the middle of a cube of 1 m.
Values puff(float value = 1) {
    const int n = 24;
    Values s({n, n, n}, 1.0 / n);
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                if (std::hypot(i - 11.5, j - 11.5, k - 11.5) < 6) s.at(i, j, k) = value;
    return s;
}

VolumeView small_view() { return {.width = 48, .height = 48}; }

Image drawn(const Values& smoke, const VolumeView& view, int threads = 1, std::span<const Obstacle> obstacles = {}) {
    Cpu on(threads);
    return render::picture_of(on, {.smoke = smoke, .size = smoke.size(), .obstacles = obstacles}, view);
}

TEST(Volume, PixelsAreFiniteWhateverTheFieldHolds) {
    Values smoke = puff();
    smoke.at(8, 8, 8) = nan, smoke.at(7, 8, 8) = inf, smoke.at(6, 8, 8) = -inf, smoke.at(9, 8, 8) = 3e38f;
    EXPECT_TRUE(all_finite(drawn(smoke, small_view())));
}

TEST(Volume, ARayLosesLightAsBeerSays) {
    Cpu on(1);
    const render::Point size{1, 1, 1};
    render::Lattice<float> smoke({16, 16, 16}, size);
    std::fill(smoke.values.begin(), smoke.values.end(), 2.0f);  // 1/m
    const render::Shade shade(on, smoke, render::Solids({}, 0, size), size);
    EXPECT_NEAR(shade.light_from({0.5f, 0.25f, 0.5f}, {0, 1, 0}), std::exp(-1.5), 0.02);
    const VolumeView view;
    const render::Medium medium{.smoke = smoke,
                                .glow = {},
                                .occupied = render::occupied_blocks(on, smoke, {}),
                                .light = render::light_in(on, shade, render::Solids({}, 0, size), smoke, view),
                                .size = size,
                                .step = 1.0f / 32};
    const render::Ray ray{{0.5f, 0.5f, -1}, {0, 0, 1}};
    EXPECT_NEAR(render::march(medium, view, ray, render::inside_box(ray, size), 0.5f).through, std::exp(-2.0), 1e-3);
}

TEST(Volume, CanBeOneCellThick) {
    Values sheet({16, 16, 1}, 1.0 / 16, 1);
    EXPECT_TRUE(all_finite(drawn(sheet, small_view())));
}

TEST(Volume, SamplesInARowAreThoseTakenOneByOne) {
    render::Lattice<float> lattice({5, 4, 3}, {1, 1, 1});
    for (std::size_t i = 0; i < lattice.values.size(); ++i) lattice.values[i] = static_cast<float>(i * i % 17);
    const render::Point from{-0.2f, 0.1f, 1.1f}, step{0.17f, 0.11f, -0.15f};
    float row[8];
    lattice.sample_along(from, step, row);
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(row[i], lattice.sample(from + step * static_cast<float>(i)), 1e-4f) << i;
}

TEST(Volume, WithoutSmokeOnlyTheBackgroundShows) {
    VolumeView thin = small_view(), thick = small_view();
    thin.extinction = 1, thick.extinction = 1000;
    EXPECT_EQ(drawn(puff(0), thin).rgb, drawn(puff(0), thick).rgb);
    EXPECT_NE(drawn(puff(1), thin).rgb, drawn(puff(1), thick).rgb);
}

TEST(Volume, MoreSmokeNeverLetsMoreLightThrough) {
    VolumeView unlit = small_view();
    unlit.key.colour = unlit.rim.colour = unlit.sky = unlit.bounce = {};
    const Image some = drawn(puff(0.02f), unlit), more = drawn(puff(0.2f), unlit);
    for (std::size_t i = 0; i < some.rgb.size(); ++i) EXPECT_LE(more.rgb[i], some.rgb[i]);
    EXPECT_LT(more.at(24, 24).g, 0.9f * some.at(24, 24).g);
}

TEST(Volume, SmokeIsDarkerOnTheSideAwayFromTheLight) {
    VolumeView view = small_view();
    view.rim.colour = {};
    view.key.direction = {-1, 0, 0};
    view.camera = {.from = {0.5, 0.5, 4}, .towards = {0.5, 0.5, 0.5}, .angle = 20};
    const Image image = drawn(puff(), view);
    EXPECT_GT(image.at(17, 24).g, 1.5f * image.at(30, 24).g);
}

TEST(Volume, SmokeCastsAShadowOnTheFloor) {
    VolumeView view = small_view();
    view.key.direction = {0, 1, 0};
    view.camera = {.from = {0.5, 0.35, 3}, .towards = {0.5, 0, 0.5}, .angle = 24};
    EXPECT_LT(drawn(puff(4), view).at(24, 24).g, 0.6f * drawn(puff(0), view).at(24, 24).g);
}

TEST(Volume, WhatGlowsShinesWithoutAnyLight) {
    VolumeView dark = small_view();
    dark.key.colour = dark.rim.colour = dark.sky = dark.bounce = dark.backdrop_low = dark.backdrop_high = {};
    dark.floor = false;
    const Values none = puff(0), hot = puff(1);
    Cpu on(1);
    const Image image = render::picture_of(on, {.smoke = none, .glow = hot, .size = hot.size()}, dark);
    EXPECT_GT(image.at(24, 24).r, 0.5f);
    EXPECT_LT(image.at(2, 2).r, 0.2f * image.at(24, 24).r);
}

TEST(Fire, IsRedThenYellowThenWhiteAndFadesFasterThanItCools) {
    const Colour ember = render::planck(1000), lamp = render::planck(2800), sun = render::planck(6500);
    EXPECT_LT(ember.g, 0.1f * ember.r);
    EXPECT_EQ(ember.b, 0);
    EXPECT_GT(lamp.g, 0.3f * lamp.r);
    EXPECT_GT(lamp.b, 0.05f * lamp.r);
    EXPECT_NEAR(sun.g / sun.r, 1, 0.12);
    EXPECT_NEAR(sun.b / sun.r, 1, 0.12);
    const render::Ramp glow = render::glow_ramp();
    EXPECT_LT(glow(0.5f).r, 0.2f * glow(1).r);
    EXPECT_LT(glow(0.25f).r, 0.2f * glow(0.5f).r);
}

TEST(Fire, LightsTheFloorBelow) {
    VolumeView view = small_view();
    view.camera = {.from = {0.5, 1.2, 4}, .towards = {0.5, 0, 0.5}, .angle = 24};
    const Values smoke = puff(0), cold = puff(0), hot = puff(1);
    Cpu on(1);
    const Image dark = render::picture_of(on, {.smoke = smoke, .glow = cold, .size = hot.size()}, view);
    const Image lit = render::picture_of(on, {.smoke = smoke, .glow = hot, .size = hot.size()}, view);
    EXPECT_GT(lit.at(24, 36).r, 1.5f * dark.at(24, 36).r);
    EXPECT_GT(lit.at(24, 36).r, 1.3f * lit.at(24, 36).b);
}

TEST(Camera, SeesTheWholeDomainAndLittleElse) {
    for (const render::Point size :
         {render::Point{1, 2, 1}, {2.4f, 1.2f, 0.9f}, {1, 1, 6}, {5, 0.5f, 5}, {0.1f, 3, 0.1f}})
        for (const int width : {200, 400, 1600}) {
            const render::Lens lens({.width = width, .height = 400}, size);
            const auto hits = [&](float inset) {  // any ray along a frame that far inside the picture's edge
                const float w = static_cast<float>(width), h = 400, d = inset * std::max(w, h);
                bool any = false;
                for (float t = 0; t <= 1; t += 0.001f)
                    for (const render::Ray& r :
                         {lens.ray(d, h * t), lens.ray(w - d, h * t), lens.ray(w * t, d), lens.ray(w * t, h - d)})
                        any = any || !render::inside_box(r, size).empty();
                return any;
            };
            EXPECT_FALSE(hits(0)) << size.x << " " << size.y << " " << size.z << " in " << width;
            EXPECT_TRUE(hits(0.03f)) << size.x << " " << size.y << " " << size.z << " in " << width;
        }
}

TEST(Volume, NoRingOfClearAirSurroundsAnObstacleInSmoke) {
    VolumeView view = small_view();
    view.key.colour = view.rim.colour = view.sky = view.bounce = view.obstacle = {};
    view.backdrop_low = view.backdrop_high = {1, 1, 1};
    view.floor = false;
    view.extinction = 2;
    const Values smoke({24, 24, 24}, 1.0 / 24, 1);
    const std::vector<Obstacle> ball{{sphere({0.5, 0.5, 0.5}, 0.2)}};
    const Image with = drawn(smoke, view, 1, ball), without = drawn(smoke, view);
    int hidden = 0;
    for (std::size_t i = 0; i < with.rgb.size(); ++i) {
        EXPECT_LT(with.rgb[i], without.rgb[i] + 0.01f);
        hidden += with.rgb[i] < 0.5f * without.rgb[i];
    }
    EXPECT_GT(hidden, 300);
}

TEST(Volume, AnObstacleShowsItsColourAndSmokeInFrontHidesIt) {
    VolumeView view = small_view();
    view.obstacle = {0, 0.6f, 0};
    view.camera = {.from = {0.5, 0.5, 4}, .towards = {0.5, 0.5, 0.5}, .angle = 20};
    const std::vector<Obstacle> ball{{sphere({0.5, 0.5, 0.3}, 0.2)}};
    const Colour seen = drawn(puff(0), view, 1, ball).at(24, 24), hidden = drawn(puff(4), view, 1, ball).at(24, 24);
    EXPECT_GT(seen.g, 2 * seen.r);
    EXPECT_LT(hidden.g, 1.3f * hidden.r);
}

TEST(Volume, IsTheSameForAnyNumberOfThreads) {
    VolumeView view{.width = 160, .height = 160};
    const std::vector<Obstacle> ball{{sphere({0.5, 0.5, 0.7}, 0.2)}};
    EXPECT_EQ(drawn(puff(), view, 1, ball).rgb, drawn(puff(), view, 2, ball).rgb);
}

}  // namespace
}  // namespace whorl
