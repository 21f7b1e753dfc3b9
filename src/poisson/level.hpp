#pragma once
// One level of the multigrid hierarchy: its equations, in natural order.

#include "poisson/system.hpp"
#include "poisson/transfer.hpp"

namespace whorl {

template <int D>
struct Level {
    Unknowns<D> unknowns;
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
        if (A.own.data)
            use(Operator<D, true>{A.step, A.weight, A.shift, A.own});
        else
            use(A);
    }
    /// Over-relaxation helps the smoother where more axes than one are coupled, and by more than their shift.
    float omega() const {
        int axes = 0;
        for (int a = 0; a < D; ++a) axes += unknowns.extent[a] > 1;
        const float best = axes > 2 ? 0.2f : axes > 1 ? 0.15f : 0.0f;
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

}  // namespace whorl
