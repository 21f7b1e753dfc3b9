// Sessions without a window: what is done, when it takes effect, and that it can be done again.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include <session/brush.hpp>

#include "studio/support.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace studio {

namespace {

bool finite(const World& world) {
    return std::isfinite(world.fluid().kinetic_energy()) && std::isfinite(world.fluid().total("heat")) &&
           std::isfinite(world.fluid().max_divergence());
}

}  // namespace

TEST(StudioAction, ComesBackFromItsLineToTheLastBit) {
    Stroke s = stroke("colour");
    s.amount = 0.1, s.from.x = std::nextafter(0.3, 1.0);
    const std::vector<Action> all{s,
                                  Begin{},
                                  Undo{},
                                  Tune{"fluid.viscosity", 1e-7 / 3},
                                  Nudge{"time.step", 1, -0.01},
                                  Switch{"fluid.vorticity", 0.05},
                                  Reset{},
                                  Still{},
                                  Clear{},
                                  Keep{"a good one"},
                                  Restore{"a good one"},
                                  Pause{true},
                                  Pause{false},
                                  PlayOrPause{},
                                  StepOnce{},
                                  NextStage{},
                                  Pace{0.25}};
    for (const Action& one : all) EXPECT_EQ(action_of(line_of(one)), one) << line_of(one);
}

TEST(StudioAction, ThatIsUnknownIsRefusedWithASuggestion) {
    EXPECT_SAYS(whorl::error_of([&] { action_of("strike smoke"); }), "did you mean \"stroke\"");
    EXPECT_SAYS(whorl::error_of([&] { action_of("tune fluid.viscosity much"); }), "give a number");
    EXPECT_SAYS(whorl::error_of([&] { action_of("tune fluid.viscosity"); }), "missing");
}

TEST(StudioSession, PlayedAgainEndsInTheSameBits) {
    const whorl::TemporaryFolder folder;
    const std::string path = folder / "a.session";
    Recording recording;
    {
        Session session(small());
        session.send(Pace{0});
        // Whatever the clock does: actions arrive when they like.
        const char* names[] = {"smoke", "colour", "heat", "wall", "force", "eraser"};
        for (int i = 0; i < 60; ++i) {
            if (i % 7 == 0) session.send(Begin{});
            const double x = 0.2 + 0.01 * i;
            session.send(stroke(names[i % 6], {x, 0.3}, {x + 0.05, 0.35}));
            if (i == 20) session.send(Keep{"early"});
            if (i == 30) session.send(Tune{"fluid.viscosity", 0.001});
            if (i == 35) session.send(Tune{"solver.splitting", 2});
            if (i == 40) session.send(Restore{"early"});
            if (i == 50) session.send(Undo{});
            if (i == 52) session.send(Restore{"never kept"});
            std::this_thread::sleep_for(std::chrono::milliseconds(i % 3));
        }
        ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.actions == 76; })) << session.shown().actions;
        recording = session.finish();
        write_recording(path, recording);
    }
    ASSERT_GT(recording.end, 0);
    const Recording read = read_recording(path);
    EXPECT_EQ(read.actions, recording.actions);
    EXPECT_EQ(replay(read).hash(), recording.hash);
}

TEST(StudioSession, ThatPlaysARecordingByTheClockEndsInItsBitsAndPausesThere) {
    Recording recording;
    {
        Session session(small());
        session.send(Pace{0});
        for (int i = 0; i < 30; ++i) {
            session.send(stroke(i % 5 == 0 ? "wall" : "smoke", {0.02 * i, 0.3}, {0.02 * i + 0.1, 0.5}));
            if (i == 10) session.send(Nudge{"fluid.viscosity", 1, 0.001});
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.actions == 32 && s.tick > 12; }));
        recording = session.finish();
    }
    Session again(recording);
    again.send(Pace{20});
    ASSERT_TRUE(becomes(again, [&](const Shown& s) { return s.paused && s.tick == recording.end; }));
    EXPECT_NE(again.shown().message.find("ends here; press p"), std::string::npos) << again.shown().message;
    const Recording second = again.finish();
    EXPECT_EQ(second.actions, recording.actions);
    EXPECT_EQ(second.hash, recording.hash);
}

TEST(StudioSession, ThatPlaysARecordingSaysWhereTheBitsAreOthers) {
    Session again(Recording{{{0, small()}, {3, stroke("smoke")}}, 5, 12345});
    EXPECT_TRUE(becomes(again, [&](const Shown& s) { return s.message.find("another state") != std::string::npos; }));
}

TEST(StudioSession, ThatPlaysARecordingIsTakenOverByATouch) {
    Session again(Recording{{{0, small()}, {1000000, Reset{}}}, 1000000, 0});
    again.send(stroke("smoke"));
    ASSERT_TRUE(becomes(again, [&](const Shown& s) { return s.message.find("is yours") != std::string::npos; }));
    const Recording done = again.finish();
    ASSERT_EQ(done.actions.size(), 2u);
    EXPECT_EQ(line_of(done.actions[1].action), line_of(stroke("smoke")));
    EXPECT_EQ(replay(done).hash(), done.hash);
}

TEST(StudioSession, KeysThatArePressedDuringOneStepAllCount) {
    Session session(small());
    for (int i = 0; i < 5; ++i) session.send(Nudge{"time.step", 1, 0.01});
    for (int i = 0; i < 4; ++i) session.send(PlayOrPause{});
    EXPECT_TRUE(becomes(session, [](const Shown& s) {
        return s.actions == 9 && !s.paused && std::abs(s.tuned.dt - (1.0 / 60 + 0.05)) < 1e-12;
    }));
}

TEST(StudioSession, LosesNoActionThatComesFasterThanSteps) {
    Session session(small());
    session.send(Pause{true});
    constexpr int count = 20000;
    std::jthread other([&] {
        for (int i = 0; i < count; ++i) session.send(Tune{"time.step", 0.01 + 1e-7 * i});
    });
    for (int i = 0; i < count; ++i) session.send(Tune{"fluid.gravity-x", 1e-4 * i});
    other.join();
    const Recording recording = session.finish();
    EXPECT_EQ(recording.actions.size(), 1 + 2 * static_cast<std::size_t>(count));
}

TEST(StudioSession, PausedMakesOneStepForEachThatIsAskedFor) {
    Session session(small());
    session.send(Pause{true});
    ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.paused; }));
    const std::int64_t before = session.shown().tick;
    for (int i = 0; i < 5; ++i) session.send(StepOnce{});
    EXPECT_TRUE(becomes(session, [&](const Shown& s) { return s.tick == before + 5; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(session.finish().end, before + 5);
}

TEST(StudioSession, TellsWhyAnActionWasRefusedAndGoesOn) {
    Session session(small());
    session.send(Open{"broken", "[domain]\nsize = [1]\n", 0});
    EXPECT_TRUE(becomes(session, [](const Shown& s) { return s.message.find("broken:2") != std::string::npos; }));
    const std::int64_t then = session.shown().tick;
    EXPECT_TRUE(becomes(session, [&](const Shown& s) { return s.tick > then + 2 && s.name == "dish"; }));
}

TEST(StudioWorld, StaysFiniteWhateverAStrokeHolds) {
    const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(), 1e300, -1e300, 0, -1};
    for (const Open& open : {small(), small_box()}) {
        World world(open);
        for (const Brush& brush : brushes())
            for (const double x : bad) {
                Stroke s = stroke(std::string(brush.name));
                s.from.x = s.to.y = s.radius = s.amount = s.push.x = s.colour.y = x;
                world.apply(s);
                Stroke t = stroke(std::string(brush.name));
                t.amount = t.push.y = x;
                world.apply(t);
                world.step();
                ASSERT_TRUE(finite(world)) << brush.name << " " << x;
            }
    }
}

TEST(StudioWorld, StaysFiniteWithEverySliderAtBothEnds) {
    for (const Open& open : {small(), small_box()}) {
        World world(open);
        world.apply(stroke("smoke"));
        for (const Tunable& one : std::vector(world.tunables()))
            for (const double value : {one.most, one.least, one.get(world.original())}) {
                world.apply(Tune{one.name, value});
                EXPECT_EQ(one.get(world.tuned()), value) << one.name;
                world.step();
                ASSERT_TRUE(finite(world)) << one.name << " = " << value;
            }
    }
}

TEST(StudioWorld, SurvivesAMonkeyThatDoesTenThousandThings) {
    std::minstd_rand chance(11);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(chance() % n); };
    const auto share = [&] {
        return static_cast<double>(chance()) / static_cast<double>(std::minstd_rand::max()) * 1.4 - 0.2;
    };
    World world({"dish", "[domain]\nsize = [1, 1]\ncells = 16\n[time]\nfps = 60\n[carried.colours]\n", 0});
    for (int i = 0; i < 10000; ++i) {
        const Tunable& one = world.tunables()[below(world.tunables().size())];
        Stroke s =
            stroke(std::string(brushes()[below(brushes().size())].name), {share(), share(), 0}, {share(), share(), 0});
        s.radius = 0.2 * share(), s.amount = 4 * share() - 1, s.push = {40 * share() - 20, 40 * share() - 20, 0};
        const Action things[] = {
            s,       s,       s,       Begin{},   Undo{},      Tune{one.name, one.least}, Tune{one.name, one.most},
            Reset{}, Still{}, Clear{}, Keep{"a"}, Restore{"a"}};
        try {
            world.apply(things[below(std::size(things))]);
            if (i % 4 == 0) world.step();
        } catch (const whorl::Error&) {  // refused, and told: all is as it was
        }
        if (i % 100 == 0) { ASSERT_TRUE(finite(world)) << i; }
    }
    EXPECT_TRUE(finite(world));
}

TEST(StudioWorld, TunedInTheMiddleGoesOnFromTheStateThatItHas) {
    World world(small());
    world.apply(stroke("smoke"));
    world.step();
    const double before = world.fluid().total("smoke"), time = world.fluid().statistics().time;
    world.apply(Tune{"carried.smoke.decay", 0});
    world.apply(Tune{"fluid.vorticity", 0.1});
    world.step();
    EXPECT_NEAR(world.fluid().total("smoke"), before, 1e-3 * before);
    EXPECT_GT(world.fluid().statistics().time, time);
}

TEST(StudioWorld, DoesAnActionThatComesRightAfterARefusedSetting) {
    // A direct solver knows no bodies: the wall is refused when the fluid is built anew, which the stroke after it asks
    // for.
    World world({"dish", std::string(dish) + "[solver]\ndiffusion = \"cyclic-reduction\"\n", 0});
    world.apply(stroke("wall"));
    EXPECT_EQ(world.complaint(), "");
    world.apply(stroke("smoke"));
    EXPECT_NE(world.complaint().find("can not go around bodies"), std::string::npos);
    EXPECT_EQ(world.complaint(), "");
    EXPECT_GT(world.fluid().total("smoke"), 0);
    EXPECT_TRUE(world.walls().empty());
    world.apply(stroke("wall"));
    const double time = world.fluid().statistics().time;
    world.step();
    EXPECT_GT(world.fluid().statistics().time, time);
}

TEST(StudioWorld, UndoReturnsToTheBitsBeforeTheGesture) {
    for (const char* brush : {"smoke", "colour", "heat", "force", "wall", "eraser"}) {
        World world(small());
        world.apply(stroke("smoke"));
        world.apply(stroke("wall", {0.7, 0.7, 0.5}, {0.8, 0.8, 0.5}));
        world.step();
        const std::uint64_t before = world.hash();
        world.apply(Begin{});
        for (int i = 0; i < 3; ++i) world.apply(stroke(brush, {0.2 + 0.1 * i, 0.6}, {0.3 + 0.1 * i, 0.7}));
        world.step();
        ASSERT_NE(world.hash(), before) << brush;
        world.apply(Undo{});
        EXPECT_EQ(world.hash(), before) << brush;
    }
}

TEST(StudioWorld, KeptStatesComeBackButWhatWasTunedStays) {
    World world(small());
    world.apply(stroke("smoke"));
    const std::uint64_t set_up = world.hash();
    world.apply(Keep{"set-up"});
    for (int i = 0; i < 5; ++i) world.step();
    world.apply(Tune{"fluid.vorticity", 0.5});
    world.apply(Restore{"set-up"});
    EXPECT_EQ(world.hash(), set_up);
    EXPECT_EQ(world.tuned().settings.fluid.vorticity, 0.5);
}

TEST(StudioWorld, PaintedWallsStopTheFlowAndErasedOnesLetItPass) {
    for (const bool erased : {false, true}) {
        World world(small());
        world.apply(stroke("wall", {0.5, -0.2, 0.5}, {0.5, 1.2, 0.5}));
        if (erased) world.apply(stroke("eraser", {0.3, 0.5, 0.5}, {0.7, 0.5, 0.5}));
        Stroke blow = stroke("smoke", {0.2, 0.5, 0.5}, {0.3, 0.5, 0.5});
        for (int i = 0; i < 60; ++i) {
            blow.push = {1, 0, 0};
            world.apply(blow);
            world.step();
        }
        double beyond = 0;
        for (double y = 0.05; y < 1; y += 0.05) beyond += world.fluid().sample("smoke", {0.8, y});
        EXPECT_EQ(beyond > 1e-3, erased) << beyond;
    }
}

TEST(StudioWorld, StillStopsTheFluidAndClearTakesAllThatItCarries) {
    World world(small());
    for (const char* brush : {"smoke", "colour", "heat"}) world.apply(stroke(brush));
    world.apply(Still{});
    EXPECT_EQ(world.fluid().kinetic_energy(), 0);
    EXPECT_GT(world.fluid().total("green"), 0);
    world.apply(Clear{});
    for (const char* q : {"smoke", "heat", "red", "green", "blue"}) EXPECT_EQ(world.fluid().total(q), 0) << q;
}

TEST(StudioScenes, AllOpenAtAnInteractiveSizeWithEveryBrushAtHand) {
    for (const Offered& one : offered_scenes()) {
        const whorl::Scene scene = paintable(scene_named(one.name));
        double cells = 1;
        for (const int n : whorl::cells_of(scene.settings)) cells *= n;
        EXPECT_LE(cells, 160e3) << one.name;
        EXPECT_TRUE(std::any_of(scene.settings.carried.begin(), scene.settings.carried.end(),
                                [](const whorl::Carried& q) { return q.name == "heat"; }))
            << one.name;
    }
}

TEST(StudioScenes, TextThatIsWrongIsToldWithItsLineAndColumn) {
    Open open = small();
    EXPECT_EQ(errors_in(open), "");
    open.text += "[boundary]\ntop = \"opne\"\n";
    EXPECT_SAYS(errors_in(open), "dish:9:7: unknown boundary \"opne\"");
}

TEST(StudioScenes, SavedComeBackAndLeaveNothingHalfWritten) {
    const whorl::TemporaryFolder folder;
    save_scene(folder / "a.toml", dish);
    EXPECT_EQ(scene_named(folder / "a.toml").text, dish);
    EXPECT_EQ(whorl::files_in(folder.path()).size(), 1u);
    EXPECT_SAYS(whorl::error_of([&] { save_scene(folder / "no/a.toml", dish); }), "can not be written");
}

TEST(StudioViews, AreFiniteAndVorticityOfAStirredDishHasBothSigns) {
    World world(small());
    world.apply(stroke("smoke"));
    world.step();
    Shown shown;
    for (std::size_t v = 0; v < views().size(); ++v) {
        show(world, {.view = static_cast<int>(v), .flow = true}, shown);
        ASSERT_EQ(shown.picture.values.size(), 32u * 32u * static_cast<std::size_t>(views()[v].channels));
        for (const float x : shown.picture.values) ASSERT_TRUE(std::isfinite(x)) << views()[v].name;
    }
    show(world, {.view = view_named("vorticity")}, shown);
    const auto [low, high] = std::minmax_element(shown.picture.values.begin(), shown.picture.values.end());
    EXPECT_LT(*low * *high, 0);
}

TEST(StudioRecording, ThatIsDamagedIsRefusedWithItsLine) {
    const whorl::TemporaryFolder folder;
    const std::string path = folder / "bad.session";
    const auto written = [&](const std::string& text) {
        whorl::write(path, text);
        return path;
    };
    EXPECT_SAYS(whorl::error_of([&] { read_recording(written("film\n")); }), ":1: not a session");
    EXPECT_SAYS(whorl::error_of([&] { read_recording(written("whorl session 1\n@0 open 0 a\n@x reset\n")); }), ":3:");
    EXPECT_SAYS(whorl::error_of([&] { read_recording(written("whorl session 1\n@0 open 0 a\n@5 reset\n@4 reset\n")); }),
                ":4: tick 4");
    EXPECT_SAYS(whorl::error_of([&] { read_recording(written("whorl session 1\n@0 reset\n")); }), "opens a scene");
    EXPECT_SAYS(whorl::error_of([&] { read_recording(written("whorl session 1\n")); }), "opens a scene");
}

}  // namespace studio
