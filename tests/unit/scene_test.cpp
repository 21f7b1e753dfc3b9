// The scene language: what a file means, and what is said of one that means nothing.

#include <whorl/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "support/files.hpp"

namespace {

using whorl::Override;
using whorl::read_scene;
using whorl::Scene;
using whorl::Vec3;

/// What is wrong with a text; nothing if it can be read.
std::string errors_of(const std::string& text, const std::vector<Override>& overrides = {}) {
    try {
        read_scene(text, "plume.toml", overrides);
    } catch (const whorl::Error& e) { return e.what(); }
    return "";
}

/// A small plane; what is added starts in line 4.
std::string plane(const std::string& more) { return "[domain]\nsize = [1, 2]\ncells = 16\n" + more; }

struct Wrong {
    std::string more, error;
};
void expect_errors(const std::vector<Wrong>& cases) {
    for (const auto& [more, error] : cases) EXPECT_EQ(errors_of(plane(more)), "plume.toml:" + error) << more;
}

const std::string example = whorl::content(WHORL_TEST_DATA "/example.toml");

// ---- What a file means ----------------------------------------------------------------------------------------------

TEST(SceneReader, TheExampleBecomesTheFluidThatItDescribes) {
    const Scene scene = read_scene(example, "folder/smoke.toml");
    const whorl::Settings& s = scene.settings;
    EXPECT_EQ(scene.name, "smoke");
    EXPECT_EQ(scene.title, "Smoke past a ball");
    EXPECT_EQ(s.size, (std::vector<double>{1, 2, 1}));
    EXPECT_EQ(s.cells, std::vector<int>{32});
    EXPECT_EQ(scene.time.frames, 120);
    EXPECT_EQ(s.fluid.gravity, (Vec3{0, -9.81, 0}));
    EXPECT_EQ(s.fluid.buoyancy, (std::map<std::string, double>{{"heat", 0.1}, {"smoke", -0.02}}));
    EXPECT_EQ(s.boundary.bottom.kind, whorl::Side::Kind::wall);
    EXPECT_EQ(s.boundary.back.kind, whorl::Side::Kind::free_slip);
    EXPECT_EQ(s.boundary.right.kind, whorl::Side::Kind::open);
    EXPECT_EQ(s.boundary.top.velocity.x({}, 0), 1);
    EXPECT_EQ(s.boundary.top.held, (std::map<std::string, double>{{"heat", 0}}));
    EXPECT_DOUBLE_EQ(s.boundary.left.velocity.x({0, 0.25, 0}, 0), 0.75);
    ASSERT_EQ(s.carried.size(), 2u);
    EXPECT_EQ(s.carried[0].name, "smoke");
    EXPECT_EQ(s.carried[0].decay, 0.1);
    EXPECT_EQ(s.carried[0].advection, whorl::Advection::cubic);
    EXPECT_EQ(s.carried[1].name, "heat");
    EXPECT_DOUBLE_EQ(s.initial_velocity[0]({0.25, 0, 0}), 1);
    ASSERT_EQ(s.sources.size(), 2u);
    EXPECT_EQ(s.sources[1].quantity, "heat");
    EXPECT_EQ(s.sources[1].amount({}, 0), 6);
    EXPECT_EQ(s.sources[1].during.to, 2);
    EXPECT_LT(s.sources[0].where.distance({0.5, 0.25, 0.5}), 0);
    EXPECT_EQ(s.obstacles.size(), 1u);
    EXPECT_EQ(s.solver.splitting, whorl::Splitting::reflection);
    EXPECT_EQ(s.solver.pressure, whorl::Pressure::multigrid);
    EXPECT_EQ(s.solver.tolerance, 1e-3);
}

TEST(SceneReader, TheExampleBecomesTheFilesThatItAsksFor) {
    const Scene scene = read_scene(example, "smoke.toml");
    ASSERT_EQ(scene.probes.size(), 2u);
    EXPECT_EQ(scene.probes[0].from, (Vec3{0.5, 0, 0.5}));  // a place of two numbers lies in the middle of the depth
    EXPECT_EQ(scene.probes[0].samples, 129);
    EXPECT_EQ(scene.probes[0].every.unit, whorl::Schedule::Unit::end);
    EXPECT_EQ(scene.probes[1].every, (whorl::Schedule{whorl::Schedule::Unit::steps, 1}));
    EXPECT_FALSE(scene.probes[1].has_line);
    ASSERT_EQ(scene.outputs.size(), 3u);
    EXPECT_EQ(scene.outputs[0].show, "smoke");
    EXPECT_EQ(scene.outputs[1].kind, whorl::Output::Kind::vdb);
    EXPECT_EQ(scene.outputs[1].fields, (std::vector<std::string>{"smoke", "heat", "velocity"}));
    EXPECT_EQ(scene.outputs[2].every, (whorl::Schedule{whorl::Schedule::Unit::frames, 2}));
    EXPECT_TRUE(scene.camera.given);
    EXPECT_EQ(scene.camera.light, (Vec3{1, 2, 1}));
    EXPECT_EQ(scene.checkpoint.every, 300);
}

TEST(SceneReader, APlaneBecomesABoxByAThirdNumberInSizeAlone) {
    const std::string rest =
        "cells = 16\n[[source]]\nunion = [{ disc = { center = [0.5, 0.5], radius = 0.1 } },\n"
        "         { box = { low = [0, 0], high = [1, 0.1] } }]\nsmoke = 1\nvelocity = [0, 1]\n";
    const Scene box = read_scene("[domain]\nsize = [1, 2, 3]\n" + rest, "box.toml");
    EXPECT_LT(box.settings.sources[0].where.distance({0.5, 0.5, 1.5}), 0);
    EXPECT_LT(box.settings.sources[0].where.distance({0.5, 0.05, 2.9}), 0);
    EXPECT_NO_THROW(read_scene("[domain]\nsize = [1, 2]\n" + rest, "plane.toml"));
}

TEST(SceneReader, FormulasVaryOnlyWithWhatTheyName) {
    const Scene s = read_scene(plane("[[source]]\neverywhere = true\nsmoke = \"x > 0.5 ? 1 : 2\"\nheat = \"exp(-t)\"\n"
                                     "red = \"2*pi\"\nvelocity = [\"max(x, t, 0)\", \"hypot(3, 4)\"]\n"),
                               "formulas.toml");
    const auto& [smoke, heat, red] =
        std::tie(s.settings.sources[0].amount, s.settings.sources[1].amount, s.settings.sources[2].amount);
    EXPECT_TRUE(smoke.in_space() && !smoke.in_time());
    EXPECT_EQ(smoke({0.6, 0, 0}, 0), 1);
    EXPECT_TRUE(!heat.in_space() && heat.in_time());
    EXPECT_DOUBLE_EQ(heat({}, 1), std::exp(-1));
    EXPECT_TRUE(red.is_constant());
    EXPECT_DOUBLE_EQ(red({}, 0), 2 * 3.14159265358979323846);
    EXPECT_EQ(s.settings.forces[0].amount.x({0.25, 0, 0}, 3), 3);
    EXPECT_EQ(s.settings.forces[0].amount.y({}, 0), 5);
}

TEST(SceneReader, CopiesOfSettingsEvaluateTheirFormulasIndependently) {
    const Scene a = read_scene(plane("[[force]]\nacceleration = [\"x + t\", 0]\n"), "a.toml");
    const Scene b = a;
    EXPECT_EQ(a.settings.forces[0].amount.x({1, 0, 0}, 1), 2);
    EXPECT_EQ(b.settings.forces[0].amount.x({5, 0, 0}, 1), 6);
    EXPECT_EQ(a.settings.forces[0].amount.x({1, 0, 0}, 2), 3);
}

TEST(SceneReader, PresetsStandForTheirQuantitiesAndASectionOfOneRefinesIt) {
    const Scene s = read_scene(
        plane("[carried.red]\ninitial = \"y\"\n[carried.colours]\ndecay = 2\n[carried.texture]\n"), "p.toml");
    ASSERT_EQ(s.settings.carried.size(), 5u);
    EXPECT_EQ(s.settings.carried[0].name, "red");
    EXPECT_EQ(s.settings.carried[0].decay, 2);
    EXPECT_EQ(s.settings.carried[0].initial({0, 0.5, 0}), 0.5);
    EXPECT_EQ(s.settings.carried[3].name, "texture-x");
    EXPECT_EQ(s.settings.carried[3].initial({0.25, 0.5, 0}), 0.25);
}

TEST(SceneReader, NothingIsCarriedThatNobodyNames) {
    EXPECT_TRUE(read_scene(plane(""), "still.toml").settings.carried.empty());
}

// ---- What is said of mistakes ---------------------------------------------------------------------------------------

TEST(SceneErrors, AMisspeltWordIsShownWithItsPlaceASuggestionAndWhatIsAllowed) {
    expect_errors({
        {"[boundary]\ntop    = \"opne\"\n",
         "5:10: unknown boundary \"opne\"; did you mean \"open\"? (wall, free-slip, inflow, open, periodic)"},
        {"[fluid]\nviscosty = 1\n",
         "5:1: unknown key \"viscosty\" in [fluid]; did you mean \"viscosity\"? (viscosity, gravity, buoyancy, "
         "vorticity)"},
        {"[fluid]\nbuoyancy = { haet = 1 }\n[carried.heat]\n",
         "5:14: unknown quantity \"haet\" in fluid.buoyancy; did you mean \"heat\"? (carried: heat)"},
        {"[[obstacle]]\ndisc = { centre = [0, 0], radius = 1 }\n",
         "5:10: unknown key \"centre\" in disc; did you mean \"center\"? (center, radius)"},
        {"[solver]\ndiffusion = \"multigrit\"\n",
         "5:13: unknown diffusion solver \"multigrit\"; did you mean \"multigrid\"? (auto, gauss-seidel, red-black, "
         "conjugate-gradient, incomplete-cholesky, multigrid, multigrid-cg, fft, cyclic-reduction)"},
        {"[solver]\ntolerance = \"0 1/s\"\n",
         "5:13: solver.tolerance is \"0 1/s\"; it must be a number from 1e-12 to 1, or a divergence from 1e-12 to 1e15 per "
         "second, as in \"0.01 1/s\""},
        {"[solver]\npressure = \"cyclic-reduction\"\n[[obstacle]]\ndisc = { center = [0, 0], radius = 0.3 }\n",
         "5:12: solver.pressure is \"cyclic-reduction\", which can not go around bodies, and there are obstacles (1): use "
         "auto, multigrid-cg, incomplete-cholesky or conjugate-gradient, or leave them out"},
        {"[solver]\nadvection = \"cubix\"\n",
         "5:13: unknown advection \"cubix\"; did you mean \"cubic\"? (semi-lagrangian, maccormack, bfecc, cubic, unlimited-cubic)"},
    });
}

TEST(SceneErrors, AValueOfTheWrongSortOrSizeIsShownWithWhatItMustBe) {
    expect_errors({
        {"[fluid]\nviscosity = -1\n", "5:13: fluid.viscosity is -1; it must be at least 0"},
        {"[fluid]\nviscosity = nan\n", "5:13: fluid.viscosity is nan; it must be a finite number"},
        {"[time]\nfps = inf\n", "5:7: time.fps is inf; it must be a finite number"},
        {"[time]\nframes = 1.5\n", "5:10: time.frames is 1.5; it must be a whole number"},
        {"[fluid]\ngravity = 3\n", "5:11: fluid.gravity is 3; it must be a list of 2 numbers, as in [0.5, 1]"},
        {"[fluid]\nviscosity = true\n", "5:13: fluid.viscosity is true; it must be a number"},
        {"[fluid]\nviscosity = \"x\"\n",
         "5:13: fluid.viscosity is \"x\", which depends on x; it must be the same everywhere and always"},
        {"[[obstacle]]\ndisc = { center = [0, 0], radius = 0 }\n",
         "5:36: obstacle[0].disc.radius is 0; it must be greater than 0"},
        {"[checkpoint]\nevery = 10\n",
         "5:9: checkpoint.every is 10; it must be a time by the clock, as in \"10 s\", \"5 min\" or \"1 h\", or "
         "\"never\""},
    });
}

TEST(SceneErrors, AFormulaThatDoesNotParseIsShownWithTheLetterWhereItEnds) {
    const std::string begin = "5:14: initial.velocity[0] is ",
                      middle = "; it must be a number or a formula, and as a formula it does not work: ";
    for (const auto& [formula, error] : std::vector<std::pair<std::string, std::string>>{
             {"sin(x", "at letter 5, a closing parenthesis is missing"},
             {"2 x", "at letter 3, an operator is missing before \"x\""},
             {"1 +", "at letter 3, it ends too early"},
             {"x = 1", "at letter 3, \"=\" does not compare; write \"==\""},
             {"1, 2", "it is a list; give one formula"},
             {"", "it is empty"}})
        EXPECT_EQ(errors_of(plane("[initial]\nvelocity = [ \"" + formula + "\", 0]\n")),
                  "plume.toml:" + begin + "\"" + formula + "\"" + middle + error);
}

TEST(SceneErrors, AFormulaThatIsNotFiniteIsShownWithThePlaceAndTime) {
    expect_errors({
        {"[initial]\nvelocity = [\"1/(x - 0.5)\", 0]\n",
         "5:13: initial.velocity[0] is \"1/(x - 0.5)\", which is inf at x = 0.5; it must be finite everywhere"},
        {"[carried.smoke]\ninitial = \"sqrt(1 - y)\"\n",
         "5:11: carried.smoke.initial is \"sqrt(1 - y)\", which is nan at y = 1.0625; it must be finite everywhere"},
        {"[time]\nframes = 10\nfps = 1\n[[force]]\nacceleration = [0, \"log(t - 9)\"]\n",
         "8:20: force[0].acceleration[1] is \"log(t - 9)\", which is nan at t = 0; it must be finite everywhere"},
    });
}

TEST(SceneErrors, WhatCanNotBeRightTogetherIsShownAtOneOfItsPlaces) {
    expect_errors({
        {"[boundary]\nleft = \"periodic\"\nright = \"wall\"\n",
         "6:9: boundary.right must be periodic because boundary.left is: a periodic side is joined to the opposite "
         "one"},
        {"[time]\ncfl = 1\nsteps_per_frame = 2\n",
         "5:7: time.cfl and time.steps_per_frame are both there; give one of them"},
        {"[[probe]]\nname = \"a\"\npoint = [3, 0]\nrecord = \"velocity\"\n",
         "6:9: probe[0].point is [3, 0], outside of the domain (0 to 1, 0 to 2 m)"},
        {"[[probe]]\nname = \"a\"\nrecord = \"enstrophy\"\n[[probe]]\nname = \"a\"\nrecord = \"enstrophy\"\n",
         "8:8: probe[1].name is \"a\", which another probe has; each needs its own"},
        {"[[source]]\ndisc = { center = [5, 5], radius = 1 }\nsmoke = 1\n",
         "4:1: source[0] lies outside of the domain: it would do nothing"},
        {"[[source]]\nsmoke = 1\n",
         "4:1: source[0] has no shape; give it one (sphere, disc, box, capsule, half-space, mesh, mask, distance, everywhere, union, "
         "intersection, "
         "difference)"},
        {"[[output]]\npng = { show = \"smoke\", tile = true }\n",
         "5:32: output[0].png.tile is for planes of which all sides are periodic"},
    });
}

TEST(SceneErrors, AMissingKeyIsShownWithWhatToWrite) {
    EXPECT_EQ(errors_of(""), "plume.toml:1:1: domain is missing; add [domain] with, say, size = [1, 2] (m)");
    EXPECT_EQ(errors_of("[domain]\ncells = 8\n"),
              "plume.toml:1:1: domain.size is missing; give 2 lengths for a plane or 3 for a box (m)");
}

TEST(SceneErrors, ASceneThatTheMachineCanNotHoldIsRefused) {
    std::string text = "[domain]\nsize = [1, 1, 1]\ncells = 1200\n";
    for (int i = 0; i < 60; ++i) text += "[carried.q" + std::to_string(i) + "]\n";
    const std::string error = errors_of(text);
    EXPECT_TRUE(error.starts_with("plume.toml:3:9: the scene needs")) << error;
}

TEST(SceneErrors, AllOfThemComeAtOnceInTheOrderOfTheFile) {
    const std::string all =
        errors_of(plane("[fluid]\nviscosity = -1\nvortcity = 2\n[boundary]\ntop = \"opne\"\n"
                        "[[source]]\nsmok = 3\n[carried.smoke]\ninitial = \"sin(\"\n"
                        "[[output]]\npng = \"smoke\"\nevery = \"sometimes\"\n"));
    std::vector<std::string> places;
    std::istringstream lines(all);
    for (std::string line; std::getline(lines, line);) places.push_back(line.substr(0, line.find(": ")));
    EXPECT_EQ(places, (std::vector<std::string>{"plume.toml:5:13", "plume.toml:6:1", "plume.toml:8:7", "plume.toml:9:1",
                                                "plume.toml:10:1", "plume.toml:12:11", "plume.toml:15:9"}))
        << all;
}

TEST(SceneErrors, JunkIsRefusedAndNeverHarms) {
    const auto many = [](const std::string& text, int n) {
        std::string all;
        for (int i = 0; i < n; ++i) all += text;
        return all;
    };
    for (const std::string& junk :
         {std::string("\0\1\2\xff\xfe", 5), std::string("title = \"\xc3\x28\""), many("[", 100000),
          "a" + many(".a", 100000) + " = 1", "[" + many("a.", 100000) + "b]", "a = " + many("[", 5000),
          "a = " + many("{ a = ", 5000), plane("cells = 1" + many("0", 400)),
          "[domain]\nsize = [" + many("1,", 100000) + "1]\n", many("x", 2000000), plane("[fluid]\nviscosity = 1e999\n"),
          plane("[[obstacle]]\nunion = " + many("[{ union = ", 30) + "[]" + many("}]", 30)),
          "x = \"" + many("\\\"", 1000)})
        EXPECT_NE(errors_of(junk), "") << junk.substr(0, 50);
}

// ---- Overrides ------------------------------------------------------------------------------------------------------

TEST(SceneOverrides, ChangeAnyKeyAndMakeWhatIsMissing) {
    const Scene s = read_scene(example, "smoke.toml",
                               {{"fluid.viscosity", "0.01"},
                                {"source.0.smoke", "2"},
                                {"boundary.top", "open"},
                                {"domain.size.1", "\"2*3\""},
                                {"force.0.acceleration", "[1, \"t\", 0]"},
                                {"carried.heat.decay", "3"}});
    EXPECT_EQ(s.settings.fluid.viscosity, 0.01);
    EXPECT_EQ(s.settings.sources[0].amount({}, 0), 2);
    EXPECT_EQ(s.settings.boundary.top.kind, whorl::Side::Kind::open);
    EXPECT_EQ(s.settings.size[1], 6);
    EXPECT_EQ(s.settings.forces[0].amount.y({}, 4), 4);
    EXPECT_EQ(s.settings.carried[1].decay, 3);
    EXPECT_NE(s.text, read_scene(example, "smoke.toml").text);
}

TEST(SceneOverrides, ABadOneIsShownAsItWasTyped) {
    EXPECT_EQ(errors_of(plane(""), {{"fluid.viscosty", "0.01"}}),
              "--set fluid.viscosty=0.01: unknown key \"viscosty\" in [fluid]; did you mean \"viscosity\"? "
              "(viscosity, gravity, buoyancy, vorticity)");
    EXPECT_EQ(errors_of(plane(""), {{"source.3.smoke", "1"}}),
              "--set source.3.smoke=1: source has 0 entries; 0 is the next that can be made");
    EXPECT_EQ(errors_of(plane(""), {{"domain.cells.size.x", "1"}}),
              "--set domain.cells.size.x=1: domain.cells is 16; there is no \"size\" in it");
    EXPECT_EQ(errors_of(plane(""), {{"", "1"}}), "--set =1: a part of the key is empty");
}

}  // namespace
