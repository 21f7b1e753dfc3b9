// The studio in a real window, on a screen without a person: scripted input, and pictures that are looked at.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <session/recording.hpp>
#include <whorl/movie.hpp>
#include <whorl/picture.hpp>

#include "studio/screen.hpp"
#include "support/files.hpp"
#include "support/program.hpp"

namespace studio {

namespace {

constexpr const char* dish = "[domain]\nsize = [1, 1]\ncells = 64\n[time]\nfps = 60\n[carried.smoke]\n";

/// The light of a pixel.
double light(const whorl::Image& image, int x, int y) {
    const whorl::Colour c = image.at(x, y);
    return static_cast<double>(c.r + c.g + c.b) / 3;
}

class StudioWindow : public testing::Test {
  protected:
    void SetUp() override {
        if (!screen_.there()) GTEST_SKIP() << "the studio's window is not tested, since Xvfb is missing (package xvfb)";
        whorl::write(folder_ / "dish.toml", dish);
    }
    /// Opens the dish, does what the script says and leaves.
    whorl::Ended studio(const std::string& script, std::vector<std::string> words = {}) {
        whorl::write(folder_ / "script", script);
        words.insert(words.begin(), {"--script", folder_ / "script"});
        if (std::find(words.begin(), words.end(), "--size") == words.end())
            words.insert(words.end(), {"--size", "900x600"});
        if (std::find(words.begin(), words.end(), "--replay") == words.end()) words.push_back(folder_ / "dish.toml");
        return whorl::run_program({.words = words,
                                   .program = WHORL_STUDIO,
                                   .in = folder_.path(),
                                   .environment = environment(),
                                   .most_s = 240});
    }
    std::vector<std::pair<std::string, std::string>> environment() const {
        return {{"DISPLAY", screen_.display()},
                {"LIBGL_ALWAYS_SOFTWARE", "1"},
                {"XDG_CONFIG_HOME", folder_.path().string()},
                {"LP_NUM_THREADS", "2"},
                {"ASAN_OPTIONS", "detect_leaks=0"}};  // drivers keep memory until the end
    }
    static bool has(const Recording& recording, const std::string& line) {
        return std::any_of(recording.actions.begin(), recording.actions.end(),
                           [&](const Recorded& one) { return line_of(one.action) == line; });
    }

    Screen screen_;
    whorl::TemporaryFolder folder_;
};

}  // namespace

TEST_F(StudioWindow, ShowsAStrokeWhereItWasDrawn) {
    const std::string shot = folder_ / "a.png";
    const whorl::Ended ended =
        studio("pause\nframes 3\nbrush smoke\ndrag left 480 300 640 200 8\nframes 6\nmove 890 20\nframes 2\nshot " +
               shot + "\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image image = whorl::read_png(shot);
    const double on = std::min({light(image, 500, 287), light(image, 560, 250), light(image, 620, 212)});
    const double off = std::max({light(image, 500, 150), light(image, 640, 400), light(image, 450, 420)});
    EXPECT_GT(on, 5 * off + 0.02);
}

TEST_F(StudioWindow, PlayedWithoutOneEndsInTheSameBits) {
    const std::string session = folder_ / "a.session";
    ASSERT_EQ(studio("brush smoke\ndrag left 450 300 700 200 6\nbrush wall\ndrag left 550 400 600 300 4\nticks 5\n"
                     "tune fluid.viscosity 0.002\ndrag right 500 200 500 400 6\nticks 5\n",
                     {"--record", session})
                  .code,
              0);
    const Recording recording = read_recording(session);
    EXPECT_GT(recording.actions.size(), 10u);
    const whorl::Ended again = whorl::run_program({.words = {"run", session}, .program = WHORL_PROGRAM});
    EXPECT_EQ(again.code, 0) << again;
    EXPECT_EQ(replay(recording).hash(), recording.hash);
}

TEST_F(StudioWindow, ShowsARecordingAgainToTheLastBit) {
    const std::string first = folder_ / "a.session", second = folder_ / "b.session";
    ASSERT_EQ(studio("pace 0\nbrush smoke\ndrag left 450 300 700 200 6\nbrush wall\ndrag left 550 400 600 300 4\n"
                     "tune fluid.viscosity 0.002\ndrag right 500 200 500 400 6\nticks 5\n",
                     {"--record", first})
                  .code,
              0);
    const Recording recording = read_recording(first);
    ASSERT_GT(recording.actions.size(), 10u);
    const whorl::Ended again = studio("pace 0\nticks " + std::to_string(recording.end) + "\nframes 5\n",
                                      {"--replay", first, "--record", second});
    ASSERT_EQ(again.code, 0) << again;
    const Recording shown = read_recording(second);
    EXPECT_EQ(shown.actions, recording.actions);
    EXPECT_EQ(shown.end, recording.end);
    EXPECT_EQ(shown.hash, recording.hash);
}

TEST_F(StudioWindow, FilmsTheCanvasWhileOnePlaysAndOverwritesNothing) {
    whorl::write(folder_ / "dish-1.png", "mine");
    const whorl::Ended ended = studio(
        "brush smoke\ntype M\ndrag left 450 300 700 200 30\ntype M\nframes 20\n"
        "type m\nframes 30\ntype m\nframes 2\n");
    ASSERT_EQ(ended.code, 0) << ended;
    EXPECT_EQ(whorl::content(folder_ / "dish-1.png"), "mine");
    int pictures = 0;
    for (const auto& one : std::filesystem::directory_iterator(folder_ / "dish-2")) pictures += one.is_regular_file();
    ASSERT_GE(pictures, 3);
    const whorl::Image first = whorl::read_png(folder_ / "dish-2/000001.png");
    EXPECT_LT(first.width, 900);  // without the panels
    char name[24];
    std::snprintf(name, sizeof name, "/%06d.png", pictures);
    const whorl::Image last = whorl::read_png((folder_ / "dish-2") + name);
    ASSERT_EQ(last.width, first.width);
    double most = 0;
    for (int y = 100; y < last.height - 100; ++y)
        for (int x = 100; x < last.width - 100; ++x) most = std::max(most, light(last, x, y) - light(first, x, y));
    EXPECT_GT(most, 0.1);
    if (!whorl::can_make_movies()) return;
    EXPECT_GT(std::filesystem::file_size(folder_ / "dish-3.mp4"), 1000u);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "dish-3.part"));
}

TEST_F(StudioWindow, ExportsAPictureOfAPeriodicPlaneThatTiles) {
    whorl::write(
        folder_ / "ring.toml",
        "[domain]\nsize = [1, 1]\ncells = 64\n[time]\nfps = 60\n[boundary]\nall = \"periodic\"\n[carried.smoke]\n");
    const whorl::Ended ended =
        studio("open " + (folder_ / "ring.toml") +
               "\nstroke smoke 0 0.2 0 0.3 1 0 0.2 1 1 1 1 2 1 0\npause\nstep\nframes 9\ntype e\n"
               "frames 12\nshot " +
               (folder_ / "preview.png") + "\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image tile = whorl::read_png(folder_ / "ring-1.png");
    // Across the seam the picture changes no more than from one pixel to the next inside of it, on average.
    double seam = 0, inside = 0;
    for (int y = 0; y < tile.height; ++y) {
        seam += std::abs(light(tile, 0, y) - light(tile, tile.width - 1, y));
        inside += std::abs(light(tile, tile.width / 8, y) - light(tile, tile.width / 8 + 1, y));
    }
    EXPECT_GT(light(tile, 0, tile.height / 2), 0.1);
    EXPECT_LT(seam, 2 * inside);

    const whorl::Image preview = whorl::read_png(folder_ / "preview.png");
    EXPECT_EQ(preview.width, 900);
}

TEST_F(StudioWindow, OpensAFileThatIsDroppedAndLeavesTheFluidAloneWhereItIsWrong) {
    const std::string session = folder_ / "a.session";
    whorl::write(folder_ / "bad.toml", "[domain]\nsize = [1, 1]\nsells = 64\n");
    whorl::write(folder_ / "other.toml", "[domain]\nsize = [2, 1]\ncells = 32\n[carried.smoke]\n");
    const whorl::Ended ended =
        studio("frames 2\ndrop " + (folder_ / "bad.toml") + "\nframes 2\ndrop nowhere.toml\nframes 2\nedit " +
                   (folder_ / "bad.toml") + "\nframes 3\ndrop " + (folder_ / "other.toml") + "\nframes 3\ndrop " +
                   (folder_ / "bad.toml") + "\nticks 3\n",
               {"--record", session});
    ASSERT_EQ(ended.code, 0) << ended;
    std::vector<std::string> opened;
    const Recording recording = read_recording(session);
    for (const Recorded& one : recording.actions)
        if (const Open* open = std::get_if<Open>(&one.action)) opened.push_back(open->name);
    EXPECT_EQ(opened, (std::vector<std::string>{folder_ / "dish.toml", folder_ / "other.toml"}));
}

/// The table of flowanim. A key either does something to the fluid, which the recording has, or changes the picture.
TEST_F(StudioWindow, HasTheKeysOfFlowanim) {
    const struct {
        char letter;
        std::string recorded;  // empty: it is seen
    } table[] = {{'n', "keep quick"},
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
    const std::string session = folder_ / "a.session";
    std::string script = "pause\nframes 2\nmove 890 20\n", seen;
    for (const auto& key : table) {
        const std::string name = folder_ / std::string(1, key.letter), press = std::string("type ") + key.letter + "\n";
        if (!key.recorded.empty())
            script += press + "frames 1\n";
        else  // and back again
            seen += "shot " + name + "before.png\n" + press + "frames 9\nshot " + name + "after.png\n" + press +
                    "frames 9\n";
    }
    // Still paused, so that no picture changes by itself: smoke that moves.
    script += "stroke smoke 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 0\nstep\nframes 9\n" + seen;
    const whorl::Ended ended = studio(script +
                                          "type p\nticks 3\ntype s\nframes 2\ndrag left 500 300 520 300 2\ntype SSS\n"
                                          "frames 2\ndrag left 500 300 520 300 2\ntype q\nframes 100000\n",
                                      {"--record", session});
    ASSERT_EQ(ended.code, 0) << ended;  // q left, or the frames would not have ended
    const Recording recording = read_recording(session);
    for (const auto& key : table) {
        if (!key.recorded.empty()) {
            EXPECT_TRUE(has(recording, key.recorded)) << key.letter << ": " << key.recorded;
            continue;
        }
        const std::string name = folder_ / std::string(1, key.letter);
        const whorl::Image before = whorl::read_png(name + "before.png"), after = whorl::read_png(name + "after.png");
        double change = 0;
        for (int y = 60; y < 440; y += 2)
            for (int x = 350; x < 800; x += 2) change += std::abs(light(after, x, y) - light(before, x, y));
        EXPECT_GT(change, 20) << key.letter;
    }
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

TEST_F(StudioWindow, ShowsEveryViewOfAPlaneAndOfABox) {
    whorl::write(folder_ / "box.toml",
                 "[domain]\nsize = [1, 1, 1]\ncells = 16\n[time]\nfps = 60\n[[source]]\n"
                 "sphere = { center = [0.5, 0.3, 0.5], radius = 0.2 }\nsmoke = 20\nheat = 9\nvelocity = [0.3, 1, 0]\n");
    std::string script =
        "stroke smoke 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 0\nstroke heat 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 0\n";
    for (const char* scene : {"plane", "box"}) {
        if (std::string(scene) == "box") script += "open " + (folder_ / "box.toml") + "\nframes 3\n";
        script += "ticks 4\n";
        for (const char* view : {"smoke", "heat", "speed", "vorticity", "pressure"})
            script += std::string("view ") + view + "\nframes 5\nshot " +
                      (folder_ / (std::string(scene) + view + ".png")) + "\n";
    }
    const whorl::Ended ended = studio(script);
    ASSERT_EQ(ended.code, 0) << ended;
    for (const char* scene : {"plane", "box"})
        for (const char* view : {"smoke", "heat", "speed", "vorticity", "pressure"}) {
            const whorl::Image image = whorl::read_png(folder_ / (std::string(scene) + view + ".png"));
            double most = 0, least = 1;  // of the canvas, without legend and panels
            for (int y = 100; y < 420; y += 4)
                for (int x = 400; x < 760; x += 4)
                    most = std::max(most, light(image, x, y)), least = std::min(least, light(image, x, y));
            EXPECT_GT(most, 0.1) << scene << " " << view;
            EXPECT_LT(least, 0.05) << scene << " " << view;
        }
}

TEST_F(StudioWindow, ShowsWhatFollowsTheFlowAndHidesItAgain) {
    const char* overlays[] = {"arrows",   "streamlines", "particles", "streaks", "grain",
                              "contours", "picture",     "torus",     "sphere"};
    std::string script =
        "stroke smoke 0.3 0.4 0 0.7 0.6 0 0.2 1 1 1 1 3 1 0\nticks 6\npause\nview speed\nframes 6\nmove 890 20\n";
    script += "frames 2\nshot " + (folder_ / "plain.png") + "\n";
    for (const std::string one : overlays)
        script +=
            "overlay " + one + "\nframes 6\nshot " + (folder_ / (one + ".png")) + "\noverlay " + one + "\nframes 3\n";
    const whorl::Ended ended = studio(script + "shot " + (folder_ / "again.png") + "\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image plain = whorl::read_png(folder_ / "plain.png");
    const auto difference = [&](const std::string& name) {  // on the canvas
        const whorl::Image other = whorl::read_png(folder_ / (name + ".png"));
        double sum = 0;
        for (int y = 20; y < 500; ++y)
            for (int x = 290; x < 880; ++x) sum += std::abs(light(other, x, y) - light(plain, x, y));
        return sum / (480 * 590);
    };
    for (const std::string one : overlays) EXPECT_GT(difference(one), 1e-3) << one;
    EXPECT_LT(difference("again"), 1e-4);
}

TEST_F(StudioWindow, StirsAnImageThatIsDroppedOnItAndSaysWhatItCanNotRead) {
    whorl::Image image(64, 64);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 32; ++x) image.set(x, y, {0.8f, 0.8f, 0.8f});  // the left half is light
    whorl::write_png(folder_ / "half.png", image);
    whorl::write(folder_ / "none.png", "no image");
    const std::string at_rest = folder_ / "a.png", stirred = folder_ / "b.png";
    const whorl::Ended ended =
        studio("view speed\ndrop " + (folder_ / "none.png") + "\nframes 2\ndrop " + (folder_ / "half.png") +
               "\nticks 2\nframes 6\nmove 890 20\nframes 2\nshot " + at_rest +
               "\nbrush force\ndrag left 450 250 750 250 8\nticks 12\nmove 890 20\nframes 3\nshot " + stirred + "\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image before = whorl::read_png(at_rest), after = whorl::read_png(stirred);
    const auto right_half = [](const whorl::Image& of) {
        double sum = 0;
        for (int y = 60; y < 440; ++y)
            for (int x = 600; x < 800; ++x) sum += light(of, x, y) / (380 * 200);
        return sum;
    };
    EXPECT_GT(light(before, 450, 250), 0.5);
    EXPECT_LT(right_half(before), 0.02);
    EXPECT_GT(right_half(after), right_half(before) + 0.01);  // the light half was taken along
}

TEST_F(StudioWindow, PlaysTheScriptOfItsGuide) {
    const whorl::Ended ended = whorl::run_program({.words = {"--size", "640x400", "--script", WHORL_GUIDE},
                                                   .program = WHORL_STUDIO,
                                                   .in = folder_.path(),
                                                   .environment = environment(),
                                                   .most_s = 240});
    ASSERT_EQ(ended.code, 0) << ended;
    for (const char* name : {"dish.png", "speed.png", "grain.png", "streaks.png", "inside.png", "torus.png", "tune.png",
                             "picture.png", "box.png", "fire.png"})
        EXPECT_EQ(whorl::read_png(folder_ / name).width, 640) << name;
}

TEST_F(StudioWindow, MovesEverySliderToBothEndsByTheMouse) {
    const std::string session = folder_ / "a.session";
    const whorl::Ended ended = studio("frames 3\nfast\nsweep\nframes 3\n", {"--record", session});
    ASSERT_EQ(ended.code, 0) << ended;
    const Recording recording = read_recording(session);
    const World world = replay(recording);
    for (const Tunable& one : world.tunables())
        for (const double end : {one.least, one.most})
            EXPECT_TRUE(has(recording, line_of(Tune{one.name, end}))) << one.name << " " << end;
}

TEST_F(StudioWindow, SurvivesAMonkey) {
    const std::string session = folder_ / "a.session", shot = folder_ / "a.png";
    const whorl::Ended ended = studio("frames 3\nfast\nsweep\nmonkey " WHORL_MONKEY_FRAMES " 7\nshot " + shot + "\n",
                                      {"--record", session, "--size", "600x420", "--cells", "32"});
    ASSERT_EQ(ended.code, 0) << ended;
    const World world = replay(read_recording(session));
    EXPECT_TRUE(std::isfinite(world.fluid().kinetic_energy()));
    EXPECT_TRUE(std::isfinite(world.fluid().max_divergence()));
}

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
    const std::string session = folder_ / "a.session";
    const whorl::Ended ended = studio("brush smoke\ndrag left 450 300 700 200 6\nframes 2\nlose-context\nframes 1000\n",
                                      {"--record", session});
    EXPECT_EQ(ended.code, 1) << ended;
    EXPECT_NE(ended.err.find("lost the window's context; start the studio again"), std::string::npos) << ended;
    EXPECT_GT(read_recording(session).actions.size(), 5u);
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
            "for i in $(seq 200); do w=$(found); [ -n \"$w\" ] && break; sleep 0.1; done; sleep 1; " +
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

TEST_F(StudioWindow, HearsTheMouseOfTheWindowItself) {
    if (std::system("command -v xdotool >/dev/null 2>&1") != 0) GTEST_SKIP() << "xdotool is missing (package xdotool)";
    const std::string session = folder_ / "a.session";
    auto seen = environment();
    whorl::Process program({.words = {"--size", "900x600", "--record", session, folder_ / "dish.toml"},
                            .program = WHORL_STUDIO,
                            .environment = seen,
                            .most_s = 60});
    const std::string how = "export DISPLAY=" + screen_.display() +
                            "; for i in $(seq 100); do "
                            "w=$(xdotool search --name 'Whorl Studio' 2>/dev/null | head -n 1); [ -n \"$w\" ] && "
                            "break; sleep 0.1; done; sleep 1; "
                            "xdotool windowmove $w 0 0; sleep 0.5; xdotool mousemove 500 300 mousedown 1; sleep 0.5; "
                            "xdotool mousemove 560 280; sleep 0.5; "
                            "xdotool mousemove 620 250; sleep 0.5; xdotool mouseup 1; sleep 0.5; xdotool type q";
    ASSERT_EQ(std::system(how.c_str()), 0);
    const whorl::Ended ended = program.wait();
    ASSERT_EQ(ended.code, 0) << ended;
    const Recording recording = read_recording(session);
    double right = 0;
    for (const Recorded& one : recording.actions)
        if (const Stroke* s = std::get_if<Stroke>(&one.action)) right += s->to.x - s->from.x;
    EXPECT_GT(right, 0.1);
    EXPECT_TRUE(has(recording, "begin"));
}

}  // namespace studio
