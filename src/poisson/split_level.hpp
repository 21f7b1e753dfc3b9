#pragma once
// A level of the hierarchy whose coarse cells are split by connectivity. Each coarse cell stands for a block of finer
// ones. Where walls cut the block into parts that do not meet inside it, each part is an unknown of its own:
//
//     fine   | a  a | b  b |        the largest part lives in the grid, as ever; the others ("extras") follow
//            | a  a # c  c |        behind the values of the grid, in the same arrays
//
// Nodes of blocks that are split, of their neighbours, and of what grows out of them are `Special`: they know their
// neighbours by lists. All others are relaxed and transferred a row at a time by the kernels of the structured levels.
// Parts of one block do not touch, so the colour of the block serves them all.

#include <vector>

#include "poisson/level.hpp"
#include "poisson/system.hpp"
#include "poisson/transfer_rows.hpp"

namespace whorl {

struct Tie {
    int to;  // a node, or a ghost, which holds 0
    float weight;
};

template <int D>
struct Special {
    static constexpr int directions = 2 * D;  // 2 a: down axis a; 2 a + 1: up

    int node;                 // the offset of its values
    int cell;                 // that of its block
    Index<D> i;               // of its block
    int child, children_end;  // nodes of the finer level: a node that is not special, or ~ the number of a special one
    int tie[directions + 1];  // by direction
    float own, inverse;
};

/// What all levels share. What is filled is filled anew by each `prepare`; the levels take from it one after the other.
template <class Exec, int D>
struct SplitPool {
    Buffer<Special<D>> special;
    Buffer<Tie> tie;
    Buffer<int> child;
    Field fresh;        // new values, before they are stored
    Buffer<int> tally;  // per row of blocks, while setting up
    int specials = 0, ties = 0, children = 0;

    SplitPool() = default;
    /// `blocks` of all coarse levels, the largest of which has `rows` rows of them.
    SplitPool(Exec& on, std::size_t blocks, std::size_t rows, std::size_t tallies) {
        // A maze of channels 3 cells wide (in space: 7) makes 1.5 specials a block (in space: 1.1), with 3.3 ties (4.7)
        // and 3 children (5.5) each.
        const std::size_t most = (D == 2 ? blocks * 3 / 2 : blocks * 11 / 10) + 256;
        special = on.template buffer<Special<D>>(most);
        tie = on.template buffer<Tie>(most * 2 * D);
        child = on.template buffer<int>(most * (D == 2 ? 3 : 6));
        fresh = on.template buffer<float>(most * (D == 2 ? 3 : 6));
        tally = on.template buffer<int>(rows * tallies);
    }
};

/// A node of a level: where its values are, the index of its cell, and its number if it is special.
template <int D>
struct SplitNode {
    int at;
    Index<D> i;
    int special;  // -1: it is not
};

template <class Exec, int D>
struct SplitLevel : Level<D> {
    using Level<D>::unknowns, Level<D>::halved, Level<D>::A, Level<D>::known;

    explicit SplitLevel(Level<D> level) : Level<D>(std::move(level)) {}

    RowSources<Exec, D> sources{};
    Buffer<int> parent{};  // of each node, on the next level; `none`, or -2 - k: is closed region k by itself
    Buffer<int> row{};  // number of the first special node of a cell, or -1. This and what follows: not on the finest
    Field x{}, b{};
    int most_extras = 0;
    // What `prepare` finds out.
    const Special<D>* special = nullptr;  // of the pool
    const Tie* tie = nullptr;
    const int* child = nullptr;
    int first[3] = {};  // specials: of colour 0, of colour 1, end
    int extras = 0;
    const SplitLevel* finer = nullptr;

    static constexpr int none = -1;

    /// Many blocks in several parts: channels wind so much that one visit a cycle is not enough.
    bool winds() const { return 8 * std::int64_t{extras} > this->cells(); }
    bool finest() const { return row.size() == 0; }
    float least_tie() const { return negligible * this->coupling(); }
    SplitNode<D> node(int child_reference) const {
        if (child_reference < 0) {
            const Special<D>& s = special[~child_reference];
            return {s.node, s.i, ~child_reference};
        }
        SplitNode<D> n{child_reference, {}, -1};
        int rest = child_reference - unknowns.grid.origin();
        for (int a = D - 1; a >= 0; --a) {
            n.i[a] = rest / A.step[a];
            rest -= n.i[a] * A.step[a];
        }
        return n;
    }

    bool is_side(const SplitNode<D>& n, int direction) const {
        const int a = direction / 2;
        return !unknowns.periodic[a] && n.i[a] == ((direction & 1) ? unknowns.extent[a] - 1 : 0);
    }
    /// visit(node or ghost, weight) for all that lies in one direction.
    template <class Visit>
    void each_tie(const SplitNode<D>& n, int direction, Visit&& visit) const {
        if (n.special >= 0) {
            const Special<D>& s = special[n.special];
            for (int t = s.tie[direction]; t < s.tie[direction + 1]; ++t) visit(tie[t].to, tie[t].weight);
            return;
        }
        const int a = direction / 2, high = direction & 1, size = unknowns.extent[a];
        if (unknowns.periodic[a] && size == 1) return;  // its own neighbour
        const float w = A.weight[a][n.at + high * A.step[a]];
        int to = n.at + (high ? 1 : -1) * A.step[a];
        if (unknowns.periodic[a] && n.i[a] == (high ? size - 1 : 0)) to += (high ? -size : size) * A.step[a];
        if (w > 0) visit(to, w);
    }
    float self(const SplitNode<D>& n) const {
        if (n.special >= 0) return special[n.special].own;
        return A.own.data ? A.own[n.at] : A.shift;
    }
    /// Cells of the finest level; the count stops at `enough`.
    int volume(const SplitNode<D>& n, int enough) const {
        if (!finer) return 1;
        int sum = 0;
        if (n.special >= 0) {
            const Special<D>& s = special[n.special];
            for (int k = s.child; k < s.children_end && sum < enough; ++k)
                sum += finer->volume(finer->node(child[k]), enough);
            return sum;
        }
        const Family<D> family = finer->family();
        const Index<D> count = family.children(n.i);
        const Cell<D> eldest = family.eldest(Cell<D>{n.i, n.at});
        for (int k = 0; k < (1 << D) && sum < enough; ++k) {
            SplitNode<D> f{eldest.at, eldest.i, -1};
            bool inside = true;
            for (int a = 0; a < D; ++a) {
                const int up = k >> a & 1;
                inside = inside && up < count[a];
                f.i[a] += up, f.at += up * family.fine.step[a];
            }
            if (inside && finer->parent.data()[f.at] == n.at) sum += finer->volume(f, enough);
        }
        return sum;
    }
    /// What multiplies x itself, and what ties it to values inside that are held at 0.
    float held(const SplitNode<D>& n) const {
        float sum = self(n);
        for (int d = 0; d < Special<D>::directions && finest(); ++d)
            if (!is_side(n, d)) each_tie(n, d, [&](int to, float w) { sum += known[to] > 0 ? 0.0f : w; });
        return sum;
    }
};

/// visit(begin, end) over parts of [0, count). A special node is work for a dozen cells of a row.
template <class Exec, class Visit>
void for_each_part(Exec& on, int count, const Visit& visit) {
    constexpr int length = 256, work = 12;
    if (count == 0) return;
    const int parts = (count + length - 1) / length;
    const Box<2> box{{0, 0}, {length * work, parts}, {1, length}, 0};
    on.for_each_row(box, [&](Cell<2> part, int) { visit(part.at, whorl::min(part.at + length, count)); });
}

}  // namespace whorl
