#pragma once
// Multigrid by itself: the fastest solver wherever bodies and passages are several cells wide.

#include <algorithm>
#include <cmath>

#include "poisson/hierarchy.hpp"

namespace whorl {

/// How many sweeps a residual asks for that is so many times what is wanted: one more of them costs a fraction of one more
/// cycle. What they leave was measured in smoke that rises, in boxes of 64 to 256 cells a side and planes of 512 and 1024.
class Sweeps {
  public:
    explicit Sweeps(int axes) : leave_(axes > 2 ? space : plane) {}

    int to_begin_with(double times) const {
        times = std::min(times, 1e30);
        while (times > leave_.begun[most - 1]) times /= leave_.early_turn;
        int sweeps = 1;
        while (times > leave_.begun[sweeps - 1]) ++sweeps;
        return sweeps;
    }
    struct Turn {
        int sweeps;  // on the way down
        bool last;   // as far as one can tell
    };
    /// `last_ratio`: what the last turn left of the sum of squares. INFINITY: there was none.
    Turn turn(double times, double last_ratio) const {
        const double like_the_last = last_ratio < 1 ? 1 / std::sqrt(last_ratio) : INFINITY;
        const double one = std::min(leave_.last_turn, like_the_last), two = 1.4 * one;
        return {times > one && times <= two ? 2 : 1, times <= two};
    }

  private:
    static constexpr int most = 4;
    /// So many times less is left by 1, 2, 3, 4 sweeps to begin with and a turn; by a last turn; by others.
    struct Leave {
        double begun[most], last_turn, early_turn;
    };
    static constexpr Leave plane{{95, 210, 270, 320}, 30, 15}, space{{110, 250, 330, 450}, 55, 35};

    const Leave& leave_;
};

/// V-cycles on x until system.target(), or until two in a row leave more than `slowest` of the residual, or until what
/// is left is rounding. `square` becomes the sum of squares of the residual. Returns the number of cycles.
template <class Exec, int D>
int run_cycles(Exec& on, System<Exec, D>& system, Hierarchy<Exec, D>& hierarchy, Field& x, const Goal& goal, int limit,
               double slowest, double& square) {
    using Sweep = typename Hierarchy<Exec, D>::Sweep;
    const Sweeps sweeps(hierarchy.finest().axes);
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
        if constexpr (requires { on.wait_for_sums(); }) hierarchy.store(on, x, system.sum_of_x());  // which `System::finish` asks for next
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
        const double times = std::sqrt(square / system.target());
        if (cycles == 0) {
            square = hierarchy.descend(on, next, sweeps.to_begin_with(times));
        } else {
            const auto [down, last] = sweeps.turn(times, last_ratio);
            square = hierarchy.turn(on, down, last);
        }
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
