#pragma once
// Red-black successive over-relaxation (Young 1954): the simplest solver, with the least memory.

#include <numbers>

#include "poisson/relax.hpp"
#include "poisson/system.hpp"

namespace whorl {

template <class Exec, int D>
class RedBlack final : public Poisson<Exec, D> {
  public:
    RedBlack(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns, true), sources_(on, unknowns), r_(on.field(unknowns.grid)) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        sources_.prepare(on, system_.A(), system_.inverse());
        omega_ = best_omega();
    }

    Report solve(Exec& on, const Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        constexpr int between_checks = 8;
        const int limit = goal.limit > 0 ? goal.limit : 50000;
        double square = system_.first_residual(on, x, r_);
        // The closer to 2, the longer the residual rises before it falls.
        Progress progress(square, static_cast<int>(200 + 20 / (2 - omega_)), 1e4);
        int sweeps = 0;
        while (square > system_.target() && sweeps < limit) {
            const double before = square;
            const int next = std::min(sweeps + between_checks, limit);
            for (; sweeps < next; ++sweeps) sweep(on, x, omega_);
            square = system_.residual(on, x, r_);
            // Close to the goal one sweep that is not over-relaxed wipes out the roughness that the others leave.
            if (square > system_.target() && square < 10 * system_.target() && sweeps < limit) {
                sweep(on, x, 1);
                ++sweeps;
                square = system_.residual(on, x, r_);
            }
            if (progress.stalled(square, between_checks)) break;
            if (square > 0.9 * before && system_.is_rounding(on, x, square)) break;
        }
        return system_.finish(on, x, sweeps, square);
    }

    std::string_view name() const override { return "red-black"; }

  private:
    void sweep(Exec& on, Field& x, float omega) {
        for (const int colour : {0, 1})
            relax(on, system_.unknowns(), sources_,
                  Relax<D>{system_.A(), system_.inverse(), system_.rhs(), x, omega, colour});
    }

    /// 2 / (1 + sqrt(1 - rho^2)), with rho the slowest mode of Jacobi's iteration in a box of this size.
    float best_omega() const {
        const Unknowns<D>& u = system_.unknowns();
        const double shift = system_.A().shift;
        double slowest = INFINITY, diagonal = shift;
        for (int a = 0; a < D; ++a) {
            const double full = system_.full()[a];
            diagonal += 2 * full;
            // Half a wave fits between two sides, a quarter where only one of them holds x.
            const double half_wave = u.extent[a] * (u.periodic[a] ? 0.5 : system_.held() ? 2.0 : 1.0);
            if (u.extent[a] > 1) slowest = std::min(slowest, full * (2 - 2 * std::cos(std::numbers::pi / half_wave)));
        }
        // With a shift alone the slowest mode is the constant; without one the constant is no mode at all.
        if (!system_.held() && !system_.singular()) slowest = 0;
        if (!(diagonal > 0) || !std::isfinite(slowest)) return 1;
        const double rho = std::max(0.0, 1 - (slowest + shift) / diagonal);
        return static_cast<float>(2 / (1 + std::sqrt(1 - rho * rho)));
    }

    System<Exec, D> system_;
    RowSources<Exec, D> sources_;
    Field r_;
    float omega_ = 1;
};

}  // namespace whorl
