// An extruded scene in space is the plane scene, layer by layer: to the last bit in every kernel, and in a whole
// simulation where there is one layer; with several layers, to the tolerance of the solver.

#include "flow/forces/buoyancy.hpp"
#include "flow/forces/confinement.hpp"
#include "flow/forces/user.hpp"
#include "support/lab.hpp"
#include "support/sanitizers.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace whorl {
namespace {

constexpr int layers = 5;

/// check(plane flow, the same in five layers) for every boundary.
template <class Check>
void for_each_extrusion(Check check) {
    unsigned seed = 1;
    for (const Boundary& boundary : varied_boundaries()) {
        Lab<2> plane({13, 10}, {0.3f, 0.4f}, boundary);
        plane.stir(1, seed += 100);
        Lab<3> space = extruded(plane, boundary, layers, 0.35f);
        check(plane, space);
    }
}

/// Calls stage(lab) on both.
template <class Stage>
void on_both(Lab<2>& plane, Lab<3>& space, Stage stage) {
    stage(plane), stage(space);
}

int unlike_velocity(const Lab<2>& plane, const Lab<3>& space) {
    int count = 0;
    for (int a = 0; a < 2; ++a)
        count += unlike_layers(plane.f.grid, plane.f.velocity[a], space.f.grid, space.f.velocity[a], a, 2);
    for_each_index(values_of(space.f.grid, 2), [&](Index<3> i) {
        count += value_at(space.f.grid, space.f.velocity[2], i) != 0;  // nothing moves between the layers
    });
    return count;
}
int unlike_centres(const Lab<2>& plane, const Field& a, const Lab<3>& space, const Field& b) {
    return unlike_layers(plane.f.grid, a, space.f.grid, b, centre);
}

TEST(Extrusion, GhostsAreThoseOfThePlane) {
    for_each_extrusion([](Lab<2>& plane, Lab<3>& space) {
        EXPECT_EQ(unlike_velocity(plane, space), 0);
        EXPECT_EQ(unlike_layers(plane.f.grid, plane.smoke(), space.f.grid, space.smoke(), centre, 2), 0);
        EXPECT_EQ(unlike_layers(plane.f.grid, plane.f.pressure, space.f.grid, space.f.pressure, centre, 2), 0);
    });
}

TEST(Extrusion, AdvectionByEverySchemeAndTraceIsThatOfThePlane) {
    for (const Advection scheme : all_advections)
        for (const Backtrace method : all_backtraces)
            for_each_extrusion([&](Lab<2>& plane, Lab<3>& space) {
                on_both(plane, space, [&](auto& lab) {
                    [[maybe_unused]] auto& on = lab.on;
                    [[maybe_unused]] auto& f = lab.f;
                    [[maybe_unused]] auto& s = lab.s;
                    lab.trace(1.1, method, s.back);
                    lab.trace(-1.1, method, s.forward());
                    lab.template advect<centre>(scheme, f.carried[0].rules, lab.smoke(), s.d);
                    lab.advect_velocity(1.1, scheme, method);
                    lab.settle();
                });
                EXPECT_EQ(unlike_centres(plane, plane.s.d, space, space.s.d), 0) << name(scheme) << ' ' << name(method);
                EXPECT_EQ(unlike_velocity(plane, space), 0) << name(scheme) << ' ' << name(method);
            });
}

TEST(Extrusion, DivergenceAndGradientAreThoseOfThePlane) {
    for_each_extrusion([](Lab<2>& plane, Lab<3>& space) {
        on_both(plane, space, [](auto& lab) { diverge_and_subtract(lab); });
        EXPECT_EQ(unlike_centres(plane, plane.s.a, space, space.s.a), 0);
        EXPECT_EQ(unlike_velocity(plane, space), 0);
    });
}

TEST(Extrusion, ForcesAreThoseOfThePlane) {
    // A box, a half-space and a capsule that stands upright are the same in every layer.
    const Shape where = (box({0.5, 0.4, -64}, {1.7, 1.9, 64}) | capsule({2.5, 2, -64}, {2.5, 2, 64}, 0.7)) -
                        half_space({1, 1, 0}, {0.6, 0.8, 0});
    for_each_extrusion([&](Lab<2>& plane, Lab<3>& space) {
        on_both(plane, space, [&](auto& lab) {
            [[maybe_unused]] auto& on = lab.on;
            [[maybe_unused]] auto& f = lab.f;
            [[maybe_unused]] auto& s = lab.s;
            constexpr int D = sizeof f.periodic / sizeof f.periodic[0];
            BuoyancyForce<Cpu, D>({{0, 0.1}}, {1, -9.81, 0}).apply(on, f, s, 0, 0.2);
            UserForce<Cpu, D> force(on, f, Force{.where = where, .amount = {3, 4, 0}}, "force");
            force.update(on, f, 0);
            force.apply(on, f, s, 0, 0.2);
            lab.settle();
            ConfinementForce<Cpu, D>(0.3).apply(on, f, s, 0, 0.2);
            lab.settle();
        });
        EXPECT_EQ(unlike_velocity(plane, space), 0);
    });
}

TEST(Extrusion, TheDiffusionStencilIsThatOfThePlane) {
    for_each_extrusion([](Lab<2>& plane, Lab<3>& space) {
        for (int a = 0; a < 2; ++a) {
            randomize(plane.f.grid, a, plane.s.next[a], 1, 7);
            extrude_into(plane.f.grid, plane.s.next[a], space.f.grid, space.s.next[a], a);
        }
        randomize(space.f.grid, 2, space.s.next[2], 1, 8);
        on_both(plane, space, [](auto& lab) {
            [[maybe_unused]] auto& on = lab.on;
            [[maybe_unused]] auto& f = lab.f;
            [[maybe_unused]] auto& s = lab.s;
            constexpr int D = sizeof f.periodic / sizeof f.periodic[0];
            on.for_each(f.grid.cells(), DiffusionSource<D, Conductances<D>>{
                                            .coupling = {.conductance = std::as_const(s.next), .open = f.fluid},
                                            .step = f.grid.step(),
                                            .f = lab.smoke(),
                                            .scale = 0.9f,
                                            .out = s.a});
        });
        EXPECT_EQ(unlike_centres(plane, plane.s.a, space, space.s.a), 0);
    });
}

TEST(Extrusion, BodiesAreThoseOfThePlaneToRoundOff) {
    const Shape body = box({0.5, 0.45, -64}, {1.75, 1.9, 64}) | capsule({2.5, 2.25, -64}, {2.5, 2.25, 64}, 0.7);
    for_each_extrusion([&](Lab<2>& plane, Lab<3>& space) {
        on_both(plane, space, [&](auto& lab) {
            [[maybe_unused]] auto& on = lab.on;
            [[maybe_unused]] auto& f = lab.f;
            [[maybe_unused]] auto& s = lab.s;
            lab.place({{body}});
        });
        double worst = 0;
        for (int a = 0; a < 2; ++a)
            for_each_index(values_of(space.f.grid, a), [&](Index<3> i) {
                const double difference = double{value_at(space.f.grid, space.f.openness[a], i)} -
                                          value_at(plane.f.grid, plane.f.openness[a], Index<2>{i[0], i[1]});
                worst = std::max(worst, std::abs(difference));
            });
        EXPECT_LT(worst, 1e-6);
    });
}

// ---- Whole simulations ----------------------------------------------------------------------------------------------

/// A scene that is the same in every layer, with a body along the faces of cells.
Settings plane_scene(int nx, int ny) {
    Settings s;
    s.cells = {nx, ny};
    s.size = {0.125 * nx, 0.125 * ny};
    s.carried = {{.name = "smoke", .decay = 0.1}, {.name = "heat", .advection = Advection::cubic}};
    s.fluid = {.buoyancy = {{"heat", 0.2}}, .vorticity = 0.2};
    s.sources = {{.where = box({0.4, 0.2, -64}, {1.1, 0.6, 64}), .quantity = "heat", .amount = 3},
                 {.where = box({0.4, 0.2, -64}, {1.1, 0.6, 64}), .quantity = "smoke", .amount = 1}};
    s.forces = {{.where = half_space({0.5, 0.5, 0}, {1, 1, 0}), .amount = {2, 3, 0}}};
    s.obstacles = {{box({1, 1, -64}, {1.5, 1.375, 64})}};
    s.boundary = {wall(), open(), wall({0.5, 0, 0}), open(), free_slip(), free_slip()};
    s.initial_velocity[0] = [](Vec3 p) { return std::sin(5 * p.y); };
    s.initial_velocity[1] = [](Vec3 p) { return 0.5 * std::cos(4 * p.x); };
    s.solver.tolerance = 1e-5;
    return s;
}
Settings extruded(Settings s, int count) {
    s.cells.push_back(count);
    s.size.push_back(0.125 * count);
    return s;
}

/// The largest difference between a plane field and any layer of the other.
double difference(const FieldView& plane, const FieldView& space) {
    double worst = 0;
    for (int k = 0; k < space.extent[2]; ++k)
        for (int j = 0; j < space.extent[1]; ++j)
            for (int i = 0; i < space.extent[0]; ++i) {
                const double d = std::abs(double{space(i, j, k)} - plane(i, j));
                if (!(d <= worst)) worst = d;
            }
    return worst;
}
double difference(const Settings& one, const Settings& other, int steps) {
    Simulation plane(one), space(other);
    for (int k = 0; k < steps; ++k) plane.step(0.1), space.step(0.1);
    double worst = largest(space.velocity(2));
    for (int a = 0; a < 2; ++a) worst = std::max(worst, difference(plane.velocity(a), space.velocity(a)));
    for (const Carried& q : one.carried) worst = std::max(worst, difference(plane.field(q.name), space.field(q.name)));
    return worst;
}

TEST(Extrusion, OneLayerIsThePlaneToTheLastBit) {
    for (const Splitting splitting : all_splittings)
        for (const Advection advection : all_advections)
            for (const Pressure pressure : all_pressures) {
                Settings s = plane_scene(21, 18);
                s.solver.splitting = splitting, s.solver.advection = advection, s.solver.pressure = pressure;
                EXPECT_EQ(difference(s, extruded(s, 1), all_or(4, 2)), 0)
                    << name(splitting) << ' ' << name(advection) << ' ' << name(pressure);
            }
}

TEST(Extrusion, OneViscousLayerIsThePlaneToTheToleranceOfTheSolver) {
    for (const Splitting splitting : all_splittings) {
        Settings s = plane_scene(21, 18);
        s.fluid.viscosity = 0.01;
        s.carried[1].diffusion = 0.02;
        s.solver.splitting = splitting;
        EXPECT_LT(difference(s, extruded(s, 1), 4), 1e-5) << name(splitting);
    }
}

TEST(Extrusion, SeveralLayersAreThePlaneToTheToleranceOfTheSolver) {
    for (const Splitting splitting : all_splittings)
        for (const Pressure pressure : all_pressures) {
            Settings s = plane_scene(21, 18);
            s.fluid.viscosity = 0.01;
            s.carried[1].diffusion = 0.02;
            s.solver.tolerance = s.solver.diffusion_tolerance = 1e-6;
            s.solver.splitting = splitting, s.solver.pressure = pressure;
            EXPECT_LT(difference(s, extruded(s, layers), all_or(4, 2)), 1e-4) << name(splitting) << ' ' << name(pressure);
        }
}

}  // namespace
}  // namespace whorl
