#pragma once
// Conjugate gradients with one V-cycle as preconditioner. The cycle is not symmetric, so the form is the flexible one
// (Notay 2000): each direction is made A-orthogonal to the last, and the step along it is a line search, which can
// only bring x closer to the solution, however poor the cycle is. For thin walls and narrow passages.

#include <optional>

#include "poisson/conjugate_gradient.hpp"
#include "poisson/hierarchy.hpp"
#include "poisson/split_on_host.hpp"

namespace whorl {

/// p = z + beta p, and p r to be summed.
template <int D>
struct Direction {
    float beta;
    View<const float> z, r;
    View<float> p;

    WHORL_HD float operator()(Cell<D> c) const {
        const float next = beta != 0 ? z[c] + beta * p[c] : z[c];  // the first p is whatever there was
        p[c] = next;
        return next * r[c];
    }
};

/// From r = b - A x until the residual that is carried along meets the goal. Returns the iterations.
template <class Exec, int D, class Levels>
int multigrid_cg_round(Exec& on, System<Exec, D>& system, Levels& hierarchy, Search& s, Field& z, Field& x, int limit,
                       double square) {
    constexpr double longest = 1e4;  // step: what is longer is no direction but rounding
    const Box<D> box = system.box();
    Progress progress(square, 50, 10);
    double pq = 0;
    for (int i = 0; i < limit; ++i) {
        hierarchy.precondition(on, s.r, z);
        const double beta = pq > 0 ? -on.sum(box, Product<D>{z, s.q}) / pq : 0;
        const double pr = on.sum(box, Direction<D>{static_cast<float>(beta), z, s.r, s.p});
        wrap(on, system.unknowns(), View<float>(s.p));
        pq = system.apply(on, s.p, s.q);
        if (!(pq > 0)) return i;
        const auto alpha = static_cast<float>(std::clamp(pr / pq, -longest, longest));
        const double before = square;
        square = on.sum(box, Advance<D>{alpha, s.p, s.q, x, s.r});
        // Where it hardly gets on, what is left may be what rounding adds to the means, and no step can take away.
        if (square > 0.25 * before && system.remove_means(on, s.r)) square = on.sum(box, Product<D>{s.r, s.r});
        if (square <= system.target() || progress.stalled(square)) return i + 1;
    }
    return limit;
}

/// Improves x until system.target(). `square` becomes the sum of squares of the residual. Returns the iterations.
template <class Exec, int D, class Levels>
int run_multigrid_cg(Exec& on, System<Exec, D>& system, Levels& hierarchy, Search& s, Field& z, Field& x, int limit,
                     double& square) {
    for (Field* f : {&s.p, &z}) clear_ghosts(on, system.unknowns(), *f);
    square = system.first_residual(on, x, s.r);
    int iterations = 0;
    // Each round ends with the residual of x itself: the one that is carried along does not know the rounding of x.
    while (square > system.target() && iterations < limit) {
        const double before = square;
        iterations += multigrid_cg_round(on, system, hierarchy, s, z, x, limit - iterations, square);
        square = system.residual(on, x, s.r);
        if (square > 0.5 * before || system.is_rounding(on, x, square)) break;
    }
    return iterations;
}

template <class Exec, int D>
class MultigridCG final : public Poisson<Exec, D> {
  public:
    MultigridCG(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns),
          hierarchy_(on, unknowns) {
        this->takes_room(on, unknowns, {&search_.r, &search_.p, &search_.q, &z_});
        if (unknowns.bodies) split_.emplace(on, unknowns);
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        const bool has_held_values = coefficients.open.data != nullptr;
        system_.prepare(on, coefficients);
        splits_ = split_ && may_split(on, system_, hierarchy_, has_held_values) &&
                  split_->prepare(on, system_, has_held_values);
        if (!splits_) hierarchy_.prepare(on, system_, has_held_values);
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        double square = 0;
        const int limit = goal.limit > 0 ? goal.limit : 1000;
        const int iterations = splits_
                                   ? run_multigrid_cg(on, system_, *split_, search_, z_, x, limit, square)
                                   : run_multigrid_cg(on, system_, hierarchy_, search_, z_, x, limit, square);
        return system_.finish(on, x, iterations, square);
    }

    std::string_view name() const override { return "multigrid-cg"; }

  private:
    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
    std::optional<SplitLevels<Exec, D>> split_;  // where there may be bodies
    bool splits_ = false;
    Search search_;
    Field z_;
};

}  // namespace whorl
