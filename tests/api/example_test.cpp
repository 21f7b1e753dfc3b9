// The examples at the top of public headers, as they stand there. Only the includes before them are added.

#include <gtest/gtest.h>

#include <cstdio>
#include <future>

#include <whorl/picture.hpp>
#include <whorl/still.hpp>

// ---- from here on it is the example
#include <whorl/whorl.hpp>

TEST(Example, OfTheHeaderRunsAndMakesSmoke) {
    whorl::Settings s;
    s.size = {1, 2};  // m; three numbers make it a box in space
    s.carried = {{.name = "smoke"}, {.name = "heat"}};
    s.fluid.buoyancy = {{"heat", 0.1}};
    s.sources = {{.where = whorl::sphere({0.5, 0.2}, 0.1), .quantity = "smoke", .amount = 4},
                 {.where = whorl::sphere({0.5, 0.2}, 0.1), .quantity = "heat", .amount = 6}};
    whorl::Simulation fluid(s);
    for (int frame = 0; frame < 48; ++frame) fluid.step(1.0 / 24);
    std::printf("%g m2 of smoke\n", fluid.total("smoke"));
    // ---- up to here

    // 4 per second over two seconds, in a disc of 0.1 m: its area times 8, if the walls keep it in.
    EXPECT_NEAR(fluid.total("smoke"), 8 * 3.14159 * 0.01, 0.05);
    EXPECT_GT(fluid.max_speed(), 0.1);
}

TEST(Example, OfStillsDrawsAMomentWhileTheFluidGoesOn) {
    whorl::Simulation fluid({.cells = {24}});
    fluid.add(whorl::sphere({0.5, 0.5}, 0.2), "smoke", 1);
    const std::vector<float> then = whorl::plane_picture(fluid).rgb;
    // ---- the example
    whorl::Still still;
    still.take(fluid, {"smoke"});
    auto drawn = std::async([&] { return whorl::plane_picture(still); });
    fluid.step(1.0 / 24);
    // ---- and what it writes
    EXPECT_EQ(drawn.get().rgb, then);
}

TEST(Example, InSpaceNeedsOnlyAThirdNumber) {
    whorl::Settings s;
    s.size = {1, 2, 1};
    s.cells = {24};
    s.carried = {{.name = "smoke"}, {.name = "heat"}};
    s.fluid.buoyancy = {{"heat", 0.1}};
    s.sources = {{.where = whorl::sphere({0.5, 0.2, 0.5}, 0.1), .quantity = "heat", .amount = 6}};
    whorl::Simulation fluid(s);
    for (int frame = 0; frame < 12; ++frame) fluid.step(1.0 / 24);
    EXPECT_GT(fluid.sample_velocity({0.5, 0.3, 0.5}).y, 0);
}
