#pragma once
// `whorl run`: a scene to a folder of files, with progress, and a way to stop and go on.

#include <string>
#include <vector>

#include <whorl/scene.hpp>

namespace cli {

struct Run {
    std::string scene = "plume";
    std::string out;  // empty: out/<scene>
    std::vector<whorl::Override> overrides;
    int threads = 0;  // 0: all
    whorl::Device device = whorl::Device::cpu;
    bool resume = false;
    bool quiet = false;
};

/// The exit code: 0, or 130 after Ctrl-C. Throws BadInput or whorl::Error.
int run(const Run& asked);

}  // namespace cli
