#pragma once
// Red-black successive over-relaxation (Young 1954): the simplest solver, and the fastest where a shift leaves values
// little to tell each other, as in most diffusion.

#include <numbers>

#include "poisson/passes.hpp"
#include "poisson/system.hpp"

namespace whorl {

/// What is left of the slowest error by Jacobi's iteration in a box of this size.
template <class Exec, int D>
double jacobi_rate(const System<Exec, D>& system) {
    const Unknowns<D>& u = system.unknowns();
    const double shift = system.A().shift;
    double slowest = INFINITY, diagonal = shift;
    for (int a = 0; a < D; ++a) {
        const double full = system.full()[a];
        diagonal += 2 * full;
        // Half a wave fits between two sides, a quarter where only one of them holds x.
        const double half_wave = u.extent[a] * (u.periodic[a] ? 0.5 : system.held() ? 2.0 : 1.0);
        if (u.extent[a] > 1) slowest = std::min(slowest, full * (2 - 2 * std::cos(std::numbers::pi / half_wave)));
    }
    // With a shift alone the slowest mode is the constant; without one the constant is no mode at all.
    if (!system.held() && !system.singular()) slowest = 0;
    if (!(diagonal > 0) || !std::isfinite(slowest)) return 0;
    return std::max(0.0, 1 - (slowest + shift) / diagonal);
}
inline float best_omega(double jacobi_rate) {
    return static_cast<float>(2 / (1 + std::sqrt(1 - jacobi_rate * jacobi_rate)));
}

/// Sweeps on x until system.target(), or until they get nowhere. `square` becomes the sum of squares of the residual.
/// Returns the number of sweeps.
template <class Exec, int D>
int run_red_black(Exec& on, System<Exec, D>& system, const Level<D>& level, Passes<Exec, D>& passes, Field& x,
                  const Goal& goal, float omega, int limit, double& square) {
    bool from_zero = true;
    passes.load(on, level, system.rhs_of_b(), goal.from_zero ? View<const float>{} : View<const float>(x));
    square = system.rhs_square();
    if (!goal.from_zero) {
        const double guessed = passes.squares(on, level);
        if (guessed <= square) square = guessed, from_zero = false;  // else it is worse than none
    }
    // The closer to 2, the longer the residual rises before it falls.
    Progress progress(square, static_cast<int>(200 + 20 / (2 - omega)), 1e4);
    int sweeps = 0;
    while (square > system.target() && sweeps < limit) {
        const double before = square;
        // As many as it should take, but not for ever without a look.
        const double wanted = 0.5 * std::log(system.target() / square) / std::log(std::max(omega - 1.0, 0.1));
        const int next = std::min(static_cast<int>(std::clamp(wanted, 1.0, 15.0)) + 1, limit - sweeps);
        passes.relax(on, level, next, omega, from_zero);
        from_zero = false;
        sweeps += next;
        square = passes.squares(on, level);
        // Close to the goal one sweep that is not over-relaxed wipes out the roughness that the others leave.
        if (square > system.target() && square < 10 * system.target() && sweeps < limit) {
            passes.relax(on, level, 1, 1, false);
            ++sweeps;
            square = passes.squares(on, level);
        }
        if (progress.stalled(square, next)) break;
        if (square > 0.9 * before) {
            passes.store(on, level, x);
            if (system.is_rounding(on, x, square)) break;
        }
    }
    if (from_zero)
        on.for_each(system.box(), Zero<D>{x});
    else
        passes.store(on, level, x);
    return sweeps;
}

template <class Exec, int D>
class RedBlack final : public Poisson<Exec, D> {
  public:
    RedBlack(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns, true), level_(finest_level<Exec>(unknowns)), passes_(on, level_) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        set_finest(system_, level_);
        passes_.prepare(on, level_);
        omega_ = best_omega(jacobi_rate(system_));
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal, false)) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : 50000;
        double square = 0;
        const int sweeps = run_red_black(on, system_, level_, passes_, x, goal, omega_, limit, square);
        return system_.finish(on, x, sweeps, square);
    }

    std::string_view name() const override { return "red-black"; }

  private:
    System<Exec, D> system_;
    Level<D> level_;
    Passes<Exec, D> passes_;
    float omega_ = 1;
};

}  // namespace whorl
