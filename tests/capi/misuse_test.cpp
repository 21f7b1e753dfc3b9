// What callers of the C API do wrong, and memory that runs out.

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "worlds.hpp"

namespace {

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
