// A paused step, stage by stage.

#include <gtest/gtest.h>

#include <cmath>

#include "studio/support.hpp"

namespace studio {

namespace {

/// A stirred dish that waits; the tick at which it does.
std::int64_t set_up(Session& session) {
    session.send(Pause{true});
    session.send(Tune{"fluid.viscosity", 0.01});
    session.send(stroke("heat"));
    EXPECT_TRUE(becomes(session, [](const Shown& s) { return s.actions == 3; }));
    return session.shown().tick;
}

double most(const Lattice& of) {
    float high = 0;
    for (const float x : of.values) high = std::max(high, std::abs(x));
    return static_cast<double>(high);
}

/// One press after the other, until the step is done; the names of the stages.
std::string walked_through(Session& session) {
    std::string names;
    for (int pressed = 0; pressed < 20; ++pressed) {
        const std::int64_t before = session.shown().actions;
        session.send(NextStage{});
        if (!becomes(session, [&](const Shown& s) { return s.actions > before; })) return "stuck";
        if (!becomes(session, [&](const Shown& s) { return s.stage.empty() || names.find(s.stage) == names.npos; }))
            return "stuck after " + names;
        if (session.shown().stage.empty()) return names;
        names += session.shown().stage + " ";
    }
    return names + "and no end";
}

}  // namespace

TEST(StudioStages, OfAStepEndInTheBitsOfAnyOther) {
    Session session(small());
    const std::int64_t before = set_up(session);
    EXPECT_EQ(walked_through(session), "advect force diffuse project carry ");
    const Recording done = session.finish();
    EXPECT_EQ(done.end, before + 1);
    EXPECT_EQ(done.hash, replay(done).hash());  // which makes whole steps
}

TEST(StudioStages, OnlyTheProjectionTakesTheDivergenceAway) {
    Session session(small());
    set_up(session);
    walked_through(session);
    const auto& stages = session.shown().stages;
    ASSERT_EQ(stages.size(), 6u);
    EXPECT_EQ(stages[0]->name, "start");
    for (const std::size_t before : {1u, 2u, 3u})
        EXPECT_GT(most(stages[before]->divergence), 100 * most(stages[4]->divergence)) << stages[before]->name;
    EXPECT_NE(stages[1]->flow.values, stages[2]->flow.values);  // the heat pushed
    EXPECT_EQ(stages[4]->flow.values, stages[5]->flow.values);  // what is carried does not
}

TEST(StudioStages, AreShownInEveryViewAsTheFluidIsThen) {
    Session session(small());
    set_up(session);
    session.wish({.view = view_named("divergence")});
    session.send(NextStage{});
    ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.stage == "advect" && s.wish.view > 0; }));
    EXPECT_EQ(session.shown().picture.values, session.shown().stages.back()->divergence.values);
    session.wish({.view = view_named("speed")});  // a look at something else while the step waits
    EXPECT_TRUE(becomes(session, [](const Shown& s) { return s.wish.view == view_named("speed"); }));
    EXPECT_EQ(session.shown().stage, "advect");
}

TEST(StudioStages, WaitForNobodyWhoTouchesTheFluid) {
    Session session(small());
    const std::int64_t before = set_up(session);
    session.send(NextStage{});
    ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.stage == "advect"; }));
    session.send(stroke("smoke"));
    ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.stage.empty() && s.actions == 5; }));
    EXPECT_TRUE(session.shown().paused);
    const Recording done = session.finish();
    EXPECT_EQ(done.end, before + 1);
    EXPECT_EQ(done.actions.back().tick, before + 1);
    EXPECT_EQ(done.hash, replay(done).hash());
}

TEST(StudioStages, DoNotKeepASessionFromEnding) {
    Session session(small());
    set_up(session);
    session.send(NextStage{});
    ASSERT_TRUE(becomes(session, [](const Shown& s) { return s.stage == "advect"; }));
    const Recording done = session.finish();
    EXPECT_EQ(done.hash, replay(done).hash());
}

}  // namespace studio
