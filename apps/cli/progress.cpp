#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace cli {

Progress::Progress(int frames, bool quiet) : frames_(frames), quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (!quiet_ && terminal_) std::fputs("\r\033[K", stderr);  // the line gives way to the summary
}

void Progress::step(double ms, const whorl::Statistics& statistics) {
    step_ms_ = step_ms_ > 0 ? 0.8 * step_ms_ + 0.2 * ms : ms;
    last_ = statistics;
}

void Progress::frame(int number) {
    // Where nobody watches, ten lines tell the story.
    const bool due = terminal_ || number == 1 || number == frames_ || number % std::max(1, frames_ / 10) == 0;
    if (quiet_ || !due) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    draw(number, elapsed / number * (frames_ - number));
}

void Progress::draw(int number, double seconds_left) const {
    const int left = static_cast<int>(std::ceil(seconds_left));
    char facts[160];
    std::snprintf(facts, sizeof facts,
                  "frame %d/%d  %.3g ms/step  pressure %d iterations, residual %.1e%s  %d:%02d left", number, frames_,
                  step_ms_, last_.pressure.iterations, last_.pressure.residual,
                  last_.pressure.converged ? "" : " (too large)", left / 60, left % 60);
    if (!terminal_) {
        std::fprintf(stderr, "%s\n", facts);
        return;
    }
    constexpr int width = 24;
    const int done = width * number / frames_;
    const std::string bar =
        std::string(static_cast<std::size_t>(done), '#') + std::string(static_cast<std::size_t>(width - done), '.');
    std::fprintf(stderr, "\r[%s] %s\033[K", bar.c_str(), facts);
    std::fflush(stderr);
}

}  // namespace cli
