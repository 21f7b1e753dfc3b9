// Whether an inflow that obstacles shut in is noticed.

#include <gtest/gtest.h>

#include "run/outlets.hpp"
#include "support/errors.hpp"

namespace whorl {
namespace {

/// A channel from an inflow to an open side, with a wall across it.
Settings channel(const Shape& across) {
    Settings s;
    s.size = {2, 1};
    s.cells = {32, 16};
    s.boundary.left = inflow({1, 0, 0});
    s.boundary.right = open();
    s.obstacles = {{across}};
    return s;
}

TEST(ShutIn, IsAnInflowBehindAWallAcrossTheChannel) {
    EXPECT_SAYS(shut_in(Simulation(channel(box({0.9, -1, -1}, {1.1, 2, 2})))), "1 m2/s", "into", "gap");
}

TEST(ShutIn, IsNoneThatHasAGapOrAnOutletOrNoObstacle) {
    EXPECT_EQ(shut_in(Simulation(channel(box({0.9, -1, -1}, {1.1, 0.9, 2})))), "");
    Settings s = channel(box({0.9, -1, -1}, {1.1, 2, 2}));
    s.boundary.left = inflow(Value([](Vec3 p, double) { return p.y < 0.5 ? 1.0 : -1.0; }));  // in below, out above
    EXPECT_EQ(shut_in(Simulation(s)), "");
    s.obstacles.clear();
    EXPECT_EQ(shut_in(Simulation(s)), "");
}

TEST(ShutIn, IsNoneThatGoesAroundAPeriodicAxis) {
    Settings s = channel(box({0.9, -1, -1}, {1.1, 0.9, 2}) | box({1.1, 0.4, -1}, {3, 0.5, 2}));
    s.boundary.top = s.boundary.bottom = periodic();
    EXPECT_EQ(shut_in(Simulation(s)), "");
}

}  // namespace
}  // namespace whorl
