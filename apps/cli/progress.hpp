#pragma once
// How a run is going: one line that is drawn again and again on a terminal, a few lines where there is none.

#include <chrono>
#include <string>

#include <whorl/run.hpp>

namespace cli {

class Progress {
  public:
    explicit Progress(bool quiet);
    ~Progress() { end(); }

    void step(const whorl::RunProgress& p);
    /// A sentence of its own, quiet or not.
    void say(const std::string& text);
    /// The line gives way to what comes next.
    void end();

  private:
    void draw(const whorl::RunProgress& p, double seconds_left);

    using Clock = std::chrono::steady_clock;
    bool quiet_, terminal_, drawn_ = false;
    Clock::time_point start_ = Clock::now(), last_{};
    double step_ms_ = 0;  // a running mean
    int frame_ = -1;      // the last one that was told of
};

}  // namespace cli
