#include "run.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "input.hpp"
#include "movie.hpp"
#include "progress.hpp"
#include "scenes.hpp"

namespace cli {

namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C asks the run to end after its step; the handler is gone after it, so a second one ends it at once.
void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

/// Found out before the first step, not after a minute of work.
void prepare_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw BadInput("--out " + folder.string() + ": the folder can not be made (" +
                       (error ? error.message() : "something else has that name") + "); choose another with --out");
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw BadInput("--out " + folder.string() +
                       ": the folder can not be written; change its permissions or choose another with --out");
}

void require_memory(const whorl::Settings& settings) {
    const double needed = static_cast<double>(whorl::memory_needed(settings));
    const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (needed < 0.9 * there) return;
    char text[160];
    std::snprintf(text, sizeof text, "needs %.1f GB and the machine has %.1f GB; use fewer cells", 1e-9 * needed,
                  1e-9 * there);
    throw whorl::Error(text);
}

/// Whatever is wrong with the settings before the first step comes from the numbers that the user gave.
whorl::Settings settings_of(const Scene& scene, const Run& asked) {
    const int cells = asked.cells.value_or(scene.cells);
    whorl::Settings settings = scene.settings(cells);
    settings.threads = asked.threads.value_or(0);
    try {
        whorl::validate(settings);
        require_memory(settings);
    } catch (const std::exception& e) {
        throw BadInput("scene " + scene.name + ", --cells " + std::to_string(cells) + ": " + e.what());
    }
    return settings;
}

fs::path frame_path(const fs::path& folder, int number) {
    char name[32];
    std::snprintf(name, sizeof name, "frame_%04d.png", number);
    return folder / name;
}

/// A dozen frames, evenly spread over the film, small.
class Sheet {
  public:
    explicit Sheet(int frames) : frames_(frames) {}
    void take(int number, const whorl::Image& image) {
        const int index = static_cast<int>(small_.size()), last = std::min(frames_, most) - 1;
        const int due = last > 0 ? 1 + static_cast<int>(std::lround(index * (frames_ - 1.0) / last)) : 1;
        if (number != due) return;
        const int width = image.width < image.height ? 220 : 300;
        small_.push_back(whorl::resized(image, width, std::max(1, image.height * width / image.width)));
    }
    void write(const fs::path& path) const {
        const int columns = small_.front().width < small_.front().height ? 6 : 4;
        whorl::write_png(path.string(), whorl::contact_sheet(small_, columns));
    }

  private:
    static constexpr int most = 12;
    int frames_;
    std::vector<whorl::Image> small_;
};

/// What a run has to say at its end.
struct Account {
    int frames = 0;
    int steps = 0, missed = 0;  // steps whose pressure did not reach its tolerance
    double worst_residual = 0;
    double step_ms = 0;
};

Account make_frames(const Scene& scene, whorl::Simulation& fluid, const fs::path& folder, int frames, bool quiet,
                    Sheet& sheet) {
    using Clock = std::chrono::steady_clock;
    Account account;
    Progress progress(frames, quiet);
    const double dt = 1.0 / (scene.frames_per_second * scene.steps_per_frame);
    while (account.frames < frames && !interrupted) {
        for (int i = 0; i < scene.steps_per_frame && !interrupted; ++i) {
            const auto start = Clock::now();
            fluid.step(dt);
            const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
            const whorl::Statistics statistics = fluid.statistics();
            progress.step(ms, statistics);
            account.step_ms += ms;
            ++account.steps;
            account.missed += !statistics.pressure.converged;
            account.worst_residual = std::max(account.worst_residual, statistics.pressure.residual);
        }
        if (interrupted) break;
        const whorl::Image image = scene.picture(fluid);
        const int number = ++account.frames;
        whorl::write_png(frame_path(folder, number).string(), image);
        sheet.take(number, image);
        progress.frame(number);
    }
    return account;
}

/// The sheet and the film, and a line for each thing that is there now.
void finish(const Scene& scene, const fs::path& folder, const Account& account, const Sheet& sheet, bool quiet) {
    const fs::path sheet_path = folder / "sheet.png", film = folder / (scene.name + ".mp4");
    sheet.write(sheet_path);
    const std::string no_film = make_movie(film, account.frames, scene.frames_per_second);
    if (quiet) return;
    std::printf("frames  %s to %s\n", frame_path(folder, 1).c_str(), frame_path("", account.frames).c_str());
    std::printf("sheet   %s\n", sheet_path.c_str());
    if (no_film.empty())
        std::printf("film    %s\n", film.c_str());
    else
        std::printf("film    left out: %s\n", no_film.c_str());
    if (fs::exists(frame_path(folder, account.frames + 1)))
        std::printf("note    frames after %d in that folder are from an earlier run\n", account.frames);
}

}  // namespace

int run(const Run& asked) {
    const Scene& scene = scene_named(asked.scene);
    const fs::path folder = asked.out.empty() ? fs::path("out") / scene.name : fs::path(asked.out);
    const whorl::Settings settings = settings_of(scene, asked);
    prepare_folder(folder);
    catch_interrupts();

    whorl::Simulation fluid(settings);
    const int frames = asked.frames.value_or(scene.frames);
    if (!asked.quiet) {
        const auto n = fluid.cells();
        std::string cells = std::to_string(n[0]);
        for (int a = 1; a < fluid.dimension(); ++a) cells += " x " + std::to_string(n[static_cast<std::size_t>(a)]);
        std::printf("%s: %s\n%s cells, %.0f MB, %d frames of %d steps\n", scene.name.c_str(), scene.about.c_str(),
                    cells.c_str(), 1e-6 * static_cast<double>(fluid.memory()), frames, scene.steps_per_frame);
        std::fflush(stdout);
    }
    Sheet sheet(frames);
    const Account account = make_frames(scene, fluid, folder, frames, asked.quiet, sheet);
    if (!asked.quiet) {
        std::printf("%s%d frames, %d steps of %.3g ms on average\n", interrupted ? "stopped after " : "",
                    account.frames, account.steps, account.step_ms / std::max(1, account.steps));
        if (account.missed > 0)
            std::printf("note    the pressure missed its tolerance in %d steps; largest residual %.1e\n",
                        account.missed, account.worst_residual);
    }
    if (account.frames > 0) finish(scene, folder, account, sheet, asked.quiet);
    return interrupted ? 130 : 0;
}

}  // namespace cli
