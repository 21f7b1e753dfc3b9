#pragma once
// What a run need not do in full under the thread sanitizer: it makes steps fifty times slower and looks for races, of which
// the first steps show as much as the last. What the flow does in the end is left to the ordinary build.

#include <algorithm>

namespace whorl {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool looks_for_races = true;
#else
inline constexpr bool looks_for_races = false;
#endif

/// Steps of a run, or seconds of it: all, or a twentieth where races are looked for.
constexpr int shortened(int steps) { return looks_for_races ? std::max(1, steps / 20) : steps; }
constexpr double shortened(double seconds) { return looks_for_races ? seconds / 20 : seconds; }

}  // namespace whorl
