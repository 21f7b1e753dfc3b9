#pragma once
// The program as a user meets it: started without a shell, with its words, its environment and its limits.
//
//     const Ended done = run_program({.words = {"run", "plume", "--frames", "1", "--out", folder / "out"}});
//     EXPECT_EQ(done.code, 0) << done;

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/files.hpp"

namespace whorl {

struct Launch {
    std::vector<std::string> words{};
    std::string program = WHORL_PROGRAM;
    std::filesystem::path in{};  // the folder it starts in; empty: this one
    std::vector<std::pair<std::string, std::string>> environment{};  // these variables get these values
    rlim_t cpu_s = 0, address_bytes = 0, file_bytes = 0;  // 0: no limit
    double most_s = 300;  // after which it is killed: a test must not hang
};

struct Ended {
    int code = -1;  // of exit; -1: ended by a signal
    int signal = 0;
    bool too_long = false;
    std::string out{}, err{};
};

inline std::ostream& operator<<(std::ostream& to, const Ended& e) {
    return to << "code " << e.code << ", signal " << e.signal << (e.too_long ? ", too long" : "") << "\nout: " << e.out
              << "\nerr: " << e.err;
}

/// A program that runs beside the test.
class Process {
  public:
    explicit Process(const Launch& launch) : most_s_(launch.most_s) {
        std::vector<std::string> all{launch.program}, set;
        all.insert(all.end(), launch.words.begin(), launch.words.end());
        for (char** one = environ; *one; ++one)
            if (!replaced(launch, *one)) set.emplace_back(*one);
        for (const auto& [name, value] : launch.environment) set.push_back(name + "=" + value);
        std::vector<char*> words = pointers(all), environment = pointers(set);
        const std::string out = said_ / "out", err = said_ / "err", in = launch.in.string();
        // Not posix_spawn, which knows no limits. Between fork and exec only what a threaded program may do there.
        child_ = ::fork();
        if (child_ < 0) throw std::runtime_error("fork failed");
        if (child_ > 0) return;
        limit(RLIMIT_CPU, launch.cpu_s), limit(RLIMIT_FSIZE, launch.file_bytes);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which reserve more than any limit would allow
        limit(RLIMIT_AS, launch.address_bytes);
#endif
        limit(RLIMIT_CORE, 0, true);
        become(STDIN_FILENO, "/dev/null", O_RDONLY);
        become(STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
        become(STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
        if (!in.empty() && ::chdir(in.c_str()) != 0) ::_exit(126);
        ::execve(words[0], words.data(), environment.data());
        ::_exit(127);
    }
    ~Process() {
        if (child_ > 0) signal(SIGKILL), wait();
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number) const { ::kill(child_, number); }

    /// Whether it has ended; waits for nothing.
    bool ended() {
        if (child_ == 0) return true;
        int status = 0;
        const pid_t who = ::waitpid(child_, &status, WNOHANG);
        if (who == 0 || (who < 0 && errno == EINTR)) return false;
        result_.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        result_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        child_ = 0;
        return true;
    }

    Ended wait() {
        for (int ms = 1; !ended();) {
            if (!result_.too_long && std::chrono::steady_clock::now() - start_ > std::chrono::duration<double>(most_s_))
                signal(SIGKILL), result_.too_long = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(ms));
            if (ms < 8) ms *= 2;
        }
        result_.out = content(said_ / "out"), result_.err = content(said_ / "err");
        return result_;
    }

  private:
    static bool replaced(const Launch& launch, const std::string& one) {
        for (const auto& [name, value] : launch.environment)
            if (one.starts_with(name + "=")) return true;
        return false;
    }
    static std::vector<char*> pointers(std::vector<std::string>& words) {
        std::vector<char*> all;
        for (std::string& w : words) all.push_back(w.data());
        all.push_back(nullptr);
        return all;
    }
    static void limit(int what, rlim_t most, bool none = false) {
        if (most == 0 && !none) return;
        const rlimit both{most, most};
        ::setrlimit(static_cast<__rlimit_resource_t>(what), &both);
    }
    static void become(int descriptor, const char* path, int how) {
        const int file = ::open(path, how, 0600);
        if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(125);
        if (file != descriptor) ::close(file);
    }

    TemporaryFolder said_;
    double most_s_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    pid_t child_ = 0;
    Ended result_{};
};

inline Ended run_program(const Launch& launch) { return Process(launch).wait(); }

}  // namespace whorl
