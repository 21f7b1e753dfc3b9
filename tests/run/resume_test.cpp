// Runs that survive: killed at any moment, stopped by hand, with damaged checkpoints, made longer. In the end there are
// the same state and the same bytes as without any of it.

#include <gtest/gtest.h>

#include <climits>
#include <cstring>
#include <random>
#include <sstream>

#include "run/small_scenes.hpp"
#include "support/watch.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

class Survival : public testing::Test {
  protected:
    void scene(const std::string& text) { write(folder / "scene.toml", text); }
    /// A run with so many checkpoints that most kills find one that is new.
    SmallRun run_into(const std::string& out, const std::string& frames) const {
        return {.folder = folder.path(), .out = out, .more = {"--frames", frames, "--set", "checkpoint.every=0.02 s"}};
    }
    static void expect_same_end(const SmallRun& expected, const SmallRun& found) {
        EXPECT_EQ(differences(results_in(expected.results()), results_in(found.results())), "");
        EXPECT_EQ(leftovers(found.results()), "");
        EXPECT_NE(member(expected.results(), "state_hash"), "");
        EXPECT_EQ(member(expected.results(), "state_hash"), member(found.results(), "state_hash"));
        EXPECT_EQ(member(found.results(), "finished"), "true");
    }
    TemporaryFolder folder;
};

// ---- Killed ---------------------------------------------------------------------------------------------------------

class Killed : public Survival, public testing::WithParamInterface<const char*> {};

TEST_P(Killed, AtTenRandomMomentsItGoesOnAndEndsTheSame) {
    const bool plane = std::string_view(GetParam()) == "plane";
    std::string text = plane ? small_plane() : small_box();
    if (plane) text.replace(text.find("steps_per_frame = 2"), 19, "cfl = 1");  // steps that depend on the state
    scene(text);
    const SmallRun whole = run_into("whole", plane ? "8" : "5");
    SmallRun killed = run_into("killed", plane ? "8" : "5");
    killed.threads = "2";
    fs::create_directories(whole.results());

    // How long it takes and how much it does to its folder, to choose moments from.
    const auto begun = std::chrono::steady_clock::now();
    Process reference(whole.launch());
    FolderWatch all(whole.results());
    all.wait_for(INT_MAX, reference);
    const Ended e = reference.wait();
    ASSERT_EQ(e.code, 0) << e;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    ASSERT_GT(all.seen(), 50);

    std::mt19937 random(plane ? 1 : 2);
    int kills = 0;
    for (int rounds = 0; kills < 10 && rounds < 30; ++rounds) {
        fs::remove_all(killed.results());
        fs::create_directories(killed.results());
        for (bool going = true, resume = false; going; resume = true) {
            Process program(killed.launch(resume ? std::vector<std::string>{"--resume"} : std::vector<std::string>{}));
            // In turn by the clock, which hits any moment, and when something happens to a file, which hits the writing.
            if (kills == 10)
                going = false;
            else if (kills % 2 == 0) {
                std::this_thread::sleep_for(took * std::uniform_real_distribution<double>(0, 1)(random));
                going = !program.ended();
            } else {
                FolderWatch watch(killed.results());
                going = watch.wait_for(std::uniform_int_distribution<int>(1, all.seen())(random), program);
            }
            if (going) program.signal(SIGKILL), ++kills;
            const Ended end = program.wait();
            ASSERT_TRUE(going ? end.signal == SIGKILL || end.code == 0 : end.code == 0) << end;
            EXPECT_EQ(broken_files(results_in(whole.results()), killed.results()), "") << "after " << kills << " kills";
        }
        expect_same_end(whole, killed);
        if (HasFailure()) FAIL() << "after " << kills << " kills, in round " << rounds;
    }
    EXPECT_EQ(kills, 10);
}

INSTANTIATE_TEST_SUITE_P(Small, Killed, testing::Values("plane", "box"), [](const auto& one) { return std::string(one.param); });

// ---- Stopped --------------------------------------------------------------------------------------------------------

class Stopped : public Survival, public testing::WithParamInterface<int> {};

TEST_P(Stopped, ASignalEndsItAfterItsStepWithTheWordsToGoOn) {
    scene(small_plane());
    const std::string frames = "120";
    const SmallRun whole = run_into("whole", frames), stopped = run_into("stopped", frames);
    ASSERT_EQ(whole().code, 0);

    Process program(stopped.launch({"--set", "checkpoint.every=1 h"}));
    ASSERT_TRUE(wait_for_file(stopped.results() / "frame_0002.png", program)) << "it ended too soon to be stopped";
    program.signal(GetParam());
    const Ended e = program.wait();
    ASSERT_EQ(e.code, 130) << e;
    EXPECT_TRUE(fs::exists(stopped.results() / "checkpoint-0.whorl"));
    EXPECT_EQ(member(stopped.results(), "finished"), "false");
    EXPECT_EQ(leftovers(stopped.results()), "");

    // The last line is what the user is to type.
    ASSERT_NE(e.err.find("to go on:\n  whorl run scene.toml"), std::string::npos) << e;
    std::string line = e.err.substr(e.err.find("to go on:\n  whorl ") + 18);
    ASSERT_TRUE(line.ends_with("--resume\n")) << e;
    Launch again{.in = folder.path()};
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        // The quotes around a value with a space in it, as a shell would take them.
        for (std::string more; word.starts_with('\'') && !(word.size() > 1 && word.ends_with('\'')) && words >> more;)
            word += " " + more;
        if (word.starts_with('\'')) word = word.substr(1, word.size() - 2);
        again.words.push_back(word);
    }
    const Ended end = run_program(again);
    ASSERT_EQ(end.code, 0) << end << line;
    EXPECT_NE(end.out.find("went on after frame "), std::string::npos) << end;
    expect_same_end(whole, stopped);
}

INSTANTIATE_TEST_SUITE_P(By, Stopped, testing::Values(SIGINT, SIGTERM),
                         [](const auto& one) { return one.param == SIGINT ? "Interrupt" : "Termination"; });

// ---- Damaged --------------------------------------------------------------------------------------------------------

/// How far a checkpoint is: its frame, then its step in it.
std::pair<std::int64_t, std::int64_t> progress_of(const fs::path& path) {
    const std::string bytes = content(path);
    std::pair<std::int64_t, std::int64_t> at{-1, -1};
    if (bytes.size() < 40) return at;
    std::memcpy(&at.first, bytes.data() + 24, 8);
    std::memcpy(&at.second, bytes.data() + 32, 8);
    return at;
}

void flip(const fs::path& path) {
    std::string bytes = content(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 16);
    write(path, bytes);
}
void halve(const fs::path& path) { fs::resize_file(path, fs::file_size(path) / 2); }
void empty(const fs::path& path) { fs::resize_file(path, 0); }

class Damaged : public Survival {
  protected:
    /// A run that was killed when both checkpoints were there, and one that was not.
    void SetUp() override {
        scene(small_plane());
        ASSERT_EQ(whole().code, 0);
        Process program(killed.launch());
        ASSERT_TRUE(wait_for_file(checkpoint(1), program) && wait_for_file(killed.results() / "frame_0002.png", program));
        program.signal(SIGKILL);
        program.wait();
        const bool second = progress_of(checkpoint(1)) > progress_of(checkpoint(0));
        newest = checkpoint(second ? 1 : 0), older = checkpoint(second ? 0 : 1);
        ASSERT_NE(progress_of(newest), progress_of(older));
    }
    fs::path checkpoint(int k) const { return killed.results() / ("checkpoint-" + std::to_string(k) + ".whorl"); }
    Ended resume() const { return killed({"--resume"}); }

    const SmallRun whole = run_into("whole", "40"), killed = run_into("killed", "40");
    fs::path newest, older;
};

struct Damage {
    const char* name;
    void (*to)(const fs::path&);
};
void PrintTo(const Damage& damage, std::ostream* to) { *to << damage.name; }

class DamagedNewest : public Damaged, public testing::WithParamInterface<Damage> {};

TEST_P(DamagedNewest, FallsBackToTheOneBeforeWithAWarning) {
    const std::int64_t before = progress_of(older).first;
    GetParam().to(newest);
    Launch loud = killed.launch({"--resume"});
    std::erase(loud.words, "--quiet");
    const Ended e = run_program(loud);
    ASSERT_EQ(e.code, 0) << e;
    EXPECT_NE(e.err.find("warning"), std::string::npos) << e;
    EXPECT_NE(e.err.find(newest.filename().string() + "\" is damaged"), std::string::npos) << e;
    EXPECT_EQ(e.err.find(older.filename().string() + "\" is damaged"), std::string::npos) << e;
    const bool tells = e.out.find("went on after frame " + std::to_string(before) + "\n") != std::string::npos;
    EXPECT_TRUE(tells || before == 0) << e;
    expect_same_end(whole, killed);
}

INSTANTIATE_TEST_SUITE_P(By, DamagedNewest,
                         testing::Values(Damage{"AFlippedBit", &flip}, Damage{"AMissingEnd", &halve}, Damage{"AnEmptyFile", &empty}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_F(Damaged, BothAreLeftOutAndItStartsFromTheBeginning) {
    flip(newest), halve(older);
    const Ended e = resume();
    ASSERT_EQ(e.code, 0) << e;
    EXPECT_NE(e.err.find(newest.filename().string() + "\" is damaged"), std::string::npos) << e;
    EXPECT_NE(e.err.find(older.filename().string() + "\" is damaged"), std::string::npos) << e;
    EXPECT_NE(e.err.find("starting from the beginning"), std::string::npos) << e;
    expect_same_end(whole, killed);
}

TEST_F(Damaged, ALostOneIsNoTrouble) {
    fs::remove(newest);
    const Ended e = resume();
    ASSERT_EQ(e.code, 0) << e;
    EXPECT_EQ(e.err, "");
    expect_same_end(whole, killed);
}

TEST_F(Damaged, AnyByteThatIsNotAsItWasIsFound) {
    const std::string bytes = content(older);
    fs::remove(newest);
    std::mt19937 random(5);
    for (int i = 0; i < 12; ++i) {
        std::string other = bytes;
        // The first ones in what comes before the checksum and in it, the rest anywhere.
        const std::size_t at = i < 4 ? static_cast<std::size_t>(5 * i) : random() % bytes.size();
        other[at] = static_cast<char>(other[at] ^ (1 << random() % 8));
        write(older, other);
        // More frames than it has: a whole checkpoint would be refused for that, a damaged one is left out before.
        const SmallRun fewer{.folder = folder.path(), .out = "killed",
                             .more = {"--frames", "1", "--set", "checkpoint.every=0.02 s", "--resume"}};
        const Ended e = fewer();
        EXPECT_NE(e.err.find("is damaged"), std::string::npos) << "byte " << at << ": " << e;
        EXPECT_EQ(e.code, 0) << e;
        for (int k = 0; k < 2; ++k) fs::remove(checkpoint(k));
    }
}

// ---- Other scenes, other lengths ------------------------------------------------------------------------------------

TEST_F(Survival, ACheckpointOfAnotherSceneIsRefusedAndNothingChanges) {
    scene(small_plane());
    const SmallRun run = run_into("out", "3");
    ASSERT_EQ(run().code, 0);
    const Files before = files_in(run.results());
    const Ended e = run({"--resume", "--set", "fluid.viscosity=0.01"});
    EXPECT_EQ(e.code, 1) << e;
    EXPECT_NE(e.err.find("another scene"), std::string::npos) << e;
    EXPECT_NE(e.err.find("run without --resume"), std::string::npos) << e;
    EXPECT_EQ(differences(before, files_in(run.results())), "");
}

TEST_F(Survival, FewerFramesThanThereAreAreRefusedAndNothingChanges) {
    scene(small_plane());
    ASSERT_EQ(run_into("out", "3")().code, 0);
    const Files before = files_in(folder.path() / "out");
    const Ended e = run_into("out", "2")({"--resume"});
    EXPECT_EQ(e.code, 1) << e;
    EXPECT_NE(e.err.find("ask for more frames"), std::string::npos) << e;
    EXPECT_EQ(differences(before, files_in(folder.path() / "out")), "");
}

TEST_F(Survival, ARunThatIsMadeLongerIsTheLongRun) {
    scene(small_box());
    const SmallRun whole = run_into("whole", "5"), longer = run_into("longer", "5");
    ASSERT_EQ(whole().code, 0);
    ASSERT_EQ(run_into("longer", "2")().code, 0);
    ASSERT_EQ(longer({"--resume"}).code, 0);
    expect_same_end(whole, longer);
}

TEST_F(Survival, ResumingARunThatIsCompleteChangesNothing) {
    scene(small_plane());
    const SmallRun run = run_into("out", "3");
    ASSERT_EQ(run().code, 0);
    const Files before = results_in(run.results());
    const std::string hash = member(run.results(), "state_hash");
    const Ended e = run({"--resume"});
    EXPECT_EQ(e.code, 0) << e;
    EXPECT_EQ(differences(before, results_in(run.results())), "");
    EXPECT_EQ(member(run.results(), "state_hash"), hash);
}

TEST_F(Survival, WithoutACheckpointItSaysSoAndStartsFromTheBeginning) {
    scene(small_plane());
    const SmallRun whole = run_into("whole", "2"), out = run_into("out", "2");
    ASSERT_EQ(whole().code, 0);
    const Ended e = out({"--resume"});
    EXPECT_EQ(e.code, 0) << e;
    EXPECT_NE(e.err.find("warning: there is no checkpoint"), std::string::npos) << e;
    expect_same_end(whole, out);
}

}  // namespace
}  // namespace whorl
