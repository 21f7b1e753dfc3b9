#pragma once
// Scenes that use everything a run can write, small enough to be run by the dozen.

#include <string>
#include <vector>

#include "io/fields.hpp"
#include "support/program.hpp"
#include "whorl/run.hpp"

namespace whorl {

/// Whether this build can write all kinds of files.
inline bool writes_everything() {
    for (const Part& part : optional_parts())
        if (!part.compiled_in) return false;
    return true;
}

/// Every kind of file that this build can write, at every kind of moment. `show` is what the second film shows.
inline std::string all_outputs(const std::string& pixels, const std::string& show) {
    std::string text = R"toml(
[[probe]]
name   = "steps"
record = ["kinetic-energy", "enstrophy", "max-divergence", "total smoke", "max-speed"]
every  = "1 step"
[[probe]]
name   = "frames"
point  = [0.5, 0.5]
record = ["velocity", "pressure", "smoke"]
[[probe]]
name   = "line"
line   = { from = [0.5, 0.1], to = [0.5, 0.9], samples = 7 }
record = ["speed", "heat"]
every  = "end"
[[probe]]
name   = "seconds"
record = "total heat"
every  = "0.07 s"
[[output]]
png   = { show = "smoke", pixels = )toml" + pixels + R"toml( }
[[output]]
movie = { show = "smoke", pixels = )toml" + pixels + R"toml( }
[[output]]
movie = { show = ")toml" + show + R"toml(", pixels = )toml" + pixels + R"toml( }
)toml";
    if (io::has_vdb()) text += "[[output]]\nvdb = [\"smoke\", \"heat\", \"velocity\", \"pressure\"]\nevery = \"2 steps\"\n";
    if (io::has_exr()) text += "[[output]]\nexr = [\"smoke\", \"velocity\"]\nevery = \"0.1 s\"\n";
    return text;
}

inline std::string plume_in(const std::string& size, const std::string& cells, const std::string& middle) {
    return "[domain]\nsize = " + size + "\ncells = " + cells + R"toml(
[time]
fps = 24
steps_per_frame = 2
[fluid]
viscosity = 1e-4
buoyancy  = { heat = 0.4 }
vorticity = 0.03
[boundary]
top = "open"
[carried.smoke]
decay = 0.2
[carried.heat]
diffusion = 1e-4
[[source]]
sphere   = { center = )toml" + middle + R"toml(, radius = 0.12 }
mode     = "set"
smoke    = 1
heat     = "1 + 0.2*sin(20*t)"
velocity = ["0.2*cos(15*t)", 0.8]
[[obstacle]]
sphere = { center = [0.45, 0.6], radius = 0.1 }
)toml";
}

inline std::string small_plane() {
    return "title = \"Everything, in a plane\"\n" + plume_in("[1, 1.5]", "48", "[0.5, 0.2]") + all_outputs("96", "speed");
}
inline std::string small_box() {
    return "title = \"Everything, in space\"\n" + plume_in("[1, 1.5, 0.8]", "20", "[0.5, 0.2, 0.4]") +
           all_outputs("64", "heat");
}

/// `whorl run scene.toml --quiet`, and more words, in a folder that has such a file; files go to `out` in it.
struct SmallRun {
    std::filesystem::path folder;
    std::string out = "out";
    std::vector<std::string> more{};
    std::string threads = "1";  // the scenes are too small to gain by more

    Launch launch(const std::vector<std::string>& last = {}) const {
        Launch l{.words = {"run", "scene.toml", "--quiet", "--threads", threads, "--out", out}, .in = folder};
        l.words.insert(l.words.end(), more.begin(), more.end());
        l.words.insert(l.words.end(), last.begin(), last.end());
        return l;
    }
    Ended operator()(const std::vector<std::string>& last = {}) const { return run_program(launch(last)); }
    std::filesystem::path results() const { return folder / out; }
};

}  // namespace whorl
