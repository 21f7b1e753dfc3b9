#pragma once
// - (u . grad) q: whatever the flow carries, velocity included, moves along the paths that the flow draws.

#include "flow/advection/bfecc.hpp"
#include "flow/advection/cubic.hpp"
#include "flow/advection/maccormack.hpp"
#include "flow/advection/semi_lagrangian.hpp"

namespace whorl {

template <class Exec, int D> void advect(Advection scheme, const Journey<Exec, D>& journey) {
    switch (scheme) {
        case Advection::semi_lagrangian: return semi_lagrangian(journey);
        case Advection::maccormack: return maccormack(journey);
        case Advection::bfecc: return bfecc(journey);
        case Advection::cubic: return monotone_cubic(journey);
    }
}

/// Whether the scheme also looks where things go, not only where they come from.
inline bool goes_both_ways(Advection scheme) { return scheme == Advection::maccormack || scheme == Advection::bfecc; }

/// Displacements, over dt, of all places of kind Loc.
template <int Loc, class Exec, int D>
void trace(Exec& on, const Flow<D>& f, const VectorField<D>& along, double dt, Backtrace method, VectorField<D>& to) {
    Vec<D> cells{};
    for (int a = 0; a < D; ++a) cells[a] = clamp(static_cast<float>(-dt / f.grid.h()[a]), -1e20f, 1e20f);
    const Box<D> box = Loc == centre ? f.grid.cells() : f.grid.faces(Loc);
    const auto run = [&](auto stages) {
        on.for_each(box, Trace<D, Loc, decltype(stages){}>{.step = f.grid.step(),
                                                           .u = along,
                                                           .cells = cells,
                                                           .reach = f.reach,
                                                           .displacement = to});
    };
    if (method == Backtrace::euler) run(Axis<1>{});
    if (method == Backtrace::rk2) run(Axis<2>{});
    if (method == Backtrace::rk3) run(Axis<3>{});
}

/// Moves the velocity field `u` along the flow `along` (which may be the same).
template <class Exec, int D>
void advect_velocity(Exec& on, const Flow<D>& f, Scratch<D>& s, VectorField<D>& u, const VectorField<D>& along, double dt,
                     Advection scheme, Backtrace method) {
    for_axes<D>([&](auto a) {
        constexpr int A = decltype(a){};
        trace<A>(on, f, along, dt, method, s.back);
        if (goes_both_ways(scheme)) trace<A>(on, f, along, -dt, method, s.forward);
        advect(scheme, Journey<Exec, D>{.on = on,
                                        .flow = f,
                                        .box = f.grid.faces(A),
                                        .kind = A,
                                        .rules = f.velocity_rules[A],
                                        .back = s.back,
                                        .forward = s.forward,
                                        .f = u[A],
                                        .out = s.next[A],
                                        .spare = s.a});
    });
    swap(u, s.next);
    hold_boundaries(on, f, u);
}

}  // namespace whorl
