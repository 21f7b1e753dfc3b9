#include "run/schedule.hpp"

#include <cmath>

namespace whorl {

std::optional<std::int64_t> due(const Schedule& every, const Moment& now) {
    const auto interval = static_cast<std::int64_t>(every.interval);
    const auto if_true = [](bool it_is, std::int64_t number) {
        return it_is ? std::optional(number) : std::nullopt;
    };
    if (now.end || every.unit == Schedule::Unit::end)
        return if_true(now.end && every.unit == Schedule::Unit::end, now.frame);
    switch (every.unit) {
        case Schedule::Unit::frames:
            return if_true((now.frame_complete || now.step == 0) && now.frame % interval == 0, now.frame);
        case Schedule::Unit::steps:
            return if_true(now.step % interval == 0, now.step);
        case Schedule::Unit::seconds: {
            // A sum of steps may end a rounding error short of the moment it is meant to reach.
            const auto passed = [&](double time) { return std::floor(time / every.interval * (1 + 1e-12) + 1e-9); };
            return if_true(now.step == 0 || passed(now.time) > passed(now.before),
                           static_cast<std::int64_t>(passed(now.time)));
        }
        case Schedule::Unit::end: break;
    }
    return std::nullopt;
}

}  // namespace whorl
