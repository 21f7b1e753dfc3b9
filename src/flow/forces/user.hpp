#pragma once
// A force, or a velocity, that the user gives at a place and for a time.

#include "flow/forces/force.hpp"

namespace whorl {

template <class Exec, int D> struct UserForce final : ForceTerm<Exec, D> {
    Force force;
    Region<Exec, D> region;

    UserForce(Exec& on, const Force& what) : force(what), region(on, what.where) {}

    void apply(Exec& on, Flow<D>& f, Scratch<D>&, double from, double dt) const override {
        const double seconds = overlap(force.during, from, from + dt);
        if (seconds <= 0) return;
        for (int a = 0; a < D; ++a) {
            const Dose d = dose(force.mode, force.amount[a], force.rate, seconds);
            if (d.value == 0 && d.keep == 0) continue;
            region.splat(on, f.grid, f.velocity[a], a, d.value, d.keep, speed_limit);
        }
    }
};

}  // namespace whorl
