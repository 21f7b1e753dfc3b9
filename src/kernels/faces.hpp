#pragma once
// What a kernel finds for the faces across each axis, written to them: axis by axis, or all in one pass.

#include "core/field.hpp"
#include "core/occupancy.hpp"

namespace whorl {

/// out[A][c] = kernel.on_face<A>(c)
template <int D, int A, class Kernel> struct FacesAcross {
    Kernel kernel;
    Faces<float, D> out;
    WHORL_HD void operator()(Cell<D> c) const { out[A][c] = kernel.template on_face<A>(c); }
};

/// The same for all axes. A cell takes its low faces, and the last one along an axis its high face as well.
template <int D, class Kernel> struct AllFaces {
    static constexpr int blocks_at_once = whorl::blocks_at_once<Kernel>();
    static constexpr bool knows_low_faces = requires(const Kernel& k, const Cell<D>& c) { k.on_low_faces(c); };
    Kernel kernel;
    Faces<float, D> out;
    Index<D> step, last;
    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> value{};  // all loads before the first store: what several faces look at is then loaded once
        if constexpr (knows_low_faces) value = kernel.on_low_faces(c);
        else for_axes<D>([&](auto a) { value[a] = kernel.template on_face<decltype(a){}>(c); });
        for_axes<D>([&](auto a) { out[a][c] = value[a]; });
        for_axes<D>([&](auto a) {
            if (c.i[a] != last[a]) return;
            Cell<D> high = c;
            high.i[a] += 1;
            high.at += step[a];
            out[a][high] = kernel.template on_face<decltype(a){}>(high);
        });
    }
};

/// Runs one over all faces of the grid. `around`: the last ones, where all axes repeat, need not be written.
template <class Exec, int D, class Kernel>
void on_faces(Exec& on, const Grid<D>& grid, const Kernel& kernel, const Faces<float, D>& out,
              [[maybe_unused]] bool around = false) {
    if constexpr (requires { Exec::fewer_passes; }) {
        Index<D> last{};
        for (int a = 0; a < D; ++a) last[a] = around ? -1 : grid.n()[a] - 1;
        on.for_each(grid.cells(), AllFaces<D, Kernel>{kernel, out, grid.step(), last});
    } else {
        for_axes<D>([&](auto a) {
            on.for_each(grid.faces(a), FacesAcross<D, decltype(a){}, Kernel>{kernel, out});
        });
    }
}

}  // namespace whorl
