#pragma once
// Vorticity confinement: puts back the small swirls that the grid smears away.

#include "flow/forces/force.hpp"
#include "kernels/faces.hpp"
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

        const Curl<D> curl{.step = f.grid.step(), .u = f.velocity, .per_h = per_h};
        VectorField<D>& force = s.back;
        on.for_each(f.grid.cells(), CurlSize<D>{.curl = curl, .size = s.a});
        fill_ghosts(on, f.grid, s.a, centre, smooth, f.periodic);
        Field* written[D];
        for (int a = 0; a < D; ++a) written[a] = &force[a];
        Ghosts<D>{f.grid, centre, smooth, f.periodic}.fill_after(
            on, f.grid.cells(),
            Confinement<D>{.curl = curl, .size = s.a, .strength = static_cast<float>(strength), .force = force}, written);
        on_faces(on, f.grid,
                 AddCentredForce<D>{
                     .step = f.grid.step(), .force = std::as_const(force), .dt = to_float(dt, 1e18), .u = f.velocity},
                 Faces<float, D>(f.velocity));
    }
};

}  // namespace whorl
