#pragma once
// Vorticity confinement: puts back the small swirls that the grid smears away.

#include <climits>

#include "flow/forces/force.hpp"
#include "kernels/confinement_trip.hpp"
#include "kernels/faces.hpp"
#include "kernels/forces.hpp"

namespace whorl {

template <class Exec, int D> struct ConfinementForce final : ForceTerm<Exec, D> {
    double strength;  // m/s

    explicit ConfinementForce(double s) : strength(s) {}

    void apply(Exec& on, Flow<D>& f, Scratch<D>& s, double, double dt) const override {
        hold_boundaries(on, f, f.velocity);  // other forces may have come before, and rotation looks at neighbours
        if constexpr (D == 3 && requires { on.march(ConfinementTrip{}); }) in_one_trip(on, f, s, dt);
        else pass_by_pass(on, f, s, dt);
    }

  private:
    void pass_by_pass(Exec& on, Flow<D>& f, Scratch<D>& s, double dt) const {
        const Rules<D> smooth = f.sides.no_gradient();
        const Curl<D> curl{.step = f.grid.step(), .u = f.velocity, .per_h = per_h(f)};
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

    void in_one_trip(Exec& on, Flow<D>& f, Scratch<D>& s, double dt) const {
        VectorField<D>& pushed = s.back;
        ConfinementTrip trip{.box = f.grid.cells(),
                             .periodic = f.periodic,
                             .first = {},
                             .last = {},
                             .u = std::as_const(f.velocity),
                             .per_h = per_h(f),
                             .strength = static_cast<float>(strength),
                             .dt = to_float(dt, 1e18),
                             .out = pushed};
        for (int a = 0; a < D; ++a) {
            trip.first[a] = f.periodic[a] ? INT_MIN : 0;
            trip.last[a] = f.periodic[a] ? INT_MIN : f.grid.n()[a] - 1;
        }
        on.march(trip);
        swap(f.velocity, pushed);
    }

    static Vec<D> per_h(const Flow<D>& f) {
        Vec<D> v{};
        for (int a = 0; a < D; ++a) v[a] = 1 / f.grid.h()[a];
        return v;
    }
};

}  // namespace whorl
