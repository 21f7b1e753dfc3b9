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
    WHORL_HD constexpr Index<D> children(const Index<D>& i) const {
        Index<D> count{};
        for (int a = 0; a < D; ++a) count[a] = children(a, i[a]);
        return count;
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
    float full;                         // weight of an open face of the fine level
    View<const float> weight, inverse;  // of the fine level
    View<float> coarse;

    WHORL_HD void operator()(Cell<D> c) const {
        Cell<D> start = family.eldest(c);
        Index<D> count = family.children(c.i);
        count[axis] = 1;
        const int step = family.fine.step[axis];
        const bool halved = family.halved[axis];
        if (halved) start.i[axis] = whorl::min(2 * c.i[axis], fine_spacing.n);
        const int face = start.i[axis];
        const float near = fine_spacing.distance(face), far = halved ? 2 * spacing.distance(c.i[axis]) : near;
        const bool low_side = face == 0 && !fine_spacing.periodic;
        const bool high_side = face == fine_spacing.n && !fine_spacing.periodic;
        float sum = 0;
        family.each(start, count, [&](Cell<D> f) {
            const float w = weight[f];
            // Beyond a side x is held at the distance that the weight tells, not always on the side itself.
            if (low_side || high_side) {
                sum += w * full / (full + w * (far - near));
            } else {
                // A face to a cell inside that is held is part of `own`.
                sum += inverse[f - step] > 0 && inverse[f] > 0 ? w * near / far : 0.0f;
            }
        });
        coarse[c] = family.share * sum;
    }
};

/// What multiplies x itself: that of the children, and what ties them to values inside that are held at 0.
template <int D, bool varies = false> struct CoarseOwn {
    Family<D> family;
    Operator<D, varies> A;      // of the fine level, as is
    Array<Spacing, D> spacing;
    View<const float> inverse;
    View<float> own;

    WHORL_HD void operator()(Cell<D> c) const {
        float sum = 0;
        family.each(family.eldest(c), family.children(c.i), [&](Cell<D> f) {
            if (!(inverse[f] > 0)) return;
            sum += A.self(f);
            sum += sum_axes<D>([&](auto a) {
                const bool low_side = f.i[a] == 0 && !spacing[a].periodic;
                const bool high_side = f.i[a] == spacing[a].n - 1 && !spacing[a].periodic;
                return (low_side || inverse[f - A.step[a]] > 0 ? 0.0f : A.weight[a][f]) +
                       (high_side || inverse[f + A.step[a]] > 0 ? 0.0f : A.weight[a][f + A.step[a]]);
            });
        });
        own[c] = family.share * sum;
    }
};

/// The right-hand side of the coarse level: the mean of b - A x over the children.
template <int D, bool varies = false> struct Restrict {
    Family<D> family;
    Operator<D, varies> A;
    View<const float> inverse, b;
    View<float> x;
    View<float> coarse;
    View<float> squares;  // the sum of the squares of b - A x over the children; without data: not wanted

    WHORL_HD float residual(int at, int from) const {
        const float left = b[at] - A.apply(x, at, from);
        return inverse[from] > 0 ? left : 0.0f;
    }
    WHORL_HD void operator()(Cell<D> c) const {
        const Index<D> count = family.children(c.i);
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
    Box<D> box;  // of the coarse level
    Array<bool, D> halved;
    Index<D> step;  // of the fine level
    Faces<const float, D> weight;
    Faces<const float, D> lean;  // by index along each axis, over the weight of an open face
    View<const float> inverse, coarse;
    View<float> x;

    /// Of the parent's value `here`, how much to lean towards the value beyond.
    WHORL_HD static float leaning(float amount, float w, float beyond, float here) {
        return amount * w * (beyond - here);
    }
    WHORL_HD void operator()(Cell<D> c) const {
        Index<D> parent = c.i;
        for (int a = 0; a < D; ++a) parent[a] = halved[a] ? c.i[a] >> 1 : c.i[a];
        const int at = box.cell(parent).at;
        const float here = coarse[at];
        const float all = here + sum_axes<D>([&](auto a) {
                              const int high = c.i[a] & 1;
                              const float amount = halved[a] ? lean[a][c.i[a]] : 0.0f;
                              const float beyond = coarse[at + (2 * high - 1) * box.step[a]];
                              return leaning(amount, weight[a][c + high * step[a]], beyond, here);
                          });
        x[c] += inverse[c] > 0 ? all : 0.0f;
    }
};

/// The table of a Prolong along one axis.
struct FillLean {
    Lean lean;
    float inverse_full;
    View<float> table;
    WHORL_HD void operator()(Cell<1> c) const { table[c] = lean(c.i[0]) * inverse_full; }
};

}  // namespace whorl
