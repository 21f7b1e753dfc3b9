#pragma once
// The levels of multigrid and the V-cycle over them (Brandt 1977; Trottenberg, Oosterlee & Schueller 2001). Levels go
// down to a single cell, where the equation is one division; that cell also carries what little holds x to 0 where a
// system is nearly singular.

#include <utility>
#include <vector>

#include "poisson/passes.hpp"

namespace whorl {

template <class Exec, int D>
class Hierarchy {
  public:
    Hierarchy(Exec& on, const Unknowns<D>& unknowns) {
        levels_.push_back(finest_level<Exec>(unknowns));
        do { levels_.push_back(next_level(on, levels_.back())); } while (levels_.back().cells() > 1);
        for (const Level<D>& level : levels_) passes_.emplace_back(on, level);
        constexpr int few = 40000;  // cells: a pass over them costs next to nothing
        while (levels_[mean_].cells() > few) ++mean_;
        small_ = levels_.size();
        if constexpr (requires { passes_[0].is_small(levels_[0]); })
            while (small_ > mean_ + 1 && passes_[small_ - 1].is_small(levels_[small_ - 1])) --small_;
    }

    void prepare(Exec& on, const System<Exec, D>& system, bool has_held_values) {
        set_finest(system, levels_.front());
        singular_ = system.singular();
        for (std::size_t l = 0; l + 1 < levels_.size(); ++l) coarsen(on, levels_[l], levels_[l + 1], has_held_values);
        for (std::size_t l = 0; l < levels_.size(); ++l) passes_[l].prepare(on, levels_[l]);
        for (auto& recording : recorded_) recording = {};
        unknowns_of_mean_ = on.sum(levels_[mean_].unknowns.box(), IsUnknown<D>{levels_[mean_].known});
    }

    /// Whether a coarse cell of some level joins cells that do not meet inside it.
    bool joins_parts(Exec& on) const {
        for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
            const Level<D>& fine = levels_[l];
            const PartsOfBlock<D> parts{fine.family(), fine.A.weight, fine.known, negligible * fine.coupling()};
            if (on.max(levels_[l + 1].unknowns.box(), parts) > 1) return true;
        }
        return false;
    }

    /// All that relaxation on the finest level needs.
    void prepare_finest(Exec& on, const System<Exec, D>& system) {
        set_finest(system, levels_.front());
        passes_.front().prepare(on, levels_.front());
    }
    const Level<D>& finest() const { return levels_.front(); }
    Passes<Exec, D>& finest_passes() { return passes_.front(); }

    /// z = an approximation of the solution of A z = r, whatever z was.
    void precondition(Exec& on, View<const float> r, View<float> z) {
        load(on, RightHandSide{.b = r}, {});
        // Around a cycle conjugate gradients gain nothing from over-relaxation, and at thin walls they lose a lot.
        over_relaxed_ = false;
        down(on, 0, Sweep::from_zero, sweeps_down, over_relaxation(levels_[0]));
        ascend(on);
        over_relaxed_ = true;
        store(on, z);
    }

    /// Takes b and a first x. Without an x the first `descend` is to begin from zero.
    void load(Exec& on, const RightHandSide& b, View<const float> x) {
        begun_ = false;
        passes_[0].load(on, levels_[0], b, x);
    }
    void store(Exec& on, View<float> x) const { passes_[0].store(on, levels_[0], x); }
    /// The same, and leaves the sum of x, on executors that would rather do both in one pass.
    template <class Sum> void store(Exec& on, View<float> x, Sum& sum) const { passes_[0].store(on, levels_[0], x, sum); }

    enum class Sweep { none, from_zero, from_x };
    /// The first half of a cycle that improves x, with so many sweeps: returns the sum of squares of b - A x, of x as it is
    /// then.
    double descend(Exec& on, Sweep sweep, int sweeps = sweeps_down) {
        return down(on, 0, sweep, sweeps, over_relaxation(levels_[0]), true);
    }
    /// Begins with the second half while nobody knows whether it will be wanted: x does not change by it.
    void begin_to_ascend(Exec& on) {
        if (singular_ && mean_ == 1) return;  // `descend` has not yet taken the mean out
        below(on);
        begun_ = true;
    }
    int expected_cycles = 0;  // those of the last solve

    /// The second half.
    void ascend(Exec& on) {
        below(on);
        up(on, 0);
    }
    /// The second half, and the first one of the next cycle. `last`: as far as one can tell there will be no other, so that
    /// nothing but the residual counts.
    double turn(Exec& on, int sweeps = sweeps_down, bool last = false) {
        Omega omega = over_relaxation(levels_[0]);
        if (last) omega.last = 1;  // what was relaxed last then has no residual at all
        if constexpr (requires { &Passes<Exec, D>::turn; }) {
            below(on);
            const double squares = passes_[0].turn(on, levels_[0], levels_[1], passes_[1], sweeps, omega);
            free_of_mean(on, 1);
            return squares;
        } else {
            ascend(on);
            return down(on, 0, Sweep::from_x, sweeps, omega, true);
        }
    }

  private:
    static constexpr int sweeps_down = 1;

    void coarsen(Exec& on, Level<D>& fine, Level<D>& coarse, bool has_held_values) {
        const Family<D> family = fine.family();
        const Box<D> box = coarse.unknowns.box();
        coarsen_weights(on, fine, coarse);
        coarse.A = {.step = coarse.unknowns.grid.step(), .weight = coarse.weight};
        if (fine.shift > 0 || has_held_values) {
            fine.with_operator([&]<bool v>(const Operator<D, v>& A) {
                on.for_each(box, CoarseOwn<D, v>{family, A, fine.unknowns.periodic, fine.known, coarse.own});
            });
            coarse.A.own = coarse.own;
        }
        coarse.shift = fine.shift;
        coarse.with_operator([&]<bool v>(const Operator<D, v>& A) {
            on.for_each(box, inverse_diagonal(A, coarse.unknowns, negligible * coarse.coupling(), coarse.inverse));
        });
        wrap(on, coarse.unknowns, coarse.inverse);
        coarse.known = coarse.inverse;
    }

    double down(Exec& on, std::size_t l, Sweep sweep, int sweeps, const Omega& omega, bool measured = false) {
        if (sweep == Sweep::none) sweeps = 0;
        const double squares = passes_[l].down(on, levels_[l], levels_[l + 1], passes_[l + 1], sweeps, omega,
                                               sweep == Sweep::from_zero, measured);
        free_of_mean(on, l + 1);
        return squares;
    }
    void free_of_mean(Exec& on, std::size_t l) {
        if (singular_ && l == mean_) passes_[l].remove_mean(on, levels_[l], unknowns_of_mean_);
    }
    void up(Exec& on, std::size_t l) {
        passes_[l].up(on, levels_[l], levels_[l + 1], passes_[l + 1], omega_of(levels_[l]));
    }

    /// Whatever happens below the finest level.
    void below(Exec& on) {
        if (std::exchange(begun_, false)) return;
        on.replay(recorded_[over_relaxed_ ? 1 : 0], [&] { cycle(on, 1); });
    }
    void cycle(Exec& on, std::size_t l) {
        if constexpr (requires { passes_[0].is_small(levels_[0]); })
            if (l == small_)
                return Passes<Exec, D>::small_cycle(on, std::span<const Level<D>>(levels_).subspan(l),
                                                    std::span(passes_).subspan(l),
                                                    [&](const Level<D>& level) { return omega_of(level); });
        if (l + 1 == levels_.size()) return passes_[l].solve_single_cell(on, levels_[l]);
        down(on, l, Sweep::from_zero, sweeps_down, over_relaxation(levels_[l]));
        cycle(on, l + 1);
        up(on, l);
    }

    float omega_of(const Level<D>& level) const { return over_relaxed_ ? level.omega() : 1.0f; }
    Omega over_relaxation(const Level<D>& level) const { return {omega_of(level), omega_of(level)}; }

    std::vector<Level<D>> levels_;
    std::vector<Passes<Exec, D>> passes_;  // one a level
    std::size_t mean_ = 1;                 // the level whose right-hand side is freed of its mean
    std::size_t small_;                    // the first, after that, of those which are done in one pass; or there is none
    double unknowns_of_mean_ = 0;
    bool singular_ = false, over_relaxed_ = true;
    bool begun_ = false;                   // whether the levels below have been at work already
    typename Exec::Recording recorded_[2];  // plain, and over-relaxed
};

}  // namespace whorl
