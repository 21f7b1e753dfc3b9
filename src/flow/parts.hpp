#pragma once
// The parts of a world, made of its settings: all of them when it is built, and those that other settings ask for when it
// goes on with these. New parts are made beside the old ones and then change places with them, so that nothing has happened
// where one of them can not be made.

#include <algorithm>
#include <optional>

#include "flow/forces/buoyancy.hpp"
#include "flow/forces/confinement.hpp"
#include "flow/forces/user.hpp"
#include "flow/step.hpp"

namespace whorl {

inline bool is_viscous(const Settings& s) { return s.fluid.viscosity > 0; }
inline bool looks_back(const Settings& s) { return s.solver.splitting == Splitting::two_step; }
inline bool has_open_side(const Boundary& b) {
    const auto open = [](const Side& side) { return side.kind == Side::Kind::open; };
    return open(b.left) || open(b.right) || open(b.bottom) || open(b.top) || open(b.back) || open(b.front);
}
inline bool has_bodies(const Settings& s) { return !s.obstacles.empty(); }
/// Whether anything that is carried diffuses.
inline bool spreads(const Settings& s) {
    return std::any_of(s.carried.begin(), s.carried.end(), [](const Carried& q) { return q.diffusion > 0; });
}
inline bool has_drag(const Settings& s) { return is_viscous(s) && has_bodies(s); }
/// Whether the velocity moves along paths in both directions, or along what is kept in the scratch memory.
inline bool needs_own_forward(const Settings& s) { return goes_both_ways(s.solver.advection) || looks_back(s); }
inline bool reflects(const Settings& s) { return s.solver.splitting == Splitting::reflection; }

/// Which parts have to be made anew; all, or those that other settings ask for.
struct Renewal {
    bool space = true;  // bodies and sides
    bool pressure = true, viscous = true, diffusive = true;
    bool forces = true, sources = true;
    bool before = true, dragged = true, earlier = true, forward = true;

    Renewal() = default;
    Renewal(const Settings& from, const Settings& to) {
        const auto same_seams = [](const Side& a, const Side& b) {
            return (a.kind == Side::Kind::periodic) == (b.kind == Side::Kind::periodic);
        };
        const Boundary &a = from.boundary, &b = to.boundary;
        const bool seams = !same_seams(a.left, b.left) || !same_seams(a.bottom, b.bottom) || !same_seams(a.back, b.back);
        const bool unknowns = seams || has_bodies(from) != has_bodies(to);  // of the linear systems
        const bool diffusion = unknowns || from.solver.diffusion != to.solver.diffusion;
        space = from.obstacles != to.obstacles || a != b || (has_bodies(to) && spreads(from) != spreads(to));
        pressure = unknowns || from.solver.pressure != to.solver.pressure || has_open_side(a) != has_open_side(b);
        viscous = diffusion || is_viscous(from) != is_viscous(to) || looks_back(from) != looks_back(to);
        diffusive = diffusion || spreads(from) != spreads(to);
        forces = seams || from.forces != to.forces || from.fluid.buoyancy != to.fluid.buoyancy ||
                 from.fluid.gravity != to.fluid.gravity || from.fluid.vorticity != to.fluid.vorticity;
        sources = seams || from.sources != to.sources;
        before = reflects(from) != reflects(to);
        dragged = has_drag(from) != has_drag(to);
        earlier = looks_back(from) != looks_back(to);
        forward = needs_own_forward(from) != needs_own_forward(to);
    }
};

/// Bodies and sides, and all that follows from them.
template <class Exec, int D> struct Space {
    static constexpr std::size_t most_touch_nodes = 256;

    Flow<D> flow;  // but for its state
    Bodies<Exec, D> bodies;
    Region<Exec, D> touch;  // for shapes that are added between steps

    Space(Exec& on, const Settings& s)
        : flow(make_flow(on, s)), bodies(on, flow, s.obstacles), touch(on, most_touch_nodes, flow.periodic) {}

  private:
    static Flow<D> make_flow(Exec& on, const Settings& s) {
        Flow<D> f;
        const std::vector<int> cells = cells_of(s);
        Index<D> n{};
        Vec<D> h{};
        for (int a = 0; a < D; ++a) {
            n[a] = cells[static_cast<std::size_t>(a)];
            h[a] = static_cast<float>(s.size[static_cast<std::size_t>(a)] / n[a]);
        }
        f.grid = Grid<D>(n, h);
        f.sides = Sides<D>(s.boundary);
        f.periodic = f.sides.periodic();
        f.openness = on.faces(f.grid);
        f.solid = on.faces(f.grid);
        f.fluid = on.field(f.grid);
        for (const Carried& q : s.carried)
            f.carried.push_back({q.name, {}, f.sides.for_carried(q.name), q.diffusion, q.decay, q.advection});
        f.pressure_rules = f.sides.for_pressure();
        f.reach.around = true;
        for (int a = 0; a < D; ++a) {
            f.velocity_rules[a] = f.sides.for_velocity(a);
            const float length = static_cast<float>(n[a]);
            f.reach.n[a] = length;
            f.reach.period[a] = f.periodic[a] ? n[a] : 0;
            f.reach.per_period[a] = f.periodic[a] ? 1 / length : 0;
            f.reach.around = f.reach.around && f.reach.period[a] > ghost_layers + 1;
        }
        return f;
    }
};

/// The memory of the state.
template <class Exec, int D> void take_state_memory(Exec& on, Flow<D>& f) {
    f.velocity = on.faces(f.grid);
    f.pressure = on.field(f.grid);
    for (auto& q : f.carried) q.value = on.field(f.grid);
}
/// Two flows of one grid and the same quantities change states.
template <int D> void swap_states(Flow<D>& a, Flow<D>& b) {
    swap(a.velocity, b.velocity), swap(a.earlier, b.earlier);
    std::swap(a.pressure, b.pressure), std::swap(a.pressure_dt, b.pressure_dt);
    std::swap(a.earlier_dt, b.earlier_dt), std::swap(a.time, b.time), std::swap(a.steps, b.steps);
    for (std::size_t k = 0; k < a.carried.size(); ++k) std::swap(a.carried[k].value, b.carried[k].value);
}

inline std::string numbered(const char* list, std::size_t k) { return std::string(list) + "[" + std::to_string(k) + "]"; }

/// The number of a quantity that is known to be carried.
inline std::size_t index_of(const Settings& s, const std::string& quantity) {
    const auto found = std::find_if(s.carried.begin(), s.carried.end(), [&](const Carried& q) { return q.name == quantity; });
    return static_cast<std::size_t>(found - s.carried.begin());
}

template <class Exec, int D>
std::vector<std::unique_ptr<ForceTerm<Exec, D>>> make_forces(Exec& on, const Flow<D>& f, const Settings& s) {
    std::vector<std::unique_ptr<ForceTerm<Exec, D>>> forces;
    std::vector<typename BuoyancyForce<Exec, D>::Part> rising;
    for (const auto& [name, strength] : s.fluid.buoyancy)
        if (strength != 0) rising.push_back({index_of(s, name), strength});
    if (!rising.empty()) forces.push_back(std::make_unique<BuoyancyForce<Exec, D>>(rising, s.fluid.gravity));
    for (std::size_t k = 0; k < s.forces.size(); ++k)
        forces.push_back(std::make_unique<UserForce<Exec, D>>(on, f, s.forces[k], numbered("forces", k)));
    if (s.fluid.vorticity > 0) forces.push_back(std::make_unique<ConfinementForce<Exec, D>>(s.fluid.vorticity));
    return forces;
}

template <class Exec, int D>
std::vector<SourceTerm<Exec, D>> make_sources(Exec& on, const Flow<D>& f, const Settings& s) {
    std::vector<SourceTerm<Exec, D>> sources;
    for (std::size_t k = 0; k < s.sources.size(); ++k) {
        const Source& one = s.sources[k];
        sources.push_back({one, index_of(s, one.quantity), Region<Exec, D>(on, one.where, f.periodic),
                           Amount<Exec, D>(on, f.grid, one.amount, numbered("sources", k) + ".amount")});
    }
    return sources;
}

/// Parts beside those in use; without a value: the one in use stays.
template <class Exec, int D> struct Parts {
    std::optional<Space<Exec, D>> space{};
    std::optional<Projection<Exec, D>> projection{};
    std::optional<typename Stepper<Exec, D>::Viscous> viscous{};
    std::optional<std::unique_ptr<Diffusion<Exec, D>>> diffusive{};
    std::optional<std::vector<std::unique_ptr<ForceTerm<Exec, D>>>> forces{};
    std::optional<std::vector<SourceTerm<Exec, D>>> sources{};
    std::optional<VectorField<D>> before{}, dragged{}, earlier{}, forward{};

    /// `now` is the flow in use, for what needs no other.
    Parts(Exec& on, const Settings& s, const Renewal& what, const Flow<D>& now) {
        if (what.space) space.emplace(on, s);
        const Flow<D>& f = space ? space->flow : now;
        const auto faces_if = [&](bool wanted) { return wanted ? on.faces(f.grid) : VectorField<D>{}; };
        if (what.pressure) projection.emplace(on, f, s.solver.pressure);
        if (what.viscous) viscous.emplace();
        for (int a = 0; a < D && what.viscous && is_viscous(s); ++a)
            // Backward differences are themselves what time does.
            (*viscous)[a] = std::make_unique<Diffusion<Exec, D>>(on, f, s.solver.diffusion, !looks_back(s));
        if (what.diffusive)
            diffusive = spreads(s) ? std::make_unique<Diffusion<Exec, D>>(on, f, s.solver.diffusion) : nullptr;
        if (what.forces) forces = make_forces(on, f, s);
        if (what.sources) sources = make_sources(on, f, s);
        if (what.before) before = faces_if(reflects(s));
        if (what.dragged) dragged = faces_if(has_drag(s));
        if (what.earlier) earlier = faces_if(looks_back(s));
        if (what.forward) forward = faces_if(needs_own_forward(s));
    }

    /// Change places with those in use; once more, and all is as it was.
    void exchange(Space<Exec, D>& used, Stepper<Exec, D>& stepper) {
        if (space) std::swap(*space, used), swap_states(space->flow, used.flow);
        swap_if_made(projection, stepper.projection);
        swap_if_made(viscous, stepper.viscous);
        swap_if_made(diffusive, stepper.diffusive);
        swap_if_made(forces, stepper.forces);
        swap_if_made(sources, stepper.sources);
        if (before) swap(*before, stepper.before);
        if (dragged) swap(*dragged, stepper.dragged);
        if (earlier) swap(*earlier, used.flow.earlier);
        if (forward) swap(*forward, stepper.s.own_forward);
    }

  private:
    template <class T> static void swap_if_made(std::optional<T>& made, T& used) {
        if (made) std::swap(*made, used);
    }
};

}  // namespace whorl
