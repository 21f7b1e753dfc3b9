#include "movie.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

extern char** environ;

namespace cli {

namespace {

/// Runs a program found on the PATH, no shell between, and waits for it. Its exit code, or -errno if it did not start.
int run_program(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));  // exec does not write them
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (const int error = ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ))
        return -error;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// ffmpeg reads % in the name of a sequence as the place of the number.
std::string escaped(const std::string& path) {
    std::string result;
    for (const char c : path) result += c == '%' ? "%%" : std::string(1, c);
    return result;
}

}  // namespace

std::string make_movie(const std::filesystem::path& film, int frames, int frames_per_second) {
    const std::filesystem::path folder = film.parent_path();
    const std::filesystem::path partial = folder / (film.stem().string() + ".part" + film.extension().string());
    // "file:" keeps ffmpeg from reading a colon in a path as a protocol.
    const int code = run_program({"ffmpeg",
                                  "-nostdin",
                                  "-y",
                                  "-loglevel",
                                  "error",
                                  "-framerate",
                                  std::to_string(frames_per_second),
                                  "-start_number",
                                  "1",
                                  "-i",
                                  "file:" + escaped((folder / "frame_").string()) + "%04d.png",
                                  "-frames:v",
                                  std::to_string(frames),
                                  "-vf",
                                  "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p",  // what every player can show
                                  "-crf",
                                  "17",
                                  "-movflags",
                                  "+faststart",
                                  "file:" + partial.string()});
    std::error_code error;
    if (code == 0) {
        std::filesystem::rename(partial, film, error);
        return error ? error.message() : "";
    }
    std::filesystem::remove(partial, error);
    if (code == -ENOENT) return "the program ffmpeg is not installed";
    return code < 0 ? std::string("ffmpeg did not start: ") + std::strerror(-code)
                    : "ffmpeg failed with exit code " + std::to_string(code);
}

}  // namespace cli
