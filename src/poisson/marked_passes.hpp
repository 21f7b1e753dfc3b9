#pragma once
// The two halves of a V-cycle for a GPU. In every row of x and b even cells come first, then odd ones, so that what a warp
// loads and stores of one colour lies together and nothing between. Far from walls and bodies nothing else is loaded: groups
// of cells whose coefficients are those of open space are marked. The bits are those of cell_passes.hpp.

#include <cstdint>

#include "poisson/cell_passes.hpp"
#include "poisson/even_odd.hpp"

namespace whorl {

/// A, with groups of cells for which its coefficients need not be loaded.
template <int D, bool varies>
struct MarkedOperator {
    static constexpr int group = 16;  // cells along x; the first of a row begins one

    Operator<D, varies> A;
    View<const float> inverse;
    View<const std::uint8_t> plain;  // by offset over `group`
    Vec<D> full;
    float shift, full_inverse;

    WHORL_HD bool is_plain(int at) const { return plain[static_cast<int>(static_cast<unsigned>(at) / group)] != 0; }

    /// (A x) from the value here and those around, as Operator::apply.
    WHORL_HD float apply_plain(float here, const Around<D>& near) const {
        return shift * here + sum_axes<D>([&](auto a) {
                   return full[a] * (here - near.low[a]) + full[a] * (here - near.high[a]);
               });
    }
    WHORL_HD float apply(int at, float here, const Around<D>& near) const {
        return A.self(at) * here + sum_axes<D>([&](auto a) {
                   return A.weight[a][at] * (here - near.low[a]) + A.weight[a][at + A.step[a]] * (here - near.high[a]);
               });
    }
};

/// Finds these groups; for the first cell of each.
template <int D, bool varies>
struct MarkPlain {
    MarkedOperator<D, varies> marked;
    int end;  // of a row
    View<std::uint8_t> plain;

    WHORL_HD void operator()(Cell<D> c) const {
        constexpr int group = MarkedOperator<D, varies>::group;
        if (c.i[0] % group != 0) return;
        bool all = true;
        for (int j = 0; j < group && c.i[0] + j < end; ++j) {
            const int at = c.at + j;
            all = all && marked.inverse[at] == marked.full_inverse && marked.A.self(at) == marked.shift;
            for_axes<D>([&](auto a) {
                all = all && marked.A.weight[a][at] == marked.full[a] &&
                      marked.A.weight[a][at + marked.A.step[a]] == marked.full[a];
            });
        }
        plain[c.at / group] = all ? 1 : 0;
    }
};

/// As RelaxFromZero, for red.
template <int D>
struct RedFromZero {
    EvenOdd<D> rows;
    View<const float> inverse, b;
    float omega;
    View<float> x;
    WHORL_HD void operator()(Cell<D> c) const {
        const int at = rows.at(c.i);
        const float value = omega * inverse[c] * b[at];
        x[at] = colour_of(c.i) == 0 ? value : 0.0f;
    }
};

/// A sweep over both colours of an x that was 0: the red cells follow from b alone, and the black ones from those. For
/// number m of a row: the cells 2 m and 2 m + 1, one of each colour.
template <int D, bool varies>
struct SweepFromZero {
    MarkedOperator<D, varies> marked;
    EvenOdd<D> rows;
    View<const float> b;
    float omega;
    View<float> x;
    int end;  // of a row

    WHORL_HD float red(int from, int at) const {
        return omega * (marked.is_plain(from) ? marked.full_inverse : marked.inverse[from]) * b[at];
    }
    WHORL_HD void operator()(Cell<D> c) const {
        const int m = c.i[0], first = (colour_of(c.i) + m) & 1;  // of the red cells: odd ones?
        Index<D> i = c.i;
        i[0] = 2 * m + first;
        if (i[0] < end) {
            const int at = rows.at(i);
            x[at] = red(c.at - m + i[0], at);
        }
        i[0] = 2 * m + 1 - first;
        if (i[0] >= end) return;
        const int at = rows.at(i), from = c.at - m + i[0];
        Around<D> near;
        near.low[0] = red(from - 1, at + rows.below(i[0])), near.high[0] = red(from + 1, at + rows.above(i[0]));
        for (int a = 1; a < D; ++a) {
            near.low[a] = red(from - marked.A.step[a], at - rows.step[a]);
            near.high[a] = red(from + marked.A.step[a], at + rows.step[a]);
        }
        const bool plain = marked.is_plain(from);
        const float inverse = plain ? marked.full_inverse : marked.inverse[from];
        x[at] = 0.0f + omega * inverse * (b[at] - (plain ? marked.apply_plain(0, near) : marked.apply(from, 0, near)));
    }
};

/// As Relax, for number m of the cells of one colour in a row.
template <int D, bool varies>
struct RelaxMarked {
    MarkedOperator<D, varies> marked;
    EvenOdd<D> rows;
    View<const float> b;
    View<float> x;
    float omega;
    int colour, end;  // end: of a row

    WHORL_HD void operator()(Cell<D> c) const {
        const int m = c.i[0];
        Index<D> i = c.i;
        i[0] = 2 * m + ((colour_of(c.i) + m + colour) & 1);
        if (i[0] >= end) return;
        const int at = rows.at(i), from = c.at - m + i[0];
        const Around<D> near = rows.around(x, at, i[0]);
        const float here = x[at], wanted = b[at];
        // As if in open space, and again where it is not: no load waits for the answer.
        float next = here + omega * marked.full_inverse * (wanted - marked.apply_plain(here, near));
        if (!marked.is_plain(from)) next = here + omega * marked.inverse[from] * (wanted - marked.apply(from, here, near));
        x[at] = next;
    }
};

/// b - A x
template <int D, bool varies>
struct ResidualMarked {
    MarkedOperator<D, varies> marked;
    EvenOdd<D> rows;
    View<const float> b, x;

    WHORL_HD float left(const Cell<D>& c) const {
        const int at = rows.at(c.i);
        const float here = x[at];
        const Around<D> near = rows.around(x, at, c.i[0]);
        const bool open = marked.is_plain(c);
        const float r = b[at] - (open ? marked.apply_plain(here, near) : marked.apply(c, here, near));
        return open || marked.inverse[c] > 0 ? r : 0.0f;
    }
    /// The same without a question that others would have to wait for.
    WHORL_HD float left_anywhere(const Cell<D>& c) const {
        const int at = rows.at(c.i);
        const float r = b[at] - marked.apply(c, x[at], rows.around(x, at, c.i[0]));
        return marked.inverse[c] > 0 ? r : 0.0f;
    }
    /// The same in open space, for an even or an odd cell.
    template <bool odd>
    WHORL_HD float left_open(int at) const {
        return b[at] - marked.apply_plain(x[at], rows.around(x, at, odd ? 1 : 0));
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
        constexpr int rows = D == 2 ? 2 : 4;  // of children: both of a row are in one group
        for (int k = 0; k < rows; ++k) {
            int at = first.at;
            for (int a = 1; a < D; ++a) at += (k >> (a - 1) & 1) != 0 ? family.fine.step[a] : 0;
            open &= residual.marked.is_plain(at);  // all of them are loaded at once
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
    MarkedOperator<D, varies> marked;
    Prolong<D> prolong;  // but for its vectors
    EvenOdd<D> rows, coarse_rows;
    View<const float> coarse;
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
        if (!marked.is_plain(even)) added = {correction(even), correction(odd)};
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
        const bool plain = marked.is_plain(c);
        const float all = parents + sum_axes<D>([&](auto a) {
                              const bool up = (c.i[a] & 1) != 0;
                              const float weight = plain ? marked.full[a] : prolong.weight[a][c.at + (up ? prolong.step[a] : 0)];
                              const int towards = a > 0 ? (up ? coarse_rows.step[a] : -coarse_rows.step[a])
                                                        : (up ? coarse_rows.above(parent[0]) : coarse_rows.below(parent[0]));
                              return prolong.lean[a][c.i[a]] * weight * (coarse[at + towards] - parents);
                          });
        return plain || prolong.inverse[c] > 0 ? all : 0.0f;
    }
};

template <class Exec, int D>
class MarkedPasses {
  public:
    MarkedPasses() = default;
    MarkedPasses(Exec& on, const Level<D>& level)
        : rows_(EvenOdd<D>::of(level.unknowns)),
          x_(on.field(EvenOdd<D>::grid(level.unknowns))),
          b_(on.field(EvenOdd<D>::grid(level.unknowns))),
          plain_(on.template buffer<std::uint8_t>(static_cast<std::size_t>(level.unknowns.grid.values() / group + 1))),
          sum_(on.template buffer<double>(1)) {
        for (int a = 0; a < D; ++a) repeats_ = repeats_ || level.unknowns.periodic[a];
    }

    void prepare(Exec& on, const Level<D>& level) {
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            on.for_each(level.unknowns.box(), MarkPlain<D, v>{marked<v>(level), level.unknowns.extent[0], plain_});
        });
    }

    void load(Exec& on, const Level<D>& level, View<const float> b, View<const float> x) {
        on.for_each(level.unknowns.box(), Split<D>{rows_, b, b_});
        if (x.data) on.for_each(level.unknowns.box(), Split<D>{rows_, x, x_});
    }
    void store(Exec& on, const Level<D>& level, View<float> x) const {
        on.for_each(level.unknowns.box(), Join<D>{rows_, x_, x});
    }

    void relax(Exec& on, const Level<D>& level, int sweeps, float omega, bool from_zero) {
        for (int s = 0; s < sweeps; ++s) sweep(on, level, omega, from_zero && s == 0);
    }
    double squares(Exec& on, const Level<D>& level) {
        wrap(on, level);
        return with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            return on.sum(level.unknowns.box(), ResidualMarked<D, v>{marked<v>(level), rows_, b_, x_});
        });
    }

    /// Without `measured` what it returns means nothing.
    double down(Exec& on, const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse, int sweeps, float omega,
                bool from_zero, bool measured) {
        for (int s = 0; s < sweeps; ++s) sweep(on, fine, omega, from_zero && s == 0);
        wrap(on, fine);
        return with_kind(fine.A, [&]<bool v>(const Operator<D, v>&) {
            const RestrictMarked<D, v> kernel{fine.family(), {marked<v>(fine), rows_, b_, x_}, coarse.rows_, coarse.b_};
            if (measured) return on.sum(below.unknowns.box(), kernel);
            on.for_each(below.unknowns.box(), kernel);
            return 0.0;
        });
    }

    void up(Exec& on, const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse, int sweeps, float omega) {
        coarse.wrap(on, below);
        with_kind(fine.A, [&]<bool v>(const Operator<D, v>&) {
            on.for_each(half(fine), ProlongMarked<D, v>{marked<v>(fine), prolongation<D>(fine, below, {}, {}), rows_,
                                                        coarse.rows_, coarse.x_, x_, fine.unknowns.extent[0]});
        });
        relax(on, fine, sweeps, omega, false);
    }

    void solve_single_cell(Exec& on, const Level<D>& level) {
        on.for_each(level.unknowns.box(), RedFromZero<D>{rows_, level.known, b_, 1, x_});
    }

    void remove_mean(Exec& on, const Level<D>& level, double unknowns) {
        on.sum_into(sum_, level.unknowns.box(), ReadSplit<D>{rows_, b_});
        on.for_each(level.unknowns.box(), ShiftByMean<D>{rows_, level.known, sum_, std::max(unknowns, 1.0), b_});
    }

  private:
    static constexpr int group = MarkedOperator<D, false>::group;

    template <bool v>
    MarkedOperator<D, v> marked(const Level<D>& level) const {
        const float diagonal = level.shift + sum_axes<D>([&](auto a) { return level.full[a] + level.full[a]; });
        return {.A = {level.A.step, level.A.weight, level.A.shift, level.A.own},
                .inverse = level.known,
                .plain = plain_,
                .full = level.full,
                .shift = level.shift,
                .full_inverse = 1 / diagonal};
    }
    /// Half as many cells in each row.
    static Box<D> half(const Level<D>& level) {
        Box<D> box = level.unknowns.box();
        box.hi[0] = (box.hi[0] + 1) / 2;
        return box;
    }

    void sweep(Exec& on, const Level<D>& level, float omega, bool from_zero) {
        const int end = level.unknowns.extent[0];
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            if (from_zero && !repeats_) {
                on.for_each(half(level), SweepFromZero<D, v>{marked<v>(level), rows_, b_, omega, x_, end});
                return;
            }
            if (!from_zero) wrap(on, level);
            for (const int colour : {0, 1}) {
                if (from_zero && colour == 0) on.for_each(level.unknowns.box(), RedFromZero<D>{rows_, level.known, b_, omega, x_});
                else on.for_each(half(level), RelaxMarked<D, v>{marked<v>(level), rows_, b_, x_, omega, colour, end});
                wrap(on, level);
            }
        });
    }

    void wrap(Exec& on, const Level<D>& level) {
        if (!repeats_) return;
        WrapSplit<D> kernel{.rows = rows_, .ghosts = {}, .period = level.unknowns.extent, .f = x_};
        for (int a = 0; a < D; ++a)
            for (const int high : {0, 1})
                if (level.unknowns.periodic[a]) kernel.ghosts.box[2 * a + high] = beyond(level.unknowns, a, high != 0);
        kernel.ghosts.add_up();
        on.for_each(numbers(kernel.ghosts.cells()), kernel);
    }

    EvenOdd<D> rows_;
    Field x_, b_;
    Buffer<std::uint8_t> plain_;
    Buffer<double> sum_;
    bool repeats_ = false;  // along some axis: then the ghosts of b are not known
};

}  // namespace whorl
