#pragma once
// Between two levels of the multigrid hierarchy. A coarse cell joins two fine ones along each halved axis. Everything
// is an average over the fine cells that a full coarse cell has, those beyond an odd end counting as 0; so coarse
// equations keep the units of fine ones, and a weight becomes a quarter since it goes with one over distance squared.

#include "poisson/relax.hpp"
#include "poisson/spacing.hpp"

namespace whorl {

/// Which fine cells belong to a coarse one.
template <int D> struct Family {
    Box<D> fine;
    Array<bool, D> halved;
    float share;  // one over the number of children of a full coarse cell

    WHORL_HD constexpr int first(int axis, int i) const { return halved[axis] ? 2 * i : i; }
    WHORL_HD constexpr int children(int axis, int i) const {
        return halved[axis] ? whorl::min(2, fine.hi[axis] - 2 * i) : 1;
    }
    WHORL_HD constexpr Cell<D> eldest(const Cell<D>& c) const {
        Index<D> i = c.i;
        for (int a = 0; a < D; ++a) i[a] = first(a, i[a]);
        return fine.cell(i);
    }
    /// visit(offset, index) for each child, the box of children having `count` cells per axis.
    template <class Visit> WHORL_HD void each(const Cell<D>& start, const Index<D>& count, Visit&& visit) const {
        Index<D> n = count, i = start.i;
        const int layers = D > 2 ? n[D - 1] : 1;
        for (int k = 0; k < layers; ++k)
            for (int j = 0; j < n[1]; ++j)
                for (int l = 0; l < n[0]; ++l) {
                    i[0] = start.i[0] + l;
                    i[1] = start.i[1] + j;
                    if constexpr (D > 2) i[2] = start.i[2] + k;
                    visit(fine.cell(i));
                }
    }
};

/// The weight of a coarse face across one axis: the mean of its fine faces, less as the centres are further apart.
template <int D> struct CoarseWeight {
    Family<D> family;
    int axis;
    Spacing fine_spacing, spacing;
    View<const float> weight, inverse;  // of the fine level
    View<float> coarse;

    WHORL_HD void operator()(Cell<D> c) const {
        Cell<D> start = family.eldest(c);
        Index<D> count{};
        for (int a = 0; a < D; ++a) count[a] = family.children(a, c.i[a]);
        const int step = family.fine.step[axis];
        float ratio = 1;
        if (family.halved[axis]) {
            const int face = whorl::min(2 * c.i[axis], fine_spacing.n);
            start.i[axis] = face;
            ratio = fine_spacing.distance(face) / (2 * spacing.distance(c.i[axis]));
        }
        count[axis] = 1;
        float sum = 0;
        family.each(start, count, [&](Cell<D> f) {
            // A face with a value that is held on one side is part of `sink`, unless it is a side of the domain.
            const bool low_side = f.i[axis] == 0 && !fine_spacing.periodic;
            const bool high_side = f.i[axis] == fine_spacing.n && !fine_spacing.periodic;
            const bool below = low_side || inverse[f - step] > 0, above = high_side || inverse[f] > 0;
            sum += below && above ? weight[f] : 0.0f;
        });
        coarse[c] = family.share * ratio * sum;
    }
};

/// What ties a coarse cell to values inside the domain that are held at 0. It goes down as weights do.
template <int D> struct CoarseSink {
    Family<D> family;
    Operator<D> A;
    Array<Spacing, D> spacing;      // of the fine level
    View<const float> inverse;      // of the fine level, as is
    View<const float> sink;         // without data: from the faces next to cells that are not unknown
    View<float> coarse;

    WHORL_HD void operator()(Cell<D> c) const {
        Index<D> count{};
        for (int a = 0; a < D; ++a) count[a] = family.children(a, c.i[a]);
        float sum = 0;
        family.each(family.eldest(c), count, [&](Cell<D> f) {
            if (sink.data) { sum += 0.5f * sink[f]; }
            else if (inverse[f] > 0) {
                sum += sum_axes<D>([&](auto a) {
                    const bool low_side = f.i[a] == 0 && !spacing[a].periodic;
                    const bool high_side = f.i[a] == spacing[a].n - 1 && !spacing[a].periodic;
                    return (low_side || inverse[f - A.step[a]] > 0 ? 0.0f : A.weight[a][f]) +
                           (high_side || inverse[f + A.step[a]] > 0 ? 0.0f : A.weight[a][f + A.step[a]]);
                });
            }
        });
        coarse[c] = family.share * sum;
    }
};

/// What multiplies x itself: the shift, as far as the coarse cell is filled, and the sink.
template <int D> struct CoarseOwn {
    Family<D> family;
    Operator<D> A;
    View<const float> inverse, fine_sink;  // of the fine level; without data: there all of `own` is the shift
    View<const float> sink;
    View<float> own;

    WHORL_HD void operator()(Cell<D> c) const {
        Index<D> count{};
        for (int a = 0; a < D; ++a) count[a] = family.children(a, c.i[a]);
        float shift = 0;
        family.each(family.eldest(c), count, [&](Cell<D> f) {
            const float all = A.own.data ? A.own[f] - fine_sink[f] : A.shift;
            shift += inverse[f] > 0 ? all : 0.0f;
        });
        own[c] = family.share * shift + sink[c];
    }
};

/// The right-hand side of the coarse level: the mean of b - A x over the children.
template <int D> struct Restrict {
    Family<D> family;
    Operator<D> A;
    View<const float> inverse, b;
    View<float> x;
    View<float> coarse;
    View<float> squares;  // the sum of the squares of b - A x over the children; without data: not wanted

    WHORL_HD float residual(int at, int from) const {
        const float left = b[at] - A.apply(x, at, from);
        return inverse[from] > 0 ? left : 0.0f;
    }
    WHORL_HD void operator()(Cell<D> c) const {
        Index<D> count{};
        for (int a = 0; a < D; ++a) count[a] = family.children(a, c.i[a]);
        const Cell<D> start = family.eldest(c);
        float sum = 0, square = 0;
        for (int l = 0; l < count[0]; ++l) {
            Index<D> column = count;
            column[0] = 1;
            Cell<D> at = start;
            at.i[0] += l;
            float s = 0, q = 0;
            family.each(at, column, [&](Cell<D> f) {
                const float r = residual(f, f);
                s += r, q += r * r;
            });
            sum += s, square += q;
        }
        coarse[c] = family.share * sum;
        if (squares.data) squares[c] = square;
    }
};

/// x += the coarse correction, leaning linearly towards the neighbours that are nearer than the others. The fine face
/// in between weighs the lean: nothing comes through a wall, and a side that is held at 0 pulls towards 0.
template <int D> struct Prolong {
    Box<D> coarse_box;
    Array<bool, D> halved;
    Faces<const float, D> weight;
    Faces<const float, D> lean;  // along each axis, over the full weight of a face
    int lean_origin[D];
    View<const float> inverse;
    View<const float> coarse;
    Index<D> step;
    View<float> x;

    /// The lean along `axis` of the cell at `at`, whose parent is at `parent`.
    WHORL_HD float towards(int axis, int high, int at, int from, int parent, float amount) const {
        const float w = weight[axis][from + high * step[axis]];
        const int beyond = parent + (2 * high - 1) * coarse_box.step[axis];
        return amount * w * (coarse[beyond] - coarse[parent]);
    }
    WHORL_HD float amount(int axis, int i) const { return halved[axis] ? lean[axis][lean_origin[axis] + i] : 0.0f; }
};

}  // namespace whorl
