#pragma once
// The long waves of a solution, found on blocks of cells: a sixty-fourth of the work of a solve, or less.
//
// A float that holds a large x holds it to 2^-24 of its size, and A makes of that error many times what it makes of the
// wave itself. Once long waves, which are the large ones, are taken out by themselves, what is left of x is small.

#include "poisson/waves.hpp"

namespace whorl {

template <class Exec, int D>
class LongWaves {
  public:
    LongWaves(Exec& on, const Unknowns<D>& unknowns)
        : fine_(unknowns.grid.cells()),
          grid_(blocks(unknowns.extent), unknowns.grid.h()),
          waves_(on, {grid_, grid_.n(), unknowns.periodic}),
          values_(on.field(grid_)) {}

    /// Whether blocks make up such a box, and enough of them.
    static bool fit(const Index<D>& extent) {
        bool fits = true;
        for (int a = 0; a < D; ++a) fits = fits && extent[a] % block == 0 && extent[a] >= least;
        return fits;
    }
    /// False: they can not be found for these sides.
    bool prepare(const Rectangle<D>& all) {
        Rectangle<D> blocks = all;
        for (int a = 0; a < D; ++a) {
            Span& s = blocks.axis[a];
            if (s.n != block * grid_.n()[a] || s.low == End::point || s.high == End::point) return false;
            s.n = grid_.n()[a];
            s.weight /= block * block;
        }
        waves_.prepare(blocks);
        sides_ = all;
        return true;
    }

    /// x = factor times those of the solution for b - mean; linear between the centres of blocks.
    void find(Exec& on, View<const float> b, float mean, bool singular, float factor, View<float> x) {
        const Box<D> cells = grid_.cells();
        Box<D> work = cells;
        work.hi[0] = work.lo[0] + block * fine_.extent(0);  // as much as it is
        on.for_each_row(work, [&](Cell<D> row, int) { write_means(b, row); });
        waves_.solve(on, {.data = values_.data(), .factor = 1, .mean = mean}, values_, 0, singular);
        on.for_each_row(fine_, [&](Cell<D> row, int) { write_between(row, factor, x); });
    }

  private:
    static constexpr int block = 8, least = 4 * block;

    static Index<D> blocks(Index<D> extent) {
        for (int a = 0; a < D; ++a) extent[a] /= block;
        return extent;
    }

    /// Of a row of blocks.
    void write_means(View<const float> b, const Cell<D>& row) {
        const int n = fine_.extent(0);
        float* const sum = thread_scratch(static_cast<std::size_t>(n));
        std::fill_n(sum, n, 0.0f);
        Box<D> rows = fine_;
        for (int a = 1; a < D; ++a) rows.lo[a] = block * row.i[a], rows.hi[a] = rows.lo[a] + block;
        for (int r = 0; r < rows.rows(); ++r) {
            const float* const from = b.data + rows.row(r).at;
            for (int i = 0; i < n; ++i) sum[i] += from[i];
        }
        constexpr float share = D == 2 ? 1.0f / (block * block) : 1.0f / (block * block * block);
        float* const to = values_.data() + row.at;
        for (int i = 0; i < n / block; ++i) {
            float all = 0;
            for (int k = 0; k < block; ++k) all += sum[block * i + k];
            to[i] = share * all;
        }
    }

    /// A block along an axis, and what it counts for. Beyond the last one is the first of a period, or the last once
    /// more: with changed sign where 0 is held between them.
    struct Share {
        int block;
        float share;
    };
    Share beyond(int axis, int k, float share) const {
        const int n = grid_.n()[axis];
        const Span& s = sides_.axis[axis];
        if (k >= 0 && k < n) return {k, share};
        if (s.periodic) return {k < 0 ? n - 1 : 0, share};
        return {k < 0 ? 0 : n - 1, (k < 0 ? s.low : s.high) == End::half ? -share : share};
    }
    /// The block below a cell, or the one above.
    Share neighbour(int axis, int i, bool above) const {
        const int at = i + block / 2;
        const float way = (static_cast<float>(at % block) + 0.5f) / block;
        return above ? beyond(axis, at / block, way) : beyond(axis, at / block - 1, 1 - way);
    }

    void write_between(const Cell<D>& row, float factor, View<float> x) const {
        const int n = grid_.n()[0];
        float* const line = thread_scratch(static_cast<std::size_t>(n) + 2) + 1;  // of blocks, with one beyond each end
        std::fill_n(line, n, 0.0f);
        for (int corner = 0; corner < 1 << (D - 1); ++corner) {
            Index<D> i{};
            float share = factor;
            for (int a = 1; a < D; ++a) {
                const Share one = neighbour(a, row.i[a], corner >> (a - 1) & 1);
                i[a] = one.block;
                share *= one.share;
            }
            const float* const from = values_.data() + grid_.cells().cell(i).at;
            for (int k = 0; k < n; ++k) line[k] += share * from[k];
        }
        for (const int end : {-1, n}) {
            const Share image = beyond(0, end, 1);
            line[end] = image.share * line[image.block];
        }
        float* const to = x.data + row.at;
        const auto between = [&](int k, int begin, int end) {
            const float low = line[k - 1], rise = (line[k] - line[k - 1]) / block;
            float* const first = to + block * k - block / 2;
            for (int s = begin; s < end; ++s) first[s] = low + (static_cast<float>(s) + 0.5f) * rise;
        };
        between(0, block / 2, block);
        for (int k = 1; k < n; ++k) between(k, 0, block);
        between(n, 0, block / 2);
    }

    Box<D> fine_;
    Grid<D> grid_;  // of blocks
    Waves<Exec, D> waves_;
    Field values_;
    Rectangle<D> sides_{};
};

}  // namespace whorl
