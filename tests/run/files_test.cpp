// What a run writes: films that players understand, and the same bytes whenever and with however many threads it is run.

#include <gtest/gtest.h>

#include <cstdlib>

#include "run/small_scenes.hpp"
#include "whorl/picture.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

/// What ffprobe says about a film, a line for each fact.
std::string probed(const fs::path& film) {
    const Ended e = run_program(
        {.words = {"ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                   "stream=codec_name,width,height,pix_fmt,avg_frame_rate,nb_read_frames", "-of", "default=nw=1", film.string()},
         .program = "/usr/bin/env"});
    return e.code == 0 ? e.out : "ffprobe failed: " + e.err;
}

TEST(Film, FfprobeFindsEveryFrameInTheSizeRateAndFormatThatPlayersKnow) {
    TemporaryFolder folder;
    write(folder / "scene.toml", small_plane());
    const SmallRun run{.folder = folder.path(), .more = {"--frames", "5"}};
    const Ended e = run();
    ASSERT_EQ(e.code, 0) << e;
    const char* expected =
        "codec_name=h264\nwidth=64\nheight=96\npix_fmt=yuv420p\navg_frame_rate=24/1\nnb_read_frames=5\n";
    EXPECT_EQ(probed(run.results() / "scene.mp4"), expected);
    EXPECT_EQ(probed(run.results() / "scene-speed.mp4"), expected);
}

TEST(Film, ItsPicturesAreKeptOnlyAsLongAsTheRunCanBeMadeLonger) {
    TemporaryFolder folder;
    write(folder / "scene.toml", small_plane());
    SmallRun run{.folder = folder.path(), .more = {"--frames", "2"}};
    ASSERT_EQ(run().code, 0);
    EXPECT_TRUE(fs::exists(run.results() / "film-speed/speed_0002.png"));
    run.out = "once";
    ASSERT_EQ(run({"--set", "checkpoint.every=never"}).code, 0);
    EXPECT_FALSE(fs::exists(run.results() / "film-speed"));
    EXPECT_FALSE(fs::exists(run.results() / "checkpoint-0.whorl"));
}

TEST(Film, OfEverySecondFrameIsAsLongAsTheRun) {
    TemporaryFolder folder;
    write(folder / "scene.toml",
          plume_in("[1.01, 1]", "24", "[0.5, 0.2]") + "[[output]]\nmovie = { show = \"smoke\", pixels = 51 }\nevery = \"2 frames\"\n");
    const SmallRun run{.folder = folder.path(), .more = {"--frames", "7"}};
    const Ended e = run();
    ASSERT_EQ(e.code, 0) << e;
    const std::string said = probed(run.results() / "scene.mp4");
    EXPECT_NE(said.find("avg_frame_rate=12/1\nnb_read_frames=3\n"), std::string::npos) << said;
}

TEST(Files, AreAllThereUnderTheNamesThatTheReferencePromises) {
    if (!writes_everything()) GTEST_SKIP() << "this build has no OpenEXR or no OpenVDB";
    TemporaryFolder folder;
    write(folder / "scene.toml", small_box());
    const SmallRun run{.folder = folder.path(), .more = {"--frames", "3"}};
    const Ended e = run();
    ASSERT_EQ(e.code, 0) << e;
    EXPECT_EQ(e.out, "") << "it was asked to be quiet";
    EXPECT_EQ(e.err, "");
    std::string names;
    for (const auto& [name, bytes] : files_in(run.results())) {
        names += name + " ";
        EXPECT_FALSE(bytes.empty()) << name;
    }
    EXPECT_EQ(names,
              "checkpoint-0.whorl fields_0001.exr fields_0002.vdb fields_0004.vdb fields_0006.vdb film-heat/heat_0001.png "
              "film-heat/heat_0002.png film-heat/heat_0003.png frame_0001.png frame_0002.png frame_0003.png frames.csv line.csv run.json scene-heat.mp4 scene.mp4 seconds.csv sheet.png "
              "steps.csv ");
}

TEST(Files, OfALongerRunThatWasThereBeforeGoWhenAShorterOneIsComplete) {
    TemporaryFolder folder;
    write(folder / "scene.toml", small_plane());
    const SmallRun run{.folder = folder.path()};
    ASSERT_EQ(run({"--frames", "4"}).code, 0);
    ASSERT_TRUE(fs::exists(run.results() / "frame_0004.png"));
    write(run.results() / "frame_0009_mine.png", "not one of ours");
    ASSERT_EQ(run({"--frames", "2"}).code, 0);
    EXPECT_TRUE(fs::exists(run.results() / "frame_0002.png"));
    EXPECT_FALSE(fs::exists(run.results() / "frame_0003.png"));
    EXPECT_FALSE(fs::exists(run.results() / "frame_0004.png"));
    EXPECT_FALSE(fs::exists(run.results() / "film-speed/speed_0004.png"));
    EXPECT_TRUE(fs::exists(run.results() / "frame_0009_mine.png"));
}

TEST(Files, ProbesRecordTheStartAndEveryMomentOfTheirSchedule) {
    TemporaryFolder folder;
    write(folder / "scene.toml", small_plane());
    const SmallRun run{.folder = folder.path(), .more = {"--frames", "4"}};
    ASSERT_EQ(run().code, 0);
    const auto lines = [&](const char* name) {
        const std::string text = content(run.results() / name);
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(lines("steps.csv"), 1 + 1 + 8);   // the header, the start, 8 steps
    EXPECT_EQ(lines("frames.csv"), 1 + 1 + 4);
    EXPECT_EQ(lines("line.csv"), 1 + 7);        // 7 places, once
    EXPECT_EQ(lines("seconds.csv"), 1 + 1 + 2);  // 4 frames of 1/24 s hold 0.07 s twice
}

TEST(Files, RunJsonTellsOfTheRun) {
    TemporaryFolder folder;
    write(folder / "scene.toml", small_plane());
    const SmallRun run{.folder = folder.path(), .more = {"--frames", "2"}};
    ASSERT_EQ(run().code, 0);
    EXPECT_EQ(member(run.results(), "scene"), "scene");
    EXPECT_EQ(member(run.results(), "cells"), "[32, 48]");
    EXPECT_EQ(member(run.results(), "steps"), "4");
    EXPECT_EQ(member(run.results(), "finished"), "true");
    EXPECT_EQ(member(run.results(), "state_hash").size(), 16u);
    EXPECT_EQ(member(run.results(), "viscosity"), "0.0001");
    EXPECT_GT(std::strtod(member(run.results(), "step_ms_median").c_str(), nullptr), 0);
    EXPECT_GE(std::strtod(member(run.results(), "step_ms_p95").c_str(), nullptr),
              std::strtod(member(run.results(), "step_ms_median").c_str(), nullptr));
    EXPECT_GT(std::strtod(member(run.results(), "peak_memory_bytes").c_str(), nullptr), 1e6);
    for (const char* stage : {"advect", "force", "diffuse", "project", "carry"})
        EXPECT_NE(member(run.results(), stage), "") << stage;
    const Ended parsed = run_program({.words = {"python3", "-m", "json.tool", (run.results() / "run.json").string()},
                                      .program = "/usr/bin/env"});
    EXPECT_TRUE(parsed.code == 0 || parsed.code == 127) << parsed;  // 127: there is no python here
}

/// One scene, run in several ways.
class Alike : public testing::TestWithParam<const char*> {
  protected:
    Alike() { write(folder.path() / "scene.toml", std::string_view(GetParam()) == "plane" ? small_plane() : small_box()); }
    SmallRun run_into(const std::string& out, const std::string& threads = "2") const {
        return {.folder = folder.path(), .out = out, .more = {"--frames", "3"}, .threads = threads};
    }
    void expect_alike(const SmallRun& a, const SmallRun& b) const {
        EXPECT_EQ(differences(results_in(a.results()), results_in(b.results())), "");
        EXPECT_EQ(member(a.results(), "state_hash"), member(b.results(), "state_hash"));
        EXPECT_NE(member(a.results(), "state_hash"), "");
    }
    TemporaryFolder folder;
};

TEST_P(Alike, TwoRunsGiveTheSameBytesOfEveryFile) {
    const SmallRun first = run_into("first"), second = run_into("second");
    ASSERT_EQ(first().code, 0);
    ASSERT_EQ(second().code, 0);
    expect_alike(first, second);
}

TEST_P(Alike, AnyNumberOfThreadsGivesTheSameBytesOfEveryFile) {
    const SmallRun one = run_into("one", "1");
    ASSERT_EQ(one().code, 0);
    for (const char* threads : {"2", "7"}) {
        const SmallRun more = run_into(threads, threads);
        ASSERT_EQ(more().code, 0);
        EXPECT_EQ(member(more.results(), "threads"), threads);
        expect_alike(one, more);
    }
}

TEST_P(Alike, ARunIntoAFolderThatHasOneReplacesIt) {
    const SmallRun fresh = run_into("fresh"), used = run_into("used");
    ASSERT_EQ(fresh().code, 0);
    ASSERT_EQ(used({"--set", "fluid.buoyancy.heat=1"}).code, 0);
    EXPECT_NE(differences(results_in(fresh.results()), results_in(used.results())), "");
    ASSERT_EQ(used().code, 0);
    expect_alike(fresh, used);
}

INSTANTIATE_TEST_SUITE_P(Small, Alike, testing::Values("plane", "box"), [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace whorl
