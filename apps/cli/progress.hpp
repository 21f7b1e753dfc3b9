#pragma once
// How a run is going: one line that is drawn again and again on a terminal, a few lines where there is none.

#include <chrono>

#include <whorl/whorl.hpp>

namespace cli {

class Progress {
  public:
    Progress(int frames, bool quiet);
    ~Progress();

    /// After a step that took `ms`.
    void step(double ms, const whorl::Statistics& statistics);
    /// After a frame, counted from 1, has been written.
    void frame(int number);

  private:
    void draw(int number, double seconds_left) const;

    using Clock = std::chrono::steady_clock;
    int frames_;
    bool quiet_, terminal_;
    Clock::time_point start_ = Clock::now();
    double step_ms_ = 0;  // a running mean
    whorl::Statistics last_{};
};

}  // namespace cli
