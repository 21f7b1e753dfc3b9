#pragma once
// What is known of the GPU, for those who are not compiled for one.

#include <string>

namespace whorl {

/// As its maker calls it; empty where there is none, or no device `cuda` in this build.
std::string gpu_name();

/// Bytes per second that a copy inside its memory reads and writes together; 0 where there is none.
double gpu_copy_bandwidth();

/// ms that a sweep of multigrid's smoother takes over both colours of a box of so many cells a side, around a ball; 0 without a
/// device `cuda`. Throws Error where there is no GPU, or that does not fit.
double gpu_sweep_ms(int cells);

}  // namespace whorl
