#pragma once
// What a grid is: cells, their spacing, and the one padded index space that all its fields share.
//
//     index  -2  -1   0   1  ...  n-1   n  n+1  n+2        cell i spans [i, i+1] h; face i of an axis lies at i h,
//            ghosts   |      cells      |   ghosts         so there are n + 1 faces and `Grid` keeps room for all.

#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/vec.hpp"

namespace whorl {

/// Ghost layers on each side: two, so that a cubic sample at the border needs no special case.
inline constexpr int ghost_layers = 2;

/// A cell: its index, and the offset at which every field of the grid holds its value.
template <int D> struct Cell {
    Index<D> i;
    int at;
    WHORL_HD constexpr operator int() const { return at; }
};

/// Cells lo <= i < hi of a grid, with what it takes to find them in memory.
template <int D> struct Box {
    Index<D> lo, hi;
    Index<D> step;  // offset between neighbours along each axis
    int origin;     // offset of cell 0

    WHORL_HD constexpr int extent(int a) const { return hi[a] > lo[a] ? hi[a] - lo[a] : 0; }
    WHORL_HD constexpr Cell<D> cell(Index<D> i) const {
        int at = origin;
        for (int a = 0; a < D; ++a) at += i[a] * step[a];
        return {i, at};
    }
    /// Rows run along x, the axis of unit stride.
    WHORL_HD constexpr int rows() const {
        int r = extent(0) > 0 ? 1 : 0;
        for (int a = 1; a < D; ++a) r *= extent(a);
        return r;
    }
    WHORL_HD constexpr Cell<D> row(int r) const {
        Index<D> i = lo;
        for (int a = 1; a < D; ++a) { i[a] += r % extent(a), r /= extent(a); }
        return cell(i);
    }
    /// From the first cell of a row to that of the next.
    constexpr void to_next_row(Cell<D>& c) const {
        for (int a = 1; a < D; ++a) {
            c.at += step[a];
            if (++c.i[a] < hi[a]) return;
            c.at -= extent(a) * step[a];
            c.i[a] = lo[a];
        }
    }
};

/// Division by a number that is known before, of numbers that are not negative: a product and a shift, where an integer
/// division would take most of a small kernel's time (Granlund and Montgomery 1994).
class Divisor {
  public:
    Divisor() = default;
    explicit constexpr Divisor(int by) : by_(by) {
        while (shift_ < 31 && (1u << shift_) < static_cast<unsigned>(by)) ++shift_;
        const std::uint64_t one = std::uint64_t{1} << (31 + shift_);
        inverse_ = static_cast<std::uint32_t>((one + static_cast<unsigned>(by) - 1) / static_cast<unsigned>(by));
    }
    /// Makes k the quotient and returns the remainder.
    WHORL_HD constexpr int split(int& k) const {
        const int all = k;
        k = static_cast<int>((std::uint64_t{static_cast<unsigned>(k)} * inverse_) >> (31 + shift_));
        return all - k * by_;
    }

  private:
    int by_ = 1, shift_ = 0;
    std::uint32_t inverse_ = 1u << 31;
};

/// The cells of several boxes, one box after the other: for passes that would otherwise be many small ones. Up to `each` cells
/// of a row make one place: what takes the time is to find it.
template <int D, int count, int each = 1> struct Boxes {
    Array<Box<D>, count> box{};
    Array<int, count> upto{};   // how many places this box and those before it have
    Array<int, count> apart{};  // how many cells lie from one to the next of a place
    Array<Array<Divisor, D>, count> extent{};

    struct Place {
        int box;
        Cell<D> cell;
    };
    /// False: they are more than an int can count.
    bool add_up() {
        std::int64_t sum = 0;
        for (int b = 0; b < count; ++b) {
            apart[b] = (box[b].extent(0) + each - 1) / each;
            sum += std::int64_t{box[b].rows()} * apart[b];
            upto[b] = static_cast<int>(sum);
            for (int a = 0; a < D && box[b].rows() > 0; ++a) extent[b][a] = Divisor(a == 0 ? apart[b] : box[b].extent(a));
        }
        return sum <= INT32_MAX;
    }
    WHORL_HD constexpr int places() const { return upto[count - 1]; }
    WHORL_HD constexpr int cells() const requires(each == 1) { return places(); }
    WHORL_HD constexpr Place operator()(int k) const {
        int b = 0;
        while (k >= upto[b]) ++b;
        k -= b > 0 ? upto[b - 1] : 0;
        Index<D> i = box[b].lo;
        for (int a = 0; a + 1 < D; ++a) i[a] += extent[b][a].split(k);
        i[D - 1] += k;
        return {b, box[b].cell(i)};
    }
    /// The cell of that number of a place. False: it has fewer.
    WHORL_HD constexpr bool find(const Place& place, int number, Cell<D>& c) const {
        c = place.cell;
        c.i[0] += number * apart[place.box];
        c.at += number * apart[place.box];
        return c.i[0] < box[place.box].hi[0];
    }
};
/// Numbers as cells of a box, in rows of so many.
inline Box<2> numbers(int count, int rows = 1) { return {.lo = {}, .hi = {count, rows}, .step = {1, 0}, .origin = 0}; }

template <int D> class Grid {
  public:
    Grid() = default;
    /// n cells per axis, each of size h (m). Throws if offsets would not fit in an int.
    Grid(Index<D> n, Vec<D> h) : n_(n), h_(h) {
        constexpr int line = 16;  // floats in 64 bytes: the first cell of every row starts a cache line
        std::int64_t count = 1;
        for (int a = 0; a < D; ++a) {
            std::int64_t length = std::int64_t{n[a]} + 2 * ghost_layers + 1;
            if (a == 0) length = (length + line - 1) / line * line;
            if (count * length + 2 * line > INT32_MAX)
                throw std::length_error("a grid of this size needs more than 2^31 values per field; use fewer cells");
            step_[a] = static_cast<int>(count);
            count *= length;
        }
        origin_ = line;
        for (int a = 1; a < D; ++a) origin_ += ghost_layers * step_[a];
        values_ = static_cast<int>(count) + line;
    }

    const Index<D>& n() const { return n_; }
    const Vec<D>& h() const { return h_; }
    const Index<D>& step() const { return step_; }
    int values() const { return values_; }  // of one field, ghosts and padding included
    int origin() const { return origin_; }

    std::int64_t cell_count() const {
        std::int64_t count = 1;
        for (int a = 0; a < D; ++a) count *= n_[a];
        return count;
    }

    Box<D> box(Index<D> lo, Index<D> hi) const { return {lo, hi, step_, origin_}; }
    Box<D> cells() const { return box(Index<D>{}, n_); }
    /// Every index that a field has a value for, ghosts included.
    Box<D> all() const {
        Index<D> lo{}, hi{};
        for (int a = 0; a < D; ++a) lo[a] = -ghost_layers, hi[a] = n_[a] + ghost_layers + 1;
        return box(lo, hi);
    }
    /// All n + 1 faces across axis a, those on the two sides of the domain included.
    Box<D> faces(int a) const {
        Index<D> hi = n_;
        hi[a] += 1;
        return box(Index<D>{}, hi);
    }

  private:
    Index<D> n_{};
    Vec<D> h_{};
    Index<D> step_{};
    int origin_ = 0;
    int values_ = 0;
};

}  // namespace whorl
