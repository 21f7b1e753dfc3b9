#include "run/outputs.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "io/fields.hpp"
#include "whorl/movie.hpp"

namespace whorl {

namespace fs = std::filesystem;

namespace {

std::string numbered(const std::string& stem, std::int64_t number, const char* ending) {
    char digits[24];
    std::snprintf(digits, sizeof digits, "_%04lld.", static_cast<long long>(number));
    return stem + digits + ending;
}

/// What this build can not do is said before the first step.
void require(const Output& one) {
    if (one.kind == Output::Kind::exr && !io::has_exr())
        throw Error("this scene has an output of exr files, and this build has no OpenEXR; install libopenexr-dev "
                    "and build again, or leave the output out");
    if (one.kind == Output::Kind::vdb && !io::has_vdb())
        throw Error("this scene has an output of vdb files, and this build has no OpenVDB; install libopenvdb-dev "
                    "and libboost-dev and build again, or leave the output out");
}

/// Whether its files hold numbers, not pictures.
bool holds_fields(const Output& one) { return one.kind == Output::Kind::vdb || !one.fields.empty(); }

/// The number of a file with that beginning and ending, or -1.
std::int64_t number_of(const std::string& name, const std::string& beginning, const std::string& ending) {
    if (!name.starts_with(beginning) || !name.ends_with(ending) || name.size() < beginning.size() + ending.size()) return -1;
    const std::string digits = name.substr(beginning.size(), name.size() - beginning.size() - ending.size());
    const bool number = !digits.empty() && digits.size() < 10 && digits.find_first_not_of("0123456789") == digits.npos;
    return number ? std::stoll(digits) : -1;
}

}  // namespace

Outputs::Outputs(const Scene& scene, const Folder& folder) : scene_(scene), folder_(folder), views_(scene) {
    const std::string* first = nullptr;
    for (const Output& one : scene.outputs) {
        require(one);
        // The first picture is "frame", others are named after what they show.
        if (one.fields.empty() && !first) first = &one.show;
        stems_.push_back(!one.fields.empty() ? "fields" : one.show == *first ? "frame" : one.show);
    }
}

void Outputs::write(const Moment& now, const Simulation& fluid, Background& drawer, Background& writer) {
    std::vector<Due> all;
    std::vector<std::string> fields;
    for (std::size_t k = 0; k < scene_.outputs.size(); ++k) {
        const auto number = due(scene_.outputs[k].every, now);
        if (!number || source_of(k) != k) continue;
        all.push_back({k, *number});
        const Output& one = scene_.outputs[k];
        for (const std::string& name : holds_fields(one) ? one.fields : views_.fields(k, fluid.dimension()))
            if (std::find(fields.begin(), fields.end(), name) == fields.end()) fields.push_back(name);
    }
    if (all.empty()) return;
    drawer.wait_for_room();  // then the last moment at most is still to be drawn
    Still& still = stills_[next_];
    next_ = 1 - next_;
    still.take(fluid, fields);
    drawer.submit([this, &still, all, &writer] { draw(still, all, writer); });
}

void Outputs::draw(const Still& still, const std::vector<Due>& all, Background& writer) {
    views_.forget();
    for (const auto& [k, number] : all) {
        const Output& one = scene_.outputs[k];
        const std::string path = file(k, number).string();
        if (one.kind == Output::Kind::movie) {
            std::error_code ignored;  // what writes into it says what is wrong
            fs::create_directory(movie_folder(k), ignored);
        }
        if (holds_fields(one)) {
            auto fields = std::make_shared<io::FieldCopy>(io::copy_fields(still, one.fields));
            const bool vdb = one.kind == Output::Kind::vdb;
            writer.submit([path, fields, vdb] { vdb ? io::write_vdb(path, *fields) : io::write_exr(path, *fields); });
            continue;
        }
        auto image = std::make_shared<Image>(views_.picture(k, still));
        const bool exr = one.kind == Output::Kind::exr;
        writer.submit([path, image, exr] { exr ? io::write_exr(path, *image) : write_png(path, *image); });
    }
}

std::vector<std::string> Outputs::finish(std::int64_t frames, std::int64_t steps) {
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
        } catch (const Error& e) { problems += (problems.empty() ? "" : "\n") + std::string(e.what()) + ", then run again with --resume"; }
    }
    remove_older(frames, steps);
    if (!problems.empty()) throw Error(problems);
    films.insert(films.end(), files.begin(), files.end());
    return films;
}

bool Outputs::can_finish() const {
    const auto is_movie = [](const Output& o) { return o.kind == Output::Kind::movie; };
    return std::none_of(scene_.outputs.begin(), scene_.outputs.end(), is_movie) || can_make_movies();
}

/// The output whose files output k uses: a film of pictures that are written anyway takes those.
std::size_t Outputs::source_of(std::size_t k) const {
    const Output& one = scene_.outputs[k];
    if (one.kind != Output::Kind::movie) return k;
    for (std::size_t other = 0; other < scene_.outputs.size(); ++other) {
        const Output& o = scene_.outputs[other];
        if (o.kind == Output::Kind::png && o.every == one.every && same_picture(o, one)) return other;
    }
    return k;
}

/// Pictures that are for a film alone, until it is made.
fs::path Outputs::movie_folder(std::size_t k) const { return folder_ / ("film-" + stems_[k]); }

fs::path Outputs::file(std::size_t k, std::int64_t number) const {
    switch (scene_.outputs[k].kind) {
        case Output::Kind::exr: return folder_ / numbered(stems_[k], number, "exr");
        case Output::Kind::vdb: return folder_ / numbered(stems_[k], number, "vdb");
        case Output::Kind::png: return folder_ / numbered(stems_[k], number, "png");
        case Output::Kind::movie: break;
    }
    return movie_folder(k) / numbered(stems_[k], number, "png");
}

/// All PNG files of an output that has one every so many frames.
std::vector<fs::path> Outputs::pictures_of(std::size_t k, std::int64_t frames) const {
    const std::size_t source = source_of(k);
    std::vector<fs::path> all;
    const Output& one = scene_.outputs[source];
    const bool png = one.kind == Output::Kind::png || one.kind == Output::Kind::movie;
    if (!png || one.every.unit != Schedule::Unit::frames) return all;
    const auto interval = static_cast<std::int64_t>(one.every.interval);
    for (std::int64_t n = interval; n <= frames; n += interval) all.push_back(file(source, n));
    return all;
}

/// Its files with a larger number than `last`.
std::vector<fs::path> Outputs::older_than(std::size_t k, std::int64_t last) const {
    std::vector<fs::path> older;
    const fs::path one = file(k, last);
    if (!fs::exists(one.parent_path())) return older;
    for (const fs::directory_entry& entry : fs::directory_iterator(one.parent_path()))
        if (number_of(entry.path().filename().string(), stems_[k] + "_", one.extension().string()) > last)
            older.push_back(entry.path());
    return older;
}

/// Files of a longer run that was in this folder before would look like part of this one.
void Outputs::remove_older(std::int64_t frames, std::int64_t steps) const {
    std::error_code ignored;
    for (std::size_t k = 0; k < scene_.outputs.size(); ++k) {
        const Schedule::Unit unit = scene_.outputs[k].every.unit;
        if (unit == Schedule::Unit::seconds) continue;  // which number is the last is not known here
        for (const fs::path& path : older_than(k, unit == Schedule::Unit::steps ? steps : frames)) fs::remove(path, ignored);
    }
}

/// A dozen pictures, evenly spread over the run, small.
void Outputs::write_sheet(const std::vector<fs::path>& pictures) const {
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

}  // namespace whorl
