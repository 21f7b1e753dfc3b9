#pragma once
// Conjugate gradients with one V-cycle as preconditioner. The cycle is not symmetric, so the form is the flexible one
// (Notay 2000): each direction is made A-orthogonal to the last, and the step along it is a line search, which can
// only bring x closer to the solution, however poor the cycle is. For thin walls and narrow passages.

#include "poisson/hierarchy.hpp"

namespace whorl {

/// p = z + beta p, and p r to be summed.
template <int D> struct Direction {
    float beta;
    View<const float> z, r;
    View<float> p;

    WHORL_HD float operator()(Cell<D> c) const {
        const float next = z[c] + beta * p[c];
        p[c] = next;
        return next * r[c];
    }
};

/// The iteration itself, on a system and hierarchy that somebody else has prepared.
template <class Exec, int D> class FlexibleCG {
  public:
    FlexibleCG(Exec& on, const Unknowns<D>& unknowns)
        : r_(on.field(unknowns.grid)),
          z_(on.field(unknowns.grid)),
          p_(on.field(unknowns.grid)),
          q_(on.field(unknowns.grid)) {}

    /// Improves x until system.target(); `square` is the sum of squares of the residual. Returns the iterations.
    int run(Exec& on, System<Exec, D>& system, Hierarchy<Exec, D>& hierarchy, Field& x, int limit, double& square) {
        square = system.first_residual(on, x, r_);
        int iterations = 0;
        // Each round ends with the residual of x itself: the one that is carried along hides the rounding of x.
        while (square > system.target() && iterations < limit) {
            const double before = square;
            iterations += round(on, system, hierarchy, x, limit - iterations, square);
            square = system.residual(on, x, r_);
            if (square > 0.5 * before || system.is_rounding(on, x, square)) break;
        }
        return iterations;
    }

  private:
    int round(Exec& on, System<Exec, D>& system, Hierarchy<Exec, D>& hierarchy, Field& x, int limit, double square) {
        const Box<D> box = system.box();
        constexpr double longest = 1e4;  // step: more is no direction but rounding
        constexpr int patience = 50;     // iterations without progress
        constexpr double hopeless = 100; // times the least sum of squares
        double pq = 0, best = square;
        int stalled = 0;
        for (int i = 0; i < limit; ++i) {
            hierarchy.cycle_from_zero(on, z_, r_);
            const double beta = pq > 0 ? -on.sum(box, Product<D>{z_, q_}) / pq : 0;
            const double pr = on.sum(box, Direction<D>{static_cast<float>(beta), z_, r_, p_});
            wrap(on, system.unknowns(), p_);
            pq = on.sum(box, Apply<D>{system.A(), system.inverse(), p_, q_});
            if (!(pq > 0)) return i;
            const auto alpha = static_cast<float>(std::clamp(pr / pq, -longest, longest));
            square = on.sum(box, Advance<D>{alpha, p_, q_, {}, x, r_});
            if (square <= system.target()) return i + 1;
            if (square < 0.9 * best) best = square, stalled = -1;
            if (++stalled == patience || !(square < hopeless * best)) return i + 1;
        }
        return limit;
    }

    Field r_, z_, p_, q_;
};

template <class Exec, int D> class MultigridCG final : public Poisson<Exec, D> {
  public:
    MultigridCG(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns), hierarchy_(on, unknowns), iteration_(on, unknowns) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        hierarchy_.prepare(on, system_, coefficients.open.data != nullptr);
    }

    Report solve(Exec& on, const Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        double square = 0;
        const int iterations =
            iteration_.run(on, system_, hierarchy_, x, goal.limit > 0 ? goal.limit : 500, square);
        return system_.finish(on, x, iterations, square);
    }

    std::string_view name() const override { return "multigrid-cg"; }

  private:
    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
    FlexibleCG<Exec, D> iteration_;
};

}  // namespace whorl
