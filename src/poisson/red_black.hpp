#pragma once
// Red-black successive over-relaxation (Young 1954): the simplest solver, with the least memory.

#include <numbers>

#include "poisson/relax.hpp"
#include "poisson/system.hpp"

namespace whorl {

template <class Exec, int D> class RedBlack final : public Poisson<Exec, D> {
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
        int sweeps = 0;
        while (square > system_.target() && sweeps < limit) {
            const int next = std::min(sweeps + between_checks, limit);
            for (; sweeps < next; ++sweeps)
                for (const int colour : {0, 1})
                    relax(on, system_.unknowns(), sources_,
                          Relax<D>{system_.A(), system_.inverse(), system_.rhs(), x, omega_, colour});
            square = system_.residual(on, x, r_);
        }
        return system_.finish(on, x, sweeps, square);
    }

    std::string_view name() const override { return "red-black"; }

  private:
    /// 2 / (1 + sqrt(1 - rho^2)), with rho the slowest mode of Jacobi's iteration in a box of this size.
    float best_omega() const {
        const Unknowns<D>& u = system_.unknowns();
        double slowest = INFINITY, diagonal = system_.A().shift;
        for (int a = 0; a < D; ++a) {
            diagonal += 2 * double{system_.full()[a]};
            // A wave of twice the length fits where only one side is held.
            const double length = u.extent[a] * (u.periodic[a] ? 0.5 : system_.singular() ? 1.0 : 2.0);
            const double mode = 2 - 2 * std::cos(std::numbers::pi / std::max(length, 1.0));
            if (u.extent[a] > 1) slowest = std::min(slowest, system_.full()[a] * mode);
        }
        if (!(diagonal > 0) || !std::isfinite(slowest)) return 1;
        const double rho = 1 - (slowest + system_.A().shift) / diagonal;
        return static_cast<float>(2 / (1 + std::sqrt(std::max(0.0, 1 - rho * rho))));
    }

    System<Exec, D> system_;
    RowSources<Exec, D> sources_;
    Field r_;
    float omega_ = 1;
};

}  // namespace whorl
