#include "c/world.hpp"

#include <algorithm>
#include <atomic>

using whorl::c::Body;
using whorl::c::Path;

static std::atomic<int> worlds{0};

int whorl_world::count() { return worlds; }

whorl_world::whorl_world(whorl::Settings s)
    : settings(std::move(s)), fluid(std::make_unique<whorl::Simulation>(settings)) {
    ++worlds;
}
whorl_world::~whorl_world() {
    fluid.reset();
    --worlds;
}

void whorl_world::step(double dt) {
    const double now = fluid->statistics().time;
    std::vector<Path> before;
    for (const Body& b : bodies) before.push_back(*b.path);
    for (Body& b : bodies) *b.path = {b.path->to, b.next, now, now + dt};
    try {
        fluid->step(dt);
    } catch (...) {
        for (std::size_t k = 0; k < bodies.size(); ++k) *bodies[k].path = before[k];
        throw;
    }
}

void whorl_world::surround(std::vector<whorl::Obstacle> obstacles) {
    whorl::Settings changed = settings;
    changed.obstacles = std::move(obstacles);
    fluid->change(changed);
    settings = std::move(changed);
}

whorl_obstacle whorl_world::add(const whorl::Shape& shape) {
    constexpr std::size_t most = 256;
    whorl::c::require(bodies.size() < most, "there are 256 obstacles already; remove one");
    auto path = std::make_shared<Path>();
    const auto along = [path](double(whorl::c::Pose::*axes)[3], int axis) {
        return whorl::Value(
            [path, axes, axis](whorl::Vec3, double t) {
                return path->at(t, (path->from.*axes)[axis], (path->to.*axes)[axis]);
            },
            false, true);
    };
    const std::array<whorl::Vec3, 2> bounds = shape.bounds();
    whorl::Obstacle obstacle{.shape = shape};
    obstacle.motion.shift = {along(&whorl::c::Pose::shift, 0), along(&whorl::c::Pose::shift, 1),
                             along(&whorl::c::Pose::shift, 2)};
    obstacle.motion.turn = whorl::Value(
        [path](whorl::Vec3, double t) { return path->at(t, path->from.turn, path->to.turn); }, false, true);
    obstacle.motion.pivot = {(bounds[0].x + bounds[1].x) / 2, (bounds[0].y + bounds[1].y) / 2,
                             (bounds[0].z + bounds[1].z) / 2};
    std::vector<whorl::Obstacle> obstacles = settings.obstacles;
    obstacles.push_back(std::move(obstacle));
    bodies.reserve(bodies.size() + 1);
    surround(std::move(obstacles));
    bodies.push_back({++last_number, std::move(path), {}});
    return last_number;
}

Body& whorl_world::body(whorl_obstacle number) {
    const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.number == number; });
    whorl::c::require(
        found != bodies.end(),
        "there is no obstacle " + std::to_string(number) + " in this world; it was removed, or never added here",
        WHORL_GONE);
    return *found;
}

void whorl_world::remove(whorl_obstacle number) {
    const auto place = &body(number) - bodies.data();
    std::vector<whorl::Obstacle> obstacles = settings.obstacles;
    obstacles.erase(obstacles.end() - static_cast<std::ptrdiff_t>(bodies.size()) + place);
    surround(std::move(obstacles));
    bodies.erase(bodies.begin() + place);
}
