#pragma once
// All that can be turned while the fluid runs, as one list. Sliders, the lines of recordings and the test that turns
// everything to both ends are made from it.

#include <functional>
#include <string>
#include <vector>

#include <whorl/whorl.hpp>

namespace studio {

/// What the list is about: the settings of a simulation, and how long a step is.
struct Tuned {
    whorl::Settings settings;
    double dt = 1.0 / 60;  // s
};

struct Tunable {
    std::string name;   // one word, as recordings have it: "fluid.viscosity"
    std::string label;  // as people read it
    std::string group;  // what it is listed under
    std::string unit;   // empty: a number without one
    double least = 0, most = 1;
    bool logarithmic = false;          // whether a slider moves by factors
    std::vector<std::string> choices;  // not empty: the value is the number of one of these
    std::function<double(const Tuned&)> get;
    std::function<void(Tuned&, double)> set;
    bool live = false;  // whether it takes effect without a change of the fluid
};

/// Those of a fluid with these settings: quantities that it carries add their own.
std::vector<Tunable> tunables(const whorl::Settings& settings);

/// The value that is allowed and closest: in range, whole where there are choices. Not a number becomes the least.
double allowed(const Tunable& tunable, double value);

}  // namespace studio
