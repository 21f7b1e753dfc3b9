#pragma once
// What the user has chosen, as opposed to what the fluid is: no part of a recording.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <session/session.hpp>

#include "camera.hpp"
#include "pixels.hpp"

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
    bool arrows = false, streamlines = false, particles = false, streaks = false, grain = false, picture = false,
         contours = false, detail = false;
    bool torus = false, sphere = false;  // what a plane is laid around
    bool on_body() const { return shown().dimension == 2 && (torus || sphere); }
    bool inside = false;  // the panes of the step, and which of them
    enum class Page { projection, confinement, stages };
    Page page = Page::projection;
    bool wires = false;  // planes: the picture as a net of lines
    bool keys = false;   // whether the list of keys is open
    bool panels = true;
    bool quit = false;
    bool lost = false;  // whether a script says that the window's context is
    enum class Filmed { nothing, movie, pictures };
    Filmed filmed = Filmed::nothing;   // what is asked to be recorded
    bool exported = false;             // whether one picture is asked for
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
    Vec3 light{-0.75, 0.75, 0.25};
    bool fire = false;                    // heat glows
    std::shared_ptr<const Pixels> image;  // that was dropped on the window
    std::string opened;                   // the scene that all this was chosen for
    Area canvas;                          // what the panels leave of the window

    const Shown& shown() const { return session->shown(); }
    void send(Action action) const { session->send(std::move(action)); }
    /// One stage of a step; with the first one, the panes that show them.
    void next_stage() {
        if (shown().stage.empty() && shown().dimension == 2) inside = true, page = Page::stages;
        send(NextStage{});
    }
    /// Whether anything that follows the flow is drawn.
    bool follows_flow() const;
};

/// What can be drawn over a plane or a volume, or done with its picture. Of those that share a group one is on at a
/// time.
struct Overlay {
    std::string_view name, hint;
    bool Desk::*on;
    enum class Over { planes, volumes, both } over = Over::planes;
    int group = 0;  // 0: none
    bool goes_with(bool volume) const { return over == Over::both || (over == Over::volumes) == volume; }
};
inline constexpr Overlay overlays[] = {
    {"arrows", "u: the velocity", &Desk::arrows},
    {"streamlines", "lines along the flow, brighter downstream", &Desk::streamlines, Overlay::Over::both},
    {"particles", "specks that the fluid carries along", &Desk::particles, Overlay::Over::both, 1},
    {"streaks", "the same with an open shutter", &Desk::streaks, Overlay::Over::both, 1},
    {"detail", "a fractal grain that the fluid carries along, finer than its cells", &Desk::detail,
     Overlay::Over::volumes},
    {"grain", "noise that is smeared along the flow: line integral convolution", &Desk::grain},
    {"contours", "lines of equal value of the view", &Desk::contours},
    {"picture", "an image that the fluid stirs: drop a PNG or JPEG on the window", &Desk::picture},
    {"inside", "what the stages of a step do, in panes of their own", &Desk::inside},
    {"torus", "around a torus that turns; drag to see its other sides", &Desk::torus, Overlay::Over::planes, 2},
    {"sphere", "around a sphere that turns; drag to see its other sides", &Desk::sphere, Overlay::Over::planes, 2},
};
/// Whether the picture is a volume rather than a plane.
inline bool is_volume(const Shown& shown) {
    return shown.dimension == 3 && views()[static_cast<std::size_t>(shown.wish.view)].volume;
}
inline bool Desk::follows_flow() const {
    for (const Overlay& one : overlays)
        if (this->*one.on && one.goes_with(is_volume(shown()))) return true;
    return false;
}

/// Stirs an image from now on; tells the user where it can not be read.
void take_picture(Desk& desk, const std::string& file);
/// Shows what is hidden, hides what is shown. Throws whorl::Error with what there is.
void switch_overlay(Desk& desk, std::string_view name);

}  // namespace studio
