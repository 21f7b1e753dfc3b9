#pragma once
// Multigrid by itself: the fastest solver where bodies are resolved by several cells.

#include "poisson/hierarchy.hpp"

namespace whorl {

template <class Exec, int D> class Multigrid final : public Poisson<Exec, D> {
  public:
    Multigrid(Exec& on, const Unknowns<D>& unknowns) : system_(on, unknowns), hierarchy_(on, unknowns) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        hierarchy_.prepare(on, system_, coefficients.open.data != nullptr);
    }

    Report solve(Exec& on, const Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : 100;
        double square = first(on, x);
        int cycles = 0, stalled = 0;
        while (square > system_.target() && cycles < limit && stalled < 2) {
            const double before = square;
            square = hierarchy_.descend(on, x, system_.rhs());
            ++cycles;
            if (square <= system_.target()) break;
            hierarchy_.ascend(on, x, system_.rhs());
            if (cycles == limit) square = hierarchy_.descend(on, x, system_.rhs(), false);
            stalled = square > 0.9 * before ? stalled + 1 : 0;
        }
        return system_.finish(on, x, cycles, square);
    }

    std::string_view name() const override { return "multigrid"; }

  private:
    double first(Exec& on, Field& x) {
        wrap(on, system_.unknowns(), x);
        const double square = hierarchy_.descend(on, x, system_.rhs(), false);
        if (square <= system_.rhs_square()) return square;
        on.for_each(system_.box(), Zero<D>{x});
        return system_.rhs_square();
    }

    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
};

}  // namespace whorl
