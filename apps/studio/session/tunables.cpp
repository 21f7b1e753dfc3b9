#include <session/tunables.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

using whorl::Advection, whorl::Backtrace, whorl::Pressure, whorl::Splitting;

/// A number of the settings, found by `at`.
template <class At>
Tunable number(std::string name, std::string label, std::string group, std::string unit, double least, double most,
               At at, bool logarithmic = false) {
    return {.name = std::move(name),
            .label = std::move(label),
            .group = std::move(group),
            .unit = std::move(unit),
            .least = least,
            .most = most,
            .logarithmic = logarithmic,
            .choices = {},
            .get = [at](const Tuned& t) { return static_cast<double>(at(const_cast<Tuned&>(t))); },  // only read
            .set =
                [at](Tuned& t, double value) {
                    auto& to = at(t);
                    to = static_cast<std::remove_reference_t<decltype(to)>>(value);
                }};
}

/// One of the words of an enumeration.
template <class Enum, class At>
Tunable choice(std::string name, std::string label, std::string group, std::vector<Enum> words, At at) {
    Tunable t{.name = std::move(name),
              .label = std::move(label),
              .group = std::move(group),
              .unit = "",
              .least = 0,
              .most = static_cast<double>(words.size() - 1),
              .choices = {},
              .get = {},
              .set = {}};
    for (const Enum word : words) t.choices.emplace_back(whorl::name(word));
    t.get = [at, words](const Tuned& of) {
        const auto found = std::find(words.begin(), words.end(), at(const_cast<Tuned&>(of)));
        return found == words.end() ? 0.0 : static_cast<double>(found - words.begin());
    };
    t.set = [at, words](Tuned& of, double value) { at(of) = words[static_cast<std::size_t>(value)]; };
    return t;
}

const std::vector<Advection> advections{Advection::semi_lagrangian, Advection::maccormack, Advection::bfecc,
                                        Advection::cubic};
/// Not the direct ones, which know no bodies: painting a wall would end the fun.
const std::vector<Pressure> pressures{Pressure::automatic,          Pressure::gauss_seidel,        Pressure::red_black,
                                      Pressure::conjugate_gradient, Pressure::incomplete_cholesky, Pressure::multigrid,
                                      Pressure::multigrid_cg};

void add_fluid(std::vector<Tunable>& all, const whorl::Settings& s) {
    Tunable step = number(
        "time.step", "time step", "Fluid", "s", 0.001, 0.2, [](Tuned& t) -> double& { return t.dt; }, true);
    step.live = true;
    all.push_back(std::move(step));
    all.push_back(number(
        "fluid.viscosity", "viscosity", "Fluid", "m2/s", 0, 1,
        [](Tuned& t) -> double& { return t.settings.fluid.viscosity; }, true));
    all.push_back(number(
        "fluid.vorticity", "vorticity confinement", "Fluid", "m/s", 0, 1,
        [](Tuned& t) -> double& { return t.settings.fluid.vorticity; }, true));
    const char* axes[] = {"x", "y", "z"};
    for (int a = 0; a < static_cast<int>(s.size.size()); ++a)
        all.push_back(number(std::string("fluid.gravity-") + axes[a], std::string("gravity along ") + axes[a], "Fluid",
                             "m/s2", -20, 20, [a](Tuned& t) -> double& {
                                 auto& g = t.settings.fluid.gravity;
                                 return a == 0 ? g.x : a == 1 ? g.y : g.z;
                             }));
}

void add_carried(std::vector<Tunable>& all, const whorl::Settings& s) {
    for (std::size_t i = 0; i < s.carried.size(); ++i) {
        const std::string& q = s.carried[i].name;
        const auto own = [i](Tuned& t) -> whorl::Carried& { return t.settings.carried[i]; };
        all.push_back(number(
            "carried." + q + ".decay", "decay of " + q, q, "1/s", 0, 10,
            [own](Tuned& t) -> double& { return own(t).decay; }, true));
        all.push_back(number(
            "carried." + q + ".diffusion", "diffusion of " + q, q, "m2/s", 0, 0.1,
            [own](Tuned& t) -> double& { return own(t).diffusion; }, true));
        Tunable lift = number("fluid.buoyancy." + q, "buoyancy of " + q, q, "g", -2, 2,
                              [q](Tuned& t) -> double& { return t.settings.fluid.buoyancy[q]; });
        lift.get = [q](const Tuned& t) {  // to read must not make an entry
            const auto found = t.settings.fluid.buoyancy.find(q);
            return found == t.settings.fluid.buoyancy.end() ? 0.0 : found->second;
        };
        all.push_back(std::move(lift));
        all.push_back(choice("carried." + q + ".advection", "advection of " + q, q, advections,
                             [own](Tuned& t) -> Advection& { return own(t).advection; }));
    }
}

void add_solver(std::vector<Tunable>& all) {
    all.push_back(
        choice("solver.splitting", "splitting", "Solver",
               std::vector{Splitting::stam, Splitting::advect_project, Splitting::reflection, Splitting::two_step},
               [](Tuned& t) -> Splitting& { return t.settings.solver.splitting; }));
    all.push_back(choice("solver.advection", "advection", "Solver", advections,
                         [](Tuned& t) -> Advection& { return t.settings.solver.advection; }));
    all.push_back(choice("solver.backtrace", "backtrace", "Solver",
                         std::vector{Backtrace::euler, Backtrace::rk2, Backtrace::rk3},
                         [](Tuned& t) -> Backtrace& { return t.settings.solver.backtrace; }));
    all.push_back(choice("solver.pressure", "pressure solver", "Solver", pressures,
                         [](Tuned& t) -> Pressure& { return t.settings.solver.pressure; }));
    all.push_back(number(
        "solver.tolerance", "pressure tolerance", "Solver", "", 1e-6, 0.5,
        [](Tuned& t) -> double& { return t.settings.solver.tolerance; }, true));
    all.push_back(number("solver.limit", "most iterations (0: enough)", "Solver", "", 0, 200,
                         [](Tuned& t) -> int& { return t.settings.solver.limit; }));
}

}  // namespace

std::vector<Tunable> tunables(const whorl::Settings& settings) {
    std::vector<Tunable> all;
    add_fluid(all, settings);
    add_carried(all, settings);
    add_solver(all);
    return all;
}

double allowed(const Tunable& tunable, double value) {
    if (!(value >= tunable.least)) return tunable.least;
    value = std::min(value, tunable.most);
    return tunable.choices.empty() ? value : std::floor(value);
}

}  // namespace studio
