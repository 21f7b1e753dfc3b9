// 200 scenes that went wrong: the program runs them, or refuses them with a place and a reason. It never crashes, hangs
// or leaves half a run behind. WHORL_MUTANTS_FROM=1000 tries 200 others, from that number on.

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "run/mutator.hpp"
#include "support/program.hpp"
#include "whorl/scene.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

/// The good scenes, with pictures so small that they cost nothing.
std::vector<std::string> good_scenes() {
    std::vector<std::string> all{content(fs::path(WHORL_TESTS_FOLDER) / "unit/data/example.toml")};
    for (const BuiltInScene& one : built_in_scenes())
        if (!one.album) all.emplace_back(one.text);
    for (std::string& text : all)
        for (std::size_t at = 0; (at = text.find("{ show", at)) != std::string::npos; at += 20)
            text.insert(at + 2, "pixels = 32, ");
    return all;
}

constexpr int parts = 4, mutants_of_a_part = 50;

class Mutants : public testing::TestWithParam<int> {};

TEST_P(Mutants, AreRunOrRefusedWithAPlaceAndAReason) {
    const std::vector<std::string> scenes = good_scenes();
    ASSERT_EQ(scenes.size(), 13u);
    const char* from = std::getenv("WHORL_MUTANTS_FROM");
    const unsigned first = from ? static_cast<unsigned>(std::strtoul(from, nullptr, 10)) : 0;
    const std::regex place("(mutant\\.toml:[0-9]+:[0-9]+|--set domain\\.cells=16): [^]*");
    int ran = 0, refused = 0;
    for (int k = 0; k < mutants_of_a_part; ++k) {
        const unsigned seed = first + static_cast<unsigned>(GetParam() * mutants_of_a_part + k);
        TemporaryFolder folder;
        write(folder / "mutant.toml", Mutator(seed)(scenes[seed % scenes.size()]));
        const Ended e = run_program({.words = {"run", "mutant.toml", "--frames", "1", "--threads", "1", "--quiet", "--set",
                                               "domain.cells=16", "--set", "checkpoint.every=never", "--out", "out"},
                                     .in = folder.path(),
                                     .cpu_s = 20,
                                     .address_bytes = rlim_t{4} << 30});
        const std::string what = "mutant " + std::to_string(seed) + ":\n";
        if (e.code == 2) {
            ++refused;
            EXPECT_TRUE(e.err.starts_with("whorl: ") && std::regex_match(e.err.substr(7), place)) << what << e;
            EXPECT_FALSE(fs::exists(folder.path() / "out")) << what << e;
        } else if (e.code == 1) {
            EXPECT_NE(e.err.find("finite"), std::string::npos) << what << e;
        } else {
            ++ran;
            EXPECT_EQ(e.code, 0) << what << e << content(folder / "mutant.toml");
            EXPECT_TRUE(fs::exists(folder.path() / "out/run.json")) << what << e;
        }
        EXPECT_EQ(leftovers(folder.path() / "out"), "") << what;
    }
    EXPECT_GE(refused, mutants_of_a_part / 3) << "the mutator is too kind";
    EXPECT_GE(ran, 1) << "the mutator leaves nothing that runs";
}

INSTANTIATE_TEST_SUITE_P(Part, Mutants, testing::Range(0, parts));

}  // namespace
}  // namespace whorl
