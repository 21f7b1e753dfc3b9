#pragma once
// Bodies and the sides of the domain, as openness and velocity of faces.

#include "flow/region.hpp"
#include "kernels/bodies.hpp"
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
                        f.solid[b].data()[c.at] = static_cast<float>(checked(value, as_vec3<D>(p), time, 1e9, what));
                    }
                }
            }
        }
    }
}

/// Multiplies a field on faces by how much of each face a body leaves open; everywhere, or only on the sides.
template <class Exec, int D>
void shut_faces(Exec& on, const Flow<D>& f, const Region<Exec, D>& body, VectorField<D>& faces, bool only_sides) {
    for_axes<D>([&](auto a) {
        constexpr int A = decltype(a){};
        Places<D> corners = body.places(f.grid, A);
        corners.first = {};
        const FaceOpenness<D, A> kernel{.shape = body.view(), .corners = corners, .openness = faces[A]};
        if (!only_sides) return on.for_each(body.clipped(f.grid, f.grid.faces(A)), kernel);
        for (int s = 0; s < 2; ++s) on.for_each(body.clipped(f.grid, side_faces(f.grid, A, s)), kernel);
    });
}

/// Openness of all faces, which cells hold fluid, and where bodies are.
template <class Exec, int D> void build_bodies(Exec& on, Flow<D>& f, const std::vector<Region<Exec, D>>& bodies) {
    const Rules<D> plain = f.sides.no_gradient();
    for (int a = 0; a < D; ++a) on.for_each(f.grid.faces(a), Fill<D>{.value = 1, .f = f.openness[a]});
    f.bodies = f.grid.box(f.grid.n(), {});
    for (const auto& body : bodies) {
        shut_faces(on, f, body, f.openness, false);
        const Box<D> box = body.clipped(f.grid, f.grid.cells());
        for (int a = 0; a < D; ++a) {
            f.bodies.lo[a] = whorl::min(f.bodies.lo[a], box.lo[a]);
            f.bodies.hi[a] = whorl::max(f.bodies.hi[a], box.hi[a]);
        }
    }
    for (int a = 0; a < D; ++a) {
        if (f.periodic[a]) join_seam(on, f.grid, f.openness[a], a);
        fill_ghosts(on, f.grid, f.openness[a], a, plain, f.periodic);
    }
    // Bodies alone decide what is fluid: a cell between walls still is.
    on.for_each(f.grid.cells(), FluidCells<D>{.step = f.grid.step(), .openness = std::as_const(f.openness), .fluid = f.fluid});
    fill_ghosts(on, f.grid, f.fluid, centre, plain, f.periodic);
    for (int a = 0; a < D; ++a) {
        for (int s = 0; s < 2; ++s)
            if (f.sides.shut(a, s)) on.for_each(side_faces(f.grid, a, s), Fill<D>{.value = 0, .f = f.openness[a]});
        fill_ghosts(on, f.grid, f.openness[a], a, plain, f.periodic);
    }
}

/// Numbers the parts of the fluid that open faces connect. On the host, once.
template <int D> void number_chambers(Flow<D>& f) {
    f.chambers = 0;
    const Box<D> cells = f.grid.cells();
    std::vector<Cell<D>> found;
    const auto enter = [&](const Cell<D>& c) {
        float& number = f.chamber.data()[c.at];
        if (number > 0 || f.fluid.data()[c.at] <= 0) return;
        number = static_cast<float>(f.chambers);
        found.push_back(c);
    };
    for (int r = 0; r < cells.rows(); ++r) {
        Cell<D> start = cells.row(r);
        for (int k = 0; k < cells.extent(0); ++k, ++start.i[0], ++start.at) {
            if (f.chamber.data()[start.at] > 0 || f.fluid.data()[start.at] <= 0) continue;
            ++f.chambers;
            enter(start);
            while (!found.empty()) {
                const Cell<D> c = found.back();
                found.pop_back();
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
