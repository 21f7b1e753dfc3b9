#pragma once
// A world of C: a Simulation whose bodies come, move and go.

#include <memory>
#include <vector>

#include "c/border.hpp"

namespace whorl::c {

/// Where a body is at a time: it goes evenly from one place to the next while a step lasts.
struct Pose {
    double shift[3] = {}, turn = 0;
};
struct Path {
    Pose from, to;
    double begin = 0, end = 0;  // s

    double at(double time, double a, double b) const {
        return end > begin ? a + (b - a) * (time - begin) / (end - begin) : b;
    }
};

struct Body {
    whorl_obstacle number = 0;
    std::shared_ptr<Path> path;
    Pose next;
};

}  // namespace whorl::c

struct whorl_world {
    explicit whorl_world(whorl::Settings s);
    ~whorl_world();
    whorl_world(const whorl_world&) = delete;
    whorl_world& operator=(const whorl_world&) = delete;

    void step(double dt);
    whorl_obstacle add(const whorl::Shape& shape);
    whorl::c::Body& body(whorl_obstacle number);
    void remove(whorl_obstacle number);
    /// How many there are, of all threads.
    static int count();

    whorl::Settings settings;
    std::unique_ptr<whorl::Simulation> fluid;
    std::vector<whorl::c::Body> bodies;  // behind those of the scene
    whorl_obstacle last_number = 0;

  private:
    /// Goes on among other bodies; if that fails, all is as it was.
    void surround(std::vector<whorl::Obstacle> obstacles);
};
