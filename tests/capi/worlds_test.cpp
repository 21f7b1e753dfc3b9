// The C API as its callers meet it, through libwhorl.so: worlds, their state, bodies, runs and threads.

#include <limits>
#include <string>
#include <thread>

#include "worlds.hpp"

namespace {

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

}  // namespace
