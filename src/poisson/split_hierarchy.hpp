#pragma once
// Multigrid over coarse cells that are split by connectivity, as preconditioner of conjugate gradients: for thin walls,
// narrow channels and closed rooms, which the arithmetic coarse cells of `Hierarchy` reach across. A node without
// neighbours is solved by relaxation and goes no further down, so the levels end by themselves with one node for each
// region, which also tells the closed regions.

#include "poisson/passes.hpp"
#include "poisson/regions.hpp"
#include "poisson/split_bottom.hpp"
#include "poisson/split_coarsen.hpp"

namespace whorl {

template <class Exec, int D>
class SplitHierarchy {
  public:
    SplitHierarchy(Exec& on, const Unknowns<D>& unknowns) : regions_(on, unknowns), bottom_(on) {
        Level finest(finest_level<Exec>(unknowns));
        finest.sources = RowSources<Exec, D>(on, unknowns);
        finest.parent = on.template buffer<int>(static_cast<std::size_t>(unknowns.grid.values()));
        levels_.push_back(std::move(finest));
        do { add_level(on); } while (levels_.back().cells() > 1);
        const Level& second = levels_[1];
        std::int64_t blocks = 0;
        for (std::size_t l = 1; l < levels_.size(); ++l) blocks += levels_[l].cells();
        below_finest_ = Regions<Exec, D>(on, second.unknowns, second.most_extras);
        pool_ = Pool(on, static_cast<std::size_t>(blocks), static_cast<std::size_t>(second.unknowns.box().rows()),
                     Coarsening::tallies);
    }

    /// Whether some block is split. If not, or if there are more parts than there is memory for, the structured
    /// hierarchy is to be used.
    bool needed() const { return needed_; }
    /// Whether some coarse cell of the structured hierarchy joins what is not connected, be it a crumb.
    bool structured_joins() const { return structured_joins_; }

    /// Tells the system its closed regions. Returns whether it is needed.
    WHORL_NOINLINE bool prepare(Exec& on, System<Exec, D>& system, bool has_held_values) {
        Level& finest = levels_.front();
        set_finest(system, finest);
        pool_.specials = pool_.ties = pool_.children = 0;
        const bool shifted = finest.shift > negligible * (finest.shift + finest.coupling());
        typename Coarsening::Found found;
        needed_ = false;
        structured_joins_ = true;  // unless all levels are seen to be whole
        for (std::size_t l = 0; l + 1 < levels_.size(); ++l)
            if (!coarsen(on, levels_[l], levels_[l + 1], found, shifted, has_held_values)) return false;
        Coarsening::finish(levels_.back(), found, shifted);
        int extras = 0;
        for (const Level& level : levels_) extras += level.extras;
        structured_joins_ = extras > 0;
        if (!found.split || found.regions > regions_.capacity()) return false;
        finest.sources.prepare(on, finest.A, finest.known);
        for (std::size_t l = levels_.size(); l-- > 0;) number_regions(on, l);
        regions_.prepare(on, found.regions);
        below_finest_.prepare(on, found.regions, levels_[1].extras);
        system.set_regions(regions_);
        last_ = 1;
        while (!bottom_.prepare(levels_[last_], levels_[last_].parent.data(), levels_[last_].x.data())) ++last_;
        needed_ = true;
        return true;
    }

    /// z = an approximation of the solution of A z = r, whatever z was.
    WHORL_NOINLINE void precondition(Exec& on, View<const float> r, View<float> z) { cycle(on, 0, z, r, true); }

  private:
    using Level = SplitLevel<Exec, D>;
    using Coarsening = SplitCoarsening<Exec, D>;
    using Pool = SplitPool<Exec, D>;

    void add_level(Exec& on) {
        Level& fine = levels_.back();
        Level coarse(next_level(on, fine));
        const Grid<D>& grid = coarse.unknowns.grid;
        coarse.sources = RowSources<Exec, D>(on, coarse.unknowns);
        // Half of the blocks in two parts. In mazes extras become half as many from level to level, and where only one
        // axis is halved a wall across it keeps all of them.
        coarse.most_extras =
            64 + static_cast<int>(levels_.size() == 1 ? coarse.cells() / 2
                                                      : std::max<std::int64_t>(fine.most_extras / 2, coarse.cells()));
        const auto values = static_cast<std::size_t>(grid.values() + coarse.most_extras);
        for (Field* f : {&coarse.x, &coarse.b}) *f = on.template buffer<float>(values);
        for (Buffer<int>* f : {&coarse.parent, &coarse.row}) *f = on.template buffer<int>(values);
        levels_.push_back(std::move(coarse));
    }

    bool coarsen(Exec& on, Level& fine, Level& coarse, typename Coarsening::Found& found, bool shifted,
                 bool has_held_values) {
        for (int a = 0; a < D; ++a) coarse.full[a] = fine.full[a] * (fine.halved[a] ? 0.25f : 1.0f);
        coarse.A = {.step = coarse.unknowns.grid.step(), .weight = coarse.weight};
        coarse.shift = fine.shift;
        coarse.finer = &fine;
        coarse.special = pool_.special.data(), coarse.tie = pool_.tie.data(), coarse.child = pool_.child.data();
        Coarsening parts(on, pool_, fine, coarse, found, shifted);
        if (!parts.divide()) return false;
        coarsen_weights(on, fine, coarse);
        const Box<D> box = coarse.unknowns.box();
        if (fine.shift > 0 || has_held_values) {
            fine.with_operator([&]<bool v>(const Operator<D, v>& A) {
                on.for_each(box, CoarseOwn<D, v>{fine.family(), A, fine.unknowns.periodic, fine.known, coarse.own});
            });
            coarse.A.own = coarse.own;
        }
        if (!parts.tie()) return false;
        coarse.with_operator([&]<bool v>(const Operator<D, v>& A) {
            on.for_each(box, inverse_diagonal(A, coarse.unknowns, coarse.least_tie(), coarse.inverse));
        });
        for_each_special(on, coarse, 0, 2, [&](const Special<D>& s, int) {
            if (s.node == s.cell) coarse.inverse.data()[s.cell] = s.inverse;
        });
        wrap(on, coarse.unknowns, View<float>(coarse.inverse));
        coarse.known = coarse.inverse;
        coarse.sources.prepare(on, coarse.A, coarse.known);
        return true;
    }

    /// Coarsest first: a node is in the region of its parent. Until a cycle needs them, x holds the numbers.
    void number_regions(Exec& on, std::size_t l) {
        Level& level = levels_[l];
        const int* const parent = level.parent.data();
        const float* const above = l + 1 < levels_.size() ? levels_[l + 1].x.data() : nullptr;
        const auto number = [=](int node) {
            const int p = parent[node];
            return p >= 0 ? above[p] : p == Level::none ? 0.0f : static_cast<float>(-1 - p);
        };
        const View<float> x = level.x;
        const View<std::uint16_t> out = l == 0 ? regions_.number() : below_finest_.number();
        const auto store = [&](int begin, int end) {
            for (int at = begin; at < end && l > 0; ++at) x[at] = number(at);
            for (int at = begin; at < end && l < 2; ++at) out[at] = static_cast<std::uint16_t>(number(at));
        };
        on.for_each_row(level.unknowns.box(), [&](Cell<D> first, int count) { store(first.at, first.at + count); });
        const int values = level.unknowns.grid.values();
        store(values, values + level.extras);
    }

    // ---- The cycle
    // ---------------------------------------------------------------------------------------------------

    template <class Visit>
    void for_each_special(Exec& on, const Level& level, int from_colour, int to_colour, const Visit& visit) {
        const int begin = level.first[from_colour];
        const Special<D>* const special = pool_.special.data();
        for_each_part(on, level.first[to_colour] - begin, [&](int from, int to) {
            for (int s = begin + from; s < begin + to; ++s) visit(special[s], s);
        });
    }

    void cycle(Exec& on, std::size_t l, View<float> x, View<const float> b, bool from_zero) {
        Level& level = levels_[l];
        if (l == last_) return bottom_.solve(b, x);
        Level& coarse = levels_[l + 1];
        if (from_zero)
            relax_from_zero(on, level, x, b);
        else
            relax_colour(on, level, x, b, 0);
        relax_colour(on, level, x, b, 1);
        restrict_to(on, level, coarse, x, b);
        cycle(on, l + 1, coarse.x, coarse.b, true);
        if (coarse.winds() && l + 1 < last_) cycle(on, l + 1, coarse.x, coarse.b, false);
        correct(on, level, coarse, x);
        relax_colour(on, level, x, b, 0);
        relax_colour(on, level, x, b, 1);
    }

    /// Colour 0 of an x that was 0 everywhere.
    void relax_from_zero(Exec& on, Level& level, View<float> x, View<const float> b) {
        on.for_each(level.unknowns.box(), RelaxFromZero<D>{level.known, b, x, 1, 0});
        for_each_special(on, level, 0, 1, [&](const Special<D>& s, int) { x[s.node] = s.inverse * b[s.node]; });
        for_each_special(on, level, 1, 2, [&](const Special<D>& s, int) { x[s.node] = 0; });
        wrap(on, level.unknowns, x);
    }

    static float residual(const Special<D>& s, const Tie* tie, View<const float> x, View<const float> b) {
        const float here = x[s.node];
        float sum = s.own * here;
        for (int t = s.tie[0]; t < s.tie[2 * D]; ++t) sum += tie[t].weight * (here - x[tie[t].to]);
        return b[s.node] - sum;
    }

    /// Special nodes are computed before the rows of the grid go over them, and stored afterwards.
    void relax_colour(Exec& on, Level& level, View<float> x, View<const float> b, int colour) {
        const View<float> fresh = pool_.fresh;
        const Tie* const tie = level.tie;
        for_each_special(on, level, colour, colour + 1, [&](const Special<D>& s, int number) {
            fresh[number] = x[s.node] + s.inverse * residual(s, tie, x, b);
        });
        level.with_operator([&]<bool v>(const Operator<D, v>& A) {
            relax(on, level.unknowns, level.sources, Relax<D, v>{A, level.known, b, x, 1, colour});
        });
        for_each_special(on, level, colour, colour + 1,
                         [&](const Special<D>& s, int number) { x[s.node] = fresh[number]; });
        if (level.first[2] > level.first[0]) wrap(on, level.unknowns, x, 1);
    }

    void restrict_to(Exec& on, Level& fine, Level& coarse, View<float> x, View<const float> b) {
        const Family<D> family = fine.family();
        fine.with_operator([&]<bool v>(const Operator<D, v>& A) {
            const Restrict<D, v> kernel{family, A, fine.known, b, x, coarse.b, {}};
            restrict_residual(on, fine.unknowns, coarse.unknowns, fine.sources, kernel);
            const View<float> out = coarse.b;
            const Special<D>* const special = fine.special;
            const Tie* const tie = fine.tie;
            const int* const child = pool_.child.data();
            for_each_special(on, coarse, 0, 2, [&](const Special<D>& s, int) {
                float sum = 0;
                for (int k = s.child; k < s.children_end; ++k)
                    sum +=
                        child[k] >= 0 ? kernel.residual(child[k], child[k]) : residual(special[~child[k]], tie, x, b);
                out[s.node] = family.share * sum;
            });
        });
        // What rounding leaves of the means would grow from level to level.
        if (fine.finest()) below_finest_.remove_means(on, coarse.b);
    }

    void correct(Exec& on, Level& fine, Level& coarse, View<float> x) {
        wrap(on, coarse.unknowns, View<float>(coarse.x));
        const View<const float> e = coarse.x;
        const int* const child = pool_.child.data();
        const int* const parent = fine.parent.data();
        const View<float> fresh = pool_.fresh;
        for_each_special(on, coarse, 0, 2, [&](const Special<D>& s, int) {
            const float here = e[s.node];
            for (int k = s.child; k < s.children_end; ++k) {
                const SplitNode<D> n = fine.node(child[k]);
                float sum = here;
                for (int a = 0; a < D; ++a) {
                    if (!fine.halved[a]) continue;
                    const int direction = 2 * a + (n.i[a] & 1);
                    const bool side = fine.is_side(n, direction);
                    const float amount = fine.lean_along(a)[n.i[a]];
                    fine.each_tie(n, direction, [&](int to, float w) {
                        const float beyond = side || parent[to] < 0 ? 0.0f : e[parent[to]];
                        sum += amount * w * (beyond - here);
                    });
                }
                fresh[k] = x[n.at] + sum;
            }
        });
        prolong(on, fine.unknowns, fine.sources, prolongation<D>(fine, coarse, coarse.x, x));
        for_each_special(on, coarse, 0, 2, [&](const Special<D>& s, int) {
            for (int k = s.child; k < s.children_end; ++k)
                x[child[k] >= 0 ? child[k] : fine.special[~child[k]].node] = fresh[k];
        });
        wrap(on, fine.unknowns, x);
    }

    std::vector<Level> levels_;
    Pool pool_;
    Regions<Exec, D> regions_, below_finest_;
    SplitBottom<Exec, D> bottom_;
    std::size_t last_ = 0;
    bool needed_ = false, structured_joins_ = false;
};

}  // namespace whorl
