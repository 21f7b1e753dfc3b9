// What mouse, keys and buttons of a real window do.

#include <session/world.hpp>

#include "studio/window.hpp"

namespace studio {

TEST_F(StudioWindow, ShowsAStrokeWhereItWasDrawn) {
    const whorl::Ended ended =
        studio("fast\npause\nbrush smoke\ndrag left 480 300 640 200 8\nmove 890 20\nsettle\nshot a.png\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image image = picture("a.png");
    const double on = std::min({light(image, 500, 287), light(image, 560, 250), light(image, 620, 212)});
    const double off = std::max({light(image, 500, 150), light(image, 640, 400), light(image, 450, 420)});
    EXPECT_GT(on, 5 * off + 0.02);
}

namespace {

/// The table of flowanim. A key either does something to the fluid, which the recording has, or changes the picture.
const struct {
    char letter;
    std::string recorded;  // empty: it is seen
} flowanim[] = {{'n', "keep quick"},
                {'z', "still"},
                {'a', "clear"},
                {'N', "restore quick"},
                {'r', "reset"},
                {'d', line_of(Nudge{"carried.smoke.decay", 1, 0.001 / (1.0 / 60)})},
                {'D', line_of(Nudge{"carried.smoke.decay", 1, -0.001 / (1.0 / 60)})},
                {'C', "switch fluid.vorticity 0.050000000000000003"},
                {'T', "nudge time.step 1 0.01"},
                {'t', "nudge time.step 1 -0.01"},
                {'V', "nudge fluid.viscosity 10 1.0000000000000001e-05"},
                {'v', "nudge fluid.viscosity 0.10000000000000001 0"},
                {'o', "nudge fluid.vorticity 1 -0.01"},
                {'O', "nudge fluid.vorticity 1 0.01"},
                {'c', ""},
                {'u', ""},
                {'w', ""},
                {'f', ""},
                {'F', ""}};

}  // namespace

TEST_F(StudioWindow, HasTheKeysOfFlowanim) {
    std::string script = "fast\npause\nmove 890 20\n", seen;
    for (const auto& key : flowanim) {
        const std::string name(1, key.letter), press = "type " + name + "\nsettle\n";
        if (!key.recorded.empty())
            script += press;
        else  // and back again
            seen += "shot " + name + "before.png\n" + press + "shot " + name + "after.png\n" + press;
    }
    // Still paused, so that no picture changes by itself: smoke that moves.
    script += "stroke smoke 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 0\nstep\nticks 1\nsettle\n" + seen;
    const whorl::Ended ended = studio(script +
                                          "type p\nticks 3\ntype s\nsettle\ndrag left 500 300 520 300 2\ntype SSS\n"
                                          "settle\ndrag left 500 300 520 300 2\ntype q\nframes 100000\n",
                                      {"--record", "a.session"});
    ASSERT_EQ(ended.code, 0) << ended;  // q left, or the frames would not have ended
    const Recording recording = read_recording(folder_ / "a.session");
    for (const auto& key : flowanim)
        if (!key.recorded.empty())
            EXPECT_TRUE(has(recording, key.recorded)) << key.letter << ": " << key.recorded;
        else
            EXPECT_GT(difference(picture(std::string(1, key.letter) + "before.png"),
                                 picture(std::string(1, key.letter) + "after.png")),
                      5e-4)
                << key.letter;
    EXPECT_GT(recording.end, 3);  // p let it go on
    // s took the 1 away that a stroke adds, S brought 3 of it back.
    double least = 1, most = 0;
    for (const Recorded& one : recording.actions)
        if (const Stroke* s = std::get_if<Stroke>(&one.action)) {
            if (s->push.x == 3) continue;  // those of the set-up
            least = std::min(least, s->amount), most = std::max(most, s->amount);
        }
    EXPECT_EQ(least, 0);
    EXPECT_GT(most, 0);
}

TEST_F(StudioWindow, GoesThroughAStepStageByStageByItsKeyAndItsButton) {
    const whorl::Ended ended = studio(
        "fast\npause\nmove 890 20\nview divergence\nsettle\n"
        "stroke force 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 0\nsettle\nshot before.png\n"
        "type ,\nsettle\noverlay inside\nsettle\nshot advect.png\nclick Stage\nclick Stage\nmove 890 20\nsettle\n"
        "shot project.png\noverlay inside\nsettle\nshot panes.png\ntype ,\nsettle\ntype ,\nsettle\n",
        {"--record", "a.session"});
    ASSERT_EQ(ended.code, 0) << ended;
    const Recording recording = read_recording(folder_ / "a.session");
    EXPECT_EQ(recording.actions.size(), 2u);  // the scene and the stroke: stages are no deeds
    EXPECT_EQ(recording.hash, replay(recording).hash());
    const whorl::Image before = picture("before.png"), advect = picture("advect.png"), project = picture("project.png");
    EXPECT_GT(difference(before, advect), 1e-3);
    EXPECT_GT(difference(advect, project), 1e-3);
    EXPECT_GT(difference(project, picture("panes.png")), 1e-3);
    // The projection leaves no divergence: the canvas is dark, above the words about the stage.
    double most = 0;
    for (int y = 40; y < 400; ++y)
        for (int x = 350; x < 800; ++x) most = std::max(most, light(project, x, y));
    EXPECT_LT(most, 0.05);
}

TEST_F(StudioWindow, MovesEverySliderToBothEndsByTheMouse) {
    const whorl::Ended ended =
        studio("frames 3\nfast\nsweep\nsettle\n", {"--record", "a.session", "--size", "600x420"});
    ASSERT_EQ(ended.code, 0) << ended;
    const Recording recording = read_recording(folder_ / "a.session");
    const World world(std::get<Open>(recording.actions[0].action));
    for (const Tunable& one : world.tunables())
        for (const double end : {one.least, one.most})
            EXPECT_TRUE(has(recording, line_of(Tune{one.name, end}))) << one.name << " " << end;
}

TEST_F(StudioWindow, SurvivesAMonkey) {
    const whorl::Ended ended = studio("frames 3\nfast\nsweep\nmonkey " WHORL_MONKEY_FRAMES " 7\nshot a.png\n",
                                      {"--record", "a.session", "--size", "600x420", "--cells", "32"});
    ASSERT_EQ(ended.code, 0) << ended;
    const World world = replay(read_recording(folder_ / "a.session"));
    EXPECT_TRUE(std::isfinite(world.fluid().kinetic_energy()));
    EXPECT_TRUE(std::isfinite(world.fluid().max_divergence()));
}

TEST_F(StudioWindow, HearsTheMouseOfTheWindowItself) {
    if (std::system("command -v xdotool >/dev/null 2>&1") != 0) GTEST_SKIP() << "xdotool is missing (package xdotool)";
    whorl::Process program({.words = {"--size", "900x600", "--record", folder_ / "a.session", folder_ / "dish.toml"},
                            .program = WHORL_STUDIO,
                            .environment = environment(),
                            .most_s = 60});
    // However slow the machine: it is done twice, and q is pressed until it is heard.
    const std::string how =
        "export DISPLAY=" + screen_.display() +
        "; found() { xdotool search --name 'Whorl Studio' 2>/dev/null | head -n 1; }; "
        "for i in $(seq 200); do w=$(found); [ -n \"$w\" ] && break; sleep 0.1; done; sleep 0.5; "
        "xdotool windowmove $w 0 0; for i in 1 2; do sleep 0.2; xdotool mousemove 500 300 mousedown 1; sleep 0.3; "
        "xdotool mousemove 560 280; sleep 0.3; xdotool mousemove 620 250; sleep 0.3; xdotool mouseup 1; done; "
        "for i in $(seq 50); do xdotool type q; sleep 0.5; [ -z \"$(found)\" ] && exit 0; done; exit 1";
    ASSERT_EQ(std::system(how.c_str()), 0);
    const whorl::Ended ended = program.wait();
    ASSERT_EQ(ended.code, 0) << ended;
    const Recording recording = read_recording(folder_ / "a.session");
    double right = 0;
    for (const Recorded& one : recording.actions)
        if (const Stroke* s = std::get_if<Stroke>(&one.action)) right += s->to.x - s->from.x;
    EXPECT_GT(right, 0.1);
    EXPECT_TRUE(has(recording, "begin"));
}

}  // namespace studio
