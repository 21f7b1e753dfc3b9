// The domain, the fluid, its sides, what it carries and how it is solved.

#include <algorithm>

#include "engine.hpp"
#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

// ---- Domain ---------------------------------------------------------------------------------------------------------

Read<std::vector<double>> size() {
    return {[](Reading& r, const Spot& s, std::vector<double>& into) {
        const char* wanted = "a list of 2 lengths for a plane or 3 for a box (m), as in [1, 2]";
        if (!r.is_list(s, wanted)) return;
        const std::size_t n = s.node.items.size(), before = r.report.count();
        if (n != 2 && n != 3) return void(r.wrong(s, wanted));
        std::vector<double> lengths(n, 1.0);
        for (std::size_t k = 0; k < n; ++k) number(1e-6, 1e6).read(r, s.item(k), lengths[k]);
        r.dimension = static_cast<int>(n);
        if (r.report.count() == before) into = std::move(lengths);
    }};
}

Read<std::vector<int>> cells() {
    return {[](Reading& r, const Spot& s, std::vector<int>& into) {
        const Read<int> one = whole(1, 65536);
        if (s.node.kind != Node::Kind::list) return one.read(r, s, into[0]);
        const std::size_t n = s.node.items.size();
        if (n != static_cast<std::size_t>(r.dimension))
            return void(r.wrong(s, "one number for the longest side, or one for each axis, as in " +
                                       std::string(r.dimension == 2 ? "[64, 128]" : "[64, 128, 64]")));
        into.assign(n, 1);
        for (std::size_t k = 0; k < n; ++k) one.read(r, s.item(k), into[k]);
    }};
}

const Keys<Domain>& domain_keys() {
    static const Keys<Domain> keys("[domain]",
                                   {key("size", &Domain::size, size(), "give 2 lengths for a plane or 3 for a box (m)"),
                                    key("cells", &Domain::cells, cells())});
    return keys;
}

/// What later sections need to know of the domain.
void take_domain(Reading& r, const Domain& domain) {
    if (domain.size.empty()) return;
    Settings settings;
    settings.size = domain.size;
    settings.cells = domain.cells;
    const std::vector<int> n = cells_of(settings);
    double all = 1, padded = 1;
    for (std::size_t a = 0; a < n.size(); ++a) {
        r.size[a] = domain.size[a];
        r.cells[a] = n[a];
        all *= n[a];
        padded *= n[a] + 32.0;  // ghosts, and rows that start on a cache line
    }
    r.domain_known = padded < 2147483647.0;  // values are counted with an int
    if (!r.domain_known)
        r.report.error(r.place_of("domain.cells"),
                       "domain.cells come to " + text(all) + "; 2e9 are too many: use fewer");
}

// ---- Sides ----------------------------------------------------------------------------------------------------------

Read<Side::Kind> side_kind() {
    using enum Side::Kind;
    return choice<Side::Kind>("boundary", {wall, free_slip, inflow, open, periodic});
}

const Keys<SideText>& side_keys() {
    static const Keys<SideText> keys(
        "a side",
        {key("kind", &SideText::kind, side_kind(), "give one of wall, free-slip, inflow, open, periodic"),
         key("velocity", &SideText::velocity, maybe(formulas(1e6, Variables::place_and_time)))},
        [](Reading& r, const Spot& s, const Entry& entry, SideText& into) {
            if (r.use(entry, s, "a side", {"kind", "velocity"}))
                number(-1e12, 1e12).read(r, s.in(entry), into.held[entry.key]);
        },
        {"<quantity>"});
    return keys;
}

/// A word for its kind, or a table.
Read<std::optional<SideText>> side() {
    return {[](Reading& r, const Spot& s, std::optional<SideText>& into) {
        SideText& side = into.emplace();
        side.from = {s.node.at, s.path};
        const std::size_t before = r.report.count();
        if (s.node.kind == Node::Kind::text)
            side_kind().read(r, s, side.kind);
        else if (r.is_table(s, "a word (wall, free-slip, inflow, open, periodic) or a table with a kind"))
            side_keys().read(r, s, side);
        if (r.report.count() == before && side.kind == Side::Kind::inflow && !side.velocity)
            r.error(s, "is an inflow without a velocity; write { kind = \"inflow\", velocity = [1, 0] } (m/s)");
    }};
}

// ---- Carried quantities ---------------------------------------------------------------------------------------------

Read<Advection> advection() {
    using enum Advection;
    return choice<Advection>("advection", {semi_lagrangian, maccormack, bfecc, cubic, unlimited_cubic});
}

std::vector<Key<CarriedText>> carried_keys() {
    return {key("decay", &CarriedText::decay, number(0, 1e15)),
            key("diffusion", &CarriedText::diffusion, number(0, 1e15)),
            key("advection", &CarriedText::advection, advection())};
}

const Keys<CarriedText>& preset_keys() {
    static const Keys<CarriedText> keys("[carried.colours] and [carried.texture]", carried_keys());
    return keys;
}

const Keys<CarriedText>& quantity_keys() {
    static const Keys<CarriedText> keys = [] {
        std::vector<Key<CarriedText>> all = carried_keys();
        all.push_back(key("initial", &CarriedText::initial, maybe(formula(1e15, Variables::place))));
        return Keys<CarriedText>("a carried quantity", all);
    }();
    return keys;
}

/// The quantities that a preset stands for; none if the name is no preset.
std::vector<std::string> preset(const Reading& r, std::string_view name) {
    std::vector<std::string> names;
    if (name == "colours")
        for (const Carried& q : colours()) names.push_back(q.name);
    if (name == "texture")
        for (const Carried& q : texture_coordinates(r.dimension)) names.push_back(q.name);
    return names;
}

bool good_name(Reading& r, const Entry& entry) {
    const std::string& name = entry.key;
    static const std::vector<std::string> taken{"velocity", "pressure", "speed", "vorticity", "divergence",
                                                "image",    "kind",     "mode",  "rate",      "during"};
    const bool shape = std::any_of(shape_sorts().begin(), shape_sorts().end(), [&](auto& s) { return s.name == name; });
    if (!is_name(name))
        r.report.error(entry.at, "carried has the name " + in_quotes(name) +
                                     "; use at most 64 letters, digits, - and _, and start with a letter");
    else if (shape || std::find(taken.begin(), taken.end(), name) != taken.end())
        r.report.error(entry.at,
                       "carried." + name + " has a name that means something else in a scene; choose another");
    else
        return true;
    return false;
}

/// Presets come first, so that what is said of one of their quantities refines them, wherever it stands.
void read_carried(Reading& r, const Spot& s, std::vector<CarriedText>& into) {
    constexpr std::size_t most = 64;
    if (!r.is_table(s, "written as [carried.smoke], a section for each quantity")) return;
    if (s.node.entries.size() > most)
        return r.error(s, "has " + std::to_string(s.node.entries.size()) + " quantities; at most " +
                              std::to_string(most) + " are allowed");
    for (const Entry& entry : s.node.entries) {
        const std::vector<std::string> names = preset(r, entry.key);
        if (names.empty()) continue;
        CarriedText one;
        preset_keys().read(r, s.in(entry), one);
        for (const std::string& name : names) one.name = name, into.push_back(one);
    }
    for (const Entry& entry : s.node.entries) {
        if (!preset(r, entry.key).empty() || !good_name(r, entry)) continue;
        auto one = std::find_if(into.begin(), into.end(), [&](const CarriedText& q) { return q.name == entry.key; });
        if (one == into.end()) one = into.insert(into.end(), CarriedText{.name = entry.key});
        r.where["carried." + entry.key] = entry.value.at;
        quantity_keys().read(r, s.in(entry), *one);
    }
}

}  // namespace

Read<Domain> domain() {
    return {[](Reading& r, const Spot& s, Domain& into) {
                domain_keys().read(r, s, into);
                take_domain(r, into);
            },
            domain_keys().names()};
}

const Keys<Fluid>& fluid_keys() {
    static const Read<std::map<std::string, double>> buoyancy{
        [](Reading& r, const Spot& s, std::map<std::string, double>& into) {
            if (!r.is_table(s, "a table, as in { heat = 0.1, smoke = -0.02 }")) return;
            for (const Entry& entry : s.node.entries) {
                if (r.use(entry, s, s.path, {})) number(-1e9, 1e9).read(r, s.in(entry), into[entry.key]);
            }
        },
        {"<quantity>"}};
    static const Keys<Fluid> keys(
        "[fluid]", {key("viscosity", &Fluid::viscosity, number(0, 1e15)), key("gravity", &Fluid::gravity, vector(1e9)),
                    key("buoyancy", &Fluid::buoyancy, buoyancy), key("vorticity", &Fluid::vorticity, number(0, 1e9))});
    return keys;
}

const Keys<BoundaryText>& boundary_keys() {
    static const Keys<BoundaryText> keys = [] {
        std::vector<std::string> inside;
        for (const std::string& name : side_keys().names()) inside.push_back("<side>." + name);
        return Keys<BoundaryText>("[boundary]",
                                  {key("left", &BoundaryText::left, side()), key("right", &BoundaryText::right, side()),
                                   key("bottom", &BoundaryText::bottom, side()), key("top", &BoundaryText::top, side()),
                                   key("back", &BoundaryText::back, side()), key("front", &BoundaryText::front, side()),
                                   key("sides", &BoundaryText::sides, side()), key("all", &BoundaryText::all, side())},
                                  {}, inside);
    }();
    return keys;
}

Read<std::vector<CarriedText>> carried_quantities() {
    std::vector<std::string> inside{"colours", "texture"};
    for (const std::string& name : quantity_keys().names()) inside.push_back("<name>." + name);
    return {read_carried, inside};
}

const Keys<InitialText>& initial_keys() {
    static const Keys<InitialText> keys(
        "[initial]", {key("velocity", &InitialText::velocity, maybe(formulas(1e9, Variables::place)))});
    return keys;
}

namespace {

Read<Pressure> solver_choice(const char* what) {
    return choice<Pressure>(what, {Pressure::automatic, Pressure::gauss_seidel, Pressure::red_black,
                                   Pressure::conjugate_gradient, Pressure::incomplete_cholesky, Pressure::multigrid,
                                   Pressure::multigrid_cg, Pressure::fft, Pressure::cyclic_reduction});
}

/// A part of the divergence before projection, or a divergence: "0.01 1/s".
void read_tolerance(Reading& r, const Spot& s, Solver& into) {
    const bool is_text = s.node.kind == Node::Kind::text;
    if (!is_text || !s.node.text.ends_with("/s"))
        return number(1e-12, 1).read(r, s, into.tolerance);
    constexpr double least = 1e-12, most = 1e15;
    const std::optional<Measure> m = measure(s.node.text);
    if (m && m->unit == "1/s" && m->number >= least && m->number <= most)
        into.divergence = m->number;
    else
        r.wrong(s, "a number from 1e-12 to 1, or a divergence from 1e-12 to 1e15 per second, as in \"0.01 1/s\"");
}

}  // namespace

const Keys<Solver>& solver_keys() {
    static const Keys<Solver> keys(
        "[solver]",
        {key("splitting", &Solver::splitting,
             choice<Splitting>("splitting", {Splitting::stam, Splitting::advect_project, Splitting::reflection, Splitting::two_step})),
         key("advection", &Solver::advection, advection()),
         key("backtrace", &Solver::backtrace,
             choice<Backtrace>("backtrace", {Backtrace::euler, Backtrace::rk2, Backtrace::rk3})),
         key("pressure", &Solver::pressure, solver_choice("pressure solver")),
         {"tolerance", {read_tolerance}},
         key("limit", &Solver::limit, whole(0, 1000000000)),
         key("budget_ms", &Solver::budget_ms, number(0, 1e9)),
         key("diffusion", &Solver::diffusion, solver_choice("diffusion solver")),
         key("diffusion_tolerance", &Solver::diffusion_tolerance, number(1e-12, 1))});
    return keys;
}

}  // namespace whorl::scene
