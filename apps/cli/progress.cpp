#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cli {

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}

void Progress::end() {
    if (drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
}

void Progress::say(const std::string& text) {
    end();
    std::fprintf(stderr, "whorl: %s\n", text.c_str());
}

void Progress::step(const whorl::RunProgress& p) {
    step_ms_ = step_ms_ > 0 ? 0.8 * step_ms_ + 0.2 * p.step_ms : p.step_ms;
    const auto now = Clock::now();
    // On a terminal ten times a second; where nobody watches, ten lines tell the story.
    const bool complete = p.frame != frame_ && p.frame > 0;
    const bool due = terminal_ ? now - last_ > std::chrono::milliseconds(100) || p.frame == p.frames
                               : complete && (frame_ < 0 || p.frame % std::max(1, p.frames / 10) == 0 || p.frame == p.frames);
    if (quiet_ || !due) return;
    frame_ = p.frame;
    last_ = now;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    draw(p, p.done > 0 ? elapsed / p.done * (1 - p.done) : 0);
}

void Progress::draw(const whorl::RunProgress& p, double seconds_left) {
    const long left = std::lround(std::ceil(std::min(seconds_left, 3.6e8)));
    const whorl::PressureReport& pressure = p.statistics.pressure;
    char facts[200];
    std::snprintf(facts, sizeof facts,
                  "frame %d/%d  %.3g ms/step  pressure %d iterations, residual %.1e%s  %ld:%02ld left", p.frame,
                  p.frames, step_ms_, pressure.iterations, pressure.residual,
                  pressure.converged ? "" : " (too large)", left / 60, left % 60);
    if (!terminal_) {
        std::fprintf(stderr, "%s\n", facts);
        return;
    }
    constexpr int width = 20;
    const int done = std::clamp(static_cast<int>(width * p.done), 0, width);
    const std::string bar =
        std::string(static_cast<std::size_t>(done), '#') + std::string(static_cast<std::size_t>(width - done), '.');
    std::fprintf(stderr, "\r[%s] %s\033[K", bar.c_str(), facts);
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace cli
