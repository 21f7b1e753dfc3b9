#pragma once
// + nu lap u, implicit: stable for any rate, with the boundary conditions of the field.
//
// The unknown is the change of the field. It starts from zero, is held at zero where the field is prescribed, and is
// zero in a steady state, so that a steady flow stays steady to the last bit.

#include "flow/state.hpp"
#include "kernels/diffusion.hpp"
#include "poisson/exponential.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

template <class Exec, int D> class Diffusion {
  public:
    Diffusion(Exec& on, const Flow<D>& f, Pressure method)
        : conductance_(on.faces(f.grid)), open_(on.field(f.grid)), rhs_(on.field(f.grid)), change_(on.field(f.grid)) {
        // One system serves cells and the faces of every axis: n + 1 values per axis, of which `open_` names those in use.
        unknowns_ = {f.grid, f.grid.n(), f.periodic, f.has_bodies};
        for (int a = 0; a < D; ++a) unknowns_.extent[a] += f.periodic[a] ? 0 : 1;
        // Coarse levels reach across thin bodies. That is harmless for a pressure, whose gradient alone matters, but would
        // carry a trace of what diffuses from one chamber into the next.
        if (method == Pressure::automatic && f.has_bodies) method = Pressure::conjugate_gradient;
        bool repeats = true;
        for (int a = 0; a < D; ++a) repeats = repeats && f.periodic[a];
        if (method == Pressure::fft && repeats)
            exponential_ = std::make_unique<Exponential<Exec, D>>(on, f.grid);
        else
            poisson_ = make_poisson<Exec, D>(on, method, unknowns_);
        plans_ = method == Pressure::fft;
    }

    /// What a solver can only find out when it sees the system, before the first step. Call for every field to come.
    void start(Exec& on, const Flow<D>& f, int kind, const Rules<D>& rules) {
        if (exponential_)
            exponential_->prepare();
        else if (plans_)
            prepare(on, f, kind, rules, 1);
    }

    /// Backward Euler: first order in time, never overshoots (or, with an exponential, exact). `push` is what forces have just added to q, or null: a
    /// force that is known to the solve is balanced by it exactly, however long the step.
    Report diffuse(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate, double dt,
                   const Goal& goal, Field* push) {
        const double amount = number(f, rate, dt);
        if (amount < negligible) return {};
        if (exponential_) return fade(on, f, q, kind, rules, rate, dt, push);
        prepare(on, f, kind, rules, amount);
        if (push) separate(on, f, q, *push, kind, rules);
        laplacian(on, f, q, kind, rules, 1, 0);
        if (push) add_push(on, *push, shift_);
        return advance(on, f, q, kind, rules, goal, push ? mean(on, *push) : 0);
    }

    /// Two implicit stages (Alexander 1977): second order in time and still damps what is too fast to resolve.
    Report diffuse_second_order(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate,
                                double dt, const Goal& goal, Field* push) {
        constexpr double gamma = 0.29289321881345254;  // 1 - 1 / sqrt(2)
        const double amount = number(f, rate, dt);
        if (amount < negligible) return {};
        if (exponential_) return fade(on, f, q, kind, rules, rate, dt, push);
        prepare(on, f, kind, rules, gamma * amount);
        if (push) separate(on, f, q, *push, kind, rules);
        const double pushed = push ? mean(on, *push) : 0;
        laplacian(on, f, q, kind, rules, 1, 0);
        if (push) add_push(on, *push, static_cast<float>(gamma) * shift_);
        const Report first = advance(on, f, q, kind, rules, goal, gamma * pushed);
        on.for_each(unknowns_.box(), Scale<D>{.f = change_, .scale = -shift_, .out = rhs_});
        laplacian(on, f, q, kind, rules, static_cast<float>(1 / gamma), 1);
        if (push) add_push(on, *push, shift_);
        const Report second = advance(on, f, q, kind, rules, goal, (1 - gamma) * pushed);
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

    Report fade(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate, double dt,
                Field* push) {
        if (push) separate(on, f, q, *push, kind, rules);
        exponential_->apply(on, q, push, rate, dt);
        ghosts(on, f, q, kind, rules);
        return {.iterations = 1};
    }

    void prepare(Exec& on, const Flow<D>& f, int kind, const Rules<D>& rules, double amount) {
        // Most steps ask for the system of the step before.
        if (amount == prepared_amount_ && kind == prepared_kind_ && &rules == prepared_rules_) return;
        prepared_amount_ = amount, prepared_kind_ = kind, prepared_rules_ = &rules;
        shift_ = static_cast<float>(1 / amount);
        on.clear(open_);
        if (kind == centre)
            on.for_each(f.grid.cells(), Scale<D>{.f = f.fluid, .scale = 1, .out = open_});
        else
            on.for_each(unknown_faces(f, kind), Scale<D>{.f = f.openness[kind], .scale = 1, .out = open_});
        insulated_ = kind == centre || !f.has_bodies;
        for (int a = 0; a < D; ++a)
            for (int s = 0; s < 2 && !f.periodic[a]; ++s)
                insulated_ = insulated_ && rules[a][s].alpha == 1 && !(kind == a && f.sides.shut(a, s));
        set_conductance(on, f, kind, rules);
        poisson_->prepare(on, {.weight = conductance_, .open = open_, .shift = shift_});
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
            if (kind == centre && f.has_bodies)
                on.for_each(f.grid.faces(a), Scale<D>{.f = f.openness[a], .scale = scale, .out = conductance_[a]});
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

    /// The values beyond the sides, as `set_conductance` has it.
    static Rules<D> side_values(const Rules<D>& rules) {
        return Sides<D>::rules([&](int a, int s) -> Rule {
            const Rule& r = rules[a][s];
            if (r.alpha == 1) return {0, 0};
            return {0, r.beta / (1 - r.alpha), r.held, r.held_scale / (1 - r.alpha)};
        });
    }

    /// rhs = scale lap q + keep rhs
    void laplacian(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, float scale, float keep) {
        fill_ghosts(on, f.grid, q, kind, side_values(rules), f.periodic, kind == centre ? nullptr : &f.solid[kind]);
        on.for_each(unknowns_.box(), Laplacian<D>{.step = f.grid.step(),
                                                  .conductance = conductance_,
                                                  .f = q,
                                                  .scale = scale,
                                                  .keep = keep,
                                                  .out = rhs_});
        on.for_each(unknowns_.box(), Mask<D>{.open = open_, .f = rhs_});
    }

    /// Before the push, and the push by itself.
    void separate(Exec& on, const Flow<D>& f, Field& q, Field& before, int kind, const Rules<D>& rules) {
        on.for_each(kind == centre ? f.grid.cells() : f.grid.faces(kind), Separate<D>{.q = q, .before = before});
        ghosts(on, f, q, kind, rules);
    }
    void add_push(Exec& on, const Field& push, float scale) {
        on.for_each(unknowns_.box(), AddWhereOpen<D>{.x = push, .open = open_, .scale = scale, .y = rhs_});
    }
    static void ghosts(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules) {
        if (kind == centre) fill_ghosts(on, f.grid, q, kind, rules, f.periodic);
        else fill_component_ghosts(on, f, q, kind);
    }

    /// Over all that is open; asked for only where nothing is half shut.
    double mean(Exec& on, const Field& q) {
        const double count = on.sum(unknowns_.box(), CountWhere<D>{.number = open_, .is = 1});
        return count > 0 ? on.sum(unknowns_.box(), SumWhere<D>{.q = q, .number = open_, .is = 1}) / count : 0;
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

    /// Solves for the change and adds it. Where nothing passes the sides the mean of the change is known, and a system
    /// that hardly sees it (a large rate) is not asked for it.
    Report advance(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, const Goal& goal,
                   double expected_mean) {
        on.clear(change_);
        const Report report = poisson_->solve(on, rhs_, change_, goal);
        if (insulated_ && f.has_bodies)
            keep_chambers(on, f);
        else if (insulated_)
            on.for_each(unknowns_.box(), ShiftWhere<D>{.number = open_,
                                                       .is = 1,
                                                       .by = to_float(expected_mean - mean(on, change_), 1e30),
                                                       .f = change_});
        on.for_each(unknowns_.box(), Add<D>{.x = change_, .y = q});
        ghosts(on, f, q, kind, rules);
        return report;
    }

    Unknowns<D> unknowns_;
    VectorField<D> conductance_;
    Field open_, rhs_, change_;
    std::unique_ptr<Poisson<Exec, D>> poisson_;          // or:
    std::unique_ptr<Exponential<Exec, D>> exponential_;  // where all sides repeat and transforms are asked for
    bool plans_ = false;
    float shift_ = 0;
    double prepared_amount_ = 0;
    int prepared_kind_ = 0;
    const Rules<D>* prepared_rules_ = nullptr;
    bool insulated_ = false;  // nothing passes a side, nothing is held: the total changes by the push alone
};

}  // namespace whorl
