#include "whorl/movie.hpp"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "io/file.hpp"
#include "whorl/whorl.hpp"

extern char** environ;

namespace whorl {

namespace {

/// A program that was found on the PATH, started without a shell; what we send is its standard input.
class Program {
  public:
    /// errors: the file that takes what it has to say. result: the open file that is its descriptor 3.
    Program(const std::vector<std::string>& words, std::FILE* errors, std::FILE* result) {
        int ends[2];
        // A socket, not a pipe: writing to a program that has ended is then an error and not a signal.
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
            error_ = errno;
            return;
        }
        std::vector<char*> arguments;
        for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));  // exec only reads them
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, ::fileno(errors), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, ::fileno(errors), STDERR_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, ::fileno(result), 3);
        // Ctrl-C is for us to judge: in a group of its own the terminal does not end it half-way.
        posix_spawnattr_t how;
        ::posix_spawnattr_init(&how);
        ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
        error_ = ::posix_spawnp(&child_, arguments[0], &actions, &how, arguments.data(), environ);
        ::posix_spawnattr_destroy(&how);
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
        input_ = ends[0];
    }
    ~Program() {
        if (input_ >= 0) ::close(input_);
        if (child_ > 0) wait();
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// errno of the start, or 0.
    int error() const { return error_; }

    bool send(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            if (sent < 0) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// Ends its input and waits for its exit code.
    int finish() {
        ::close(input_);
        input_ = -1;
        return wait();
    }

  private:
    int wait() {
        int status = 0;
        while (::waitpid(child_, &status, 0) < 0)
            if (errno != EINTR) return -1;
        child_ = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    pid_t child_ = 0;
    int input_ = -1;
    int error_ = 0;
};

std::string all_of(std::FILE* file) {
    std::string text;
    std::rewind(file);
    for (int c; text.size() < 400 && (c = std::fgetc(file)) != EOF;) text += c == '\n' ? ' ' : static_cast<char>(c);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace

void make_movie(const std::filesystem::path& film, const std::vector<std::filesystem::path>& pictures, double fps) {
    const auto fail = [&](const std::string& reason, const std::string& remedy) {
        throw Error("can not make the film \"" + film.string() + "\": " + reason +
                    "; its pictures are kept: " + remedy);
    };
    io::PartialFile partial(film);
    char rate[32];
    std::snprintf(rate, sizeof rate, "%.6f", fps);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> said(std::tmpfile(), &std::fclose);
    if (!said) fail(std::string("no temporary file: ") + std::strerror(errno), "make room in the temporary folder");
    // The file is ours to make, so that an ffmpeg which outlives us brings none back after the next run has tidied up.
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> made(std::fopen(partial.temporary().c_str(), "w+be"), &std::fclose);
    if (!made) io::fail_to_write(film, std::strerror(errno));
    // x264 gives other bytes for another number of threads; so many are used everywhere.
    Program ffmpeg({"ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate",
                    rate, "-i", "pipe:0", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p", "-c:v", "libx264",
                    "-crf", "17", "-threads", "4", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags",
                    "+faststart", "-f", "mp4", "file:/dev/fd/3"},
                   said.get(), made.get());
    if (ffmpeg.error() == ENOENT) fail("the program ffmpeg is not installed", "install the package ffmpeg");
    if (ffmpeg.error() != 0) fail(std::string("ffmpeg does not start: ") + std::strerror(ffmpeg.error()), "see to that");
    bool sent = true;
    for (std::size_t k = 0; k < pictures.size() && sent; ++k) sent = ffmpeg.send(io::read_whole(pictures[k]));
    const int code = ffmpeg.finish();
    if (code != 0 || !sent) {
        const std::string why = all_of(said.get());
        fail("ffmpeg ended with code " + std::to_string(code) + (why.empty() ? "" : " (" + why + ")"),
             "see to that");
    }
    partial.commit();
}

bool can_make_movies() {
    const char* path = std::getenv("PATH");
    std::string folders = path ? path : "/usr/local/bin:/usr/bin:/bin";
    for (std::size_t from = 0; from <= folders.size();) {
        const std::size_t to = std::min(folders.find(':', from), folders.size());
        const std::string folder = folders.substr(from, to - from);
        if (::access(((folder.empty() ? "." : folder) + "/ffmpeg").c_str(), X_OK) == 0) return true;
        from = to + 1;
    }
    return false;
}

}  // namespace whorl
