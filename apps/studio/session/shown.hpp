#pragma once
// What the window knows of a session: a copy of the state, made between two steps and never changed afterwards.

#include <string>
#include <vector>

#include <session/tunables.hpp>
#include <session/views.hpp>
#include <session/world.hpp>

namespace studio {

/// What the window would like to see.
struct Wish {
    int view = 0;
    double depth = 0.5;   // of the slice, as a share of a box
    bool flow = false;    // the velocity as well
    bool inside = false;  // what the projection took, of a plane
    bool operator==(const Wish&) const = default;
};

/// The velocity of a plane as one stage of a step left it.
struct StageShown {
    std::string name;    // "start": before the first
    Lattice flow;        // two channels, m/s
    Lattice divergence;  // 1/s
};
StageShown show_stage(const World& world, std::string_view name);

struct Shown {
    std::string name, title;
    std::shared_ptr<const Open> opened;
    std::string suggested;                        // the view that the scene's own picture has
    bool glows = false;                           // whether heat does in it
    double glow_range = 1;                        // the heat that is white hot
    int dimension = 0;                            // 0: nothing yet
    std::array<int, 3> cells{}, written_cells{};  // that it has, and that the text of the scene asks for
    Vec3 size{};
    std::array<bool, 3> periodic{};  // across x, y and z
    Wish wish;                       // that it was made for
    Lattice picture;                 // planes and slices: the view; volumes: smoke, heat, bodies
    double range = 1;                // of the numbers in it
    Lattice solid;                   // of the cells of the picture; volumes have it in the picture too, smoothed
    Lattice taken;                   // dt grad p, m/s, where it was wished for
    Lattice flow;                    // of the cells of the picture, where it was wished for

    /// Of the step that was last made stage by stage, as far as it came; planes only.
    std::vector<std::shared_ptr<const StageShown>> stages;
    std::string stage;  // the last one, while the step waits; empty: between steps

    std::int64_t tick = 0;
    whorl::Statistics statistics;
    double kinetic_energy = 0, max_speed = 0;
    double smoke = 0;  // and inks: the integral of all that is seen
    std::vector<std::string> carried;
    Tuned tuned, original;
    std::vector<Tunable> tunables;
    std::vector<std::string> kept;
    int undoable = 0;
    bool paused = false;
    double pace = 1;              // simulated seconds in a second that are asked for; 0: as many as can be
    double steps_per_second = 0;  // that there are
    double real_time = 1;         // simulated seconds in a second that there are
    bool slow = false;            // whether less than asked for
    std::int64_t actions = 0;     // applied so far
    std::string message;          // of the last action that was refused
    std::int64_t messages = 0;    // how many there were
    std::string drawn;            // the last file that a `Draw` asked for and got
};

/// Copies what is wished for.
void show(const World& world, const Wish& wish, Shown& to);

}  // namespace studio
