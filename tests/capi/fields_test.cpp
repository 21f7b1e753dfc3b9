// What the C API shows of a world and copies out of it.

#include <cmath>
#include <cstdint>

#include "worlds.hpp"

namespace {

TEST(CFields, AreSeenWithoutACopyAndCopiedAsAsked) {
    whorl_settings s = small(3);
    s.inks = 1;
    s.size[1] = 0.5;
    const World world = make(s);
    const whorl_shape ball = whorl_sphere(0.4, 0.25, 0.6, 0.2);
    ASSERT_EQ(whorl_add(world.get(), &ball, "smoke", 0.75), WHORL_OK);
    ASSERT_EQ(whorl_add_colour(world.get(), &ball, 1, 0.5, 0), WHORL_OK) << whorl_last_error();
    whorl_field_view view;
    ASSERT_EQ(whorl_field(world.get(), "smoke", &view), WHORL_OK);
    ASSERT_EQ(view.extent[0] * view.extent[1] * view.extent[2], 16 * 8 * 16);
    std::vector<float> plain(16 * 8 * 16);
    std::vector<std::uint16_t> half(plain.size());
    std::vector<unsigned char> grey(4 * plain.size()), colour(4 * plain.size());
    ASSERT_EQ(whorl_copy(world.get(), "smoke", 2, WHORL_FLOAT, plain.data(), 4 * plain.size()), WHORL_OK);
    ASSERT_EQ(whorl_copy(world.get(), "smoke", 1, WHORL_HALF, half.data(), 2 * half.size()), WHORL_OK);
    ASSERT_EQ(whorl_copy(world.get(), "smoke", 1, WHORL_RGBA8, grey.data(), grey.size()), WHORL_OK);
    ASSERT_EQ(whorl_copy(world.get(), "colour", 1, WHORL_RGBA8, colour.data(), colour.size()), WHORL_OK);
    std::size_t n = 0, full = 0;
    for (int k = 0; k < 16; ++k)
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 16; ++i, ++n) {
                const float x = view.data[i * view.stride[0] + j * view.stride[1] + k * view.stride[2]];
                ASSERT_EQ(plain[n], 2 * x);
                if (x != 0.75f) continue;
                ++full;
                ASSERT_EQ(half[n], 0x3a00);  // 0.75
                ASSERT_EQ(grey[4 * n], 191);
                ASSERT_EQ(grey[4 * n + 3], 191);
                ASSERT_EQ(colour[4 * n], 255);
                ASSERT_EQ(colour[4 * n + 1], 128);
                ASSERT_EQ(colour[4 * n + 2], 0);
                ASSERT_EQ(colour[4 * n + 3], 255);
            }
    EXPECT_GT(full, 20u);
    plain.assign(plain.size(), 5);
    EXPECT_EQ(whorl_copy(world.get(), "smoke", 1, WHORL_FLOAT, plain.data(), 4 * plain.size() - 1), WHORL_TOO_SMALL);
    EXPECT_EQ(plain[0], 5);
}

TEST(CFields, AsHalfAreTheNearestHalfOfAnyFloat) {
    const World world = make(small());
    const whorl_shape all = whorl_box(-1, -1, 0, 2, 2, 0);
    std::vector<std::uint16_t> half(16 * 16);
    const auto value_of = [](std::uint16_t h) {  // by the definition of IEEE half
        const int exponent = (h >> 10) & 31, digits = h & 1023;
        const double size = exponent == 0    ? std::ldexp(digits, -24)
                            : exponent == 31 ? (digits ? NAN : INFINITY)
                                             : std::ldexp(1024 + digits, exponent - 25);
        return h & 0x8000 ? -size : size;
    };
    ASSERT_EQ(whorl_add(world.get(), &all, "smoke", 1), WHORL_OK);
    for (int k = 0; k < 4000; ++k) {
        const double scale = (k & 1 ? -1 : 1) * std::pow(10, -9 + 14.0 * k / 4000);
        ASSERT_EQ(whorl_copy(world.get(), "smoke", scale, WHORL_HALF, half.data(), 512), WHORL_OK);
        const double x = static_cast<float>(scale), got = value_of(half[100]);
        if (std::abs(x) >= 65520) {
            ASSERT_TRUE(std::isinf(got)) << x;
            continue;
        }
        for (const int next : {-1, 1}) {
            const double other = value_of(static_cast<std::uint16_t>(half[100] + next));
            if (std::isfinite(other)) { ASSERT_LE(std::abs(got - x), std::abs(other - x)) << x; }
        }
    }
}

TEST(CFields, HalfwayBetweenTwoHalvesAreTheEvenOne) {
    const World world = make(small());
    const whorl_shape all = whorl_box(-1, -1, 0, 2, 2, 0);
    std::vector<std::uint16_t> half(16 * 16);
    ASSERT_EQ(whorl_add(world.get(), &all, "smoke", 1), WHORL_OK);
    ASSERT_EQ(whorl_copy(world.get(), "smoke", 1 + 1 / 2048.0, WHORL_HALF, half.data(), 512), WHORL_OK);
    EXPECT_EQ(half[100], 0x3c00);
    ASSERT_EQ(whorl_copy(world.get(), "smoke", 1 + 3 / 2048.0, WHORL_HALF, half.data(), 512), WHORL_OK);
    EXPECT_EQ(half[100], 0x3c02);
}

}  // namespace
