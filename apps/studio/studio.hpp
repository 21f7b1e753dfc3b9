#pragma once
// The studio: a session, a window, and the loop that shows the one in the other.

#include <optional>
#include <string>
#include <vector>

#include <session/recording.hpp>

#include "window.hpp"

namespace studio {

struct StudioOptions {
    Open scene;
    whorl::Device device = whorl::Device::cpu;
    std::optional<Recording> replay;  // shown as it was played
    WindowOptions window;
    std::vector<std::string> overlays;  // that are shown from the start
    std::string script;                 // a file; empty: none
    std::string shot;                   // a file that gets a picture of the last frame; empty: none
    std::string record;                 // a file that gets the session; empty: none
    int bench = 0;                      // frames of scripted stirring, after which rates are printed as JSON; 0: none
    double started = 0;                 // s of the steady clock, when the program began
};

/// Returns when the user leaves. Throws whorl::Error; what was recorded until then is written.
void run_studio(const StudioOptions& options);

}  // namespace studio
