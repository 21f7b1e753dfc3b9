#include "film.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <whorl/movie.hpp>

namespace studio {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_waiting = 24;  // pictures, some 2 MB each

}  // namespace

fs::path free_name(const std::string& scene, const std::string& ending) {
    const std::string stem = fs::path(scene).stem().string();
    for (int number = 1;; ++number) {
        const fs::path name = (stem.empty() ? "whorl" : stem) + "-" + std::to_string(number);
        bool taken = false;
        for (const char* of : {"", ".mp4", ".png", ".part"}) taken = taken || fs::exists(name.string() + of);
        if (!taken) return name.string() + ending;
    }
}

void Film::start(const std::string& scene, Kind kind) {
    stop();
    {
        const std::lock_guard lock(mutex_);
        if (busy_) throw whorl::Error("the last film is still being written; try again in a moment");
    }
    kind_ = kind;
    if (kind == Kind::movie && !whorl::can_make_movies()) {
        kind_ = Kind::pictures;
        tell("a film needs the program ffmpeg, which is not installed (package ffmpeg): its pictures are kept instead");
    }
    folder_ = free_name(scene, kind_ == Kind::movie ? ".part" : "");
    film_ = fs::path(folder_).replace_extension(".mp4");
    std::error_code error;
    if (!fs::create_directory(folder_, error))
        throw whorl::Error("no film can be written to \"" + fs::current_path().string() + "\" (" + error.message() +
                           "); start the studio in a folder of yours");
    running_ = busy_ = true;
    began_ = next_ = 0;
    taken_ = last_slot_ = 0;
    written_.clear();
    writer_ = std::jthread([this](std::stop_token stop) { write(std::move(stop)); });
}

void Film::stop() {
    if (!std::exchange(running_, false)) return;
    writer_.request_stop();
}

void Film::add(Grab pixels, double now) {
    if (taken_ == 0) began_ = now;
    const std::lock_guard lock(mutex_);
    last_slot_ = std::max(static_cast<int>((now - began_) * fps + 0.5), taken_ == 0 ? 0 : last_slot_ + 1);
    next_ = began_ + (last_slot_ + 1) / fps - 0.25 / fps;
    if (waiting_.size() >= most_waiting) return;  // the one before it lasts longer
    waiting_.push_back({std::move(pixels), last_slot_});
    ++taken_;
    more_.notify_one();
}

std::string Film::news() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, "");
}

void Film::tell(const std::string& what) {
    const std::lock_guard lock(mutex_);
    news_ = what;
}

void Film::write(std::stop_token stop) {
    whorl::Image first;
    try {
        for (;;) {
            Taken one;
            {
                std::unique_lock lock(mutex_);
                more_.wait(lock, stop, [this] { return !waiting_.empty(); });
                if (waiting_.empty()) break;  // stopped, and all is written
                one = std::move(waiting_.front());
                waiting_.pop_front();
            }
            whorl::Image image = image_of(one.pixels);
            if (first.width == 0) first = whorl::Image(image.width, image.height);
            // A window that changed its size does not change the film's.
            if (image.width != first.width || image.height != first.height)
                image = whorl::resized(image, first.width, first.height);
            char name[24];
            std::snprintf(name, sizeof name, "%06d.png", static_cast<int>(written_.size()) + 1);
            whorl::write_png((folder_ / name).string(), image);
            written_.emplace_back(one.slot, folder_ / name);
        }
        finish();
    } catch (const std::exception& e) { tell(e.what()); }
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    busy_ = false;
}

void Film::finish() {
    if (written_.empty()) {
        fs::remove(folder_);
        return;
    }
    const std::string count = std::to_string(written_.size()) + " pictures";
    if (kind_ == Kind::pictures) return tell(count + ": " + fs::absolute(folder_).string());
    std::vector<fs::path> pictures;
    for (std::size_t i = 0; i < written_.size(); ++i) {
        const int until = i + 1 < written_.size() ? written_[i + 1].first : written_[i].first + 1;
        pictures.insert(pictures.end(), static_cast<std::size_t>(std::max(until - written_[i].first, 1)),
                        written_[i].second);
    }
    whorl::make_movie(film_, pictures, fps);
    fs::remove_all(folder_);
    tell(count + ": " + fs::absolute(film_).string());
}

}  // namespace studio
