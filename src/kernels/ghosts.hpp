#pragma once
// What lies beyond a side of the domain: ghost = alpha * mirror + beta, whatever the side, the field and the dimension.
// Where the value on the side varies from place to place, beta is twice that of the field `held`.
//
//     alpha  beta      meaning for the value on the side
//       -1   2 value   held at `value` half-way between ghost and mirror
//        1   0         no gradient: insulated, free slip, outflow
//        0   value     `value` outside
//     periodic         the mirror is the cell one period away, alpha 1, beta 0

#include "core/field.hpp"

namespace whorl {

/// How the index of a ghost becomes the index of its mirror: pivot - i, or i + pivot one period away.
struct Mirror {
    int pivot = 0;
    int sign = -1;
    int first = 0, last = 0;  // mirrors stay in here, also where the domain is thinner than the ghost layers
    WHORL_HD constexpr int operator()(int i) const { return whorl::min(whorl::max(pivot + sign * i, first), last); }
};

template <int D> struct FillGhosts {
    int axis;
    int step;  // along that axis
    Mirror mirror;
    float alpha, beta;
    View<const float> held{};  // without data: beta holds
    float held_scale = 2;
    View<float> f;

    WHORL_HD void operator()(Cell<D> c) const {
        const int i = c.i[axis];
        f[c] = alpha * f[c.at + (mirror(i) - i) * step] + (held.data ? held_scale * held[c] : beta);
    }
};

/// The same at both ends of a row, for one cell of it: along x the ghosts of a side are a few cells in each of many rows.
template <int D> struct FillEnds {
    static constexpr int work = 16;  // as much as so many cells of other kernels
    struct End {
        int first, last;  // the ghosts, as x
        Mirror mirror;
        float alpha, beta;
        bool held;
        float held_scale;
    };
    End end[2];
    View<const float> held{};
    View<float> f;

    WHORL_HD void operator()(Cell<D> c) const {
        const int origin = c.at - c.i[0];
        for (const End& e : end)
            for (int i = e.first; i < e.last; ++i)
                f[origin + i] = e.alpha * f[origin + e.mirror(i)] + (e.held ? e.held_scale * held[origin + i] : e.beta);
    }
};

/// A kernel that fills the ghosts at both ends of a row, of so many fields, as soon as it has written the row: later they
/// would have to come back from memory.
template <int D, int fields, class Kernel> struct ThenEnds : Kernel {
    FillEnds<D> ends[fields];
    WHORL_HD void after_row(const Cell<D>& c) const {
        for (const FillEnds<D>& e : ends) e(c);
    }
};

/// All ghosts of a field in one pass, for executors to which every pass is dear. A ghost beyond several sides has a mirror
/// which is itself a ghost of an axis before; so it follows them from the last axis down to a place inside and brings the
/// value back: the bits of FillGhosts along one axis after the other.
template <int D> struct FillShell {
    using End = typename FillEnds<D>::End;
    // Those beyond the sides of one axis reach over the ghosts of the axes before it. The first box has those at both ends of
    // rows, since where one row ends the next begins; there x below 0 is meant as it is, and from 0 on counted from `beyond`.
    Boxes<D, 2 * D> ghosts;
    int beyond;
    Array<Array<End, 2>, D> end;
    View<const float> held{};
    View<float> f;

    WHORL_HD void operator()(int k) const {
        auto [box, c] = ghosts(k);
        if (box == 0 && c.i[0] >= 0) c.i[0] += beyond, c.at += beyond;
        Cell<D> mirror = c;
        int ghost[D], side[D];
        for (int a = D - 1; a >= 0; --a) {
            side[a] = c.i[a] < end[a][0].last ? 0 : c.i[a] >= end[a][1].first ? 1 : -1;
            if (side[a] < 0) continue;
            ghost[a] = mirror;
            mirror.at += (end[a][side[a]].mirror(c.i[a]) - c.i[a]) * ghosts.box[0].step[a];
        }
        float value = f[mirror];
        for (int a = 0; a < D; ++a) {
            if (side[a] < 0) continue;
            const End& e = end[a][side[a]];
            value = e.alpha * value + (e.held ? e.held_scale * held[ghost[a]] : e.beta);
        }
        f[c] = value;
    }
};

/// The shells of several fields: one in each row.
template <int D, int fields> struct FillShells {
    Array<FillShell<D>, fields> shell;
    WHORL_HD void operator()(const Cell<2>& c) const {
        if (c.i[0] < shell[c.i[1]].ghosts.cells()) shell[c.i[1]](c.i[0]);
    }
};

/// The two ends of a period are one face. Where what was done to them differs (a shape that does not repeat), they meet
/// half-way, so that neither end is preferred.
template <int D> struct JoinSeam {
    int span;  // from one end to the other
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const { f[c] = 0.5f * (f[c] + f[c.at + span]); }
};

}  // namespace whorl
