// Scenes that come with the program, the page that describes them, and files that are damaged.

#include <whorl/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>

#include "support/files.hpp"

namespace {

namespace fs = std::filesystem;
using whorl::content;
using whorl::read_scene;
using whorl::Scene;

const fs::path root = fs::path(WHORL_TEST_DATA) / "../../..";

TEST(SceneDocs, TheReferenceAndTheReaderKnowTheSameKeys) {
    std::set<std::string> documented;
    std::istringstream lines(content(root / "docs/scene.md"));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| `")) continue;
        std::istringstream cell(line.substr(2, line.find(" |") - 2));
        for (std::string outside, key; std::getline(cell, outside, '`') && std::getline(cell, key, '`');)
            documented.insert(key);
    }
    const std::vector<std::string> keys = whorl::scene_keys();
    EXPECT_EQ(documented, std::set<std::string>(keys.begin(), keys.end()));
}

TEST(BuiltInScenes, CanBeReadAndAreThoseOfTheFolder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(root / "scenes")) {
        if (entry.is_directory()) continue;
        const Scene scene = whorl::load_scene(entry.path().string());
        const auto& all = whorl::built_in_scenes();
        const auto same = std::find_if(all.begin(), all.end(), [&](const auto& b) { return b.name == scene.name; });
        ASSERT_NE(same, all.end()) << scene.name;
        EXPECT_EQ(same->text, content(entry.path()));
        EXPECT_EQ(same->title, scene.title);
        EXPECT_GE(scene.outputs.size(), 2u) << scene.name;
        names.insert(scene.name);
    }
    EXPECT_EQ(names.size(), whorl::built_in_scenes().size());
}

TEST(BuiltInScenes, TakeTheirFirstStepsAlsoWithFewCells) {
    for (const auto& built_in : whorl::built_in_scenes()) {
        const Scene scene = read_scene(built_in.text, std::string(built_in.name) + ".toml", {{"domain.cells", "24"}});
        whorl::Simulation fluid(scene.settings);
        for (int i = 0; i < 3; ++i) fluid.step(1 / scene.time.fps);
        EXPECT_GT(fluid.max_speed(), 0) << built_in.name;
    }
}

TEST(BuiltInScenes, ANewSceneCanBeReadAndHasTheNameThatItWasGiven) {
    EXPECT_EQ(read_scene(whorl::new_scene("my \"smoke\""), "new.toml").title, "my smoke");
}

TEST(SceneFiles, AFileThatIsNotThereOrAFolderIsAnError) {
    EXPECT_THROW(whorl::load_scene("no/such/file.toml"), whorl::Error);
    EXPECT_THROW(whorl::load_scene(root.string()), whorl::Error);
}

/// One change that a tired hand could make, or a broken disk.
std::string mutated(std::string text, std::mt19937& random) {
    static const std::vector<std::string> words{"nan",  "-1",           "1e30", "[",    "]",       "{",    "\"",
                                                "=",    "[[source]]\n", "x",    "open", "\"x/0\"", "true", "\n",
                                                "\xff", "= [1, 2]",     "0",    "1/x",  "#",       "."};
    const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
    for (std::size_t n = 1 + below(3); n > 0; --n) {
        const std::size_t at = below(text.size()), length = below(8);
        switch (random() % 4) {
            case 0:
                text.erase(at, length);
                break;
            case 1:
                text.insert(at, words[below(words.size())]);
                break;
            case 2:
                text.replace(at, std::min(length, text.size() - at), words[below(words.size())]);
                break;
            case 3:
                text.insert(below(text.size()), text.substr(at, 10 * length));
                break;
        }
    }
    return text;
}

TEST(SceneFiles, TwoHundredMutationsAreReadOrRefusedAndNothingElse) {
    std::mt19937 random(20);
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
        const auto& scenes = whorl::built_in_scenes();
        const std::string text = mutated(std::string(scenes[random() % scenes.size()].text), random);
        try {
            read_scene(text, "mutated.toml");
        } catch (const whorl::Error& e) {
            ++refused;
            EXPECT_TRUE(std::string(e.what()).starts_with("mutated.toml:")) << e.what();
        }  // any other exception fails the test
    }
    EXPECT_GT(refused, 50);
}

}  // namespace
