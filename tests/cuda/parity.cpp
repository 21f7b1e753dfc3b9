// Whether the GPU computes what the CPU does: the same bits.
//
//     whorl-parity [WORD...] [-WORD...]    all scenes, or those whose name has one of the words, but none of those with
//     a dash

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "scenes.hpp"
#if defined(WHORL_WITH_SCENES)
#include <whorl/scene.hpp>
#endif

using namespace whorl;

namespace {

struct Outcome {
    bool same_bits = false;
    double difference = 0;  // the largest, relative to the largest value of the field
};

double difference(const FieldView& a, const FieldView& b) {
    double most = 0, size = 0;
    for (int k = 0; k < a.extent[2]; ++k)
        for (int j = 0; j < a.extent[1]; ++j)
            for (int i = 0; i < a.extent[0]; ++i) {
                const double d = std::abs(double{a(i, j, k)} - b(i, j, k));
                if (!(d <= most)) most = d;
                size = std::fmax(size, std::abs(a(i, j, k)));
            }
    return size > 0 ? most / size : most;
}

Outcome compare(Settings settings, int steps, double dt) {
    Simulation host(settings);
    settings.device = Device::cuda;
    Simulation device(settings);
    for (int n = 0; n < steps; ++n) host.step(dt), device.step(dt);
    Outcome out{.same_bits = host.state_hash() == device.state_hash()};
    for (int a = 0; a < host.dimension(); ++a)
        out.difference = std::fmax(out.difference, difference(host.velocity(a), device.velocity(a)));
    for (const Carried& q : settings.carried)
        out.difference = std::fmax(out.difference, difference(host.field(q.name), device.field(q.name)));
    return out;
}

bool asked_for(const std::string& scene, int words, char** word) {
    bool any = true, found = false;
    for (int k = 1; k < words; ++k) {
        const bool without = word[k][0] == '-', has = scene.find(word[k] + without) != std::string::npos;
        if (without && has) return false;
        any = any && without, found = found || (has && !without);
    }
    return any || found;
}

std::vector<TestScene> all_scenes() {
    std::vector<TestScene> scenes = test_scenes();
#if defined(WHORL_WITH_SCENES)
    for (const BuiltInScene& one : built_in_scenes()) {
        TestScene s{.name = "built-in " + std::string(one.name),
                    .settings = read_scene(one.text, std::string(one.name)).settings,
                    .steps = 3};
        for (int& n : s.settings.cells) n = n > 48 ? 48 : n;
        scenes.push_back(std::move(s));
    }
#endif
    return scenes;
}

}  // namespace

int main(int words, char** word) {
    int passed = 0, failed = 0;
    for (const TestScene& scene : all_scenes()) {
        if (!asked_for(scene.name, words, word)) continue;
        bool good = false;
        std::string told;
        try {
            const Outcome out = compare(scene.settings, scene.steps, scene.dt);
            good = out.same_bits;
            char text[64];
            std::snprintf(text, sizeof text, out.same_bits ? "same bits" : "differs by %.2g", out.difference);
            told = text;
        } catch (const std::exception& e) { told = e.what(); }
        ++(good ? passed : failed);
        std::printf("%s  %s: %s\n", good ? "ok  " : "FAIL", scene.name.c_str(), told.c_str());
        std::fflush(stdout);
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
