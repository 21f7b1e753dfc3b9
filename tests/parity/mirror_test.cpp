// A mirrored scene gives the mirrored result: to the last bit in every kernel, and in a whole step to the tolerance of
// the solver, whose sweeps begin with the other colour in a mirrored grid.

#include "flow/forces/buoyancy.hpp"
#include "flow/forces/confinement.hpp"
#include "flow/forces/user.hpp"
#include "poisson/transfer.hpp"
#include "support/each_dimension.hpp"
#include "support/lab.hpp"
#include "support/sanitizers.hpp"
#include "support/scenes.hpp"

namespace whorl {
namespace {

template <int D>
Index<D> some_cells() {
    if constexpr (D == 2)
        return {13, 10};
    else
        return {9, 8, 6};
}
/// Powers of two, so that the place of every value and of its image are exact.
template <int D>
Vec<D> some_spacing() {
    if constexpr (D == 2)
        return {0.25f, 0.5f};
    else
        return {0.25f, 0.5f, 0.25f};
}

/// check(flow, its mirror image, axis of the mirror) for every boundary and axis.
template <int D, class Check>
void for_each_mirror(float speed, Check check) {
    unsigned seed = 1;
    for (const Boundary& boundary : varied_boundaries())
        for (int axis = 0; axis < D; ++axis) {
            Lab<D> one(some_cells<D>(), some_spacing<D>(), boundary);
            one.stir(speed, seed += 100);
            Lab<D> other = mirror_image(one, boundary, axis);
            check(one, other, axis);
        }
}

/// Values of the velocity that differ from the mirror image, ghosts included.
template <int D>
int unlike_velocity(const Lab<D>& one, const Lab<D>& other, int axis) {
    int count = 0;
    for (int a = 0; a < D; ++a)
        count += unlike_mirror(one.f.grid, a, other.f.velocity[a], one.f.velocity[a], axis, mirror_sign(a, axis), 2);
    return count;
}

TEST_EACH_DIMENSION(Mirror, GhostsOfEverySideAreMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        EXPECT_EQ(unlike_velocity(one, other, axis), 0);
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.smoke(), one.smoke(), axis, 1, 2), 0);
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.f.pressure, one.f.pressure, axis, 1, 2), 0);
    });
}

TEST_EACH_DIMENSION(Mirror, TracesAreMirrored) {
    for (const Backtrace method : {Backtrace::euler, Backtrace::rk2, Backtrace::rk3})
        for_each_mirror<D>(1, [&](Lab<D>& one, Lab<D>& other, int axis) {
            for (Lab<D>* lab : {&one, &other}) lab->trace(1.3, method, lab->s.back);
            for (int a = 0; a < D; ++a)
                EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.s.back[a], one.s.back[a], axis, mirror_sign(a, axis)),
                          0);
        });
}

TEST_EACH_DIMENSION(Mirror, AdvectionByEverySchemeIsMirrored) {
    for (const Advection scheme :
         {Advection::semi_lagrangian, Advection::maccormack, Advection::bfecc, Advection::cubic, Advection::unlimited_cubic})
        for_each_mirror<D>(1, [&](Lab<D>& one, Lab<D>& other, int axis) {
            for (Lab<D>* lab : {&one, &other}) {
                [[maybe_unused]] auto& on = lab->on;
                [[maybe_unused]] auto& f = lab->f;
                [[maybe_unused]] auto& s = lab->s;
                lab->trace(1.1, Backtrace::rk2, s.back);
                lab->trace(-1.1, Backtrace::rk2, s.forward());
                lab->template advect<centre>(scheme, f.carried[0].rules, lab->smoke(), s.d);
                lab->advect_velocity(1.1, scheme, Backtrace::rk2);
            }
            EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.s.d, one.s.d, axis), 0) << name(scheme);
            EXPECT_EQ(unlike_velocity(one, other, axis), 0) << name(scheme);
        });
}

TEST_EACH_DIMENSION(Mirror, HalfwayBetweenNodesBothSidesWeighTheSame) {
    for (const Advection scheme :
         {Advection::semi_lagrangian, Advection::maccormack, Advection::bfecc, Advection::cubic, Advection::unlimited_cubic})
        for_each_mirror<D>(1, [&](Lab<D>& one, Lab<D>& other, int axis) {
            for (Lab<D>* lab : {&one, &other}) {
                [[maybe_unused]] auto& on = lab->on;
                [[maybe_unused]] auto& f = lab->f;
                [[maybe_unused]] auto& s = lab->s;
                for (int a = 0; a < D; ++a) {  // exactly half a cell, along every axis
                    const float v = lab == &one ? 0.5f : 0.5f * mirror_sign(a, axis);
                    on.for_each(values_of(f.grid, centre, 1), Fill<D>{.value = v, .f = s.back[a]});
                    on.for_each(values_of(f.grid, centre, 1), Fill<D>{.value = -v, .f = s.forward()[a]});
                }
                lab->template advect<centre>(scheme, f.carried[0].rules, lab->smoke(), s.d);
                for_axes<D>([&](auto a) {
                    constexpr int A = decltype(a){};
                    lab->template advect<A>(scheme, f.velocity_rules[A], f.velocity[A], s.next[A]);
                });
            }
            EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.s.d, one.s.d, axis), 0) << name(scheme);
            for (int a = 0; a < D; ++a)
                EXPECT_EQ(unlike_mirror(one.f.grid, a, other.s.next[a], one.s.next[a], axis, mirror_sign(a, axis)), 0);
        });
}

TEST_EACH_DIMENSION(Mirror, DivergenceAndGradientAreMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        for (Lab<D>* lab : {&one, &other}) diverge_and_subtract(*lab);
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.s.a, one.s.a, axis), 0);
        EXPECT_EQ(unlike_velocity(one, other, axis), 0);
    });
}

TEST_EACH_DIMENSION(Mirror, BuoyancyIsMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        Vec3 g{0.3, -9.81, 1.7};
        BuoyancyForce<Cpu, D>({{0, 0.1}}, g).apply(one.on, one.f, one.s, 0, 0.2);
        (axis == 0 ? g.x : axis == 1 ? g.y : g.z) *= -1;
        BuoyancyForce<Cpu, D>({{0, 0.1}}, g).apply(other.on, other.f, other.s, 0, 0.2);
        one.settle(), other.settle();
        EXPECT_EQ(unlike_velocity(one, other, axis), 0);
    });
}

TEST_EACH_DIMENSION(Mirror, ConfinementIsMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        for (Lab<D>* lab : {&one, &other}) {
            ConfinementForce<Cpu, D>(0.3).apply(lab->on, lab->f, lab->s, 0, 0.2);
            lab->settle();
        }
        EXPECT_EQ(unlike_velocity(one, other, axis), 0);
    });
}

/// A place as the mirror in the middle of the domain shows it.
template <int D>
Vec3 mirror_place(const Grid<D>& grid, Vec3 p, int axis) {
    const double length = grid.n()[axis] * double{grid.h()[axis]};
    return {axis == 0 ? length - p.x : p.x, axis == 1 ? length - p.y : p.y, axis == 2 ? length - p.z : p.z};
}
/// One of every primitive and operator; all places are multiples of 1/16 m.
template <int D>
Shape some_shape(const Grid<D>& grid, int axis) {
    const auto at = [&](Vec3 p) { return axis < 0 ? p : mirror_place(grid, p, axis); };
    const auto corners = [&](Vec3 a, Vec3 b) {
        a = at(a), b = at(b);
        return box({std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                   {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)});
    };
    Vec3 normal{0.6, 0.8, 0};
    if (axis == 0) normal.x *= -1;
    if (axis == 1) normal.y *= -1;
    return ((sphere(at({1, 2, 0.5}), 0.8125) | capsule(at({0.5, 0.25, 0.25}), at({2, 3, 1.25}), 0.375)) -
            corners({0.75, 1.5, 0.25}, {1.25, 2.25, 0.75})) |
           (half_space(at({0.4375, 0.5, 0.5}), normal) & corners({0, 0, 0}, {2, 4, 1}));
}

TEST_EACH_DIMENSION(Mirror, ForcesInShapesAreMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        for (Lab<D>* lab : {&one, &other}) {
            [[maybe_unused]] auto& on = lab->on;
            [[maybe_unused]] auto& f = lab->f;
            [[maybe_unused]] auto& s = lab->s;
            const Region<Cpu, D> region(on, some_shape(f.grid, lab == &one ? -1 : axis), f.periodic);
            region.splat(on, f.grid, lab->smoke(), centre, 0.7, {}, {1, 0.3}, quantity_limit);
            for (int a = 0; a < D; ++a)
                region.splat(on, f.grid, f.velocity[a], a, lab == &one ? 0.5 : 0.5 * mirror_sign(a, axis), {}, {1, 0.2},
                             speed_limit);
            lab->settle();
        }
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.smoke(), one.smoke(), axis), 0);
        EXPECT_EQ(unlike_velocity(one, other, axis), 0);
    });
}

TEST_EACH_DIMENSION(Mirror, BodiesAndWhatFillsThemAreMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        for (Lab<D>* lab : {&one, &other}) {
            [[maybe_unused]] auto& on = lab->on;
            [[maybe_unused]] auto& f = lab->f;
            [[maybe_unused]] auto& s = lab->s;
            lab->place({{some_shape(f.grid, lab == &one ? -1 : axis)}});
            on.for_each(f.grid.cells(), FillBodies<D>{f.grid.step(), f.fluid, lab->smoke()});
        }
        for (int a = 0; a < D; ++a)
            EXPECT_EQ(unlike_mirror(one.f.grid, a, other.f.openness[a], one.f.openness[a], axis), 0);
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.f.fluid, one.f.fluid, axis), 0);
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.smoke(), one.smoke(), axis), 0);
    });
}

TEST_EACH_DIMENSION(Mirror, TheDiffusionStencilIsMirrored) {
    for_each_mirror<D>(1, [](Lab<D>& one, Lab<D>& other, int axis) {
        for (int a = 0; a < D; ++a) randomize(one.f.grid, a, one.s.next[a], 1, 7);
        for (int a = 0; a < D; ++a) mirror_into(one.f.grid, one.s.next[a], other.s.next[a], a, axis);
        for (Lab<D>* lab : {&one, &other})
            lab->on.for_each(lab->f.grid.cells(),
                             DiffusionSource<D, Conductances<D>>{
                                 .coupling = {.conductance = std::as_const(lab->s.next), .open = lab->f.fluid},
                                 .step = lab->f.grid.step(),
                                 .f = lab->smoke(),
                                 .scale = 0.9f,
                                 .out = lab->s.a});
        EXPECT_EQ(unlike_mirror(one.f.grid, centre, other.s.a, one.s.a, axis), 0);
    });
}

/// Random weights, and the residual of a random pressure restricted to half the cells.
template <int D>
struct Equations {
    Cpu on{1};
    Grid<D> fine, coarse;
    VectorField<D> weight;
    Field x, b, inverse, residual, restricted;

    explicit Equations(Index<D> n) : fine(filled<int, D>(0), {}), coarse(fine) {
        Index<D> half = n;
        for (int a = 0; a < D; ++a) half[a] /= 2;
        fine = Grid<D>(n, filled<float, D>(1)), coarse = Grid<D>(half, filled<float, D>(2));
        weight = on.faces(fine), restricted = on.field(coarse);
        for (Field* f : {&x, &b, &inverse, &residual}) *f = on.field(fine);
    }
    void run() {
        const Operator<D> A{.step = fine.step(), .weight = std::as_const(weight), .shift = 0.3f};
        on.for_each(fine.cells(), Fill<D>{.value = 1, .f = inverse});
        on.sum(fine.cells(), Residual<D>{.A = A, .inverse = inverse, .b = b, .x = x, .r = residual});
        const Family<D> family{.fine = fine.cells(), .halved = filled<bool, D>(true), .share = 1};
        on.for_each(coarse.cells(), Restrict<D>{family, A, inverse, b, x, restricted, {}});
    }
};

TEST_EACH_DIMENSION(Mirror, ResidualAndRestrictionAreMirrored) {
    for (int axis = 0; axis < D; ++axis) {
        Equations<D> one(filled<int, D>(8)), other(filled<int, D>(8));
        for (int a = 0; a < D; ++a) {
            randomize(one.fine, a, one.weight[a], 1, 3);
            mirror_into(one.fine, one.weight[a], other.weight[a], a, axis);
        }
        randomize(one.fine, centre, one.x, 1, 4), mirror_into(one.fine, one.x, other.x, centre, axis);
        randomize(one.fine, centre, one.b, 1, 5), mirror_into(one.fine, one.b, other.b, centre, axis);
        one.run(), other.run();
        EXPECT_EQ(unlike_mirror(one.fine, centre, other.residual, one.residual, axis), 0) << axis;
        EXPECT_EQ(unlike_mirror(one.coarse, centre, other.restricted, one.restricted, axis), 0) << axis;
    }
}

// ---- Whole steps ----------------------------------------------------------------------------------------------------

/// A scene as the mirror across an axis shows it.
Settings mirror_scene(const Settings& s, int axis) {
    const auto flip = [length = s.size[static_cast<std::size_t>(axis)], axis](Vec3 p) {
        return Vec3{axis == 0 ? length - p.x : p.x, axis == 1 ? length - p.y : p.y, axis == 2 ? length - p.z : p.z};
    };
    const auto flip_direction = [axis](Vec3 v) {
        return Vec3{axis == 0 ? -v.x : v.x, axis == 1 ? -v.y : v.y, axis == 2 ? -v.z : v.z};
    };
    const auto flip_shape = [&](const Shape& shape) {  // made of spheres and boxes
        std::vector<Shape::Node> nodes = shape.nodes();
        for (Shape::Node& node : nodes) {
            const auto length = static_cast<float>(s.size[static_cast<std::size_t>(axis)]);
            if (node.kind == Shape::Node::sphere) node.p[axis] = length - node.p[axis];
            if (node.kind == Shape::Node::box) {
                std::swap(node.p[axis], node.p[3 + axis]);
                node.p[axis] = length - node.p[axis], node.p[3 + axis] = length - node.p[3 + axis];
            }
        }
        return Shape(nodes);
    };
    Settings m = s;
    m.boundary = mirrored(s.boundary, axis);
    m.fluid.gravity = flip_direction(s.fluid.gravity);
    for (Source& one : m.sources) one.where = flip_shape(one.where);
    for (Force& one : m.forces) one.where = flip_shape(one.where), one.amount = flip_direction(constant(one.amount));
    for (Obstacle& one : m.obstacles) one.shape = flip_shape(one.shape);
    for (std::size_t a = 0; a < 3; ++a)
        if (const auto of = s.initial_velocity[a])
            m.initial_velocity[a] = [of, flip, sign = mirror_sign(int(a), axis)](Vec3 p) { return sign * of(flip(p)); };
    return m;
}

/// The largest difference between a field and the mirror image of the other.
double difference(const FieldView& one, const FieldView& other, int axis, float sign) {
    double worst = 0;
    const auto along = static_cast<std::size_t>(axis);
    for (int k = 0; k < one.extent[2]; ++k)
        for (int j = 0; j < one.extent[1]; ++j)
            for (int i = 0; i < one.extent[0]; ++i) {
                std::array<int, 3> at{i, j, k};
                at[along] = one.extent[along] - 1 - at[along];
                const double d = std::abs(double{one(i, j, k)} - sign * other(at[0], at[1], at[2]));
                if (!(d <= worst)) worst = d;
            }
    return worst;
}
double difference(const Simulation& one, const Simulation& other, int axis) {
    double worst = 0;
    for (int a = 0; a < one.dimension(); ++a)
        worst = std::max(worst, difference(one.velocity(a), other.velocity(a), axis, mirror_sign(a, axis)));
    for (const Carried& q : one.settings().carried)
        worst = std::max(worst, difference(one.field(q.name), other.field(q.name), axis, 1));
    return worst;
}

/// Sources, forces, a ball, and a box that reaches over three sides.
Settings mirror_me(int dimension) {
    Settings s = busy_scene(dimension, dimension == 2 ? std::vector{32, 24} : std::vector{16, 12, 10});
    const double mid = dimension == 3 ? 0.5 * s.size[2] : 0;
    s.forces = {{.where = sphere({0.3, 0.3, mid}, 0.2), .amount = {2, 3, 1}}};
    s.obstacles.push_back({box({0.75, -1, -1}, {2, 0.125, 0.25})});
    s.boundary.right = inflow({-0.5, 0, 0});
    s.solver.tolerance = s.solver.diffusion_tolerance = 1e-5;
    return s;
}

TEST_EACH_DIMENSION(Mirror, WholeStepsAreMirroredToTheToleranceOfTheSolver) {
    for (const Splitting splitting : all_splittings)
        for (const Pressure pressure : all_pressures) {
            Settings s = mirror_me(D);
            s.solver.splitting = splitting, s.solver.pressure = pressure;
            Simulation one(s);
            for (int k = 0; k < all_or(4, 2); ++k) one.step(0.05);
            for (int axis = 0; axis < D; ++axis) {
                Simulation other(mirror_scene(s, axis));
                for (int k = 0; k < all_or(4, 2); ++k) other.step(0.05);
                EXPECT_LT(difference(one, other, axis), 5e-5)
                    << name(splitting) << ' ' << name(pressure) << ' ' << axis;
            }
        }
}

TEST_EACH_DIMENSION(Mirror, ABodyAcrossAPeriodicSeamIsTheSameFromBothEnds) {
    for (int axis = 0; axis < D; ++axis) {
        Settings s = mirror_me(D);
        side_of(s.boundary, axis, 0) = side_of(s.boundary, axis, 1) = periodic();
        if (axis != 0) s.boundary.right = wall();
        Simulation one(s), other(mirror_scene(s, axis));
        for (int a = 0; a < D; ++a) EXPECT_EQ(difference(one.openness(a), other.openness(a), axis, 1), 0) << axis;
        for (int k = 0; k < 4; ++k) one.step(0.05), other.step(0.05);
        EXPECT_LT(difference(one, other, axis), 5e-5) << axis;
    }
}

}  // namespace
}  // namespace whorl
