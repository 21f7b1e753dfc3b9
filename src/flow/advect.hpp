#pragma once
// - (u . grad) q: whatever the flow carries, velocity included, moves along the paths that the flow draws.

#include "flow/advection/bfecc.hpp"
#include "flow/advection/cubic.hpp"
#include "flow/advection/maccormack.hpp"
#include "flow/advection/semi_lagrangian.hpp"
#include "flow/passage.hpp"
#include "kernels/faces.hpp"

namespace whorl {

/// Whether the scheme also looks where things go, not only where they come from.
inline bool goes_both_ways(Advection scheme) { return scheme == Advection::maccormack || scheme == Advection::bfecc; }

template <int Stages, int D> Trace<D, Stages> trace_of(const Flow<D>& f, const VectorField<D>& u, double dt, VectorField<D>& to) {
    Vec<D> cells{};
    for (int a = 0; a < D; ++a) cells[a] = to_float(-dt / f.grid.h()[a], 1e20);
    return {.step = f.grid.step(), .u = u, .cells = cells, .reach = f.reach, .displacement = to};
}

/// Displacements of all cell centres over dt, along the flow `u`, as far as bodies let it pass; with `ghosts`, as if none
/// changed beyond the sides.
template <class Exec, int D>
void trace(Exec& on, const Flow<D>& f, const VectorField<D>& u, double dt, Backtrace method, VectorField<D>& to,
           bool ghosts = false) {
    const Rules<D> smooth = f.sides.no_gradient();
    const auto run = [&](auto stages) {
        const auto kernel = trace_of<decltype(stages){}>(f, u, dt, to);
        if constexpr (requires { Exec::fewer_passes; })
            if (f.has_bodies)
                return on.for_each(f.grid.cells(), TraceToBodies<D, decltype(stages){}>{kernel, stop_at_bodies(f, dt, to)});
        if (!ghosts || f.has_bodies) return on.for_each(f.grid.cells(), kernel);
        Field* written[D];
        for (int a = 0; a < D; ++a) written[a] = &to[a];
        Ghosts<D>{f.grid, centre, smooth, f.periodic}.fill_after(on, f.grid.cells(), kernel, written);
    };
    if (method == Backtrace::euler) run(Axis<1>{});
    if (method == Backtrace::rk2) run(Axis<2>{});
    if (method == Backtrace::rk3) run(Axis<3>{});
    if (!f.has_bodies) return;
    if constexpr (!requires { Exec::fewer_passes; }) {
        const float longest = on.max(f.grid.cells(), LongestWay<D>{std::as_const(to)});
        on.for_each(cells_that_reach_bodies(f, longest), stop_at_bodies(f, dt, to));
    }
    for (int a = 0; a < D && ghosts; ++a) fill_ghosts(on, f.grid, to[a], centre, smooth, f.periodic);
}

/// The same back over dt, and forward.
template <class Exec, int D>
void trace_both_ways(Exec& on, const Flow<D>& f, const VectorField<D>& u, double dt, Backtrace method, VectorField<D>& back,
                     VectorField<D>& forward) {
    if constexpr (requires { Exec::fewer_passes; })
        if (method == Backtrace::rk2) {
            const auto from = trace_of<2>(f, u, dt, back);
            if (!f.has_bodies) return on.for_each(f.grid.cells(), TraceBothWays<D, NoBodies>{from, forward, {}});
            return on.for_each(f.grid.cells(),
                               TraceBothWays<D, StopAtBodies<D>>{from, forward, stop_at_bodies(f, dt, back)});
        }
    trace(on, f, u, dt, method, back);
    trace(on, f, u, -dt, method, forward);
}

/// A field to be carried along the paths in the scratch memory.
template <int Kind, class Exec, int D>
Journey<Exec, D, Kind> journey_of(Exec& on, const Flow<D>& f, Scratch<D>& s, const Rules<D>& rules, const Field& q, Field& out) {
    Vec<D> low{}, high{};
    for (int a = 0; a < D; ++a) {
        const auto held = [&](int side) { return !f.periodic[a] && Kind != a && rules[a][side].alpha != 1; };
        low[a] = held(0) ? 0.5f : -1e30f;
        high[a] = held(1) ? f.reach.n[a] - 0.5f : 1e30f;
    }
    return {.on = on,
            .flow = f,
            .rules = rules,
            .back = {f.grid.step(), std::as_const(s.back), f.reach, low, high},
            .forward = {f.grid.step(), std::as_const(s.forward()), f.reach, low, high},
            .f = q,
            .out = out,
            .spare = {&s.a, &s.b, &s.c}};
}

/// `out` becomes `q` as it arrives after the paths in the scratch memory have been travelled.
template <int Kind, class Exec, int D>
void advect(Exec& on, const Flow<D>& f, Scratch<D>& s, Advection scheme, const Rules<D>& rules, const Field& q, Field& out) {
    const Journey<Exec, D, Kind> journey = journey_of<Kind>(on, f, s, rules, q, out);
    switch (scheme) {
        case Advection::semi_lagrangian: semi_lagrangian(journey); break;
        case Advection::maccormack: maccormack(journey); break;
        case Advection::bfecc: bfecc(journey); break;
        case Advection::cubic: monotone_cubic(journey); break;
        case Advection::unlimited_cubic: unlimited_cubic(journey); break;
    }
    if (f.has_thin) sample_seen(journey);
}

/// Which paths in the scratch memory are those of the flow.
struct KnownPaths {
    bool back = false, forward = false;
};

/// Moves the velocity field `u` along the flow `along` (which may be the same). Leaves the ghosts of u to be filled, and
/// periods to be joined; without `hold`, shut faces to be held as well.
template <class Exec, int D>
void advect_velocity(Exec& on, const Flow<D>& f, Scratch<D>& s, VectorField<D>& u, const VectorField<D>& along, double dt,
                     Advection scheme, Backtrace method, KnownPaths known = {}, bool hold = true) {
    const auto find = [&](VectorField<D>& paths, double time, bool ghosts, bool is_known) {
        if (!is_known) return trace(on, f, along, time, method, paths, ghosts);
        for (int a = 0; a < D && ghosts; ++a) fill_ghosts(on, f.grid, paths[a], centre, f.sides.no_gradient(), f.periodic);
    };
    // Faces on the sides of the domain look one cell further. What a single look finds for a shut side is not used.
    const bool at_once = requires { Exec::fewer_passes; } && scheme == Advection::semi_lagrangian && !f.has_thin;
    const bool around = at_once && f.reach.around;
    find(s.back, dt, goes_both_ways(scheme) || (!around && !closed(f)), known.back);
    if (goes_both_ways(scheme)) find(s.forward(), -dt, true, known.forward);
    if (at_once) {
        on_faces(on, f.grid,
                 SampleVelocity<D>{
                     .u = std::as_const(u), .displacement = std::as_const(s.back), .reach = f.reach, .step = f.grid.step()},
                 Faces<float, D>(s.next), around);
    } else {
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            advect<A>(on, f, s, scheme, f.velocity_rules[A], u[A], s.next[A]);
        });
    }
    swap(u, s.next);
    if (hold) hold_faces(on, f, u);
}

}  // namespace whorl
