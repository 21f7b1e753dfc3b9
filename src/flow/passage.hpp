#pragma once
// Bodies as seen by what the flow carries: paths that end at them, and thin walls that nothing is sampled through.

#include "flow/advection/scheme.hpp"
#include "flow/values.hpp"
#include "kernels/passage.hpp"

namespace whorl {

/// Paths of the time dt (backwards if above 0, from the end of the step to its start) end where they meet a body.
template <int D> StopAtBodies<D> stop_at_bodies(const Flow<D>& f, double dt, VectorField<D>& displacement) {
    using Bodies = Solids<D>;
    float widest = 0;
    for (int a = 0; a < D; ++a) widest = whorl::max(widest, f.grid.h()[a]);
    return {.solids = f.solids,
            .places = places_of(f.grid, centre),
            .clearance = f.clearance,
            .travel = f.body_travel,
            .per_cell = 0.99f / widest,
            .from = dt > 0 ? Bodies::is : Bodies::was,
            .to = dt > 0 ? Bodies::was : Bodies::is,
            .reach = f.reach,
            .displacement = displacement,
            .bodies_from = whorl::min(whorl::max(f.bodies.lo[D - 1] - 2, 0), f.grid.n()[D - 1] - 1)};
}

/// All cells from which a body can be met on paths that go so many cells along an axis, at most.
template <int D> Box<D> cells_that_reach_bodies(const Flow<D>& f, float longest) {
    Box<D> box = f.bodies;
    for (int a = 0; a < D; ++a) {
        const float way = longest + f.body_travel / f.grid.h()[a] + 1;
        const int n = f.grid.n()[a], cells = way < static_cast<float>(n) ? static_cast<int>(way) + 1 : n;
        const bool around = f.periodic[a] && (box.lo[a] < cells || box.hi[a] > n - cells);  // the seam
        box.lo[a] = around ? 0 : whorl::max(box.lo[a] - cells, 0);
        box.hi[a] = around ? n : whorl::min(box.hi[a] + cells, n);
    }
    return box;
}

/// Takes back what a scheme has sampled through thin bodies: there `out` is what can be seen from the end of the path.
template <class Exec, int D, int Kind> void sample_seen(const Journey<Exec, D, Kind>& j) {
    const Flow<D>& f = j.flow;
    const Field* free = &f.fluid;
    if constexpr (Kind == centre) free = f.bodies_move ? &f.was_fluid : &f.fluid;
    else free = &f.openness[Kind];
    const float diagonal = sqrt(sum_axes<D>([&](auto a) { return f.grid.h()[a] * f.grid.h()[a]; }));
    Index<D> first{}, last{};
    for (int a = 0; a < D; ++a) {
        // What lies beyond an open side, or one of a period, is there.
        const auto mirrors = [&](int s) { return !f.periodic[a] && f.sides.side[a][s].kind != Side::Kind::open; };
        first[a] = mirrors(0) ? 0 : -ghost_layers;
        last[a] = f.grid.n()[a] + (mirrors(1) ? (Kind == a ? 0 : -1) : ghost_layers);
    }
    j.on.for_each(j.box(), SampleSeen<D, Kind>{.solids = f.solids,
                                               .places = places_of(f.grid, Kind),
                                               .paths = j.back,
                                               .from = Solids<D>::is,
                                               .to = Solids<D>::was,
                                               .thin = f.thin,
                                               .clearance = f.clearance,
                                               .enough = f.body_travel + 1.5f * diagonal,
                                               .free = *free,
                                               .first = first,
                                               .last = last,
                                               .shut_counts = Kind != centre,
                                               .f = j.f,
                                               .out = j.out});
}

}  // namespace whorl
