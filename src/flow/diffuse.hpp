#pragma once
// + nu lap u, implicit: stable for any rate, with the boundary conditions of the field.
//
// The unknown is the change of the field. It starts from zero, is held at zero where the field is prescribed, and is
// zero in a steady state, so that a steady flow stays steady to the last bit.

#include "flow/state.hpp"
#include "kernels/diffusion.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

template <class Exec, int D> class Diffusion {
  public:
    Diffusion(Exec& on, const Flow<D>& f)
        : conductance_(on.faces(f.grid)), open_(on.field(f.grid)), rhs_(on.field(f.grid)), change_(on.field(f.grid)) {
        // One system serves cells and the faces of every axis: n + 1 values per axis, of which `open_` names those in use.
        unknowns_ = {f.grid, f.grid.n(), f.periodic};
        for (int a = 0; a < D; ++a) unknowns_.extent[a] += f.periodic[a] ? 0 : 1;
        poisson_ = make_poisson<Exec, D>(on, Pressure::automatic, unknowns_);
    }

    /// Backward Euler: first order in time, never overshoots.
    Report diffuse(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate, double dt,
                   const Goal& goal) {
        const double amount = number(f, rate, dt);
        if (amount < negligible) return {};
        prepare(on, f, kind, amount);
        laplacian(on, f, q, kind, 1, 0);
        return advance(on, f, q, kind, rules, goal);
    }

    /// Two implicit stages (Alexander 1977): second order in time and still damps what is too fast to resolve.
    Report diffuse_second_order(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, double rate,
                                double dt, const Goal& goal) {
        constexpr double gamma = 0.29289321881345254;  // 1 - 1 / sqrt(2)
        const double amount = number(f, rate, dt);
        if (amount < negligible) return {};
        prepare(on, f, kind, gamma * amount);
        laplacian(on, f, q, kind, 1, 0);
        const Report first = advance(on, f, q, kind, rules, goal);
        on.for_each(unknowns_.box(), Scale<D>{.f = change_, .scale = -shift_, .out = rhs_});
        laplacian(on, f, q, kind, static_cast<float>(1 / gamma), 1);
        const Report second = advance(on, f, q, kind, rules, goal);
        return {first.iterations + second.iterations, whorl::max(first.residual, second.residual),
                first.converged && second.converged};
    }

    std::string_view solver() const { return poisson_->name(); }

  private:
    static constexpr double negligible = 1e-9;  // less than a float can show

    /// Diffusion number rate dt / h^2, kept where 1 over it is a float.
    static double number(const Flow<D>& f, double rate, double dt) {
        return whorl::min(rate * dt / (double{f.grid.h()[0]} * f.grid.h()[0]), 1e15);
    }

    void prepare(Exec& on, const Flow<D>& f, int kind, double amount) {
        shift_ = static_cast<float>(1 / amount);
        on.clear(open_);
        if (kind == centre)
            on.for_each(f.grid.cells(), Scale<D>{.f = f.fluid, .scale = 1, .out = open_});
        else
            on.for_each(unknown_faces(f, kind), Scale<D>{.f = f.openness[kind], .scale = 1, .out = open_});
    }

    Box<D> unknown_faces(const Flow<D>& f, int axis) const {
        return f.periodic[axis] ? f.grid.cells() : f.grid.faces(axis);
    }

    /// Across a side the field sees its ghost, which is alpha * mirror + beta; the change, for which beta is 0, sees
    /// (1 - alpha) times nothing. With `rules` the conductances are those of the change.
    void set_conductance(Exec& on, const Flow<D>& f, int kind, const Rules<D>* rules) {
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
                const float side = kind == a ? 0 : rules ? 1 - (*rules)[a][s].alpha : 1;
                on.for_each(f.grid.box(lo, end), Fill<D>{.value = side * scale, .f = conductance_[a]});
            }
        }
    }

    /// rhs = scale lap q + keep rhs
    void laplacian(Exec& on, const Flow<D>& f, const Field& q, int kind, float scale, float keep) {
        set_conductance(on, f, kind, nullptr);
        on.for_each(unknowns_.box(), Laplacian<D>{.step = f.grid.step(),
                                                  .conductance = conductance_,
                                                  .f = q,
                                                  .scale = scale,
                                                  .keep = keep,
                                                  .out = rhs_});
        on.for_each(unknowns_.box(), Mask<D>{.open = open_, .f = rhs_});
    }

    Report advance(Exec& on, const Flow<D>& f, Field& q, int kind, const Rules<D>& rules, const Goal& goal) {
        set_conductance(on, f, kind, &rules);
        poisson_->prepare(on, {.weight = conductance_, .open = open_, .shift = shift_});
        on.clear(change_);
        const Report report = poisson_->solve(on, rhs_, change_, goal);
        on.for_each(unknowns_.box(), Add<D>{.x = change_, .y = q});
        if (kind == centre) fill_ghosts(on, f.grid, q, kind, rules, f.periodic);
        else fill_component_ghosts(on, f, q, kind);
        return report;
    }

    Unknowns<D> unknowns_;
    VectorField<D> conductance_;
    Field open_, rhs_, change_;
    std::unique_ptr<Poisson<Exec, D>> poisson_;
    float shift_ = 0;
};

}  // namespace whorl
