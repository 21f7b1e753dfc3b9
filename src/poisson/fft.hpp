#pragma once
// The direct solve in a box without bodies: to the waves of all axes but the last, eliminate along that one, and back
// (Hockney 1965). Every mix of sides has its transform; bodies have none.

#include <optional>

#include "poisson/long_waves.hpp"

namespace whorl {

template <class Exec, int D>
class Fft final : public Poisson<Exec, D> {
  public:
    Fft(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns), waves_(on, unknowns) {
        this->takes_room(on, unknowns, {&r_, &long_x_});
        if (LongWaves<Exec, D>::fit(unknowns.extent)) long_waves_.emplace(on, unknowns);
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        box_ = find_rectangle(on, system_, name());
        waves_.prepare(on, box_);
        knows_long_waves_ = long_waves_ && box_.shift == 0 && long_waves_->prepare(on, box_);
        worst_rounding_ = rounding_of_longest_wave(box_);
    }

    /// An iteration is a pair of transforms. Nearly always one does; the second is for what float left of a large x.
    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        bool repeats = true;
        for (const bool periodic : system_.unknowns().periodic.v) repeats = repeats && periodic;
        if (!system_.begin(on, b, x, goal, false, !repeats)) return system_.finish(on, x, 0, 0);
        const RightHandSide& rhs = system_.rhs_of_b();
        const auto direct = [&](const ScaledValues& from, Field& to) {
            waves_.solve(on, from, to, box_.shift, system_.singular());
        };
        const auto residual = [&](View<float> r) {
            const auto [square, sum] = box_residual(on, box_, system_.unknowns(), rhs, x, r).v;
            system_.know_sum_of_x(sum);
            return square;
        };
        const int limit = goal.limit > 0 ? goal.limit : 5;
        double square = 0;
        int times = 0;
        if (goal.from_zero) {
            direct({.data = b.data(), .factor = rhs.inverse_size, .mean = rhs.mean}, x);
            clear_around(on, x);
            square = residual({});
            times = 1;
            if (!(square > system_.target()) || limit == 1 || system_.is_rounding(on, x, square))
                return system_.finish(on, x, times, square);
            clear_around(on, r_);
            square = residual(r_);
        } else {
            square = system_.first_residual(on, x, r_);
        }
        times += refine(
            on, system_, x, r_, limit - times, square, [&] { return residual(r_); },
            [&](Field& r) { direct({.data = r.data()}, r); });
        return system_.finish(on, x, times, square);
    }

    /// Not where rounding leaves no more than ten times the tolerance of the longest wave. There the last pressure does as a
    /// guess: the second solve that this takes now and then was measured to cost less than to find long waves in every step.
    bool prefers_long_waves(double tolerance) const override { return knows_long_waves_ && worst_rounding_ > 10 * tolerance; }
    Field* long_waves(Exec& on, const Field& b, const Sums& sums, float factor) override {
        if (!knows_long_waves_) return nullptr;
        const auto count = static_cast<double>(system_.unknowns().grid.cell_count());
        const float mean = system_.singular() ? static_cast<float>(sums.values / count) : 0.0f;
        long_waves_->find(on, b, mean, system_.singular(), factor, long_x_);
        return &long_x_;
    }

    std::string_view name() const override { return "fft"; }

  private:
    /// Where there is no unknown.
    void clear_around(Exec& on, Field& x) const {
        const Unknowns<D>& u = system_.unknowns();
        for (int a = 0; a < D; ++a) {
            const int first = box_.axis[a].first, end = first + box_.axis[a].n;
            Box<D> below = u.box(), above = u.box();
            below.hi[a] = first, above.lo[a] = end;
            on.for_each(below, Zero<D>{x});
            on.for_each(above, Zero<D>{x});
        }
    }

    System<Exec, D> system_;
    Rectangle<D> box_{};
    Waves<Exec, D> waves_;
    std::optional<LongWaves<Exec, D>> long_waves_;
    bool knows_long_waves_ = false;
    double worst_rounding_ = 0;  // residual that it leaves, relative to b, were x all the longest wave
    Field r_, long_x_;
};

}  // namespace whorl
