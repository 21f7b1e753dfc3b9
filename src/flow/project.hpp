#pragma once
// - grad p, so that div u = 0.

#include <algorithm>

#include "flow/state.hpp"
#include "kernels/diffusion.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

/// div u (1/s) where scale is 1 / h. Returns the sum of it and that of its squares.
template <class Exec, int D>
Sums write_divergence(Exec& on, const Flow<D>& f, const VectorField<D>& u, const Vec<D>& scale, Field& out) {
    const auto sums = on.sum(f.grid.cells(), around_bodies(f, [&]<class Bodies>(const Bodies& faces) {
                                 return Divergence<D, Bodies>{
                                     .faces = faces, .step = f.grid.step(), .u = u, .scale = scale, .div = out};
                             }));
    return {sums[0], sums[1]};
}

template <class Exec, int D> class Projection {
  public:
    static constexpr double longest = 1e12;  // s; beyond it, or below 1 over it, a float does not hold pressure times time

    Projection(Exec& on, const Flow<D>& f, Pressure method)
        : weight_(openness_is_weight(f) ? VectorField<D>{} : on.faces(f.grid)),
          poisson_(make_poisson<Exec, D>(on, method, {f.grid, f.grid.n(), f.periodic, f.has_bodies, true})) {}

    /// Call whenever the openness of a face has changed.
    void prepare(Exec& on, const Flow<D>& f) {
        const bool shared = openness_is_weight(f);
        for (int a = 0; a < D && !shared; ++a) {
            const float scale = weight_of_open_face(f, a);
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
        poisson_->prepare(on, {.weight = shared ? f.openness : std::as_const(weight_), .open = {}, .shift = 0});
    }

    /// Takes the gradient part out of u and fills its ghosts. With `remember` the pressure of the flow is the first guess,
    /// and the answer.
    /// `enough`, if above 0, is the divergence (1/s, root mean square) to stop at, instead of the goal's tolerance.
    Report project(Exec& on, Flow<D>& f, Scratch<D>& s, VectorField<D>& u, double dt, Goal goal, bool remember,
                   double enough = 0) {
        const auto spare = s.rooms();
        const Loan loan(poisson_->rooms(), spare);
        Field &rhs = s.a, &correction = s.b;
        // The first guess is taken out of the velocity itself and the rest solved from zero: the rounding of a large
        // pressure then never limits how small the divergence gets.
        const bool sane = dt > 1 / longest && dt < longest;
        const bool recent = f.pressure_dt > 0 && dt < 4 * f.pressure_dt && f.pressure_dt < 4 * dt;
        const bool rounded = poisson_->prefers_long_waves(enough > 0 ? 0 : goal.tolerance);
        Field* guess = remember && sane && recent && !rounded ? &f.pressure : nullptr;
        if (guess) {
            const auto [whole, rest] = divergence_of_rest(on, f, u, *guess, dt, rhs);
            goal.scale = mean_root(whole), goal.sums = rest;
            if (!(rest.squares < whole)) guess = nullptr;
        }
        if (!guess) {
            goal.sums = write_divergence(on, f, u, to_rhs(f), rhs);
            goal.scale = mean_root(goal.sums->squares);
            if (sane && goal.scale > 0) guess = poisson_->long_waves(on, rhs, *goal.sums, to_float(1 / dt, 1e18));
            if (guess) {
                fill_ghosts(on, f.grid, *guess, centre, f.pressure_rules, f.periodic);
                goal.sums = divergence_of_rest(on, f, u, *guess, dt, rhs).rest;
            }
        }
        if (!(goal.scale > 0)) {
            fill_velocity_ghosts(on, f, u);
            return {};
        }
        const double h = f.grid.h()[0];
        if (enough > 0) goal.tolerance = enough * h * h / goal.scale;
        goal.from_zero = goal.any_mean = true;
        Report report = poisson_->solve(on, rhs, correction, goal);
        if (remember && !guess) on.clear(f.pressure);
        subtract_solution(on, f, s, u, dt, remember, guess, report.mean);
        // Where the correction is so large that its own rounding is in the way, what it leaves is solved for again.
        constexpr int most_corrections = 3;
        for (int again = 0; again < most_corrections && report.rounded; ++again) {
            join_periods(on, f, u);
            goal.sums = write_divergence(on, f, u, to_rhs(f), rhs);
            const Report next = poisson_->solve(on, rhs, correction, goal);
            if (!(next.residual < report.residual)) break;
            subtract_solution(on, f, s, u, dt, remember, nullptr, next.mean);
            report = {report.iterations + next.iterations, next.residual, next.converged, next.rounded};
        }
        if (remember) {
            f.pressure_dt = dt;
            fill_ghosts(on, f.grid, f.pressure, centre, f.pressure_rules, f.periodic);
        }
        fill_velocity_ghosts(on, f, u);
        return report;
    }

    /// u -= seconds * grad p, with the pressure that the flow has. Leaves the last faces of periods to be joined.
    void press(Exec& on, const Flow<D>& f, VectorField<D>& u, double seconds) {
        subtract(on, f, [&]<class Bodies>(const Bodies& faces) {
            return SubtractGradient<D, Bodies>{
                .faces = faces, .step = f.grid.step(), .x = f.pressure, .gradient = per_h(f, seconds), .u = u};
        });
    }

    std::string_view solver() const { return poisson_->name(); }

  private:
    static float weight_of_open_face(const Flow<D>& f, int axis) {
        const float h = f.grid.h()[0] / f.grid.h()[axis];
        return h * h;
    }
    /// Whether there is nothing to the coefficients but bodies and shut sides.
    static bool openness_is_weight(const Flow<D>& f) {
        bool is = true;
        for (int a = 0; a < D; ++a) {
            is = is && weight_of_open_face(f, a) == 1;
            for (int s = 0; s < 2; ++s) is = is && f.sides.side[a][s].kind != Side::Kind::open;
        }
        return is;
    }

    struct Divergences {
        double whole;  // sum of squares
        Sums rest;
    };
    /// The right-hand side - h^2 div, of u and of u without the gradient of a pressure over dt; the latter is written.
    Divergences divergence_of_rest(Exec& on, const Flow<D>& f, const VectorField<D>& u, const Field& p, double dt, Field& rhs) {
        const auto sums = on.sum(f.grid.cells(), around_bodies(f, [&]<class Bodies>(const Bodies& faces) {
                                        return DivergenceOfRest<D, Bodies>{.faces = faces,
                                                                           .step = f.grid.step(),
                                                                           .u = u,
                                                                           .p = p,
                                                                           .gradient = per_h(f, dt),
                                                                           .scale = to_rhs(f),
                                                                           .div = rhs};
                                    }));
        return {sums[2], {sums[0], sums[1]}};
    }

    /// Takes the gradient of the correction out of u, with that of the guess over dt where there is one, and makes both,
    /// without the mean of the correction, the pressure; without a guess adds the correction to that.
    void subtract_solution(Exec& on, Flow<D>& f, Scratch<D>& s, VectorField<D>& u, double dt, bool remember,
                           const Field* guess, double mean) {
        Field &next = s.a, &correction = s.b;
        fill_ghosts(on, f.grid, correction, centre, f.pressure_rules, f.periodic);
        if (!remember && !guess)
            return subtract(on, f, [&]<class Bodies>(const Bodies& faces) {
                return SubtractGradient<D, Bodies>{
                    .faces = faces, .step = f.grid.step(), .x = correction, .gradient = per_h(f, 1), .u = u};
            });
        subtract(on, f, [&]<class Bodies>(const Bodies& faces) {
            return SubtractBothGradients<D, Bodies>{.faces = faces,
                                                    .step = f.grid.step(),
                                                    .p = guess ? *guess : f.pressure,
                                                    .x = correction,
                                                    .gradient_p = per_h(f, guess ? dt : 0),
                                                    .gradient_x = per_h(f, 1),
                                                    .per_dt = to_float(1 / dt, 1e18),
                                                    .mean = to_float(mean, 1e30),
                                                    .u = u,
                                                    .next = remember ? View<float>(next) : View<float>()};
        });
        if (remember) std::swap(f.pressure, next);
    }

    /// All faces get theirs from the cell above them; on the far sides there is none. Those of a period are left to who joins it.
    template <class Make> void subtract(Exec& on, const Flow<D>& f, const Make& make) {
        on.for_each(f.grid.cells(), around_bodies(f, make));
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            if (f.sides.shut(A, 1) || f.periodic[A]) return;
            on.for_each(side_faces(f.grid, A, 1), around_bodies(f, [&](const auto& faces) {
                            const auto kernel = make(faces);
                            return OnFaces<D, A, std::remove_const_t<decltype(kernel)>>{kernel};
                        }));
        });
    }

    static Vec<D> per_h(const Flow<D>& f, double scale) {
        Vec<D> v{};
        for (int a = 0; a < D; ++a) v[a] = static_cast<float>(scale / f.grid.h()[a]);
        return v;
    }
    static Vec<D> to_rhs(const Flow<D>& f) {
        const float h = f.grid.h()[0];
        Vec<D> v{};
        for (int a = 0; a < D; ++a) v[a] = -(h * h) / f.grid.h()[a];
        return v;
    }
    double mean_root(double sum) const { return std::sqrt(sum / std::max(fluid_cells_, 1.0)); }

    VectorField<D> weight_;  // where they are not the openness
    double fluid_cells_ = 0;
    std::unique_ptr<Poisson<Exec, D>> poisson_;
};

}  // namespace whorl
