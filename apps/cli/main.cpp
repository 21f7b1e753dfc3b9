// The program `whorl`. Exit codes: 0 done, 1 the run failed, 2 the input was wrong, 130 stopped with Ctrl-C.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <session/recording.hpp>

#include "info.hpp"
#include "input.hpp"
#include "run.hpp"
#include "scenes.hpp"

namespace {

constexpr const char* examples =
    "Examples:\n"
    "  whorl run                                 a film of smoke in out/plume, in a minute or two\n"
    "  whorl run inks --frames 48                a shorter one of three inks\n"
    "  whorl run plume --set domain.cells=192    finer; any key of a scene can be set\n"
    "  whorl new mine && whorl run mine.toml     a scene of your own\n"
    "  whorl run mine.toml --resume              goes on where a run was stopped or killed\n"
    "  whorl studio                              touch the fluid in a window\n"
    "  whorl run mine.session                    plays what was recorded there, to the same bits\n"
    "  whorl scenes                              what else there is\n"
    "Exit codes: 0 done, 1 the run failed, 2 the input was wrong, 130 stopped with Ctrl-C.\n";

/// Becomes another program of the project, which lies beside this one. Returns only where that fails.
int become(const char* program, const char* remedy, char** words) {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path other = (error ? std::filesystem::path(words[0]) : self).parent_path() / program;
    const std::string word = words[1];
    words[1] = const_cast<char*>(other.c_str());  // exec does not write it
    ::execv(other.c_str(), words + 1);            // without the word
    std::fprintf(stderr, "whorl: %s: can not start %s: %s; %s\n", word.c_str(), other.c_str(), std::strerror(errno), remedy);
    return 1;
}

/// All that follows `run`, still as text where it has to be a number.
struct RunWords {
    cli::Run run;
    std::optional<std::string> frames, threads;
    std::string device = "cpu";
    std::vector<std::string> set;

    void add_to(CLI::App& app) {
        app.add_option("SCENE", run.scene, "a file, a built-in scene (`whorl scenes` lists them), or a recorded session of the studio")
            ->capture_default_str();
        app.add_option("--out", run.out, "the folder for what it makes (default: out/SCENE)")->type_name("DIR");
        app.add_option("--frames", frames, "how many")->type_name("N");
        app.add_option("--threads", threads, "how many (default: all the machine has)")->type_name("N");
        app.add_option("--device", device, "where it runs: cpu or cuda (an NVIDIA GPU)")->capture_default_str();
        app.add_option("--set", set, "another value for a key of the scene, as in fluid.viscosity=0.01; repeatable")
            ->type_name("KEY=VALUE")
            ->allow_extra_args(false);
        app.add_flag("--resume", run.resume, "go on from the last checkpoint in the folder");
        app.add_flag("--quiet", run.quiet, "print nothing but warnings and errors");
    }
    cli::Run checked() const {
        cli::Run r = run;
        for (const std::string& one : set) r.overrides.push_back(cli::override_of(one));
        if (frames)
            r.overrides.push_back({"time.frames", std::to_string(cli::whole_number("--frames", *frames, 1, 1000000))});
        if (threads) r.threads = cli::whole_number("--threads", *threads, 1, 1024);
        r.device = where();
        return r;
    }
    whorl::Device where() const {
        if (device != "cpu" && device != "cuda") throw cli::BadInput("--device " + device + ": there are cpu and cuda");
        return device == "cuda" ? whorl::Device::cuda : whorl::Device::cpu;
    }
};

/// The first word that is none of the known ones, for a better message than that it was not expected.
std::string explained(const CLI::ParseError& e, int count, char** words) {
    const std::vector<std::string> known{"run",    "scenes",   "new",       "check",    "info",  "bench", "studio",    "--out",
                                         "--frames", "--threads", "--device", "--set", "--resume", "--quiet", "--help",
                                         "--version"};
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i], name = word.substr(0, word.find('='));
        const bool option = word.rfind("--", 0) == 0;
        if (!option && i > 1) continue;  // a value or a scene, which is checked by name
        if (std::find(known.begin(), known.end(), name) == known.end())
            return "unknown word \"" + name + "\"" + whorl::did_you_mean(name, known);
    }
    return e.what();
}

int start(int count, char** words) {
    CLI::App app("Whorl: smoke, fire and water that you can touch.", "whorl");
    app.footer(examples);
    app.set_version_flag("--version", std::string(whorl::version()));
    app.require_subcommand(0, 1);
    RunWords run_words;
    CLI::App& run = *app.add_subcommand("run", "Run a scene and make a film of it");
    run_words.add_to(run);
    const CLI::App& scenes = *app.add_subcommand("scenes", "List the built-in scenes");
    std::string name;
    CLI::App& new_scene = *app.add_subcommand("new", "Write a scene to start from, with comments");
    new_scene.add_option("NAME", name, "of the scene; the file is NAME.toml")->required();
    std::string checked;
    std::vector<std::string> check_set;
    CLI::App& check = *app.add_subcommand("check", "Check a scene, and say what a run of it takes");
    check.add_option("SCENE", checked, "a file, or a built-in scene")->required();
    check.add_option("--set", check_set, "as for run")->type_name("KEY=VALUE")->allow_extra_args(false);
    const CLI::App& info = *app.add_subcommand("info", "Print version, threads, vector width and what is compiled in");
    app.add_subcommand("studio", "Touch the fluid in a window; `whorl studio --help` says more");
    app.add_subcommand("bench", "Measure speed; `whorl bench --help` says how");
    try {
        app.parse(count, words);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return app.exit(e);  // help or version
        throw cli::BadInput(explained(e, count, words) + "\n`whorl --help` shows what can be said");
    }
    if (run.parsed() && studio::is_recording(run_words.run.scene)) {
        const std::string& file = run_words.run.scene;
        return studio::replay_and_tell(studio::read_recording(file), file, run_words.where());
    }
    if (run.parsed()) return cli::run(run_words.checked());
    if (check.parsed()) {
        std::vector<whorl::Override> overrides;
        for (const std::string& one : check_set) overrides.push_back(cli::override_of(one));
        cli::print_check(cli::scene_named(checked, overrides));
    } else if (scenes.parsed())
        cli::print_scenes();
    else if (new_scene.parsed())
        cli::write_new_scene(name);
    else if (info.parsed())
        cli::print_info();
    else
        std::printf("%s", app.help().c_str());
    return 0;
}

}  // namespace

int main(int count, char** words) {
    // Its words are for the other program to judge.
    if (count > 1 && std::string_view(words[1]) == "bench") return become("whorl-bench", "build the target whorl-bench", words);
    if (count > 1 && std::string_view(words[1]) == "studio")
        return become("whorl-studio", "install libglfw3-dev, libimgui-dev and libepoxy-dev, and build again", words);
    try {
        return start(count, words);
    } catch (const cli::BadInput& e) {
        std::fprintf(stderr, "whorl: %s\n", e.what());
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "whorl: %s\n", e.what());
        return 1;
    }
}
