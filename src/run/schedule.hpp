#pragma once
// When something is due, from the state of the run alone: a run that was killed and went on does the same things.

#include <optional>

#include "whorl/scene.hpp"

namespace whorl {

/// A place in a run: before the first step (step 0), after a step, or at the end, when all that comes with a step is done.
struct Moment {
    std::int64_t frame = 0;       // complete ones
    bool frame_complete = false;  // whether one was just completed
    std::int64_t step = 0;
    double before = 0, time = 0;  // s, simulated: before the step and after it
    bool end = false;
};

/// Nothing where it is not due; else the number that the file gets: of the frame, of the step, or of the interval.
std::optional<std::int64_t> due(const Schedule& every, const Moment& now);

}  // namespace whorl
