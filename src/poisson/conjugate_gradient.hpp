#pragma once
// Conjugate gradients with the diagonal as preconditioner (Hestenes & Stiefel 1952). Little memory, few iterations
// where the shift dominates, and no geometry that it could not take. Three passes per iteration, each with its sum.

#include "poisson/system.hpp"

namespace whorl {

/// The vectors of conjugate gradients: the residual, the direction, and A times the direction.
struct Search {
    Field r, p, q;
};

/// p = r / diagonal + beta p, and r r to be summed.
template <int D>
struct JacobiDirection {
    float beta;
    View<const float> r, inverse;
    View<float> p;

    WHORL_HD float operator()(Cell<D> c) const {
        const float next = inverse[c] * r[c];
        p[c] = beta != 0 ? next + beta * p[c] : next;  // the first p is whatever there was
        return r[c] * r[c];
    }
};

/// As Advance, with r r / diagonal to be summed.
template <int D>
struct JacobiAdvance {
    Advance<D> advance;
    View<const float> inverse;

    WHORL_HD float operator()(Cell<D> c) const { return advance(c) * inverse[c]; }
};

/// p = z + beta p
template <int D>
struct Combine {
    float beta;
    View<const float> z;
    View<float> p;

    WHORL_HD void operator()(Cell<D> c) const { p[c] = beta != 0 ? z[c] + beta * p[c] : z[c]; }
};

/// From r = b - A x until the residual that is carried along meets the goal. Returns the iterations.
template <class Exec, int D>
int jacobi_cg_round(Exec& on, System<Exec, D>& system, Search& s, Field& x, int limit, double square) {
    const Box<D> box = system.box();
    Progress progress(square, 2000, 1e6);  // before it finds a slow mode the residual can rise a lot
    double rz = 0, beta = 0;
    for (int i = 0;; ++i) {
        square = on.sum(box, JacobiDirection<D>{static_cast<float>(beta), s.r, system.inverse(), s.p});
        if (square <= system.target() || i == limit || progress.stalled(square)) return i;
        if (i == 0) rz = on.sum(box, Product<D>{s.r, s.p});
        wrap(on, system.unknowns(), View<float>(s.p));
        const double pq = system.apply(on, s.p, s.q);
        if (!(pq > 0) || !(rz > 0)) return i;
        const auto alpha = static_cast<float>(rz / pq);
        const double next = on.sum(box, JacobiAdvance<D>{{alpha, s.p, s.q, x, s.r}, system.inverse()});
        beta = next / rz;
        rz = next;
    }
}

/// Improves x until system.target(). `square` becomes the sum of squares of the residual. Returns the iterations.
template <class Exec, int D>
int run_jacobi_cg(Exec& on, System<Exec, D>& system, Search& s, Field& x, int limit, double& square) {
    clear_ghosts(on, system.unknowns(), s.p);
    square = system.first_residual(on, x, s.r);
    int iterations = 0;
    // Each round ends with the residual of x itself: the one that is carried along does not know the rounding of x.
    while (square > system.target() && iterations < limit) {
        const double before = square;
        iterations += jacobi_cg_round(on, system, s, x, limit - iterations, square);
        square = system.residual(on, x, s.r);
        if (square > 0.5 * before || system.is_rounding(on, x, square)) break;
    }
    return iterations;
}

template <class Exec, int D>
class ConjugateGradient final : public Poisson<Exec, D> {
  public:
    ConjugateGradient(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns) {
        this->takes_room(on, unknowns, {&search_.r, &search_.p, &search_.q});
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override { system_.prepare(on, coefficients); }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        double square = 0;
        const int iterations = run_jacobi_cg(on, system_, search_, x, goal.limit > 0 ? goal.limit : 20000, square);
        return system_.finish(on, x, iterations, square);
    }

    std::string_view name() const override { return "conjugate-gradient"; }

  private:
    System<Exec, D> system_;
    Search search_;
};

}  // namespace whorl
