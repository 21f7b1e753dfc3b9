#include "accuracy.hpp"

#include <gtest/gtest.h>

namespace whorl::classic {
namespace {

/// A step rounds a velocity about ten times: force, diffusion, twice the gradient and twice the divergence, path, and
/// an interpolation along each axis. If roundings are as good as random, their sum grows as the root of their number.
template <class Number>
void expect_a_random_walk() {
    const int steps = 500;
    const Distance d = distance_from_float<Number, 2>(32, steps, Unit::cell);
    EXPECT_LT(d.velocity_steps, std::sqrt(10.0 * steps));
    EXPECT_LT(d.smoke_steps, std::sqrt(10.0 * steps));
}

TEST(ClassicAccuracy, OfSixteenBitsWithEightBehindThePointIsThatOfARandomWalk) { expect_a_random_walk<Slides>(); }
TEST(ClassicAccuracy, OfNineBitsBehindThePointIsThatOfARandomWalk) { expect_a_random_walk<Paper>(); }
TEST(ClassicAccuracy, OfSixteenBitsBehindThePointIsThatOfARandomWalk) { expect_a_random_walk<Fine>(); }

}  // namespace
}  // namespace whorl::classic
