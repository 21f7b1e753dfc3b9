#pragma once
// The brushes, as a list: a new one is one more entry.

#include <span>
#include <string_view>

#include <session/action.hpp>
#include <session/walls.hpp>

namespace studio {

/// What a brush may touch.
struct Touched {
    whorl::Simulation& fluid;
    Walls& walls;
};

struct Brush {
    std::string_view name;
    std::string_view hint;
    void (*apply)(const Touched&, const Stroke&);
    /// Whether it changes walls, and whether it changes the fluid itself.
    bool builds = false, touches = true;
};
std::span<const Brush> brushes();
/// Throws whorl::Error with what there is.
const Brush& brush_named(std::string_view name);

/// The stroke within what the fluid can take, or nothing at all where a number of it is none.
bool tame(Stroke& stroke, const whorl::Simulation& fluid);

}  // namespace studio
