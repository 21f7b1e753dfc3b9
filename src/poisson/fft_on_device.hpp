#pragma once
// The direct solve on a device that has Fourier transforms of its own, where all sides repeat; the host does the others.
// Its transforms are not those of the host: the same digits, not the same bits.

#include "poisson/on_host.hpp"
#include "poisson/rectangle.hpp"

namespace whorl {

/// Divides each wave by its eigenvalue: two of them, so that enough of them are on their way from memory at once.
template <int D, class Complex>
struct DivideWaves {
    Faces<const float, D> eigenvalue;  // by wave along each axis
    float shift, scale;
    bool singular;
    int step, half, end;  // along the last axis: the other is so far away, if it is there
    View<Complex> waves;

    WHORL_HD float factor(const Index<D>& i) const {
        const float lambda = shift + sum_axes<D>([&](auto a) { return eigenvalue[a][i[a]]; });
        bool flat = singular;
        for (int a = 0; a < D; ++a) flat = flat && i[a] == 0;
        return flat ? 0.0f : scale / lambda;
    }
    WHORL_HD void operator()(Cell<D> c) const {
        Index<D> i = c.i;
        i[D - 1] += half;
        const bool both = i[D - 1] < end;
        const int other = both ? c + half * step : c.at;
        const Complex w = waves[c], v = waves[other];
        const float f = factor(c.i), g = both ? factor(i) : f;
        waves[c] = {w.re * f, w.im * f};
        if (both) waves[other] = {v.re * g, v.im * g};
    }
};

/// b - A x where all sides repeat and all faces are open, into r if that has data; its square.
template <int D>
struct ResidualOfPeriods {
    Index<D> step, n;
    Vec<D> weight;
    float shift;
    RightHandSide b;
    View<const float> x;
    View<float> r;

    WHORL_HD float operator()(Cell<D> c) const {
        const float here = x[c];
        const float left = b[c] - (shift * here + sum_axes<D>([&](auto a) {
                                       const float low = x[c + (c.i[a] > 0 ? -1 : n[a] - 1) * step[a]];
                                       const float high = x[c + (c.i[a] + 1 < n[a] ? 1 : 1 - n[a]) * step[a]];
                                       return weight[a] * (here - low) + weight[a] * (here - high);
                                   }));
        if (r.data) r[c] = left;
        return left * left;
    }
};

template <class Exec, int D>
class FftOnDevice final : public Poisson<Exec, D> {
  public:
    FftOnDevice(Exec& on, const Unknowns<D>& unknowns) : system_(on, unknowns) {
        bool repeats = !unknowns.bodies;
        for (int a = 0; a < D; ++a) repeats = repeats && unknowns.periodic[a] && unknowns.extent[a] > 1;
        if (!repeats) {
            Unknowns<D> lent = unknowns;
            lent.lent = true;
            host_ = std::make_unique<OnHost<Exec, D>>(on, Pressure::fft, lent);
            this->takes_room(on, unknowns, host_->rooms());
            return;
        }
        fourier_ = std::make_unique<typename Exec::Fourier>(on, unknowns.grid);
        this->takes_room(on, unknowns, {&r_});
        for (int a = 0; a < D; ++a) eigenvalue_[a] = on.template buffer<float>(static_cast<std::size_t>(unknowns.extent[a]));
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        if (host_) return host_->prepare(on, coefficients);
        system_.prepare(on, coefficients);
        const Rectangle<D> all = find_rectangle(on, system_, name());
        for (int a = 0; a < D; ++a) {
            std::vector<float> values;
            for (int k = 0; k < all.axis[a].n; ++k) values.push_back(static_cast<float>(all.axis[a].eigenvalue(k)));
            on.upload(values.data(), values.size(), eigenvalue_[a]);
        }
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (host_) return host_->solve(on, b, x, goal);
        Goal fresh = goal;
        fresh.from_zero = true;  // a guess saves nothing
        if (!system_.begin(on, b, x, fresh, false, false)) return system_.finish(on, x, 0, 0);
        transform(on, b, x, system_.rhs_of_b().inverse_size);  // its mean is that of the flat wave
        double square = residual(on, x, {});
        int times = 1;
        // What float leaves of a large x.
        const int limit = goal.limit > 0 ? goal.limit : 5;
        while (square > system_.target() && times < limit && !system_.is_rounding(on, x, square)) {
            const double before = residual(on, x, r_);
            transform(on, r_, r_, 1);
            on.for_each(system_.box(), Add<D>{.x = r_, .y = x});
            square = residual(on, x, {});
            ++times;
            if (square > 0.1 * before) break;
        }
        return system_.finish(on, x, times, square, false);
    }

    bool knows_long_waves() const override { return host_ && host_->knows_long_waves(); }
    Field* long_waves(Exec& on, const Field& b, const Sums& sums, float factor) override {
        return host_ ? host_->long_waves(on, b, sums, factor) : nullptr;
    }
    std::string_view name() const override { return "fft"; }

  private:
    double residual(Exec& on, const Field& x, View<float> r) {
        const Unknowns<D>& unknowns = system_.unknowns();
        return on.sum(system_.box(), ResidualOfPeriods<D>{.step = unknowns.grid.step(),
                                                          .n = unknowns.extent,
                                                          .weight = system_.full(),
                                                          .shift = system_.A().shift,
                                                          .b = system_.rhs_of_b(),
                                                          .x = x,
                                                          .r = r});
    }
    void transform(Exec& on, const Field& from, Field& to, float scale) {
        const Grid<D>& grid = system_.unknowns().grid;
        fourier_->forward(on, from);
        DivideWaves<D, typename Exec::Fourier::Wave> divide{.eigenvalue = {},
                                       .shift = system_.A().shift,
                                       .scale = static_cast<float>(scale / static_cast<double>(grid.cell_count())),
                                       .singular = system_.singular(),
                                       .step = 0,
                                       .half = 0,
                                       .end = grid.n()[D - 1],
                                       .waves = fourier_->waves()};
        for (int a = 0; a < D; ++a) divide.eigenvalue[a] = eigenvalue_[a];
        Box<D> box = Exec::Fourier::box(grid);
        divide.step = box.step[D - 1];
        divide.half = box.hi[D - 1] = (divide.end + 1) / 2;
        on.for_each(box, divide);
        fourier_->backward(on, to);
    }

    System<Exec, D> system_;
    std::unique_ptr<OnHost<Exec, D>> host_;
    std::unique_ptr<typename Exec::Fourier> fourier_;
    Field r_;
    Buffer<float> eigenvalue_[D];
};

}  // namespace whorl
