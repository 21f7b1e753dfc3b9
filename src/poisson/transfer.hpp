#pragma once
// Between two levels of the multigrid hierarchy. A coarse cell joins two fine ones along each halved axis. Everything
// is an average over the fine cells that a full coarse cell has, those beyond an odd end counting as 0; so coarse
// equations keep the units of fine ones, and a weight becomes a quarter since it goes with one over distance squared.

#include "poisson/relax.hpp"
#include "poisson/spacing.hpp"

namespace whorl {

/// Which fine cells belong to a coarse one.
template <int D>
struct Family {
    Box<D> fine;
    Array<bool, D> halved;
    float share;  // one over the number of children of a full coarse cell

    WHORL_HD constexpr Index<D> children(const Index<D>& i) const {
        Index<D> count{};
        for_axes<D>([&](auto a) { count[a] = halved[a] && 2 * i[a] + 1 < fine.hi[a] ? 2 : 1; });
        return count;
    }
    WHORL_HD constexpr Cell<D> eldest(const Cell<D>& c) const {
        Cell<D> first{c.i, fine.origin};
        for_axes<D>([&](auto a) {
            first.i[a] *= halved[a] ? 2 : 1;
            first.at += first.i[a] * fine.step[a];
        });
        return first;
    }
    /// The sum of value(cell) over a block of up to two cells per axis: pairs along y, then z, then x. In this order a
    /// whole row can be summed at once, and a mirrored block gives the same bits. No loops and no branches: the cells
    /// of a row can go through it together.
    template <int level = 0, class Value>
    WHORL_HD float sum(const Cell<D>& first, const Index<D>& count, const Value& value) const {
        if constexpr (level == D) {
            return value(first);
        } else {
            constexpr int axis = level == 0 ? 0 : D - level;
            Cell<D> next = first;
            next.i[axis] += 1;
            next.at += fine.step[axis];
            const float low = sum<level + 1>(first, count, value), high = sum<level + 1>(next, count, value);
            return low + (count[axis] > 1 ? high : 0.0f);
        }
    }
};

/// The weight of a coarse face across one axis: the mean of its fine faces, less as the centres are further apart.
template <int D, int axis>
struct CoarseWeight {
    Family<D> family;
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
        const int face = whorl::min(start.i[axis], fine_spacing.n);
        start.at += (face - start.i[axis]) * step;
        const bool side = (face == 0 || face == fine_spacing.n) && !fine_spacing.periodic;
        const float near = fine_spacing.distance(face), far = halved ? 2 * spacing.distance(c.i[axis]) : near;
        coarse[c] = family.share * family.sum(start, count, [&](const Cell<D>& f) {
            const float w = weight[f];
            // Beyond a side x is held at the distance that the weight tells, not always on the side itself.
            const float outwards = w > 0 ? w * full / (full + w * (far - near)) : 0.0f;
            // A face to a cell inside that is held is part of `own`.
            const float inwards = inverse[f - step] > 0 && inverse[f] > 0 ? w * near / far : 0.0f;
            return side ? outwards : inwards;
        });
    }
};

/// What multiplies x itself: that of the children, and what ties them to values inside that are held at 0.
template <int D, bool varies = false>
struct CoarseOwn {
    Family<D> family;
    Operator<D, varies> A;  // of the fine level, as is
    Array<bool, D> periodic;
    View<const float> inverse;
    View<float> own;

    WHORL_HD void operator()(Cell<D> c) const {
        own[c] = family.share * family.sum(family.eldest(c), family.children(c.i), [&](const Cell<D>& f) {
            const float value = A.self(f) + sum_axes<D>([&](auto a) {
                                    const float low = A.weight[a][f], high = A.weight[a][f + A.step[a]];
                                    const bool low_side = f.i[a] == 0 && !periodic[a];
                                    const bool high_side = f.i[a] == family.fine.hi[a] - 1 && !periodic[a];
                                    return (low_side || inverse[f - A.step[a]] > 0 ? 0.0f : low) +
                                           (high_side || inverse[f + A.step[a]] > 0 ? 0.0f : high);
                                });
            return inverse[f] > 0 ? value : 0.0f;
        });
    }
};

/// The right-hand side of the coarse level: the mean of b - A x over the children.
template <int D, bool varies = false>
struct Restrict {
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
        const Cell<D> first = family.eldest(c);
        const Index<D> count = family.children(c.i);
        coarse[c] = family.share * family.sum(first, count, [&](const Cell<D>& f) { return residual(f, f); });
        if (!squares.data) return;
        squares[c] = family.sum(first, count, [&](const Cell<D>& f) {
            const float r = residual(f, f);
            return r * r;
        });
    }
};

/// x += the coarse correction, leaning linearly towards the neighbours that are nearer than the others. The fine face
/// in between weighs the lean: nothing comes through a wall, and a side that is held at 0 pulls towards 0.
template <int D>
struct Prolong {
    Box<D> box;  // of the coarse level
    Array<bool, D> halved;
    Index<D> step;  // of the fine level
    Faces<const float, D> weight;
    Faces<const float, D> lean;  // by index along each axis, over the weight of an open face; 0 if not halved
    View<const float> inverse, coarse;
    View<float> x;

    WHORL_HD Index<D> parent(Index<D> i) const {
        for (int a = 0; a < D; ++a) i[a] = halved[a] ? i[a] >> 1 : i[a];
        return i;
    }
    /// From the parent to the neighbour that is nearer, along one axis.
    WHORL_HD int towards(const Index<D>& i, int a) const { return (i[a] & 1) ? box.step[a] : -box.step[a]; }

    WHORL_HD void operator()(Cell<D> c) const {
        const int at = box.cell(parent(c.i)).at;
        const float parents = coarse[at];
        const float all = parents + sum_axes<D>([&](auto a) {
                              const float w = weight[a][c + (c.i[a] & 1) * step[a]];
                              return lean[a][c.i[a]] * w * (coarse[at + towards(c.i, a)] - parents);
                          });
        x[c] += inverse[c] > 0 ? all : 0.0f;
    }
};

/// How many parts the children of a coarse cell fall into that no open face inside it connects.
template <int D>
struct PartsOfBlock {
    Family<D> family;
    Faces<const float, D> weight;
    View<const float> inverse;  // of the fine level
    float least;                // weight that connects

    WHORL_HD float operator()(Cell<D> c) const {
        constexpr int most = 1 << D;
        const Index<D> count = family.children(c.i);
        const Cell<D> first = family.eldest(c);
        int offset[most], part[most];  // part: the least number of a child that it is connected with; -1: not there
        for (int k = 0; k < most; ++k) {
            offset[k] = 0;
            bool inside = true;
            for (int a = 0; a < D; ++a) {
                offset[k] += (k >> a & 1) * family.fine.step[a];
                inside = inside && (k >> a & 1) < count[a];
            }
            part[k] = inside && inverse[first.at + offset[k]] > 0 ? k : -1;
        }
        for (int round = 0; round < most; ++round)
            for (int k = 0; k < most; ++k)
                for (int a = 0; a < D; ++a) {
                    const int above = k | 1 << a;
                    if (above == k || part[k] < 0 || part[above] < 0) continue;
                    if (weight[a][first.at + offset[above]] > least)
                        part[k] = part[above] = whorl::min(part[k], part[above]);
                }
        int parts = 0;
        for (int k = 0; k < most; ++k) parts += part[k] == k;
        return static_cast<float>(parts);
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
