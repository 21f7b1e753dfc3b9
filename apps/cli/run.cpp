#include "run.hpp"

#include <csignal>
#include <cstdio>
#include <filesystem>

#include <whorl/run.hpp>

#include "input.hpp"
#include "progress.hpp"
#include "scenes.hpp"

namespace cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C asks the run to end after its step; the handler is gone after it, so a second one ends it at once.
void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    ::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like a full disk, with a message
}

/// The words that start this run again.
std::string command(const Run& asked) {
    const auto quoted = [](const std::string& word) {
        const bool plain = word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,") ==
                           std::string::npos;
        return plain && !word.empty() ? word : "'" + word + "'";
    };
    std::string words = "whorl run " + quoted(asked.scene);
    for (const whorl::Override& o : asked.overrides) words += " --set " + quoted(o.key + "=" + o.value);
    if (!asked.out.empty()) words += " --out " + quoted(asked.out);
    return words;
}

void print_start(const whorl::Scene& scene, const std::string& folder) {
    std::printf("%s: %s\n", scene.name.c_str(), scene.title.c_str());
    std::printf("%d frames into %s; %.0f MB of memory at most\n", scene.time.frames, folder.c_str(),
                1e-6 * static_cast<double>(whorl::memory_needed(scene)));
    std::fflush(stdout);
}

void print_result(const whorl::RunResult& r) {
    if (r.first_frame > 0) std::printf("went on after frame %d\n", r.first_frame);
    std::printf("%d frames, %lld steps of %.3g ms (median), state %016llx\n", r.frames,
                static_cast<long long>(r.steps), r.median_step_ms, static_cast<unsigned long long>(r.state_hash));
    if (r.missed > 0)
        std::printf("note: the pressure missed its tolerance in %lld steps; largest residual %.1e\n",
                    static_cast<long long>(r.missed), r.worst_residual);
    for (const std::string& file : r.files) std::printf("  %s\n", file.c_str());
}

}  // namespace

int run(const Run& asked) {
    whorl::Scene scene = scene_named(asked.scene, asked.overrides);
    scene.settings.threads = asked.threads;
    scene.settings.device = asked.device;
    const std::string folder = asked.out.empty() ? (std::filesystem::path("out") / scene.name).string() : asked.out;
    catch_interrupts();
    if (!asked.quiet) print_start(scene, folder);

    Progress progress(asked.quiet);
    const whorl::RunResult result =
        whorl::run(scene, {.folder = folder,
                           .resume = asked.resume,
                           .progress =
                               [&](const whorl::RunProgress& p) {
                                   progress.step(p);
                                   return !interrupted;
                               },
                           .warn = [&](const std::string& text) { progress.say("warning: " + text); }});
    progress.end();
    if (!asked.quiet) print_result(result);
    if (result.finished) return 0;
    std::fprintf(stderr, "whorl: stopped in frame %d; to go on:\n  %s --resume\n", result.frames + 1,
                 command(asked).c_str());
    return 130;
}

}  // namespace cli
