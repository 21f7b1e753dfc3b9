#pragma once
// Waits for what a program does to the files of a folder.

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <thread>

#include "support/program.hpp"

namespace whorl {

/// Counts what happens in one folder, which must be there: files made, written, closed and renamed.
class FolderWatch {
  public:
    explicit FolderWatch(const std::filesystem::path& folder) : file_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        if (file_ < 0 || ::inotify_add_watch(file_, folder.c_str(), IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE) < 0)
            throw std::runtime_error("can not watch " + folder.string());
    }
    ~FolderWatch() { ::close(file_); }
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;

    /// Waits until so much has happened since the start; false if the program ends before.
    bool wait_for(int events, Process& program) {
        while (seen_ < events) {
            pollfd ready{file_, POLLIN, 0};
            if (::poll(&ready, 1, 5) > 0)
                take();
            else if (program.ended()) {
                take();
                break;
            }
        }
        return seen_ >= events && !program.ended();
    }
    int seen() const { return seen_; }

  private:
    void take() {
        alignas(inotify_event) char bytes[16384];
        for (ssize_t size; (size = ::read(file_, bytes, sizeof bytes)) > 0;)
            for (ssize_t at = 0; at < size; ++seen_)
                at += static_cast<ssize_t>(sizeof(inotify_event) + reinterpret_cast<inotify_event*>(bytes + at)->len);
    }

    int file_;
    int seen_ = 0;
};

/// Waits until there is such a file; false if the program ends before.
inline bool wait_for_file(const std::filesystem::path& path, Process& program) {
    while (!std::filesystem::exists(path)) {
        if (program.ended()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return !program.ended();
}

}  // namespace whorl
