#pragma once
// Warm fluid rises, heavy smoke sinks: acceleration against gravity, in proportion to what is carried (Boussinesq).

#include "flow/forces/force.hpp"
#include "kernels/forces.hpp"

namespace whorl {

template <class Exec, int D> struct BuoyancyForce final : ForceTerm<Exec, D> {
    std::size_t quantity;
    double per_unit;  // in units of gravity
    Vec3 gravity;     // m/s2

    BuoyancyForce(std::size_t q, double strength, Vec3 g) : quantity(q), per_unit(strength), gravity(g) {}

    void apply(Exec& on, Flow<D>& f, Scratch<D>&, double, double dt) const override {
        for (int a = 0; a < D; ++a) {
            const double scale = -gravity[a] * per_unit * dt;
            if (scale == 0) continue;
            on.for_each(f.grid.faces(a), Buoyancy<D>{.step = f.grid.step()[a],
                                                     .q = f.carried[quantity].value,
                                                     .scale = to_float(scale, 1e20),
                                                     .u = f.velocity[a]});
        }
    }
};

}  // namespace whorl
