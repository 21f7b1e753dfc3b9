// Pictures of the built-in planes, compared with those that a person has looked at.
//
// Whoever changes on purpose what scenes look like renews them, looks at them and commits them:
//     WHORL_RENEW_GOLDEN=1 build/release/tests/test_run --gtest_filter='*Golden*'

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "render/colour.hpp"
#include "support/files.hpp"
#include "whorl/run.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

struct Small {
    const char* scene;
    const char* frames;
};
void PrintTo(const Small& small, std::ostream* to) { *to << small.scene; }

class Golden : public testing::TestWithParam<Small> {};

/// A scene with few cells, few frames and few pixels, and only its first output.
Scene small_version(const Small& small) {
    for (const BuiltInScene& one : built_in_scenes()) {
        if (one.name != small.scene) continue;
        Scene scene = read_scene(one.text, small.scene,
                                 {{"domain.cells", "64"},
                                  {"time.frames", small.frames},
                                  {"output.0.png.pixels", "120"},
                                  {"output.0.every", "end"},
                                  {"checkpoint.every", "never"}});
        scene.outputs.resize(1);
        return scene;
    }
    throw Error(std::string("there is no scene ") + small.scene);
}

/// How far two pictures are apart, in values of 8 bits, as the eye sees them.
struct Apart {
    double mean = 0, close = 0;  // close: the share of the values that are at most 12 apart
};
Apart apart(const Image& a, const Image& b) {
    Apart result;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) {
        const double d = 255 * std::abs(render::srgb_from_linear(a.rgb[i]) - render::srgb_from_linear(b.rgb[i]));
        result.mean += d, result.close += d <= 12;
    }
    const auto count = static_cast<double>(a.rgb.size());
    return {result.mean / count, result.close / count};
}

TEST_P(Golden, APictureOfTheSceneIsTheOneThatWasLookedAt) {
    TemporaryFolder folder;
    const fs::path golden = fs::path(WHORL_TESTS_FOLDER) / "run/golden" / (std::string(GetParam().scene) + ".png");
    run(small_version(GetParam()), {.folder = folder / "out"});
    fs::path made;
    for (const auto& entry : fs::directory_iterator(folder / "out"))
        if (entry.path().filename().string().starts_with("frame_")) made = entry.path();
    ASSERT_FALSE(made.empty()) << "the run made no picture";
    if (std::getenv("WHORL_RENEW_GOLDEN")) {
        fs::copy_file(made, golden, fs::copy_options::overwrite_existing);
        GTEST_SKIP() << "renewed " << golden << ": look at it";
    }
    const Image expected = read_png(golden.string()), found = read_png(made.string());
    ASSERT_EQ(expected.width, found.width);
    ASSERT_EQ(expected.height, found.height);
    const Apart d = apart(expected, found);
    EXPECT_LT(d.mean, 2);
    EXPECT_GT(d.close, 0.99);
}

// So many frames that there is something to see: at 64 cells that is a second or less of work.
INSTANTIATE_TEST_SUITE_P(Scenes, Golden,
                         testing::Values(Small{"plume-plane", "40"}, Small{"two-jets", "60"}, Small{"liquid-texture", "16"},
                                         Small{"inks", "24"}, Small{"taylor-green", "8"}, Small{"cavity", "6"}),
                         [](const auto& one) {
                             std::string name = one.param.scene;
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace whorl
