#pragma once
// The studio in a real window, on a screen without a person: scripted input, and pictures that are looked at.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <session/recording.hpp>
#include <whorl/picture.hpp>

#include "studio/screen.hpp"
#include "support/files.hpp"
#include "support/program.hpp"

namespace studio {

/// The light of a pixel.
inline double light(const whorl::Image& image, int x, int y) {
    const whorl::Colour c = image.at(x, y);
    return static_cast<double>(c.r + c.g + c.b) / 3;
}

/// How much two pictures of a window with 900 x 600 points differ on its canvas, below its upper and above its lower
/// rim.
inline double difference(const whorl::Image& a, const whorl::Image& b) {
    double sum = 0;
    for (int y = 40; y < 480; ++y)
        for (int x = 290; x < 880; ++x) sum += std::abs(light(a, x, y) - light(b, x, y));
    return sum / (440 * 590);
}

class StudioWindow : public testing::Test {
  protected:
    void SetUp() override {
        if (!screen_.there()) GTEST_SKIP() << "the studio's window is not tested, since Xvfb is missing (package xvfb)";
        whorl::write(folder_ / "dish.toml", "[domain]\nsize = [1, 1]\ncells = 64\n[time]\nfps = 60\n[carried.smoke]\n");
        whorl::write(folder_ / "box.toml",
                     "[domain]\nsize = [1, 1, 1]\ncells = 16\n[time]\nfps = 60\n"
                     "[[source]]\nsphere = { center = [0.5, 0.3, 0.5], radius = 0.2 }\n"
                     "smoke = 20\nheat = 9\nvelocity = [0.3, 1, 0]\n");
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
                {"XDG_CACHE_HOME", folder_.path().string()},
                {"LP_NUM_THREADS", "2"},
                {"ASAN_OPTIONS", "detect_leaks=0"}};  // drivers keep memory until the end
    }
    whorl::Image picture(const std::string& name) const { return whorl::read_png(folder_ / name); }
    static bool has(const Recording& recording, const std::string& line) {
        return std::any_of(recording.actions.begin(), recording.actions.end(),
                           [&](const Recorded& one) { return line_of(one.action) == line; });
    }

    Screen screen_;
    whorl::TemporaryFolder folder_;
};

}  // namespace studio
