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
    using Half = typename ColoursApart<D>::Half;
    static constexpr int outer = D - 1;

    RowPasses() = default;
    RowPasses(Exec& on, const L& level)
        : rows_(on, level.unknowns),
          x_(on.field(apart().grid())),
          b_(on.field(apart().grid())),
          sums_(on.template buffer<double>(static_cast<std::size_t>(level.unknowns.box().rows()))) {
        int cells = 1;
        for (int a = 0; a < outer; ++a) cells *= apart().count(a);
        wave_ = Wave<Exec>(on, apart().count(outer), cells, apart().periodic(outer));
    }

    void prepare(Exec& on, const L& level) {
        rows_.prepare(on, level.A, level.known, level.spacing[0].last != 1);
    }

    /// x and b from fields in natural order; without `x`: from zero, and `down` is to be told so.
    void load(Exec& on, const L& level, View<const float> b, View<const float> x) {
        on.for_each_row(level.unknowns.box(), [&](Cell<D> row, int) {
            apart().split(b.data + row.at, row.i, b_);
            if (x.data) apart().split(x.data + row.at, row.i, x_);
        });
    }
    void store(Exec& on, const L& level, View<float> x) const {
        on.for_each_row(level.unknowns.box(),
                        [&](Cell<D> row, int) { apart().join(x_, row.i, x.data + row.at); });
    }

    /// One sweep (unless `omega` is 0), then the mean residual of the children becomes the right-hand side of `coarse`.
    /// Returns the sum of squares of the residual.
    double down(Exec& on, const L& fine, const L&, RowPasses& coarse, float omega, bool from_zero) {
        const int below[] = {0, 1, fine.halved[outer] ? 2 : 1, 0};
        const int sweep = omega > 0 ? 2 : 0;
        const auto stage = [&](int s, int plane) {
            if (s < sweep)
                relax_plane(plane, s, omega, from_zero && s == 0);
            else
                restrict_plane(fine, coarse, plane);
        };
        if (!from_zero) wrap_planes(on);
        wave_.run(on, sweep + 1, below, stage, [&] { wrap_planes(on); });
        return Exec::total(coarse.sums_);
    }

    /// Adds the correction x of `coarse`, then one sweep.
    void up(Exec& on, const L& fine, const L&, RowPasses& coarse, float omega) {
        constexpr int below[] = {0, 1, 1, 0};
        coarse.wrap_all(on);
        const auto stage = [&](int s, int plane) {
            if (s == 0)
                prolong_plane(fine, coarse, plane);
            else
                relax_plane(plane, s - 1, omega, false);
        };
        wave_.run(on, 3, below, stage, [&] { wrap_planes(on); });
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
        on.for_each_row(box, [&](Cell<D> row, int) {
            double sum = 0;
            for (const int colour : {0, 1}) {
                const Half h = apart().half(row.i, colour);
                sum += sum_of(b + h.at, h.count);
            }
            sums_.data()[rows_.number(row.i)] = sum;
        });
        const auto mean = static_cast<float>(Exec::total(sums_) / std::max(unknowns, 1.0));
        on.for_each_row(box, [&](Cell<D> row, int) {
            for (const int colour : {0, 1}) {
                const Half h = apart().half(row.i, colour);
                const float* const inverse = rows_.inverse(row.i, h);
#pragma omp simd
                for (int m = 0; m < h.count; ++m) b[h.at + m] = inverse[2 * m] > 0 ? b[h.at + m] - mean : 0.0f;
            }
        });
    }

  private:
    static constexpr int block = 512;  // values of one colour that are worked on together

    const ColoursApart<D>& apart() const { return rows_.apart(); }

    static double sum_of(const float* f, int count) {
        constexpr int lanes = 16;
        float lane[lanes] = {};
        const int whole = count / lanes * lanes;
        for (int j = 0; j < whole; j += lanes) {
#pragma omp simd
            for (int l = 0; l < lanes; ++l) lane[l] += f[j + l];
        }
        for (int j = whole; j < count; ++j) lane[j - whole] += f[j];
        double total[lanes];
        for (int l = 0; l < lanes; ++l) total[l] = lane[l];
        for (int width = lanes / 2; width > 0; width /= 2)
            for (int l = 0; l < width; ++l) total[l] += total[l + width];
        return total[0];
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
    void wrap_all(Exec& on) {
        wrap_planes(on);
        if constexpr (D == 3) {
            if (apart().periodic(1))
                for (int k = 0; k < apart().count(outer); ++k) wrap_rows(k);
        }
    }

    // ---- Relaxation -------------------------------------------------------------------------------------------------

    void relax_plane(int plane, int colour, float omega, bool from_zero) {
        if (!from_zero) wrap_rows(plane);
        float* const x = x_.data();
        const float* const b = b_.data();
        each_row(plane, [&](const Index<D>& row) {
            const Half h = apart().half(row, colour);
            if (from_zero) {
                rows_.visit(row, h, x_, [&](const auto& r, int begin, int end) {
                    relax_from_zero(r, b + h.at, omega, begin, end, x + h.at);
                });
                std::fill_n(x + h.other, apart().half(row, 1 - colour).count, 0.0f);
            } else {
                apart().wrap_ends(x_, h);
                rows_.visit(row, h, x_, [&](const auto& r, int begin, int end) {
                    relax(r, b + h.at, omega, begin, end, x + h.at);
                });
            }
        });
    }

    // ---- To the coarse level and back -------------------------------------------------------------------------------

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
            // By parity along x. Layers apart: pairs along y first, then along z, then along x, as Family::sum has it.
            float sum[2][block], upper[2][block], square[2][block];
            for (const int parity : {0, 1}) {
                for (int layer = 0; layer < (D > 2 ? children[outer] : 1); ++layer)
                    for (int y = 0; y < children[1]; ++y) {
                        Index<D> row = eldest;
                        row[1] += y;
                        if constexpr (D > 2) row[outer] += layer;
                        float* const to = layer == 0 ? sum[parity] : upper[parity];
                        add_residual_row(row, parity, begin, end, y == 0, layer == 0 && y == 0, to, square[parity]);
                    }
                if (D > 2 && children[outer] > 1)
                    for (int j = 0; j < n; ++j) sum[parity][j] += upper[parity][j];
                squares += sum_of(square[parity], n);
            }
            write_coarse(fine, coarse, coarse_row, begin, n, sum);
        }
        coarse.sums_.data()[coarse.rows_.number(coarse_row)] = squares;
    }

    /// Of cells begin <= m < end; those that are not there count as 0.
    void add_residual_row(const Index<D>& row, int parity, int begin, int end, bool fresh, bool fresh_squares,
                          float* sum, float* squares) {
        const Half h = apart().half_of_parity(row, parity);
        apart().wrap_ends(x_, h);
        const float* const x = x_.data() + h.at;
        const float* const b = b_.data() + h.at;
        const int last = whorl::min(end, h.count);
        if (fresh_squares)
            for (int j = 0; j < end - begin; ++j) squares[j] = 0;
        if (fresh)
            for (int m = whorl::max(last, begin); m < end; ++m) sum[m - begin] = 0;
        rows_.visit(row, h, x_, [&](const auto& r, int from, int to) {
            from = whorl::max(from, begin), to = whorl::min(to, last);
            if (fresh)
                add_residual<true>(r, b, x, from, to, sum - begin, squares - begin);
            else
                add_residual<false>(r, b, x, from, to, sum - begin, squares - begin);
        });
    }

    void write_coarse(const L& fine, RowPasses& coarse, const Index<D>& row, int begin, int n,
                      const float (&sum)[2][block]) {
        const float share = fine.family().share;
        float* const b = coarse.b_.data();
        if (!fine.halved[0]) {  // one child along x: the parities stay what they are
            for (const int parity : {0, 1}) {
                const Half h = coarse.apart().half_of_parity(row, parity);
                const int count = whorl::min(n, h.count - begin);
                for (int j = 0; j < count; ++j) b[h.at + begin + j] = share * sum[parity][j];
            }
            return;
        }
        float all[block + 1];
#pragma omp simd
        for (int j = 0; j < n; ++j) all[j] = share * (sum[0][j] + sum[1][j]);
        for (const int parity : {0, 1}) {
            const Half h = coarse.apart().half_of_parity(row, parity);
            const int count = whorl::min((n - parity + 1) / 2, h.count - begin / 2);
            float* const to = b + h.at + begin / 2;
#pragma omp simd
            for (int j = 0; j < count; ++j) to[j] = all[2 * j + parity];
        }
    }

    /// Row `row` of the coarse x in natural order, from begin - 1 to end: out[0] is that of begin - 1.
    void join_part(const Index<D>& row, int begin, int end, float* out) const {
        const Half even = apart().half_of_parity(row, 0);
        const int n = apart().count(0), whole = (end - begin) / 2;
        const float* const x = x_.data();
        const float* const a = x + even.at + begin / 2;
        const float* const b = x + even.other + begin / 2;
        const auto value = [&](int i) {
            if (apart().periodic(0)) i = (i + n) % n;
            return i >= 0 && i < n ? x[even.cell(i)] : 0.0f;
        };
        out[0] = value(begin - 1);
#pragma omp simd
        for (int j = 0; j < whole; ++j) out[2 * j + 1] = a[j], out[2 * j + 2] = b[j];
        for (int i = begin + 2 * whole; i <= end; ++i) out[i - begin + 1] = value(i);
    }

    void prolong_plane(const L& fine, const RowPasses& coarse, int plane) {
        const int longest = apart().half_of_parity({}, 0).count;
        const bool halved = fine.halved[0];
        for (int begin = 0; begin < longest; begin += block) {
            const int end = whorl::min(begin + block, longest);
            const int first = halved ? begin : 2 * begin;
            const int last = whorl::min(halved ? end : 2 * end, coarse.apart().count(0));
            float here[2 * block + 2], beyond[D - 1][2 * block + 2];
            int joined = -1, joined_z = -1;
            each_row(plane, [&](const Index<D>& i) {
                const auto parent = [&](int a) { return fine.halved[a] ? i[a] >> 1 : i[a]; };
                Index<D> up{};
                for (int a = 1; a < D; ++a) up[a] = parent(a);
                Parents<D> p{};
                p.here = here + 1 - first, p.halved = halved;
                if (joined != up[1] || D == 2) coarse.join_part(up, first, last, here);
                for (int a = 1; a < D; ++a) {
                    p.lean[a - 1] = fine.lean_along(a)[i[a]];
                    p.beyond[a - 1] = p.here;
                    if (!fine.halved[a]) continue;
                    Index<D> near = up;
                    near[a] += (i[a] & 1) ? 1 : -1;
                    if (a != outer || D == 2 || joined_z != up[1]) coarse.join_part(near, first, last, beyond[a - 1]);
                    p.beyond[a - 1] = beyond[a - 1] + 1 - first;
                }
                joined = joined_z = up[1];
                prolong_row(fine, i, p, begin, end);
            });
        }
    }

    void prolong_row(const L& fine, const Index<D>& row, Parents<D>& p, int begin, int end) {
        for (const int parity : {0, 1}) {
            const Half h = apart().half_of_parity(row, parity);
            p.parity = parity;
            p.lean_x = fine.lean_along(0).data + parity;
            float* const x = x_.data() + h.at;
            rows_.visit(row, h, x_, [&](auto r, int from, int to) {
                from = whorl::max(from, begin), to = whorl::min(to, end);
                for (int a = 1; a < D; ++a) {  // the nearer face first
                    if ((row[a] & 1) == 0) continue;
                    r.across[2 * a - 2] = r.across[2 * a - 1];
                    r.across_all[2 * a - 2] = r.across_all[2 * a - 1];
                }
                if (p.halved)
                    prolong<true>(r, p, from, to, x);
                else
                    prolong<false>(r, p, from, to, x);
            });
        }
    }

    Rows<Exec, D> rows_;
    Wave<Exec> wave_;
    Field x_, b_;
    Buffer<double> sums_;  // one a row
};

}  // namespace whorl
