#pragma once
// The surfaces of bodies: how the fluid slides along them, and what it does to them.

#include "flow/values.hpp"
#include "kernels/surface.hpp"

namespace whorl {

template <int K, int A, int D> VelocityTies<D, K, A> velocity_ties(const Flow<D>& f, float scale, View<float> conductance) {
    return {.solids = f.solids,
            .places = places_of(f.grid, K),
            .step = f.grid.step(),
            .last = f.periodic[K] ? -1 : f.grid.n()[K],
            .scale = scale,
            .openness = f.openness[K],
            .corner = f.corner,
            .clearance = f.clearance,
            .owner = f.owner,
            .thin = f.thin,
            .conductance = conductance};
}

template <int D> WallArea<D> wall_area(const Flow<D>& f) {
    Index<D> n{};
    for (int a = 0; a < D; ++a) n[a] = f.periodic[a] ? 0 : f.grid.n()[a];
    return {.step = f.grid.step(), .n = n, .openness = std::as_const(f.openness), .corner = f.corner};
}
/// In units of the first axis, as all conductances.
template <int D> Vec<D> tie_scale(const Flow<D>& f) {
    Vec<D> scale{};
    for (int a = 0; a < D; ++a) scale[a] = (f.grid.h()[0] / f.grid.h()[a]) * (f.grid.h()[0] / f.grid.h()[a]);
    return scale;
}
template <int K, int D> WallTie<D, K> wall_tie(const Flow<D>& f, float shift, View<float> wall, View<float> own, View<float> beyond) {
    return {.solids = f.solids,
            .places = places_of(f.grid, K),
            .step = f.grid.step(),
            .scale = tie_scale(f),
            .area_in = wall_area(f),
            .openness = f.openness[K],
            .corner = f.corner,
            .clearance = f.clearance,
            .owner = f.owner,
            .thin = f.thin,
            .shift = shift,
            .wall = wall,
            .own = own,
            .beyond = beyond};
}

template <class Exec, int D> void join_ends(Exec& on, const Grid<D>& grid, Field& f, int axis) {
    Box<D> low = grid.all();
    low.lo[axis] = 0, low.hi[axis] = 1;
    on.for_each(low, JoinEnds<D>{.span = grid.n()[axis] * grid.step()[axis], .f = f});
}

/// All faces that a body can touch and that are on no side of the domain.
template <int D> Box<D> inner_faces(const Flow<D>& f, int axis) {
    Box<D> faces = body_faces(f, axis);
    if (f.periodic[axis]) return faces;
    faces.lo[axis] = whorl::max(faces.lo[axis], 1);
    faces.hi[axis] = whorl::min(faces.hi[axis], f.grid.n()[axis]);
    return faces;
}

/// For viscosity, faces inside of moving bodies take part in the motion of the surface that is next to them.
template <class Exec, int D> void stick_to_bodies(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    if (!f.bodies_move) return;
    float reach = 0;
    for (int a = 0; a < D; ++a) reach = whorl::max(reach, 2 * f.grid.h()[a]);
    for_axes<D>([&](auto a) {
        constexpr int A = decltype(a){};
        on.for_each(inner_faces(f, A), StickToBodies<D, A>{.solids = f.solids,
                                                           .places = places_of(f.grid, A),
                                                           .step = f.grid.step(),
                                                           .reach = reach,
                                                           .openness = f.openness[A],
                                                           .clearance = f.clearance,
                                                           .owner = f.owner,
                                                           .u = u[A]});
    });
}

/// Inside of bodies along which fluid slides the velocity is that of the fluid around, for whoever samples it there.
template <class Exec, int D> void slide_along_bodies(Exec& on, const Flow<D>& f, VectorField<D>& u) {
    if (!f.bodies_slip) return;
    for_axes<D>([&](auto a) {
        constexpr int A = decltype(a){};
        on.for_each(inner_faces(f, A), SlideAlong<D, A>{.solids = f.solids,
                                            .step = f.grid.step(),
                                            .openness = f.openness[A],
                                            .clearance = f.clearance,
                                            .owner = f.owner,
                                            .u = u[A]});
    });
    fill_velocity_ghosts(on, f, u);
}

/// One component of the force of the fluid on a body, or of its moment, over the density: of the pressure, and of the
/// friction of the velocity u, which is best taken from before the projection, that moves what little fluid there is in
/// cells that are nearly shut.
struct Pushed {
    double pressure, friction;
};
template <class Exec, int D>
Pushed force_on_body(Exec& on, const Flow<D>& f, const VectorField<D>& u, int body, double viscosity, const Lever<D>& lever) {
    double volume = 1;
    for (int a = 0; a < D; ++a) volume *= f.grid.h()[a];
    PressureOnBody<D> pressure{.lever = lever,
                               .body = static_cast<float>(body),
                               .places = places_of(f.grid, centre),
                               .step = f.grid.step(),
                               .last = {},
                               .area = {},
                               .p = f.pressure,
                               .owner = f.owner,
                               .fluid = f.fluid,
                               .clearance = f.clearance,
                               .near = 0,
                               .openness = std::as_const(f.openness)};
    for (int a = 0; a < D; ++a) {
        pressure.last[a] = f.periodic[a] ? -1 : f.grid.n()[a] - 1;
        pressure.area[a] = static_cast<float>(volume / f.grid.h()[a]);
        pressure.near = whorl::max(pressure.near, 2 * f.grid.h()[a]);
    }
    Pushed sum{on.sum(f.bodies, pressure), 0};
    if (!(viscosity > 0)) return sum;
    const double h = f.grid.h()[0];
    for_axes<D>([&](auto k) {
        constexpr int K = decltype(k){};
        sum.friction += on.sum(body_faces(f, K), FrictionOnBody<D, K>{.lever = lever,
                                                                      .body = static_cast<float>(body),
                                                                      .wall = wall_tie<K>(f, 0, {}, {}, {}),
                                                                      .ties = velocity_ties<K, K>(f, tie_scale(f)[K], {}),
                                                                      .scale = to_float(viscosity * volume / (h * h), 1e30),
                                                                      .u = u[K]});
    });
    return sum;
}

/// Of what is in the domain.
template <class Exec, int D> double volume_of_body(Exec& on, const Flow<D>& f, int body) {
    double volume = 1;
    float h = 0;
    for (int a = 0; a < D; ++a) volume *= f.grid.h()[a], h = whorl::max(h, f.grid.h()[a]);
    return volume * on.sum(f.bodies, Taken<D>{.body = static_cast<float>(body), .h = h, .owner = f.owner, .clearance = f.clearance});
}

}  // namespace whorl
