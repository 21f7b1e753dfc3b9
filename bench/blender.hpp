#pragma once
// Blender's Mantaflow on the same box of smoke, where a `blender` is installed: started as a program, with the scene
// and the clock of blender.py, which lies beside this program.

#include <string>

namespace bench {

/// Medians over the frames that were timed, one step each.
struct BlenderRun {
    std::string version;
    double ms = 0;           // from frame to frame: with emitters, obstacles and cache
    double step_ms = 0;      // Mantaflow's own step
    double pressure_ms = 0;  // the part of it that solves for the pressure
};

bool blender_is_there();

/// Bakes `rise` frames and then `frames` that count, in a cube. Throws if that fails.
BlenderRun bake_in_blender(int cells_per_side, int rise, int frames, int threads);

}  // namespace bench
