#pragma once
// A whole sweep over red and black, with what comes before and after it, in one trip through memory, for a GPU: half sweeps
// by themselves bring x and b twice. Tiles march along z. A thread has two rows of four cells, the children of two coarse
// cells, and what it needs of the planes behind it in registers; neighbours along x and y come through memory that the
// threads of a tile share. What lies around a tile is computed once more, so x goes from one field to another.
//
// When plane z comes in, red is relaxed in plane z - 1, black in z - 2, and what is left is known in z - 3. Each reads only
// what was shared in an earlier step, so the threads of a tile wait for each other once a plane.
//
// Vectors have even and odd cells apart, nothing repeats, extents are even, that along x by four, and cells of an axis are
// alike. The bits are those of cell_passes.hpp. At 512 cubed a solve to 1e-3 takes 7.1 ms so, and 9.3 pass by pass.

#include "poisson/marked_transfer.hpp"

namespace whorl {

/// What x is when a trip begins.
enum class Start { x, zero, corrected };

/// Where the cells of a thread are: in open space or at a side across x, as some in many warps are; also at one across y; or at
/// any side, with cells whose coefficients must be loaded. All threads of a tile wait for the slowest, so those at a side across
/// y, a warp in every tile there, have instructions of their own.
enum class Where { open, side, anywhere };

/// Two neighbours in memory, which a GPU loads and stores as one.
struct alignas(8) Two {
    float v[2];
    WHORL_HD float& operator[](int p) { return v[p]; }
    WHORL_HD float operator[](int p) const { return v[p]; }
    WHORL_HD static Two at(const float* f) { return *reinterpret_cast<const Two*>(f); }
    WHORL_HD void put(float* f) const { *reinterpret_cast<Two*>(f) = *this; }
};

/// `unit`: the weight of open faces is 1, and there is no shift.
template <bool varies, bool unit, Start start, bool restricts>
struct SweepTrip {
    static constexpr bool reads_beyond = restricts && start != Start::zero;  // the tile: rows of black cells, as they were
    // Threads of a tile along x and y: as many as have the registers that they need.
    static constexpr int lanes = 32, thread_rows = reads_beyond || start == Start::corrected ? 12 : 16;
    static constexpr int blocks_at_once = 1;
    static constexpr int planes = 48;  // that a tile writes; even
    static constexpr int useful_pairs = 2 * lanes - 4, useful_rows = 2 * thread_rows - 4;  // the rest is around it
    static constexpr int lead = restricts ? 4 : 2;  // planes before the first that is written; even
    static constexpr int lag = restricts ? 4 : 2;   // and after the last

    MarkedOperator<3, varies> marked;
    EvenOdd<3> rows;
    Box<3> box;  // of the unknowns, in natural order
    View<const float> b, x;
    Omega omega;
    View<float> next;
    // Start::corrected
    ProlongMarked<3, varies> correction;
    Vec<3> lean;  // what Prolong multiplies differences with in open space: the same everywhere
    // restricts
    EvenOdd<3> coarse_rows;
    View<float> coarse, squares;  // the latter, without data: not wanted
    float share;

    /// What the threads of a tile tell each other: planes in turns, a frame around each.
    struct Shared {
        using Plane = float[2 * thread_rows + 2][2 * lanes + 4];
        alignas(8) Plane old_black[start != Start::zero ? 2 : 1], red[2], black[restricts ? 2 : 1];
    };
    struct Thread {
        int column, row;  // of the first pair in a plane of Shared
        int pair, y, first, z0, z1;
        int at, from;  // the first cell of the first row in plane 0: in these vectors, in natural order
        bool inside, writes;
        bool x_side[2], y_side[2];  // whether the first or the last cell of its rows, its first or last row, is at a side
        unsigned rough;  // eight bits a plane, the lowest of the last one, four a row: the cells that are not known
        Two red[2][4], black[2][5], b_red[2][4], b_black[2][3];  // by row and by how many planes ago; of two pairs
        Two in_red[2], in_black[2], in_b_red[2], in_b_black[2], in_beyond;  // the plane that comes in next
        std::uint32_t in_known[2];
        Two parent, beside_x, beside_y[2], beside_z;  // of the coarse level
        Two left_of_black[2], sum[2], square[2];  // sums over the first plane of children, even ones and odd ones
    };

    Index<3> tiles() const {
        const auto count = [](int n, int each) { return (n + each - 1) / each; };
        return {count(box.hi[0] / 2, useful_pairs), count(box.hi[1], useful_rows), count(box.hi[2], planes)};
    }

    WHORL_HD Thread begin(const Index<3>& tile, int lane, int row) const {
        Thread t{};
        t.column = 2 * lane + 2, t.row = 2 * row + 1;
        t.pair = tile[0] * useful_pairs - 2 + 2 * lane;
        t.y = tile[1] * useful_rows - 2 + 2 * row;
        t.z0 = tile[2] * planes, t.z1 = whorl::min(t.z0 + planes, box.hi[2]);
        t.first = t.z0 - lead;
        t.at = rows.origin + t.y * rows.step[1] + t.pair;
        t.from = box.origin + t.y * box.step[1] + 2 * t.pair;
        t.inside = t.pair >= 0 && 2 * t.pair < box.hi[0] && t.y >= 0 && t.y < box.hi[1];
        t.writes = t.inside && lane > 0 && lane < lanes - 1 && row > 0 && row < thread_rows - 1;
        const int pairs = box.hi[0] / 2;
        t.x_side[0] = t.pair == 0, t.x_side[1] = t.pair + 2 == pairs;
        t.y_side[0] = t.y == 0, t.y_side[1] = t.y + 2 == box.hi[1];
        fetch<0>(t, t.first);
        return t;
    }
    WHORL_HD int end(const Thread& t) const { return t.z1 + lag; }

    /// The plane z comes in; its parity is known while compiling.
    template <int parity>
    WHORL_HD void step(Thread& t, Shared& s, int z) const {
        take(t);
        // In open space there is nothing to ask for, so that the work on all cells overlaps.
        const bool known = t.rough == 0 && z > 3 && z + 1 < box.hi[2];
        const Where where = !known ? Where::anywhere : t.y_side[0] || t.y_side[1] ? Where::side : Where::open;
        if constexpr (start == Start::corrected) {
            if (where == Where::open) for_axes<2>([&](auto r) { correct<parity, Where::open>(t, z, r); });
            else for_axes<2>([&](auto r) { correct<parity, Where::anywhere>(t, z, r); });
        }
        if constexpr (start != Start::zero)
            for_axes<2>([&](auto r) { t.black[r][0].put(&s.old_black[parity][t.row + r][t.column]); });
        if constexpr (reads_beyond) {
            if (t.row == 1) t.in_beyond.put(&s.old_black[parity][0][t.column]);
            if (t.row == 2 * thread_rows - 1) t.in_beyond.put(&s.old_black[parity][2 * thread_rows + 1][t.column]);
        }
        fetch<1 - parity>(t, z + 1);
        if (where == Where::open) advance<parity, Where::open>(t, s, z);
        else if (where == Where::side) advance<parity, Where::side>(t, s, z);
        else advance<parity, Where::anywhere>(t, s, z);
        if (t.writes && z - 2 >= t.z0 && z - 2 < t.z1)
            for_axes<2>([&](auto r) {
                t.red[r][2].put(next.data + place<parity>(t, z - 2, r, 0));
                t.black[r][2].put(next.data + place<parity>(t, z - 2, r, 1));
            });
    }

  private:
    /// Whether the cells of a colour are the odd ones, in row r of a plane of this parity.
    WHORL_HD static constexpr int is_odd(int parity, int r, int colour) { return (parity + r + colour) & 1; }
    template <int parity>
    WHORL_HD int place(const Thread& t, int z, int r, int colour) const {
        return t.at + z * rows.step[2] + r * rows.step[1] + (is_odd(parity, r, colour) ? rows.odd : 0);
    }
    WHORL_HD Cell<3> cell(const Thread& t, int z, int r, int x_offset) const {
        return {{2 * t.pair + x_offset, t.y + r, z}, t.from + z * box.step[2] + r * box.step[1] + x_offset};
    }
    WHORL_HD bool is_inside(const Thread& t, int z) const { return t.inside && z >= 0 && z < box.hi[2]; }
    /// Which of the four cells of a row are not known.
    WHORL_HD static unsigned rough_cells(const Thread& t, int r, int ago) { return t.rough >> (8 * ago + 4 * r) & 15u; }

    using Row = typename MarkedOperator<3, varies>::Row;
    WHORL_HD bool is_at_end(int z) const { return z == 0 || z + 1 == box.hi[2]; }
    /// As MarkedOperator::known_row, for an even or an odd cell of the first or the second pair in row r.
    WHORL_HD Row known_row(const Thread& t, int z, int r, int p, int odd) const {
        Row row{.low = marked.full, .high = marked.full, .self = marked.shift, .inverse = 0};
        int sides = 0;
        const auto shut = [&](int a, Vec<3>& weights) { weights[a] = 0, sides |= 1 << a; };
        if (p == odd && t.x_side[p]) shut(0, odd ? row.high : row.low);
        if (t.y_side[r]) shut(1, r ? row.high : row.low);
        if (z == 0) shut(2, row.low);
        if (z + 1 == box.hi[2]) shut(2, row.high);
        row.inverse = marked.inverse_at[sides];
        return row;
    }

    /// Loads what the next step begins with, long before it is needed.
    template <int parity>
    WHORL_HD void fetch(Thread& t, int z) const {
        const bool here = is_inside(t, z) && z < t.z1 + lag;
        for_axes<2>([&](auto r) {
            t.in_red[r] = t.in_black[r] = t.in_b_red[r] = t.in_b_black[r] = Two{};
            t.in_known[r] = 15;
        });
        if (here) {
            for_axes<2>([&](auto r) {
                const int red = place<parity>(t, z, r, 0), black = place<parity>(t, z, r, 1);
                if constexpr (start != Start::zero)
                    t.in_red[r] = Two::at(x.data + red), t.in_black[r] = Two::at(x.data + black);
                t.in_b_red[r] = Two::at(b.data + red), t.in_b_black[r] = Two::at(b.data + black);
                t.in_known[r] = marked.known_cells(t.from + z * box.step[2] + r * box.step[1]);
            });
            if constexpr (start == Start::corrected) fetch_parents<parity>(t, z);
        }
        if constexpr (reads_beyond) {
            const bool has_pair = t.pair >= 0 && 2 * t.pair < box.hi[0] && z >= 0 && z < box.hi[2] && z < t.z1 + lag;
            if (t.row == 1 && has_pair && t.y > 0 && t.y <= box.hi[1])
                t.in_beyond = Two::at(x.data + place<parity>(t, z, -1, 1));
            if (t.row == 2 * thread_rows - 1 && has_pair && t.y + 2 < box.hi[1])
                t.in_beyond = Two::at(x.data + place<parity>(t, z, 2, 1));
        }
    }
    template <int parity>
    WHORL_HD void fetch_parents(Thread& t, int z) const {
        const EvenOdd<3>& above = correction.coarse_rows;
        const auto f = [&](int at) { return correction.coarse[at]; };
        const int even = above.at(Index<3>{t.pair, t.y / 2, z / 2}), odd = even + above.odd, y = above.step[1];
        if constexpr (parity == 0) {
            t.parent = {f(even), f(odd)};
            t.beside_x = {f(odd - 1), f(even + 1)};
            t.beside_y[0] = {f(even - y), f(odd - y)}, t.beside_y[1] = {f(even + y), f(odd + y)};
        }
        const int along_z = parity ? above.step[2] : -above.step[2];
        t.beside_z = {f(even + along_z), f(odd + along_z)};
    }

    /// What has been loaded becomes the last plane, and the others move on.
    WHORL_HD void take(Thread& t) const {
        t.rough <<= 8;
        for_axes<2>([&](auto r) {
            for (int k = 3; k > 0; --k) t.red[r][k] = t.red[r][k - 1], t.b_red[r][k] = t.b_red[r][k - 1];
            for (int k = 4; k > 0; --k) t.black[r][k] = t.black[r][k - 1];
            for (int k = 2; k > 0; --k) t.b_black[r][k] = t.b_black[r][k - 1];
            t.red[r][0] = t.in_red[r], t.black[r][0] = t.in_black[r];
            t.b_red[r][0] = t.in_b_red[r], t.b_black[r][0] = t.in_b_black[r];
            t.rough |= (~t.in_known[r] & 15u) << (4 * r);
        });
    }
    template <int parity, Where where>
    WHORL_HD void advance(Thread& t, Shared& s, int z) const {
        for_axes<2>([&](auto r) { relax_red<parity, where>(t, s, z - 1, r); });
        const Two left_of_black[2] = {t.left_of_black[0], t.left_of_black[1]};  // in plane z - 3
        for_axes<2>([&](auto r) { relax_black<parity, where>(t, s, z - 2, r); });
        if constexpr (restricts) restrict_plane<parity, where>(t, s, z - 3, left_of_black);
    }
    /// As ProlongMarked: both cells of a pair have one parent.
    template <int parity, Where where>
    WHORL_HD void correct(Thread& t, int z, int r) const {
        if (!is_inside(t, z)) return;
        for_axes<2>([&](auto p) {
            const float parent = t.parent[p];
            Two added;  // even, odd
            for_axes<2>([&](auto odd) {
                Vec<3> weight = lean;
                if (p == odd && t.x_side[p]) weight[0] = 0;
                if (is_at_y_side<where>(t, r)) weight[1] = 0;
                if (where == Where::anywhere && is_at_end(z)) weight[2] = 0;
                float all = weight[0] * ((p == odd ? t.beside_x[p] : t.parent[1 - p]) - parent);
                all += weight[1] * (t.beside_y[r][p] - parent);
                all += weight[2] * (t.beside_z[p] - parent);
                added[odd] = parent + all;
            });
            if (where == Where::anywhere && (rough_cells(t, r, 0) >> (2 * p) & 3u) != 0)
                added = {correction.correction(cell(t, z, r, 2 * p)), correction.correction(cell(t, z, r, 2 * p + 1))};
            t.red[r][0][p] += added[is_odd(parity, r, 0)];
            t.black[r][0][p] += added[is_odd(parity, r, 1)];
        });
    }

    /// The six neighbours of a cell of each pair, all of the other colour.
    template <class Plane>
    WHORL_HD static Array<Around<3>, 2> around(const Thread& t, const Plane& plane, int odd, int r, const Two (&other)[2],
                                               const Two& behind, const Two& ahead) {
        Array<Around<3>, 2> near;
        const Two beyond = Two::at(&plane[r == 0 ? t.row - 1 : t.row + 2][t.column]);
        const float outer = plane[t.row + r][t.column + (odd ? 2 : -1)];
        for_axes<2>([&](auto p) {
            const float next_pair = p == odd ? outer : other[r][1 - p];
            near[p].low[0] = odd ? other[r][p] : next_pair, near[p].high[0] = odd ? next_pair : other[r][p];
            near[p].low[1] = r == 0 ? beyond[p] : other[0][p], near[p].high[1] = r == 0 ? other[1][p] : beyond[p];
            near[p].low[2] = behind[p], near[p].high[2] = ahead[p];
        });
        return near;
    }
    /// Whether a cell in row r is at a side across y, and whether it asks.
    template <Where where>
    WHORL_HD static bool is_at_y_side(const Thread& t, int r) {
        return where != Where::open && t.y_side[r];
    }
    /// As MarkedOperator::apply_open, but for the faces that lead out of the thread's cells if those are at sides across x or y.
    /// A product with 1 changes no bit, and nor does a 0 that is added.
    template <Where where>
    WHORL_HD float apply_known(const Thread& t, float here, const Around<3>& near, int r, int odd, bool shut) const {
        float inner = here - (odd ? near.low[0] : near.high[0]), outer = here - (odd ? near.high[0] : near.low[0]);
        if constexpr (!unit) inner = marked.full[0] * inner, outer = (shut ? 0.0f : marked.full[0]) * outer;
        else if (shut) outer = 0.0f * outer;
        float sum = inner + outer;
        for (int a = 1; a < 3; ++a) {
            float low = here - near.low[a], high = here - near.high[a];
            if constexpr (!unit) low = marked.full[a] * low, high = marked.full[a] * high;
            if (a == 1 && is_at_y_side<where>(t, r)) (r == 0 ? low : high) *= 0.0f;
            sum += low + high;
        }
        return unit ? sum : marked.shift * here + sum;
    }
    /// The inverse diagonal there.
    template <Where where>
    WHORL_HD float known_inverse(const Thread& t, int r, bool shut) const {
        if (is_at_y_side<where>(t, r)) return marked.inverse_at[shut ? 3 : 2];
        return shut ? marked.inverse_at[1] : marked.full_inverse;
    }
    /// use(p, row) for the cells of a colour in row r that are inside and not known.
    template <class Use>
    WHORL_HD void for_rough(const Thread& t, int z, int r, int odd, int ago, const Use& use) const {
        const unsigned rough = rough_cells(t, r, ago) >> odd;
        if ((rough & 5u) == 0 || !is_inside(t, z)) return;
        for_axes<2>([&](auto p) {
            if ((rough >> (2 * p) & 1) != 0) use(p, marked.loaded_row(cell(t, z, r, 2 * p + odd)));
        });
    }
    template <Where where>
    WHORL_HD Two relaxed(const Thread& t, int z, int r, int odd, int ago, float factor, const Two& here, const Two& wanted,
                         const Array<Around<3>, 2>& near) const {
        const auto by = [&](int p, const Row& row) {
            return here[p] + factor * row.inverse * (wanted[p] - row.apply(here[p], near[p]));
        };
        Two value;
        for_axes<2>([&](auto p) {
            const bool shut = p == odd && t.x_side[p];
            const float left = wanted[p] - apply_known<where>(t, here[p], near[p], r, odd, shut);
            value[p] = here[p] + factor * known_inverse<where>(t, r, shut) * left;
        });
        if constexpr (where == Where::anywhere) {
            if (is_at_end(z)) for_axes<2>([&](auto p) { value[p] = by(p, known_row(t, z, r, p, odd)); });
            for_rough(t, z, r, odd, ago, [&](int p, const Row& row) { value[p] = by(p, row); });
        }
        if (!is_inside(t, z)) value = here;
        return value;
    }
    template <Where where>
    WHORL_HD Two left(const Thread& t, int z, int r, int odd, int ago, const Two& here, const Two& wanted,
                      const Array<Around<3>, 2>& near) const {
        const auto by = [&](int p, const Row& row) { return wanted[p] - row.apply(here[p], near[p]); };
        Two value;
        for_axes<2>([&](auto p) {
            value[p] = wanted[p] - apply_known<where>(t, here[p], near[p], r, odd, p == odd && t.x_side[p]);
        });
        if constexpr (where == Where::anywhere) {
            if (is_at_end(z)) for_axes<2>([&](auto p) { value[p] = by(p, known_row(t, z, r, p, odd)); });
            for_rough(t, z, r, odd, ago, [&](int p, const Row& row) { value[p] = row.inverse > 0 ? by(p, row) : 0.0f; });
        }
        return value;
    }

    /// `parity` is that of the plane that came in, as below.
    template <int parity, Where where>
    WHORL_HD void relax_red(Thread& t, Shared& s, int z, int r) const {
        constexpr int own = 1 - parity;
        const int odd = is_odd(own, r, 0);
        if constexpr (start == Start::zero) {
            Two inverse;
            for_axes<2>([&](auto p) { inverse[p] = known_inverse<where>(t, r, p == odd && t.x_side[p]); });
            if constexpr (where == Where::anywhere) {
                if (is_at_end(z)) for_axes<2>([&](auto p) { inverse[p] = known_row(t, z, r, p, odd).inverse; });
                for_rough(t, z, r, odd, 1, [&](int p, const Row& row) { inverse[p] = row.inverse; });
            }
            for_axes<2>([&](auto p) { t.red[r][1][p] = omega.all * inverse[p] * t.b_red[r][1][p]; });
        } else {
            const Two other[2] = {t.black[0][1], t.black[1][1]};
            const auto near = around(t, s.old_black[own], odd, r, other, t.black[r][2], t.black[r][0]);
            t.red[r][1] = relaxed<where>(t, z, r, odd, 1, omega.all, t.red[r][1], t.b_red[r][1], near);
        }
        t.red[r][1].put(&s.red[own][t.row + r][t.column]);
    }
    template <int parity, Where where>
    WHORL_HD void relax_black(Thread& t, Shared& s, int z, int r) const {
        const int odd = is_odd(parity, r, 1);
        const Two other[2] = {t.red[0][2], t.red[1][2]};
        const auto near = around(t, s.red[parity], odd, r, other, t.red[r][3], t.red[r][1]);
        t.black[r][2] = relaxed<where>(t, z, r, odd, 2, omega.last, t.black[r][2], t.b_black[r][2], near);
        if constexpr (restricts) {
            t.black[r][2].put(&s.black[parity][t.row + r][t.column]);
            t.left_of_black[r] = left<where>(t, z, r, odd, 2, t.black[r][2], t.b_black[r][2], near);
        }
    }
    /// As RestrictMarked: pairs along y, then z, then x.
    template <int parity, Where where>
    WHORL_HD void restrict_plane(Thread& t, const Shared& s, int z, const Two (&left_of_black)[2]) const {
        constexpr int own = 1 - parity;
        Two found[2][2];  // by row, even and odd
        for_axes<2>([&](auto r) {
            const int odd = is_odd(own, r, 0);
            const Two other[2] = {t.black[0][3], t.black[1][3]};
            const auto near = around(t, s.black[own], odd, r, other, t.black[r][4], t.black[r][2]);
            found[r][odd] = left<where>(t, z, r, odd, 3, t.red[r][3], t.b_red[r][3], near);
            found[r][1 - odd] = left_of_black[r];
        });
        Two sum[2], square[2];
        for (int odd = 0; odd < 2; ++odd) {
            for (int p = 0; p < 2; ++p) {
                const float low = found[0][odd][p], high = found[1][odd][p];
                sum[odd][p] = low + high;
                square[odd][p] = low * low + high * high;
            }
            if constexpr (own == 0) t.sum[odd] = sum[odd], t.square[odd] = square[odd];
        }
        if constexpr (own == 1) {
            if (!t.writes || z < t.z0 || z >= t.z1) return;
            for (int p = 0; p < 2; ++p) {
                const int at = coarse_rows.at(Index<3>{t.pair + p, t.y / 2, z / 2});
                coarse[at] = share * ((t.sum[0][p] + sum[0][p]) + (t.sum[1][p] + sum[1][p]));
                if (squares.data) squares[at] = (t.square[0][p] + square[0][p]) + (t.square[1][p] + square[1][p]);
            }
        }
    }
};

}  // namespace whorl
