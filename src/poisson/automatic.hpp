#pragma once
// The default: relaxation where a shift makes it the fastest; else plain multigrid; conjugate gradients around it once
// cycles turn out to be slow; and conjugate gradients alone where not even that gets on. It decides anew in every solve,
// from nothing but its input, so that a run that is taken up again goes the same way.

#include "poisson/multigrid.hpp"
#include "poisson/multigrid_cg.hpp"
#include "poisson/red_black.hpp"

namespace whorl {

template <class Exec, int D>
class Automatic final : public Poisson<Exec, D> {
  public:
    Automatic(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns),
          hierarchy_(on, unknowns),
          search_(make_search(on, unknowns.grid)),
          z_(on.field(unknowns.grid)) {
        if (unknowns.bodies) split_.emplace(on, unknowns);
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        // A cycle costs as much as six sweeps and leaves 0.06 of the error; these leave less.
        constexpr double least = 0.6;
        omega_ = best_omega(jacobi_rate(system_));
        well_conditioned_ = omega_ - 1 < least && !has_odd_seam();
        if (well_conditioned_) return hierarchy_.prepare_finest(on, system_);
        const bool has_held_values = coefficients.open.data != nullptr;
        if (split_ && split_->prepare(on, system_, has_held_values)) return;
        hierarchy_.prepare(on, system_, has_held_values);
    }

    Report solve(Exec& on, const Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal, splits())) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : 20000;
        int iterations = 0;
        double square = 0;
        const auto unfinished = [&] {
            return square > system_.target() && iterations < limit && !system_.is_rounding(on, x, square);
        };
        if (well_conditioned_) {
            chosen_ = "red-black";
            iterations +=
                run_red_black(on, system_, hierarchy_.finest(), hierarchy_.finest_passes(), x, goal, omega_, limit, square);
        } else if (splits()) {
            chosen_ = "multigrid-cg";
            iterations += run_multigrid_cg(on, system_, *split_, search_, z_, x, limit, square);
        } else {
            // An iteration of conjugate gradients costs 1.6 cycles. It gains more where a cycle leaves more than this.
            constexpr double slow = 0.4;
            chosen_ = "multigrid";
            iterations += run_cycles(on, system_, hierarchy_, x, goal, limit, slow, square);
            if (unfinished()) {
                chosen_ = "multigrid-cg";
                iterations += run_multigrid_cg(on, system_, hierarchy_, search_, z_, x, limit - iterations, square);
            }
        }
        if (unfinished()) {
            chosen_ = "conjugate-gradient";
            iterations += run_jacobi_cg(on, system_, search_, x, limit - iterations, square);
        }
        return system_.finish(on, x, iterations, square);
    }

    /// The one that ended the last solve.
    std::string_view name() const override { return chosen_; }

  private:
    bool splits() const { return !well_conditioned_ && split_ && split_->needed(); }
    /// Where cells on both sides of a periodic seam have one colour, over-relaxation may not converge.
    bool has_odd_seam() const {
        bool odd = false;
        for (int a = 0; a < D; ++a)
            odd = odd || (system_.unknowns().periodic[a] && system_.unknowns().extent[a] % 2 == 1);
        return odd;
    }

    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
    std::optional<SplitHierarchy<Exec, D>> split_;  // where there may be bodies
    Search search_;
    Field z_;
    bool well_conditioned_ = false;
    float omega_ = 1;
    std::string_view chosen_ = "multigrid";
};

}  // namespace whorl
