// The program `whorl-studio`, which `whorl studio` becomes. Exit codes as those of `whorl`: 0 done, 1 failed, 2 wrong
// words.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "studio.hpp"

namespace {

constexpr const char* examples =
    "Examples:\n"
    "  whorl studio                       a dish of ink to stir\n"
    "  whorl studio plume                 smoke in a box, around which one can walk\n"
    "  whorl studio plume-plane --cells 512 --record mine.session\n"
    "  whorl studio --replay mine.session the same again, to the last bit\n"
    "  whorl run mine.session             the same without a window\n";

struct Words {
    std::string scene, replay, size, device = "cpu";
    int cells = 0;
    bool headless = false;
    studio::StudioOptions options;
};

void read_size(const std::string& text, studio::WindowOptions& to) {
    char end = 0;
    if (std::sscanf(text.c_str(), "%dx%d%c", &to.width, &to.height, &end) != 2 || to.width < 200 || to.height < 150 ||
        to.width > 16384 || to.height > 16384)
        throw whorl::Error("--size " + text + ": give width and height in points, from 200x150 to 16384x16384");
}

int start(int count, char** words, double started) {
    Words w;
    CLI::App app("Whorl Studio: touch the fluid.", "whorl studio");
    app.footer(examples);
    app.add_option("SCENE", w.scene, "a file, or a built-in scene; `whorl scenes` lists them");
    app.add_option("--cells", w.cells, "along the longest side (default: as many as run fast)")
        ->check(CLI::Range(4, 4096));
    app.add_option("--device", w.device, "where the fluid runs: cpu or cuda (an NVIDIA GPU)")
        ->check(CLI::IsMember({"cpu", "cuda"}))
        ->capture_default_str();
    app.add_option("--size", w.size, "of the window")->type_name("WxH");
    app.add_option("--record", w.options.record, "write the session to a file when it ends")->type_name("FILE");
    app.add_option("--replay", w.replay, "play a recorded session")->type_name("FILE");
    app.add_flag("--headless", w.headless, "replay without a window");
    app.add_option("--overlay", w.options.overlays,
                   "what is drawn over the picture: arrows, streamlines, particles, streaks, grain; in a box detail")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("--script", w.options.script, "do what a file says instead of waiting for a person")
        ->type_name("FILE");
    app.add_option("--shot", w.options.shot, "a picture of the last frame, PNG")->type_name("FILE");
    app.add_option("--bench", w.options.bench, "stir for so many frames, then print the rates as JSON")
        ->type_name("N")
        ->check(CLI::Range(20, 1000000));
    try {
        app.parse(count, words);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return app.exit(e);
        std::fprintf(stderr, "whorl studio: %s\n`whorl studio --help` shows what can be said\n", e.what());
        return 2;
    }
    if (!w.size.empty()) read_size(w.size, w.options.window);
    if (w.device == "cuda") w.options.device = whorl::Device::cuda;
    if (!w.replay.empty()) {
        w.options.replay = studio::read_recording(w.replay);
        if (w.headless) return studio::replay_and_tell(*w.options.replay, w.replay, w.options.device);
        w.options.scene = std::get<studio::Open>(w.options.replay->actions[0].action);
    } else {
        if (w.headless)
            throw whorl::Error("--headless goes with --replay FILE; `whorl run SCENE` needs no window either");
        w.options.scene = studio::scene_named(w.scene.empty() ? studio::first_scene().name : w.scene, w.cells);
    }
    // What a script or a measurement did to the panels is nobody's layout.
    w.options.window.remember = w.options.script.empty() && w.options.bench == 0;
    w.options.started = started;
    studio::run_studio(w.options);
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const double started = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    try {
        return start(count, words, started);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "whorl studio: %s\n", e.what());
        return 1;
    }
}
