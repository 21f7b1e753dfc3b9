#pragma once
// Rows whose even and odd cells are apart: the cells of one colour in a row then lie together, and so do the children of
// the cells of a coarse row.

#include "poisson/operator.hpp"

namespace whorl {

template <int D>
struct Around {
    float low[D], high[D];
};

/// Where values lie when the even and odd cells of each row are apart. Along other axes neighbours stay where they were.
template <int D>
struct EvenOdd {
    Index<D> step{};
    int origin = 0;
    int odd = 0;  // from the first even cell of a row to the first odd one

    /// A grid with rows that are long enough, and a ghost at both ends of each half.
    static Grid<D> grid(const Unknowns<D>& unknowns) {
        Index<D> n = unknowns.extent;
        n[0] = start_of_odd(n[0]) + n[0] / 2 + 1;
        return Grid<D>(n, unknowns.grid.h());
    }
    static EvenOdd of(const Unknowns<D>& unknowns) {
        const Grid<D> rows = grid(unknowns);
        return {rows.step(), rows.origin(), start_of_odd(unknowns.extent[0])};
    }

    WHORL_HD int at(const Index<D>& i) const {
        int row = origin;
        for (int a = 1; a < D; ++a) row += i[a] * step[a];
        return row + (i[0] & 1) * odd + (i[0] >> 1);
    }
    /// From a cell to its neighbours along x.
    WHORL_HD int below(int x) const { return (x & 1) ? -odd : odd - 1; }
    WHORL_HD int above(int x) const { return (x & 1) ? 1 - odd : odd; }
    template <class Values>
    WHORL_HD Around<D> around(const Values& f, int at, int x) const {
        Around<D> near;
        near.low[0] = f[at + below(x)], near.high[0] = f[at + above(x)];
        for (int a = 1; a < D; ++a) near.low[a] = f[at - step[a]], near.high[a] = f[at + step[a]];
        return near;
    }

  private:
    static int start_of_odd(int n) {
        constexpr int line = 16;  // floats in 64 bytes
        return ((n + 1) / 2 + 2 + line - 1) / line * line;
    }
};

// ---- What is done to single values ----------------------------------------------------------------------------------

template <int D, class From>
struct Split {
    static constexpr bool by_rows = true;  // see core/occupancy.hpp
    EvenOdd<D> rows;
    From from;
    View<float> to;
    WHORL_HD void operator()(Cell<D> c) const { to[rows.at(c.i)] = from[c]; }
};
template <int D>
struct Join {
    static constexpr bool by_rows = true;
    EvenOdd<D> rows;
    View<const float> from;
    View<float> to;
    WHORL_HD void operator()(Cell<D> c) const { to[c] = from[rows.at(c.i)]; }
};
/// The same, to be summed.
template <int D>
struct JoinAndRead {
    Join<D> join;
    WHORL_HD float operator()(Cell<D> c) const {
        const float value = join.from[join.rows.at(c.i)];
        join.to[c] = value;
        return value;
    }
};
template <int D>
struct ReadSplit {
    EvenOdd<D> rows;
    View<const float> f;
    WHORL_HD float operator()(Cell<D> c) const { return f[rows.at(c.i)]; }
};

/// Ghosts along periodic axes become their images.
template <int D>
struct WrapSplit {
    EvenOdd<D> rows;
    Boxes<D, 2 * D> ghosts;  // without cells along other axes
    Index<D> period;
    View<float> f;
    WHORL_HD void operator()(const Cell<2>& c) const {
        const auto [side, ghost] = ghosts(c.i[0]);
        Index<D> image = ghost.i;
        image[side / 2] += side % 2 == 0 ? period[side / 2] : -period[side / 2];
        f[rows.at(ghost.i)] = f[rows.at(image)];
    }
};

/// b -= its mean, at the unknowns.
template <int D>
struct ShiftByMean {
    EvenOdd<D> rows;
    View<const float> inverse;
    View<double> sum;  // which the kernel before has just written
    double unknowns;
    View<float> b;
    WHORL_HD void operator()(Cell<D> c) const {
        const auto mean = static_cast<float>(sum[0] / unknowns);
        float& value = b[rows.at(c.i)];
        value = inverse[c] > 0 ? value - mean : 0.0f;
    }
};

}  // namespace whorl
