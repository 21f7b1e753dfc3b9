#pragma once
// The two halves of a V-cycle on one level, for executors whose threads take whole rows: each is one trip through
// memory, with the colours stored apart.

#include "poisson/level.hpp"
#include "poisson/rows.hpp"
#include "poisson/wave.hpp"

namespace whorl {

/// A level whose vectors x and b have their colours apart.
template <class Exec, int D>
class RowPasses {
  public:
    using L = Level<D>;
    static constexpr int outer = D - 1;

    RowPasses() = default;
    RowPasses(Exec& on, const L& level)
        : rows_(on, level.unknowns),
          x_(on.field(apart().grid())),
          b_(on.field(apart().grid())),
          natural_(on.field(level.unknowns.grid)),
          lean_(on.template buffer<float>(static_cast<std::size_t>(2 * lean_length()))),
          sums_(on.template buffer<double>(static_cast<std::size_t>(level.unknowns.box().rows()))) {
        int cells = 1;
        for (int a = 0; a < outer; ++a) cells *= apart().count(a);
        wave_ = Wave<Exec>(on, apart().count(outer), cells, apart().periodic(outer));
    }

    void prepare(Exec& on, const L& level) {
        rows_.prepare(on, level.A, level.known, level.spacing[0].last != 1);
        for (int i = 0; i < apart().count(0); ++i)
            lean_.data()[(i & 1) * lean_length() + (i >> 1)] = level.lean[0].size() > 0 ? level.lean_along(0)[i] : 0.0f;
    }

    /// x and b from fields in natural order; without `x`: from zero, and `down` is to be told so.
    void load(Exec& on, const L& level, const RightHandSide& b, View<const float> x) {
        on.for_each_row(level.unknowns.box(), [&](Cell<D> row, int) {
            if (b.is_b()) apart().split(b.b, row, b_);
            else apart().split(b, row, b_);
            if (x.data) apart().split(x, row, x_);
        });
    }
    void store(Exec& on, const L& level, View<float> x) const {
        on.for_each_row(level.unknowns.box(), [&](Cell<D> row, int) { apart().join(x_, row.i, x.data + row.at); });
    }

    /// So many sweeps.
    void relax(Exec& on, const L&, int sweeps, float omega, bool from_zero) {
        constexpr int most = 4;  // in one trip
        for (int left = sweeps; left > 0; left -= most, from_zero = false) {
            if (!from_zero) wrap_planes(on);
            const auto stage = [&](int s, int plane) { relax_plane(plane, s & 1, omega, from_zero && s == 0, s == 0); };
            wave_.run(on, 2 * whorl::min(left, most), {}, stage, [&] { wrap_planes(on); });
        }
    }

    /// The sum of squares of b - A x.
    double squares(Exec& on, const L&) {
        wrap_planes(on);
        const int cells = apart().count(0) * (D == 2 ? 1 : apart().count(1));
        on.for_each_item(apart().count(outer), cells, [&](int plane) {
            wrap_rows(plane);
            each_row(plane, [&](const Index<D>& row) {
                double sum = 0;
                for (int begin = 0; begin < apart().count_of(0); begin += block) {
                    const int end = whorl::min(begin + block, apart().count_of(0));
                    Residuals r;
                    add_residual_rows<true>(row, 1, begin, end, r);
                    sum += sum_of(r.square[0], r.square[1], end - begin);
                }
                sums_.data()[rows_.number(row)] = sum;
            });
        });
        return Exec::total(sums_);
    }

    /// `sweeps` sweeps, then the mean residual of the children becomes the right-hand side of `coarse`.
    /// Returns the sum of squares of the residual.
    double down(Exec& on, const L& fine, const L&, RowPasses& coarse, int sweeps, const Omega& omega, bool from_zero,
                bool /*measured*/ = true) {
        typename Wave<Exec>::Below below;
        below.planes[2 * sweeps] = fine.halved[outer] ? 2 : 1;
        const auto stage = [&](int s, int plane) {
            if (s < 2 * sweeps)
                relax_plane(plane, s & 1, s + 1 < 2 * sweeps ? omega.all : omega.last, from_zero && s == 0, s == 0);
            else
                restrict_plane(fine, coarse, plane);
        };
        if (!from_zero) wrap_planes(on);
        wave_.run(on, 2 * sweeps + 1, below, stage, [&] { wrap_planes(on); });
        return Exec::total(coarse.sums_);
    }

    /// Adds the correction x of `coarse`, then sweeps.
    void up(Exec& on, const L& fine, const L& next, RowPasses& coarse, float omega) {
        start_up(on, fine, next, coarse);
        const auto stage = [&](int s, int plane) {
            if (s == 0)
                prolong_plane(fine, next, coarse, plane);
            else
                relax_plane(plane, (s - 1) & 1, omega, false, s == 1);
        };
        wave_.run(on, 1 + 2 * fine.sweeps_up(), {}, stage, [&] { wrap_planes(on); });
    }

    /// Both, one after the other: the end of a cycle and the beginning of the next.
    double turn(Exec& on, const L& fine, const L& next, RowPasses& coarse, int sweeps_down, const Omega& omega) {
        const int last = 1 + 2 * (fine.sweeps_up() + sweeps_down);
        typename Wave<Exec>::Below below;
        below.planes[last] = fine.halved[outer] ? 2 : 1;
        start_up(on, fine, next, coarse);
        const auto stage = [&](int s, int plane) {
            if (s == 0)
                prolong_plane(fine, next, coarse, plane);
            else if (s < last)
                relax_plane(plane, (s - 1) & 1, s + 1 < last ? omega.all : omega.last, false, s == 1);
            else
                restrict_plane(fine, coarse, plane);
        };
        wave_.run(on, last + 1, below, stage, [&] { wrap_planes(on); });
        return Exec::total(coarse.sums_);
    }

    /// The one cell of the last level.
    void solve_single_cell(Exec&, const L& level) {
        const int at = apart().half({}, 0).at;
        x_.data()[at] = level.known[level.unknowns.box().cell({}).at] * b_.data()[at];
    }

    /// What rounding leaves of the mean would grow from level to level where nothing holds x.
    void remove_mean(Exec& on, const L& level, double unknowns) {
        const Box<D> box = level.unknowns.box();
        float* const b = b_.data();
        on.for_each_row(box, [&](Cell<D> row, int) { apart().join(b_, row.i, natural_.data() + row.at); });
        const auto mean = static_cast<float>(on.sum(box, Read<D>{natural_}) / std::max(unknowns, 1.0));
        on.for_each_row(box, [&](Cell<D> row, int) {
            for (const int colour : {0, 1}) {
                const HalfRow h = apart().half(row.i, colour);
                const float* const inverse = rows_.inverse(row.i, h);
#pragma omp simd
                for (int m = 0; m < h.count; ++m) b[h.at + m] = inverse[2 * m] > 0 ? b[h.at + m] - mean : 0.0f;
            }
        });
    }

  private:
    static constexpr int block = row_block;

    const ColoursApart<D>& apart() const { return rows_.apart(); }
    int lean_length() const { return apart().count(0) / 2 + 1; }

    /// The sum of all f[j] + g[j], along a tree that does not depend on the width of vectors.
    static double sum_of(const float* f, const float* g, int count) {
        constexpr int lanes = 16;
        float lane[lanes] = {};
        const int whole = count / lanes * lanes;
        for (int j = 0; j < whole; j += lanes) {
#pragma omp simd
            for (int l = 0; l < lanes; ++l) lane[l] += f[j + l] + g[j + l];
        }
        for (int j = whole; j < count; ++j) lane[j - whole] += f[j] + g[j];
        double eight[8], four[4];
        for (int l = 0; l < 8; ++l) eight[l] = double{lane[l]} + double{lane[l + 8]};
        for (int l = 0; l < 4; ++l) four[l] = eight[l] + eight[l + 4];
        return (four[0] + four[2]) + (four[1] + four[3]);
    }

    /// use(row) for the rows of a plane.
    template <class Use>
    void each_row(int plane, const Use& use) const {
        Index<D> row{};
        row[outer] = plane;
        if constexpr (D == 2) {
            use(row);
        } else {
            for (row[1] = 0; row[1] < apart().count(1); ++row[1]) use(row);
        }
    }

    // ---- Ghosts along periodic axes -------------------------------------------------------------------------------

    /// Beyond the first and the last row of a plane.
    void wrap_rows(int plane) {
        if constexpr (D == 3) {
            if (!apart().periodic(1)) return;
            const int n = apart().count(1);
            apart().wrap_row(x_, {0, n - 1, plane}, {0, -1, plane});
            apart().wrap_row(x_, {0, 0, plane}, {0, n, plane});
        }
    }
    /// Beyond the first and the last plane.
    void wrap_planes(Exec& on) {
        if (!apart().periodic(outer)) return;
        const int n = apart().count(outer), rows = D == 2 ? 1 : apart().count(1);
        on.for_each_item(rows, 4 * apart().count(0), [&](int r) {
            Index<D> from{}, to{};
            if constexpr (D == 3) from[1] = to[1] = r;
            from[outer] = n - 1, to[outer] = -1;
            apart().wrap_row(x_, from, to);
            from[outer] = 0, to[outer] = n;
            apart().wrap_row(x_, from, to);
        });
    }
    // ---- Relaxation -------------------------------------------------------------------------------------------------

    void relax_plane(int plane, int colour, float omega, bool from_zero, bool fetch) {
        if (!from_zero) {
            wrap_rows(plane);
            if (apart().periodic(0))
                each_row(plane, [&](const Index<D>& row) { apart().wrap_ends(x_, apart().half(row, colour)); });
        }
        Index<D> row{};
        row[outer] = plane;
        const int count = D == 2 ? 1 : apart().count(1);
        for (int done = 0; done < count;) {
            if constexpr (D == 3) row[1] = done;
            const int rows = rows_.alike_from(row);
            const HalfRow half = apart().half(row, colour);
            rows_.visit(row, [&](const auto& of, int from) {
                if (from_zero)
                    relax_rows_from_zero<D>(of, apart(), half, rows, from, omega, b_.data(), x_.data());
                else
                    relax_rows<D>(of, apart(), half, rows, from, omega, fetch, b_.data(), x_.data());
            });
            for (int r = 0; r < rows && from_zero; ++r) {
                float* const red = x_.data() + half.at + r * apart().step(1);
                if (rows_.is_closed(row)) std::fill_n(red, apart().count_of(0), 0.0f);
                std::fill_n(red + (half.other - half.at), apart().count_of(0), 0.0f);
            }
            done += rows;
        }
    }

    // ---- To the coarse level and back -------------------------------------------------------------------------------

    void start_up(Exec& on, const L& fine, const L& next, RowPasses& coarse) {
        coarse.store(on, next, coarse.natural_);
        wrap(on, next.unknowns, View<float>(coarse.natural_));
        for (int a = 1; a < D; ++a) lean_across_[a - 1] = fine.lean_along(a);
    }

    /// The coarse plane that ends with this fine one, if there is any.
    void restrict_plane(const L& fine, RowPasses& coarse, int plane) {
        const bool halved = fine.halved[outer];
        if (halved && plane % 2 == 0 && plane + 1 < apart().count(outer)) return;
        wrap_rows(plane);
        if (halved && plane % 2 == 1) wrap_rows(plane - 1);
        coarse.each_row(halved ? plane / 2 : plane, [&](const Index<D>& row) { restrict_row(fine, coarse, row); });
    }

    void restrict_row(const L& fine, RowPasses& coarse, const Index<D>& coarse_row) {
        const Family<D> family = fine.family();
        const Index<D> children = family.children(coarse_row);
        Index<D> eldest = coarse_row;
        for (int a = 1; a < D; ++a) eldest[a] *= family.halved[a] ? 2 : 1;
        const int longest = apart().half_of_parity(coarse_row, 0).count;  // that of parity 0 has the most cells
        double squares = 0;
        for (int begin = 0; begin < longest; begin += block) {
            const int end = whorl::min(begin + block, longest), n = end - begin;
            Residuals r;
            // Pairs along y first, then along z, then along x, as Family::sum has it.
            for (int z = 0; z < (D > 2 ? children[outer] : 1); ++z) {
                Index<D> row = eldest;
                if constexpr (D > 2) row[outer] += z;
                if (z == 0)
                    add_residual_rows<true>(row, children[1], begin, end, r);
                else
                    add_residual_rows<false>(row, children[1], begin, end, r);
            }
            squares += sum_of(r.square[0], r.square[1], n);
            write_coarse(fine, coarse, coarse_row, begin, n, r.sum[0], r.sum[1]);
        }
        coarse.sums_.data()[coarse.rows_.number(coarse_row)] = squares;
    }

    /// Cells beyond the end of a row count as 0.
    template <bool fresh>
    void add_residual_rows(const Index<D>& row, int count, int begin, int end, Residuals& to) {
        for (int y = 0; y < count && apart().periodic(0); ++y) {
            Index<D> each = row;
            each[1] += y;
            for (const int colour : {0, 1}) apart().wrap_ends(x_, apart().half(each, colour));
        }
        for (int m = whorl::max(begin, apart().count_of(1)); m < end && fresh; ++m)
            to.sum[1][m - begin] = to.square[1][m - begin] = 0;
        rows_.visit_pair(row, count > 1, [&](const auto& of, int from) {
            if (count > 1)
                add_residual<D, 2, fresh>(of, apart(), row, from, begin, end, b_.data(), x_.data(), to);
            else
                add_residual<D, 1, fresh>(of, apart(), row, from, begin, end, b_.data(), x_.data(), to);
        });
    }

    void write_coarse(const L& fine, RowPasses& coarse, const Index<D>& row, int begin, int n, const float* even,
                      const float* odd) {
        const float share = fine.family().share;
        float* const b = coarse.b_.data();
        if (!fine.halved[0]) {  // one child along x: the parities stay what they are
            for (const int parity : {0, 1}) {
                const HalfRow h = coarse.apart().half_of_parity(row, parity);
                const int count = whorl::min(n, h.count - begin);
                for (int j = 0; j < count; ++j) b[h.at + begin + j] = share * (parity == 0 ? even : odd)[j];
            }
            return;
        }
        float all[block + 1];
#pragma omp simd
        for (int j = 0; j < n; ++j) all[j] = share * (even[j] + odd[j]);
        for (const int parity : {0, 1}) {
            const HalfRow h = coarse.apart().half_of_parity(row, parity);
            const int count = whorl::min((n - parity + 1) / 2, h.count - begin / 2);
            float* const to = b + h.at + begin / 2;
#pragma omp simd
            for (int j = 0; j < count; ++j) to[j] = all[2 * j + parity];
        }
    }

    void prolong_plane(const L& fine, const L& below, const RowPasses& coarse, int plane) {
        const Box<D> parents = below.unknowns.box();
        Parents<D> p{};
        for (const int parity : {0, 1}) p.lean_x[parity] = lean_.data() + parity * lean_length();
        each_row(plane, [&](const Index<D>& row) {
            int at = parents.origin;
            for (int a = 1; a < D; ++a) {
                const int step = parents.step[a], odd = row[a] & 1;
                at += (fine.halved[a] ? row[a] >> 1 : row[a]) * step;
                p.lean[a - 1] = lean_across_[a - 1][row[a]];
                p.beyond[a - 1] = odd ? step : -step;
                p.near_side[a - 1] = 2 * (a - 1) + odd;
            }
            p.here = coarse.natural_.data() + at;
            rows_.visit(row, [&](const auto& of, int from) {
                if (fine.halved[0])
                    prolong_row<D, true>(of, apart(), row, p, from, x_.data());
                else
                    prolong_row<D, false>(of, apart(), row, p, from, x_.data());
            });
        });
    }

    Rows<Exec, D> rows_;
    Wave<Exec> wave_;
    Field x_, b_;
    Field natural_;                           // x in natural order, for the level above, or b
    Field lean_;                              // of the way back from the next level, along x, parities apart
    View<const float> lean_across_[D - 1]{};  // the same along the other axes
    Buffer<double> sums_;                     // one a row
};

}  // namespace whorl
