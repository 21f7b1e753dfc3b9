// The loop from a scene to its files.

#include "whorl/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "exec/background.hpp"
#include "io/fields.hpp"
#include "io/file.hpp"
#include "run/checkpoint.hpp"
#include "run/outlets.hpp"
#include "run/outputs.hpp"
#include "run/probe.hpp"

namespace whorl {

namespace {

using Clock = std::chrono::steady_clock;

class Runner {
  public:
    Runner(const Scene& scene, const RunOptions& options)
        : scene_(scene),
          options_(options),
          folder_(options.folder),
          outputs_(scene, folder_),
          fluid_(scene.settings),
          checkpoints_(folder_.path()) {
        for (const Probe& one : scene.probes) probes_.emplace_back(one, fluid_);
    }

    RunResult run() {
        start();
        last_checkpoint_ = Clock::now();
        bool stopped = false;
        try {
            while (!stopped && at_.frame < scene_.time.frames) stopped = !step();
        } catch (...) {
            try {
                write_tables();  // what was recorded until then helps to find out why
            } catch (const Error&) {}  // a full disk: the first error is the one to tell
            throw;
        }
        if (stopped || keeps_checkpoints()) write_checkpoint();
        // What is due at the end comes after the last checkpoint: a run may be made longer.
        if (!stopped) record({.frame = at_.frame, .step = fluid_.statistics().steps, .end = true});
        drawer_.drain(), writer_.drain();
        write_tables();
        result_.finished = !stopped;
        fill_result();
        io::write_whole(folder_ / "run.json", run_json(scene_, fluid_, at_.account, result_));
        if (!stopped) {
            // Whatever fails from here on, the run itself is complete on the disk.
            result_.files = outputs_.finish(at_.frame, result_.steps);
            for (const Probe& one : scene_.probes) result_.files.push_back((folder_ / (one.name + ".csv")).string());
            result_.files.push_back((folder_ / "run.json").string());
            if (checkpoints_.any()) checkpoints_.keep_newest();
        }
        return result_;
    }

  private:
    // ---- Start ------------------------------------------------------------------------------------------------------

    void start() {
        at_.scene = scene_identity(scene_);
        for (const std::string& one : scene_.warnings) warn(one);
        if (const std::string one = shut_in(fluid_); !one.empty()) warn(one);
        if (!outputs_.can_finish())
            warn("the program ffmpeg is not installed: there will be pictures, and no film until it is");
        if (options_.resume && resumed()) return;
        if (checkpoints_.any()) {
            if (!options_.resume) warn("starting over: the run that is in this folder is replaced (--resume goes on with it)");
            checkpoints_.remove();
        }
        record({});
    }

    bool resumed() {
        if (!checkpoints_.any()) return warn("there is no checkpoint in this folder: starting from the beginning"), false;
        std::optional<Checkpoint> found = checkpoints_.newest(at_.scene, options_.warn);
        if (!found) return warn("no checkpoint can be used: starting from the beginning"), false;
        if (found->frame > scene_.time.frames)
            throw Error("the checkpoint in \"" + folder_.path().string() + "\" is at frame " +
                        std::to_string(found->frame) + ", and only " + std::to_string(scene_.time.frames) +
                        " were asked for; ask for more frames, or run without --resume");
        fluid_.restore(found->state);
        found->state.clear();
        at_ = std::move(*found);
        outputs_.views().set_ranges(at_.ranges);
        for (std::size_t k = 0; k < probes_.size() && k < at_.probe_rows.size(); ++k)
            probes_[k].set_rows(at_.probe_rows[k]);
        result_.first_frame = static_cast<int>(at_.frame);
        return true;
    }

    void warn(const std::string& text) const {
        if (options_.warn) options_.warn(text);
    }

    // ---- Steps ------------------------------------------------------------------------------------------------------

    /// From the state alone, so that a run that went on takes the same steps.
    std::int64_t steps_of_next_frame() const {
        if (scene_.time.cfl <= 0) return scene_.time.steps_per_frame;
        const Vec3 h = fluid_.spacing();
        const double least = fluid_.dimension() == 2 ? std::min(h.x, h.y) : std::min({h.x, h.y, h.z});
        const double cells = fluid_.max_speed() / scene_.time.fps / least;
        return static_cast<std::int64_t>(std::clamp(std::ceil(cells / scene_.time.cfl), 1.0, 10000.0));
    }

    /// One step and all that is due after it. False: the run shall end here.
    bool step() {
        if (at_.steps_of_frame == 0) at_.steps_of_frame = steps_of_next_frame();
        Moment now{.before = fluid_.statistics().time};
        const auto begun = Clock::now();
        fluid_.step(1 / (scene_.time.fps * static_cast<double>(at_.steps_of_frame)));
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
        const Statistics statistics = fluid_.statistics();
        at_.account.add(ms, statistics);
        const double part = static_cast<double>(++at_.steps_in_frame) / static_cast<double>(at_.steps_of_frame);
        now.frame_complete = at_.steps_in_frame == at_.steps_of_frame;
        if (now.frame_complete) ++at_.frame, at_.steps_in_frame = at_.steps_of_frame = 0;
        now.frame = at_.frame, now.step = statistics.steps, now.time = statistics.time;
        record(now);
        if (keeps_checkpoints() && Clock::now() - last_checkpoint_ >= std::chrono::duration<double>(scene_.checkpoint.every))
            write_checkpoint();
        const double through = static_cast<double>(at_.frame) + (now.frame_complete ? 0 : part);
        const double first = static_cast<double>(result_.first_frame), all = scene_.time.frames - first;
        return !options_.progress ||
               options_.progress({static_cast<int>(at_.frame), scene_.time.frames,
                                  all > 0 ? (through - first) / all : 1.0, ms, statistics}) ||
               at_.frame == scene_.time.frames;
    }

    void record(const Moment& now) {
        for (std::size_t k = 0; k < probes_.size(); ++k)
            if (due(scene_.probes[k].every, now)) probes_[k].record(fluid_);
        if (now.step > 0) outputs_.write(now, fluid_, drawer_, writer_);
    }

    // ---- Checkpoints ------------------------------------------------------------------------------------------------

    bool keeps_checkpoints() const { return scene_.checkpoint.every > 0; }

    /// Files are drawn and written in the order they are handed over: when a checkpoint is there, so is all that it counts.
    void write_checkpoint() {
        auto copy = std::make_shared<Checkpoint>(at_);
        copy->probe_rows.clear();
        for (const ProbeTable& one : probes_) copy->probe_rows.push_back(one.rows());
        copy->state = fluid_.save();
        drawer_.submit([this, copy] {
            copy->ranges = outputs_.views().ranges();  // as the pictures before it have left them
            writer_.submit([this, copy] { checkpoints_.write(*copy); });
        });
        write_tables();
        last_checkpoint_ = Clock::now();
    }

    void write_tables() {
        for (std::size_t k = 0; k < probes_.size(); ++k)
            io::write_whole(folder_ / (scene_.probes[k].name + ".csv"), probes_[k].csv());
    }

    void fill_result() {
        const Statistics s = fluid_.statistics();
        result_.frames = static_cast<int>(at_.frame);
        result_.steps = s.steps;
        result_.missed = at_.account.missed;
        result_.worst_residual = at_.account.worst_residual;
        result_.median_step_ms = at_.account.quantile(0.5);
        result_.state_hash = fluid_.state_hash();
    }

    const Scene& scene_;
    const RunOptions& options_;
    Folder folder_;
    Outputs outputs_;
    Simulation fluid_;
    std::vector<ProbeTable> probes_;
    CheckpointFiles checkpoints_;
    Checkpoint at_{};  // where the run is, but for the state of the fluid and of the probes
    Clock::time_point last_checkpoint_{};
    RunResult result_{};
    // Last: they end before what their tasks use, and the drawer before the writer.
    Background writer_;
    Background drawer_{1};
};

}  // namespace

RunResult run(const Scene& scene, const RunOptions& options) { return Runner(scene, options).run(); }

std::vector<Part> optional_parts() {
    return {{"OpenEXR", io::has_exr(), "libopenexr-dev"},
            {"OpenVDB", io::has_vdb(), "libopenvdb-dev libboost-dev"}};
}

}  // namespace whorl
