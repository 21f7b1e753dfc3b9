#pragma once
// Whorl: from a scene to files. What the program `whorl run` does, as one call.
//
//     whorl::Scene scene = whorl::load_scene("plume.toml");
//     whorl::RunResult result = whorl::run(scene, {.folder = "out/plume"});
//
// Every file appears whole or not at all. A run that was killed goes on with `resume` from its last checkpoint and ends
// with the same state and the same files as one that was not.

#include <functional>
#include <string>
#include <vector>

#include <whorl/scene.hpp>

namespace whorl {

/// How far a run is, told after every step.
struct RunProgress {
    int frame = 0;   // complete ones, of the whole run
    int frames = 0;  // to make in all
    double done = 0;  // the share of this call's work, 0 to 1
    double step_ms = 0;
    Statistics statistics;
};

struct RunOptions {
    std::string folder;
    bool resume = false;
    /// Called after every step; false ends the run there, with a checkpoint.
    std::function<bool(const RunProgress&)> progress{};
    /// Gets a sentence for what the user should know and need not stop for.
    std::function<void(const std::string&)> warn{};
};

struct RunResult {
    bool finished = false;  // false: ended by `progress`
    int first_frame = 0;    // > 0: resumed after this one
    int frames = 0;         // complete
    std::int64_t steps = 0;
    std::int64_t missed = 0;  // steps whose pressure did not reach its tolerance
    double worst_residual = 0;
    double median_step_ms = 0;
    std::uint64_t state_hash = 0;
    std::vector<std::string> files{};  // what there is to look at: films, sheet, the last of each picture, tables
};

/// Runs the scene. Throws Error; files that were complete stay.
RunResult run(const Scene& scene, const RunOptions& options);

/// Optional parts that were compiled in, such as "OpenVDB", and those that were not.
struct Part {
    std::string name;
    bool compiled_in = false;
    std::string package;  // that it needs, by Debian's name
};
std::vector<Part> optional_parts();

}  // namespace whorl
