// What actions do to a fluid, and the scenes that there are.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include <session/brush.hpp>
#include <session/shown.hpp>

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
    for (const char* brush : {"smoke", "colour", "heat", "force", "eraser"}) {
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

TEST(StudioWorld, UndoTakesPaintedWallsAwayAndLeavesWhatHasFlowedSince) {
    World world(small());
    world.apply(stroke("smoke"));
    const std::uint64_t at_rest = world.hash();
    for (const bool running : {false, true}) {
        world.apply(Begin{});
        for (int i = 0; i < 3; ++i) world.apply(stroke("wall", {0.2 + 0.1 * i, 0.6}, {0.3 + 0.1 * i, 0.7}));
        for (int i = 0; running && i < 3; ++i) world.step();
        ASSERT_FALSE(world.walls().empty());
        const double time = world.fluid().statistics().time, smoke = world.fluid().total("smoke");
        world.apply(Undo{});
        EXPECT_TRUE(world.walls().empty());
        EXPECT_EQ(world.fluid().openness(0)(9, 20), 1);
        EXPECT_EQ(world.fluid().statistics().time, time);
        EXPECT_EQ(world.undoable(), 0);
        EXPECT_GT(world.fluid().total("smoke"), 0.9 * smoke);
        EXPECT_EQ(world.hash() == at_rest, !running);
    }
}

TEST(StudioWorld, UndoOfWhatSweepsTheFluidOutBringsAllOfItBack) {
    World world(small());
    world.apply(stroke("smoke"));
    world.step();
    const std::uint64_t before = world.hash();
    for (const Action& sweep : {Action{Clear{}}, Action{Still{}}, Action{Reset{}}}) {
        world.apply(Begin{});
        world.apply(sweep);
        world.step();
        world.apply(Undo{});
        EXPECT_EQ(world.hash(), before) << line_of(sweep);
    }
}

TEST(StudioWorld, GoesOnWhenTheSplittingIsChangedToAnyOtherAndItsStatesComeBack) {
    World world(small());
    world.apply(stroke("smoke"));
    world.step();
    world.apply(Keep{"advect-project"});
    for (const int splitting : {3, 1, 3, 2, 3, 0, 3}) {
        const double time = world.fluid().statistics().time, smoke = world.fluid().total("smoke");
        world.apply(Tune{"solver.splitting", static_cast<double>(splitting)});
        world.step();
        EXPECT_EQ(world.complaint(), "");
        EXPECT_EQ(world.fluid().settings().solver.splitting, static_cast<whorl::Splitting>(splitting));
        EXPECT_GT(world.fluid().statistics().time, time);
        EXPECT_NEAR(world.fluid().total("smoke"), smoke, 1e-2 * smoke);
        world.apply(Begin{});
    }
    world.apply(Keep{"two-step"});
    for (const int splitting : {1, 3}) {
        world.apply(Tune{"solver.splitting", static_cast<double>(splitting)});
        for (const char* name : {"advect-project", "two-step"}) {
            world.apply(Restore{name});
            world.step();
            EXPECT_TRUE(finite(world));
        }
    }
    for (int i = 0; i < 7; ++i) world.apply(Undo{});
    EXPECT_EQ(world.undoable(), 0);
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

TEST(StudioScenes, OpenedWithFewerCellsStillKnowHowManyTheirTextHas) {
    Open open = small();
    open.cells = 16;
    Shown shown;
    show(World(open), {}, shown);
    EXPECT_EQ(shown.cells, (std::array{16, 16, 1}));
    EXPECT_EQ(shown.written_cells, (std::array{32, 32, 1}));
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

TEST(StudioViews, ShowNoMoreDivergenceThanTheSolverLeftAlsoBesideWalls) {
    World world(small());
    world.apply(stroke("wall", {0.3, 0.2, 0.5}, {0.7, 0.45, 0.5}));
    world.apply(stroke("force", {0.3, 0.6, 0.5}, {0.6, 0.7, 0.5}));
    world.step();
    Shown shown;
    show(world, {.view = view_named("divergence")}, shown);
    float most = 0;
    for (const float x : shown.picture.values) most = std::max(most, std::abs(x));
    EXPECT_LT(static_cast<double>(most), 1.5 * world.fluid().max_divergence() + 1e-6);
    EXPECT_LT(static_cast<double>(most), 1e-2 * world.fluid().max_speed() / world.fluid().spacing().x);
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

}  // namespace studio
