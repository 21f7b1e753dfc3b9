#pragma once
// One step of time. It reads as the equation: a line per term, in the order of the splitting.

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "flow/advect.hpp"
#include "flow/bodies.hpp"
#include "flow/diffuse.hpp"
#include "flow/forces/force.hpp"
#include "flow/project.hpp"
#include "kernels/forces.hpp"

namespace whorl {

/// What enters the fluid.
template <class Exec, int D> struct SourceTerm {
    Source source;
    std::size_t quantity;
    Region<Exec, D> region;
    Amount<Exec, D> amount;
};

enum class Stage { advect, force, diffuse, project, carry };
inline constexpr std::string_view stage_names[] = {"advect", "force", "diffuse", "project", "carry"};

/// Time spent in each stage. A device is asked how long it took when somebody wants to know, or with the next step.
template <class Exec> class Stopwatch {
  public:
    explicit Stopwatch(Exec& on) : on_(&on) {}
    void start_step() {
        read();
        for (StageTime& s : stages_) s.ms = 0;
    }
    template <class F> void time(Stage stage, F&& work) {
        const auto begin = on_->mark();
        work();
        if (waiting_ == most) read();
        spans_[waiting_++] = {stage, begin, on_->mark()};
    }
    const std::array<StageTime, 5>& stages() {
        read();
        return stages_;
    }

  private:
    static constexpr std::size_t most = 32;
    struct Span {
        Stage stage;
        typename Exec::Mark begin, end;
    };
    void read() {
        for (std::size_t k = 0; k < waiting_; ++k) {
            const double ms = on_->ms_between(spans_[k].begin, spans_[k].end);
            StageTime& s = stages_[static_cast<std::size_t>(spans_[k].stage)];
            s.ms += ms;
            s.total_ms += ms;
        }
        waiting_ = 0;
    }

    Exec* on_;
    std::array<StageTime, 5> stages_{
        {{stage_names[0]}, {stage_names[1]}, {stage_names[2]}, {stage_names[3]}, {stage_names[4]}}};
    Span spans_[most]{};
    std::size_t waiting_ = 0;
};

template <class Exec, int D> struct Stepper {
    Exec& on;
    Flow<D>& f;
    Scratch<D>& s;
    Bodies<Exec, D>& bodies;
    Solver settings;
    double viscosity;
    std::vector<std::unique_ptr<ForceTerm<Exec, D>>> forces{};
    std::vector<SourceTerm<Exec, D>> sources{};
    Projection<Exec, D> projection;
    // One for each component of the velocity and one for all that is carried, so that none has to be set up anew in every
    // step; absent where nothing diffuses.
    using Viscous = Array<std::unique_ptr<Diffusion<Exec, D>>, D>;
    Viscous viscous{};
    std::unique_ptr<Diffusion<Exec, D>> diffusive{};
    VectorField<D> before{};                          // the velocity before projection; for reflection only
    VectorField<D> dragged{};                         // the velocity as viscosity left it; with bodies only
    bool sides_vary = false;                          // whether the velocity of a side depends on time
    bool loose = false;                               // whether the velocity may be of other bodies and sides
    Stopwatch<Exec> watch{on};
    PressureReport pressure{}, diffused{};
    // Whether the scratch memory still has the paths of the velocity, along which things were carried at the end of the last
    // step: for how long they were (0: it has not), and whether in both directions.
    double carried_dt = 0;
    bool carried_both_ways = false;
    const std::function<void(std::string_view)>* onlooker = nullptr;  // of the step that is being made

    /// after(stage), unless empty: when the velocity, or what is carried, is as that stage leaves it.
    void step(double dt, const std::function<void(std::string_view)>& after) {
        update(f.time, dt);
        onlooker = &after;
        watch.start_step();
        pressure = {projection.solver()};
        diffused = {viscous[0] ? viscous[0]->solver() : diffusive ? diffusive->solver() : std::string_view("none")};
        switch (settings.splitting) {
            case Splitting::stam: stam(dt); break;
            case Splitting::advect_project: advect_project(dt); break;
            case Splitting::reflection: reflection(dt); break;
            case Splitting::two_step: two_step(dt); break;
        }
        f.time += dt;
        f.steps += 1;
    }

  private:
    VectorField<D>& u() { return f.velocity; }
    void show(Stage stage) const {
        if (*onlooker) (*onlooker)(stage_names[static_cast<std::size_t>(stage)]);
    }

    /// Brings all that varies in time up to date; what can not be evaluated is refused before anything has changed.
    void update(double from, double dt) {
        const double time = from + (settings.splitting == Splitting::two_step ? dt : dt / 2);
        for (const auto& one : forces) one->update(on, f, time);
        for (auto& one : sources) one.amount.update(on, f.grid, centre, one.region.touched(f.grid, centre), time);
        if (f.bodies_move) place_bodies(from, from + dt, time);
        else if (sides_vary) bodies.set_side_velocities(on, f, time);
        if (f.bodies_move || sides_vary || loose) hold_boundaries(on, f, u()), forget_paths();
        loose = false;
    }

    /// Stam 2003.
    void stam(double dt) {
        force(f.time, dt);          // du/dt = f
        diffuse(dt, 1);             //         + nu lap u
        project(dt, true);          //         - grad p
        advect(u(), u(), dt);       //         - (u.grad)u
        project(dt, false);         //         div u = 0
        carry(u(), dt, 1);          // dq/dt = -(u.grad)q + kappa lap q - decay q + S
    }

    void advect_project(double dt) {
        const bool same_way = dt == carried_dt;  // as what was carried at the end of the last step
        // Forces end with holding faces, and those that look at them begin with it.
        const bool hold = forces.empty() || viscosity > 0 || *onlooker;
        advect(u(), u(), dt, {same_way, same_way && carried_both_ways}, hold);  // du/dt = -(u.grad)u
        force(f.time, dt);          //         + f
        diffuse(dt, 1);             //         + nu lap u
        project(dt, true);          //         - grad p,  div u = 0
        carry(u(), dt, 1);
    }

    /// Zehnder, Narain and Thomaszewski 2018: halfway, the field is not projected but reflected at the fields without
    /// divergence, which keeps the energy that projection would lose.
    void reflection(double dt) {
        advect(u(), u(), dt / 2);   // half a step of du/dt = -(u.grad)u
        force(f.time, dt / 2);      //                         + f
        diffuse(dt / 2, 2);         //                         + nu lap u
        for (int a = 0; a < D; ++a) on.copy(u()[a], before[a]);
        project(dt / 2, true);      //                         - grad p
        reflect();                  // before = 2 u - before
        advect(before, u(), dt / 2);
        swap(u(), before);
        show(Stage::advect);
        force(f.time + dt / 2, dt / 2);
        diffuse(dt / 2, 2);
        project(dt / 2, false);
        carry(u(), dt, 1);
    }

    /// Backward differences along the paths of the flow (Xiu and Karniadakis 2001) with the pressure of the step before
    /// (van Kan 1986): all terms meet at the end of a path and of a step, where
    ///     du/dt = (u - u_1) (1 + 2 r) / (1 + r) dt,  u_1 = ((1 + r)^2 u(t - dt) - r^2 u(t - dt - dt / r)) / (1 + 2 r),
    /// each u at the other end of its path, r = dt over the last dt. Second order in time; a steady flow is that of no
    /// splitting at all; and what is too fast to resolve is damped. Without a step before, r = 0: backward Euler.
    void two_step(double dt) {
        const double r = ratio_to_last_step(dt), weight = r * r / (1 + 2 * r), span = dt * (1 + r) / (1 + 2 * r);
        VectorField<D>& along = s.next;
        extrapolate(u(), f.earlier, r / 2, along);           // the flow half a step ahead
        carry(along, dt, 2);                                 // dq/dt = -(u.grad)q + kappa lap q - decay q + S
        if (r > 0) {
            extrapolate(u(), f.earlier, (r - 1) / 2, along); // half-way between the earlier step and the end of this one
            advect(f.earlier, along, dt + f.earlier_dt);     // which leaves the earlier velocity in `along`
            extrapolate(u(), along, r / 2, along);
        }
        advect(u(), along, dt);                              // du/dt = -(u.grad)u, and leaves u as it was in `along`
        if (r > 0) extrapolate(u(), f.earlier, weight, u()); // u_1
        swap(f.earlier, along);
        f.earlier_dt = dt;
        const bool press = pressure_is_known(span);
        force(f.time + dt - span, span, press);              //         + f, and - grad p as it was
        diffuse(span, 1, press);                             //         + nu lap u, which takes that p back again
        project(span, true);                                 //         - grad p,  div u = 0
    }

    /// 0 where the step before is not known or tells too little.
    double ratio_to_last_step(double dt) const {
        return f.earlier_dt > 0 && dt <= most_growth * f.earlier_dt ? dt / f.earlier_dt : 0;
    }
    static constexpr double most_growth = 2;  // from 1 + sqrt(2) on, backward differences are unstable

    /// out = a + by * (a - b), ghosts included.
    void extrapolate(const VectorField<D>& a, const VectorField<D>& b, double by, VectorField<D>& out) {
        watch.time(Stage::advect, [&] {
            for (int k = 0; k < D; ++k)
                on.for_each(f.grid.all(), Extrapolate<D>{.u = a[k],
                                                           .before = b[k],
                                                           .by = static_cast<float>(by),
                                                           .limit = speed_limit,
                                                           .out = out[k]});
        });
    }

    void advect(VectorField<D>& what, const VectorField<D>& along, double dt, KnownPaths known = {}, bool hold = true) {
        forget_paths();
        watch.time(Stage::advect, [&] {
            advect_velocity(on, f, s, what, along, dt, settings.advection, settings.backtrace, known, hold);
            join_periods(what);
        });
        if (&what == &u()) show(Stage::advect);
    }

    /// No stage between here and the end of the projection, which fills them, looks at the ghosts of the velocity, but for the last
    /// face of a period, which is one.
    void join_periods(VectorField<D>& of) { whorl::join_periods(on, f, of); }

    /// Whether there is a pressure to tell viscosity of, whose push over dt is a speed. That of a much shorter step may be
    /// large for having had little time; over a long one it would push far too much.
    bool pressure_is_known(double dt) {
        if (!(viscosity > 0 && dt <= most_growth * f.pressure_dt && dt < Projection<Exec, D>::longest)) return false;
        float h = f.grid.h()[0];
        for (int a = 1; a < D; ++a) h = whorl::min(h, f.grid.h()[a]);
        return on.max(f.grid.cells(), Size<D>{.f = f.pressure}) * dt < speed_limit * h;
    }

    /// With `press`, the pressure that is known pushes as well.
    void force(double from, double dt, bool press = false) {
        if (forces.empty() && !press) return;
        watch.time(Stage::force, [&] {
            // Viscosity wants to know what the forces did.
            for (int a = 0; a < D && viscosity > 0; ++a) on.copy(u()[a], s.next[a]);
            for (const auto& one : forces) one->apply(on, f, s, from, dt);
            if (press) projection.press(on, f, u(), dt);
            hold_faces(on, f, u());
            join_periods(u());
        });
        show(Stage::force);
    }

    /// After a force with `press` that part of it is taken back: it is the projection's to find.
    void diffuse(double dt, int order, bool press = false) {
        if (!(viscosity > 0)) return;
        watch.time(Stage::diffuse, [&] {
            stick_to_bodies(on, f, u());
            for (int a = 0; a < D; ++a) {
                const auto run = order == 1 ? &Diffusion<Exec, D>::diffuse : &Diffusion<Exec, D>::diffuse_second_order;
                Field* push = forces.empty() && !press ? nullptr : &s.next[a];
                note(diffused,
                     (*viscous[a].*run)(on, f, u()[a], a, f.velocity_rules[a], viscosity, dt, diffusion_goal(), push, {}));
                if (f.has_bodies) on.for_each(body_faces(f, a), Scale<D>{.f = u()[a], .scale = 1, .out = dragged[a]});
            }
            if (press) projection.press(on, f, u(), -dt);
            join_periods(u());
        });
        show(Stage::diffuse);
    }

    void project(double dt, bool remember) {
        watch.time(Stage::project, [&] {
            note(pressure, projection.project(on, f, s, u(), dt, pressure_goal(), remember, settings.divergence));
            slide_along_bodies(on, f, u());
        });
        show(Stage::project);
    }

    void reflect() {
        for (int a = 0; a < D; ++a)
            on.for_each(f.grid.faces(a), Reflect<D>{.projected = u()[a], .before = before[a]});
        hold_boundaries(on, f, before);
    }

    /// The same lines for everything that is carried: smoke, heat, colours, texture coordinates. To second order, half of
    /// the diffusion comes before the way and half of it after.
    void carry(const VectorField<D>& along, double dt, int order) {
        if (f.carried.empty()) return;
        watch.time(Stage::carry, [&] {
            bool both_ways = false;
            for (const auto& q : f.carried) both_ways |= goes_both_ways(q.advection);
            if (both_ways) trace_both_ways(on, f, along, dt, settings.backtrace, s.back, s.forward());
            else trace(on, f, along, dt, settings.backtrace, s.back);
            if (&along == &u()) carried_dt = dt, carried_both_ways = both_ways;

            for (const auto& source : sources) emit(source, dt);
            // What lies around a body as it was does not spread around it as it is: it would pass through.
            const bool halved = order == 2 && !f.bodies_move;
            for (std::size_t k = 0; k < f.carried.size(); ++k) {
                auto& q = f.carried[k];
                if (k > 0 && carried_in_pairs(k - 1)) {
                    // has come along with the one before
                } else if (carried_in_pairs(k)) {
                    carry_pair(q, f.carried[k + 1]);
                } else {
                    if (halved && q.diffusion > 0) spread(q, dt / 2, order), finish(q);
                    whorl::advect<centre>(on, f, s, q.advection, q.rules, q.value, s.d);
                    std::swap(q.value, s.d);
                }
                if (q.diffusion > 0) spread(q, halved ? dt / 2 : dt, order);
                if (q.decay > 0)
                    on.for_each(f.grid.cells(), Decay<D>{.factor = static_cast<float>(std::exp(-q.decay * dt)), .q = q.value});
                finish(q);
            }
        });
        show(Stage::carry);
    }

    /// Whether quantity k and the next share their way: every second one, where that is faster.
    bool carried_in_pairs(std::size_t k) const {
        if constexpr (requires { Exec::fewer_passes; }) {
            const auto fits = [&](const CarriedField<D>& q) { return q.advection == Advection::maccormack && !(q.diffusion > 0); };
            bool all = true;
            for (const auto& q : f.carried) all = all && fits(q);
            return all && k % 2 == 0 && k + 1 < f.carried.size();
        }
        return false;
    }
    void carry_pair(CarriedField<D>& q, CarriedField<D>& r) {
        const auto one = journey_of<centre>(on, f, s, q.rules, q.value, s.c), other = journey_of<centre>(on, f, s, r.rules, r.value, s.d);
        maccormack_pair(one, other);
        if (f.has_thin) sample_seen(one), sample_seen(other);
        std::swap(q.value, s.c);
        std::swap(r.value, s.d);
    }

    void spread(CarriedField<D>& q, double dt, int order) {
        const auto run = order == 1 ? &Diffusion<Exec, D>::diffuse : &Diffusion<Exec, D>::diffuse_second_order;
        note(diffused, (*diffusive.*run)(on, f, q.value, centre, q.rules, q.diffusion, dt, diffusion_goal(), nullptr, q.held));
    }

    void emit(const SourceTerm<Exec, D>& term, double dt) {
        const double seconds = overlap(term.source.during, f.time, f.time + dt);
        if (seconds <= 0) return;
        CarriedField<D>& q = f.carried[term.quantity];
        const Dose d = dose(term.source.mode, term.source.rate, seconds);
        term.region.splat(on, f.grid, q.value, centre, term.amount, d, quantity_limit);
        if (!is_inside(term.region.touched(f.grid, centre), ghost_layers)) finish(q, f.bodies_move ? f.was_fluid : f.fluid);
    }
    /// Whether all cells of the box are so far from the sides and not next to a body.
    bool is_inside(const Box<D>& box, int cells) const {
        bool far = true, apart = !f.has_bodies;
        for (int a = 0; a < D; ++a) {
            far = far && box.lo[a] >= cells && box.hi[a] <= f.grid.n()[a] - cells;
            apart = apart || box.hi[a] < f.bodies.lo[a] || box.lo[a] > f.bodies.hi[a];
        }
        return far && apart;
    }

  public:
    /// The velocity or a body has changed.
    void forget_paths() { carried_dt = 0; }

    /// Moves all bodies on from where they were at one time to where they are at another; sides move as they do at a third.
    void place_bodies(double from, double to, double of_sides) {
        bodies.place(on, f, s, from, to);
        bodies.set_side_velocities(on, f, of_sides);
        projection.prepare(on, f);
        forget_paths();
        forget_systems();
    }
    /// What diffuses is set up anew.
    void forget_systems() {
        for (int a = 0; a < D; ++a)
            if (viscous[a]) viscous[a]->forget();
        if (diffusive) diffusive->forget();
    }

    /// Brings bodies and ghosts up to date after the cells of a quantity have changed.
    void finish(CarriedField<D>& q) { finish(q, f.fluid); }

  private:
    /// Around bodies as they are, or, before it was carried along, as they were.
    void finish(CarriedField<D>& q, const Field& fluid) {
        if (f.has_bodies) {
            bool at_side = false;  // where bodies look beyond the sides
            for (int a = 0; a < D; ++a) at_side = at_side || f.bodies.lo[a] < 1 || f.bodies.hi[a] > f.grid.n()[a] - 1;
            if (at_side) fill_ghosts(on, f.grid, q.value, centre, q.rules, f.periodic);
            on.for_each(f.bodies, FillBodies<D>{.step = f.grid.step(), .fluid = fluid, .q = q.value});
            if (q.held.data())
                on.for_each(f.bodies, HoldInBodies<D>{.held = q.held, .owner = f.owner, .fluid = fluid, .q = q.value});
        }
        fill_ghosts(on, f.grid, q.value, centre, q.rules, f.periodic);
    }

    Goal pressure_goal() const {
        return {.tolerance = settings.tolerance, .limit = settings.limit, .budget_ms = settings.budget_ms};
    }
    Goal diffusion_goal() const { return {settings.diffusion_tolerance, 0}; }

    static void note(PressureReport& sum, const Report& one) {
        sum.iterations += one.iterations;
        sum.residual = whorl::max(sum.residual, one.residual);
        sum.converged = sum.converged && one.converged;
    }
};

}  // namespace whorl
