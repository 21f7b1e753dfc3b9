#pragma once
// Gauss-Seidel as in Stam's paper of 2003: a fixed number of sweeps over the cells in the order of memory, each cell
// made right by its neighbours as they are then. Here to be compared with; it leaves most of a smooth residual
// standing.
//
// The paper's loops run over y inside x. That changes no bit: in either order a cell comes after its lower neighbours
// and before its upper ones. Images across a periodic side are brought up to date after each sweep.

#include "poisson/system.hpp"

namespace whorl {

template <class Exec, int D>
class GaussSeidel final : public Poisson<Exec, D> {
  public:
    GaussSeidel(Exec& on, const Unknowns<D>& unknowns) : system_(on, unknowns) { this->takes_room(on, unknowns, {&r_}); }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override { system_.prepare(on, coefficients); }

    /// The limit of the goal is the number of sweeps; the tolerance only tells whether they were enough.
    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : sweeps_of_the_paper;
        system_.first_residual(on, x, r_);
        int sweeps = 0;
        for (; sweeps < limit && !system_.out_of_time(); ++sweeps) sweep(on, x);
        const double square = system_.residual(on, x, r_);
        return system_.finish(on, x, sweeps, square);
    }

    std::string_view name() const override { return "gauss-seidel"; }

  private:
    static constexpr int sweeps_of_the_paper = 20;

    void sweep(Exec& on, View<float> x) {
        const View<const float> inverse = system_.inverse(), b = system_.rhs(on);
        with_kind(system_.A(), [&](const auto A) {
            on.rows_in_order(system_.box(), [&](Cell<D> row, int count) {
                for (int at = row.at; at < row.at + count; ++at) x[at] += inverse[at] * (b[at] - A.apply(x, at, at));
            });
        });
        wrap(on, system_.unknowns(), x);
    }

    System<Exec, D> system_;
    Field r_;
};

}  // namespace whorl
