#pragma once
// Conjugate gradients with a modified incomplete Cholesky factor without fill, MIC(0), as preconditioner (Gustafsson
// 1978; Bridson 2008, ch. 4). What most smoke solvers use. Good at everything but speed: the two triangular solves of
// an iteration run from cell to cell, in one thread.
//
//     M = (E + L) E^-1 (E + L)^T,   L the part of A below its diagonal,   E such that M and A agree on the diagonal
//     and,
//                                                                         nearly (tau), on smooth vectors
//
// Couplings across a periodic side are left out of the factor, which stays positive without them.

#include "poisson/conjugate_gradient.hpp"

namespace whorl {

template <class Exec, int D>
class IncompleteCholesky final : public Poisson<Exec, D> {
  public:
    IncompleteCholesky(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns),
          g_(on.field(unknowns.grid)) {
        this->takes_room(on, unknowns, {&search_.r, &search_.p, &search_.q, &z_});
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        const View<float> g = g_;
        on.rows_in_order(system_.box(), [&](Cell<D> row, int count) {
            for (int j = 0; j < count; ++j, ++row.i[0], ++row.at) g[row] = inverse_pivot(row);
        });
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        const int limit = goal.limit > 0 ? goal.limit : 20000;
        for (Field* f : {&search_.p, &z_}) clear_ghosts(on, system_.unknowns(), *f);
        double square = system_.first_residual(on, x, search_.r);
        int iterations = 0;
        // Each round ends with the residual of x itself: the one that is carried along does not know the rounding of x.
        while (square > system_.target() && iterations < limit) {
            const double before = square;
            iterations += round(on, x, limit - iterations, square);
            square = system_.residual(on, x, search_.r);
            if (square > 0.5 * before || system_.is_rounding(on, x, square)) break;
        }
        return system_.finish(on, x, iterations, square);
    }

    std::string_view name() const override { return "incomplete-cholesky"; }

  private:
    static constexpr float tau = 0.97f;    // how much of the fill that is left out goes to the diagonal
    static constexpr float sigma = 0.25f;  // a pivot below this part of the diagonal is not to be trusted

    bool inside(const Index<D>& i) const {
        for (int a = 0; a < D; ++a)
            if (i[a] < 0 || i[a] >= system_.unknowns().extent[a]) return false;
        return true;
    }

    /// 1 / E. The pivots below must be there.
    float inverse_pivot(Cell<D> c) const {
        const View<const float> inverse = system_.inverse(), g = g_;
        const Operator<D>& A = system_.A();
        if (!(inverse[c] > 0)) return 0;
        const float diagonal = 1 / inverse[c];
        float pivot = diagonal;
        for (int a = 0; a < D; ++a) {
            if (c.i[a] == 0) continue;
            const int low = c - A.step[a];  // where it is no unknown, its g is 0
            const float w = A.weight[a][c];
            float fill = 0;  // the other upper neighbours of the lower neighbour
            for (int b = 0; b < D; ++b) {
                Index<D> i = c.i;
                i[a] -= 1;
                i[b] += 1;
                if (b != a && inside(i) && inverse[low + A.step[b]] > 0) fill += A.weight[b][low + A.step[b]];
            }
            pivot -= w * (w + tau * fill) * g[low];
        }
        return 1 / (pivot < sigma * diagonal ? diagonal : pivot);
    }

    /// z = M^-1 r. The ghosts of z are 0 and stay so, and what is no unknown comes out as 0.
    void precondition(Exec& on) {
        const Operator<D> A = system_.A();
        const View<const float> g = g_, r = search_.r;
        const View<float> z = z_;
        // Only the neighbour along x has to be waited for: what the others give is ready.
        on.rows_in_order(system_.box(), [&](Cell<D> row, int count) {
            float last = 0;
            for (int at = row.at; at < row.at + count; ++at) {
                float sum = r[at];
                for (int a = 1; a < D; ++a) sum += A.weight[a][at] * z[at - A.step[a]];
                last = g[at] * sum + g[at] * A.weight[0][at] * last;
                z[at] = last;
            }
        });
        on.rows_in_order(
            system_.box(),
            [&](Cell<D> row, int count) {
                float last = 0;
                for (int at = row.at + count - 1; at >= row.at; --at) {
                    float sum = 0;
                    for (int a = 1; a < D; ++a) sum += A.weight[a][at + A.step[a]] * z[at + A.step[a]];
                    last = z[at] + g[at] * sum + g[at] * A.weight[0][at + 1] * last;
                    z[at] = last;
                }
            },
            true);
    }

    /// From r = b - A x until the residual that is carried along meets the goal. Returns the iterations.
    int round(Exec& on, Field& x, int limit, double square) {
        const Box<D> box = system_.box();
        Search& s = search_;
        Progress progress(square, 500, 1e6);
        double rz = 0;
        for (int i = 0;; ++i) {
            if (square <= system_.target() || i == limit || progress.stalled(square)) return i;
            precondition(on);
            const double next = on.sum(box, Product<D>{s.r, z_});
            if (!(next > 0)) return i;
            on.for_each(box, Combine<D>{i == 0 ? 0.0f : static_cast<float>(next / rz), z_, s.p});
            rz = next;
            wrap(on, system_.unknowns(), View<float>(s.p));
            const double pq = system_.apply(on, s.p, s.q);
            if (!(pq > 0)) return i;
            square = on.sum(box, Advance<D>{static_cast<float>(rz / pq), s.p, s.q, x, s.r});
        }
    }

    System<Exec, D> system_;
    Search search_;
    Field z_, g_;
};

}  // namespace whorl
