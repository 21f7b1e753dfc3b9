#pragma once
// The default: relaxation where a shift makes it the fastest; else plain multigrid; conjugate gradients around it once
// cycles turn out to be slow; and conjugate gradients alone where not even that gets on. It decides anew in every
// solve, from nothing but its input, so that a run that is taken up again goes the same way.

#include "poisson/multigrid.hpp"
#include "poisson/multigrid_cg.hpp"
#include "poisson/red_black.hpp"

namespace whorl {

template <class Exec, int D>
class Automatic final : public Poisson<Exec, D> {
  public:
    Automatic(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns),
          hierarchy_(on, unknowns) {
        this->takes_room(on, unknowns, {&search_.r, &search_.p, &search_.q, &z_});
        if (unknowns.bodies) split_.emplace(on, unknowns);
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        // A cycle costs as much as six sweeps and leaves 0.06 of the error; these leave less.
        constexpr double least = 0.6;
        omega_ = best_omega(jacobi_rate(system_));
        const bool has_held_values = coefficients.open.data != nullptr;
        if (omega_ - 1 < least && !has_odd_seam())
            way_ = Way::relaxation;
        else if (const bool asked = split_ && may_split(on, system_, hierarchy_, has_held_values);
                 asked && split_->prepare(on, system_, has_held_values))
            way_ = Way::split_levels;
        else if (asked && split_->structured_joins() && coefficients.shift > 0)
            // Coarse cells that reach across a wall do no harm to a pressure, whose gradient alone matters; but what
            // diffuses would leave a trace in the next chamber.
            way_ = Way::no_levels;
        else
            way_ = Way::levels;
        if (way_ == Way::relaxation) hierarchy_.prepare_finest(on, system_);
        if (way_ == Way::levels) hierarchy_.prepare(on, system_, has_held_values);
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        const bool reads_x = way_ == Way::split_levels || way_ == Way::no_levels;
        if (!system_.begin(on, b, x, goal, reads_x)) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : 20000;
        int iterations = 0;
        double square = INFINITY;
        const auto unfinished = [&] {
            return square > system_.target() && iterations < limit && !system_.is_rounding(on, x, square);
        };
        if (way_ == Way::relaxation) {
            chosen_ = "red-black";
            iterations += run_red_black(on, system_, hierarchy_.finest(), hierarchy_.finest_passes(), x, goal, omega_,
                                        limit, square);
        } else if (way_ == Way::split_levels) {
            chosen_ = "multigrid-cg";
            iterations += run_multigrid_cg(on, system_, *split_, search_, z_, x, limit, square);
        } else if (way_ == Way::levels) {
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
    enum class Way { relaxation, split_levels, levels, no_levels };

    /// Where cells on both sides of a periodic seam have one colour, over-relaxation may not converge.
    bool has_odd_seam() const {
        bool odd = false;
        for (int a = 0; a < D; ++a)
            odd = odd || (system_.unknowns().periodic[a] && system_.unknowns().extent[a] % 2 == 1);
        return odd;
    }

    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
    std::optional<SplitLevels<Exec, D>> split_;  // where there may be bodies
    Search search_;
    Field z_;
    Way way_ = Way::levels;
    float omega_ = 1;
    std::string_view chosen_ = "multigrid";
};

}  // namespace whorl
