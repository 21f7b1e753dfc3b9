#pragma once
// Whatever is done to a session is one of these. Because nothing else touches the fluid, a list of actions with the
// tick at which each took effect is the session: played again it ends in the same bits.
//
//     World world(first_scene());
//     world.apply(Stroke{.brush = "smoke", .from = {0.4, 0.5}, .to = {0.6, 0.5}, .push = {1, 0}});
//     world.step();

#include <string>
#include <variant>

#include <whorl/whorl.hpp>

namespace studio {

using whorl::Vec3;

/// Starts a scene. Text and name, not a path: a recording holds all that it needs.
struct Open {
    std::string name;  // of a file, from which relative paths in the text start, or of a built-in scene
    std::string text;
    int cells = 0;  // along the longest side; 0: as the text says
    bool operator==(const Open&) const = default;
};
/// One movement of a brush.
struct Stroke {
    std::string brush = "smoke";  // a word of brushes()
    Vec3 from{}, to{};            // m
    double radius = 0.03;         // m
    double amount = 1;            // what is added in the middle; of walls: above 0 builds
    Vec3 colour{1, 1, 1};         // of ink
    Vec3 push{};                  // m/s, in the middle
    bool operator==(const Stroke&) const = default;
};
/// A gesture begins: `Undo` returns to here.
struct Begin {
    bool operator==(const Begin&) const = default;
};
struct Undo {
    bool operator==(const Undo&) const = default;
};
/// Another value for one of tunables().
struct Tune {
    std::string name;
    double value = 0;
    bool operator==(const Tune&) const = default;
};
/// Its value times a factor and plus a difference, as keys ask for: whoever presses one five times during a long step
/// gets five.
struct Nudge {
    std::string name;
    double factor = 1, difference = 0;
    bool operator==(const Nudge&) const = default;
};
/// 0 where it is something, else this value.
struct Switch {
    std::string name;
    double value = 0;
    bool operator==(const Switch&) const = default;
};
/// The fluid as the scene begins, without what was painted. What was tuned stays.
struct Reset {
    bool operator==(const Reset&) const = default;
};
/// All velocities become zero.
struct Still {
    bool operator==(const Still&) const = default;
};
/// All that is carried becomes zero.
struct Clear {
    bool operator==(const Clear&) const = default;
};
/// Keeps the fluid and the painted walls under a name, and brings them back. What was tuned stays as it is, so that one
/// can save, play, tune, restore and play again.
struct Keep {
    std::string name;
    bool operator==(const Keep&) const = default;
};
struct Restore {
    std::string name;
    bool operator==(const Restore&) const = default;
};

// These say when steps are made or look at the fluid; they do nothing to it and are no part of a recording.
struct Pause {
    bool on = true;
    bool operator==(const Pause&) const = default;
};
/// Pauses where it runs, and the other way round.
struct PlayOrPause {
    bool operator==(const PlayOrPause&) const = default;
};
struct StepOnce {
    bool operator==(const StepOnce&) const = default;
};
/// Pauses inside a step: begins one and stops after its first stage, goes on to the next, or ends it after its last.
/// Whatever else is done ends the step first.
struct NextStage {
    bool operator==(const NextStage&) const = default;
};
/// Simulated seconds in a second; 0: as many as there can be.
struct Pace {
    double speed = 1;
    bool operator==(const Pace&) const = default;
};

/// A picture of the plane as it is now, as the library draws it: one of a periodic scene tiles.
struct Draw {
    std::string path;            // of a PNG
    std::string show = "smoke";  // a word of views()
    double range = 0;            // 0: found from the numbers
    bool operator==(const Draw&) const = default;
};

using Action = std::variant<Open, Stroke, Begin, Undo, Tune, Nudge, Switch, Reset, Still, Clear, Keep, Restore, Pause,
                            PlayOrPause, StepOnce, NextStage, Pace, Draw>;

/// Whether it is about the clock rather than the fluid.
bool only_timing(const Action& action);

/// The action as a line, numbers to their last bit. The text of a scene is left out: see recording.hpp.
std::string line_of(const Action& action);
/// Throws whorl::Error that names the word and the remedy.
Action action_of(const std::string& line);

}  // namespace studio
