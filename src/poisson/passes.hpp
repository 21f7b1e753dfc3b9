#pragma once
// What an executor does on one level of a hierarchy: rows with colours apart where it can.

#include <type_traits>

#include "poisson/marked_passes.hpp"
#include "poisson/row_passes.hpp"

namespace whorl {

/// An executor that would rather compute again than load.
template <class Exec>
concept PrefersFewerPasses = requires { Exec::fewer_passes; };

template <class Exec, int D>
using Passes = std::conditional_t<TakesRows<Exec, D>, RowPasses<Exec, D>,
                                  std::conditional_t<PrefersFewerPasses<Exec>, MarkedPasses<Exec, D>, CellPasses<Exec, D>>>;

/// The finest level: that of the unknowns themselves.
template <class Exec, int D>
Level<D> finest_level(const Unknowns<D>& unknowns) {
    Level<D> level{.unknowns = unknowns, .axes = 0};
    for (int a = 0; a < D; ++a) level.axes += unknowns.extent[a] > 1;
    for (int a = 0; a < D; ++a)
        level.spacing[a] = {.n = unknowns.extent[a], .last = 1, .periodic = unknowns.periodic[a]};
    return level;
}
template <class Exec, int D>
void set_finest(const System<Exec, D>& system, Level<D>& level) {
    level.A = system.A();
    level.full = system.full();
    level.shift = level.A.shift;
    level.known = system.inverse();
}

}  // namespace whorl
