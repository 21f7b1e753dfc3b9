#pragma once
// The long waves of a solution, found on blocks of cells: a sixty-fourth of the work of a solve, or less.
//
// A float that holds a large x holds it to 2^-24 of its size, and A makes of that error many times what it makes of the
// wave itself. Once long waves, which are the large ones, are taken out by themselves, what is left of x is small.

#include "poisson/waves_on_device.hpp"

namespace whorl {

/// Blocks of cells along an axis: eight make one, and there are n.
struct Blocks {
    static constexpr int size = 8;

    int n = 0;
    bool periodic = false;
    End low = End::free, high = End::free;

    /// A block, and what it counts for. Beyond the last one is the first of a period, or the last once more: with changed
    /// sign where 0 is held between them.
    struct Share {
        int block;
        float share;
    };
    WHORL_HD constexpr Share beyond(int k, float whole) const {
        if (k >= 0 && k < n) return {k, whole};
        if (periodic) return {k < 0 ? n - 1 : 0, whole};
        return {k < 0 ? 0 : n - 1, (k < 0 ? low : high) == End::half ? -whole : whole};
    }
    /// The block below a cell, or the one above.
    WHORL_HD constexpr Share neighbour(int i, bool above) const {
        const int at = i + size / 2;
        const float way = (static_cast<float>(at % size) + 0.5f) / size;
        return above ? beyond(at / size, way) : beyond(at / size - 1, 1 - way);
    }
    /// Between two blocks, s cells above the middle of the lower one.
    WHORL_HD static constexpr float between(float low, float high, int s) {
        return low + (static_cast<float>(s) + 0.5f) * ((high - low) / size);
    }
    template <int D> static constexpr float share = D == 2 ? 1.0f / (size * size) : 1.0f / (size * size * size);
};

/// The mean over a block. Columns are summed first, as rows of the host are.
template <int D>
struct MeanOfBlock {
    Box<D> fine;
    View<const float> b;
    View<float> mean;

    WHORL_HD void operator()(Cell<D> c) const {
        constexpr int size = Blocks::size;
        float sum[size] = {};
        Index<D> i{};
        for (int a = 0; a < D; ++a) i[a] = size * c.i[a];
        const int corner = fine.cell(i).at;
        for (int z = 0; z < (D > 2 ? size : 1); ++z)
            for (int y = 0; y < size; ++y) {
                const int at = corner + y * fine.step[1] + (D > 2 ? z * fine.step[D - 1] : 0);
                for (int k = 0; k < size; ++k) sum[k] += b[at + k];
            }
        float all = 0;
        for (int k = 0; k < size; ++k) all += sum[k];
        mean[c] = Blocks::share<D> * all;
    }
};

/// Linear between the centres of blocks.
template <int D>
struct BetweenBlocks {
    static constexpr bool by_rows = true;  // the shares of a row are found once
    Array<Blocks, D> blocks;
    Box<D> coarse;
    float factor;
    View<const float> value;
    View<float> x;

    WHORL_HD void operator()(Cell<D> c) const {
        const int at = c.i[0] + Blocks::size / 2, k = at / Blocks::size;
        x[c] = Blocks::between(line(c.i, k - 1), line(c.i, k), at % Blocks::size);
    }

  private:
    /// Of blocks along x, that of which block k is, at the cell's place along the other axes.
    WHORL_HD float line(const Index<D>& cell, int k) const {
        const Blocks::Share own = blocks[0].beyond(k, 1);
        float sum = 0;
        for (int corner = 0; corner < 1 << (D - 1); ++corner) {
            Index<D> i{};
            i[0] = own.block;
            float share = factor;
            for (int a = 1; a < D; ++a) {
                const Blocks::Share one = blocks[a].neighbour(cell[a], corner >> (a - 1) & 1);
                i[a] = one.block;
                share *= one.share;
            }
            sum += share * value[coarse.cell(i).at];
        }
        return own.share * sum;
    }
};

template <class Exec, int D>
class LongWaves {
  public:
    LongWaves(Exec& on, const Unknowns<D>& unknowns)
        : fine_(unknowns.grid.cells()),
          grid_(count(unknowns.extent), unknowns.grid.h()),
          waves_(on, {grid_, grid_.n(), unknowns.periodic}),
          values_(on.field(grid_)) {}

    /// Whether blocks make up such a box, and enough of them.
    static bool fit(const Index<D>& extent) {
        bool fits = true;
        for (int a = 0; a < D; ++a) fits = fits && extent[a] % size == 0 && extent[a] >= least;
        return fits;
    }
    /// False: they can not be found for these sides.
    bool prepare(Exec& on, const Rectangle<D>& all) {
        Rectangle<D> coarse = all;
        for (int a = 0; a < D; ++a) {
            Span& s = coarse.axis[a];
            if (s.n != size * grid_.n()[a] || s.low == End::point || s.high == End::point) return false;
            s.n = grid_.n()[a];
            s.weight /= size * size;
            blocks_[a] = {.n = s.n, .periodic = s.periodic, .low = s.low, .high = s.high};
        }
        waves_.prepare(on, coarse);
        return true;
    }

    /// x = factor times those of the solution for b - mean.
    void find(Exec& on, View<const float> b, float mean, bool singular, float factor, View<float> x) {
        const Box<D> cells = grid_.cells();
        const ScaledValues means{.data = values_.data(), .factor = 1, .mean = mean};
        if constexpr (TakesRows<Exec, D>) {
            Box<D> work = cells;
            work.hi[0] = work.lo[0] + size * fine_.extent(0);  // as much as it is
            on.for_each_row(work, [&](Cell<D> row, int) { write_means(b, row); });
            waves_.solve(on, means, values_, 0, singular);
            on.for_each_row(fine_, [&](Cell<D> row, int) { write_between(row, factor, x); });
        } else {
            on.for_each(cells, MeanOfBlock<D>{.fine = fine_, .b = b, .mean = values_});
            waves_.solve(on, means, values_, 0, singular);
            on.for_each(fine_, BetweenBlocks<D>{.blocks = blocks_, .coarse = cells, .factor = factor, .value = values_, .x = x});
        }
    }

  private:
    static constexpr int size = Blocks::size, least = 4 * size;

    static Index<D> count(Index<D> extent) {
        for (int a = 0; a < D; ++a) extent[a] /= size;
        return extent;
    }

    /// Of a row of blocks.
    void write_means(View<const float> b, const Cell<D>& row) {
        const int n = fine_.extent(0);
        float* const sum = thread_scratch(static_cast<std::size_t>(n));
        std::fill_n(sum, n, 0.0f);
        Box<D> rows = fine_;
        for (int a = 1; a < D; ++a) rows.lo[a] = size * row.i[a], rows.hi[a] = rows.lo[a] + size;
        for (int r = 0; r < rows.rows(); ++r) {
            const float* const from = b.data + rows.row(r).at;
            for (int i = 0; i < n; ++i) sum[i] += from[i];
        }
        float* const to = values_.data() + row.at;
        for (int i = 0; i < n / size; ++i) {
            float all = 0;
            for (int k = 0; k < size; ++k) all += sum[size * i + k];
            to[i] = Blocks::share<D> * all;
        }
    }

    void write_between(const Cell<D>& row, float factor, View<float> x) const {
        const int n = grid_.n()[0];
        float* const line = thread_scratch(static_cast<std::size_t>(n) + 2) + 1;  // of blocks, with one beyond each end
        std::fill_n(line, n, 0.0f);
        for (int corner = 0; corner < 1 << (D - 1); ++corner) {
            Index<D> i{};
            float share = factor;
            for (int a = 1; a < D; ++a) {
                const Blocks::Share one = blocks_[a].neighbour(row.i[a], corner >> (a - 1) & 1);
                i[a] = one.block;
                share *= one.share;
            }
            const float* const from = values_.data() + grid_.cells().cell(i).at;
            for (int k = 0; k < n; ++k) line[k] += share * from[k];
        }
        for (const int end : {-1, n}) {
            const Blocks::Share image = blocks_[0].beyond(end, 1);
            line[end] = image.share * line[image.block];
        }
        float* const to = x.data + row.at;
        const auto between = [&](int k, int begin, int end) {
            float* const first = to + size * k - size / 2;
            for (int s = begin; s < end; ++s) first[s] = Blocks::between(line[k - 1], line[k], s);
        };
        between(0, size / 2, size);
        for (int k = 1; k < n; ++k) between(k, 0, size);
        between(n, 0, size / 2);
    }

    Box<D> fine_;
    Grid<D> grid_;  // of blocks
    Waves<Exec, D> waves_;
    Field values_;
    Array<Blocks, D> blocks_{};
};

}  // namespace whorl
