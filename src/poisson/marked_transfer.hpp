#pragma once
// Between two levels on a GPU, in rows with even and odd cells apart: Restrict and Prolong of transfer.hpp, to their bits.

#include "poisson/marked_operator.hpp"
#include "poisson/transfer.hpp"

namespace whorl {

/// b - A x
template <int D, bool varies>
struct ResidualMarked {
    MarkedOperator<D, varies> marked;
    EvenOdd<D> rows;
    View<float> b, x;  // only read, but see SmallCycle

    WHORL_HD float left(const Cell<D>& c) const {
        const int at = rows.at(c.i);
        const float here = x[at];
        const Around<D> near = rows.around(x, at, c.i[0]);
        if (marked.is_open(c)) return b[at] - marked.apply_open(here, near);
        const auto row = marked.row(c);
        const float r = b[at] - row.apply(here, near);
        return row.inverse > 0 ? r : 0.0f;
    }
    /// The same without a question that others would have to wait for.
    WHORL_HD float left_anywhere(const Cell<D>& c) const {
        const int at = rows.at(c.i);
        const auto row = marked.row(c);
        const float r = b[at] - row.apply(x[at], rows.around(x, at, c.i[0]));
        return row.inverse > 0 ? r : 0.0f;
    }
    /// The same in open space, for an even or an odd cell.
    template <bool odd>
    WHORL_HD float left_open(int at) const {
        return b[at] - marked.apply_open(x[at], rows.around(x, at, odd ? 1 : 0));
    }
    /// Its square.
    WHORL_HD float operator()(Cell<D> c) const {
        const float r = left(c);
        return r * r;
    }
};

/// As Restrict; what it returns is the sum of the squares of the residual over the children.
template <int D, bool varies>
struct RestrictMarked {
    static constexpr int blocks_at_once = 4;
    Family<D> family;
    ResidualMarked<D, varies> residual;
    EvenOdd<D> coarse_rows;
    View<float> coarse;

    struct Two {
        float plain, square;
        WHORL_HD friend Two operator+(const Two& a, const Two& b) { return {a.plain + b.plain, a.square + b.square}; }
    };
    /// In the order of Family::sum.
    template <int level = 0>
    WHORL_HD Two sum(const Cell<D>& first, const Index<D>& count) const {
        if constexpr (level == D) {
            const float r = residual.left_anywhere(first);
            return {r, r * r};
        } else {
            constexpr int axis = level == 0 ? 0 : D - level;
            Cell<D> next = first;
            next.i[axis] += 1;
            next.at += family.fine.step[axis];
            const Two low = sum<level + 1>(first, count), high = sum<level + 1>(next, count);
            return low + (count[axis] > 1 ? high : Two{0, 0});
        }
    }
    /// The same in open space, all children there: nothing depends on a branch, so all loads are on their way at once, and
    /// what children share is loaded once.
    template <int level = 0, bool odd = false>
    WHORL_HD Two sum_open(int at) const {
        if constexpr (level == D) {
            const float r = residual.template left_open<odd>(at);
            return {r, r * r};
        } else if constexpr (level == 0) {
            return sum_open<1, false>(at) + sum_open<1, true>(at + residual.rows.odd);
        } else {
            return sum_open<level + 1, odd>(at) + sum_open<level + 1, odd>(at + residual.rows.step[D - level]);
        }
    }
    WHORL_HD bool is_open(const Cell<D>& first, const Index<D>& count) const {
        bool open = true;
        for_axes<D>([&](auto a) { open = open && count[a] == 2; });
        constexpr int rows = D == 2 ? 2 : 4;  // of children: the marks of both of a row lie together
        for (int k = 0; k < rows; ++k) {
            int at = first.at;
            for (int a = 1; a < D; ++a) at += (k >> (a - 1) & 1) != 0 ? family.fine.step[a] : 0;
            open &= residual.marked.are_open(at);  // all of them are loaded at once
        }
        return open;
    }
    WHORL_HD float operator()(Cell<D> c) const {
        const Cell<D> first = family.eldest(c);
        const Index<D> count = family.children(c.i);
        // As if in open space, and again where it is not: no load waits for the answer.
        const bool whole = family.halved[0];
        Two all{};
        if (whole) all = sum_open(residual.rows.at(first.i));
        if (!whole || !is_open(first, count)) all = sum(first, count);
        coarse[coarse_rows.at(c.i)] = family.share * all.plain;
        return all.square;
    }
};

/// x += the correction of the level below, as Prolong, for the cells 2 m and 2 m + 1 of a row.
template <int D, bool varies>
struct ProlongMarked {
    static constexpr bool compact = true;
    MarkedOperator<D, varies> marked;
    Prolong<D> prolong;  // but for its vectors
    EvenOdd<D> rows, coarse_rows;
    View<float> coarse;  // only read, but see SmallCycle
    View<float> x;
    int end;  // of a row

    WHORL_HD void operator()(Cell<D> c) const {
        const int m = c.i[0];
        Cell<D> even = c;
        even.i[0] = 2 * m;
        even.at += m;
        Cell<D> odd = even;
        odd.i[0] += 1, odd.at += 1;
        const int at = rows.at(even.i);
        if (!prolong.halved[0] || odd.i[0] >= end) {
            x[at] += correction(even);
            if (odd.i[0] < end) x[at + rows.odd] += correction(odd);
            return;
        }
        // As if in open space, and again where it is not: no load waits for the answer.
        const float low = x[at], high = x[at + rows.odd];
        Pair added = both_open(even);
        if (!marked.are_open(even)) added = {correction(even), correction(odd)};
        x[at] = low + added.even;
        x[at + rows.odd] = high + added.odd;
    }
    struct Pair {
        float even, odd;
    };
    /// In open space both have one parent, and lean alike along other axes than x.
    WHORL_HD Pair both_open(const Cell<D>& even) const {
        const Index<D> parent = prolong.parent(even.i);
        const int from = coarse_rows.at(parent);
        const float parents = coarse[from];
        const auto leaning = [&](int a, int i, int towards) {
            return prolong.lean[a][i] * marked.full[a] * (coarse[from + towards] - parents);
        };
        float low = leaning(0, even.i[0], coarse_rows.below(parent[0]));
        float high = leaning(0, even.i[0] + 1, coarse_rows.above(parent[0]));
        for (int a = 1; a < D; ++a) {
            const float both = leaning(a, even.i[a], (even.i[a] & 1) != 0 ? coarse_rows.step[a] : -coarse_rows.step[a]);
            low += both, high += both;
        }
        return {parents + low, parents + high};
    }
    WHORL_HD float correction(const Cell<D>& c) const {
        const Index<D> parent = prolong.parent(c.i);
        const int at = coarse_rows.at(parent);
        const float parents = coarse[at];
        const auto row = marked.row(c);
        const float all = parents + sum_axes<D>([&](auto a) {
                              const bool up = (c.i[a] & 1) != 0;
                              const float weight = up ? row.high[a] : row.low[a];
                              const int towards = a > 0 ? (up ? coarse_rows.step[a] : -coarse_rows.step[a])
                                                        : (up ? coarse_rows.above(parent[0]) : coarse_rows.below(parent[0]));
                              return prolong.lean[a][c.i[a]] * weight * (coarse[at + towards] - parents);
                          });
        return row.inverse > 0 ? all : 0.0f;
    }
};

}  // namespace whorl
