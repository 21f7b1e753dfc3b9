// How a real window begins, what it makes of the screen that it finds, and how it ends.

#include <cstdlib>

#include "studio/window.hpp"

namespace studio {

TEST_F(StudioWindow, SaysWhatIsMissingWhereItCanNotOpen) {
    const whorl::Ended nowhere = whorl::run_program({.words = {},
                                                     .program = WHORL_STUDIO,
                                                     .environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}},
                                                     .most_s = 30});
    EXPECT_EQ(nowhere.code, 1) << nowhere;
    EXPECT_NE(nowhere.err.find("no display"), std::string::npos) << nowhere;
    auto old = environment();
    old.emplace_back("MESA_GL_VERSION_OVERRIDE", "2.1");
    const whorl::Ended too_old =
        whorl::run_program({.words = {}, .program = WHORL_STUDIO, .environment = old, .most_s = 30});
    EXPECT_EQ(too_old.code, 1) << too_old;
    EXPECT_NE(too_old.err.find("OpenGL 3.3"), std::string::npos) << too_old;
}

TEST_F(StudioWindow, ThatLosesItsContextSaysSoAndKeepsTheRecording) {
    const whorl::Ended ended =
        studio("fast\nbrush smoke\ndrag left 450 300 700 200 6\nsettle\nlose-context\nframes 1000\n",
               {"--record", "a.session"});
    EXPECT_EQ(ended.code, 1) << ended;
    EXPECT_NE(ended.err.find("lost the window's context; start the studio again"), std::string::npos) << ended;
    EXPECT_GT(read_recording(folder_ / "a.session").actions.size(), 5u);
}

/// A screen with twice as many dots to the inch: everything is there twice as large, and the brush is where the mouse
/// is.
TEST_F(StudioWindow, IsTwiceAsLargeOnAScreenOfTwiceTheDensity) {
    const auto played = [&](const std::string& name, int by) {
        const auto at = [by](int x, int y) { return std::to_string(by * x) + " " + std::to_string(by * y); };
        whorl::write(folder_ / "script", "fast\npause\nbrush smoke\nframes 2\ndrag left " + at(480, 300) + " " +
                                             at(640, 200) + " 8\nmove " + at(700, 260) + "\nsettle\nframes 1\nshot " +
                                             name + "\n");
        return whorl::run_program(
            {.words = {"--script", "script", "--size", "900x600", "--record", name + ".session", "dish.toml"},
             .program = WHORL_STUDIO,
             .in = folder_.path(),
             .environment = environment(),
             .most_s = 120});
    };
    const whorl::Ended coarse = played("coarse.png", 1);
    if (!screen_.has_dots(192)) GTEST_SKIP() << "xprop is missing (package x11-utils)";
    const whorl::Ended fine = played("fine.png", 2);
    ASSERT_EQ(coarse.code, 0) << coarse;
    ASSERT_EQ(fine.code, 0) << fine;
    const whorl::Image small = picture("coarse.png"), large = picture("fine.png");
    ASSERT_EQ(large.width, 2 * small.width);
    ASSERT_EQ(large.height, 2 * small.height);
    // Both pictures, the large one with four pixels as one: panels, letters, the stroke and the ring of the brush.
    double apart = 0;
    for (int y = 0; y < small.height; ++y)
        for (int x = 0; x < small.width; ++x) {
            const double four = 0.25 * (light(large, 2 * x, 2 * y) + light(large, 2 * x + 1, 2 * y) +
                                        light(large, 2 * x, 2 * y + 1) + light(large, 2 * x + 1, 2 * y + 1));
            apart += std::abs(four - light(small, x, y)) / (small.width * small.height);
        }
    EXPECT_LT(apart, 0.01);
    const auto strokes = [&](const std::string& name) {
        double right = 0, first = -1;
        for (const Recorded& one : read_recording(folder_ / (name + ".session")).actions)
            if (const Stroke* s = std::get_if<Stroke>(&one.action)) {
                if (first < 0) first = s->from.x;
                right = s->to.x;
            }
        return std::pair(first, right);
    };
    EXPECT_NEAR(strokes("coarse.png").first, strokes("fine.png").first, 0.01);
    EXPECT_NEAR(strokes("coarse.png").second, strokes("fine.png").second, 0.01);
}

TEST_F(StudioWindow, FollowsAResizeAndHasItsSizeAgainTheNextTime) {
    if (std::system("command -v xdotool >/dev/null 2>&1") != 0) GTEST_SKIP() << "xdotool is missing (package xdotool)";
    // However slow the machine: what is done is done again until it is heard.
    const auto played = [&](std::vector<std::string> words, const std::string& deed) {
        words.push_back(folder_ / "dish.toml");
        whorl::Process program({.words = words, .program = WHORL_STUDIO, .environment = environment(), .most_s = 60});
        const std::string how =
            "export DISPLAY=" + screen_.display() +
            "; found() { xdotool search --name 'Whorl Studio' 2>/dev/null | head -n 1; }; "
            "for i in $(seq 200); do w=$(found); [ -n \"$w\" ] && break; sleep 0.1; done; sleep 0.5; " +
            deed +
            " for i in $(seq 50); do xdotool mousemove $((500 + i)) 300; sleep 0.5; xdotool type q; sleep 0.5; "
            "[ -z \"$(found)\" ] && exit 0; done; exit 1";
        EXPECT_EQ(std::system(how.c_str()), 0);
        EXPECT_EQ(program.wait().code, 0);
    };
    played({"--size", "700x500", "--shot", folder_ / "a.png"}, "xdotool windowsize --sync $w 1000 640; sleep 1;");
    const whorl::Image first = whorl::read_png(folder_ / "a.png");
    EXPECT_EQ(first.width, 1000);
    EXPECT_EQ(first.height, 640);
    played({"--shot", folder_ / "b.png"}, "");
    const whorl::Image second = whorl::read_png(folder_ / "b.png");
    EXPECT_EQ(second.width, 1000);
    EXPECT_EQ(second.height, 640);
}

}  // namespace studio
