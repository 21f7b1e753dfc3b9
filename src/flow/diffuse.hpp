#pragma once
// + nu lap u, implicit: stable for any rate, with the boundary conditions of the field.
//
// The unknown is the change of the field. It starts from zero, is held at zero where the field is prescribed, and is
// zero in a steady state, so that a steady flow stays steady to the last bit.

#include "flow/state.hpp"
#include "flow/surface.hpp"
#include "kernels/diffusion.hpp"
#include "poisson/exponential.hpp"
#include "poisson/operator.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

template <class Exec, int D> class Diffusion {
  public:
    /// With `exponential`, `fft` knows in closed form what time does where all sides repeat; without, it solves.
    Diffusion(Exec& on, const Flow<D>& f, Pressure method, bool exponential = true)
        : conductance_(on.faces(f.grid)), open_(on.field(f.grid)), rhs_(on.field(f.grid)), change_(on.field(f.grid)) {
        // One system serves cells and the faces of every axis: n + 1 values per axis, of which `open_` names those in use.
        unknowns_ = {f.grid, f.grid.n(), f.periodic, f.has_bodies};
        for (int a = 0; a < D; ++a) unknowns_.extent[a] += f.periodic[a] ? 0 : 1;
        bool repeats = true;
        for (int a = 0; a < D; ++a) repeats = repeats && f.periodic[a];
        if (method == Pressure::fft && repeats && exponential)
            exponential_ = std::make_unique<Exponential<Exec, D>>(on, f.grid);
        else
            poisson_ = make_poisson<Exec, D>(on, method, unknowns_);
        plans_ = method == Pressure::fft;
        if (!f.has_bodies) return;
        wall_ = on.field(f.grid), own_ = on.field(f.grid), beyond_ = on.field(f.grid);
    }

    /// What a solver can only find out when it sees the system, before the first step. Call for every field to come.
    void start(Exec& on, const Flow<D>& f, int kind, const Rules<D>& rules) {
        if (exponential_)
            exponential_->prepare(on);
        else if (plans_)
            prepare(on, f, kind, rules, 1);
    }

    /// The next system is set up anew: bodies have moved.
    void forget() { prepared_rules_ = nullptr; }

    /// Backward Euler: first order in time, never overshoots (or, with an exponential, exact). `push` is what forces have
    /// just added to q, or null: a force that is known to the solve is balanced by it exactly, however long the step.
    /// `held` has a value for each body that holds the quantity, or NaN; without data: none does.
    /// The ghosts of q are not asked for, and left to be filled.
    Report diffuse(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate, double dt,
                   const Goal& goal, Field* push, View<const float> held = {}) {
        const double amount = number(f, rate, dt);
        if (amount < negligible) return {};
        if (exponential_) return fade(on, f, q, kind, rate, dt, push);
        prepare(on, f, kind, rules, amount, held);
        if (push) separate(on, f, q, *push, kind);
        const Sums sums = write_source(on, f, q, kind, rules, {.push = push, .push_scale = shift_});
        return advance(on, f, q, goal, sums, push ? mean(on, *push) : 0).report;
    }

    /// Two implicit stages (Alexander 1977): second order in time and still damps what is too fast to resolve.
    Report diffuse_second_order(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate,
                                double dt, const Goal& goal, Field* push, View<const float> held = {}) {
        constexpr double gamma = 0.29289321881345254;  // 1 - 1 / sqrt(2)
        const double amount = number(f, rate, dt);
        if (amount < negligible) return {};
        if (exponential_) return fade(on, f, q, kind, rate, dt, push);
        prepare(on, f, kind, rules, gamma * amount, held);
        if (push) separate(on, f, q, *push, kind);
        const double pushed = push ? mean(on, *push) : 0;
        Sums sums = write_source(on, f, q, kind, rules, {.push = push, .push_scale = static_cast<float>(gamma) * shift_});
        const auto [first, shifted] = advance(on, f, q, goal, sums, gamma * pushed);
        if (shifted != 0) on.for_each(unknowns_.box(), ShiftWhere<D>{.number = open_, .is = 1, .by = shifted, .f = change_});
        sums = write_source(on, f, q, kind, rules,
                            {.scale = static_cast<float>(1 / gamma), .keep = -shift_, .push = push, .push_scale = shift_});
        const Report second = advance(on, f, q, goal, sums, (1 - gamma) * pushed).report;
        return {first.iterations + second.iterations, whorl::max(first.residual, second.residual),
                first.converged && second.converged};
    }

    std::string_view solver() const { return exponential_ ? std::string_view("fft") : poisson_->name(); }

  private:
    static constexpr double negligible = 1e-9;  // less than a float can show

    /// Diffusion number rate dt / h^2, kept where 1 over it is a float.
    static double number(const Flow<D>& f, double rate, double dt) {
        return whorl::min(rate * dt / (double{f.grid.h()[0]} * f.grid.h()[0]), 1e15);
    }

    Report fade(Exec& on, const Flow<D>& f, Field& q, int kind, double rate, double dt, Field* push) {
        if (push) separate(on, f, q, *push, kind);
        exponential_->apply(on, q, push, rate, dt);
        return {.iterations = 1};
    }

    void prepare(Exec& on, const Flow<D>& f, int kind, const Rules<D>& rules, double amount, View<const float> held = {}) {
        // Most steps ask for the system of the step before.
        if (amount == prepared_amount_ && kind == prepared_kind_ && &rules == prepared_rules_) return;
        prepared_amount_ = amount, prepared_kind_ = kind, prepared_rules_ = &rules;
        shift_ = static_cast<float>(1 / amount);
        on.clear(open_);
        if (kind == centre)
            on.for_each(f.grid.cells(), Scale<D>{.f = f.fluid, .scale = 1, .out = open_});
        else
            on.for_each(unknown_faces(f, kind), Scale<D>{.f = f.openness[kind], .scale = 1, .out = open_});
        insulated_ = (kind == centre && !held.data) || !f.has_bodies;
        for (int a = 0; a < D; ++a)
            for (int s = 0; s < 2 && !f.periodic[a]; ++s)
                insulated_ = insulated_ && rules[a][s].alpha == 1 && !(kind == a && f.sides.shut(a, s));
        open_count_ = on.sum(unknowns_.box(), CountWhere<D>{.number = open_, .is = 1});
        set_conductance(on, f, kind, rules);
        has_walls_ = f.has_bodies && (kind != centre || held.data);
        if (has_walls_) tie_to_walls(on, f, kind, held);
        poisson_->prepare(on, {.weight = conductance_,
                               .open = open_,
                               .shift = shift_,
                               .own = has_walls_ ? View<const float>(own_) : View<const float>()});
    }

    Box<D> unknown_faces(const Flow<D>& f, int axis) const {
        return f.periodic[axis] ? f.grid.cells() : f.grid.faces(axis);
    }

    /// Across a side the field sees its ghost, alpha * mirror + beta. Seen from the cell itself that is the value
    /// beta / (1 - alpha), tied to it by 1 - alpha; the change, for which beta is 0, is tied to 0 by the same number.
    void set_conductance(Exec& on, const Flow<D>& f, int kind, const Rules<D>& rules) {
        for (int a = 0; a < D; ++a) {
            const float h = f.grid.h()[0] / f.grid.h()[a];
            const float scale = h * h;
            Index<D> hi = f.grid.n();
            for (int b = 0; b < D; ++b) hi[b] += 2;
            on.for_each(f.grid.box({}, hi), Fill<D>{.value = scale, .f = conductance_[a]});
            if (f.has_bodies) tie_around_bodies(on, f, kind, a, scale);
            for (int s = 0; s < 2 && !f.periodic[a]; ++s) {
                Index<D> lo{};
                lo[a] = s == 0 ? 0 : f.grid.n()[a] + (kind == a ? 1 : 0);
                Index<D> end = hi;
                end[a] = lo[a] + 1;
                const float side = kind == a ? 0 : 1 - rules[a][s].alpha;
                on.for_each(f.grid.box(lo, end), Fill<D>{.value = side * scale, .f = conductance_[a]});
            }
        }
    }

    /// Conductances along an axis, where bodies are.
    void tie_around_bodies(Exec& on, const Flow<D>& f, int kind, int axis, float scale) {
        if (kind == centre) on.for_each(f.grid.faces(axis), Scale<D>{.f = f.openness[axis], .scale = scale, .out = conductance_[axis]});
        Box<D> box = f.bodies;
        for (int a = 0; a < D; ++a) box.hi[a] += 1;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            if (A != axis) return;
            for_axes<D>([&](auto k) {
                if (decltype(k){} == kind) on.for_each(box, velocity_ties<decltype(k){}, A>(f, scale, conductance_[A]));
            });
            if (kind != centre && f.periodic[A]) join_ends(on, f.grid, conductance_[A], A);
        });
    }

    /// What ties values to the surfaces of bodies: velocities where fluid sticks to them, quantities that they hold.
    void tie_to_walls(Exec& on, const Flow<D>& f, int kind, View<const float> held) {
        on.clear(wall_);
        on.for_each(unknowns_.box(), Fill<D>{.value = shift_, .f = own_});
        Box<D> box = f.bodies;
        if (kind != centre) box.hi[kind] = whorl::min(box.hi[kind] + 1, unknowns_.extent[kind]);
        if (kind == centre)
            on.for_each(box, HeldTie<D>{.scale = tie_scale(f),
                                        .h = f.grid.h(),
                                        .area_in = wall_area(f),
                                        .held = held,
                                        .clearance = f.clearance,
                                        .owner = f.owner,
                                        .fluid = f.fluid,
                                        .shift = shift_,
                                        .wall = wall_,
                                        .own = own_,
                                        .beyond = beyond_});
        for_axes<D>([&](auto k) {
            if (decltype(k){} == kind) on.for_each(box, wall_tie<decltype(k){}>(f, shift_, wall_, own_, beyond_));
        });
    }

    /// The values beyond the sides, as `set_conductance` has it.
    static Rules<D> side_values(const Rules<D>& rules) {
        return Sides<D>::rules([&](int a, int s) -> Rule {
            const Rule& r = rules[a][s];
            if (r.alpha == 1) return {0, 0};
            return {0, r.beta / (1 - r.alpha), r.held, r.held_scale / (1 - r.alpha)};
        });
    }

    /// What makes up a right-hand side besides the field: multiples of the last change and of a push.
    struct Terms {
        float scale = 1, keep = 0;
        const Field* push = nullptr;
        float push_scale = 0;
    };
    /// rhs = scale lap q + keep change + push_scale push
    Sums write_source(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, const Terms& terms) {
        if (looks_outside(f, kind, rules))
            fill_ghosts(on, f.grid, q, kind, side_values(rules), f.periodic, kind == centre ? nullptr : &f.solid[kind]);
        const auto write = [&]<bool keeps, bool pushed>(const FurtherTerms<keeps, pushed>& further) {
            return on.sum(unknowns_.box(), inside(f, [&]<class Coupling>(const Coupling& coupling) {
                              return DiffusionSource<D, Coupling, FurtherTerms<keeps, pushed>>{.coupling = coupling,
                                                                                               .step = f.grid.step(),
                                                                                               .f = q,
                                                                                               .scale = terms.scale,
                                                                                               .terms = further,
                                                                                               .out = rhs_};
                          }));
        };
        const View<const float> kept = std::as_const(change_), push = terms.push ? View<const float>(*terms.push) : View<const float>();
        const auto sums = terms.keep != 0 && push.data ? write(FurtherTerms<true, true>{kept, push, terms.keep, terms.push_scale})
                          : terms.keep != 0            ? write(FurtherTerms<true, false>{.kept = kept, .keep = terms.keep})
                          : push.data ? write(FurtherTerms<false, true>{.push = push, .push_scale = terms.push_scale})
                                      : write(FurtherTerms<false, false>{});
        return {sums[0], sums[1]};
    }

    /// Whether what lies beyond a side is tied to anything inside; if not, it only has to be finite.
    static bool looks_outside(const Flow<D>& f, int kind, const Rules<D>& rules) {
        bool any = false;
        for (int a = 0; a < D; ++a)
            for (int s = 0; s < 2; ++s) any = any || f.periodic[a] || (kind != a && rules[a][s].alpha != 1);
        return any;
    }

    /// A kernel for all unknowns, and one for those inside that no body is near.
    template <class Make> auto inside(const Flow<D>& f, const Make& make) const {
        Box<D> inner = f.grid.cells(), touched = f.bodies;
        Vec<D> even{};
        for (int a = 0; a < D; ++a) {
            inner.lo[a] += 1, inner.hi[a] -= 1, touched.hi[a] += 1;
            const float h = f.grid.h()[0] / f.grid.h()[a];
            even[a] = h * h;
        }
        Conductances<D> near{.conductance = std::as_const(conductance_), .open = open_};
        if (has_walls_) near.wall = wall_, near.beyond = beyond_;
        return InnerRows{inner, touched, make(near), make(EvenConductances<D>{even})};
    }

    /// Before the push, and the push by itself.
    static void separate(Exec& on, const Flow<D>& f, Field& q, Field& before, int kind) {
        on.for_each(kind == centre ? f.grid.cells() : f.grid.faces(kind), Separate<D>{.q = q, .before = before});
    }

    /// Over all that is open; asked for only where nothing is half shut.
    double mean(Exec& on, const Field& q) {
        return open_count_ > 0 ? on.sum(unknowns_.box(), SumWhere<D>{.q = q, .number = open_, .is = 1}) / open_count_ : 0;
    }

    /// Each chamber keeps its own total.
    void keep_chambers(Exec& on, const Flow<D>& f) {
        constexpr int most = 64;  // more are crumbs between bodies
        for (int k = 1; k <= whorl::min(f.chambers, most); ++k) {
            const float is = static_cast<float>(k);
            const double count = on.sum(f.grid.cells(), CountWhere<D>{.number = f.chamber, .is = is});
            const double sum = on.sum(f.grid.cells(), SumWhere<D>{.q = change_, .number = f.chamber, .is = is});
            on.for_each(f.grid.cells(),
                        ShiftWhere<D>{.number = f.chamber, .is = is, .by = to_float(-sum / count, 1e30), .f = change_});
        }
    }

    struct Advance {
        Report report;
        float shift;  // what was added to the change on top of what is in `change_`
    };
    /// Solves for the change and adds it. Where nothing passes the sides the mean of the change is known, and a system
    /// that hardly sees it (a large rate) is not asked for it.
    Advance advance(Exec& on, const Flow<D>& f, Field& q, Goal goal, const Sums& sums, double expected_mean) {
        goal.from_zero = true;
        goal.sums = sums;
        const Report report = poisson_->solve(on, rhs_, change_, goal);
        float shift = 0;
        if (insulated_ && f.has_bodies) keep_chambers(on, f);
        else if (insulated_) shift = to_float(expected_mean - mean_change(on), 1e30);
        on.for_each(unknowns_.box(), inside(f, [&]<class Coupling>(const Coupling& coupling) {
                        return AddChange<D, Coupling>{.coupling = coupling, .x = change_, .by = shift, .y = q};
                    }));
        return {report, shift};
    }
    /// Where nothing is open, nothing changes.
    double mean_change(Exec& on) {
        return open_count_ > 0 ? on.sum(unknowns_.box(), Read<D>{change_}) / open_count_ : 0;
    }

    Unknowns<D> unknowns_;
    VectorField<D> conductance_;
    Field open_, rhs_, change_;
    Field wall_, own_, beyond_;  // ties to bodies, the same with the shift, and the values that these hold
    bool has_walls_ = false;
    std::unique_ptr<Poisson<Exec, D>> poisson_;          // or:
    std::unique_ptr<Exponential<Exec, D>> exponential_;  // where all sides repeat and transforms are asked for
    bool plans_ = false;
    float shift_ = 0;
    double prepared_amount_ = 0;
    int prepared_kind_ = 0;
    const Rules<D>* prepared_rules_ = nullptr;
    double open_count_ = 0;
    bool insulated_ = false;  // nothing passes a side, nothing is held: the total changes by the push alone
};

}  // namespace whorl
