#pragma once
// From values to the waves of a box and back, an axis at a time, so that the discrete operator becomes one number per
// wave. Lines are taken 32 at a time, side by side, into memory that stays in the cache.

#include <memory>
#include <vector>

#include "exec/thread_scratch.hpp"
#include "poisson/line_system.hpp"
#include "poisson/line_transform.hpp"

namespace whorl {

/// Values that are factor * data - mean, in the layout of a field.
struct ScaledValues {
    const float* data;
    float factor = 1, mean = 0;
};

/// What was made for lines of these kinds. It is kept: the second time such a line comes along nothing is allocated.
template <class Transform>
class KnownLines {
  public:
    template <class Make> Transform& find(const Span& s, const Make& make) {
        for (const Known& k : known_)
            if (k.span.n == s.n && k.span.periodic == s.periodic && k.span.low == s.low && k.span.high == s.high)
                return *k.transform;
        return *known_.emplace_back(s, make()).transform;
    }

  private:
    struct Known {
        Span span;
        std::unique_ptr<Transform> transform;
        Known(const Span& s, std::unique_ptr<Transform> t) : span(s), transform(std::move(t)) {}
    };
    std::vector<Known> known_;
};

template <class Exec, int D>
class Waves {
  public:
    Waves(Exec& on, const Unknowns<D>& unknowns) : grid_(unknowns.grid) {
        for (int a = 0; a < D; ++a)
            eigenvalues_[a] = on.template buffer<float>(static_cast<std::size_t>(unknowns.extent[a]));
    }

    void prepare(Exec&, const Rectangle<D>& rectangle) {
        rectangle_ = rectangle;
        for (int a = 0; a < D; ++a) {
            const Span& s = rectangle.axis[a];
            s.write_eigenvalues(eigenvalues_[a].data());
            used_[a] = &known_[a].find(s, [&] { return std::make_unique<LineTransform>(s); });
        }
    }

    void forward(Exec& on, View<float> f) {
        for (int a = 0; a < D; ++a) to_waves(on, f, a);
    }
    void backward(Exec& on, View<float> f) {
        for (int a = D - 1; a >= 0; --a) to_values(on, f, a);
    }

    /// x = the solution of (A + shift) x = b. Each wave along the other axes leaves a tridiagonal system along the last
    /// one, and to eliminate is less work than to transform.
    void solve(Exec& on, const ScaledValues& b, View<float> x, float shift, bool singular) {
        constexpr int last = D - 1;
        bundles(on, b, x, 0, used_[0]->scratch(),
                [&](float* t, float* room, Index<D>, int) { used_[0]->there(t, room); });
        for (int a = 1; a < last; ++a) to_waves(on, x, a);
        const LineSystem<lanes> along(rectangle_.axis[last]);
        const auto room = static_cast<std::size_t>(along.scratch());
        bundles(on, {x.data}, x, last, room, [&](float* t, float* numbers, Index<D> i, int count) {
            float lambda[lanes], keep[lanes];
            for (int l = 0; l < lanes; ++l) {
                lambda[l] = shift + eigenvalues_[0].data()[i[0] + whorl::min(l, count - 1)];
                for (int a = 1; a < last; ++a) lambda[l] += eigenvalues_[a].data()[i[a]];
                // The flat wave of a system that nothing holds: any value will do.
                keep[l] = singular && i == Index<D>{} && l == 0 ? 0.0f : 1.0f;
            }
            along.solve(lambda, keep, t, numbers);
        });
        for (int a = last - 1; a >= 0; --a) to_values(on, x, a);
    }

  private:
    static constexpr int lanes = LineTransform::lanes;

    void to_waves(Exec& on, View<float> f, int axis) {
        if (rectangle_.axis[axis].n == 1) return;
        bundles(on, {f.data}, f, axis, used_[axis]->scratch(),
                [&](float* t, float* room, Index<D>, int) { used_[axis]->there(t, room); });
    }
    void to_values(Exec& on, View<float> f, int axis) {
        if (rectangle_.axis[axis].n == 1) return;
        bundles(on, {f.data}, f, axis, used_[axis]->scratch(),
                [&](float* t, float* room, Index<D>, int) { used_[axis]->back(t, room); });
    }

    /// work(lines side by side, room, index of the first from the corner of the box, how many) for all lines along an
    /// axis. They lie beside each other along x; those along x itself beside each other along y.
    template <class Work>
    void bundles(Exec& on, const ScaledValues& from, View<float> to, int axis, std::size_t room, const Work& work) {
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
            float* const t = thread_scratch(values + room);
            load(from.data + first.at, t, n, step, count, to_next);
            if (from.factor != 1 || from.mean != 0)
                for (int k = 0; k < n * lanes; ++k) t[k] = t[k] * from.factor - from.mean;
            work(t, t + values, i, count);
            store(t, to.data + first.at, n, step, count, to_next);
        });
    }

    // Lines beside each other are far apart in memory, so that nobody else fetches them ahead.
    static void fetch(const float* from) { __builtin_prefetch(from), __builtin_prefetch(from + lanes / 2); }

    /// Lanes without a line are 0.
    static void load(const float* f, float* t, int n, int step, int count, int to_next) {
        if (count < lanes) std::fill_n(t, n * lanes, 0.0f);
        if (to_next == 1 && count == lanes) {
            for (int j = 0; j < n; ++j) {
                fetch(f + whorl::min(j + 16, n - 1) * step);
                std::copy_n(f + j * step, lanes, t + j * lanes);
            }
            return;
        }
        const int whole = step == 1 ? squares(n, count) : 0;
        for (int j = 0; j < whole; j += square)
            for (int l = 0; l < lanes; l += square) transpose(f + j + l * to_next, to_next, t + j * lanes + l, lanes);
        for (int l = 0; l < count; ++l)
            for (int j = whole; j < n; ++j) t[j * lanes + l] = f[j * step + l * to_next];
    }
    static void store(const float* t, float* f, int n, int step, int count, int to_next) {
        if (to_next == 1 && count == lanes) {
            for (int j = 0; j < n; ++j) std::copy_n(t + j * lanes, lanes, f + j * step);
            return;
        }
        const int whole = step == 1 ? squares(n, count) : 0;
        for (int j = 0; j < whole; j += square)
            for (int l = 0; l < lanes; l += square) transpose(t + j * lanes + l, lanes, f + j + l * to_next, to_next);
        for (int l = 0; l < count; ++l)
            for (int j = whole; j < n; ++j) f[j * step + l * to_next] = t[j * lanes + l];
    }
    /// How many numbers of all lines are whole squares, which change rows for columns at once.
    static int squares(int n, int count) { return count == lanes ? n / square * square : 0; }
    static constexpr int square = Fourier::lanes;

    Grid<D> grid_;
    Rectangle<D> rectangle_{};
    Buffer<float> eigenvalues_[D];  // of the waves along each axis
    KnownLines<LineTransform> known_[D];
    const LineTransform* used_[D] = {};
};

}  // namespace whorl
