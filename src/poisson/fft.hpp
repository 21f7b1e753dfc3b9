#pragma once
// The direct solve in a box without bodies: to the waves of all axes but the last, eliminate along that one, and back
// (Hockney 1965). Every mix of sides has its transform; bodies have none.

#include "poisson/waves.hpp"

namespace whorl {

template <class Exec, int D>
class Fft final : public Poisson<Exec, D> {
  public:
    Fft(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns), waves_(on, unknowns) {
        this->takes_room(on, unknowns, {&r_});
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        waves_.prepare(find_rectangle(on, system_, name()));
    }

    /// An iteration is a pair of transforms. Nearly always one does; the second is for what float left of a large x.
    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal, false)) return system_.finish(on, x, 0, 0);
        const auto direct = [&](const typename Waves<Exec, D>::Lines& from, Field& to) {
            waves_.solve(on, from, to, system_.A().shift, system_.singular());
        };
        double square = 0;
        int times = 0;
        if (goal.from_zero) {
            const RightHandSide& rhs = system_.rhs_of_b();
            direct({.data = b.data(), .factor = rhs.inverse_size, .mean = rhs.mean}, x);
            square = system_.residual(on, x, r_);
            times = 1;
        } else {
            square = system_.first_residual(on, x, r_);
        }
        if (square > system_.target() && (times == 0 || !system_.is_rounding(on, x, square)))
            times += refine(on, system_, x, r_, (goal.limit > 0 ? goal.limit : 5) - times, square,
                            [&](Field& r) { direct({.data = r.data()}, r); });
        return system_.finish(on, x, times, square);
    }

    std::string_view name() const override { return "fft"; }

  private:
    System<Exec, D> system_;
    Waves<Exec, D> waves_;
    Field r_;
};

}  // namespace whorl
