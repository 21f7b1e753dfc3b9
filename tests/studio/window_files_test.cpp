// What a real window reads and writes: sessions, films, pictures, scenes.

#include <filesystem>

#include <session/scenes.hpp>
#include <whorl/movie.hpp>

#include "studio/window.hpp"

namespace studio {

namespace {

std::vector<Open> opened_in(const Recording& recording) {
    std::vector<Open> all;
    for (const Recorded& one : recording.actions)
        if (const Open* open = std::get_if<Open>(&one.action)) all.push_back(*open);
    return all;
}

}  // namespace

TEST_F(StudioWindow, PlayedAgainWithAndWithoutOneEndsInTheSameBits) {
    const std::string first = folder_ / "a.session", second = folder_ / "b.session";
    ASSERT_EQ(studio("pace 0\nfast\nbrush smoke\ndrag left 450 300 700 200 6\nbrush wall\ndrag left 550 400 600 300 4\n"
                     "tune fluid.viscosity 0.002\ndrag right 500 200 500 400 6\nticks 5\n",
                     {"--record", first})
                  .code,
              0);
    const Recording recording = read_recording(first);
    ASSERT_GT(recording.actions.size(), 10u);
    const whorl::Ended alone = whorl::run_program({.words = {"run", first}, .program = WHORL_PROGRAM});
    EXPECT_EQ(alone.code, 0) << alone;
    const whorl::Ended again = studio("pace 0\nfast\nticks " + std::to_string(recording.end) + "\nframes 5\n",
                                      {"--replay", first, "--record", second});
    ASSERT_EQ(again.code, 0) << again;
    const Recording shown = read_recording(second);
    EXPECT_EQ(shown.actions, recording.actions);
    EXPECT_EQ(shown.end, recording.end);
    EXPECT_EQ(shown.hash, recording.hash);
}

TEST_F(StudioWindow, FilmsTheCanvasWhileOnePlaysAndOverwritesNothing) {
    whorl::write(folder_ / "dish-1.png", "mine");
    // A film can not begin before the last one is written: when the program ends, it is.
    for (const char* script :
         {"brush smoke\ntype M\ndrag left 450 300 700 200 20\ntype M\nframes 2\n", "type m\nframes 12\ntype m\nframes 2\n"}) {
        const whorl::Ended ended = studio(script);
        ASSERT_EQ(ended.code, 0) << ended;
    }
    EXPECT_EQ(whorl::content(folder_ / "dish-1.png"), "mine");
    int pictures = 0;
    for (const auto& one : std::filesystem::directory_iterator(folder_ / "dish-2")) pictures += one.is_regular_file();
    ASSERT_GE(pictures, 3);
    const whorl::Image first = picture("dish-2/000001.png");
    EXPECT_LT(first.width, 900);  // without the panels
    char name[24];
    std::snprintf(name, sizeof name, "dish-2/%06d.png", pictures);
    const whorl::Image last = picture(name);
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
        studio("fast\nmove 890 20\nopen " + (folder_ / "ring.toml") +
               "\nstroke smoke 0 0.2 0 0.3 1 0 0.2 1 1 1 1 2 1 0\npause\nstep\nsettle\nshot alone.png\ntype e\nawait " +
               (folder_ / "ring-1.png") + "\nsettle\nframes 2\nshot preview.png\n");
    ASSERT_EQ(ended.code, 0) << ended;
    const whorl::Image tile = picture("ring-1.png");
    // Across the seam the picture changes no more than from one pixel to the next inside of it, on average.
    double seam = 0, inside = 0;
    for (int y = 0; y < tile.height; ++y) {
        seam += std::abs(light(tile, 0, y) - light(tile, tile.width - 1, y));
        inside += std::abs(light(tile, tile.width / 8, y) - light(tile, tile.width / 8 + 1, y));
    }
    EXPECT_GT(light(tile, 0, tile.height / 2), 0.1);
    EXPECT_LT(seam, 2 * inside);
    EXPECT_GT(difference(picture("preview.png"), picture("alone.png")), 1e-3);  // beside itself
}

TEST_F(StudioWindow, OpensAFileThatIsDroppedAndLeavesTheFluidAloneWhereItIsWrong) {
    whorl::write(folder_ / "bad.toml", "[domain]\nsize = [1, 1]\nsells = 64\n");
    whorl::write(folder_ / "other.toml", "[domain]\nsize = [2, 1]\ncells = 32\n[carried.smoke]\n");
    const std::string bad = "drop " + (folder_ / "bad.toml") + "\nsettle\n";
    const whorl::Ended ended =
        studio("fast\n" + bad + "drop nowhere.toml\nsettle\nedit " + (folder_ / "bad.toml") + "\nsettle\ndrop " +
                   (folder_ / "other.toml") + "\nsettle\n" + bad + "ticks 3\n",
               {"--record", "a.session"});
    ASSERT_EQ(ended.code, 0) << ended;
    const std::vector<Open> opened = opened_in(read_recording(folder_ / "a.session"));
    ASSERT_EQ(opened.size(), 2u);
    EXPECT_EQ(opened[0].name, folder_ / "dish.toml");
    EXPECT_EQ(opened[1].name, folder_ / "other.toml");
}

TEST_F(StudioWindow, OpensAPictureOfTheGalleryRunsAndSavesWhatWasWritten) {
    const std::string draft = "[domain]\nsize = [2, 1]\ncells = 48\n[carried.smoke]\n";
    whorl::write(folder_ / "draft", draft);
    const whorl::Ended ended =
        studio("fast\nclick Scenes\nawait " + (folder_ / "whorl/scenes") +
                   "\nclick plume-plane\nsettle\nticks 2\nclick Scenes\nclick All cells\nsettle\nedit " +
                   (folder_ / "draft") + "\nsettle\nclick Run\nsettle\nticks 2\nclick Save\nsettle\n",
               {"--record", "a.session"});
    ASSERT_EQ(ended.code, 0) << ended;
    const std::vector<Open> opened = opened_in(read_recording(folder_ / "a.session"));
    ASSERT_EQ(opened.size(), 4u);
    EXPECT_EQ(opened[1], scene_named("plume-plane"));
    EXPECT_EQ(opened[2], scene_named("plume-plane", -1));
    EXPECT_EQ(opened[3].name, "plume-plane");
    EXPECT_EQ(opened[3].text, draft);
    EXPECT_EQ(whorl::content(folder_ / "plume-plane.toml"), draft);
    for (const auto& one : std::filesystem::directory_iterator(folder_ / "whorl/scenes"))
        if (one.path().extension() == ".png") { EXPECT_GT(whorl::read_png(one.path().string()).width, 100); }
}

}  // namespace studio
