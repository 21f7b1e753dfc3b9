#pragma once
// What a fluid is at one moment, and the memory that a step works in.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/rows.hpp"
#include "flow/boundary.hpp"
#include "kernels/projection.hpp"
#include "kernels/solids.hpp"
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
    Field held{};  // one value for each body, NaN if it does not hold the quantity; nothing if none does
};

template <int D> struct Flow {
    Grid<D> grid;
    Sides<D> sides;
    Array<bool, D> periodic;

    VectorField<D> velocity;  // m/s, on faces
    Field pressure;           // m2/s2, over the density
    double pressure_dt = 0;   // s: the step it was found in; 0 before the first
    VectorField<D> earlier;   // the velocity before the last step, for splittings that look back two steps
    double earlier_dt = 0;    // s: how long ago that was; 0 where nothing is known of it
    std::vector<CarriedField<D>> carried;
    double time = 0;  // s
    std::int64_t steps = 0;

    // Bodies, and the sides of the domain that prescribe the velocity through them.
    VectorField<D> openness;  // of each face: 0 shut, 1 open
    VectorField<D> solid;     // velocity of what shuts it (m/s); beyond a side: the velocity of that side
    Field fluid;              // 1 in cells with an open face
    Box<D> bodies{};          // all cells that a body can touch
    bool has_bodies = false;
    // The rest only with bodies.
    Solids<D> solids{};
    bool bodies_move = false, bodies_slip = false;
    float body_travel = 0;    // m: how far the fastest has come in this step
    Field corner, clearance;  // m: distance to the nearest body at the low corner and in the middle of a cell, near it
    Field owner;              // the number of that body
    Field was_fluid;          // `fluid` before this step; where bodies move
    Field thin;               // above 0 in cells near a body that is about as thin as a cell
    bool has_thin = false;
    Field chamber;            // the number, from 1, of the connected part of the fluid that a cell belongs to; where
    int chambers = 0;         // something diffuses

    Array<Rules<D>, D> velocity_rules;
    Rules<D> pressure_rules;
    Reach<D> reach;

    CarriedField<D>* find(std::string_view name) {
        for (auto& q : carried)
            if (q.name == name) return &q;
        return nullptr;
    }
};

/// Memory for intermediate results, taken once. Each stage may use all of it and leaves nothing of worth in it, but for paths
/// that the next stage can take as well.
template <int D> struct Scratch {
    VectorField<D> next;  // the velocity after a stage
    VectorField<D> back;  // displacements; the force in the confinement
    VectorField<D> own_forward;  // displacements the other way, where `next` is in use meanwhile
    Field a, b, c, d;

    VectorField<D>& forward() { return own_forward[0].size() > 0 ? own_forward : next; }
    /// What a solver of the pressure may work in; a and b are those of the system.
    std::array<Field*, 2 + 2 * D> rooms() {
        std::array<Field*, 2 + 2 * D> all{&c, &d};
        for (std::size_t k = 0; k < D; ++k) all[2 + k] = &back.part[k], all[2 + D + k] = &next.part[k];
        return all;
    }
};

/// Ghosts of one component of the velocity.
template <int D> Ghosts<D> component_ghosts(const Flow<D>& f, int a) {
    return {f.grid, a, f.velocity_rules[a], f.periodic, &f.solid[a]};
}
template <class Exec, int D> void fill_velocity_ghosts(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    if constexpr (requires { Exec::fewer_passes; }) {
        Array<FillShell<D>, D> shells;
        for (int a = 0; a < D; ++a) shells[a] = component_ghosts(f, a).shell(u[a]);
        fill_shells(on, shells);
    } else {
        for (int a = 0; a < D; ++a) component_ghosts(f, a).fill(on, u[a]);
    }
}

/// All faces on one side of the domain.
template <int D> Box<D> side_faces(const Grid<D>& grid, int axis, int s) {
    Box<D> box = grid.faces(axis);
    box.lo[axis] = s == 0 ? 0 : grid.n()[axis];
    box.hi[axis] = box.lo[axis] + 1;
    return box;
}

/// All faces across an axis that a body can touch.
template <int D> Box<D> body_faces(const Flow<D>& f, int axis) {
    Box<D> box = f.bodies;
    box.hi[axis] += 1;
    return box;
}

/// Whether the velocity through every side is prescribed.
template <int D> bool closed(const Flow<D>& f) {
    bool all = true;
    for (int a = 0; a < D; ++a) all = all && f.sides.shut(a, 0) && f.sides.shut(a, 1);
    return all;
}

/// Shut faces take the velocity of what shuts them.
template <class Exec, int D> void hold_faces(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    if constexpr (requires { Exec::fewer_passes; }) {
        HoldAllFaces<D, 3> hold{.faces = {}, .solid = f.solid, .openness = f.openness, .u = u};
        for (int a = 0; a < D; ++a) {
            for (int s = 0; s < 2; ++s)
                if (f.sides.shut(a, s)) hold.faces.box[3 * a + s] = side_faces(f.grid, a, s);
            hold.faces.box[3 * a + 2] = body_faces(f, a);
        }
        if (hold.faces.add_up()) return on.for_each(numbers(hold.faces.places()), hold);
    }
    for (int a = 0; a < D; ++a) {
        const HoldFaces<D> hold{.solid = f.solid[a], .openness = f.openness[a], .u = u[a]};
        for (int s = 0; s < 2; ++s)
            if (f.sides.shut(a, s)) on.for_each(side_faces(f.grid, a, s), hold);
        on.for_each(body_faces(f, a), hold);
    }
}

/// The same, and the ghosts follow.
template <class Exec, int D> void hold_boundaries(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    hold_faces(on, f, u);
    fill_velocity_ghosts(on, f, u);
}

/// The last face of a period, which is a ghost, becomes the first; other ghosts may do so as well.
template <class Exec, int D> void join_periods(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    bool any = false;
    for (int a = 0; a < D; ++a) any = any || f.periodic[a];
    if (!any) return;
    if constexpr (requires { Exec::fewer_passes; }) {
        JoinFaces<D> join{.last = {}, .span = {}, .u = u};
        for (int a = 0; a < D; ++a) {
            if (f.periodic[a]) join.last.box[a] = side_faces(f.grid, a, 1);
            join.span[a] = f.grid.n()[a] * f.grid.step()[a];
        }
        join.last.add_up();
        return on.for_each(numbers(join.last.places()), join);
    }
    fill_velocity_ghosts(on, f, u);
}

/// A kernel for the cells or faces in rows that a body can touch, and one for all others. Of any such kernel `make` is
/// given what it shall know about faces.
template <int D, class Make> auto around_bodies(const Flow<D>& f, const Make& make) {
    Box<D> touched = f.bodies;
    for (int a = 0; a < D; ++a) touched.hi[a] += 1;  // faces on a far side
    return InnerRows{f.grid.all(), touched, make(BodyFaces<D>{.solid = f.solid, .openness = f.openness}),
                     make(FreeFaces{})};
}

}  // namespace whorl
