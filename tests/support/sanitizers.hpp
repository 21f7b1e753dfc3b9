#pragma once
// What a run need not do in full under a sanitizer. That of threads makes steps fifty times slower and looks for races, of
// which the first steps show as much as the last; those of addresses and undefined behaviour make them ten times slower, and
// a small grid goes through the same lines as a large one. What the flow does in the end, how fast a solver converges on
// large grids, and what many threads do is left to the ordinary build.

#include <algorithm>
#include <array>

namespace whorl {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool looks_for_races = true;
#else
inline constexpr bool looks_for_races = false;
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// Of a number of cells, steps or threads: the first, or the second under any sanitizer.
constexpr int all_or(int all, int few) { return sanitized ? few : all; }

/// Threads to compare with each other. On grids that are small for the sanitizer of addresses seven do what two do.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr std::array thread_counts{1, 2};
#else
inline constexpr std::array thread_counts{1, 2, 7};
#endif

/// Steps of a run, or seconds of it: all, or a twentieth where races are looked for.
constexpr int shortened(int steps) { return looks_for_races ? std::max(1, steps / 20) : steps; }
constexpr double shortened(double seconds) { return looks_for_races ? seconds / 20 : seconds; }

}  // namespace whorl
