// Disks that fill up, folders that can not be written, programs that are missing: what was made stays, and the run goes
// on once the trouble is gone.

#include <gtest/gtest.h>

#include <algorithm>

#include "run/small_scenes.hpp"
#include "support/mounts.hpp"
#include "support/watch.hpp"
#include "whorl/picture.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

class Trouble : public testing::Test {
  protected:
    SmallRun run_into(const std::string& out, const std::string& frames) const {
        return {.folder = folder.path(), .out = out, .more = {"--frames", frames, "--set", "checkpoint.every=0.02 s"}};
    }
    /// That it failed as it should, and lost nothing.
    static void expect_clear_failure(const Ended& e, const Files& whole, const fs::path& out) {
        EXPECT_EQ(e.code, 1) << e;
        EXPECT_TRUE(e.err.find("can not write \"" + out.filename().string()) != std::string::npos ||
                    e.err.find("can not write \"" + out.string()) != std::string::npos ||
                    e.err.find("can not make the film \"") != std::string::npos)
            << "it does not name the file: " << e;
        EXPECT_TRUE(e.err.find("File too large") != std::string::npos || e.err.find("No space left") != std::string::npos)
            << "it does not name the reason: " << e;
        EXPECT_TRUE(e.err.find("has room") != std::string::npos || e.err.find("run again with --resume") != std::string::npos)
            << "it does not name the remedy: " << e;
        EXPECT_EQ(leftovers(out), "");
        EXPECT_EQ(broken_files(whole, out), "");
    }
    static void expect_same_end(const SmallRun& whole, const SmallRun& run) {
        EXPECT_EQ(differences(results_in(whole.results()), results_in(run.results())), "");
        EXPECT_NE(member(whole.results(), "state_hash"), "");
        EXPECT_EQ(member(whole.results(), "state_hash"), member(run.results(), "state_hash"));
    }
    TemporaryFolder folder;
};

// ---- No room --------------------------------------------------------------------------------------------------------

TEST_F(Trouble, AFileThatFindsNoRoomEndsTheRunClearlyAndItGoesOnLater) {
    write(folder / "scene.toml", small_plane());
    const SmallRun whole = run_into("whole", "5");
    ASSERT_EQ(whole().code, 0);
    const Files results = results_in(whole.results());

    // One byte less than this file needs: pictures, volumes, checkpoints, films, tables fail, each in its turn.
    const auto size = [&](const std::string& name) { return fs::file_size(whole.results() / name); };
    std::vector<std::string> tight{"frame_0003.png", "steps.csv", "checkpoint-0.whorl", "scene.mp4", "run.json"};
    if (io::has_vdb()) tight.emplace_back("fields_0006.vdb");
    if (io::has_exr()) tight.emplace_back("fields_0001.exr");
    if (!fs::exists(whole.results() / tight[2])) tight[2] = "checkpoint-1.whorl";
    for (const std::string& name : tight) {
        SCOPED_TRACE("room for one byte less than " + name);
        const SmallRun run = run_into("tight-" + name, "5");
        Launch launch = run.launch();
        launch.file_bytes = size(name) - 1;
        expect_clear_failure(run_program(launch), results, run.results());
        const Ended e = run({"--resume"});
        EXPECT_EQ(e.code, 0) << e;
        expect_same_end(whole, run);
    }
}

TEST_F(Trouble, ADiskThatFillsUpKeepsWholeFramesAndTheRunGoesOnWhenThereIsRoom) {
    write(folder / "scene.toml", small_plane());
    const SmallRun whole = run_into("whole", "40");
    ASSERT_EQ(whole().code, 0);
    std::size_t bytes = 0;
    for (const auto& [name, file] : files_in(whole.results())) bytes += file.size();
    ASSERT_GT(bytes, 1200000u) << "it would fit onto the disk";

    const bool permitted = in_private_mounts([&] {
        const SmallRun run = run_into("disk/out", "40");
        fs::create_directory(folder / "disk");
        ASSERT_TRUE(mount_memory(folder / "disk", "size=1m"));
        const Ended full = run();
        EXPECT_EQ(full.code, 1) << full;
        EXPECT_NE(full.err.find("can not write \"disk/out/"), std::string::npos) << full;
        EXPECT_NE(full.err.find("No space left on device"), std::string::npos) << full;
        EXPECT_NE(full.err.find("has room"), std::string::npos) << full;
        EXPECT_EQ(leftovers(run.results()), "");
        EXPECT_EQ(broken_files(results_in(whole.results()), run.results()), "");
        int frames = 0;
        for (const auto& [name, file] : files_in(run.results())) {
            if (!name.starts_with("frame_")) continue;
            EXPECT_NO_THROW(read_png((run.results() / name).string())) << name;
            ++frames;
        }
        EXPECT_GT(frames, 3);
        EXPECT_LT(frames, 40);

        ASSERT_TRUE(mount_memory(folder / "disk", "size=64m", MS_REMOUNT));
        const Ended e = run({"--resume"});
        EXPECT_EQ(e.code, 0) << e;
        EXPECT_EQ(e.err, "") << "it should find a checkpoint";
        expect_same_end(whole, run);
    });
    if (!permitted) GTEST_SKIP() << "this kernel lets nobody mount";
}

// ---- No way ---------------------------------------------------------------------------------------------------------

TEST_F(Trouble, AFolderThatCanNotBeMadeIsNamedWithTheRemedy) {
    write(folder / "scene.toml", small_plane());
    write(folder / "plain", "a file");
    for (const char* out : {"plain", "plain/below"}) {
        const Ended e = run_into(out, "2")();
        EXPECT_EQ(e.code, 1) << e;
        EXPECT_NE(e.err.find(std::string("the folder \"") + out + "\" can not be made"), std::string::npos) << e;
        EXPECT_NE(e.err.find("--out"), std::string::npos) << e;
    }
    EXPECT_EQ(content(folder / "plain"), "a file");
}

TEST_F(Trouble, AFolderThatCanNotBeWrittenIsNamedWithTheRemedy) {
    write(folder / "scene.toml", small_plane());
    const bool permitted = in_private_mounts([&] {
        fs::create_directory(folder / "disk");
        ASSERT_TRUE(mount_memory(folder / "disk", "size=1m", MS_RDONLY));
        for (const char* out : {"disk", "disk/below"}) {
            const Ended e = run_into(out, "2")();
            EXPECT_EQ(e.code, 1) << e;
            EXPECT_NE(e.err.find(std::string("the folder \"") + out + "\" can not be "), std::string::npos) << e;
            EXPECT_NE(e.err.find("--out"), std::string::npos) << e;
        }
    });
    if (!permitted) GTEST_SKIP() << "this kernel lets nobody mount";
}

TEST_F(Trouble, AFolderThatSomebodyTakesAwayIsAnErrorAndNoCrash) {
    write(folder / "scene.toml", small_plane());
    const SmallRun run = run_into("out", "200");
    Process program(run.launch());
    ASSERT_TRUE(wait_for_file(run.results() / "frame_0002.png", program));
    fs::rename(run.results(), folder / "elsewhere");
    const Ended e = program.wait();
    EXPECT_EQ(e.code, 1) << e;
    EXPECT_NE(e.err.find("\"out/"), std::string::npos) << e;  // a file that could not be written, or read again
}

// ---- No ffmpeg ------------------------------------------------------------------------------------------------------

TEST_F(Trouble, WithoutFfmpegAllButTheFilmIsMadeAndTheFilmLaterWithoutComputingAgain) {
    write(folder / "scene.toml", small_plane());
    const SmallRun whole = run_into("whole", "4"), run = run_into("out", "4");
    ASSERT_EQ(whole().code, 0);
    Launch bare = run.launch();
    bare.environment = {{"PATH", (folder / "nowhere")}};
    const Ended e = run_program(bare);
    EXPECT_EQ(e.code, 1) << e;
    EXPECT_NE(e.err.find("scene.mp4"), std::string::npos) << e;
    EXPECT_NE(e.err.find("scene-speed.mp4"), std::string::npos) << "both films failed: " << e;
    EXPECT_NE(e.err.find("ffmpeg is not installed"), std::string::npos) << e;
    EXPECT_NE(e.err.find("--resume"), std::string::npos) << e;
    EXPECT_EQ(leftovers(run.results()), "");
    Files expected = results_in(whole.results());
    std::erase_if(expected, [](const auto& one) { return one.first.ends_with(".mp4"); });
    EXPECT_EQ(differences(expected, results_in(run.results())), "");
    EXPECT_EQ(member(whole.results(), "state_hash"), member(run.results(), "state_hash"));

    const auto written = fs::last_write_time(run.results() / "frame_0004.png");
    Launch loud = run.launch({"--resume"});
    std::erase(loud.words, "--quiet");
    const Ended later = run_program(loud);
    EXPECT_EQ(later.code, 0) << later;
    EXPECT_NE(later.out.find("went on after frame 4\n"), std::string::npos) << later;
    EXPECT_EQ(fs::last_write_time(run.results() / "frame_0004.png"), written) << "it was drawn again";
    expect_same_end(whole, run);
}

// ---- No second ------------------------------------------------------------------------------------------------------

TEST_F(Trouble, ASecondRunInTheSameFolderIsRefusedAndTheFirstIsNotDisturbed) {
    write(folder / "scene.toml", small_plane());
    const SmallRun whole = run_into("whole", "100"), run = run_into("out", "100");
    ASSERT_EQ(whole().code, 0);
    Process first(run.launch());
    ASSERT_TRUE(wait_for_file(run.results() / "frame_0002.png", first));
    first.signal(SIGSTOP);  // it holds the folder for as long as this takes
    for (const std::vector<std::string>& words : {std::vector<std::string>{}, std::vector<std::string>{"--resume"}}) {
        const Ended e = run(words);
        EXPECT_EQ(e.code, 1) << e;
        EXPECT_NE(e.err.find("in use by another run"), std::string::npos) << e;
        EXPECT_NE(e.err.find("--out"), std::string::npos) << e;
    }
    first.signal(SIGCONT);
    const Ended e = first.wait();
    EXPECT_EQ(e.code, 0) << e;
    expect_same_end(whole, run);
}

}  // namespace
}  // namespace whorl
