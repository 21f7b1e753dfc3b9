#pragma once
// What splitting cells does to blocks that are whole, cell by cell: most of them.

#include "poisson/split_level.hpp"

namespace whorl {

/// 1 for a block that is whole: all its cells unknown and plain, all its inner faces open. 0: to be looked at.
template <int D>
struct WholeBlock {
    Family<D> family;
    Faces<const float, D> weight;
    View<const float> inverse;
    View<const int> special;  // -1 where there is none; without data: nowhere
    float least;              // tie that connects
    View<float> parts, nodes, marked;

    WHORL_HD void operator()(Cell<D> c) const {
        const Index<D> count = family.children(c.i);
        const float open = family.sum(family.eldest(c), count, [&](const Cell<D>& f) {
            bool all = inverse[f] > 0 && (!special.data || special[f] < 0);
            for_axes<D>([&](auto a) {
                const bool inner = family.halved[a] && (f.i[a] & 1) == 0;
                all = all && (!inner || weight[a][f + family.fine.step[a]] > least);
            });
            return all ? 1.0f : 0.0f;
        });
        const bool whole = open * family.share == 1;
        parts[c] = whole ? 1.0f : 0.0f;
        nodes[c] = open;
        marked[c] = whole ? -1.0f : 0.0f;
    }
};

/// The parent of each cell as if no block were split. Which cells exist is told by `inverse`, or without data by what
/// was in `parent`.
template <int D>
struct PlainParent {
    Box<D> coarse;
    Array<bool, D> halved;
    View<const float> inverse;
    View<int> parent;

    WHORL_HD void operator()(Cell<D> c) const {
        int at = coarse.origin;
        for_axes<D>([&](auto a) { at += (halved[a] ? c.i[a] >> 1 : c.i[a]) * coarse.step[a]; });
        const bool exists = inverse.data ? inverse[c] > 0 : parent[c] != -1;
        parent[c] = exists ? at : -1;
    }
};

}  // namespace whorl
