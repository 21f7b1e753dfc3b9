#pragma once
// Whorl: a scene is everything that a run needs, read from a text file (TOML; docs/scene.md has every key).
//
//     whorl::Scene scene = whorl::load_scene("plume.toml", {{"fluid.viscosity", "0.01"}});
//     whorl::Simulation fluid(scene.settings);
//
// Whatever is wrong with a file is reported at once, in one Error with a line for each: file:line:column, the value,
// what is allowed and, for a misspelt word, a suggestion. A scene that was read is valid, and fits into the memory that
// the machine has now. Formulas may be evaluated by one thread at a time; a copy of the settings has its own.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <whorl/picture.hpp>
#include <whorl/whorl.hpp>

namespace whorl {

struct Time {
    int frames = 120;
    double fps = 24;
    int steps_per_frame = 1;
    double cfl = 0;  // > 0: as many steps per frame as keep the fastest fluid below this many cells a step
};

/// When something is written: "1 frame", "2 frames", "1 step", "0.5 s" (simulated), "end".
struct Schedule {
    enum class Unit { frames, steps, seconds, end };
    Unit unit = Unit::frames;
    double interval = 1;
    bool operator==(const Schedule&) const = default;
};

struct Output {
    enum class Kind { png, exr, vdb, movie };
    Kind kind = Kind::png;
    Schedule every{};                   // of a movie: always in frames
    std::vector<std::string> fields{};  // vdb, exr: the numbers that the file holds; empty: the file is a picture

    // Pictures: png, movie, and exr without fields.
    std::string show{};  // a carried quantity; in a plane also "speed", "vorticity", "pressure", "divergence",
                         // "colours" (the inks) and "image" (one that texture coordinates move)
    int pixels = 0;      // along the longer side; 0: a sensible number
    double range = 0;    // planes: the value of the strongest colour; 0: found in the first frame
    Ground ground = Ground::dark;  // planes
    bool legend = false;           // planes
    bool tile = false;             // periodic planes: without margin, so that copies fit side by side
    std::string image{};           // show = "image": the file; empty: a pattern of our own
    std::string glow{};            // boxes: the quantity that glows like a hot body; empty: none
    double glow_range = 4;         // boxes: the value of `glow` that is white hot
    double extinction = 60;        // boxes: 1/m per unit of what is shown
};

/// Values along a line, or totals of the whole fluid, as a table of numbers.
struct Probe {
    std::string name;                 // of the file it is written to
    std::vector<std::string> record;  // along a line: "velocity", "speed", "pressure", carried quantities; without one:
                                      // "kinetic-energy", "enstrophy", "max-divergence", "max-speed", "total smoke"; of
                                      // an obstacle: "force", "pressure-force", "friction", "torque"
    int obstacle = -1;                // that it is about; -1: none
    bool has_line = false;
    Vec3 from{}, to{};  // m; both ends count
    int samples = 0;    // 1: only `from`, which equals `to`
    Schedule every{};
};

struct SceneCamera {
    bool given = false;   // whether the scene says where it stands
    Vec3 from{}, to{};    // m
    Vec3 light{0, 0, 0};  // direction towards the light; 0: the default
    double angle = 28;    // degrees
};

struct Checkpoints {
    double every = 10;  // s of wall-clock time; 0: none
};

struct Scene {
    std::string name;   // of the file, without folder and ending
    std::string title;  // the name, if the scene has none
    Settings settings;
    Time time;
    std::vector<Output> outputs;
    std::vector<Probe> probes;
    SceneCamera camera;
    Checkpoints checkpoint;
    std::string text;  // the file as it was read, overrides and meshes and masks: what a checkpoint belongs to
    std::vector<std::string> warnings;  // what is no error and may still surprise, a sentence each, with its place
};

/// A key of the scene and the value it gets instead of that in the file: {"fluid.viscosity", "0.01"},
/// {"source.0.smoke", "2"}. A value that is no TOML is taken as a word: {"boundary.top", "open"}.
struct Override {
    std::string key, value;
};

/// Reads a scene from text; `file` is the name that errors carry and that relative paths in the scene start from.
Scene read_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides = {});
/// Reads a file.
Scene load_scene(const std::string& path, const std::vector<Override>& overrides = {});

/// Bytes that a run of the scene will take at most, pictures and checkpoints included.
std::size_t memory_needed(const Scene& scene);

/// The scenes that are compiled in, by name.
struct BuiltInScene {
    std::string_view name, title, text;
    bool album = false;  // whether it is an experiment of docs/album rather than a scene to look at
};
const std::vector<BuiltInScene>& built_in_scenes();

/// The text of a scene to start from, with a comment for each part.
std::string new_scene(std::string_view name);

/// `; did you mean "plume"?` with the known word closest to `word`, or nothing: for programs that read words as well.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// Every key that the reader knows, as it stands in docs/scene.md: "domain.size", "sphere.radius",
/// "carried.<name>.decay", ...
std::vector<std::string> scene_keys();

}  // namespace whorl
