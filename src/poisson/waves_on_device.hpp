#pragma once
// Waves for a device whose threads take cells, not rows.

#include "poisson/eliminate.hpp"
#include "poisson/lines_on_device.hpp"
#include "poisson/waves.hpp"

namespace whorl {

/// to = factor * from - mean.
template <int D>
struct TakeLines {
    const float* from;
    float factor, mean;
    View<float> to;
    WHORL_HD void operator()(Cell<D> c) const { to[c] = from[c.at] * factor - mean; }
};

template <class Exec, int D>
requires(!TakesRows<Exec, D>) class Waves<Exec, D> {
  public:
    Waves(Exec& on, const Unknowns<D>& unknowns) : grid_(unknowns.grid) {
        int lines = 1;
        std::size_t room = 0;
        for (int a = 0; a < D; ++a) {
            const auto n = static_cast<std::size_t>(unknowns.extent[a]);
            eigenvalues_[a] = on.template buffer<float>(n);
            values_.resize(whorl::max(values_.size(), n));
            room = whorl::max(room, LinesOnDevice<Exec>::most_room(on, unknowns.extent[a], unknowns.periodic[a]));
            if (a + 1 < D) lines *= unknowns.extent[a];
        }
        rooms_ = on.template buffer<Complex>(on.rooms_at_once() * room);
        const int marks = Stretches::count(unknowns.extent[D - 1]) * Stretches::kinds;
        marks_ = on.template buffer<float>(static_cast<std::size_t>(lines) * static_cast<std::size_t>(marks));
    }

    void prepare(Exec& on, const Rectangle<D>& rectangle) {
        rectangle_ = rectangle;
        for (int a = 0; a < D; ++a) {
            const Span& s = rectangle.axis[a];
            s.write_eigenvalues(values_.data());
            on.upload(values_.data(), static_cast<std::size_t>(s.n), eigenvalues_[a]);
            used_[a] = &known_[a].find(s, [&] { return std::make_unique<LinesOnDevice<Exec>>(on, s); });
        }
    }

    void forward(Exec& on, View<float> f) {
        for (int a = 0; a < D; ++a) transform<false>(on, {f.data}, f, a);
    }
    void backward(Exec& on, View<float> f) {
        for (int a = D - 1; a >= 0; --a) transform<true>(on, {f.data}, f, a);
    }

    void solve(Exec& on, const ScaledValues& b, View<float> x, float shift, bool singular) {
        constexpr int last = D - 1;
        const Box<D> box = rectangle_.box(grid_);
        if (rectangle_.axis[0].n > 1)
            transform<false>(on, b, x, 0);
        else
            on.for_each(box, TakeLines<D>{b.data, b.factor, b.mean, x});
        for (int a = 1; a < last; ++a) transform<false>(on, {x.data}, x, a);
        Box<D> lines = box;
        lines.hi[last] = lines.lo[last] + 1;
        if (rectangle_.axis[last].periodic)
            eliminate<true>(on, lines, x, shift, singular);
        else
            eliminate<false>(on, lines, x, shift, singular);
        for (int a = last - 1; a >= 0; --a) transform<true>(on, {x.data}, x, a);
    }

  private:
    template <bool ring>
    void eliminate(Exec& on, const Box<D>& lines, View<float> x, float shift, bool singular) {
        Eliminate<D, ring> kernel{.along = LineWeights(rectangle_.axis[D - 1]),
                                  .eigenvalue = {},
                                  .shift = shift,
                                  .singular = singular,
                                  .first = lines.lo,
                                  .step = lines.step[D - 1],
                                  .across = lines.extent(0),
                                  .lines = lines.rows() * lines.extent(0),
                                  .marks = marks_,
                                  .x = x};
        for (int a = 0; a < D; ++a) kernel.eigenvalue[a] = eigenvalues_[a];
        on.for_each(lines, kernel);
    }
    template <bool back>
    void transform(Exec& on, const ScaledValues& from, View<float> to, int axis) {
        used_[axis]->template run<back>(on, rectangle_.box(grid_), axis, from.data, from.factor, from.mean, to.data, rooms_);
    }

    Grid<D> grid_;
    Rectangle<D> rectangle_{};
    Buffer<float> eigenvalues_[D];
    std::vector<float> values_;  // of one of them, on the host
    Buffer<float> marks_;        // of Eliminate
    Buffer<Complex> rooms_;      // of lines that are too long for the memory that threads share
    KnownLines<LinesOnDevice<Exec>> known_[D];
    LinesOnDevice<Exec>* used_[D] = {};
};

}  // namespace whorl
