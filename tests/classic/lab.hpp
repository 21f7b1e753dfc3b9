#pragma once
// A classic fluid with its memory, and what the tests measure of it.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>
#include <whorl/classic.hpp>

namespace whorl::classic {

using Mask = const unsigned char*;  // a Boolean grid
using Paper = Fixed<int32_t, 9>;
using Slides = Fixed<int16_t, 8>;
using Fine = Fixed<int32_t, 16>;

template <class Number, int D, class Bodies = NoBodies, Solver solver = Solver::gauss_seidel>
struct World {
    using Kind = Fluid<Number, D, Bodies, solver>;
    using Vector = typename Kind::Vector;
    using Field = std::vector<Number>;

    explicit World(int n, Bodies body = {}) {
        for (int& c : fluid.cells) c = n;
        fluid.body = body;
        fluid.scale = Number(n);
        resize();
    }
    void resize() {  // after a change of fluid.cells
        const auto size = static_cast<std::size_t>(fluid.size());
        for (auto* fields : {&u, &u0, &t, &t0})
            for (Field& f : *fields) f.assign(size, Number(0));
        x.assign(size, Number(0)), x0.assign(size, Number(0));
        memory.assign(Arithmetic<Number>::real ? 3 * size : 0, Number(0));
        fluid.memory = memory.data();
    }
    static Vector vector(std::array<Field, D>& of) {
        Vector v{};
        for (int a = 0; a < D; ++a) v.axis[a] = of[static_cast<std::size_t>(a)].data();
        return v;
    }
    void step(double viscosity, double diffusion, double dt) {
        fluid.vel_step(vector(u), vector(u0), Number(viscosity), Number(dt));
        fluid.dens_step(x.data(), x0.data(), vector(u), Number(diffusion), Number(dt));
    }
    void clear_sources() {
        for (Field& f : u0) fluid.clear(f.data());
        fluid.clear(x0.data());
    }
    void make_periodic() {
        for (auto& border : fluid.low) border.side = Side::periodic;
    }

    /// visit(k, place): every cell, and the place of its centre, in lengths of the first axis.
    template <class Visit>
    void each(const Visit& visit) const {
        fluid.each_row([&](int first, int(&c)[D]) {
            std::array<double, D> place{};
            for (int k = first; c[0] <= fluid.cells[0]; ++c[0], ++k) {
                for (int a = 0; a < D; ++a) place[static_cast<std::size_t>(a)] = (c[a] - 0.5) / fluid.cells[0];
                visit(static_cast<std::size_t>(k), place);
            }
        });
    }
    double sum(const Field& of) const {
        double total = 0;
        each([&](std::size_t k, const auto&) { total += static_cast<double>(of[k]); });
        return total;
    }
    double energy() const {
        double total = 0;
        each([&](std::size_t k, const auto&) {
            for (const Field& f : u) total += static_cast<double>(f[k]) * static_cast<double>(f[k]);
        });
        return total;
    }
    /// Root mean square of the divergence, in cells.
    double divergence() {
        double total = 0, count = 0;
        each([&](std::size_t k, const auto&) {
            double flow = 0;
            for (int a = 0; a < D; ++a)
                flow += 0.5 * static_cast<double>(fluid.difference(a, a, vector(u)[a], static_cast<int>(k)));
            total += flow * flow, count += 1;
        });
        return std::sqrt(total / count);
    }

    Kind fluid{};
    std::array<Field, D> u, u0, t, t0;
    Field x, x0, memory;
};

/// A spoon goes round in the box and lets smoke out. It pushes by 2 lengths/s2, in the unit of length that the fluid
/// has.
template <class W>
void stir(W& world, int step) {
    using Number = std::decay_t<decltype(world.x[0])>;
    const double turn = 0.1 * step, push = 2 * world.fluid.cells[0] / double(world.fluid.scale);
    world.clear_sources();
    world.each([&](std::size_t k, const auto& place) {
        const double dx = place[0] - 0.5 - 0.25 * std::cos(turn), dy = place[1] - 0.5 - 0.25 * std::sin(turn);
        if (dx * dx + dy * dy > 0.01) return;
        world.u0[0][k] = Number(-push * std::sin(turn));
        world.u0[1][k] = Number(push * std::cos(turn));
        world.x0[k] = Number(0.5);
    });
}

}  // namespace whorl::classic
