#pragma once
// The parts of the fluid that bodies keep apart.

#include "flow/state.hpp"

namespace whorl {

/// Numbers the parts of the fluid that open faces connect. On the host; `found` has room for all cells.
template <int D> void number_chambers(Flow<D>& f, Buffer<Cell<D>>& found) {
    f.chambers = 0;
    const Box<D> cells = f.grid.cells();
    std::size_t waiting = 0;
    for (int k = 0; k < f.grid.values(); ++k) f.chamber.data()[k] = 0;
    const auto enter = [&](const Cell<D>& c) {
        float& number = f.chamber.data()[c.at];
        if (number > 0 || f.fluid.data()[c.at] <= 0) return;
        number = static_cast<float>(f.chambers);
        found.data()[waiting++] = c;
    };
    for (int r = 0; r < cells.rows(); ++r) {
        Cell<D> start = cells.row(r);
        for (int k = 0; k < cells.extent(0); ++k, ++start.i[0], ++start.at) {
            if (f.chamber.data()[start.at] > 0 || f.fluid.data()[start.at] <= 0) continue;
            ++f.chambers;
            enter(start);
            while (waiting > 0) {
                const Cell<D> c = found.data()[--waiting];
                for (int a = 0; a < D; ++a)
                    for (int s = 0; s < 2; ++s) {
                        if (f.openness[a].data()[c.at + s * f.grid.step()[a]] <= 0) continue;
                        Index<D> next = c.i;
                        next[a] += s == 0 ? -1 : 1;
                        const int n = f.grid.n()[a];
                        if (f.periodic[a]) next[a] = (next[a] + n) % n;
                        if (next[a] >= 0 && next[a] < n) enter(cells.cell(next));
                    }
            }
        }
    }
}

}  // namespace whorl
