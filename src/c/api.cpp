// The functions of whorl.h: worlds, and what a program does to them.

#include <algorithm>
#include <whorl/memory.hpp>
#include <whorl/scene.hpp>

#include "c/world.hpp"

using whorl::c::guarded;
using whorl::c::limited;
using whorl::c::not_null;
using whorl::c::Refusal;
using whorl::c::require;
using whorl::c::shape_of;

namespace {

whorl::Side side_of(const whorl_settings& from, int side) {
    switch (from.sides[side]) {
        case WHORL_WALL:
            return whorl::wall();
        case WHORL_FREE_SLIP:
            return whorl::free_slip();
        case WHORL_OPEN:
            return whorl::open();
        case WHORL_PERIODIC:
            return whorl::periodic();
        case WHORL_INFLOW:
            return whorl::inflow(whorl::Vec3{from.inflow[0], from.inflow[1], from.inflow[2]});
    }
    throw Refusal(WHORL_BAD_ARGUMENT,
                  "sides[" + std::to_string(side) + "] is " + std::to_string(from.sides[side]) + "; use a whorl_side");
}

whorl::Settings settings_of(const whorl_settings& from) {
    require(from.bytes == sizeof(whorl_settings),
            "the settings are of another version or were never filled; call whorl_default_settings first");
    require(from.dimension == 2 || from.dimension == 3,
            "dimension is " + std::to_string(from.dimension) + "; it must be 2 or 3");
    whorl::Settings s;
    s.size.assign(from.size, from.size + from.dimension);
    s.cells = {from.cells};
    s.fluid.viscosity = from.viscosity;
    s.fluid.gravity = {from.gravity[0], from.gravity[1], from.gravity[2]};
    s.fluid.buoyancy = {{"heat", from.heat_lift}, {"smoke", -from.smoke_weight}};
    s.fluid.vorticity = from.swirl;
    s.carried = {{.name = "smoke", .decay = from.smoke_decay}, {.name = "heat", .decay = from.heat_decay}};
    if (from.inks)
        for (whorl::Carried& ink : whorl::colours()) s.carried.push_back(ink);
    whorl::Side* const sides[] = {&s.boundary.left, &s.boundary.right, &s.boundary.bottom,
                                  &s.boundary.top,  &s.boundary.back,  &s.boundary.front};
    for (int side = 0; side < 2 * from.dimension; ++side) *sides[side] = side_of(from, side);
    s.solver.tolerance = from.tolerance;
    s.threads = from.threads;
    return s;
}

template <class Make>
whorl_status create(const char* function, whorl_world** world, const Make& make) {
    if (world) *world = nullptr;
    return guarded(function, WHORL_BAD_SCENE, [&] {
        not_null(world, "world");
        *world = std::make_unique<whorl_world>(make()).release();
    });
}

}  // namespace

extern "C" {

const char* whorl_version(void) {
    static const std::string version(whorl::version());
    return version.c_str();
}
const char* whorl_last_error(void) { return whorl::c::remembered(); }

whorl_status whorl_set_allocator(whorl_allocate allocate, whorl_release release, void* user) {
    return guarded(__func__, WHORL_FAILED, [&] {
        require((allocate == nullptr) == (release == nullptr),
                "only one of allocate and release is null; give both or none");
        require(whorl_world::count() == 0,
                std::to_string(whorl_world::count()) + " worlds use the old allocator; destroy them first", WHORL_BUSY);
        whorl::set_allocator({allocate, release, user});
    });
}

// ---- Worlds ---------------------------------------------------------------------------------------------------------

void whorl_default_settings(whorl_settings* settings) {
    if (!settings) return;
    *settings = {};
    settings->bytes = sizeof *settings;
    settings->dimension = 2;
    settings->size[0] = 1, settings->size[1] = 2, settings->size[2] = 1;
    settings->cells = 128;
    settings->gravity[1] = -9.81;
    settings->heat_lift = 0.1;
    settings->smoke_weight = 0.02;
    settings->heat_decay = 0.2;
    settings->swirl = 0.05;
    settings->tolerance = 1e-3;
}

whorl_status whorl_world_from_settings(const whorl_settings* settings, whorl_world** world) {
    return create(__func__, world, [&] { return settings_of(*not_null(settings, "settings")); });
}
whorl_status whorl_world_from_file(const char* path, whorl_world** world) {
    return create(__func__, world, [&] { return whorl::load_scene(not_null(path, "path")).settings; });
}
whorl_status whorl_world_from_text(const char* scene, whorl_world** world) {
    return create(__func__, world, [&] { return whorl::read_scene(not_null(scene, "scene"), "scene.toml").settings; });
}
void whorl_world_destroy(whorl_world* world) { delete world; }

whorl_status whorl_step(whorl_world* world, double dt) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] { not_null(world, "world")->step(dt); });
}

whorl_status whorl_run(whorl_world* world, double seconds, double dt, whorl_progress progress, void* user) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(world, "world");
        require(limited(seconds, 1e30, "seconds") > 0 && dt > 0, "seconds and dt must be greater than 0");
        const double steps = std::max(1.0, std::ceil(seconds / dt * (1 - 1e-12)));
        require(steps <= 1e6, "that would be " + std::to_string(steps) + " steps; a run has at most a million");
        for (int step = 1; step <= static_cast<int>(steps); ++step) {
            world->step(seconds / steps);
            require(!progress || progress(step / steps, user) == 0,
                    "the callback stopped the run after step " + std::to_string(step), WHORL_CANCELLED);
        }
    });
}

whorl_status whorl_time(const whorl_world* world, double* seconds) {
    return guarded(__func__, WHORL_FAILED,
                   [&] { *not_null(seconds, "seconds") = not_null(world, "world")->fluid->statistics().time; });
}
whorl_status whorl_cells(const whorl_world* world, int* dimension, int cells[3]) {
    return guarded(__func__, WHORL_FAILED, [&] {
        not_null(world, "world");
        if (dimension) *dimension = world->fluid->dimension();
        const std::array<int, 3> n = world->fluid->cells();
        if (cells) std::copy(n.begin(), n.end(), cells);
    });
}

// ---- Touching the fluid ---------------------------------------------------------------------------------------------

whorl_shape whorl_sphere(double x, double y, double z, double radius) {
    return {WHORL_SPHERE, {x, y, z}, {x, y, z}, radius};
}
whorl_shape whorl_box(double x0, double y0, double z0, double x1, double y1, double z1) {
    return {WHORL_BOX, {x0, y0, z0}, {x1, y1, z1}, 0};
}
whorl_shape whorl_capsule(double x0, double y0, double z0, double x1, double y1, double z1, double radius) {
    return {WHORL_CAPSULE, {x0, y0, z0}, {x1, y1, z1}, radius};
}

whorl_status whorl_add(whorl_world* world, const whorl_shape* where, const char* quantity, double amount) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(world, "world")->fluid->add(shape_of(where), not_null(quantity, "quantity"), amount);
    });
}
whorl_status whorl_add_colour(whorl_world* world, const whorl_shape* where, double red, double green, double blue) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        whorl::Simulation& fluid = *not_null(world, "world")->fluid;
        const whorl::Shape shape = shape_of(where);
        const std::pair<const char*, double> inks[] = {{"red", red}, {"green", green}, {"blue", blue}};
        for (const auto& [ink, amount] : inks) limited(amount, 1e15, ink), static_cast<void>(fluid.field(ink));
        for (const auto& [ink, amount] : inks) fluid.add(shape, ink, amount);
    });
}
whorl_status whorl_push(whorl_world* world, const whorl_shape* where, const double change[3]) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(change, "change");
        not_null(world, "world")->fluid->push(shape_of(where), {change[0], change[1], change[2]});
    });
}

whorl_status whorl_obstacle_add(whorl_world* world, const whorl_shape* shape, whorl_obstacle* obstacle) {
    if (obstacle) *obstacle = 0;
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(obstacle, "obstacle");
        *obstacle = not_null(world, "world")->add(shape_of(shape));
    });
}
whorl_status whorl_obstacle_move(whorl_world* world, whorl_obstacle obstacle, const double shift[3], double turn) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        whorl::c::Body& body = not_null(world, "world")->body(obstacle);
        not_null(shift, "shift");
        whorl::c::Pose next{.turn = limited(turn, 1e6, "turn")};
        for (int a = 0; a < 3; ++a) next.shift[a] = limited(shift[a], 1e6, "a component of the shift");
        body.next = next;
    });
}
whorl_status whorl_obstacle_remove(whorl_world* world, whorl_obstacle obstacle) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] { not_null(world, "world")->remove(obstacle); });
}

}  // extern "C"
