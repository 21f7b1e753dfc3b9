#pragma once
// From values to the waves of a box and back, an axis at a time, so that the discrete operator becomes one number per
// wave. Lines are taken sixteen at a time, side by side, into memory that stays in the cache.

#include <memory>
#include <vector>

#include "poisson/line_transform.hpp"

namespace whorl {

template <class Exec, int D>
class Waves {
  public:
    Waves(Exec& on, const Unknowns<D>& unknowns) : grid_(unknowns.grid) {
        for (int a = 0; a < D; ++a)
            eigenvalues_[a] = on.template buffer<float>(static_cast<std::size_t>(unknowns.extent[a]));
    }

    /// Transforms are kept: the second time a box of this kind comes along nothing is allocated.
    void prepare(const Rectangle<D>& rectangle) {
        rectangle_ = rectangle;
        for (int a = 0; a < D; ++a) {
            const Span& s = rectangle.axis[a];
            for (int k = 0; k < s.n; ++k) eigenvalues_[a].data()[k] = static_cast<float>(s.eigenvalue(k));
            used_[a] = find(a, s);
        }
    }

    /// Of the waves along one axis.
    const float* eigenvalues(int axis) const { return eigenvalues_[axis].data(); }
    /// There and back multiplies by this.
    double scale() const {
        double s = 1;
        for (int a = 0; a < D; ++a) s *= used_[a]->scale();
        return s;
    }

    void forward(Exec& on, View<float> f) {
        for (int a = 0; a < D; ++a) to_waves(on, f, a);
    }
    void backward(Exec& on, View<float> f) {
        for (int a = D - 1; a >= 0; --a) to_values(on, f, a);
    }
    /// To waves, change(numbers of `count` waves in a row along x, index of the first), and back. Along the last axis
    /// all three are done while sixteen lines are in the cache.
    template <class Change>
    void between(Exec& on, View<float> f, const Change& change) {
        constexpr int last = D - 1;
        for (int a = 0; a < last; ++a) to_waves(on, f, a);
        bundles(on, f, last, [&](float* t, float* room, Index<D> i, int count) {
            used_[last]->there(t, room);
            for (int k = 0; k < rectangle_.axis[last].n; ++k) {
                i[last] = k;
                change(t + k * lanes, i, count);
            }
            used_[last]->back(t, room);
        });
        for (int a = last - 1; a >= 0; --a) to_values(on, f, a);
    }

  private:
    static constexpr int lanes = LineTransform::lanes;

    struct Known {
        Span span;
        std::unique_ptr<LineTransform> transform;
        Known(const Span& s, std::unique_ptr<LineTransform> t) : span(s), transform(std::move(t)) {}
    };
    const LineTransform* find(int axis, const Span& s) {
        for (const Known& k : known_[axis])
            if (k.span.n == s.n && k.span.periodic == s.periodic && k.span.low == s.low && k.span.high == s.high)
                return k.transform.get();
        return known_[axis].emplace_back(s, std::make_unique<LineTransform>(s)).transform.get();
    }

    void to_waves(Exec& on, View<float> f, int axis) {
        if (rectangle_.axis[axis].n == 1) return;
        bundles(on, f, axis, [&](float* t, float* room, Index<D>, int) { used_[axis]->there(t, room); });
    }
    void to_values(Exec& on, View<float> f, int axis) {
        if (rectangle_.axis[axis].n == 1) return;
        bundles(on, f, axis, [&](float* t, float* room, Index<D>, int) { used_[axis]->back(t, room); });
    }

    /// work(lines side by side, room, index of the first from the corner of the box, how many) for all lines along an
    /// axis. They lie beside each other along x; those along x itself beside each other along y.
    template <class Work>
    void bundles(Exec& on, View<float> f, int axis, const Work& work) {
        const Box<D> box = rectangle_.box(grid_);
        const int beside = axis == 0 ? 1 : 0;
        const int n = box.extent(axis), width = box.extent(beside);
        const int step = box.step[axis], to_next = box.step[beside];
        // A row of this box is a bundle: they are counted along y, where the lines along x lie beside each other, or
        // along the axis of the lines, where nothing else is.
        const int counted = axis == 0 ? 1 : axis;
        Box<D> all = box;
        all.origin += box.lo[counted] * box.step[counted];
        all.step[counted] = lanes * to_next;
        all.lo[counted] = 0;
        all.hi[counted] = (width + lanes - 1) / lanes;
        all.hi[0] = all.lo[0] + lanes * n;  // the work in it
        on.for_each_row(all, [&](Cell<D> first, int) {
            Index<D> i{};
            for (int a = 1; a < D; ++a) i[a] = first.i[a] - all.lo[a];
            i[counted] = 0;
            i[beside] = first.i[counted] * lanes;
            const int count = whorl::min(lanes, width - i[beside]);
            const auto values = static_cast<std::size_t>(n) * lanes;
            float* t = thread_scratch(values + used_[axis]->scratch());
            load(f.data + first.at, t, n, step, count, to_next);
            work(t, t + values, i, count);
            store(t, f.data + first.at, n, step, count, to_next);
        });
    }

    /// Lanes without a line are 0.
    static void load(const float* f, float* t, int n, int step, int count, int to_next) {
        if (count < lanes)
            for (int j = 0; j < n * lanes; ++j) t[j] = 0;
        if (to_next == 1 && count == lanes)
            for (int j = 0; j < n; ++j)
                for (int l = 0; l < lanes; ++l) t[j * lanes + l] = f[j * step + l];
        else
            for (int l = 0; l < count; ++l)
                for (int j = 0; j < n; ++j) t[j * lanes + l] = f[j * step + l * to_next];
    }
    static void store(const float* t, float* f, int n, int step, int count, int to_next) {
        if (to_next == 1 && count == lanes)
            for (int j = 0; j < n; ++j)
                for (int l = 0; l < lanes; ++l) f[j * step + l] = t[j * lanes + l];
        else
            for (int l = 0; l < count; ++l)
                for (int j = 0; j < n; ++j) f[j * step + l * to_next] = t[j * lanes + l];
    }

    Grid<D> grid_;
    Rectangle<D> rectangle_{};
    Buffer<float> eigenvalues_[D];
    std::vector<Known> known_[D];
    const LineTransform* used_[D] = {};
};

}  // namespace whorl
