#pragma once
// Multigrid by itself: the fastest solver wherever bodies and passages are several cells wide.

#include "poisson/hierarchy.hpp"

namespace whorl {

/// V-cycles on x until system.target(), or until two in a row leave more than `slowest` of the residual, or until what
/// is left is rounding. `square` becomes the sum of squares of the residual. Returns the number of cycles.
template <class Exec, int D>
int run_cycles(Exec& on, System<Exec, D>& system, Hierarchy<Exec, D>& hierarchy, Field& x, const Goal& goal, int limit,
               double slowest, double& square) {
    using Sweep = typename Hierarchy<Exec, D>::Sweep;
    Sweep next = Sweep::from_zero;
    hierarchy.load(on, system.rhs_of_b(), goal.from_zero ? View<const float>{} : View<const float>(x));
    square = system.rhs_square();
    if (!goal.from_zero) {
        const double guessed = hierarchy.descend(on, Sweep::none);
        if (guessed <= square) square = guessed, next = Sweep::from_x;  // else it is worse than none
    }
    int cycles = 0, slow = 0;
    double last_ratio = INFINITY;
    bool stored = false;
    const auto store = [&] {
        if constexpr (requires { on.finish(); }) hierarchy.store(on, x, system.sum_of_x());  // which `finish` asks for next
        else hierarchy.store(on, x);
        stored = true;
    };
    while (square > system.target() && cycles < limit) {
        const double before = square;
        stored = false;
        // Cycles are mostly as many as in the last solve: then what comes next has begun when the host knows that it is wanted.
        if constexpr (requires { on.meanwhile([] {}); }) {
            if (cycles + 1 < hierarchy.expected_cycles) on.meanwhile([&] { hierarchy.begin_to_ascend(on); });
            if (cycles + 1 == hierarchy.expected_cycles) on.meanwhile(store);
        }
        square = cycles == 0 ? hierarchy.descend(on, next) : hierarchy.turn(on);
        next = Sweep::from_x;
        ++cycles;
        if (square <= system.target()) break;
        // The first ratio says nothing: smoothing alone does little to a smooth residual.
        slow = cycles > 1 && square > slowest * slowest * before ? slow + 1 : 0;
        if (slow == 2) break;
        // A cycle that leaves far more than the one before it may have come to what rounding leaves.
        const double ratio = cycles > 1 ? square / before : INFINITY;
        if (slow == 1 || ratio > 3 * last_ratio) {
            if (!stored) store();
            if (system.is_rounding(on, x, square)) break;
        }
        last_ratio = ratio;
        if (cycles == limit) {
            hierarchy.ascend(on);
            square = hierarchy.descend(on, Sweep::none);
            stored = false;
        }
    }
    if (next != Sweep::from_x)
        on.for_each(system.box(), Zero<D>{x});
    else if (!stored)
        store();
    hierarchy.expected_cycles = cycles;
    return cycles;
}

template <class Exec, int D>
class Multigrid final : public Poisson<Exec, D> {
  public:
    Multigrid(Exec& on, const Unknowns<D>& unknowns) : system_(on, unknowns), hierarchy_(on, unknowns) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        hierarchy_.prepare(on, system_, coefficients.open.data != nullptr);
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal, false)) return system_.finish(on, x, 0, 0);
        constexpr double no_use = 0.98;
        double square = 0;
        const int cycles =
            run_cycles(on, system_, hierarchy_, x, goal, goal.limit > 0 ? goal.limit : 200, no_use, square);
        return system_.finish(on, x, cycles, square);
    }

    std::string_view name() const override { return "multigrid"; }

  private:
    System<Exec, D> system_;
    Hierarchy<Exec, D> hierarchy_;
};

}  // namespace whorl
