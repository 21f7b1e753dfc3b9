// Sessions without a window: what is done, when it takes effect, and that it can be done again.

#include <gtest/gtest.h>

#include <cmath>

#include "studio/support.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace studio {

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

TEST(StudioSession, RunsOnTheGpuToTheSameBitsOrSaysWhyItCanNot) {
    try {
        Session session(small(), whorl::Device::cuda);
        session.send(stroke("smoke"));
        ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.actions == 1 && s.tick > 3; }));
        const Recording recording = session.finish();
        EXPECT_EQ(replay(recording).hash(), recording.hash);
    } catch (const whorl::Error& e) {
        EXPECT_SAYS(std::string(e.what()), whorl::has_cuda() ? "GPU" : "not part of this build");
        EXPECT_SAYS(std::string(e.what()), "\"cpu\"");
    }
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
