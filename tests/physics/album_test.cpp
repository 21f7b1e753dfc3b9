// The experiments of the album, in their quick versions: every number that they find lies where it has to.

#include <gtest/gtest.h>

#include <algorithm>

#include "album/experiment.hpp"
#include "support/sanitizers.hpp"

namespace whorl {
namespace {

void expect_to_hold(std::string_view name) {
    const std::span<const album::Experiment> all = album::experiments();
    const auto one = std::ranges::find(all, name, &album::Experiment::name);
    ASSERT_NE(one, all.end()) << name;
    if (looks_for_races) {  // an experiment would take an hour: its scene sets out
        Simulation fluid = album::simulation_of(one->scene);
        for (int k = 0; k < 5; ++k) fluid.step(fluid.spacing().x);
        return;
    }
    const album::Findings findings = one->measure({});
    EXPECT_FALSE(findings.numbers.empty());
    for (const album::Number& n : findings.numbers)
        EXPECT_TRUE(n.holds()) << n.what << " is " << n.found << ", not between " << n.low << " and " << n.high;
}

TEST(Cavity, HasThePublishedExtremaToSecondOrderAndFirstOrderAdvectionHasNot) { expect_to_hold("cavity"); }
TEST(Cylinder, HasTheDragTheWakeAndTheRhythmOfTheBenchmarkOfSchaeferAndTurek) { expect_to_hold("cylinder"); }
TEST(VortexStreet, BeginsByItselfAndSwingsWithThePublishedStrouhalNumber) { expect_to_hold("street"); }
TEST(Convection, BeginsAtThePublishedRayleighNumberAndWithoutGravityNever) { expect_to_hold("convection-onset"); }
TEST(Convection, RollsCarryThePublishedHeat) { expect_to_hold("convection-rolls"); }
TEST(KelvinHelmholtz, WavesGrowAtTheRateOfTheRayleighEquation) { expect_to_hold("kelvin-helmholtz"); }
TEST(ExactSolutions, AreMetToSecondOrder) { expect_to_hold("exact"); }
TEST(Transport, WearsShapesAsAnIndependentProgramDoes) { expect_to_hold("transport"); }

}  // namespace
}  // namespace whorl
