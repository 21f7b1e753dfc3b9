// A step goes on from the state alone: what is kept aside from one step to the next is forgotten when it no longer holds.
// A simulation that was touched and one that begins from its saved state have the same future.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include <whorl/whorl.hpp>

namespace {

using namespace whorl;

Settings stirred(Advection advection) {
    Settings s;
    s.cells = {32};
    s.solver.advection = advection;
    s.fluid.buoyancy = {{"smoke", 0.5}};
    s.initial_velocity[0] = [](Vec3 p) { return p.y * (1 - p.y) * 4; };
    s.carried[0].initial = [](Vec3 p) { return p.x * p.y; };
    return s;
}

struct Case {
    std::string name;
    Settings settings;
    std::function<void(Simulation&)> touch;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Advection scheme : {Advection::semi_lagrangian, Advection::maccormack}) {
        const Settings s = stirred(scheme);
        all.push_back({"left alone", s, [](Simulation&) {}});
        all.push_back({"pushed", s, [](Simulation& f) { f.push(sphere({0.5, 0.5}, 0.2), {0, 3, 0}); }});
        all.push_back({"filled with a velocity", s, [](Simulation& f) {
                           f.fill_velocity({[](Vec3 p) { return p.y; }, [](Vec3 p) { return -p.x; }, {}});
                       }});
        all.push_back({"given smoke", s, [](Simulation& f) { f.add(sphere({0.5, 0.5}, 0.2), "smoke", 1); }});
        all.push_back({"after a longer step", s, [](Simulation& f) { f.step(0.07); }});
        Settings sliding = s;
        sliding.boundary.top = wall({Value([](Vec3, double t) { return 10 * t; }), 0, 0});
        all.push_back({"under a wall that slides", sliding, [](Simulation&) {}});
        Settings moving = s;
        moving.obstacles = {{.shape = sphere({0.4, 0.5}, 0.15), .motion = {.shift = {Value([](Vec3, double t) { return t; }), 0, 0}}}};
        all.push_back({"around a body that moves", moving, [](Simulation&) {}});
    }
    return all;
}

TEST(Touch, AFluidGoesOnAsItsSavedStateDoes) {
    for (const Case& c : cases()) {
        Simulation touched(c.settings), fresh(c.settings);
        for (int n = 0; n < 3; ++n) touched.step(0.05);
        c.touch(touched);
        fresh.restore(touched.save());
        for (int n = 0; n < 2; ++n) touched.step(0.05), fresh.step(0.05);
        EXPECT_EQ(touched.state_hash(), fresh.state_hash()) << c.name << ", " << name(c.settings.solver.advection);
    }
}

}  // namespace
