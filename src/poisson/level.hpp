#pragma once
// One level of the multigrid hierarchy: its equations, in natural order.

#include "poisson/system.hpp"
#include "poisson/transfer.hpp"

namespace whorl {

template <int D>
struct Level {
    Unknowns<D> unknowns;
    int depth = 0;            // 0: the finest
    int axes = D;             // along which the finest has more than one cell
    Array<Spacing, D> spacing{};
    Array<bool, D> halved{};  // on the way to the next level
    Field lean[D]{};          // of the way back from it
    VectorField<D> weight{};  // this and what follows: not on the finest level
    Field own{}, inverse{};
    // What `prepare` finds out.
    Operator<D> A{};  // with `own` as data: it varies
    Vec<D> full{};
    float shift = 0;
    View<const float> known{};  // the inverse diagonal

    std::int64_t cells() const {
        std::int64_t count = 1;
        for (int a = 0; a < D; ++a) count *= unknowns.extent[a];
        return count;
    }
    /// use(A), as one of the two kinds that it can be.
    template <class Use>
    void with_operator(Use&& use) const {
        with_kind(A, use);
    }
    /// Sweeps after the correction that comes from the next level; before it there is one. Deep down in space a second one
    /// changes next to nothing that could be seen in the residual of the finest level.
    int sweeps_up() const { return depth > 1 && axes > 2 ? 1 : 2; }
    /// Over-relaxation helps the smoother where more axes than one are coupled well, and by more than their shift. In space
    /// coarse levels correct a little too little, and more of it makes up for that.
    float omega() const {
        float strongest = 0;
        for (int a = 0; a < D; ++a)
            if (unknowns.extent[a] > 1) strongest = whorl::max(strongest, full[a]);
        int strong = 0;
        for (int a = 0; a < D; ++a) strong += unknowns.extent[a] > 1 && full[a] > 0.1f * strongest;
        const float best = strong > 2 ? (depth > 0 ? 0.25f : 0.2f) : strong > 1 ? 0.15f : 0.0f;
        return 1 + best * coupling() / (coupling() + shift);
    }
    float coupling() const { return total_coupling(full); }
    Family<D> family() const {
        float share = 1;
        for (int a = 0; a < D; ++a) share *= halved[a] ? 0.5f : 1.0f;
        return {.fine = unknowns.box(), .halved = halved, .share = share};
    }
    Grid<1> line(int axis) const { return Grid<1>({unknowns.extent[axis]}, {1}); }
    /// The table of Prolong along one axis, by index.
    View<const float> lean_along(int axis) const { return {lean[axis].data() + line(axis).origin()}; }
};

/// The level below, with all memory. Halves the axes along which cells are smallest, that is, coupled most; relaxation
/// smooths nothing along others.
template <class Exec, int D>
Level<D> next_level(Exec& on, Level<D>& fine) {
    const Unknowns<D>& u = fine.unknowns;
    Vec<D> h = u.grid.h();
    float smallest = INFINITY;
    for (int a = 0; a < D; ++a)
        if (u.extent[a] > 1) smallest = whorl::min(smallest, h[a]);
    Index<D> n = u.extent;
    Level<D> coarse{.unknowns = u, .depth = fine.depth + 1, .axes = fine.axes, .spacing = fine.spacing};
    for (int a = 0; a < D; ++a) {
        fine.halved[a] = n[a] > 1 && h[a] < 1.5f * smallest;
        if (fine.halved[a]) {
            coarse.spacing[a] = fine.spacing[a].halved();
            n[a] = coarse.spacing[a].n;
            h[a] *= 2;
        }
        fine.lean[a] = on.field(fine.line(a));
    }
    coarse.unknowns = {.grid = Grid<D>(n, h), .extent = n, .periodic = u.periodic, .bodies = u.bodies};
    coarse.weight = on.faces(coarse.unknowns.grid);
    for (Field* f : {&coarse.own, &coarse.inverse}) *f = on.field(coarse.unknowns.grid);
    return coarse;
}

/// The weights of the level below, and the way back from it.
template <int a = 0, class Exec, int D>
void coarsen_weights(Exec& on, Level<D>& fine, Level<D>& coarse) {
    on.for_each(coarse.unknowns.grid.faces(a), CoarseWeight<D, a>{.family = fine.family(),
                                                                  .fine_spacing = fine.spacing[a],
                                                                  .spacing = coarse.spacing[a],
                                                                  .full = fine.full[a],
                                                                  .weight = fine.A.weight[a],
                                                                  .inverse = fine.known,
                                                                  .coarse = coarse.weight[a]});
    coarse.full[a] = fine.full[a] * (fine.halved[a] ? 0.25f : 1.0f);
    const float inverse_full = fine.halved[a] && fine.full[a] > 0 ? 1 / fine.full[a] : 0;
    on.for_each(fine.line(a).cells(), FillLean{{fine.spacing[a], coarse.spacing[a]}, inverse_full, fine.lean[a]});
    if constexpr (a + 1 < D) coarsen_weights<a + 1>(on, fine, coarse);
}

/// x += the correction of the level below.
template <int D>
Prolong<D> prolongation(const Level<D>& fine, const Level<D>& below, View<const float> correction, View<float> x) {
    Faces<const float, D> lean;
    for (int a = 0; a < D; ++a) lean[a] = fine.lean_along(a);
    return {.box = below.unknowns.box(),
            .halved = fine.halved,
            .step = fine.unknowns.grid.step(),
            .weight = fine.A.weight,
            .lean = lean,
            .inverse = fine.known,
            .coarse = correction,
            .x = x};
}

}  // namespace whorl
