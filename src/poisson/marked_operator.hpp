#pragma once
// A on a GPU: far from bodies nothing but x is loaded. Cells whose coefficients are those of open space are marked, and so
// are those which differ from them by no more than sides of the domain that are shut: at 512 cubed loads for the latter, of
// which there are few, took a tenth of a cycle's time.

#include <cstdint>

#include "poisson/even_odd.hpp"

namespace whorl {

/// A, with cells marked for which its coefficients need not be loaded.
template <int D, bool varies>
struct MarkedOperator {
    static constexpr int group = 16;  // cells along x; the first of a row begins one

    Operator<D, varies> A;
    View<const float> inverse;
    View<const std::uint32_t> marks;  // by offset over `group`: a bit a cell in open space, then one for each that is known
    Vec<D> full;
    float shift, full_inverse;
    Index<D> first, last;  // cells at sides: -1 along an axis that repeats
    Vec<1 << D> inverse_at;  // by sides_of

    /// What is known of a cell, in the lowest bit, and of those after it in its group.
    WHORL_HD unsigned open_cells(int at) const { return marks_of(at) >> static_cast<unsigned>(at) % group; }
    WHORL_HD unsigned known_cells(int at) const { return marks_of(at) >> (static_cast<unsigned>(at) % group + group); }
    WHORL_HD bool is_open(int at) const { return (open_cells(at) & 1) != 0; }
    /// An even cell and the one after it.
    WHORL_HD bool are_open(int at) const { return (open_cells(at) & 3) == 3; }

    /// (A x) in open space from the value here and those around, as Operator::apply.
    WHORL_HD float apply_open(float here, const Around<D>& near) const {
        return shift * here + sum_axes<D>([&](auto a) {
                   return full[a] * (here - near.low[a]) + full[a] * (here - near.high[a]);
               });
    }

    /// The coefficients of a cell.
    struct Row {
        Vec<D> low, high;
        float self, inverse;
        WHORL_HD float apply(float here, const Around<D>& near) const {
            return self * here + sum_axes<D>([&](auto a) {
                       return low[a] * (here - near.low[a]) + high[a] * (here - near.high[a]);
                   });
        }
    };
    WHORL_HD Row row(const Cell<D>& c) const { return (known_cells(c.at) & 1) != 0 ? known_row(c.i) : loaded_row(c.at); }
    /// Of a cell that is known.
    WHORL_HD Row known_row(const Index<D>& i) const {
        Row r{.low = {}, .high = {}, .self = shift, .inverse = inverse_at[sides_of(i)]};
        for_axes<D>([&](auto a) {
            r.low[a] = i[a] == first[a] ? 0.0f : full[a];
            r.high[a] = i[a] == last[a] ? 0.0f : full[a];
        });
        return r;
    }
    WHORL_HD Row loaded_row(int at) const {
        Row r{.low = {}, .high = {}, .self = A.self(at), .inverse = inverse[at]};
        for_axes<D>([&](auto a) { r.low[a] = A.weight[a][at], r.high[a] = A.weight[a][at + A.step[a]]; });
        return r;
    }
    /// The axes, a bit each, across which a cell lies at a side.
    WHORL_HD int sides_of(const Index<D>& i) const {
        int sides = 0;
        for_axes<D>([&](auto a) { sides |= i[a] == first[a] || i[a] == last[a] ? 1 << a : 0; });
        return sides;
    }

  private:
    WHORL_HD unsigned marks_of(int at) const { return marks[static_cast<int>(static_cast<unsigned>(at) / group)]; }
};

/// Finds these cells; for the first cell of each group.
template <int D, bool varies>
struct MarkCells {
    MarkedOperator<D, varies> marked;
    int end;  // of a row
    View<std::uint32_t> marks;

    WHORL_HD void operator()(Cell<D> c) const {
        constexpr int group = MarkedOperator<D, varies>::group;
        if (c.i[0] % group != 0) return;
        std::uint32_t bits = 0;
        for (int j = 0; j < group && c.i[0] + j < end; ++j) {
            Index<D> i = c.i;
            i[0] += j;
            const auto is = marked.loaded_row(c.at + j), expected = marked.known_row(i);
            bool known = is.inverse == expected.inverse && is.self == expected.self;
            for_axes<D>([&](auto a) {
                known = known && is.low[a] == expected.low[a] && is.high[a] == expected.high[a];
            });
            bits |= known ? 1u << (j + group) : 0u;
            bits |= known && marked.sides_of(i) == 0 ? 1u << j : 0u;
        }
        marks[c.at / group] = bits;
    }
};

}  // namespace whorl
