// What a real window shows.

#include "studio/window.hpp"

namespace studio {

namespace {

/// Of the canvas, without legend and panels.
struct Range {
    double least = 1, most = 0;
};
Range range(const whorl::Image& image) {
    Range all;
    for (int y = 100; y < 420; y += 4)
        for (int x = 400; x < 760; x += 4)
            all.most = std::max(all.most, light(image, x, y)), all.least = std::min(all.least, light(image, x, y));
    return all;
}

/// Pixels of the canvas that are.
int brighter(const whorl::Image& than, const whorl::Image& plain) {
    int count = 0;
    for (int y = 40; y < 480; ++y)
        for (int x = 290; x < 880; ++x) count += light(than, x, y) > light(plain, x, y) + 0.01;
    return count;
}

}  // namespace

TEST_F(StudioWindow, ShowsEveryViewOfAPlaneAndOfABox) {
    const char* views[] = {"smoke", "heat", "speed", "vorticity", "pressure"};
    std::string script =
        "fast\nstroke smoke 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 0\nstroke heat 0.3 0.4 0 0.7 0.6 0 0.15 1 1 1 1 3 1 "
        "0\n";
    for (const std::string scene : {"plane", "box"}) {
        if (scene == "box") script += "open " + (folder_ / "box.toml") + "\nplay\nsettle\n";
        script += "ticks 4\npause\nsettle\n";
        for (const std::string view : views)
            script += "view " + view + "\nframes 1\nsettle\nshot " + scene + view + ".png\n";
    }
    const whorl::Ended ended = studio(script);
    ASSERT_EQ(ended.code, 0) << ended;
    for (const std::string scene : {"plane", "box"})
        for (const std::string view : views) {
            const Range seen = range(picture(scene + view + ".png"));
            EXPECT_GT(seen.most, 0.1) << scene << " " << view;
            EXPECT_LT(seen.least, 0.05) << scene << " " << view;
        }
}

TEST_F(StudioWindow, ShowsWhatFollowsTheFlowAndHidesItAgain) {
    const std::vector<std::string> over_plane{"arrows",   "streamlines", "particles", "streaks", "grain",
                                              "contours", "picture",     "torus",     "sphere"},
        over_box{"streamlines", "particles", "streaks", "detail"};
    const auto each = [](const std::string& scene, const std::vector<std::string>& overlays) {
        std::string lines = "settle\nframes 1\nshot " + scene + "plain.png\n";
        for (const std::string& one : overlays)
            lines +=
                "overlay " + one + "\nframes 1\nsettle\nframes 1\nshot " + scene + one + ".png\noverlay " + one + "\n";
        return lines + "frames 1\nsettle\nframes 1\nshot " + scene + "again.png\n";
    };
    const whorl::Ended ended =
        studio("fast\nstroke smoke 0.3 0.4 0 0.7 0.6 0 0.2 1 1 1 1 3 1 0\nticks 6\npause\nview speed\nmove 890 20\n" +
               each("plane", over_plane) + "open " + (folder_ / "box.toml") + "\nplay\nsettle\nticks 12\npause\n" +
               each("box", over_box));
    ASSERT_EQ(ended.code, 0) << ended;
    for (const std::string& one : over_plane)
        EXPECT_GT(difference(picture("plane" + one + ".png"), picture("planeplain.png")), 1e-3) << one;
    for (const std::string& one : over_box)
        EXPECT_GT(difference(picture("box" + one + ".png"), picture("boxplain.png")), 1e-3) << one;
    for (const std::string one : {"streamlines", "particles", "streaks"})  // what is below them becomes darker
        for (const std::string scene : {"plane", "box"})
            EXPECT_GT(brighter(picture(scene + one + ".png"), picture(scene + "plain.png")), 100)
                << scene << " " << one;
    for (const std::string scene : {"plane", "box"})
        EXPECT_LT(difference(picture(scene + "again.png"), picture(scene + "plain.png")), 1e-4) << scene;
}

TEST_F(StudioWindow, StirsAnImageThatIsDroppedOnItAndSaysWhatItCanNotRead) {
    whorl::Image image(64, 64);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 32; ++x) image.set(x, y, {0.8f, 0.8f, 0.8f});  // the left half is light
    whorl::write_png(folder_ / "half.png", image);
    whorl::write(folder_ / "none.png", "no image");
    const whorl::Ended ended =
        studio("fast\nview speed\nmove 890 20\nframes 2\nshot silent.png\ndrop " + (folder_ / "none.png") +
               "\nframes 3\nshot told.png\ndrop " + (folder_ / "half.png") +
               "\nticks 2\nframes 3\nsettle\nshot a.png\nbrush force\ndrag left 450 250 750 250 8\nticks 12\n"
               "move 890 20\nframes 3\nshot b.png\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image before = picture("a.png"), after = picture("b.png");
    const auto right_half = [](const whorl::Image& of) {
        double sum = 0;
        for (int y = 80; y < 440; ++y)
            for (int x = 600; x < 800; ++x) sum += light(of, x, y) / (360 * 200);
        return sum;
    };
    EXPECT_GT(difference(picture("told.png"), picture("silent.png")), 1e-4);
    EXPECT_GT(light(before, 450, 250), 0.5);
    EXPECT_LT(right_half(before), 0.02);
    EXPECT_GT(right_half(after), right_half(before) + 0.01);  // the light half was taken along
}

TEST_F(StudioWindow, PlaysTheScriptOfItsGuide) {
    // As fast as it goes, and boxes in small: time and beauty are for people.
    whorl::write(folder_ / "guide.script", "pace 0\nfast\ncells 40\n" + whorl::content(WHORL_GUIDE));
    const whorl::Ended ended = whorl::run_program({.words = {"--size", "640x400", "--script", "guide.script"},
                                                   .program = WHORL_STUDIO,
                                                   .in = folder_.path(),
                                                   .environment = environment(),
                                                   .most_s = 240});
    ASSERT_EQ(ended.code, 0) << ended;
    std::istringstream lines(whorl::content(WHORL_GUIDE));
    int pictures = 0;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("shot ")) {
            ++pictures;
            EXPECT_EQ(picture(line.substr(5)).width, 640) << line;
        }
    EXPECT_GE(pictures, 10);
}

}  // namespace studio
