#include "spoon.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace bench {

Spoon spoon(int step) {
    const double turn = 2 * std::numbers::pi * step / 60;
    const double c = std::cos(turn), s = std::sin(turn);
    return {.x = 0.5 + 0.25 * c, .y = 0.5 + 0.25 * s, .radius = 0.06, .push_x = -30 * s, .push_y = 30 * c, .smoke = 10};
}

void fill_sources(Paper& paper, int step) {
    const Spoon at = spoon(step);
    for (auto* field : {&paper.u_prev, &paper.v_prev, &paper.density_prev})
        std::fill(field->begin(), field->end(), 0.0f);
    for (int j = 1; j <= paper.n; ++j)
        for (int i = 1; i <= paper.n; ++i) {
            if (std::hypot((i - 0.5) / paper.n - at.x, (j - 0.5) / paper.n - at.y) > at.radius) continue;
            const auto cell = static_cast<std::size_t>(paper.at(i, j));
            paper.u_prev[cell] = static_cast<float>(at.push_x);
            paper.v_prev[cell] = static_cast<float>(at.push_y);
            paper.density_prev[cell] = static_cast<float>(at.smoke);
        }
}

}  // namespace bench
