#pragma once
// The operator A on the cells of one colour in one row, and what multigrid does to them. The same operations in the same
// order as the cell kernels of relax.hpp and transfer.hpp, so the same bits.

#include "exec/loops.hpp"
#include "poisson/colours_apart.hpp"

namespace whorl {

/// Cells are numbered m along the row. `uniform`: what ties a cell to other rows is the same all along, and what ties it
/// to its own row lies in tables, colours apart. Else all coefficients are read where they are, at every second cell.
template <int D, bool uniform, bool varies>
struct HalfRow {
    static constexpr int others = 2 * (D - 1);  // neighbours in other rows: low and high along y, then z
    static constexpr int stride = uniform ? 1 : 2;

    const float *low, *high, *inverse, *own;  // weights along x; inverse diagonal; what multiplies x itself
    float shift;                              // or this does
    const float* across[others];              // weights to other rows
    float across_all[others];                 // or these
    const float *left, *right, *other[others];  // the neighbours' values

    float weight(int side, int m) const {
        if constexpr (uniform)
            return across_all[side];
        else
            return across[side][stride * m];
    }
    bool unknown(int m) const { return inverse[stride * m] > 0; }

    float apply(float here, int m) const {
        float all = low[stride * m] * (here - left[m]) + high[stride * m] * (here - right[m]);
        for_axes<D - 1>([&](auto a) {
            all += weight(2 * a, m) * (here - other[2 * a][m]) + weight(2 * a + 1, m) * (here - other[2 * a + 1][m]);
        });
        if constexpr (varies)
            return own[stride * m] * here + all;
        else
            return shift * here + all;
    }
};

/// x += omega (b - A x) / diagonal
template <int D, bool uniform, bool varies>
[[gnu::noinline]] void relax(const HalfRow<D, uniform, varies>& row, const float* b, float omega, int begin, int end,
                             float* x) {
    const HalfRow<D, uniform, varies> r = row;
    WHORL_INDEPENDENT
    for (int m = begin; m < end; ++m) {
        const float here = x[m];
        x[m] = here + omega * r.inverse[r.stride * m] * (b[m] - r.apply(here, m));
    }
}

/// The same from x = 0, when the neighbours are 0 as well.
template <int D, bool uniform, bool varies>
[[gnu::noinline]] void relax_from_zero(const HalfRow<D, uniform, varies>& row, const float* b, float omega, int begin,
                                       int end, float* x) {
    const float* const inverse = row.inverse;
    WHORL_INDEPENDENT
    for (int m = begin; m < end; ++m) x[m] = omega * inverse[row.stride * m] * b[m];
}

/// sum (+)= b - A x and squares += its square. `first`: sum is new.
template <bool first, int D, bool uniform, bool varies>
[[gnu::noinline]] void add_residual(const HalfRow<D, uniform, varies>& row, const float* b, const float* x, int begin,
                                    int end, float* sum, float* squares) {
    const HalfRow<D, uniform, varies> r = row;
    WHORL_INDEPENDENT
    for (int m = begin; m < end; ++m) {
        const float left = b[m] - r.apply(x[m], m);
        const float residual = r.unknown(m) ? left : 0.0f;
        sum[m] = first ? residual : sum[m] + residual;
        squares[m] += residual * residual;
    }
}

/// What a fine row sees of the coarse level: rows in natural order, and how far its cells lean towards them.
template <int D>
struct Parents {
    const float* here;           // the row of the parents; readable one beyond both ends
    const float* beyond[D - 1];  // the one that is nearer, along y and z
    float lean[D - 1];
    const float* lean_x;  // at every second
    bool halved;          // along x
    int parity;
};

/// x += the coarse correction
template <bool halved, int D, bool uniform, bool varies>
[[gnu::noinline]] void prolong(const HalfRow<D, uniform, varies>& row, const Parents<D>& of, int begin, int end,
                               float* x) {
    const HalfRow<D, uniform, varies> r = row;
    const Parents<D> p = of;
    const float* const along = p.parity == 0 ? p.here - 1 : p.here + 1;
    const float* const towards = p.parity == 0 ? r.low : r.high;
    // Which of the faces across a row lies towards `beyond` is the same for all its cells: the caller put it first.
    WHORL_INDEPENDENT
    for (int m = begin; m < end; ++m) {
        const int i = halved ? m : 2 * m + p.parity;
        const float parents = p.here[i];
        float all = halved ? p.lean_x[2 * m] * towards[r.stride * m] * (along[i] - parents) : 0.0f;
        for_axes<D - 1>([&](auto a) { all += p.lean[a] * r.weight(2 * a, m) * (p.beyond[a][i] - parents); });
        all = parents + all;
        x[m] += r.unknown(m) ? all : 0.0f;
    }
}

}  // namespace whorl
