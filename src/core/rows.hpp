#pragma once
// Where most cells can do with less: far from bodies and sides nothing of them need be loaded.

#include "core/grid.hpp"
#include "core/occupancy.hpp"

namespace whorl {

/// The cells begin <= j < end of a row, counted from its first.
struct RowPart {
    int begin, end;
};

/// Two kernels to the same end: `plain` inside the box `inner`, in rows that do not meet `except`; `other` elsewhere.
/// Which it is is decided for whole parts of rows.
template <int D, class Other, class Plain>
struct InnerRows {
    static constexpr int blocks_at_once = whorl::blocks_at_once<Plain>();
    Box<D> inner, except;
    Other other;
    Plain plain;

    WHORL_HD constexpr RowPart plain_part(const Cell<D>& first, int count) const {
        bool inside = true, met = true;
        for (int a = 1; a < D; ++a) {
            inside = inside && inner.lo[a] <= first.i[a] && first.i[a] < inner.hi[a];
            met = met && except.lo[a] <= first.i[a] && first.i[a] < except.hi[a];
        }
        if (!inside || met) return {0, 0};
        const int begin = min(max(inner.lo[0] - first.i[0], 0), count);
        return {begin, max(min(inner.hi[0] - first.i[0], count), begin)};
    }
    WHORL_HD constexpr auto operator()(const Cell<D>& c) const {
        const RowPart part = plain_part(c, 1);
        return part.begin < part.end ? plain(c) : other(c);
    }
};
template <int D, class Other, class Plain>
InnerRows(Box<D>, Box<D>, Other, Plain) -> InnerRows<D, Other, Plain>;

}  // namespace whorl
