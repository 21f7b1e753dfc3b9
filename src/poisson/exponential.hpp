#pragma once
// Diffusion of a field that repeats along every axis, exact in time and space (Stam 2001; Nealen's report): each wave
// fades by exp(-rate k^2 dt), with k its true wave number and not that of second differences.
//
//     q(dt) = q + expm1(-z) q + phi(z) push,    z = rate k^2 dt,    phi(z) = -expm1(-z) / z
//
// `push` is what a force that is constant over the step has added: it fades as well, from the moment it acts. The
// change is what is transformed, so that what is flat stays so to the last bit.

#include "poisson/waves_on_device.hpp"

namespace whorl {

/// change = expm1(-z) change + phi(z) push, of waves. The index counts from the first.
template <int D>
struct Fade {
    Faces<const float, D> z, shrink;  // by wave along each axis: rate k^2 dt, and expm1 of minus that
    View<const float> push;  // or none
    View<float> change;

    WHORL_HD void operator()(Cell<D> c) const {
        float all_z = 0, all = 0;
        for (int a = 0; a < D; ++a) {
            const float one = shrink[a][c.i[a]];
            all_z += z[a][c.i[a]];
            all += one + all * one;  // expm1(p + q) = expm1 p + expm1 q + expm1 p expm1 q
        }
        float value = all * change[c];
        if (push.data) value += (all_z > 0 ? -all / all_z : 1.0f) * push[c];
        change[c] = value;
    }
};

template <class Exec, int D>
class Exponential {
  public:
    Exponential(Exec& on, const Grid<D>& grid)
        : grid_(grid), waves_(on, {grid, grid.n(), filled<bool, D>(true)}), change_(on.field(grid)) {
        for (int a = 0; a < D; ++a)
            for (Buffer<float>* table : {&z_[a], &shrink_[a]})
                *table = on.template buffer<float>(static_cast<std::size_t>(grid.n()[a]));
        for (int a = 0; a < D; ++a) values_.resize(std::max(values_.size(), 2 * static_cast<std::size_t>(grid.n()[a])));
    }

    /// Makes the plans.
    WHORL_NOINLINE void prepare(Exec& on) {
        Rectangle<D> all{};
        for (int a = 0; a < D; ++a)
            all.axis[a] = Span{.n = grid_.n()[a], .periodic = true, .weight = 1, .alone = grid_.n()[a] == 1 ? 0.0f : -1.0f};
        waves_.prepare(on, all);
    }

    /// Changes q, but for its ghosts, and leaves nothing of worth in `push`.
    WHORL_NOINLINE void apply(Exec& on, Field& q, Field* push, double rate, double dt) {
        if (const double amount = rate * dt; amount != filled_for_) {
            for (int a = 0; a < D; ++a) fill_tables(on, a, amount);
            filled_for_ = amount;
        }
        on.copy(q, change_);
        waves_.forward(on, change_);
        if (push) waves_.forward(on, *push);
        Fade<D> fade{
            .z = {}, .shrink = {}, .push = {}, .change = change_};
        for (int a = 0; a < D; ++a) fade.z[a] = z_[a], fade.shrink[a] = shrink_[a];
        if (push) fade.push = *push;
        on.for_each(grid_.cells(), fade);
        waves_.backward(on, change_);
        on.for_each(grid_.cells(), Add<D>{.x = change_, .y = q});
    }

  private:
    void fill_tables(Exec& on, int axis, double amount) {
        const int n = grid_.n()[axis];
        float *const all_z = values_.data(), *const all_shrink = all_z + n;
        for (int i = 0; i < n; ++i) {
            // Sines come after the cosines, in reverse: wave i and wave n - i have one length.
            const double k = 2 * std::numbers::pi * std::min(i, n - i) / (n * double{grid_.h()[axis]});
            const double z = amount * k * k;
            all_z[i] = to_float(z, 1e30);
            all_shrink[i] = static_cast<float>(std::expm1(-z));
        }
        on.upload(all_z, static_cast<std::size_t>(n), z_[axis]);
        on.upload(all_shrink, static_cast<std::size_t>(n), shrink_[axis]);
    }

    Grid<D> grid_;
    Waves<Exec, D> waves_;
    Field change_;
    Buffer<float> z_[D], shrink_[D];
    std::vector<float> values_;  // of the last two, on the host
    double filled_for_ = -1;     // rate times dt of what is in them
};

}  // namespace whorl
