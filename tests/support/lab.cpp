#include "support/lab.hpp"

namespace whorl {

template <int D>
Lab<D>::Lab(Index<D> n, Vec<D> h, const Boundary& boundary, int threads) : on(threads) {
    f.grid = Grid<D>(n, h);
    f.sides = Sides<D>(boundary);
    f.periodic = f.sides.periodic();
    f.velocity = on.faces(f.grid), f.openness = on.faces(f.grid), f.solid = on.faces(f.grid);
    f.pressure = on.field(f.grid), f.fluid = on.field(f.grid);
    f.carried.push_back({"smoke", on.field(f.grid), f.sides.for_carried("smoke"), 0, 0, Advection::maccormack});
    f.pressure_rules = f.sides.for_pressure();
    for (int a = 0; a < D; ++a) {
        const float length = static_cast<float>(n[a]);
        f.velocity_rules[a] = f.sides.for_velocity(a);
        f.reach.n[a] = length;
        f.reach.period[a] = f.periodic[a] ? n[a] : 0;
        f.reach.per_period[a] = f.periodic[a] ? 1 / length : 0;
    }
    s = {on.faces(f.grid), on.faces(f.grid), on.faces(f.grid), on.field(f.grid),
         on.field(f.grid), on.field(f.grid), on.field(f.grid)};
    place({});
}

template <int D>
void Lab<D>::place(const std::vector<Obstacle>& obstacles) {
    bodies.emplace(on, f, obstacles);
    bodies->place(on, f, s, 0, 0);
    bodies->set_side_velocities(on, f, 0);
}

template <int D>
Lab<D>& Lab<D>::stir(float speed, unsigned seed) {
    for (int a = 0; a < D; ++a) randomize(f.grid, a, f.velocity[a], speed, seed + static_cast<unsigned>(a));
    randomize(f.grid, centre, smoke(), 1, seed + 10);
    randomize(f.grid, centre, f.pressure, 1, seed + 11);
    return settle();
}

template <int D>
Lab<D>& Lab<D>::settle() {
    hold_boundaries(on, f, f.velocity);
    fill_ghosts(on, f.grid, smoke(), centre, f.carried[0].rules, f.periodic);
    fill_ghosts(on, f.grid, f.pressure, centre, f.pressure_rules, f.periodic);
    return *this;
}

template <int D>
void Lab<D>::trace(double dt, Backtrace method, VectorField<D>& to) {
    whorl::trace(on, f, f.velocity, dt, method, to);
}

template <int D>
template <int Kind>
void Lab<D>::advect(Advection scheme, const Rules<D>& rules, const Field& q, Field& out) {
    whorl::advect<Kind>(on, f, s, scheme, rules, q, out);
}

template <int D>
void Lab<D>::advect_velocity(double dt, Advection scheme, Backtrace method) {
    whorl::advect_velocity(on, f, s, f.velocity, f.velocity, dt, scheme, method);
}

template struct Lab<2>;
template void Lab<2>::advect<centre>(Advection, const Rules<2>&, const Field&, Field&);
template void Lab<2>::advect<0>(Advection, const Rules<2>&, const Field&, Field&);
template void Lab<2>::advect<1>(Advection, const Rules<2>&, const Field&, Field&);

template struct Lab<3>;
template void Lab<3>::advect<centre>(Advection, const Rules<3>&, const Field&, Field&);
template void Lab<3>::advect<0>(Advection, const Rules<3>&, const Field&, Field&);
template void Lab<3>::advect<1>(Advection, const Rules<3>&, const Field&, Field&);
template void Lab<3>::advect<2>(Advection, const Rules<3>&, const Field&, Field&);

}  // namespace whorl
