// The C API as its callers meet it, through libwhorl.so.

#include <gtest/gtest.h>
#include <whorl/whorl.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Destroy {
    void operator()(whorl_world* world) const { whorl_world_destroy(world); }
};
using World = std::unique_ptr<whorl_world, Destroy>;

whorl_settings small(int dimension = 2) {
    whorl_settings s;
    whorl_default_settings(&s);
    s.dimension = dimension;
    s.size[0] = s.size[1] = s.size[2] = 1;
    s.cells = 16;
    s.threads = 1;
    return s;
}
World make(const whorl_settings& settings) {
    whorl_world* world = nullptr;
    EXPECT_EQ(whorl_world_from_settings(&settings, &world), WHORL_OK) << whorl_last_error();
    return World(world);
}
/// Smoke and heat from a vent, for so many steps.
void rise(whorl_world* world, int steps) {
    const whorl_shape vent = whorl_sphere(0.5, 0.2, 0.5, 0.15);
    for (int k = 0; k < steps; ++k) {
        ASSERT_EQ(whorl_add(world, &vent, "smoke", 0.2), WHORL_OK) << whorl_last_error();
        ASSERT_EQ(whorl_add(world, &vent, "heat", 1), WHORL_OK) << whorl_last_error();
        ASSERT_EQ(whorl_step(world, 0.05), WHORL_OK) << whorl_last_error();
    }
}
std::vector<unsigned char> saved(const whorl_world* world) {
    std::size_t needed = 0;
    EXPECT_EQ(whorl_save(world, nullptr, 0, &needed), WHORL_OK);
    std::vector<unsigned char> bytes(needed);
    EXPECT_EQ(whorl_save(world, bytes.data(), bytes.size(), nullptr), WHORL_OK);
    return bytes;
}
double total(const whorl_world* world, const char* quantity) {
    double value = -1;
    EXPECT_EQ(whorl_total(world, quantity, &value), WHORL_OK) << whorl_last_error();
    return value;
}

TEST(CWorld, FromSettingsMakesSmokeRiseInAPlaneAndInSpace) {
    for (const int dimension : {2, 3}) {
        const World world = make(small(dimension));
        rise(world.get(), 20);
        const float place[3] = {0.5f, 0.4f, 0.5f};
        float velocity[3] = {};
        ASSERT_EQ(whorl_sample_velocity(world.get(), place, 1, velocity), WHORL_OK) << whorl_last_error();
        EXPECT_GT(velocity[1], 0.05f);
        EXPECT_GT(total(world.get(), "smoke"), 0);
        double time = 0;
        EXPECT_EQ(whorl_time(world.get(), &time), WHORL_OK);
        EXPECT_NEAR(time, 1, 1e-9);
    }
}

TEST(CWorld, FromTheTextOfASceneHasItsSizeAndItsSources) {
    const char* scene =
        "[domain]\nsize = [1, 2]\ncells = 20\n[carried.dye]\n[[source]]\nsphere = {center = [0.5, 0.5], radius = "
        "0.2}\ndye = 1\n";
    whorl_world* raw = nullptr;
    ASSERT_EQ(whorl_world_from_text(scene, &raw), WHORL_OK) << whorl_last_error();
    const World world(raw);
    int dimension = 0, cells[3] = {};
    EXPECT_EQ(whorl_cells(raw, &dimension, cells), WHORL_OK);
    EXPECT_EQ(dimension, 2);
    EXPECT_EQ(cells[0], 10);
    EXPECT_EQ(cells[1], 20);
    EXPECT_EQ(whorl_step(raw, 0.1), WHORL_OK);
    EXPECT_NEAR(total(raw, "dye"), 0.1 * 3.14159 * 0.04, 0.1 * 0.04);
}

TEST(CWorld, FromAFileOfASceneSmokes) {
    whorl_world* raw = nullptr;
    ASSERT_EQ(whorl_world_from_file(WHORL_SCENES "/plume.toml", &raw), WHORL_OK) << whorl_last_error();
    const World world(raw);
    EXPECT_EQ(whorl_step(raw, 0.05), WHORL_OK) << whorl_last_error();
    EXPECT_GT(total(raw, "smoke"), 0);
}

TEST(CWorld, ThatCanNotBeSaysWhereAndWhy) {
    whorl_world* world = nullptr;
    EXPECT_EQ(whorl_world_from_text("[domain]\nsise = [1, 1]\n", &world), WHORL_BAD_SCENE);
    EXPECT_EQ(world, nullptr);
    EXPECT_NE(std::string(whorl_last_error()).find("scene.toml:2:1"), std::string::npos) << whorl_last_error();
    EXPECT_EQ(whorl_world_from_file("no/such/file.toml", &world), WHORL_BAD_SCENE);
    EXPECT_NE(std::string(whorl_last_error()).find("no/such/file.toml"), std::string::npos) << whorl_last_error();
    whorl_settings s = small();
    s.viscosity = -1;
    EXPECT_EQ(whorl_world_from_settings(&s, &world), WHORL_BAD_SCENE);
    EXPECT_NE(std::string(whorl_last_error()).find("viscosity"), std::string::npos) << whorl_last_error();
    s = small();
    s.cells = 2'000'000'000;
    EXPECT_NE(whorl_world_from_settings(&s, &world), WHORL_OK);
    s = small();
    s.bytes = 3;
    EXPECT_EQ(whorl_world_from_settings(&s, &world), WHORL_BAD_ARGUMENT);
    s = small();
    s.sides[1] = 77;
    EXPECT_EQ(whorl_world_from_settings(&s, &world), WHORL_BAD_ARGUMENT);
}

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

TEST(CState, ComesBackToTheSameBitsAndTheSameFuture) {
    const World one = make(small()), other = make(small());
    rise(one.get(), 5);
    const auto state = saved(one.get());
    rise(one.get(), 5);
    ASSERT_EQ(whorl_load(other.get(), state.data(), state.size()), WHORL_OK) << whorl_last_error();
    rise(other.get(), 5);
    EXPECT_EQ(saved(one.get()), saved(other.get()));
}
TEST(CState, ThatIsDamagedOrOfAnotherWorldIsRefusedAndChangesNothing) {
    whorl_settings s = small();
    s.cells = 20;
    const World world = make(small()), larger = make(s);
    rise(world.get(), 3);
    auto state = saved(world.get());
    EXPECT_EQ(whorl_load(larger.get(), state.data(), state.size()), WHORL_BAD_STATE);
    const auto before = saved(world.get());
    state[state.size() / 2] ^= 1;
    EXPECT_EQ(whorl_load(world.get(), state.data(), state.size()), WHORL_BAD_STATE);
    EXPECT_EQ(whorl_load(world.get(), state.data(), 7), WHORL_BAD_STATE);
    EXPECT_EQ(saved(world.get()), before);
    EXPECT_EQ(whorl_save(world.get(), state.data(), 7, nullptr), WHORL_TOO_SMALL);
}

TEST(CObstacles, ThatMovePushTheFluidAndThatAreGoneAreRefused) {
    const World world = make(small());
    rise(world.get(), 2);
    const double smoke = total(world.get(), "smoke");
    const whorl_shape ball = whorl_sphere(0.3, 0.6, 0, 0.1);
    whorl_obstacle body = 0, second = 0;
    ASSERT_EQ(whorl_obstacle_add(world.get(), &ball, &body), WHORL_OK) << whorl_last_error();
    EXPECT_NEAR(total(world.get(), "smoke"), smoke, 1e-6) << "a body far from it leaves the smoke alone";
    double time = 0;
    EXPECT_EQ(whorl_time(world.get(), &time), WHORL_OK);
    EXPECT_NEAR(time, 0.1, 1e-9) << "time goes on";
    for (int k = 1; k <= 4; ++k) {
        const double shift[3] = {0.05 * k, 0, 0};
        ASSERT_EQ(whorl_obstacle_move(world.get(), body, shift, 0), WHORL_OK);
        ASSERT_EQ(whorl_step(world.get(), 0.05), WHORL_OK) << whorl_last_error();
    }
    const float ahead[3] = {0.65f, 0.6f, 0};
    float velocity[3] = {};
    EXPECT_EQ(whorl_sample_velocity(world.get(), ahead, 1, velocity), WHORL_OK);
    EXPECT_GT(velocity[0], 0.3f) << "it went at 1 m/s";
    ASSERT_EQ(whorl_obstacle_add(world.get(), &ball, &second), WHORL_OK);
    EXPECT_NE(body, second);
    ASSERT_EQ(whorl_obstacle_remove(world.get(), body), WHORL_OK);
    const double shift[3] = {0, 0, 0};
    EXPECT_EQ(whorl_obstacle_move(world.get(), body, shift, 0), WHORL_GONE);
    EXPECT_EQ(whorl_obstacle_remove(world.get(), body), WHORL_GONE);
    EXPECT_EQ(whorl_obstacle_move(world.get(), second, shift, 1), WHORL_OK);
    EXPECT_EQ(whorl_obstacle_remove(world.get(), 12345), WHORL_GONE);
    EXPECT_EQ(whorl_step(world.get(), 0.05), WHORL_OK);
}

TEST(CRun, TellsHowFarItIsAndStopsWhenAsked) {
    const World world = make(small());
    std::vector<double> parts;
    const auto note = [](double done, void* user) {
        static_cast<std::vector<double>*>(user)->push_back(done);
        return static_cast<std::vector<double>*>(user)->size() == 3 ? 1 : 0;
    };
    EXPECT_EQ(whorl_run(world.get(), 1, 0.1, note, &parts), WHORL_CANCELLED);
    EXPECT_EQ(parts.size(), 3u);
    double time = 0;
    EXPECT_EQ(whorl_time(world.get(), &time), WHORL_OK);
    EXPECT_NEAR(time, 0.3, 1e-9);
    EXPECT_EQ(whorl_run(world.get(), 0.7, 0.3, nullptr, nullptr), WHORL_OK);
    EXPECT_EQ(whorl_time(world.get(), &time), WHORL_OK);
    EXPECT_NEAR(time, 1, 1e-9);
    EXPECT_EQ(whorl_run(world.get(), 1, std::numeric_limits<double>::infinity(), nullptr, nullptr), WHORL_OK);
    EXPECT_EQ(whorl_time(world.get(), &time), WHORL_OK);
    EXPECT_NEAR(time, 2, 1e-9) << "in one step";
}

TEST(CThreads, WithWorldsOfTheirOwnDisturbNeitherResultsNorMessages) {
    const World alone = make(small());
    rise(alone.get(), 10);
    const auto expected = saved(alone.get());
    std::vector<std::vector<unsigned char>> got(4);
    std::vector<std::string> said(4);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < 4; ++k)
        threads.emplace_back([&, k] {
            const World world = make(small());
            const whorl_shape ball = whorl_sphere(0.5, 0.5, 0, 0.1);
            const std::string name = "quantity-" + std::to_string(k);
            for (int step = 0; step < 10; ++step) {
                rise(world.get(), 1);
                whorl_add(world.get(), &ball, name.c_str(), 1);
            }
            said[k] = whorl_last_error();
            got[k] = saved(world.get());
        });
    for (std::thread& t : threads) t.join();
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(got[k], expected);
        EXPECT_NE(said[k].find("quantity-" + std::to_string(k)), std::string::npos) << said[k];
    }
}

TEST(CThreads, HaveMessagesOfTheirOwn) {
    EXPECT_EQ(whorl_step(nullptr, 1), WHORL_BAD_ARGUMENT);
    std::thread([] { EXPECT_EQ(whorl_load(nullptr, nullptr, 0), WHORL_BAD_ARGUMENT); }).join();
    EXPECT_EQ(std::string(whorl_last_error()).find("whorl_step"), 0u) << whorl_last_error();
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

/// Counts what it gives, and has nothing more after `left` blocks.
struct Shop {
    int left = 1'000'000, out = 0, taken = 0;
};
void* take(size_t bytes, size_t alignment, void* user) {
    auto& shop = *static_cast<Shop*>(user);
    if (shop.left-- <= 0) return nullptr;
    ++shop.out, ++shop.taken;
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void give(void* memory, void* user) {
    --static_cast<Shop*>(user)->out;
    std::free(memory);
}
TEST(CMemory, ComesFromTheAllocatorAndAllOfItGoesBack) {
    Shop shop;
    ASSERT_EQ(whorl_set_allocator(take, give, &shop), WHORL_OK) << whorl_last_error();
    {
        const World world = make(small());
        EXPECT_EQ(whorl_set_allocator(nullptr, nullptr, nullptr), WHORL_BUSY);
        const int before = shop.taken;
        EXPECT_GT(before, 5);
        rise(world.get(), 3);
        EXPECT_EQ(shop.taken, before) << "steps take none";
    }
    EXPECT_EQ(shop.out, 0);
    EXPECT_EQ(whorl_set_allocator(take, nullptr, &shop), WHORL_BAD_ARGUMENT);
    EXPECT_EQ(whorl_set_allocator(nullptr, nullptr, nullptr), WHORL_OK);
}
TEST(CMemory, ThatRunsOutAnywhereInTheCreationIsAStatusAndLeaksNothing) {
    const whorl_settings settings = small();
    int blocks = 0;
    for (; blocks < 10'000; ++blocks) {
        Shop shop;
        shop.left = blocks;
        ASSERT_EQ(whorl_set_allocator(take, give, &shop), WHORL_OK);
        whorl_world* world = nullptr;
        const whorl_status status = whorl_world_from_settings(&settings, &world);
        whorl_world_destroy(world);
        ASSERT_EQ(shop.out, 0) << blocks;
        if (status == WHORL_OK) break;
        ASSERT_EQ(status, WHORL_NO_MEMORY) << whorl_last_error();
        ASSERT_EQ(world, nullptr);
    }
    EXPECT_GT(blocks, 5);
    EXPECT_EQ(whorl_set_allocator(nullptr, nullptr, nullptr), WHORL_OK);
}

// ---- Misuse ---------------------------------------------------------------------------------------------------------

TEST(CMisuse, OfAnyPointerIsAStatusAndAMessageWithItsFunction) {
    const World keep = make(small());
    whorl_world* w = keep.get();
    whorl_world* out = nullptr;
    const whorl_shape ball = whorl_sphere(0.5, 0.5, 0, 0.1);
    const double v[3] = {};
    const float p[3] = {};
    float q[3];
    double number;
    char bytes[8];
    whorl_field_view view;
    whorl_obstacle body;
    whorl_settings s = small();
    const whorl_status all[] = {whorl_world_from_settings(nullptr, &out),
                                whorl_world_from_settings(&s, nullptr),
                                whorl_world_from_file(nullptr, &out),
                                whorl_world_from_text(nullptr, &out),
                                whorl_world_from_text("", nullptr),
                                whorl_step(nullptr, 1),
                                whorl_run(nullptr, 1, 1, nullptr, nullptr),
                                whorl_time(nullptr, &number),
                                whorl_time(w, nullptr),
                                whorl_cells(nullptr, nullptr, nullptr),
                                whorl_add(nullptr, &ball, "smoke", 1),
                                whorl_add(w, nullptr, "smoke", 1),
                                whorl_add(w, &ball, nullptr, 1),
                                whorl_add_colour(nullptr, &ball, 1, 1, 1),
                                whorl_add_colour(w, &ball, 1, 1, 1),
                                whorl_push(nullptr, &ball, v),
                                whorl_push(w, nullptr, v),
                                whorl_push(w, &ball, nullptr),
                                whorl_obstacle_add(nullptr, &ball, &body),
                                whorl_obstacle_add(w, nullptr, &body),
                                whorl_obstacle_add(w, &ball, nullptr),
                                whorl_obstacle_move(nullptr, 1, v, 0),
                                whorl_obstacle_remove(nullptr, 1),
                                whorl_field(nullptr, "smoke", &view),
                                whorl_field(w, nullptr, &view),
                                whorl_field(w, "smoke", nullptr),
                                whorl_field(w, "smok", &view),
                                whorl_velocity(nullptr, 0, &view),
                                whorl_velocity(w, 0, nullptr),
                                whorl_velocity(w, 2, &view),
                                whorl_velocity(w, -1, &view),
                                whorl_copy(nullptr, "smoke", 1, WHORL_FLOAT, bytes, 8),
                                whorl_copy(w, nullptr, 1, WHORL_FLOAT, bytes, 8),
                                whorl_copy(w, "smoke", 1, WHORL_FLOAT, nullptr, 8),
                                whorl_copy(w, "smoke", 1, 9, bytes, 8),
                                whorl_copy(w, "colour", 1, WHORL_RGBA8, bytes, 8),
                                whorl_sample_velocity(nullptr, p, 1, q),
                                whorl_sample_velocity(w, nullptr, 1, q),
                                whorl_sample_velocity(w, p, 1, nullptr),
                                whorl_sample_velocity(w, p, SIZE_MAX, q),
                                whorl_sample(nullptr, "smoke", v, &number),
                                whorl_sample(w, nullptr, v, &number),
                                whorl_sample(w, "smoke", nullptr, &number),
                                whorl_sample(w, "smoke", v, nullptr),
                                whorl_total(nullptr, "smoke", &number),
                                whorl_total(w, nullptr, &number),
                                whorl_total(w, "smoke", nullptr),
                                whorl_save(nullptr, bytes, 8, nullptr),
                                whorl_save(w, nullptr, 8, nullptr),
                                whorl_load(nullptr, bytes, 8),
                                whorl_load(w, nullptr, 8)};
    int number_of = 0;
    for (const whorl_status status : all) EXPECT_EQ(status, WHORL_BAD_ARGUMENT) << "call " << number_of++;
    EXPECT_EQ(std::string(whorl_last_error()).find("whorl_load: from is null"), 0u) << whorl_last_error();
    whorl_world_destroy(nullptr);
    whorl_default_settings(nullptr);
}

TEST(CMisuse, ByNumbersThatAreNoneOrTooLargeIsRefusedAndChangesNothing) {
    const World keep = make(small());
    whorl_world* w = keep.get();
    rise(w, 2);
    whorl_obstacle body = 0;
    const whorl_shape rest = whorl_sphere(0.8, 0.8, 0, 0.05);
    ASSERT_EQ(whorl_obstacle_add(w, &rest, &body), WHORL_OK);
    const auto before = saved(w);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(), 1e300, -1e300}) {
        const whorl_shape ball = whorl_sphere(0.5, 0.5, 0, 0.1), wide = whorl_sphere(0.5, 0.5, 0, bad);
        const whorl_shape far = whorl_sphere(bad, 0.5, 0, 0.1), flat = whorl_box(0, 0, 0, bad, 1, 1);
        const double v[3] = {0, bad, 0};
        const float p[3] = {static_cast<float>(bad), 0, 0};
        float q[3];
        for (const whorl_status status :
             {whorl_add(w, &ball, "smoke", bad), whorl_add(w, &wide, "smoke", 1), whorl_add(w, &far, "smoke", 1),
              whorl_add(w, &flat, "smoke", 1), whorl_push(w, &ball, v), whorl_obstacle_move(w, body, v, 0),
              whorl_obstacle_move(w, body, v, bad), whorl_run(w, bad, 0.1, nullptr, nullptr),
              whorl_sample_velocity(w, p, 1, q), whorl_copy(w, "smoke", bad, WHORL_FLOAT, q, 12)})
            EXPECT_EQ(status, WHORL_BAD_ARGUMENT) << bad;
    }
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0.0, -1.0}) {
        EXPECT_EQ(whorl_step(w, bad), WHORL_BAD_ARGUMENT) << bad;
        EXPECT_EQ(whorl_run(w, 1, bad == std::numeric_limits<double>::infinity() ? 0 : bad, nullptr, nullptr),
                  WHORL_BAD_ARGUMENT)
            << bad;
    }
    EXPECT_EQ(saved(w), before);
}

}  // namespace
