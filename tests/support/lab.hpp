#pragma once
// A flow without a Simulation around it, so that single stages can be run and their results compared: with the mirror
// image of another flow, or with the layers of an extruded one.

#include <optional>
#include <random>

#include "flow/project.hpp"
#include "support/sides.hpp"
#include "support/stages.hpp"

namespace whorl {

template <int D>
float& value_at(const Grid<D>& grid, Field& f, const Index<D>& i) {
    return f.data()[grid.cells().cell(i).at];
}
template <int D>
float value_at(const Grid<D>& grid, const Field& f, const Index<D>& i) {
    return f.data()[grid.cells().cell(i).at];
}

/// All values of a kind with `ghosts` layers around them.
template <int D>
Box<D> values_of(const Grid<D>& grid, int kind, int ghosts = 0) {
    Box<D> box = kind == centre ? grid.cells() : grid.faces(kind);
    for (int a = 0; a < D; ++a) box.lo[a] -= ghosts, box.hi[a] += ghosts;
    return box;
}

/// visit(index) for each index of a box, in this thread.
template <int D, class Visit>
void for_each_index(const Box<D>& box, Visit visit) {
    for (int r = 0; r < box.rows(); ++r) {
        Index<D> i = box.row(r).i;
        for (; i[0] < box.hi[0]; ++i[0]) visit(i);
    }
}

template <int D>
void randomize(const Grid<D>& grid, int kind, Field& f, float size, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> any(-size, size);
    for_each_index(values_of(grid, kind), [&](Index<D> i) { value_at(grid, f, i) = any(random); });
}

/// Bodies and advection are most of the engine: its members are compiled once, in lab.cpp, and call what the library has.
template <int D>
struct Lab {
    Cpu on;
    Flow<D> f{};
    Scratch<D> s{};
    std::optional<Bodies<Cpu, D>> bodies{};

    /// At rest, with a quantity called "smoke".
    Lab(Index<D> n, Vec<D> h, const Boundary& boundary, int threads = 1);
    /// Puts these bodies into it, in place of those before.
    void place(const std::vector<Obstacle>& obstacles);
    /// Random smoke, and a random flow of about `speed` m/s.
    Lab& stir(float speed, unsigned seed);
    /// Boundaries and ghosts follow the values inside.
    Lab& settle();

    Field& smoke() { return f.carried[0].value; }

    // Stages of the engine, with what this flow gives them.
    void trace(double dt, Backtrace method, VectorField<D>& to);
    template <int Kind>
    void advect(Advection scheme, const Rules<D>& rules, const Field& q, Field& out);
    void advect_velocity(double dt, Advection scheme, Backtrace method);
};

// ---- Mirror images --------------------------------------------------------------------------------------------------

template <int D>
Index<D> mirror_index(const Grid<D>& grid, Index<D> i, int kind, int axis) {
    i[axis] = grid.n()[axis] - (kind == axis ? 0 : 1) - i[axis];
    return i;
}

template <int D>
void mirror_into(const Grid<D>& grid, const Field& from, Field& to, int kind, int axis, float sign = 1) {
    for_each_index(values_of(grid, kind), [&](Index<D> i) {
        value_at(grid, to, mirror_index(grid, i, kind, axis)) = sign * value_at(grid, from, i);
    });
}

/// How many values of a are not, to the last bit, `sign` times those of b seen in a mirror across the axis.
template <int D>
int unlike_mirror(const Grid<D>& grid, int kind, const Field& a, const Field& b, int axis, float sign = 1,
                  int ghosts = 0) {
    int count = 0;
    for_each_index(values_of(grid, kind, ghosts), [&](Index<D> i) {
        count += !(value_at(grid, a, mirror_index(grid, i, kind, axis)) == sign * value_at(grid, b, i));
    });
    return count;
}

/// The component of a vector across the mirror changes its sign.
inline float mirror_sign(int component, int axis) { return component == axis ? -1.0f : 1.0f; }

template <int D>
Lab<D> mirror_image(const Lab<D>& of, const Boundary& boundary, int axis) {
    Lab<D> image(of.f.grid.n(), of.f.grid.h(), mirrored(boundary, axis));
    for (int a = 0; a < D; ++a)
        mirror_into(of.f.grid, of.f.velocity[a], image.f.velocity[a], a, axis, mirror_sign(a, axis));
    mirror_into(of.f.grid, of.f.carried[0].value, image.smoke(), centre, axis);
    mirror_into(of.f.grid, of.f.pressure, image.f.pressure, centre, axis);
    image.settle();
    return image;
}

// ---- Extrusion ------------------------------------------------------------------------------------------------------

inline void extrude_into(const Grid<2>& plane, const Field& from, const Grid<3>& space, Field& to, int kind) {
    for_each_index(values_of(space, kind), [&](Index<3> i) {
        value_at(space, to, i) = value_at(plane, from, Index<2>{i[0], i[1]});
    });
}

/// How many values of the extruded field are not, to the last bit, those of the plane one.
inline int unlike_layers(const Grid<2>& plane, const Field& a, const Grid<3>& space, const Field& b, int kind,
                         int ghosts = 0) {
    int count = 0;
    for_each_index(values_of(space, kind, ghosts), [&](Index<3> i) {
        count += !(value_at(space, b, i) == value_at(plane, a, Index<2>{i[0], i[1]}));
    });
    return count;
}

/// The same flow in every layer.
inline Lab<3> extruded(const Lab<2>& plane, const Boundary& boundary, int layers, float height) {
    const Grid<2>& g = plane.f.grid;
    Lab<3> space({g.n()[0], g.n()[1], layers}, {g.h()[0], g.h()[1], height}, slab(boundary));
    for (int a = 0; a < 2; ++a) extrude_into(g, plane.f.velocity[a], space.f.grid, space.f.velocity[a], a);
    extrude_into(g, plane.f.carried[0].value, space.f.grid, space.smoke(), centre);
    extrude_into(g, plane.f.pressure, space.f.grid, space.f.pressure, centre);
    space.settle();
    return space;
}

/// The divergence of a lab into s.a, then the gradient of its pressure out of its velocity, by the general kernels.
template <int D>
void diverge_and_subtract(Lab<D>& lab) {
    auto& f = lab.f;
    write_divergence(lab.on, f, f.velocity, filled<float, D>(0.7f), lab.s.a);
    using Gradient = SubtractGradient<D, BodyFaces<D>>;
    const Gradient gradient{.faces = {.solid = f.solid, .openness = f.openness},
                            .step = f.grid.step(),
                            .x = f.pressure,
                            .gradient = filled<float, D>(0.3f),
                            .u = f.velocity};
    for_axes<D>([&](auto a) {
        constexpr int A = decltype(a){};
        lab.on.for_each(f.grid.faces(A), OnFaces<D, A, Gradient>{gradient});
    });
    lab.settle();
}

}  // namespace whorl
