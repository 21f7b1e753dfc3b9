#pragma once
// `whorl run`: steps a scene, draws its frames, and leaves them with a sheet and a film in a folder.

#include <optional>
#include <string>

namespace cli {

struct Run {
    std::string scene = "plume";
    std::string out;                            // empty: out/<scene>
    std::optional<int> frames, cells, threads;  // what the scene says where empty
    bool quiet = false;
};

/// The exit code: 0, or 130 after Ctrl-C. Throws BadInput or whorl::Error.
int run(const Run& asked);

}  // namespace cli
