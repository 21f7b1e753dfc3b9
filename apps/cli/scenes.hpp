#pragma once
// The scenes that come with the program.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <whorl/picture.hpp>
#include <whorl/whorl.hpp>

namespace cli {

struct Scene {
    std::string name;
    std::string about;  // one line
    int cells;          // along the longest side, unless told otherwise
    int frames;         // of the whole film
    int steps_per_frame = 1;
    int frames_per_second = 24;
    std::function<whorl::Settings(int cells)> settings;
    std::function<whorl::Image(const whorl::Simulation&)> picture;
};

std::span<const Scene> scenes();

/// Throws BadInput with a suggestion if there is none of that name.
const Scene& scene_named(std::string_view name);

}  // namespace cli
