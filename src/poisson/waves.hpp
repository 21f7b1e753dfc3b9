#pragma once
// From values to the waves of a box and back, an axis at a time: Fourier along periodic axes, else the cosine or sine
// transform that fits the two ends, so that the discrete operator becomes one number per wave.
//
//     low end, high end      transform (there / back)              angle of wave k
//     free,  free            DCT-II / DCT-III                      pi k / n
//     half,  half            DST-II / DST-III                      pi (k + 1) / n
//     free,  half            DCT-IV                                pi (k + 1/2) / n
//     half,  free            DST-IV                                pi (k + 1/2) / n
//     point, point           DST-I                                 pi (k + 1) / (n + 1)
//     free or half, point    mirrored at the point: DCT-II or DST-II of 2 n + 1 values, of which every second wave is
//                            there; the other way round: the line backwards

#include <memory>
#include <vector>

#include "exec/transforms.hpp"
#include "poisson/rectangle.hpp"

namespace whorl {

template <class Exec, int D>
class Waves {
  public:
    Waves(Exec& on, const Unknowns<D>& unknowns) : grid_(unknowns.grid) {
        for (int a = 0; a < D; ++a)
            eigenvalues_[a] = on.template buffer<float>(static_cast<std::size_t>(unknowns.extent[a]));
    }

    /// Plans are kept: the second time a box of this kind comes along nothing is allocated.
    void prepare(const Rectangle<D>& rectangle) {
        rectangle_ = rectangle;
        for (int a = 0; a < D; ++a) {
            const Span& s = rectangle.axis[a];
            for (int k = 0; k < s.n; ++k) eigenvalues_[a].data()[k] = static_cast<float>(s.eigenvalue(k));
            used_[a] = &plans_for(a);
        }
    }

    Box<D> box() const { return rectangle_.box(grid_); }
    /// Sum over the axes: the index counts from the first unknown.
    const float* eigenvalues(int axis) const { return eigenvalues_[axis].data(); }
    /// There and back multiplies by this.
    double scale() const {
        double s = 1;
        for (int a = 0; a < D; ++a) s *= used_[a]->scale;
        return s;
    }

    void forward(Exec& on, View<float> f) {
        for (int a = 0; a < D; ++a) along(on, f, a, [this, a, f](int at, int lines) { there(f, a, at, lines); });
    }
    void backward(Exec& on, View<float> f) {
        for (int a = D - 1; a >= 0; --a) along(on, f, a, [this, a, f](int at, int lines) { back(f, a, at, lines); });
    }
    /// To waves, change(run of `count` waves from `first` on along x), and back. Along the last axis all three are done
    /// while a bundle of lines is in the cache.
    template <class Change>
    void between(Exec& on, View<float> f, const Change& change) {
        constexpr int last = D - 1;
        for (int a = 0; a < last; ++a) along(on, f, a, [this, a, f](int at, int lines) { there(f, a, at, lines); });
        along(on, f, last, [&](int at, int lines, Index<D> i) {
            there(f, last, at, lines);
            for (int k = 0; k < rectangle_.axis[last].n; ++k) {
                i[last] = k;
                change(Cell<D>{i, at + k * grid_.step()[last]}, lines);
            }
            back(f, last, at, lines);
        });
        for (int a = last - 1; a >= 0; --a)
            along(on, f, a, [this, a, f](int at, int lines) { back(f, a, at, lines); });
    }

  private:
    static constexpr int bundle = 16;  // lines that share their cache lines

    struct Plans {
        int n;
        bool periodic, mirrored, reversed;
        Basis to, from;
        double scale;
        std::vector<LinePlan> there, back;  // by the number of lines: of a whole bundle, and of what is left
        int left;
    };

    Plans& plans_for(int axis) {
        const Span& s = rectangle_.axis[axis];
        Plans wanted = kind(s);
        // Lines along x come one by one, and so do those that are mirrored into memory of their own.
        const bool single = axis == 0 || wanted.mirrored;
        wanted.left = single ? 0 : rectangle_.axis[0].n % bundle;
        for (const auto& p : plans_[axis])
            if (p->n == wanted.n && p->to == wanted.to && p->mirrored == wanted.mirrored &&
                p->reversed == wanted.reversed && p->left == wanted.left)
                return *p;
        if (s.n > 1) {
            const int length = wanted.mirrored ? 2 * s.n + 1 : s.n;
            const int stride = single ? 1 : grid_.step()[axis];
            for (const int lines : {single ? 1 : bundle, wanted.left})
                if (lines > 0) {
                    wanted.there.emplace_back(wanted.to, length, stride, lines);
                    wanted.back.emplace_back(wanted.from, length, stride, lines);
                }
        }
        return *plans_[axis].emplace_back(std::make_unique<Plans>(std::move(wanted)));
    }

    static Plans kind(const Span& s) {
        Plans p{s.n, s.periodic, false, false, Basis::to_fourier, Basis::from_fourier, 1, {}, {}, 0};
        if (s.n == 1) return p;
        if (!s.periodic) {
            p.mirrored = (s.low == End::point) != (s.high == End::point);
            p.reversed = p.mirrored && s.low == End::point;
            const End low = p.reversed ? s.high : s.low, high = p.mirrored ? low : s.high;
            if (low == End::point)
                p.to = p.from = Basis::point_sine;
            else if (low == high)
                p.to = low == End::free ? Basis::to_cosine : Basis::to_sine,
                p.from = low == End::free ? Basis::from_cosine : Basis::from_sine;
            else
                p.to = p.from = low == End::free ? Basis::cosine_to_sine : Basis::sine_to_cosine;
        }
        p.scale = LinePlan::scale(p.to, p.mirrored ? 2 * s.n + 1 : s.n);
        return p;
    }

    /// work(offset of the first value, number of lines[, index of the first line]) for bundles of lines along an axis.
    template <class Work>
    void along(Exec& on, View<float>, int axis, const Work& work) {
        if (rectangle_.axis[axis].n == 1 && axis < D - 1) return;
        Box<D> box = rectangle_.box(grid_);
        const auto call = [&](int at, int lines, Index<D> i) {
            if constexpr (std::is_invocable_v<Work, int, int, Index<D>>)
                work(at, lines, i);
            else
                work(at, lines);
        };
        if (axis == 0) {
            on.for_each_row(box, [&](Cell<D> row, int) { call(row.at, 1, row.i); });
            return;
        }
        // A row of this box is a bundle: bundles are counted along the axis of the lines, where nothing else is.
        const int n = box.extent(0), length = box.extent(axis);
        Box<D> bundles = box;
        bundles.origin += box.lo[axis] * box.step[axis];
        bundles.step[axis] = bundle;
        bundles.lo[axis] = 0;
        bundles.hi[axis] = (n + bundle - 1) / bundle;
        bundles.hi[0] = bundles.lo[0] + bundle * length;
        on.for_each_row(bundles, [&](Cell<D> first, int) {
            Index<D> i{};
            for (int a = 1; a < D; ++a) i[a] = a == axis ? 0 : first.i[a] - box.lo[a];
            i[0] = first.i[axis] * bundle;
            call(first.at, whorl::min(bundle, n - i[0]), i);
        });
    }

    void there(View<float> f, int axis, int at, int lines) const { transform(f, axis, at, lines, true); }
    void back(View<float> f, int axis, int at, int lines) const { transform(f, axis, at, lines, false); }

    void transform(View<float> f, int axis, int at, int lines, bool to) const {
        const Plans& p = *used_[axis];
        if (p.n == 1) return;
        const std::vector<LinePlan>& plans = to ? p.there : p.back;
        if (!p.mirrored) return plans[lines == p.left ? 1 : 0].run(f.data + at);
        const int n = p.n, step = grid_.step()[axis];
        float* line = line_scratch(2 * n + 1);
        for (int l = 0; l < lines; ++l) {
            const int first = at + l + (p.reversed ? (n - 1) * step : 0), next = p.reversed ? -step : step;
            if (to) {
                line[n] = 0;
                for (int j = 0; j < n; ++j) line[j] = f[first + j * next], line[2 * n - j] = -line[j];
                plans[0].run(line);
                for (int j = 0; j < n; ++j) f[at + l + j * step] = line[2 * j + 1];
            } else {
                line[0] = 0;
                for (int j = 0; j < n; ++j) line[2 * j + 1] = f[at + l + j * step], line[2 * j + 2] = 0;
                plans[0].run(line);
                for (int j = 0; j < n; ++j) f[first + j * next] = line[j];
            }
        }
    }

    Grid<D> grid_;
    Rectangle<D> rectangle_{};
    Buffer<float> eigenvalues_[D];
    std::vector<std::unique_ptr<Plans>> plans_[D];
    Plans* used_[D] = {};
};

}  // namespace whorl
