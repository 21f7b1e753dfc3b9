#pragma once
// What a fluid is at one moment, and the memory that a step works in.

#include <memory>
#include <string>
#include <vector>

#include "flow/boundary.hpp"
#include "kernels/projection.hpp"
#include "kernels/trace.hpp"

namespace whorl {

/// Something that the flow carries.
template <int D> struct CarriedField {
    std::string name;
    Field value;
    Rules<D> rules;
    double diffusion;
    double decay;
    Advection advection;
};

template <int D> struct Flow {
    Grid<D> grid;
    Sides<D> sides;
    Array<bool, D> periodic;

    VectorField<D> velocity;  // m/s, on faces
    Field pressure;           // m2/s2, over the density
    double pressure_dt = 0;   // s: the step it was found in; 0 before the first
    std::vector<CarriedField<D>> carried;
    double time = 0;  // s
    std::int64_t steps = 0;

    // Bodies, and the sides of the domain that prescribe the velocity through them.
    VectorField<D> openness;  // of each face: 0 shut, 1 open
    VectorField<D> solid;     // velocity of what shuts it (m/s); beyond a side: the velocity of that side
    Field fluid;              // 1 in cells with an open face
    bool has_bodies = false;
    Field chamber;            // the number, from 1, of the connected part of the fluid that a cell belongs to; with bodies
    int chambers = 1;
    Box<D> bodies{};          // all cells that a body can touch

    Array<Rules<D>, D> velocity_rules;
    Rules<D> pressure_rules;
    Reach<D> reach;

    CarriedField<D>* find(std::string_view name) {
        for (auto& q : carried)
            if (q.name == name) return &q;
        return nullptr;
    }
};

/// Memory for intermediate results, taken once. Each stage may use all of it and leaves nothing of worth in it.
template <int D> struct Scratch {
    VectorField<D> next;           // the velocity after a stage
    VectorField<D> back, forward;  // displacements; rotation and force in the confinement
    Field a, b, c, d;
};

/// Ghosts of one component of the velocity.
template <class Exec, int D> void fill_component_ghosts(Exec& on, const Flow<D>& f, Field& u, int a) {
    fill_ghosts(on, f.grid, u, a, f.velocity_rules[a], f.periodic, &f.solid[a]);
}
template <class Exec, int D> void fill_velocity_ghosts(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    for (int a = 0; a < D; ++a) fill_component_ghosts(on, f, u[a], a);
}

/// Shut faces take the velocity of what shuts them; then the ghosts follow.
template <class Exec, int D> void hold_boundaries(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    for (int a = 0; a < D; ++a)
        on.for_each(f.grid.faces(a), HoldFaces<D>{.solid = f.solid[a], .openness = f.openness[a], .u = u[a]});
    fill_velocity_ghosts(on, f, u);
}

}  // namespace whorl
