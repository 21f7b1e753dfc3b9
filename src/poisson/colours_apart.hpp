#pragma once
// Where the values of a level lie when its colours are kept apart: in every row first the red cells, then the black
// ones. All neighbours of a cell have the other colour, so a sweep over one colour reads and writes whole vectors.
//
//     natural   0 1 2 3 4 5 6 7             cell i = 2 m + parity is number m of its colour in the row; red has
//     apart     0 2 4 6 . 1 3 5 7           parity 0 where the other indices add up to an even number, else black

#include "poisson/poisson.hpp"

namespace whorl {

/// The cells of one colour in one row.
struct HalfRow {
    int at;      // offset of the first
    int other;   // of the first of the other colour
    int parity;  // of their x
    int count;

    /// Of the first cell at x or beyond.
    int number_of(int x) const { return (x - parity + 1) / 2; }
    /// The offset of any cell of the row.
    int cell(int x) const { return ((x & 1) == parity ? at : other) + (x >> 1); }
};

template <int D>
class ColoursApart {
  public:
    ColoursApart() = default;
    explicit ColoursApart(const Unknowns<D>& unknowns) : extent_(unknowns.extent), periodic_(unknowns.periodic) {
        constexpr int line = 16;  // floats in 64 bytes
        const int longest = (extent_[0] + 1) / 2, ghosts = 2;
        black_ = (longest + ghosts + line - 1) / line * line;
        Index<D> n = extent_;
        n[0] = black_ + longest;
        grid_ = Grid<D>(n, unknowns.grid.h());
    }

    const Grid<D>& grid() const { return grid_; }
    int count(int axis) const { return extent_[axis]; }
    int step(int axis) const { return grid_.step()[axis]; }
    bool periodic(int axis) const { return periodic_[axis]; }

    /// `row` is the index of any cell in it.
    HalfRow half(const Index<D>& row, int colour) const {
        int at = grid_.origin(), parity = colour;
        for (int a = 1; a < D; ++a) at += row[a] * grid_.step()[a], parity += row[a];
        parity &= 1;
        const int first[2] = {at, at + black_};
        return {first[colour], first[1 - colour], parity, count_of(parity)};
    }
    HalfRow half_of_parity(const Index<D>& row, int parity) const {
        int colour = parity;
        for (int a = 1; a < D; ++a) colour += row[a];
        return half(row, colour & 1);
    }

    int count_of(int parity) const { return (extent_[0] - parity + 1) / 2; }
    /// The half of the same colour in the next row along y.
    HalfRow next(const HalfRow& h) const {
        return {h.at + step(1), h.other + step(1), 1 - h.parity, count_of(1 - h.parity)};
    }

    /// `row` is its first cell.
    template <class Natural> void split(const Natural& natural, const Cell<D>& row, View<float> to) const {
        for (const int parity : {0, 1}) {
            const HalfRow h = half_of_parity(row.i, parity);
            float* const out = to.data + h.at;
            const Natural from = natural;
            const int first = row.at + parity;
#pragma omp simd
            for (int m = 0; m < h.count; ++m) out[m] = from[first + 2 * m];
        }
    }
    void join(View<const float> from, const Index<D>& row, float* natural) const {
        const HalfRow even = half_of_parity(row, 0);
        const float* const a = from.data + even.at;
        const float* const b = from.data + even.other;
        const int pairs = extent_[0] / 2;
#pragma omp simd
        for (int m = 0; m < pairs; ++m) natural[2 * m] = a[m], natural[2 * m + 1] = b[m];
        if (extent_[0] % 2 == 1) natural[2 * pairs] = a[pairs];
    }

    /// Along a periodic x: what the cells of h see beyond both ends of their row.
    void wrap_ends(View<float> f, const HalfRow& h) const {
        if (!periodic_[0]) return;
        const int n = extent_[0], last = h.count - 1;
        if (h.parity == 0) f[h.other - 1] = f[h.cell(n - 1)];
        if (last >= 0 && 2 * last + h.parity == n - 1) f[h.other + last + h.parity] = f[h.cell(0)];
    }
    /// Ghost row `to` along a periodic axis becomes row `from`. Where an odd number of rows lies between them, their
    /// colours have changed places.
    void wrap_row(View<float> f, const Index<D>& from, const Index<D>& to) const {
        for (const int parity : {0, 1}) {
            const HalfRow source = half_of_parity(from, parity), target = half_of_parity(to, parity);
            for (int m = 0; m < source.count; ++m) f[target.at + m] = f[source.at + m];
        }
    }

  private:
    Grid<D> grid_;
    Index<D> extent_{};
    Array<bool, D> periodic_{};
    int black_ = 0;  // from the first red cell of a row to its first black one
};

}  // namespace whorl
