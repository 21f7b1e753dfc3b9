// The loop from a scene to its files.

#include "whorl/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "exec/background.hpp"
#include "exec/transforms.hpp"
#include "io/fields.hpp"
#include "io/file.hpp"
#include "run/account.hpp"
#include "run/checkpoint.hpp"
#include "run/folder.hpp"
#include "run/movie.hpp"
#include "run/probe.hpp"
#include "run/schedule.hpp"
#include "run/views.hpp"

namespace whorl {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::string numbered(const std::string& stem, std::int64_t number, const char* ending) {
    char digits[24];
    std::snprintf(digits, sizeof digits, "_%04lld.", static_cast<long long>(number));
    return stem + digits + ending;
}

/// The pictures and fields that a run writes, and the films that are made of them.
class Outputs {
  public:
    Outputs(const Scene& scene, const Folder& folder) : scene_(scene), folder_(folder), views(scene) {
        std::size_t pictures = 0;
        for (std::size_t k = 0; k < scene.outputs.size(); ++k) {
            const Output& one = scene.outputs[k];
            // The first picture is "frame", others are named after what they show.
            const bool first = pictures == 0 || one.show == first_show_;
            if (one.fields.empty() && pictures++ == 0) first_show_ = one.show;
            stems_.push_back(!one.fields.empty() ? "fields" : first ? "frame" : one.show);
            require(one);
        }
    }

    /// Draws what is due and hands it to the writer.
    void write(const Moment& now, const Simulation& fluid, Background& writer) {
        views.forget();
        for (std::size_t k = 0; k < scene_.outputs.size(); ++k) {
            const Output& one = scene_.outputs[k];
            const auto number = due(one.every, now);
            if (!number || source_of(k) != k) continue;
            const std::string path = file(k, *number).string();
            if (one.kind == Output::Kind::movie) {
                std::error_code ignored;  // what writes into it says what is wrong
                fs::create_directory(movie_folder(k), ignored);
            }
            if (one.kind == Output::Kind::vdb || !one.fields.empty()) {
                auto fields = std::make_shared<io::FieldCopy>(io::copy_fields(fluid, one.fields));
                const bool vdb = one.kind == Output::Kind::vdb;
                writer.submit([path, fields, vdb] { vdb ? io::write_vdb(path, *fields) : io::write_exr(path, *fields); });
                continue;
            }
            auto image = std::make_shared<Image>(views.picture(k, fluid));
            const bool exr = one.kind == Output::Kind::exr;
            writer.submit([path, image, exr] { exr ? io::write_exr(path, *image) : write_png(path, *image); });
        }
    }

    /// The sheet and the films, once all pictures are there. Returns what there is to look at.
    std::vector<std::string> finish(std::int64_t frames, std::int64_t steps) {
        std::vector<std::string> films, files;
        for (std::size_t k = 0; k < scene_.outputs.size(); ++k) {
            const std::vector<fs::path> pictures = pictures_of(k, frames);
            if (pictures.empty()) continue;
            if (files.empty()) {
                write_sheet(pictures);
                files.push_back((folder_ / "sheet.png").string());
            }
            if (scene_.outputs[k].kind != Output::Kind::movie) files.push_back(pictures.back().string());
        }
        std::string problems;  // a film that can not be made must not keep others from being made
        for (std::size_t k = 0; k < scene_.outputs.size(); ++k) {
            const std::vector<fs::path> pictures = pictures_of(k, frames);
            if (scene_.outputs[k].kind != Output::Kind::movie || pictures.empty()) continue;
            const fs::path film = folder_ / (scene_.name + (stems_[k] == "frame" ? "" : "-" + stems_[k]) + ".mp4");
            try {
                make_movie(film, pictures, scene_.time.fps / scene_.outputs[k].every.interval);
                films.push_back(film.string());
                // As long as there may be a checkpoint, the run may be made longer, and the film with it.
                if (source_of(k) == k && scene_.checkpoint.every <= 0) fs::remove_all(movie_folder(k));
            } catch (const Error& e) { problems += (problems.empty() ? "" : "\n") + std::string(e.what()); }
        }
        remove_older(frames, steps);
        if (!problems.empty()) throw Error(problems);
        films.insert(films.end(), files.begin(), files.end());
        return films;
    }

  private:
    const Scene& scene_;
    const Folder& folder_;

    /// What this build or machine can not do is said before the first step.
    void require(const Output& one) const {
        if (one.kind == Output::Kind::exr && !io::has_exr())
            throw Error("this scene has an output of exr files, and this build has no OpenEXR; install libopenexr-dev "
                        "and build again, or leave the output out");
        if (one.kind == Output::Kind::vdb && !io::has_vdb())
            throw Error("this scene has an output of vdb files, and this build has no OpenVDB; install libopenvdb-dev "
                        "and libboost-dev and build again, or leave the output out");
    }

    /// The output whose files output k uses: a film of pictures that are written anyway takes those.
    std::size_t source_of(std::size_t k) const {
        const Output& one = scene_.outputs[k];
        if (one.kind != Output::Kind::movie) return k;
        for (std::size_t other = 0; other < scene_.outputs.size(); ++other) {
            const Output& o = scene_.outputs[other];
            if (o.kind == Output::Kind::png && o.every == one.every && same_picture(o, one)) return other;
        }
        return k;
    }

    /// Pictures that are for a film alone, until it is made.
    fs::path movie_folder(std::size_t k) const { return folder_ / ("film-" + stems_[k]); }

    fs::path file(std::size_t k, std::int64_t number) const {
        switch (scene_.outputs[k].kind) {
            case Output::Kind::exr: return folder_ / numbered(stems_[k], number, "exr");
            case Output::Kind::vdb: return folder_ / numbered(stems_[k], number, "vdb");
            case Output::Kind::png: return folder_ / numbered(stems_[k], number, "png");
            case Output::Kind::movie: break;
        }
        return movie_folder(k) / numbered(stems_[k], number, "png");
    }

    /// All PNG files of an output that has one every so many frames.
    std::vector<fs::path> pictures_of(std::size_t k, std::int64_t frames) const {
        const std::size_t source = source_of(k);
        std::vector<fs::path> all;
        const Output& one = scene_.outputs[source];
        const bool png = one.kind == Output::Kind::png || one.kind == Output::Kind::movie;
        if (!png || one.every.unit != Schedule::Unit::frames) return all;
        const auto interval = static_cast<std::int64_t>(one.every.interval);
        for (std::int64_t n = interval; n <= frames; n += interval) all.push_back(file(source, n));
        return all;
    }

    /// Files of a longer run that was in this folder before would look like part of this one.
    void remove_older(std::int64_t frames, std::int64_t steps) const {
        for (std::size_t k = 0; k < scene_.outputs.size(); ++k) {
            const bool by_step = scene_.outputs[k].every.unit == Schedule::Unit::steps;
            const fs::path last = file(k, by_step ? steps : frames);
            if (scene_.outputs[k].every.unit == Schedule::Unit::seconds || !fs::exists(last.parent_path())) continue;
            std::vector<fs::path> older;
            for (const fs::directory_entry& entry : fs::directory_iterator(last.parent_path())) {
                const std::string name = entry.path().filename().string(), stem = stems_[k] + "_";
                const std::string ending = last.extension().string();
                if (!name.starts_with(stem) || !name.ends_with(ending) || name.size() < stem.size() + ending.size())
                    continue;
                const std::string digits = name.substr(stem.size(), name.size() - stem.size() - ending.size());
                if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
                    continue;
                if (std::stoll(digits) > (by_step ? steps : frames)) older.push_back(entry.path());
            }
            std::error_code ignored;
            for (const fs::path& path : older) fs::remove(path, ignored);
        }
    }

    /// A dozen pictures, evenly spread over the run, small.
    void write_sheet(const std::vector<fs::path>& pictures) const {
        const std::size_t count = std::min<std::size_t>(12, pictures.size());
        std::vector<Image> small;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = count == 1 ? 0 : (i * (pictures.size() - 1) + (count - 1) / 2) / (count - 1);
            const Image image = read_png(pictures[at].string());
            const int width = image.width < image.height ? 220 : 300;
            small.push_back(resized(image, width, std::max(1, image.height * width / image.width)));
        }
        const int columns = small.front().width < small.front().height ? 6 : 4;
        write_png((folder_ / "sheet.png").string(), contact_sheet(small, columns));
    }

    std::vector<std::string> stems_;
    std::string first_show_;

  public:
    Views views;
};

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
            write_tables();  // what was recorded until then helps to find out why
            throw;
        }
        if (stopped || keeps_checkpoints()) write_checkpoint();
        // What is due at the end comes after the last checkpoint: a run may be made longer.
        if (!stopped) record({.frame = at_.frame, .step = fluid_.statistics().steps, .end = true});
        writer_.drain();
        write_tables();
        result_.finished = !stopped;
        result_.can_resume = checkpoints_.any();
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
        const auto is_movie = [](const Output& o) { return o.kind == Output::Kind::movie; };
        if (std::any_of(scene_.outputs.begin(), scene_.outputs.end(), is_movie) && !can_make_movies())
            warn("the program ffmpeg is not installed: there will be pictures, and no film until it is");
        if (options_.resume && resumed()) return;
        if (checkpoints_.any()) checkpoints_.remove();
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
        outputs_.views.set_ranges(at_.ranges);
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
        if (now.step > 0) outputs_.write(now, fluid_, writer_);
    }

    // ---- Checkpoints ------------------------------------------------------------------------------------------------

    bool keeps_checkpoints() const { return scene_.checkpoint.every > 0; }

    /// Files are written in the order they are handed over: when a checkpoint is there, so is all that it counts.
    void write_checkpoint() {
        auto copy = std::make_shared<Checkpoint>(at_);
        copy->ranges = outputs_.views.ranges();
        copy->probe_rows.clear();
        for (const ProbeTable& one : probes_) copy->probe_rows.push_back(one.rows());
        copy->state = fluid_.save();
        writer_.submit([this, copy] { checkpoints_.write(*copy); });
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
    Background writer_;  // last: it ends before what its tasks use
};

}  // namespace

RunResult run(const Scene& scene, const RunOptions& options) { return Runner(scene, options).run(); }

std::vector<Part> optional_parts() {
    return {{"OpenEXR", io::has_exr(), "libopenexr-dev"},
            {"OpenVDB", io::has_vdb(), "libopenvdb-dev libboost-dev"},
            {"FFTW", has_fftw(), "libfftw3-dev", "under the GPL; -D WHORL_WITH_FFTW=OFF leaves it out"}};
}

}  // namespace whorl
