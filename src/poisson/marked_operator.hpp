#pragma once
// A on a GPU: far from walls and bodies nothing but x is loaded. Groups of cells whose coefficients are those of open space
// are marked.

#include <cstdint>

#include "poisson/even_odd.hpp"

namespace whorl {

/// A, with groups of cells for which its coefficients need not be loaded.
template <int D, bool varies>
struct MarkedOperator {
    static constexpr int group = 16;  // cells along x; the first of a row begins one

    Operator<D, varies> A;
    View<const float> inverse;
    View<const std::uint8_t> plain;  // by offset over `group`
    Vec<D> full;
    float shift, full_inverse;

    WHORL_HD bool is_plain(int at) const { return plain[static_cast<int>(static_cast<unsigned>(at) / group)] != 0; }

    /// (A x) from the value here and those around, as Operator::apply.
    WHORL_HD float apply_plain(float here, const Around<D>& near) const {
        return shift * here + sum_axes<D>([&](auto a) {
                   return full[a] * (here - near.low[a]) + full[a] * (here - near.high[a]);
               });
    }
    WHORL_HD float apply(int at, float here, const Around<D>& near) const {
        return A.self(at) * here + sum_axes<D>([&](auto a) {
                   return A.weight[a][at] * (here - near.low[a]) + A.weight[a][at + A.step[a]] * (here - near.high[a]);
               });
    }
};

/// Finds these groups; for the first cell of each.
template <int D, bool varies>
struct MarkPlain {
    MarkedOperator<D, varies> marked;
    int end;  // of a row
    View<std::uint8_t> plain;

    WHORL_HD void operator()(Cell<D> c) const {
        constexpr int group = MarkedOperator<D, varies>::group;
        if (c.i[0] % group != 0) return;
        bool all = true;
        for (int j = 0; j < group && c.i[0] + j < end; ++j) {
            const int at = c.at + j;
            all = all && marked.inverse[at] == marked.full_inverse && marked.A.self(at) == marked.shift;
            for_axes<D>([&](auto a) {
                all = all && marked.A.weight[a][at] == marked.full[a] &&
                      marked.A.weight[a][at + marked.A.step[a]] == marked.full[a];
            });
        }
        plain[c.at / group] = all ? 1 : 0;
    }
};

}  // namespace whorl
