#pragma once
// Records what is seen while one plays: a film, or its pictures. The window hands over pixels and never waits for the
// file; what could not be written as fast as it was seen is repeated in the film, so that its time is right.

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "window.hpp"

namespace studio {

/// The first of NAME-1ENDING, NAME-2ENDING, ... in the folder where the studio was started that is nobody's yet.
/// NAME is made of the scene's.
std::filesystem::path free_name(const std::string& scene, const std::string& ending);

class Film {
  public:
    enum class Kind { pictures, movie };
    static constexpr double fps = 30;

    ~Film() { stop(); }
    /// Begins one in the current folder. Throws whorl::Error where nothing can be written there, or the
    /// last one is not finished.
    void start(const std::string& scene, Kind kind);
    /// Ends it; the files are finished in the background.
    void stop();
    bool running() const { return running_; }
    /// Whether a picture is due at this time (s).
    bool due(double now) const { return running_ && now >= next_; }
    void add(Grab pixels, double now);
    int pictures() const { return taken_; }
    /// What there is to tell, once: where the files are, or what went wrong.
    std::string news();

  private:
    struct Taken {
        Grab pixels;
        int slot = 0;  // its time in the film
    };
    void write(std::stop_token stop);
    void finish();
    void tell(const std::string& what);

    Kind kind_ = Kind::pictures;
    std::filesystem::path folder_, film_;
    bool running_ = false;
    double began_ = 0, next_ = 0;
    int taken_ = 0, last_slot_ = 0;

    std::mutex mutex_;  // of the four that follow
    std::condition_variable_any more_;
    std::deque<Taken> waiting_;
    std::string news_;
    bool busy_ = false;  // until the files of the last one are whole

    std::vector<std::pair<int, std::filesystem::path>> written_;  // the writer's own
    std::jthread writer_;
};

}  // namespace studio
