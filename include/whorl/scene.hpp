#pragma once
// Whorl: a scene is everything that a run needs, read from a text file (TOML; docs/scene.md has every key).
//
//     whorl::Scene scene = whorl::load_scene("plume.toml", {{"fluid.viscosity", "0.01"}});
//     whorl::Simulation fluid(scene.settings);
//
// Whatever is wrong with a file is reported at once, in one Error with a line for each: file:line:column, the value,
// what is allowed and, for a misspelt word, a suggestion.

#include <string>
#include <string_view>
#include <vector>

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
};

struct Output {
    enum class Kind { png, exr, vdb, movie };
    Kind kind = Kind::png;
    std::string show = "smoke";         // png, movie: what the picture shows
    std::vector<std::string> fields{};  // exr, vdb: what the file holds
    int pixels = 0;                     // png, movie: along the longer side; 0: a sensible number
    double range = 0;                   // png, movie: the value of the strongest colour; 0: found in the first frame
    bool legend = false;                // png, movie of a plane
    bool tile = false;                  // png of a periodic plane: without margin, so that it tiles
    std::string image{};                // png, movie with show = "image": the file that the texture coordinates move
    Schedule every{};
};

struct Probe {
    std::string name;
    std::vector<std::string> record;  // "velocity", "heat", ...; or totals: "kinetic-energy", "total smoke", ...
    bool has_line = false;            // without a line it records totals
    Vec3 from{}, to{};                // m
    int samples = 0;
    Schedule every{};
};

struct SceneCamera {
    bool given = false;
    Vec3 from{}, to{};        // m
    Vec3 light{0, 0, 0};      // direction towards the light; 0: the default
    double angle = 28;        // degrees
};

struct Checkpoints {
    double every = 10;  // s of wall-clock time; 0: none
};

struct Scene {
    std::string name;   // of the file, without folder and ending
    std::string title;
    Settings settings;
    Time time;
    std::vector<Output> outputs;
    std::vector<Probe> probes;
    SceneCamera camera;
    Checkpoints checkpoint;
    std::string text;   // the file as it was read, and the overrides: what a checkpoint belongs to
};

/// A key of the scene and the value it gets instead of that in the file: {"fluid.viscosity", "0.01"}.
struct Override {
    std::string key, value;
};

/// Reads a scene from text; `file` is the name that errors carry.
Scene read_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides = {});
/// Reads a file.
Scene load_scene(const std::string& path, const std::vector<Override>& overrides = {});

/// The scenes that are compiled in: name, title and text.
struct BuiltInScene {
    std::string_view name, title, text;
};
const std::vector<BuiltInScene>& built_in_scenes();

/// Every key that the reader knows, as it stands in docs/scene.md: "domain.size", "source.sphere.radius", ...
std::vector<std::string> scene_keys();

}  // namespace whorl
