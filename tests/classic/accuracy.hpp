#pragma once
// How far fixed point stays from float over 500 steps of the same stirring.

#include "lab.hpp"

namespace whorl::classic {

/// The unit of length: the side of the box, as in the paper, or a cell, which leaves more bits to the velocity.
enum class Unit { side, cell };

struct Distance {
    double smoke = 0, velocity = 0;              // root mean square of the difference, over that of float
    double smoke_steps = 0, velocity_steps = 0;  // root mean square of the difference, in steps of the number type
    double mass = 0;                             // of the smoke, over that of float
};

template <class Number, int D>
Distance distance_from_float(int n, int steps, Unit unit) {
    World<float, D> real(n);
    World<Number, D> fixed(n);
    const double longer = unit == Unit::cell ? n : 1;
    if (unit == Unit::cell) fixed.fluid.scale = 1;
    for (int step = 0; step < steps; ++step) {
        const double dt = 1.0 / 16, viscosity = 1.0 / 256;  // which all of them have exactly
        stir(real, step), stir(fixed, step);
        real.step(viscosity, 0, dt), fixed.step(viscosity * longer * longer, 0, dt);
    }
    double cells = 0, smoke = 0, all_smoke = 0, velocity = 0, all_velocity = 0;
    real.each([&](std::size_t k, const auto&) {
        const auto square = [](double x) { return x * x; };
        cells += 1;
        smoke += square(double(fixed.x[k]) - real.x[k]), all_smoke += square(real.x[k]);
        for (std::size_t a = 0; a < D; ++a) {
            velocity += square(double(fixed.u[a][k]) - longer * real.u[a][k]);
            all_velocity += square(longer * real.u[a][k]);
        }
    });
    const double one = double(Number::one);
    return {std::sqrt(smoke / all_smoke), std::sqrt(velocity / all_velocity), one * std::sqrt(smoke / cells),
            one * std::sqrt(velocity / cells), fixed.sum(fixed.x) / real.sum(real.x)};
}

}  // namespace whorl::classic
