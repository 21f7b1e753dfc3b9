// What is not finite, out of range or unknown is refused at the border, with words that name place, value and remedy.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "support/errors.hpp"
#include "support/scenes.hpp"

namespace whorl {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Wrong {
    double value;
    const char* text;
};
constexpr Wrong not_finite_numbers[] = {{nan, "nan"}, {infinity, "inf"}, {-infinity, "-inf"}};

Settings good() { return busy_scene(3, {8, 6, 4}); }

std::string refusal(const Settings& s) {
    return error_of([&] { Simulation simulation(s); });
}

/// A number in the settings, and what an error calls it.
struct Number {
    const char* place;
    std::function<void(Settings&, double)> set;
};
const std::vector<Number>& numbers() {
    static const std::vector<Number> all{
        {"size", [](Settings& s, double v) { s.size[1] = v; }},
        {"fluid.viscosity", [](Settings& s, double v) { s.fluid.viscosity = v; }},
        {"fluid.gravity", [](Settings& s, double v) { s.fluid.gravity.y = v; }},
        {"fluid.gravity", [](Settings& s, double v) { s.fluid.gravity.z = v; }},
        {"fluid.vorticity", [](Settings& s, double v) { s.fluid.vorticity = v; }},
        {"fluid.buoyancy.heat", [](Settings& s, double v) { s.fluid.buoyancy["heat"] = v; }},
        {"boundary.left.velocity",
         [](Settings& s, double v) {
             s.boundary.left = wall({0, v, 0});
         }},
        {"boundary.front.velocity",
         [](Settings& s, double v) {
             s.boundary.front = inflow({0, 0, v});
         }},
        {"boundary.top.held.heat", [](Settings& s, double v) { s.boundary.top.held["heat"] = v; }},
        {"carried.smoke.diffusion", [](Settings& s, double v) { s.carried[0].diffusion = v; }},
        {"carried.smoke.decay", [](Settings& s, double v) { s.carried[0].decay = v; }},
        {"sources[1].amount", [](Settings& s, double v) { s.sources[1].amount = v; }},
        {"sources[1].rate", [](Settings& s, double v) { s.sources[1].rate = v; }},
        {"sources[1].during", [](Settings& s, double v) { s.sources[1].during.from = v; }},
        {"sources[1].during", [](Settings& s, double v) { s.sources[1].during.to = v; }},
        {"forces[0].amount", [](Settings& s, double v) { s.forces[0].amount.z = v; }},
        {"forces[0].rate", [](Settings& s, double v) { s.forces[0].rate = v; }},
        {"forces[0].during", [](Settings& s, double v) { s.forces[0].during.from = v; }},
        {"solver.tolerance", [](Settings& s, double v) { s.solver.tolerance = v; }},
        {"solver.divergence", [](Settings& s, double v) { s.solver.divergence = v; }},
        {"solver.budget_ms", [](Settings& s, double v) { s.solver.budget_ms = v; }},
        {"solver.diffusion_tolerance", [](Settings& s, double v) { s.solver.diffusion_tolerance = v; }},
        {"smoke", [](Settings& s, double v) { s.carried[0].initial = [v](Vec3) { return v; }; }},
        {"velocity", [](Settings& s, double v) { s.initial_velocity[1] = [v](Vec3) { return v; }; }},
    };
    return all;
}

TEST(Border, EverySettingThatIsNotFiniteIsRefusedByItsName) {
    for (const Number& number : numbers())
        for (const Wrong& wrong : not_finite_numbers) {
            Settings s = good();
            number.set(s, wrong.value);
            EXPECT_SAYS(refusal(s), number.place, wrong.text);
        }
}

TEST(Border, EverySettingThatIsHugeIsRefusedByItsName) {
    for (const Number& number : numbers()) {
        if (std::string_view(number.place).find("during") != std::string_view::npos) continue;  // any time is a time
        Settings s = good();
        number.set(s, 1e20);
        EXPECT_SAYS(refusal(s), number.place, "1e+20");
    }
}

TEST(Border, WhatMustNotBeNegativeIsRefusedIfItIs) {
    for (const Number& number : numbers()) {
        const std::string place = number.place;
        const bool any_sign = place.find("amount") != place.npos || place.find("gravity") != place.npos ||
                              place.find("velocity") != place.npos || place.find("held") != place.npos ||
                              place.find("buoyancy") != place.npos || place.find("during") != place.npos ||
                              place == "smoke";
        if (any_sign) continue;
        Settings s = good();
        number.set(s, -1);
        EXPECT_SAYS(refusal(s), place, "-1");
    }
}

TEST(Border, SizesAndCellsThatMakeNoGridAreRefused) {
    const auto with = [](std::vector<double> size, std::vector<int> cells) {
        Settings s;
        s.size = std::move(size), s.cells = std::move(cells);
        return refusal(s);
    };
    EXPECT_SAYS(with({}, {8}), "size", "0 numbers");
    EXPECT_SAYS(with({1}, {8}), "size", "1 numbers");
    EXPECT_SAYS(with({1, 1, 1, 1}, {8}), "size", "4 numbers");
    EXPECT_SAYS(with({1, 0}, {8}), "size", "length 0");
    EXPECT_SAYS(with({1, 1}, {}), "cells", "0 numbers");
    EXPECT_SAYS(with({1, 1}, {8, 8, 8}), "cells", "3 numbers");
    EXPECT_SAYS(with({1, 1}, {0}), "cells", "number 0");
    EXPECT_SAYS(with({1, 1}, {8, -3}), "cells", "number -3");
    EXPECT_SAYS(with({1, 1}, {2000000000}), "cells", "2000000000");
    EXPECT_SAYS(with({1, 1000}, {100, 100}), "cells", "1000 times");
}

TEST(Border, BoundariesThatMakeNoSenseAreRefused) {
    const auto with = [](auto change) {
        Settings s = good();
        change(s.boundary);
        return refusal(s);
    };
    EXPECT_SAYS(with([](Boundary& b) { b.left = periodic(); }), "boundary.right", "periodic", "boundary.left");
    EXPECT_SAYS(with([](Boundary& b) { b.left = wall({1, 0, 0}); }), "boundary.left", "1", "inflow");
    EXPECT_SAYS(with([](Boundary& b) { b.top = wall(), b.left = inflow({2, 0, 0}); }), "boundary", "open");
    EXPECT_SAYS(with([](Boundary& b) {
                    b.top = {.kind = Side::Kind::open, .velocity = {0, 3, 0}};
                }),
                "boundary.top", "velocity");
    EXPECT_SAYS(with([](Boundary& b) { b.top = {.kind = static_cast<Side::Kind>(9)}; }), "boundary.top", "9");
}

TEST(Border, ChoicesThatDoNotExistAreRefused) {
    Settings s = good();
    s.solver.splitting = static_cast<Splitting>(7);
    s.solver.advection = static_cast<Advection>(-1);
    s.solver.backtrace = static_cast<Backtrace>(8);
    s.solver.pressure = static_cast<Pressure>(99);
    s.solver.diffusion = static_cast<Pressure>(-3);
    s.carried[0].advection = static_cast<Advection>(5);
    EXPECT_SAYS(refusal(s), "solver.splitting is 7", "solver.advection is -1", "solver.backtrace is 8",
                "solver.pressure is 99", "solver.diffusion is -3", "carried.smoke.advection is 5");
    s = good();
    s.sources[0].mode = static_cast<Mode>(5);
    EXPECT_SAYS(refusal(s), "sources[0].mode", "5");
}

TEST(Border, UnknownNamesGetASuggestion) {
    const auto with = [](auto change) {
        Settings s = good();
        change(s);
        return refusal(s);
    };
    const char *wrong = "\"smok\"", *right = "did you mean \"smoke\"";
    EXPECT_SAYS(with([](Settings& s) { s.sources[0].quantity = "smok"; }), wrong, right);
    EXPECT_SAYS(with([](Settings& s) { s.fluid.buoyancy["smok"] = 1; }), wrong, right);
    EXPECT_SAYS(with([](Settings& s) { s.boundary.top.held["smok"] = 1; }), wrong, right);
    Simulation simulation(good());
    EXPECT_SAYS(error_of([&] { simulation.field("smok"); }), wrong, right);
    EXPECT_SAYS(error_of([&] { simulation.total("smok"); }), wrong, right);
    EXPECT_SAYS(error_of([&] { simulation.sample("smok", {}); }), wrong, right);
    EXPECT_SAYS(error_of([&] { simulation.add(everywhere(), "smok", 1); }), wrong, right);
    EXPECT_SAYS(error_of([&] { simulation.fill("smok", [](Vec3) { return 1.0; }); }), wrong, right);
}

TEST(Border, NamesMustBeGivenAndUnlikeEachOther) {
    Settings s = good();
    s.carried = {{.name = "smoke"}, {.name = "smoke"}, {.name = "pressure"}, {.name = ""}, {.name = "heat"}};
    EXPECT_SAYS(refusal(s), "smoke is there twice", "carried.pressure", "without a name");
}

TEST(Border, EverythingThatIsWrongIsToldAtOnce) {
    Settings s = good();
    s.fluid.viscosity = -2;
    s.sources[0].quantity = "fog";
    s.solver.tolerance = nan;
    const std::string text = refusal(s);
    EXPECT_SAYS(text, "fluid.viscosity", "fog", "solver.tolerance");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
}

TEST(Border, WhatIsDoneToARunningSimulationIsChecked) {
    Simulation simulation(good());
    simulation.step(0.1);
    const std::uint64_t before = simulation.state_hash();
    for (const Wrong& wrong : not_finite_numbers) {
        const double v = wrong.value;
        const std::string_view text = wrong.text;
        EXPECT_SAYS(error_of([&] { simulation.step(v); }), "dt", text);
        EXPECT_SAYS(error_of([&] { simulation.add(everywhere(), "smoke", v); }), "amount", text);
        EXPECT_SAYS(error_of([&] { simulation.push(everywhere(), {0, v, 0}); }), "push", text);
        EXPECT_SAYS(error_of([&] { simulation.fill("smoke", [v](Vec3 p) { return p.x > 0.5 ? v : 1; }); }), "smoke",
                    text);
        EXPECT_SAYS(error_of([&] {
                        simulation.fill_velocity({{{}, [v](Vec3 p) { return p.x > 0.5 ? v : 1; }, {}}});
                    }),
                    "velocity", text);
        EXPECT_SAYS(error_of([&] { simulation.sample("smoke", {0, v, 0}); }), "sample", text);
        EXPECT_SAYS(error_of([&] { simulation.sample_velocity({v, 0, 0}); }), "sample", text);
    }
    EXPECT_SAYS(error_of([&] { simulation.step(0); }), "dt is 0");
    EXPECT_SAYS(error_of([&] { simulation.step(-1); }), "dt is -1");
    EXPECT_SAYS(error_of([&] { simulation.velocity(3); }), "axis 3");
    EXPECT_SAYS(error_of([&] { simulation.openness(-1); }), "axis -1");
    EXPECT_SAYS(error_of([&] { simulation.fill("smoke", {}); }), "empty");
    EXPECT_EQ(simulation.state_hash(), before) << "a call that was refused changed the state";
}

TEST(Border, FunctionsThatReturnWhatIsNotFiniteAreRefusedInTheStepThatAsksThem) {
    const Value breaks([](Vec3 p, double t) { return t > 0.2 && p.x > 0.3 ? nan : 1; });
    const std::pair<const char*, std::function<void(Settings&)>> places[] = {
        {"sources[0].amount", [&](Settings& s) { s.sources[0].amount = breaks; }},
        {"forces[0].amount",
         [&](Settings& s) {
             s.forces[0].where = everywhere(), s.forces[0].amount = {0, breaks, 0};
         }},
        {"boundary.bottom.velocity", [&](Settings& s) {
             s.boundary.bottom = wall({breaks, 0, 0});
         }}};
    for (const auto& [place, change] : places) {
        Settings s = good();
        change(s);
        Simulation simulation(s);
        simulation.step(0.1);
        const std::uint64_t before = simulation.state_hash();
        EXPECT_SAYS(error_of([&] { simulation.step(0.4); }), place, "nan");
        EXPECT_EQ(simulation.state_hash(), before) << place;
        EXPECT_EQ(simulation.statistics().steps, 1) << place;
        simulation.step(0.01);
        EXPECT_EQ(not_finite(simulation), "") << place;
    }
}

TEST(Border, ShapesWithNumbersThatAreNotFiniteAreRefused) {
    for (const Wrong& wrong : not_finite_numbers) {
        const double v = wrong.value;
        const std::string_view text = wrong.text;
        EXPECT_SAYS(error_of([&] { sphere({0, v, 0}, 1); }), "sphere", text);
        EXPECT_SAYS(error_of([&] { sphere({}, v); }), "sphere", text);
        EXPECT_SAYS(error_of([&] { box({v, 0, 0}, {1, 1, 1}); }), "box", text);
        EXPECT_SAYS(error_of([&] { box({0, 0, 0}, {1, v, 1}); }), "box", text);
        EXPECT_SAYS(error_of([&] { capsule({v, 0, 0}, {}, 1); }), "capsule", text);
        EXPECT_SAYS(error_of([&] { capsule({}, {0, 0, v}, 1); }), "capsule", text);
        EXPECT_SAYS(error_of([&] { capsule({}, {}, v); }), "capsule", text);
        EXPECT_SAYS(error_of([&] { half_space({v, 0, 0}, {1, 0, 0}); }), "half-space", text);
        EXPECT_SAYS(error_of([&] { half_space({}, {1, v, 0}); }), "half-space", text);
    }
}

TEST(Border, ShapesWithoutASizeOrDirectionAreRefused) {
    EXPECT_SAYS(error_of([&] { sphere({}, 0); }), "radius of a sphere", "0");
    EXPECT_SAYS(error_of([&] { sphere({}, -1e-3); }), "radius of a sphere", "-0.001");
    EXPECT_SAYS(error_of([&] { capsule({}, {1, 0, 0}, -2); }), "radius of a capsule", "-2");
    EXPECT_SAYS(error_of([&] { box({1, 0, 0}, {0, 1, 1}); }), "box", "exchange");
    EXPECT_SAYS(error_of([&] { half_space({}, {}); }), "normal of a half-space");
}

TEST(Border, ProgramsOfShapesThatDoNotWorkAreRefused) {
    using Node = Shape::Node;
    const Node ball{Node::sphere, {0, 0, 0, 1}}, join{Node::unite, {}};
    const auto refused = [](std::vector<Node> nodes) {
        return error_of([&] { (void)Shape(std::move(nodes)).bounds(); });
    };
    EXPECT_SAYS(refused({}), "shape");
    EXPECT_SAYS(refused({join}), "shape");
    EXPECT_SAYS(refused({ball, join}), "shape");
    EXPECT_SAYS(refused({ball, ball}), "shape");
    EXPECT_SAYS(refused({Node{Node::sphere, {0, 0, 0, std::nanf("")}}}), "shape");
    EXPECT_SAYS(refused({Node{static_cast<Node::Kind>(77), {}}}), "shape");
    std::vector<Node> deep(40, ball);
    deep.insert(deep.end(), 39, join);
    EXPECT_SAYS(refused(deep), "deep");
}

TEST(Border, NestingThatIsTooDeepIsRefusedAndALongChainIsNot) {
    Shape chain = sphere({}, 1), nested = sphere({}, 1);
    for (int k = 0; k < 100; ++k) chain = chain | sphere({double(k), 0, 0}, 1);
    EXPECT_EQ(chain.nodes().size(), 201u);
    const auto nest = [&] {
        for (int k = 0; k < 20; ++k) nested = sphere({double(k), 0, 0}, 1) | nested;
    };
    EXPECT_SAYS(error_of(nest), "deep");
}

TEST(Border, ShapesOfTooManyPartsAreRefusedBetweenSteps) {
    Shape many = sphere({0.5, 0.4, 0.3}, 0.1);
    for (int k = 0; k < 127; ++k) many = many | sphere({0.5, 0.4, 0.3}, 0.1);  // 255 nodes
    Simulation simulation(good());
    EXPECT_NO_THROW(simulation.add(many, "smoke", 1));
    EXPECT_NO_THROW(simulation.push(many, {1, 0, 0}));
    many = many | sphere({0.5, 0.4, 0.3}, 0.1);  // 257
    const std::uint64_t before = simulation.state_hash();
    EXPECT_SAYS(error_of([&] { simulation.add(many, "smoke", 1); }), "257", "256");
    EXPECT_SAYS(error_of([&] { simulation.push(many, {1, 0, 0}); }), "257", "256");
    EXPECT_EQ(simulation.state_hash(), before);
}

std::size_t resident_bytes() {
    std::size_t pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * 4096;
}

TEST(Border, GridsThatDoNotFitAreRefusedBeforeMemoryIsTaken) {
    for (const std::vector<int>& cells :
         {std::vector{65536, 65536}, std::vector{1250, 1250, 1250}, std::vector{65536}}) {
        Settings s;
        s.size.assign(cells.size() == 3 ? 3 : 2, 1.0);
        s.cells = cells;
        const std::size_t before = resident_bytes();
        EXPECT_SAYS(refusal(s), "fewer cells");
        EXPECT_LT(resident_bytes(), before + (std::size_t{16} << 20));
    }
}

TEST(Border, MemoryNeededIsTheMemoryTaken) {
    for (const Splitting splitting : all_splittings)
        for (const Pressure pressure : all_pressures)
            for (const int dimension : {2, 3}) {
                Settings s = busy_scene(dimension, dimension == 2 ? std::vector{33, 21} : std::vector{17, 11, 9});
                s.solver.splitting = splitting, s.solver.pressure = pressure;
                EXPECT_EQ(memory_needed(s), Simulation(s).memory()) << name(splitting) << ' ' << name(pressure);
            }
}

TEST(Border, MemoryNeededIsTheMemoryTakenWithDirectSolvers) {
    for (const int dimension : {2, 3})
        for (const Pressure direct : direct_pressures(dimension))
            for (const Side& sides : {wall(), periodic()}) {
                Settings s = busy_scene(dimension, dimension == 2 ? std::vector{33, 21} : std::vector{17, 11, 9});
                s.obstacles.clear();
                s.boundary = all_sides(sides);
                s.solver.pressure = s.solver.diffusion = direct;
                EXPECT_EQ(memory_needed(s), Simulation(s).memory()) << name(direct);
            }
}

TEST(Border, DirectSolversAreRefusedWhereTheyCanNotSolveWithThePlaceAndTheRemedy) {
    Settings s = busy_scene(2, {33, 21});
    s.solver.pressure = s.solver.diffusion = Pressure::cyclic_reduction;
    EXPECT_SAYS(refusal(s), "solver.pressure is \"cyclic-reduction\", which can not go around bodies",
                "there are obstacles (1)", "use auto", "solver.diffusion is");
    s = busy_scene(3, {17, 11, 9});
    s.obstacles.clear();
    s.solver.pressure = Pressure::cyclic_reduction;
    EXPECT_SAYS(refusal(s), "solver.pressure is \"cyclic-reduction\", which works in planes", "use auto or fft");
    s = busy_scene(2, {33, 21});
    s.solver.diffusion = Pressure::fft;
    EXPECT_SAYS(refusal(s), "solver.diffusion is \"fft\", which can not go around bodies", "use auto");
}

TEST(Border, MemoryNeededRefusesWhatASimulationRefuses) {
    Settings s = good();
    s.fluid.viscosity = -1;
    EXPECT_SAYS(error_of([&] { memory_needed(s); }), "fluid.viscosity");
}

}  // namespace
}  // namespace whorl
