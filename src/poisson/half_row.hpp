#pragma once
// The operator A on the cells of one colour in one row, and what multigrid does to them. The same operations in the
// same order as the cell kernels of relax.hpp and transfer.hpp, so the same bits.

#include <bit>
#include <type_traits>

#include "exec/loops.hpp"
#include "poisson/colours_apart.hpp"

namespace whorl {

/// So many cells of one colour are worked on at a time.
inline constexpr int row_block = 512;
/// From one table of a block to the next. Not 2 or 4 kB: the processor takes a store and a load that far apart for one.
inline constexpr int row_table = row_block + 16;

/// A row near a body takes its coefficients so many cells of one colour at a time.
inline constexpr int stretch = 16;
/// As in rows far from bodies, its own, or nothing is unknown.
enum class Stretch : signed char { alike, own, closed };

/// The values that the cells of a half row see, by their number m along it.
template <int D>
struct Neighbours {
    static constexpr int others = 2 * (D - 1);  // in other rows: low and high along y, then z
    const float* left;                          // left[m + 1] is to the right
    const float* other[others];

    Neighbours(const ColoursApart<D>& apart, const HalfRow& half, const float* x)
        : left(x + half.other - 1 + half.parity) {
        for (int a = 1; a < D; ++a) {
            other[2 * a - 2] = x + half.other - apart.step(a);
            other[2 * a - 1] = x + half.other + apart.step(a);
        }
    }
    /// The sum over all neighbours of weight times difference.
    template <class Coefficients>
    float differences(const Coefficients& c, float here, int m) const {
        float all = c.low(m) * (here - left[m]) + c.high(m) * (here - left[m + 1]);
        for_axes<D - 1>([&](auto a) {
            all +=
                c.weight(2 * a, m) * (here - other[2 * a][m]) + c.weight(2 * a + 1, m) * (here - other[2 * a + 1][m]);
        });
        return all;
    }
};

/// Far from bodies what ties a row to others is the same for all its cells. What ties its cells to each other is in
/// tables that such rows share: four behind each other, per parity and block.
template <int D, bool varies>
struct Uniform {
    static constexpr int tables = 4;
    const float* table;
    int blocks;
    float across[Neighbours<D>::others], shift;
    int alike;  // so many cells of the row; those behind them are others' business

    struct Half {
        const float* table;
        float across[Neighbours<D>::others], shift;

        float low(int m) const { return table[m]; }
        float high(int m) const { return table[m + row_table]; }
        float inverse(int m) const { return table[m + 2 * row_table]; }
        float self(int m) const { return varies ? table[m + 3 * row_table] : shift; }
        float weight(int side, int) const { return across[side]; }
    };
    /// For the cells of a block that begins at m = begin.
    Half half(int parity, int begin) const {
        const int number = parity * blocks + begin / row_block;
        Half h{table + number * tables * row_table - begin, {}, shift};
        for (int o = 0; o < Neighbours<D>::others; ++o) h.across[o] = across[o];
        return h;
    }
    int end(const HalfRow& half) const { return half.number_of(alike); }

    /// cell(coefficients, m) for begin <= m < end. `begin`: the first cell of a block.
    template <bool, class Use>
    void each(int parity, int begin, int end, const Use& cell) const {
        for (; begin < end; begin += row_block) {
            const int last = whorl::min(begin + row_block, end);
            const Half h = half(parity, begin);
            WHORL_INDEPENDENT
            for (int m = begin; m < last; ++m) cell(h, m);
        }
    }
    /// cell(coefficients, those of the next row, m), within one block.
    template <class Use>
    void each_with(const Uniform& next, int parity, int begin, int end, const Use& cell) const {
        const Half low = half(parity, begin), high = next.half(parity, begin);
        WHORL_INDEPENDENT
        for (int m = begin; m < end; ++m) cell(low, high, m);
    }
};

/// Near bodies coefficients are read where they are, at every second cell, except in stretches that no body is near.
template <int D, bool varies>
struct Varying {
    struct Half {
        const float *along, *across[Neighbours<D>::others], *inverses, *own;  // at the first cell of the row
        float shift;
        int odd;  // all bits of the parity

        float low(int m) const { return along[2 * m]; }
        float high(int m) const { return along[2 * m + 1]; }
        float inverse(int m) const { return of_pair(inverses, m); }
        float self(int m) const { return varies ? of_pair(own, m) : shift; }
        float weight(int side, int m) const { return of_pair(across[side], m); }

      private:
        /// f[2 m + parity], but read with its neighbour: the compiler takes every second value by whole vectors only if
        /// the last one is not alone.
        float of_pair(const float* f, int m) const {
            return std::bit_cast<float>((std::bit_cast<int>(f[2 * m]) & ~odd) |
                                        (std::bit_cast<int>(f[2 * m + 1]) & odd));
        }
    };
    Half row;
    Uniform<D, varies> other;  // the rows that `alike` stretches are like
    const Stretch* kinds;
    int whole;    // cells of one colour in whole stretches
    int odds[2];  // in memory, since the compiler would drop the neighbour where it knows the parity

    Half half(int parity) const {
        Half h = row;
        h.along += parity, h.odd = odds[parity];
        return h;
    }
    int end(const HalfRow& half) const { return half.count; }

    /// As `Uniform` has it; `closed`: also where nothing is unknown.
    template <bool closed, class Use>
    void each(int parity, int begin, int end, const Use& cell) const {
        const Half own = half(parity);
        const int stretches_end = whorl::min(end, whole);
        int m = begin;
        while (m < stretches_end) {
            const int block = m / row_block * row_block, last = whorl::min(block + row_block, stretches_end);
            const auto alike = other.half(parity, block);
            for (; m < last; m += stretch) {
                const Stretch kind = kinds[m / stretch];
                if (kind == Stretch::alike) {
                    WHORL_INDEPENDENT
                    for (int j = 0; j < stretch; ++j) cell(alike, m + j);
                } else if (closed || kind == Stretch::own) {
                    WHORL_INDEPENDENT
                    for (int j = 0; j < stretch; ++j) cell(own, m + j);
                }
            }
        }
        WHORL_INDEPENDENT
        for (; m < end; ++m) cell(own, m);
    }
    template <class Use>
    void each_with(const Varying& next, int parity, int begin, int end, const Use& cell) const {
        const Half low = half(parity), high = next.half(parity);
        const int block = begin / row_block * row_block;
        const auto alike_low = other.half(parity, block), alike_high = next.other.half(parity, block);
        int m = begin;
        for (; m < whorl::min(end, whole); m += stretch) {
            if (kinds[m / stretch] == Stretch::alike && next.kinds[m / stretch] == Stretch::alike) {
                WHORL_INDEPENDENT
                for (int j = 0; j < stretch; ++j) cell(alike_low, alike_high, m + j);
            } else {
                WHORL_INDEPENDENT
                for (int j = 0; j < stretch; ++j) cell(low, high, m + j);
            }
        }
        WHORL_INDEPENDENT
        for (; m < end; ++m) cell(low, high, m);
    }
};

/// Asks for a row a few rows before its turn: many short rows in turns are more than the processor can foresee.
template <int D>
void fetch_row(const ColoursApart<D>& apart, const HalfRow& half, const float* f) {
    if (D == 2) return;  // rows follow each other in memory
    constexpr int ahead = 4, line = 16;
    const float* const row = f + whorl::min(half.at, half.other) + ahead * apart.step(1);
    for (int j = 0; j < apart.step(1); j += line) __builtin_prefetch(row + j);
}

/// x += omega (b - A x) / diagonal at one colour of `rows` rows that follow each other along y, from cell x = `from`
/// on. `fetch`: they are not in cache.
template <int D, class Row>
WHORL_FLATTEN [[gnu::noinline]] void relax_rows(const Row& row, const ColoursApart<D>& apart, HalfRow half, int rows,
                                                int from, float omega, bool fetch, const float* b, float* x) {
    for (int r = 0; r < rows; ++r, half = apart.next(half)) {
        const Neighbours<D> near(apart, half, x);
        float* const to = x + half.at;
        const float* const rhs = b + half.at;
        if (fetch) {
            fetch_row(apart, half, b);
            fetch_row(apart, half, x + apart.step(D - 1));
        }
        row.template each<false>(half.parity, half.number_of(from), row.end(half), [&](const auto& h, int m) {
            const float here = to[m];
            to[m] = here + omega * h.inverse(m) * (rhs[m] - (h.self(m) * here + near.differences(h, here, m)));
        });
    }
}

/// The same when all x are 0.
template <int D, class Row>
WHORL_FLATTEN [[gnu::noinline]] void relax_rows_from_zero(const Row& row, const ColoursApart<D>& apart, HalfRow half,
                                                          int rows, int from, float omega, const float* b, float* x) {
    for (int r = 0; r < rows; ++r, half = apart.next(half)) {
        float* const to = x + half.at;
        const float* const rhs = b + half.at;
        row.template each<true>(half.parity, half.number_of(from), row.end(half),
                                [&](const auto& h, int m) { to[m] = omega * h.inverse(m) * rhs[m]; });
    }
}

/// b - A x and its square, of a block of cells: [0] of those with even x, [1] of the others.
struct Residuals {
    float sum[2][row_table], square[2][row_table];
};

/// Adds those of the cells begin <= m < end, from cell x = `from` on, of `rows` rows that follow each other along y;
/// the rows are added up first. `first`: all are new.
template <int D, int rows, bool first, class Row>
WHORL_FLATTEN [[gnu::noinline]] void add_residual(const Row (&row)[2], const ColoursApart<D>& apart,
                                                  const Index<D>& index, int from, int begin, int end, const float* b,
                                                  const float* x, Residuals& to) {
    for (const int parity : {0, 1}) {
        const HalfRow low = apart.half_of_parity(index, parity);
        // The next row has the other colour at this parity.
        const HalfRow high{low.other + apart.step(1), low.at + apart.step(1), parity, low.count};
        const Neighbours<D> near_low(apart, low, x), near_high(apart, high, x);
        const float* const b_low = b + low.at;
        const float* const b_high = b + high.at;
        const float* const x_low = x + low.at;
        const float* const x_high = x + high.at;
        float* const sum = to.sum[parity];
        float* const square = to.square[parity];
        const int from_m = whorl::max(begin, low.number_of(from)), last = whorl::min(end, row[0].end(low));
        row[0].each_with(row[rows - 1], parity, from_m, last, [&](const auto& h_low, const auto& h_high, int m) {
            const float a = b_low[m] - (h_low.self(m) * x_low[m] + near_low.differences(h_low, x_low[m], m));
            float residual = h_low.inverse(m) > 0 ? a : 0.0f;
            float squares = residual * residual;
            if constexpr (rows == 2) {
                const float c = b_high[m] - (h_high.self(m) * x_high[m] + near_high.differences(h_high, x_high[m], m));
                const float second = h_high.inverse(m) > 0 ? c : 0.0f;
                residual += second;
                squares += second * second;
            }
            const int at = m - begin;
            sum[at] = first ? residual : sum[at] + residual;
            square[at] = first ? squares : square[at] + squares;
        });
    }
}

/// What fine rows see of the coarse level, in natural order, and how far their cells lean towards it.
template <int D>
struct Parents {
    const float* here;  // the row of the parents
    int beyond[D - 1];  // to the one that is nearer, along y and z
    float lean[D - 1];
    int near_side[D - 1];    // number of the face in between
    const float* lean_x[2];  // by parity
};

/// x += the coarse correction, in one row. `halved`: along x.
template <int D, bool halved, class Row>
WHORL_FLATTEN [[gnu::noinline]] void prolong_row(const Row& row, const ColoursApart<D>& apart, const Index<D>& index,
                                                 const Parents<D>& of, int from, float* x) {
    const Parents<D> p = of;
    fetch_row(apart, apart.half(index, 0), x);
    const auto one_parity = [&]<int parity>(std::integral_constant<int, parity>) {
        const HalfRow half = apart.half_of_parity(index, parity);
        float* const to = x + half.at;
        const float* beyond[D - 1];
        for (int a = 0; a < D - 1; ++a) beyond[a] = p.here + p.beyond[a];
        row.template each<false>(parity, half.number_of(from), row.end(half), [&](const auto& h, int m) {
            const int i = halved ? m : 2 * m + parity;
            const float parents = p.here[i];
            float all = 0;
            if constexpr (halved)
                all = p.lean_x[parity][m] * (parity ? h.high(m) : h.low(m)) * (p.here[i + (parity ? 1 : -1)] - parents);
            for_axes<D - 1>([&](auto a) { all += p.lean[a] * h.weight(p.near_side[a], m) * (beyond[a][i] - parents); });
            to[m] += h.inverse(m) > 0 ? parents + all : 0.0f;
        });
    };
    one_parity(std::integral_constant<int, 0>{});
    one_parity(std::integral_constant<int, 1>{});
}

}  // namespace whorl
