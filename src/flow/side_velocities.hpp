#pragma once
// What the sides of the domain do to the velocity: what flows in, and how walls slide.

#include "flow/region.hpp"
#include "kernels/diffusion.hpp"

namespace whorl {

/// Writes the velocity of every side into the faces that it shuts and, for the components along it, beyond it.
template <class Exec, int D> void set_side_velocities(Exec& on, Flow<D>& f, double time) {
    static constexpr const char* names[3][2] = {{"left", "right"}, {"bottom", "top"}, {"back", "front"}};
    constexpr int g = ghost_layers;
    for (int a = 0; a < D; ++a) {
        const int n = f.grid.n()[a];
        for (int s = 0; s < 2 && !f.periodic[a]; ++s) {
            for (int b = 0; b < D; ++b) {
                // From the first layer outside (or the face itself, of the component across) outwards.
                Index<D> lo{}, hi{};
                for (int k = 0; k < D; ++k) lo[k] = -g, hi[k] = f.grid.n()[k] + g + 1;
                if (s == 0) hi[a] = b == a ? 1 : 0;
                else lo[a] = n;
                const Box<D> slab = f.grid.box(lo, hi);
                const Value& value = f.sides.side[a][s].velocity[b];
                if (value.is_constant()) {
                    on.for_each(slab, Fill<D>{.value = static_cast<float>(value({}, time)), .f = f.solid[b]});
                    continue;
                }
                const auto what = [&] { return std::string("boundary.") + names[a][s] + ".velocity"; };
                const Places<D> places = places_of(f.grid, b);
                auto velocity = on.on_host(f.solid[b]);
                for (int r = 0; r < slab.rows(); ++r) {
                    Cell<D> c = slab.row(r);
                    for (int k = 0; k < slab.extent(0); ++k, ++c.i[0], ++c.at) {
                        // Beyond a seam lies what is one period away, beyond any other side what is nearest on it.
                        Index<D> i = c.i;
                        for (int k2 = 0; k2 < D; ++k2) {
                            const int period = f.grid.n()[k2];
                            if (f.periodic[k2]) i[k2] = (i[k2] % period + period) % period;
                        }
                        Vec<D> p = places(i);
                        for (int k2 = 0; k2 < D; ++k2) {
                            const float length = static_cast<float>(f.grid.n()[k2]) * f.grid.h()[k2];
                            p[k2] = k2 == a ? (s == 0 ? 0.0f : length) : clamp(p[k2], 0.0f, length);
                        }
                        velocity[c.at] = static_cast<float>(checked(value, as_vec3<D>(p), time, 1e9, what));
                    }
                }
                on.put_back(f.solid[b], velocity);
            }
        }
    }
}

}  // namespace whorl
