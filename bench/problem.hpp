#pragma once
// The system that all pressure solvers are measured on: white noise of zero mean in a closed box of n cells per side,
// empty or with a ball inside whose surface cuts faces.

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/field.hpp"
#include "exec/cpu.hpp"
#include "noise.hpp"
#include "poisson/poisson.hpp"

namespace bench {

/// What x leaves of b, summed in double: differences of float values are exact there, so this judges every solver, and
/// is the right-hand side of a correction. Returns its square.
template <int D>
struct WhatIsLeft {
    whorl::Index<D> step;
    whorl::Faces<const float, D> weight;
    whorl::View<const float> b, x;
    whorl::View<float> left;

    float operator()(whorl::Cell<D> c) const {
        const double here = x[c];
        const double flows = whorl::sum_axes<D>([&](auto a) {
            return weight[a][c] * (here - x[c - step[a]]) + weight[a][c + step[a]] * (here - x[c + step[a]]);
        });
        const auto value = static_cast<float>(b[c] - flows);
        left[c] = value;
        return value * value;
    }
};

template <int D>
class Problem {
  public:
    Problem(whorl::Cpu& on, int cells_per_side, bool ball)
        : on_(on), n_(cells_per_side), unknowns_(make_unknowns(cells_per_side)), weight_(on.faces(unknowns_.grid)) {
        for (auto* f : {&b, &x, &rest_, &spare_}) *f = on.field(unknowns_.grid);
        for (int a = 0; a < D; ++a)
            each(unknowns_.grid.faces(a), [&](whorl::Cell<D> c) {
                const bool wall = c.i[a] == 0 || c.i[a] == n_;
                weight_[a].data()[c] = wall ? 0 : ball ? openness(c.i, a) : 1;
            });
        fill_with_noise();
    }

    const whorl::Unknowns<D>& unknowns() const { return unknowns_; }
    whorl::Coefficients<D> coefficients() const { return {.weight = weight_, .open = {}, .shift = 0}; }
    double unknown_cells() const { return count_; }
    double scale() const { return scale_; }  // root mean square of b

    /// Root mean square of rhs - A x relative to that of b; the rest itself is what the next correction starts from.
    double residual(const whorl::Field& rhs) {
        const double square =
            on_.sum(unknowns_.box(),
                    WhatIsLeft<D>{.step = unknowns_.grid.step(), .weight = weight_, .b = rhs, .x = x, .left = spare_});
        return std::sqrt(square / count_) / scale_;
    }
    const whorl::Field& take_rest() {
        std::swap(rest_, spare_);
        return rest_;
    }
    void start_from_zero() { on_.clear(x); }

    whorl::Field b, x;

  private:
    static whorl::Unknowns<D> make_unknowns(int n) {
        const auto cells = whorl::filled<int, D>(n);
        return {whorl::Grid<D>(cells, whorl::filled<float, D>(1.0f)), cells, {}};
    }

    template <class Visit>
    static void each(const whorl::Box<D>& box, const Visit& visit) {
        for (int r = 0; r < box.rows(); ++r)
            for (whorl::Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) visit(c);
    }

    /// How far a face is open that a ball of a quarter of the side, a little off the middle, may cut.
    float openness(const whorl::Index<D>& i, int face_axis) const {
        double square = 0;
        for (int a = 0; a < D; ++a) {
            const double d = i[a] + (a == face_axis ? 0.0 : 0.5) - 0.5 * n_ - 0.2;
            square += d * d;
        }
        return static_cast<float>(std::clamp(std::sqrt(square) - 0.25 * n_ + 0.5, 0.0, 1.0));
    }

    bool unknown(const whorl::Cell<D>& c) const {
        float diagonal = 0;
        for (int a = 0; a < D; ++a) diagonal += weight_[a].data()[c] + weight_[a].data()[c + unknowns_.grid.step()[a]];
        return diagonal > 1e-6f;
    }

    void fill_with_noise() {
        const auto number = [&](const whorl::Index<D>& i) {
            std::int64_t cell = 0;
            for (int a = D - 1; a >= 0; --a) cell = cell * n_ + i[a];
            return cell;
        };
        double sum = 0, square = 0;
        each(unknowns_.box(), [&](whorl::Cell<D> c) {
            if (unknown(c)) sum += noise(number(c.i)), ++count_;
        });
        each(unknowns_.box(), [&](whorl::Cell<D> c) {
            const double value = unknown(c) ? noise(number(c.i)) - sum / count_ : 0;
            b.data()[c] = static_cast<float>(value);
            square += value * value;
        });
        scale_ = std::sqrt(square / count_);
    }

    whorl::Cpu& on_;
    int n_;
    whorl::Unknowns<D> unknowns_;
    whorl::VectorField<D> weight_;
    whorl::Field rest_, spare_;
    double count_ = 0, scale_ = 0;
};

}  // namespace bench
