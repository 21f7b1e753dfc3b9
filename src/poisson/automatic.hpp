#pragma once
// The default: plain multigrid, and conjugate gradients around it as soon as cycles turn out to be slow. It decides
// anew in every solve, from nothing but its input, so that a run that is taken up again goes the same way.

#include "poisson/multigrid.hpp"
#include "poisson/multigrid_cg.hpp"

namespace whorl {

template <class Exec, int D> class Automatic final : public Poisson<Exec, D> {
  public:
    Automatic(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns), hierarchy_(on, unknowns), conjugate_gradient_(on, unknowns) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        hierarchy_.prepare(on, system_, coefficients.open.data != nullptr);
    }

    Report solve(Exec& on, const Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        // An iteration of conjugate gradients costs 1.6 cycles; it gains more than those where they leave this much.
        constexpr double slow = 0.4;
        const int limit = goal.limit > 0 ? goal.limit : 500;
        double square = 0;
        int iterations = run_cycles(on, system_, hierarchy_, x, limit, slow, square);
        if (square > system_.target() && iterations < limit && !system_.is_rounding(on, x, square))
            iterations += conjugate_gradient_.run(on, system_, hierarchy_, x, limit - iterations, square);
        return system_.finish(on, x, iterations, square);
    }

    std::string_view name() const override { return "multigrid"; }

  private:
    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
    FlexibleCG<Exec, D> conjugate_gradient_;
};

}  // namespace whorl
