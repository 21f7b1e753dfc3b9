#pragma once
// The parts of the fluid that bodies keep apart.

#include "flow/state.hpp"

namespace whorl {

/// Numbers the parts of the fluid that open faces connect. On the host; `found` has room for all cells.
template <class Exec, int D> void number_chambers(Exec& on, Flow<D>& f, Buffer<Cell<D>>& found) {
    auto chamber = on.on_host(f.chamber);
    const auto fluid = on.on_host(std::as_const(f.fluid));
    decltype(on.on_host(std::as_const(f.fluid))) openness[D];
    for (int a = 0; a < D; ++a) openness[a] = on.on_host(std::as_const(f.openness[a]));
    f.chambers = 0;
    const Box<D> cells = f.grid.cells();
    std::size_t waiting = 0;
    for (int k = 0; k < f.grid.values(); ++k) chamber[k] = 0;
    const auto enter = [&](const Cell<D>& c) {
        float& number = chamber[c.at];
        if (number > 0 || fluid[c.at] <= 0) return;
        number = static_cast<float>(f.chambers);
        found.data()[waiting++] = c;
    };
    for (int r = 0; r < cells.rows(); ++r) {
        Cell<D> start = cells.row(r);
        for (int k = 0; k < cells.extent(0); ++k, ++start.i[0], ++start.at) {
            if (chamber[start.at] > 0 || fluid[start.at] <= 0) continue;
            ++f.chambers;
            enter(start);
            while (waiting > 0) {
                const Cell<D> c = found.data()[--waiting];
                for (int a = 0; a < D; ++a)
                    for (int s = 0; s < 2; ++s) {
                        if (openness[a][c.at + s * f.grid.step()[a]] <= 0) continue;
                        Index<D> next = c.i;
                        next[a] += s == 0 ? -1 : 1;
                        const int n = f.grid.n()[a];
                        if (f.periodic[a]) next[a] = (next[a] + n) % n;
                        if (next[a] >= 0 && next[a] < n) enter(cells.cell(next));
                    }
            }
        }
    }
    on.put_back(f.chamber, chamber);
}

}  // namespace whorl
