#pragma once
// Restriction and prolongation a row at a time: the same values as the cell kernels, in vectors.

#include "poisson/transfer.hpp"

namespace whorl {

/// One coarse row: the residuals of its fine rows are added in a buffer, then in pairs along x.
template <class Exec, int D, bool varies>
[[gnu::noinline]] void restrict_row(const Restrict<D, varies>& kernel, const RowSources<Exec, D>& sources,
                                    bool periodic, Cell<D> first, int count) {
    constexpr int block = 256;  // fine cells
    const Restrict<D, varies> k = kernel;
    const Family<D>& family = k.family;
    const int fine_count = family.fine.hi[0], per_cell = family.halved[0] ? 2 : 1;
    const Index<D> rows = family.children(first.i);
    // visit(first cell, layer along z)
    const auto each_row = [&](auto&& visit) {
        for (int z = 0; z < (D > 2 ? rows[D - 1] : 1); ++z)
            for (int y = 0; y < rows[1]; ++y) {
                Cell<D> f = family.eldest(first);
                f.i[1] += y, f.at += y * family.fine.step[1];
                if constexpr (D > 2) f.i[2] += z, f.at += z * family.fine.step[2];
                visit(f, z);
            }
    };
    if (periodic) each_row([&](Cell<D> f, int) { wrap_row(k.x, f.at, fine_count); });

    for (int begin = 0; begin < fine_count; begin += block) {
        const int n = whorl::min(block, fine_count - begin);
        // Layers apart: pairs along y first, then along z, then along x, as Family::sum has it.
        float sum[block + 1] = {}, square[block + 1] = {}, upper[block + 1] = {}, upper_square[block + 1] = {};
        each_row([&](Cell<D> f, int layer) {
            const int at = f.at + begin, borrowed = sources(f) - f.at;
            float* const to = layer == 0 ? sum : upper;
            float* const to_square = layer == 0 ? square : upper_square;
#pragma omp simd
            for (int j = 0; j < n; ++j) {
                const float r = k.residual(at + j, at + j + borrowed);
                to[j] += r;
                to_square[j] += r * r;
            }
        });
        for (int j = 0; j < n && D > 2; ++j) sum[j] += upper[j], square[j] += upper_square[j];
        const int out = first.at + begin / per_cell, cells = whorl::min(count - begin / per_cell, block / per_cell);
        if (per_cell == 2) {
#pragma omp simd
            for (int j = 0; j < cells; ++j) k.coarse[out + j] = family.share * (sum[2 * j] + sum[2 * j + 1]);
        } else {
            for (int j = 0; j < cells; ++j) k.coarse[out + j] = family.share * sum[j];
        }
        if (!k.squares.data) continue;
        for (int j = 0; j < cells; ++j)
            k.squares[out + j] = per_cell == 2 ? square[2 * j] + square[2 * j + 1] : square[j];
    }
}

template <class Exec, int D, bool varies>
void restrict_residual(Exec& on, const Unknowns<D>& fine, const Unknowns<D>& coarse, const RowSources<Exec, D>& sources,
                       const Restrict<D, varies>& kernel) {
    if constexpr (TakesRows<Exec, D>) {
        on.for_each_row(coarse.box(), [&](Cell<D> first, int count) {
            restrict_row(kernel, sources, fine.periodic[0], first, count);
        });
    } else {
        on.for_each(coarse.box(), kernel);
    }
}

/// out[j + 1] = f at the parent of fine cell begin + j, from j = -1 to n.
template <int length>
void expand(View<const float> f, int row, bool halved, int begin, int n, float (&out)[length]) {
    if (!halved) {
        for (int j = 0; j < n + 2; ++j) out[j] = f[row + begin - 1 + j];
        return;
    }
    const int first = row + begin / 2, pairs = (n + 1) / 2;
    out[0] = f[first - 1];
#pragma omp simd
    for (int j = 0; j < pairs; ++j) out[2 * j + 1] = out[2 * j + 2] = f[first + j];
    out[2 * pairs + 1] = f[first + pairs];
}

/// One fine row. What it needs of the coarse level is first written out for every fine cell.
template <int D>
[[gnu::noinline]] void prolong_row(const Prolong<D>& kernel, Cell<D> first, int count, int from) {
    constexpr int block = 256;
    const Prolong<D> k = kernel;
    const int row = k.box.cell(k.parent(first.i)).at;
    Index<D> face{};
    Vec<D> amount{};
    for (int a = 1; a < D; ++a) {
        face[a] = from + (first.i[a] & 1) * k.step[a];
        amount[a] = k.lean[a][first.i[a]];
    }
    for (int begin = 0; begin < count; begin += block) {
        const int n = whorl::min(block, count - begin), at = first.at + begin, source = from + begin;
        float here[block + 3], beyond[D][block + 3];
        expand(k.coarse, row, k.halved[0], begin, n, here);
        for (int a = 1; a < D; ++a) expand(k.coarse, row + k.towards(first.i, a), k.halved[0], begin, n, beyond[a]);
#pragma omp simd
        for (int j = 0; j < n; ++j) {
            const bool high = j & 1;
            const float parents = here[j + 1], along = high ? here[j + 2] : here[j];
            const float w = high ? k.weight[0][source + j + 1] : k.weight[0][source + j];
            const float all =
                parents + sum_axes<D>([&](auto a) {
                    if constexpr (a == 0)
                        return k.lean[0][begin + j] * w * (along - parents);
                    else
                        return amount[a] * k.weight[a][face[a] + begin + j] * (beyond[a][j + 1] - parents);
                });
            k.x[at + j] += k.inverse[source + j] > 0 ? all : 0.0f;
        }
    }
}

template <class Exec, int D>
void prolong(Exec& on, const Unknowns<D>& fine, const RowSources<Exec, D>& sources, const Prolong<D>& kernel) {
    if constexpr (TakesRows<Exec, D>) {
        on.for_each_row(fine.box(),
                        [&](Cell<D> first, int count) { prolong_row(kernel, first, count, sources(first)); });
    } else {
        on.for_each(fine.box(), kernel);
    }
}

}  // namespace whorl
