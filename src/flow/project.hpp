#pragma once
// - grad p, so that div u = 0.

#include <algorithm>

#include "flow/state.hpp"
#include "kernels/diffusion.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

/// div u (1/s) where scale is 1 / h. Returns the sum of its squares.
template <class Exec, int D>
double write_divergence(Exec& on, const Flow<D>& f, const VectorField<D>& u, const Vec<D>& scale, Field& out) {
    return on.sum(f.grid.cells(), Divergence<D>{.step = f.grid.step(),
                                              .u = u,
                                              .solid = f.solid,
                                              .openness = f.openness,
                                              .scale = scale,
                                              .div = out});
}

template <class Exec, int D> class Projection {
  public:
    Projection(Exec& on, const Flow<D>& f, Pressure method)
        : weight_(on.faces(f.grid)),
          rhs_(on.field(f.grid)),
          correction_(on.field(f.grid)),
          poisson_(make_poisson<Exec, D>(on, method, {f.grid, f.grid.n(), f.periodic, f.has_bodies})) {}

    /// Call whenever the openness of a face has changed.
    void prepare(Exec& on, const Flow<D>& f) {
        const float h = f.grid.h()[0];
        for (int a = 0; a < D; ++a) {
            const float scale = (h / f.grid.h()[a]) * (h / f.grid.h()[a]);
            on.for_each(f.grid.faces(a), Scale<D>{.f = f.openness[a], .scale = scale, .out = weight_[a]});
            // Outside an open side the pressure is 0, half a cell away.
            for (int s = 0; s < 2; ++s) {
                if (f.sides.side[a][s].kind != Side::Kind::open) continue;
                Index<D> lo{}, hi = f.grid.n();
                lo[a] = s == 0 ? 0 : f.grid.n()[a];
                hi[a] = lo[a] + 1;
                on.for_each(f.grid.box(lo, hi), Scale<D>{.f = f.openness[a], .scale = 2 * scale, .out = weight_[a]});
            }
        }
        fluid_cells_ = on.sum(f.grid.cells(), HasOpenFace<D>{.step = f.grid.step(), .openness = f.openness});
        poisson_->prepare(on, {.weight = weight_, .open = {}, .shift = 0});
    }

    /// Takes the gradient part out of u. With `remember` the pressure of the flow is the first guess, and the answer.
    /// `enough`, if above 0, is the divergence (1/s, root mean square) to stop at, instead of the goal's tolerance.
    Report project(Exec& on, Flow<D>& f, VectorField<D>& u, double dt, Goal goal, bool remember, double enough = 0) {
        goal.scale = divergence(on, f, u);
        if (!(goal.scale > 0)) return {};
        const double h = f.grid.h()[0];
        if (enough > 0) goal.tolerance = enough * h * h / goal.scale;
        // The first guess is taken out of the velocity itself and the rest solved from zero: the rounding of a large
        // pressure then never limits how small the divergence gets.
        // Beyond these bounds a float no longer holds pressure times time.
        const bool sane = dt > 1e-12 && dt < 1e12;
        const bool guess = remember && sane && f.pressure_dt > 0 && dt < 4 * f.pressure_dt && f.pressure_dt < 4 * dt;
        if (guess) {
            subtract_gradient(on, f, u, f.pressure, dt);
            if (!(divergence(on, f, u) < goal.scale)) {
                subtract_gradient(on, f, u, f.pressure, -dt);
                divergence(on, f, u);
                on.clear(f.pressure);
            }
        } else if (remember) {
            on.clear(f.pressure);
        }
        on.clear(correction_);
        const Report report = poisson_->solve(on, rhs_, correction_, goal);
        fill_ghosts(on, f.grid, correction_, centre, f.pressure_rules, f.periodic);
        subtract_gradient(on, f, u, correction_, 1);
        fill_velocity_ghosts(on, f, u);
        if (remember) {
            f.pressure_dt = dt;
            on.for_each(f.grid.cells(),
                        AddPressure<D>{.x = correction_, .k = to_float(1 / dt, 1e18), .p = f.pressure});
            fill_ghosts(on, f.grid, f.pressure, centre, f.pressure_rules, f.periodic);
        }
        return report;
    }

    /// Root mean square, over all cells with fluid, of the right-hand side - h^2 div u, which is left in place.
    double divergence(Exec& on, const Flow<D>& f, const VectorField<D>& u) {
        const float h = f.grid.h()[0];
        Vec<D> scale{};
        for (int a = 0; a < D; ++a) scale[a] = -(h * h) / f.grid.h()[a];
        const double sum = write_divergence(on, f, u, scale, rhs_);
        return std::sqrt(sum / std::max(fluid_cells_, 1.0));
    }

    std::string_view solver() const { return poisson_->name(); }

  private:
    /// Leaves the ghosts of u as they were.
    void subtract_gradient(Exec& on, const Flow<D>& f, VectorField<D>& u, const Field& p, double scale) {
        for (int a = 0; a < D; ++a)
            on.for_each(f.grid.faces(a), SubtractGradient<D>{.step = f.grid.step()[a],
                                                             .p = p,
                                                             .solid = f.solid[a],
                                                             .openness = f.openness[a],
                                                             .scale = static_cast<float>(scale / f.grid.h()[a]),
                                                             .u = u[a]});
    }

    VectorField<D> weight_;
    Field rhs_, correction_;
    double fluid_cells_ = 0;
    std::unique_ptr<Poisson<Exec, D>> poisson_;
};

}  // namespace whorl
