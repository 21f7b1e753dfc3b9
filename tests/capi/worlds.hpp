#pragma once
// Small worlds of the C API, for its tests.

#include <gtest/gtest.h>
#include <whorl/whorl.h>

#include <memory>
#include <vector>

struct Destroy {
    void operator()(whorl_world* world) const { whorl_world_destroy(world); }
};
using World = std::unique_ptr<whorl_world, Destroy>;

inline whorl_settings small(int dimension = 2) {
    whorl_settings s;
    whorl_default_settings(&s);
    s.dimension = dimension;
    s.size[0] = s.size[1] = s.size[2] = 1;
    s.cells = 16;
    s.threads = 1;
    return s;
}
inline World make(const whorl_settings& settings) {
    whorl_world* world = nullptr;
    EXPECT_EQ(whorl_world_from_settings(&settings, &world), WHORL_OK) << whorl_last_error();
    return World(world);
}
/// Smoke and heat from a vent, for so many steps.
inline void rise(whorl_world* world, int steps) {
    const whorl_shape vent = whorl_sphere(0.5, 0.2, 0.5, 0.15);
    for (int k = 0; k < steps; ++k) {
        ASSERT_EQ(whorl_add(world, &vent, "smoke", 0.2), WHORL_OK) << whorl_last_error();
        ASSERT_EQ(whorl_add(world, &vent, "heat", 1), WHORL_OK) << whorl_last_error();
        ASSERT_EQ(whorl_step(world, 0.05), WHORL_OK) << whorl_last_error();
    }
}
inline std::vector<unsigned char> saved(const whorl_world* world) {
    std::size_t needed = 0;
    EXPECT_EQ(whorl_save(world, nullptr, 0, &needed), WHORL_OK);
    std::vector<unsigned char> bytes(needed);
    EXPECT_EQ(whorl_save(world, bytes.data(), bytes.size(), nullptr), WHORL_OK);
    return bytes;
}
inline double total(const whorl_world* world, const char* quantity) {
    double value = -1;
    EXPECT_EQ(whorl_total(world, quantity, &value), WHORL_OK) << whorl_last_error();
    return value;
}
