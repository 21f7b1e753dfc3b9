#pragma once
// A session as a text file: what was done and at which tick. Played again it ends in the same bits, and says so.
//
//     whorl session 1
//     @0 open 0 stir
//     | title = "A dish to stir"
//     @12 begin
//     @12 stroke smoke 0.4 0.5 0 ...
//     @600 end 0123456789abcdef

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <session/action.hpp>
#include <session/world.hpp>

namespace studio {

struct Recorded {
    std::int64_t tick = 0;
    Action action;
    bool operator==(const Recorded&) const = default;
};

struct Recording {
    std::vector<Recorded> actions;  // the first one opens a scene
    std::int64_t end = 0;           // tick
    std::uint64_t hash = 0;         // of the state there; 0: not known
};

/// Whether a file says that it is one.
bool is_recording(const std::string& path);
/// Throws whorl::Error with file:line, the words and the remedy.
Recording read_recording(const std::string& path);
/// The file appears whole or not at all.
void write_recording(const std::string& path, const Recording& recording);

/// Plays it to its end. told(world): after every step; actions that were refused are refused again.
World replay(const Recording& recording, const std::function<void(const World&)>& told = {},
             whorl::Device device = whorl::Device::cpu);

/// Plays it and prints how it ended. Returns 0, or 1 where the bits are not those that the file remembers.
int replay_and_tell(const Recording& recording, const std::string& name, whorl::Device device);

}  // namespace studio
