#pragma once
// What all solvers share: which cells are unknown, whether A is singular, a right-hand side brought to a size that
// float can square, and how a solve begins and ends.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "poisson/operator.hpp"
#include "poisson/regions.hpp"

namespace whorl {

/// b as the solvers want it: b / size - mean where there is an unknown.
struct RightHandSide {
    View<const float> b{}, inverse{};  // the latter without data: all are unknown
    float inverse_size = 1, mean = 0;

    bool is_b() const { return !inverse.data && inverse_size == 1 && mean == 0; }
    WHORL_HD float operator[](int at) const {
        const float value = b[at] * inverse_size - mean;
        return !inverse.data || inverse[at] > 0 ? value : 0.0f;
    }
};

/// Put in its place, and its square.
template <int D>
struct Load {
    RightHandSide rhs;
    View<float> to;
    WHORL_HD float operator()(Cell<D> c) const {
        const float value = rhs[c];
        to[c] = value;
        return value * value;
    }
};

template <int D>
struct ValueOfRightHandSide {
    RightHandSide rhs;
    WHORL_HD float operator()(Cell<D> c) const { return rhs[c]; }
};

template <int D>
struct SquareOfRightHandSide {
    RightHandSide rhs;
    WHORL_HD float operator()(Cell<D> c) const { return rhs[c] * rhs[c]; }
};

template <int D>
struct MagnitudeOfRightHandSide {
    RightHandSide rhs;
    WHORL_HD float operator()(Cell<D> c) const { return whorl::abs(rhs[c]); }
};

/// x = factor x - mean where there is an unknown, and 0 elsewhere.
template <int D>
struct Shift {
    View<const float> inverse;
    float factor, mean;
    View<float> x;
    WHORL_HD void operator()(Cell<D> c) const {
        const float value = x[c] * factor - mean;  // first: else a GPU waits for one load before the other
        x[c] = inverse[c] > 0 ? value : 0.0f;
    }
};

template <int D>
struct IsUnknown {
    View<const float> inverse;
    WHORL_HD float operator()(Cell<D> c) const { return inverse[c] > 0 ? 1.0f : 0.0f; }
};

/// (diagonal x)^2: what the rounding of x is measured by.
template <int D>
struct Stiff {
    View<const float> x, inverse;
    WHORL_HD float operator()(Cell<D> c) const {
        const float v = inverse[c] > 0 ? x[c] / inverse[c] : 0.0f;
        return v * v;
    }
};

/// Tells when an iteration gets nowhere any more: no 5 % less residual within `patience` iterations, or one that is
/// `worst` times the least so far.
class Progress {
  public:
    Progress(double square, int patience, double worst)
        : least_(square), too_much_(worst * worst), patience_(patience) {}
    bool stalled(double square, int iterations = 1) {
        waited_ += iterations;
        if (square < 0.9 * least_) least_ = square, waited_ = 0;
        return waited_ >= patience_ || !(square < too_much_ * least_);
    }

  private:
    double least_, too_much_;
    int patience_, waited_ = 0;
};

/// The diagonal of an open cell, without shift: twice the weights of open faces.
template <int D>
float total_coupling(const Vec<D>& full) {
    float sum = 0;
    for (int a = 0; a < D; ++a) sum += 2 * full[a];
    return sum;
}

/// A diagonal that is this much smaller than that of an open cell counts as 0.
inline constexpr float negligible = 1e-10f;

template <class Exec, int D>
class System {
  public:
    /// `for_over_relaxation`: the inverse diagonal allows any relaxation factor below 2.
    System(Exec& on, const Unknowns<D>& unknowns, bool for_over_relaxation = false)
        : unknowns_(unknowns),
          inverse_(on.field(unknowns.grid)),
          for_over_relaxation_(for_over_relaxation) {
        if constexpr (requires { on.wait_for_sums(); }) sum_of_x_ = on.template host_buffer<double>(1);
    }

    WHORL_NOINLINE void prepare(Exec& on, const Coefficients<D>& coefficients) {
        A_ = {.step = unknowns_.grid.step(), .weight = coefficients.weight, .shift = coefficients.shift, .own = coefficients.own};
        for (int a = 0; a < D; ++a) full_[a] = largest_weight(on, a);
        const float nominal = A_.shift + total_coupling(full_);
        with_kind(A_, [&](const auto& A) {
            on.for_each(box(), inverse_diagonal(A, unknowns_, negligible * nominal, inverse_, for_over_relaxation_));
        });
        if (coefficients.open.data) on.for_each(box(), Close<D>{coefficients.open, inverse_});
        wrap(on, unknowns_, inverse_);
        count_ = on.sum(box(), IsUnknown<D>{inverse_});
        held_ = on.sum(box(), Leak<D>{A_, inverse_}) > double{negligible} * nominal;
        singular_ = !held_ && !(A_.shift > negligible * nominal);
        regions_ = nullptr;
    }

    /// Until the next `prepare`: b is compatible, and x has mean 0, in each of these.
    void set_regions(Regions<Exec, D>& regions) { regions_ = regions.count() > 0 ? &regions : nullptr; }
    Regions<Exec, D>* regions() const { return regions_; }
    /// Makes r compatible. False: there are no such regions.
    bool remove_means(Exec& on, Field& r) {
        if (regions_) regions_->remove_means(on, r);
        return regions_ != nullptr;
    }

    /// Takes b and makes x a usable first guess. False: nothing to solve, `finish` at once. `reads_x`: the solver knows no
    /// other way to begin from zero than an x that is 0; `reads_ghosts`: it looks beyond the sides of x.
    bool begin(Exec& on, Field& b, Field& x, const Goal& goal, bool reads_x = true, bool reads_ghosts = true) {
        b_ = &b;
        judged_ = -1;
        knows_sum_ = false;
        found_sum_.reset();
        any_mean_ = goal.any_mean;
        budget_ms_ = goal.budget_ms;
        if (budget_ms_ > 0) began_ = Clock::now();
        // A scale that is given says how large b is.
        if (goal.scale > smallest_size && goal.scale < 1 / smallest_size)
            size_ = 1;
        else if (goal.scale > least_scale && goal.scale < 1 / least_scale)
            size_ = std::exp2(std::ilogb(goal.scale));
        else
            choose_size(on, b, goal.sums);
        if (reads_ghosts) clear_ghosts(on, unknowns_, x);
        if (!(size_ > 0)) {
            on.for_each(box(), Zero<D>{x});
            return false;
        }
        const auto inverse_size = static_cast<float>(1 / size_);
        reference_ = goal.scale > 0 ? goal.scale / size_ : b_rms_;
        target_ = count_ * square(goal.tolerance * reference_);
        const bool known = goal.sums && size_ == 1;
        const bool all = count_ == static_cast<double>(cells());
        rhs_ = {.b = b, .inverse = all ? View<const float>() : View<const float>(inverse_), .inverse_size = inverse_size};
        double sum = 0;
        if (has_one_mean()) sum = known ? goal.sums->values : on.sum(box(), ValueOfRightHandSide<D>{rhs_});
        rhs_.mean = static_cast<float>(sum / std::max(count_, 1.0));
        if (regions_) put_rhs_in_place(on);
        else if (known) rhs_square_ = std::max(0.0, goal.sums->squares - sum * sum / std::max(count_, 1.0));
        else rhs_square_ = on.sum(box(), SquareOfRightHandSide<D>{rhs_});
        if (goal.from_zero) {
            if (reads_x) on.for_each(box(), Zero<D>{x});
        } else if (inverse_size != 1 || !all)
            on.for_each(box(), Shift<D>{inverse_, inverse_size, 0, x});
        return true;
    }

    /// Undoes what `begin` did to x. `residual_square` is the sum of the squares of rhs - A x; `has_mean`, whether the
    /// solver may have left x with one where it should have none.
    Report finish(Exec& on, Field& x, int iterations, double residual_square, bool has_mean = true) {
        if (size_ == 0) return {};
        if (size_ < 0) return {.residual = INFINITY, .converged = false};
        const bool converged = residual_square <= target_;
        const bool rounded = !converged && is_rounding(on, x, residual_square);
        const auto factor = static_cast<float>(size_);
        if (regions_) regions_->remove_means(on, x);
        has_mean = has_mean && has_one_mean();
        const double mean = has_mean ? size_ * sum_of(on, x) / count_ : 0;
        const double removed = any_mean_ ? 0 : mean;
        if (removed != 0 || factor != 1) on.for_each(box(), Shift<D>{inverse_, factor, static_cast<float>(removed), x});
        return {.iterations = iterations,
                .residual = std::sqrt(residual_square / count_) / reference_,
                .converged = converged,
                .rounded = rounded,
                .mean = mean - removed};
    }

    /// rhs - A x into r; returns the sum of its squares. A guess that is worse than none is forgotten.
    double first_residual(Exec& on, Field& x, Field& r) {
        const double square = residual(on, x, r);
        if (square <= rhs_square_) return square;
        on.for_each(box(), Zero<D>{x});
        return residual(on, x, r);
    }
    double residual(Exec& on, Field& x, Field& r) {
        knows_sum_ = false;  // who asks for it changes x next
        wrap(on, unknowns_, x);
        return with_kind(A_, [&]<bool v>(const Operator<D, v>& A) {
            return on.sum(box(), Residual<D, v>{A, inverse_, rhs(on), x, r});
        });
    }

    /// Whether so small a residual is all rounding of x. In all kinds of scenes such a residual was measured to be 0.35
    /// to 0.45 times 2^-24 of x, times the diagonal.
    bool is_rounding(Exec& on, const Field& x, double residual_square) {
        constexpr double unit = 0.6 / (1 << 24);
        // Whoever asks about the same residual once more asks about the same x.
        if (residual_square != judged_) rounding_ = square(unit) * on.sum(box(), Stiff<D>{x, inverse_});
        judged_ = residual_square;
        return residual_square < rounding_;
    }

    /// For those who write x last, and leave its sum here, so that x need not be read for it.
    Buffer<double>& sum_of_x() {
        knows_sum_ = true;
        return sum_of_x_;
    }
    /// For those who have found it while they read x.
    void know_sum_of_x(double sum) { found_sum_ = sum; }

    const Unknowns<D>& unknowns() const { return unknowns_; }
    Box<D> box() const { return unknowns_.box(); }
    const Operator<D>& A() const { return A_; }
    /// q = A p, and the sum of p q.
    double apply(Exec& on, const Field& p, Field& q) const {
        return with_kind(A_, [&]<bool v>(const Operator<D, v>& A) {
            return on.sum(box(), Apply<D, v>{A, inverse_, p, q});
        });
    }
    const Vec<D>& full() const { return full_; }  // the weight of an open face, per axis
    const Field& inverse() const { return inverse_; }
    /// The right-hand side as it follows from b, for those who copy it anyway.
    const RightHandSide& rhs_of_b() const { return rhs_; }
    /// The same in the memory of b.
    const Field& rhs(Exec& on) {
        if (!rhs_.is_b()) put_rhs_in_place(on);
        return *b_;
    }
    bool held() const { return held_; }  // whether values are held somewhere, or else only the shift holds x
    bool singular() const { return singular_; }
    /// Whether the solve has used up the time it was given.
    bool out_of_time() const {
        return budget_ms_ > 0 && std::chrono::duration<double, std::milli>(Clock::now() - began_).count() >= budget_ms_;
    }
    /// Sum of squares with which a solve may end: that of the goal, or any once its time is over.
    double target() const { return out_of_time() ? INFINITY : target_; }
    double rhs_square() const { return rhs_square_; }  // sum of squares of the right-hand side

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double smallest_size = 1e-10;  // of b as it is: the square of a millionth of it is still a float
    static constexpr double least_scale = 1e-24;   // of which no part is too small for a float
    static double square(double v) { return v * v; }

    bool has_one_mean() const { return singular_ && !regions_; }
    double sum_of(Exec& on, const Field& x) {
        if (found_sum_) return *found_sum_;
        if constexpr (requires { on.wait_for_sums(); })
            if (knows_sum_) return on.wait_for_sums(), sum_of_x_.data()[0];
        return on.sum(box(), Read<D>{x});
    }

    void put_rhs_in_place(Exec& on) {
        rhs_square_ = on.sum(box(), Load<D>{rhs_, *b_});
        rhs_ = {.b = *b_};
        if (!regions_) return;
        regions_->remove_means(on, *b_);
        rhs_square_ = on.sum(box(), Product<D>{*b_, *b_});
    }

    std::int64_t cells() const {
        std::int64_t count = 1;
        for (int a = 0; a < D; ++a) count *= unknowns_.extent[a];
        return count;
    }

    /// Of the faces between unknowns; if all are shut, of those on the sides.
    float largest_weight(Exec& on, int axis) {
        if (unknowns_.periodic[axis] && unknowns_.extent[axis] == 1) return 0;  // its own neighbour
        Box<D> faces = box();
        if (!unknowns_.periodic[axis]) faces.lo[axis] = 1;
        const float inside = on.max(faces, Read<D>{A_.weight[axis]});
        if (inside > 0) return inside;
        faces.lo[axis] = 0;
        faces.hi[axis] += 1;
        return on.max(faces, Read<D>{A_.weight[axis]});
    }

    /// A power of two by which b is divided, so that squares and products stay far from the ends of float. Where b is
    /// neither large nor small it is 1. 0: b is 0; -1: b is not finite.
    void choose_size(Exec& on, const Field& b, const std::optional<Sums>& sums) {
        const auto rms = [&](double size) {
            const RightHandSide scaled{.b = b, .inverse = inverse_, .inverse_size = static_cast<float>(1 / size)};
            return std::sqrt(on.sum(box(), SquareOfRightHandSide<D>{scaled}) / std::max(count_, 1.0));
        };
        size_ = 1;
        b_rms_ = sums ? std::sqrt(sums->squares / std::max(count_, 1.0)) : rms(size_);
        if (b_rms_ > smallest_size && b_rms_ < 1 / smallest_size) return;
        const float largest = on.max(box(), MagnitudeOfRightHandSide<D>{{.b = b, .inverse = inverse_}});
        if (std::isfinite(largest) && largest > 0) {
            size_ = std::exp2(std::clamp(std::ilogb(largest), -100, 100));
            b_rms_ = rms(size_);
        } else {
            size_ = largest == 0 ? 0 : -1;
        }
    }

    Unknowns<D> unknowns_;
    Field inverse_;
    Buffer<double> sum_of_x_;  // on the host, where a device may leave it
    bool knows_sum_ = false;
    std::optional<double> found_sum_;
    Field* b_ = nullptr;  // of the solve that is going on
    RightHandSide rhs_;
    Operator<D> A_;
    Vec<D> full_{};
    double count_ = 0;  // of unknowns
    double size_ = 1, b_rms_ = 0, reference_ = 0, target_ = 0, rhs_square_ = 0;
    bool held_ = false, singular_ = false, any_mean_ = false;
    Regions<Exec, D>* regions_ = nullptr;  // the closed ones, where there is more to say than that A is singular
    double judged_ = -1, rounding_ = 0;  // the residual that was last asked about, and what rounding may leave of x
    double budget_ms_ = 0;
    Clock::time_point began_{};
    bool for_over_relaxation_;
};

}  // namespace whorl
