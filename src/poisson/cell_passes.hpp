#pragma once
// The two halves of a V-cycle on one level, a kernel a step, in natural order: for executors that take single cells,
// and what row_passes.hpp is compared with.

#include "poisson/level.hpp"

namespace whorl {

template <class Exec, int D>
class CellPasses {
  public:
    CellPasses() = default;
    CellPasses(Exec& on, const Level<D>& level)
        : x_(on.field(level.unknowns.grid)),
          b_(on.field(level.unknowns.grid)),
          squares_(on.field(level.unknowns.grid)) {}

    void prepare(Exec&, const Level<D>&) {}

    void load(Exec& on, const Level<D>& level, const RightHandSide& b, View<const float> x) {
        on.for_each(level.unknowns.box(), Assign<D, RightHandSide>{b, b_});
        if (x.data) on.for_each(level.unknowns.box(), Assign<D>{x, x_});
    }
    void store(Exec& on, const Level<D>& level, View<float> x) const {
        on.for_each(level.unknowns.box(), Assign<D>{x_, x});
    }

    void relax(Exec& on, const Level<D>& level, int sweeps, float omega, bool from_zero) {
        wrap(on, level.unknowns, View<float>(x_));
        for (int s = 0; s < sweeps; ++s) sweep(on, level, {omega, omega}, from_zero && s == 0);
    }
    double squares(Exec& on, const Level<D>& level) {
        wrap(on, level.unknowns, View<float>(x_));
        return with_kind(level.A, [&]<bool v>(const Operator<D, v>& A) {
            return on.sum(level.unknowns.box(), Residual<D, v>{A, level.known, b_, x_, squares_});
        });
    }

    double down(Exec& on, const Level<D>& fine, const Level<D>& below, CellPasses& coarse, int sweeps, const Omega& omega,
                bool from_zero, bool measured = true) {
        wrap(on, fine.unknowns, View<float>(x_));
        for (int s = 0; s < sweeps; ++s) sweep(on, fine, {omega.all, s + 1 < sweeps ? omega.all : omega.last}, from_zero && s == 0);
        const Box<D> box = below.unknowns.box();
        fine.with_operator([&]<bool v>(const Operator<D, v>& A) {
            on.for_each(box, Restrict<D, v>{fine.family(), A, fine.known, b_, x_, coarse.b_, coarse.squares_});
        });
        return measured ? on.sum(box, Read<D>{coarse.squares_}) : 0;
    }

    void up(Exec& on, const Level<D>& fine, const Level<D>& below, CellPasses& coarse, float omega) {
        wrap(on, below.unknowns, View<float>(coarse.x_));
        on.for_each(fine.unknowns.box(), prolongation<D>(fine, below, coarse.x_, x_));
        wrap(on, fine.unknowns, View<float>(x_));
        for (int s = 0; s < fine.sweeps_up(); ++s) sweep(on, fine, {omega, omega}, false);
    }

    void solve_single_cell(Exec& on, const Level<D>& level) {
        on.for_each(level.unknowns.box(), RelaxFromZero<D>{level.known, b_, x_, 1, 0});
    }

    void remove_mean(Exec& on, const Level<D>& level, double unknowns) {
        const double sum = on.sum(level.unknowns.box(), Read<D>{b_});
        const auto mean = static_cast<float>(sum / std::max(unknowns, 1.0));
        on.for_each(level.unknowns.box(), Shift<D>{level.known, 1, mean, b_});
    }

  private:
    void sweep(Exec& on, const Level<D>& level, const Omega& of, bool from_zero) {
        for (const int colour : {0, 1}) {
            const float omega = colour == 0 ? of.all : of.last;
            if (from_zero && colour == 0)
                on.for_each(level.unknowns.box(), RelaxFromZero<D>{level.known, b_, x_, omega, colour});
            else
                level.with_operator([&]<bool v>(const Operator<D, v>& A) {
                    on.for_each(level.unknowns.box(), Relax<D, v>{A, level.known, b_, x_, omega, colour});
                });
            wrap(on, level.unknowns, View<float>(x_));
        }
    }

    Field x_, b_, squares_;
};

}  // namespace whorl
