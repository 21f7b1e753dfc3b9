#pragma once
// What the user has chosen, as opposed to what the fluid is: no part of a recording.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <session/session.hpp>

#include "camera.hpp"

namespace studio {

/// The inks of the palette, linear light.
struct Ink {
    std::string_view name;
    Vec3 colour;
};
inline constexpr Ink inks[] = {{"coral", {1.0, 0.16, 0.10}},  {"azure", {0.05, 0.36, 1.0}},
                               {"amber", {1.0, 0.50, 0.04}},  {"jade", {0.04, 0.80, 0.40}},
                               {"violet", {0.46, 0.12, 1.0}}, {"rose", {1.0, 0.10, 0.45}},
                               {"white", {0.75, 0.75, 0.75}}};

inline constexpr double most_amount = 20;

/// The slider that was moved last, for a while: what is shown of the fluid may be older than what was asked for.
struct Turned {
    std::string name;
    double value = 0;
    double until = 0;  // s, of the interface's clock
};

struct Desk {
    Session* session = nullptr;
    int view = 0;
    std::string brush = "smoke";
    double radius = 0.035;  // of the brush, as a share of the domain's height
    double amount = 1;      // of what it adds, at most most_amount
    double strength = 1;    // of its push: 1 takes the fluid along with the cursor
    int ink = 0;
    bool next_ink = true;  // every stroke takes the next one
    bool arrows = false;
    bool wires = false;  // planes: the picture as a net of lines
    bool keys = false;   // whether the list of keys is open
    bool panels = true;
    bool quit = false;
    bool lost = false;  // whether a script says that the window's context is
    enum class Filmed { nothing, movie, pictures };
    Filmed filmed = Filmed::nothing;   // what is asked to be recorded
    bool picture = false;              // whether one picture is asked for
    bool editor = false;               // whether the text of the scene is open
    std::string draft;                 // a text for it, from a script; empty: none
    std::vector<std::string> dropped;  // files and scenes that are to be opened
    Turned turned;
    std::string sought;  // a tunable that a script looks for: it is brought into view
    Area found;          // where that is
    std::string note;    // what the window itself has to tell
    double depth = 0.5;  // of a slice, as a share of a box
    OrbitCamera camera;
    Vec3 anchor{};  // m: what the plane of the brush goes through
    Vec3 light{-0.5, 0.8, 0.35};
    std::string opened;  // the scene that all this was chosen for
    Area canvas;         // what the panels leave of the window

    const Shown& shown() const { return session->shown(); }
    void send(Action action) const { session->send(std::move(action)); }
};

}  // namespace studio
