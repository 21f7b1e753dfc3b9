// The command line: what it says, what it refuses, and that a refusal leaves nothing behind.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/program.hpp"
#include "whorl/scene.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class CommandLine : public testing::Test {
  protected:
    Ended whorl(const Words& words) const { return run_program({.words = words, .in = folder.path()}); }
    /// That these words are refused with such a text, and that nothing is written.
    void expect_refused(const Words& words, const Words& said) const {
        const Ended e = whorl(words);
        std::string line;
        for (const std::string& w : words) line += w + " ";
        EXPECT_EQ(e.code, 2) << line << e;
        EXPECT_EQ(e.out, "") << line;
        EXPECT_TRUE(e.err.starts_with("whorl: ")) << line << e;
        for (const std::string& text : said) EXPECT_NE(e.err.find(text), std::string::npos) << line << text << e;
        EXPECT_TRUE(fs::is_empty(folder.path())) << line << "left something";
    }
    TemporaryFolder folder;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// ---- Help -----------------------------------------------------------------------------------------------------------

TEST_F(CommandLine, AloneAndWithHelpItSaysWhatItCanDo) {
    const Ended alone = whorl({}), help = whorl({"--help"});
    EXPECT_EQ(alone.code, 0);
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(alone.out, help.out);
    for (const char* word : {"run", "scenes", "new", "check", "info", "bench", "Exit codes"})
        EXPECT_TRUE(has(help.out, word)) << word;
    for (const char* word : {"--out", "--frames", "--threads", "--device", "--set", "--resume", "--quiet"})
        EXPECT_TRUE(has(whorl({"run", "--help"}).out, word)) << word;
    EXPECT_EQ(help.err + alone.err, "");
}

TEST_F(CommandLine, VersionAndInfoTellWhatThisBuildIs) {
    EXPECT_EQ(whorl({"--version"}).out, std::string(version()) + "\n");
    const Ended info = whorl({"info"});
    EXPECT_EQ(info.code, 0);
    for (const std::string& word : {std::string(version()), std::string("threads"), std::string("OpenVDB"),
                                    std::string("OpenEXR"), std::string("floats at a time")})
        EXPECT_TRUE(has(info.out, word)) << word << info;
}

TEST_F(CommandLine, ScenesListsEveryBuiltInOneWithItsTitle) {
    const Ended e = whorl({"scenes"});
    EXPECT_EQ(e.code, 0);
    EXPECT_EQ(std::count_if(built_in_scenes().begin(), built_in_scenes().end(), [](const auto& one) { return !one.album; }), 12);
    for (const BuiltInScene& one : built_in_scenes()) {
        EXPECT_TRUE(has(e.out, std::string(one.name) + " ")) << one.name;
        EXPECT_TRUE(has(e.out, std::string(one.title))) << one.title;
    }
}

// ---- Refusals -------------------------------------------------------------------------------------------------------

TEST_F(CommandLine, UnknownWordsAreRefusedWithTheOneThatWasMeant) {
    expect_refused({"rnu"}, {"rnu", "did you mean \"run\"?"});
    expect_refused({"chekc", "plume"}, {"did you mean \"check\"?"});
    expect_refused({"run", "--frmes", "3"}, {"--frmes", "did you mean \"--frames\"?"});
    expect_refused({"run", "plum"}, {"plum", "did you mean \"plume\"?"});
    expect_refused({"check", "cavty"}, {"did you mean \"cavity\"?"});
    expect_refused({"run", "no-such.toml"}, {"no-such.toml"});
    expect_refused({"run", "plume", "cavity"}, {"cavity"});
    expect_refused({"scenes", "plume"}, {"plume"});
    expect_refused({"--frames", "3"}, {"--frames"});
    expect_refused({"run", ""}, {});
    expect_refused({"new"}, {"NAME"});
    expect_refused({"check"}, {"SCENE"});
}

TEST_F(CommandLine, NumbersThatAreNoneOrOutOfRangeAreRefused) {
    for (const char* frames : {"0", "-1", "abc", "1e9", "", "1.5", "99999999999", "3x", " 3", "0x10"})
        expect_refused({"run", "cavity", "--frames", frames}, {"--frames", "whole number"});
    for (const char* threads : {"0", "-2", "two", "100000"})
        expect_refused({"run", "cavity", "--threads", threads}, {"--threads", "whole number"});
    expect_refused({"run", "cavity", "--frames"}, {"--frames"});
    expect_refused({"run", "cavity", "--device", "gpu"}, {"--device gpu", "cpu"});
}

TEST_F(CommandLine, OverridesThatMeanNothingAreRefused) {
    expect_refused({"run", "cavity", "--set", "fluid.viscosity"}, {"fluid.viscosity", "--set fluid.viscosity=0.01"});
    expect_refused({"run", "cavity", "--set", "=3"}, {"=3"});
    expect_refused({"run", "cavity", "--set", "fluid.viscosty=1"}, {"viscosty", "did you mean \"viscosity\"?"});
    expect_refused({"run", "cavity", "--set", "fluid.viscosity=-1"}, {"viscosity", "-1"});
    expect_refused({"run", "cavity", "--set", "fluid.viscosity=nan"}, {"viscosity"});
    expect_refused({"run", "cavity", "--set", "output.9.every=end"}, {"output"});
    expect_refused({"run", "cavity", "--set", "title.x=1"}, {"title"});
    expect_refused({"check", "cavity", "--set", "domain.cells=0"}, {"cells"});
    // All at once.
    expect_refused({"run", "cavity", "--set", "fluid.viscosity=-1", "--set", "time.fps=0"}, {"viscosity", "fps"});
}

TEST_F(CommandLine, ASceneThatNeedsMoreMemoryThanThereIsIsRefused) {
    expect_refused({"run", "plume", "--set", "domain.cells=20000"}, {"domain.cells", "too many"});
    // 1.6e9 cells: allowed, and more than 100 GB. A machine that has so much is not asked to use it.
    const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (there > 80e9) GTEST_SKIP() << "this machine has memory for everything";
    expect_refused({"run", "cavity", "--set", "domain.cells=[40000, 40000]"}, {"domain.cells", "memory"});
    expect_refused({"check", "plume", "--set", "domain.cells=[1000, 1600, 1000]"}, {"domain.cells", "memory"});
}

// ---- A scene of one's own -------------------------------------------------------------------------------------------

TEST_F(CommandLine, ANewSceneIsGoodAndRuns) {
    const Ended made = whorl({"new", "mine"});
    ASSERT_EQ(made.code, 0) << made;
    EXPECT_TRUE(has(made.out, "whorl run mine.toml")) << made;
    const Ended check = whorl({"check", "mine.toml"});
    EXPECT_EQ(check.code, 0) << check;
    for (const char* word : {"mine", "cells", "memory", "The scene is good"}) EXPECT_TRUE(has(check.out, word)) << check;
    const Ended run = whorl({"run", "mine.toml", "--frames", "1", "--set", "domain.cells=32"});
    EXPECT_EQ(run.code, 0) << run;
    for (const char* file : {"frame_0001.png", "mine.mp4", "sheet.png", "run.json"}) {
        EXPECT_TRUE(fs::exists(folder.path() / "out/mine" / file)) << file;
        EXPECT_TRUE(has(run.out, std::string("out/mine/") + file)) << file;
    }
}

TEST_F(CommandLine, NewRefusesToOverwriteAndNamesThatAreNone) {
    write(folder / "mine.toml", "precious");
    for (const char* name : {"mine", "mine.toml"}) {
        const Ended e = whorl({"new", name});
        EXPECT_EQ(e.code, 2) << e;
        EXPECT_TRUE(has(e.err, "already")) << e;
    }
    EXPECT_EQ(content(folder / "mine.toml"), "precious");
    fs::remove(folder.path() / "mine.toml");
    for (const char* name : {"", ".toml", "folder/"}) expect_refused({"new", name}, {"letters"});
    expect_refused({"new", "a\"b"}, {"letters"});
    const Ended nowhere = whorl({"new", "no/such/folder/mine"});
    EXPECT_EQ(nowhere.code, 1) << nowhere;
    EXPECT_TRUE(has(nowhere.err, "No such file or directory")) << nowhere;
}

TEST_F(CommandLine, CheckListsAllThatIsWrongWithLineAndColumn) {
    write(folder / "bad.toml",
          "title = 3\n"
          "[domain]\n"
          "size = [1, -2]\n"
          "cels = 16\n"
          "[boundary]\n"
          "top = \"opne\"\n"
          "[[source]]\n"
          "disc = { center = [0.5, 0.5], radius = 0.1 }\n"
          "smoke = \"sin(x\"\n");
    const Ended e = whorl({"check", "bad.toml"});
    EXPECT_EQ(e.code, 2) << e;
    for (const char* place : {"bad.toml:1:9: ", "bad.toml:3:", "bad.toml:4:1: ", "bad.toml:6:7: ", "bad.toml:9:9: "})
        EXPECT_TRUE(has(e.err, place)) << place << e;
    for (const char* hint : {"did you mean \"cells\"?", "did you mean \"open\"?"}) EXPECT_TRUE(has(e.err, hint)) << e;
    const Ended run = whorl({"run", "bad.toml"});
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err, e.err);
    EXPECT_FALSE(fs::exists(folder.path() / "out"));
}

TEST_F(CommandLine, CheckKnowsEveryBuiltInScene) {
    for (const BuiltInScene& one : built_in_scenes()) {
        const Ended e = whorl({"check", std::string(one.name)});
        EXPECT_EQ(e.code, 0) << e;
        EXPECT_TRUE(has(e.out, std::string(one.name) + ": " + std::string(one.title))) << e;
    }
}

// ---- Progress -------------------------------------------------------------------------------------------------------

TEST_F(CommandLine, WithoutATerminalProgressIsPlainLinesAndTheEndIsTold) {
    const Ended e = whorl({"run", "taylor-green", "--frames", "20", "--threads", "1", "--set", "domain.cells=16",
                           "--set", "output.0.png.pixels=64", "--set", "output.1.movie.pixels=64"});
    ASSERT_EQ(e.code, 0) << e;
    EXPECT_FALSE(has(e.err, "\r")) << e;
    EXPECT_TRUE(has(e.err, "frame 20/20  ")) << e;
    EXPECT_TRUE(has(e.err, " ms/step  pressure ")) << e;
    EXPECT_LE(std::count(e.err.begin(), e.err.end(), '\n'), 12) << e;
    EXPECT_TRUE(has(e.out, "20 frames, 20 steps of ")) << e;
}

}  // namespace
}  // namespace whorl
