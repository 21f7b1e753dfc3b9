#pragma once
// The levels of multigrid and the V-cycle over them (Brandt 1977; Trottenberg, Oosterlee & Schueller 2001). Levels go
// down to a single cell, where the equation is one division; that cell also carries what little holds x to 0 where a
// system is nearly singular.

#include <vector>

#include "poisson/system.hpp"
#include "poisson/transfer_rows.hpp"

namespace whorl {

template <class Exec, int D>
class Hierarchy {
  public:
    Hierarchy(Exec& on, const Unknowns<D>& unknowns) {
        Level finest{.unknowns = unknowns};
        for (int a = 0; a < D; ++a)
            finest.spacing[a] = {.n = unknowns.extent[a], .last = 1, .periodic = unknowns.periodic[a]};
        finest.sources = RowSources<Exec, D>(on, unknowns);
        levels_.push_back(std::move(finest));
        do { add_level(on); } while (levels_.back().cells() > 1);
    }

    void prepare(Exec& on, const System<Exec, D>& system, bool has_held_values) {
        Level& finest = levels_.front();
        finest.A = system.A();
        finest.full = system.full();
        finest.shift = finest.A.shift;
        finest.known = system.inverse();
        finest.sources.prepare(on, finest.A, finest.known);
        singular_ = system.singular();
        for (std::size_t l = 0; l + 1 < levels_.size(); ++l) coarsen(on, levels_[l], levels_[l + 1], has_held_values);
        below_finest_ = on.sum(levels_[1].unknowns.box(), IsUnknown<D>{levels_[1].known});
    }

    /// z = an approximation of the solution of A z = r, whatever z was.
    void precondition(Exec& on, View<const float> r, View<float> z) {
        // Around a cycle conjugate gradients gain nothing from over-relaxation, and at thin walls they lose a lot.
        over_relaxed_ = false;
        cycle(on, 0, z, r);
        over_relaxed_ = true;
    }

    /// The first half of a cycle that improves x: returns the sum of squares of b - A x, of x as it is then.
    double descend(Exec& on, View<float> x, View<const float> b, bool smoothed = true) {
        Level& fine = levels_[0];
        Level& coarse = levels_[1];
        if (smoothed) smooth(on, fine, x, b, sweeps_down);
        restrict_to(on, fine, coarse, x, b, coarse.x);
        return on.sum(coarse.unknowns.box(), Read<D>{coarse.x});
    }
    /// The second half.
    void ascend(Exec& on, View<float> x, View<const float> b) {
        cycle(on, 1, levels_[1].x, levels_[1].b);
        correct(on, levels_[0], levels_[1], x);
        smooth(on, levels_[0], x, b, sweeps_up);
    }

  private:
    static constexpr int sweeps_down = 1, sweeps_up = 1;

    struct Level {
        Unknowns<D> unknowns;
        Array<Spacing, D> spacing{};
        Array<bool, D> halved{};  // on the way to the next level
        RowSources<Exec, D> sources{};
        Field lean[D]{};          // of the way back from it
        VectorField<D> weight{};  // this and what follows: not on the finest level
        Field own{}, inverse{}, x{}, b{};
        // What `prepare` finds out.
        Operator<D> A{};  // with `own` as data: it varies
        Vec<D> full{};
        float shift = 0;
        View<const float> known{};  // the inverse diagonal

        std::int64_t cells() const {
            std::int64_t count = 1;
            for (int a = 0; a < D; ++a) count *= unknowns.extent[a];
            return count;
        }
        /// use(A), as one of the two kinds that it can be.
        template <class Use>
        void with_operator(Use&& use) const {
            if (A.own.data)
                use(Operator<D, true>{A.step, A.weight, A.shift, A.own});
            else
                use(A);
        }
        /// Over-relaxation helps the smoother where more axes than one are coupled, and by more than their shift.
        float omega() const {
            int axes = 0;
            for (int a = 0; a < D; ++a) axes += unknowns.extent[a] > 1;
            const float best = axes > 2 ? 0.15f : axes > 1 ? 0.1f : 0.0f;
            return 1 + best * coupling() / (coupling() + shift);
        }
        float coupling() const { return total_coupling(full); }
        Family<D> family() const {
            float share = 1;
            for (int a = 0; a < D; ++a) share *= halved[a] ? 0.5f : 1.0f;
            return {.fine = unknowns.box(), .halved = halved, .share = share};
        }
    };

    /// Halves the axes along which cells are smallest, that is, coupled most; relaxation smooths nothing along others.
    void add_level(Exec& on) {
        Level& fine = levels_.back();
        const Unknowns<D>& u = fine.unknowns;
        Vec<D> h = u.grid.h();
        float smallest = INFINITY;
        for (int a = 0; a < D; ++a)
            if (u.extent[a] > 1) smallest = whorl::min(smallest, h[a]);
        Index<D> n = u.extent;
        Level coarse{.unknowns = u, .spacing = fine.spacing};
        for (int a = 0; a < D; ++a) {
            fine.halved[a] = n[a] > 1 && h[a] < 1.5f * smallest;
            if (fine.halved[a]) {
                coarse.spacing[a] = fine.spacing[a].halved();
                n[a] = coarse.spacing[a].n;
                h[a] *= 2;
            }
            fine.lean[a] = on.field(line(fine, a));
        }
        coarse.unknowns = {.grid = Grid<D>(n, h), .extent = n, .periodic = u.periodic};
        const Grid<D>& grid = coarse.unknowns.grid;
        coarse.sources = RowSources<Exec, D>(on, coarse.unknowns);
        coarse.weight = on.faces(grid);
        for (Field* f : {&coarse.own, &coarse.inverse, &coarse.x, &coarse.b}) *f = on.field(grid);
        levels_.push_back(std::move(coarse));
    }

    static Grid<1> line(const Level& level, int axis) { return Grid<1>({level.unknowns.extent[axis]}, {1}); }

    template <int a = 0>
    void coarsen_weights(Exec& on, Level& fine, Level& coarse) {
        on.for_each(coarse.unknowns.grid.faces(a), CoarseWeight<D, a>{.family = fine.family(),
                                                                      .fine_spacing = fine.spacing[a],
                                                                      .spacing = coarse.spacing[a],
                                                                      .full = fine.full[a],
                                                                      .weight = fine.A.weight[a],
                                                                      .inverse = fine.known,
                                                                      .coarse = coarse.weight[a]});
        coarse.full[a] = fine.full[a] * (fine.halved[a] ? 0.25f : 1.0f);
        const float inverse_full = fine.halved[a] && fine.full[a] > 0 ? 1 / fine.full[a] : 0;
        on.for_each(line(fine, a).cells(), FillLean{{fine.spacing[a], coarse.spacing[a]}, inverse_full, fine.lean[a]});
        if constexpr (a + 1 < D) coarsen_weights<a + 1>(on, fine, coarse);
    }

    void coarsen(Exec& on, Level& fine, Level& coarse, bool has_held_values) {
        const Family<D> family = fine.family();
        const Box<D> box = coarse.unknowns.box();
        coarsen_weights(on, fine, coarse);
        coarse.A = {.step = coarse.unknowns.grid.step(), .weight = coarse.weight};
        if (fine.shift > 0 || has_held_values) {
            fine.with_operator([&]<bool v>(const Operator<D, v>& A) {
                on.for_each(box, CoarseOwn<D, v>{family, A, fine.unknowns.periodic, fine.known, coarse.own});
            });
            coarse.A.own = coarse.own;
        }
        coarse.shift = fine.shift;
        coarse.with_operator([&]<bool v>(const Operator<D, v>& A) {
            on.for_each(box, inverse_diagonal(A, coarse.unknowns, negligible * coarse.coupling(), coarse.inverse));
        });
        wrap(on, coarse.unknowns, coarse.inverse);
        coarse.known = coarse.inverse;
        coarse.sources.prepare(on, coarse.A, coarse.known);
    }

    void cycle(Exec& on, std::size_t l, View<float> x, View<const float> b) {
        Level& level = levels_[l];
        if (l + 1 == levels_.size()) {
            on.for_each(level.unknowns.box(), RelaxFromZero<D>{level.known, b, x, 1, 0});
            return;
        }
        Level& coarse = levels_[l + 1];
        smooth(on, level, x, b, sweeps_down, true);
        restrict_to(on, level, coarse, x, b, {});
        cycle(on, l + 1, coarse.x, coarse.b);
        correct(on, level, coarse, x);
        smooth(on, level, x, b, sweeps_up);
    }

    void smooth(Exec& on, Level& level, View<float> x, View<const float> b, int sweeps, bool from_zero = false) {
        const float omega = over_relaxed_ ? level.omega() : 1.0f;
        for (int half = 0; half < 2 * sweeps; ++half) {
            const int colour = half & 1;
            if (from_zero && half == 0) {
                on.for_each(level.unknowns.box(), RelaxFromZero<D>{level.known, b, x, omega, colour});
                wrap(on, level.unknowns, x);
            } else {
                level.with_operator([&]<bool v>(const Operator<D, v>& A) {
                    relax(on, level.unknowns, level.sources, Relax<D, v>{A, level.known, b, x, omega, colour});
                });
            }
        }
    }

    void restrict_to(Exec& on, Level& fine, Level& coarse, View<float> x, View<const float> b, View<float> squares) {
        fine.with_operator([&]<bool v>(const Operator<D, v>& A) {
            restrict_residual(on, fine.unknowns, coarse.unknowns, fine.sources,
                              Restrict<D, v>{fine.family(), A, fine.known, b, x, coarse.b, squares});
        });
        if (singular_ && &coarse == &levels_[1]) remove_mean(on, coarse);
    }

    /// What rounding leaves of the mean would grow from level to level where nothing holds x.
    void remove_mean(Exec& on, Level& level) {
        const Box<D> box = level.unknowns.box();
        const double count = on.sum(box, IsUnknown<D>{level.known});
        const auto mean = static_cast<float>(on.sum(box, Read<D>{level.b}) / std::max(count, 1.0));
        on.for_each(box, Shift<D>{level.known, 1, mean, level.b});
    }

    void correct(Exec& on, Level& fine, Level& coarse, View<float> x) {
        wrap(on, coarse.unknowns, coarse.x);
        Faces<const float, D> lean;
        for (int a = 0; a < D; ++a) lean[a] = {fine.lean[a].data() + line(fine, a).origin()};
        prolong(on, fine.unknowns, fine.sources,
                Prolong<D>{.box = coarse.unknowns.box(),
                           .halved = fine.halved,
                           .step = fine.unknowns.grid.step(),
                           .weight = fine.A.weight,
                           .lean = lean,
                           .inverse = fine.known,
                           .coarse = coarse.x,
                           .x = x});
        wrap(on, fine.unknowns, x);
    }

    std::vector<Level> levels_;
    double below_finest_ = 0;  // unknowns of the second level
    bool singular_ = false, over_relaxed_ = true;
};

}  // namespace whorl
