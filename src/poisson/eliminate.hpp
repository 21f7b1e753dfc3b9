#pragma once
// LineSystem for a GPU, to the same bits: a thread a line along the last axis. What was found on the way forward is not
// kept but found again, some values at a time, from marks that were left there: a value that is stored and loaded takes
// longer.

#include <type_traits>

#include "poisson/line_system.hpp"

namespace whorl {

/// Where the marks are: so many numbers for each of so many values of a line.
struct Stretches {
    static constexpr int size = 16, kinds = 3;
    static constexpr int count(int n) { return (n + size - 1) / size; }
};

template <int D, bool ring>
struct Eliminate {
    LineWeights along;
    Faces<const float, D> eigenvalue;  // by wave along all axes but the last
    float shift;
    bool singular;
    Index<D> first;  // line: the one of the flat wave
    int step;        // along a line
    int across;      // lines along x
    int lines;
    View<float> marks;  // of each stretch of all lines
    View<float> x;

    WHORL_HD void operator()(Cell<D> c) const {
        float lambda = shift + eigenvalue[0][c.i[0] - first[0]];
        for (int a = 1; a + 1 < D; ++a) lambda += eigenvalue[a][c.i[a] - first[a]];
        bool flat = singular;
        for (int a = 0; a + 1 < D; ++a) flat = flat && c.i[a] == first[a];
        int number = c.i[0] - first[0];
        if constexpr (D > 2) number += across * (c.i[1] - first[1]);
        const Of line{c.at, number, lambda, flat};
        if constexpr (ring)
            solve_ring(line);
        else
            solve_chain(line);
    }

  private:
    struct Of {
        int at, number;
        float lambda;
        bool flat;  // the wave of a system that nothing holds: any value will do
    };
    /// At a place of a chain: what holds it up to there, and the last value of y and of t.
    struct Mark {
        float held, y, t;
    };
    static constexpr int size = Stretches::size, kinds = Stretches::kinds;
    using Values = Array<float, size>;

    WHORL_HD void leave(const Of& line, int number, const Mark& m) const {
        float* const to = marks.data + number * kinds * lines + line.number;
        to[0] = m.held, to[lines] = m.y;
        if constexpr (ring) to[2 * lines] = m.t;
    }
    WHORL_HD Mark found(const Of& line, int number) const {
        const float* const from = marks.data + number * kinds * lines + line.number;
        return {from[0], from[lines], ring ? from[2 * lines] : 0.0f};
    }

    /// work(whether a stretch has neither end of the line): questions that most need not ask.
    template <class Work>
    WHORL_HD void with(int begin, const Work& work) const {
        if (begin > 0 && begin + size < along.chain())
            work(std::true_type{});
        else
            work(std::false_type{});
    }
    /// f(k, whether this is the last of the line) for its values.
    template <bool inner, bool back = false, class F>
    WHORL_HD void each(int begin, const F& f) const {
        const int count = along.chain();
        for (int j = 0; j < size; ++j) {
            const int k = back ? size - 1 - j : j;
            if (inner || begin + k < count) f(k, !inner && begin + k + 1 == count);
        }
    }

    /// Those of a stretch; of one that is not there, none. They are asked for before the stretch before is worked on.
    WHORL_HD Values load(const Of& line, int begin) const {
        Values v{};
        if (begin < 0 || begin >= along.chain()) return v;
        const float* const from = x.data + line.at + begin * step;
        with(begin, [&](auto inner) { each<inner>(begin, [&](int k, bool) { v[k] = from[k * step]; }); });
        return v;
    }
    /// The way forward through one stretch, from its mark to the next; see(k, g, y, t).
    template <bool inner, class See>
    WHORL_HD void forward(const Of& line, int begin, const Values& in, Mark& m, const See& see) const {
        each<inner>(begin, [&](int k, bool last) {
            float g = 1 / (last ? along.pivot_of_last(m.held) : along.pivot(m.held));
            if (!ring && last && line.flat) g = 0;
            const bool alone = !inner && begin + k == 0;  // none below
            const float coupled = alone ? 0.0f : along.w;
            m.held = along.held_next(line.lambda, m.held, g);
            m.y = LineWeights::forward(in[k], coupled, alone ? in[k] : m.y, g);
            if constexpr (ring) m.t = LineWeights::forward(1, coupled, alone ? 1.0f : m.t, g);
            see(k, g, m.y, m.t);
        });
    }
    /// From the first to the last; see(g, y, t).
    template <class See>
    WHORL_HD Mark all_forward(const Of& line, const See& see) const {
        Mark m{along.held_first(line.lambda), 0, 0};
        Values next = load(line, 0);
        for (int begin = 0; begin < along.chain(); begin += size) {
            const Values in = next;
            next = load(line, begin + size);
            leave(line, begin / size, m);
            with(begin, [&](auto inner) {
                forward<inner>(line, begin, in, m, [&](int, float g, float y, float t) { see(g, y, t); });
            });
        }
        return m;
    }
    /// value(y, t) is the solution, from the last to the first.
    template <class Value>
    WHORL_HD void all_backward(const Of& line, const Value& value) const {
        const int count = along.chain(), last_begin = (count - 1) / size * size;
        float above = 0, unit_above = 0;
        Values next = load(line, last_begin);
        for (int begin = last_begin; begin >= 0 && count > 0; begin -= size) {
            const Values in = next;
            next = load(line, begin - size);
            Mark m = found(line, begin / size);
            with(begin, [&](auto inner) {
                Values g, y;
                [[maybe_unused]] Array<float, ring ? size : 1> t;
                forward<inner>(line, begin, in, m, [&](int k, float g_here, float y_here, float t_here) {
                    g[k] = g_here, y[k] = y_here;
                    if constexpr (ring) t[k] = t_here;
                });
                float* const to = x.data + line.at + begin * step;
                each<inner, true>(begin, [&](int k, bool last) {
                    above = last ? y[k] : along.backward(y[k], g[k], above);
                    if constexpr (ring) unit_above = last ? t[k] : along.backward(t[k], g[k], unit_above);
                    to[k * step] = value(above, unit_above);
                });
            });
        }
    }

    WHORL_HD void solve_chain(const Of& line) const {
        all_forward(line, [](float, float, float) {});
        all_backward(line, [](float y, float) { return y; });
    }
    WHORL_HD void solve_ring(const Of& line) const {
        // As LineSystem::find_ends does, for values and for units.
        float values = 0, units = 0, share = 1;
        const Mark last = all_forward(line, [&](float g, float y, float t) {
            values += share * y, units += share * t;
            share = along.share_next(share, g);
        });
        const int count = along.chain();
        if (count > 0) values += last.y, units += last.t;
        float& closing = x[line.at + count * step];
        const float end = line.flat ? 0.0f : along.closing(closing, values, line.lambda, units);
        closing = end;
        all_backward(line, [&](float y, float t) { return LineWeights::closed(y, end, line.lambda, t); });
    }
};

}  // namespace whorl
