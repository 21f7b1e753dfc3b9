#pragma once
// Conjugate gradients with the diagonal as preconditioner (Hestenes & Stiefel 1952). Best where the shift dominates,
// as in diffusion: few iterations, little memory. Three passes per iteration, each with its sum.

#include "poisson/system.hpp"

namespace whorl {

/// p = r / diagonal + beta p, and r r to be summed.
template <int D> struct JacobiDirection {
    float beta;
    View<const float> r, inverse;
    View<float> p;

    WHORL_HD float operator()(Cell<D> c) const {
        p[c] = inverse[c] * r[c] + beta * p[c];
        return r[c] * r[c];
    }
};

template <class Exec, int D> class ConjugateGradient final : public Poisson<Exec, D> {
  public:
    ConjugateGradient(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns), r_(on.field(unknowns.grid)), p_(on.field(unknowns.grid)), q_(on.field(unknowns.grid)) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override { system_.prepare(on, coefficients); }

    Report solve(Exec& on, const Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : 20000;
        double square = system_.first_residual(on, x, r_);
        int iterations = 0;
        // Each round ends with the residual of x itself: the one that is carried along hides the rounding of x.
        while (square > system_.target() && iterations < limit) {
            const double before = square;
            iterations += round(on, x, limit - iterations);
            square = system_.residual(on, x, r_);
            if (square > 0.5 * before) break;
        }
        return system_.finish(on, x, iterations, square);
    }

    std::string_view name() const override { return "conjugate-gradient"; }

  private:
    /// From r = b - A x until the residual that is carried along meets the goal. Returns the iterations.
    int round(Exec& on, Field& x, int limit) {
        const Box<D> box = system_.box();
        double rz = 0, beta = 0;
        for (int i = 0;; ++i) {
            const double square = on.sum(box, JacobiDirection<D>{static_cast<float>(beta), r_, system_.inverse(), p_});
            if (square <= system_.target() || i == limit) return i;
            if (i == 0) rz = on.sum(box, Product<D>{r_, p_});
            wrap(on, system_.unknowns(), p_);
            const double pq = on.sum(box, Apply<D>{system_.A(), system_.inverse(), p_, q_});
            if (!(pq > 0) || !(rz > 0)) return i;
            const auto alpha = static_cast<float>(rz / pq);
            const double fresh = on.sum(box, Advance<D>{alpha, p_, q_, system_.inverse(), x, r_});
            beta = fresh / rz;
            rz = fresh;
        }
    }

    System<Exec, D> system_;
    Field r_, p_, q_;
};

}  // namespace whorl
