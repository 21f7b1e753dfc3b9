// The experiments of the album, in their quick versions: every number that they find lies where it has to.

#include <gtest/gtest.h>

#include "album/experiment.hpp"

namespace whorl {
namespace {

void expect_all_to_hold(const album::Findings& findings) {
    EXPECT_FALSE(findings.numbers.empty());
    for (const album::Number& n : findings.numbers)
        EXPECT_TRUE(n.holds()) << n.what << " is " << n.found << ", not between " << n.low << " and " << n.high;
}

TEST(Cavity, HasThePublishedExtremaToSecondOrderAndFirstOrderAdvectionHasNot) { expect_all_to_hold(album::cavity({})); }
TEST(Cylinder, HasTheDragTheWakeAndTheRhythmOfTheBenchmarkOfSchaeferAndTurek) { expect_all_to_hold(album::cylinder({})); }
TEST(VortexStreet, BeginsByItselfAndSwingsWithThePublishedStrouhalNumber) { expect_all_to_hold(album::street({})); }
TEST(Convection, BeginsAtThePublishedRayleighNumberAndWithoutGravityNever) {
    expect_all_to_hold(album::convection_onset({}));
}
TEST(Convection, RollsCarryThePublishedHeat) { expect_all_to_hold(album::convection_rolls({})); }
TEST(KelvinHelmholtz, WavesGrowAtTheRateOfTheRayleighEquation) { expect_all_to_hold(album::kelvin_helmholtz({})); }
TEST(ExactSolutions, AreMetToSecondOrder) { expect_all_to_hold(album::exact_solutions({})); }
TEST(Transport, WearsShapesAsAnIndependentProgramDoes) { expect_all_to_hold(album::transport({})); }

}  // namespace
}  // namespace whorl
