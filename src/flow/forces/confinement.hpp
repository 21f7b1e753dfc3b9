#pragma once
// Vorticity confinement: puts back the small swirls that the grid smears away.

#include "flow/forces/force.hpp"
#include "kernels/forces.hpp"

namespace whorl {

template <class Exec, int D> struct ConfinementForce final : ForceTerm<Exec, D> {
    double strength;  // m/s

    explicit ConfinementForce(double s) : strength(s) {}

    void apply(Exec& on, Flow<D>& f, Scratch<D>& s, double, double dt) const override {
        hold_boundaries(on, f, f.velocity);  // other forces may have come before, and rotation looks at neighbours
        const Rules<D> smooth = f.sides.no_gradient();
        Vec<D> per_h{};
        for (int a = 0; a < D; ++a) per_h[a] = 1 / f.grid.h()[a];

        VectorField<D>& curl = s.back;
        VectorField<D>& force = s.forward;
        Array<View<float>, curl_parts<D>> parts;
        Array<View<const float>, curl_parts<D>> read;
        for (int k = 0; k < curl_parts<D>; ++k) parts[k] = curl[k], read[k] = std::as_const(curl[k]);

        on.for_each(f.grid.cells(), Curl<D>{.step = f.grid.step(), .u = f.velocity, .per_h = per_h, .curl = parts, .size = s.a});
        fill_ghosts(on, f.grid, s.a, centre, smooth, f.periodic);
        on.for_each(f.grid.cells(), Confinement<D>{.step = f.grid.step(),
                                                   .curl = read,
                                                   .size = s.a,
                                                   .per_h = per_h,
                                                   .strength = static_cast<float>(strength),
                                                   .force = force});
        for (int a = 0; a < D; ++a) {
            fill_ghosts(on, f.grid, force[a], centre, smooth, f.periodic);
            on.for_each(f.grid.faces(a), AddCentredForce<D>{.step = f.grid.step()[a],
                                                            .force = force[a],
                                                            .dt = to_float(dt, 1e18),
                                                            .u = f.velocity[a]});
        }
    }
};

}  // namespace whorl
