#pragma once
// The two halves of a V-cycle for a GPU. In every row of x and b even cells come first, then odd ones, so that what a warp
// loads and stores of one colour lies together and nothing between. Far from bodies nothing else is loaded: cells whose
// coefficients are those of open space, or of shut sides, are marked. The bits are those of cell_passes.hpp.

#include <span>

#include "poisson/cell_passes.hpp"
#include "poisson/marked_transfer.hpp"
#include "poisson/sweep_trip.hpp"

namespace whorl {

/// As RelaxFromZero, for red.
template <int D>
struct RedFromZero {
    EvenOdd<D> rows;
    View<const float> inverse;
    View<float> b;
    float omega;
    View<float> x;
    WHORL_HD void operator()(Cell<D> c) const {
        const int at = rows.at(c.i);
        const float value = omega * inverse[c] * b[at];
        x[at] = colour_of(c.i) == 0 ? value : 0.0f;
    }
};

/// A sweep over both colours of an x that was 0: the red cells follow from b alone, and the black ones from those. For
/// number m of a row: the cells 2 m and 2 m + 1, one of each colour.
template <int D, bool varies>
struct SweepFromZero {
    static constexpr bool compact = true;
    MarkedOperator<D, varies> marked;
    EvenOdd<D> rows;
    View<float> b;  // only read, but what a pass before wrote may be in the same kernel: see SmallCycle
    Omega omega;
    View<float> x;
    int end;  // of a row

    WHORL_HD float red(int from, int at) const { return omega.all * marked.inverse[from] * b[at]; }
    WHORL_HD void operator()(Cell<D> c) const {
        const int m = c.i[0], first = (colour_of(c.i) + m) & 1;  // of the red cells: odd ones?
        Index<D> i = c.i;
        i[0] = 2 * m + first;
        const bool has_red = i[0] < end;
        const int red_at = rows.at(i);
        const float red_value = has_red ? red(c.at - m + i[0], red_at) : 0.0f;
        i[0] = 2 * m + 1 - first;
        const bool has_black = i[0] < end;
        const int at = rows.at(i);
        const float black_value = has_black ? black({i, c.at - m + i[0]}, at) : 0.0f;
        if (has_red) x[red_at] = red_value;
        if (has_black) x[at] = black_value;
    }
    WHORL_HD float black(const Cell<D>& c, int at) const {
        const int from = c.at;
        Around<D> near;
        near.low[0] = red(from - 1, at + rows.below(c.i[0])), near.high[0] = red(from + 1, at + rows.above(c.i[0]));
        for (int a = 1; a < D; ++a) {
            near.low[a] = red(from - marked.A.step[a], at - rows.step[a]);
            near.high[a] = red(from + marked.A.step[a], at + rows.step[a]);
        }
        float value = 0.0f + omega.last * marked.full_inverse * (b[at] - marked.apply_open(0, near));
        if (!marked.is_open(from)) {
            const auto row = marked.row(c);
            value = 0.0f + omega.last * row.inverse * (b[at] - row.apply(0, near));
        }
        return value;
    }
};

/// As Relax, for number m of the cells of one colour in a row.
template <int D, bool varies>
struct RelaxMarked {
    static constexpr bool compact = true;
    MarkedOperator<D, varies> marked;
    EvenOdd<D> rows;
    View<float> b, x;
    float omega;
    int colour, end;  // end: of a row

    WHORL_HD void operator()(Cell<D> c) const {
        const int m = c.i[0];
        Index<D> i = c.i;
        i[0] = 2 * m + ((colour_of(c.i) + m + colour) & 1);
        if (i[0] >= end) return;
        const int at = rows.at(i), from = c.at - m + i[0];
        const Around<D> near = rows.around(x, at, i[0]);
        const float here = x[at], wanted = b[at];
        // As if in open space, and again where it is not: no load waits for the answer.
        float next = here + omega * marked.full_inverse * (wanted - marked.apply_open(here, near));
        if (!marked.is_open(from)) {
            const auto row = marked.row({i, from});
            next = here + omega * row.inverse * (wanted - row.apply(here, near));
        }
        x[at] = next;
    }
};

/// What a cycle does on levels that are so small that a pass takes longer to start than to run: all of it in one, by one
/// block of threads. So nothing that it writes and reads may be a View<const T>.
template <int D, bool varies>
struct SmallCycle {
    struct One {
        Box<D> half, below;
        SweepFromZero<D, varies> first;
        RestrictMarked<D, varies> down;
        ProlongMarked<D, varies> up;
        Array<RelaxMarked<D, varies>, 2> relax;  // red, black
    };
    static constexpr int most = 12;  // 1024 cells have at most 10
    Array<One, most> level;          // the largest first
    int count, sweeps_up;
    RedFromZero<D> last;
    Box<D> single;

    template <class Block>
    WHORL_HD void operator()(const Block& on) const {
        for (int l = 0; l < count; ++l) {
            on.for_each(level[l].half, level[l].first);
            on.for_each(level[l].below, level[l].down);
        }
        on.for_each(single, last);
        for (int l = count - 1; l >= 0; --l) {
            on.for_each(level[l].half, level[l].up);
            for (int s = 0; s < sweeps_up; ++s)
                for (int colour = 0; colour < 2; ++colour) on.for_each(level[l].half, level[l].relax[colour]);
        }
    }
};

template <class Exec, int D>
class MarkedPasses {
  public:
    MarkedPasses() = default;
    MarkedPasses(Exec& on, const Level<D>& level)
        : rows_(EvenOdd<D>::of(level.unknowns)),
          x_(on.field(EvenOdd<D>::grid(level.unknowns))),
          b_(on.field(EvenOdd<D>::grid(level.unknowns))),
          marks_(on.template buffer<std::uint32_t>(static_cast<std::size_t>(level.unknowns.grid.values() / group + 1))),
          sum_(on.template buffer<double>(1)) {
        for (int a = 0; a < D; ++a) repeats_ = repeats_ || level.unknowns.periodic[a];
        if (can_march(on, level)) next_ = on.field(EvenOdd<D>::grid(level.unknowns));
    }

    void prepare(Exec& on, const Level<D>& level) {
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            on.for_each(level.unknowns.box(), MarkCells<D, v>{marked<v>(level), level.unknowns.extent[0], marks_});
        });
    }

    void load(Exec& on, const Level<D>& level, const RightHandSide& b, View<const float> x) {
        on.for_each(level.unknowns.box(), Split<D, RightHandSide>{rows_, b, b_});
        if (x.data) on.for_each(level.unknowns.box(), Split<D, View<const float>>{rows_, x, x_});
    }
    void store(Exec& on, const Level<D>& level, View<float> x) const {
        on.for_each(level.unknowns.box(), Join<D>{rows_, x_, x});
    }
    void store(Exec& on, const Level<D>& level, View<float> x, Buffer<double>& sum) const {
        on.sum_into(sum, level.unknowns.box(), JoinAndRead<D>{{rows_, x_, x}});
    }

    void relax(Exec& on, const Level<D>& level, int sweeps, float omega, bool from_zero) {
        const Omega all{omega, omega};
        if (from_zero && sweeps-- > 0) sweep(on, level, all, true);
        if constexpr (D == 3 && marches)
            for (; next_.size() > 0 && sweeps > 0; --sweeps) march<Start::x, false>(on, level, all, [](auto&) {});
        for (; sweeps > 0; --sweeps) sweep(on, level, all, false);
    }
    double squares(Exec& on, const Level<D>& level) {
        wrap(on, level);
        return with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            return on.sum(level.unknowns.box(), ResidualMarked<D, v>{marked<v>(level), rows_, b_, x_});
        });
    }

    /// Without `measured` what it returns means nothing.
    double down(Exec& on, const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse, int sweeps, const Omega& omega,
                bool from_zero, bool measured) {
        if (sweeps > 1) {  // the last one comes with the residual
            relax(on, fine, sweeps - 1, omega.all, from_zero);
            from_zero = false;
        }
        if constexpr (D == 3 && marches)
            if (next_.size() > 0 && sweeps > 0) {
                const auto restrict_to = [&](auto& trip) {
                    trip.coarse_rows = coarse.rows_, trip.coarse = coarse.b_, trip.share = fine.family().share;
                    if (measured) trip.squares = coarse.x_;  // which is not yet in use
                };
                if (from_zero) march<Start::zero, true>(on, fine, omega, restrict_to);
                else march<Start::x, true>(on, fine, omega, restrict_to);
                return measured ? on.sum(below.unknowns.box(), ReadSplit<D>{coarse.rows_, std::as_const(coarse.x_)}) : 0.0;
            }
        if (sweeps > 0) sweep(on, fine, omega, from_zero);
        wrap(on, fine);
        return with_kind(fine.A, [&]<bool v>(const Operator<D, v>&) {
            const auto kernel = restriction<v>(fine, coarse);
            if (measured) return on.sum(below.unknowns.box(), kernel);
            on.for_each(below.unknowns.box(), kernel);
            return 0.0;
        });
    }

    void up(Exec& on, const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse, float omega) {
        coarse.wrap(on, below);
        if constexpr (D == 3 && marches)
            if (next_.size() > 0) {
                march<Start::corrected, false>(on, fine, {omega, omega}, [&]<bool v, bool u>(SweepTrip<v, u, Start::corrected, false>& trip) {
                    trip.correction = correction<v>(fine, below, coarse);
                    for (int a = 0; a < D; ++a)
                        trip.lean[a] = Lean{fine.spacing[a], below.spacing[a]}(0) * (1 / fine.full[a]) * fine.full[a];
                });
                return relax(on, fine, fine.sweeps_up() - 1, omega, false);
            }
        with_kind(fine.A, [&]<bool v>(const Operator<D, v>&) {
            on.for_each(half(fine), correction<v>(fine, below, coarse));
        });
        relax(on, fine, fine.sweeps_up(), omega, false);
    }

    void solve_single_cell(Exec& on, const Level<D>& level) { on.for_each(level.unknowns.box(), single_cell(level)); }

    /// Whether a level and those below it can be small_cycle's.
    bool is_small(const Level<D>& level) const { return !repeats_ && level.cells() <= 1024; }
    /// What a cycle from zero does on these levels, the last of which is a single cell, in one pass.
    template <class OmegaOf>
    static void small_cycle(Exec& on, std::span<const Level<D>> levels, std::span<MarkedPasses> passes,
                            const OmegaOf& omega_of) {
        // Below the finest all levels are of one kind.
        with_kind(levels[0].A, [&]<bool v>(const Operator<D, v>&) {
            const int count = static_cast<int>(levels.size()) - 1;
            SmallCycle<D, v> cycle{.level = {}, .count = count, .sweeps_up = levels[0].sweeps_up(), .last = {}, .single = {}};
            for (int k = 0; k < count; ++k) {
                const auto l = static_cast<std::size_t>(k);
                const Level<D>&level = levels[l], &below = levels[l + 1];
                MarkedPasses &own = passes[l], &coarse = passes[l + 1];
                const float omega = omega_of(level);
                cycle.level[k] = {.half = half(level),
                                  .below = below.unknowns.box(),
                                  .first = own.template sweep_from_zero<v>(level, {omega, omega}),
                                  .down = own.template restriction<v>(level, coarse),
                                  .up = own.template correction<v>(level, below, coarse),
                                  .relax = {own.template relaxation<v>(level, omega, 0),
                                            own.template relaxation<v>(level, omega, 1)}};
            }
            cycle.last = passes.back().single_cell(levels.back());
            cycle.single = levels.back().unknowns.box();
            on.in_one_block(cycle);
        });
    }

    void remove_mean(Exec& on, const Level<D>& level, double unknowns) {
        on.sum_into(sum_, level.unknowns.box(), ReadSplit<D>{rows_, b_});
        on.for_each(level.unknowns.box(), ShiftByMean<D>{rows_, level.known, sum_, std::max(unknowns, 1.0), b_});
    }

  private:
    static constexpr int group = MarkedOperator<D, false>::group;
    /// Whether the executor has tiles that march, as SweepTrip wants them.
    static constexpr bool marches = requires(Exec& on) { on.marches_from(); };
    bool can_march([[maybe_unused]] const Exec& on, const Level<D>& level) const {
        bool can = !repeats_ && level.unknowns.extent[0] % 4 == 0 && level.sweeps_up() % 2 == 0;
        for (int a = 0; a < D; ++a)
            can = can && level.unknowns.extent[a] % 2 == 0 && level.halved[a] && level.spacing[a].last == 1;
        if constexpr (D == 3 && marches) return can && level.cells() >= on.marches_from();
        return false;
    }
    /// One trip: `complete` tells it what comes before the sweep or after it. From zero there is no x that others might still
    /// read, so it stays where it is: a cycle that is recorded goes through an even number of the other trips, and back, since
    /// levels march only if their sweeps on the way up are even.
    template <Start start, bool restricts, class Complete>
    void march(Exec& on, const Level<D>& level, const Omega& omega, const Complete& complete) {
        bool unit = level.shift == 0;
        for (int a = 0; a < D; ++a) unit = unit && level.full[a] == 1;
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            const auto go = [&]<bool u>(SweepTrip<v, u, start, restricts> trip) {
                trip.marked = marked<v>(level), trip.rows = rows_, trip.box = level.unknowns.box();
                trip.b = std::as_const(b_), trip.x = std::as_const(x_), trip.next = start == Start::zero ? x_ : next_;
                trip.omega = omega;
                complete(trip);
                on.march(trip);
            };
            if constexpr (!v)
                if (unit) return go(SweepTrip<v, true, start, restricts>{});
            go(SweepTrip<v, false, start, restricts>{});
        });
        if (start != Start::zero) std::swap(x_, next_);
    }

    template <bool v>
    MarkedOperator<D, v> marked(const Level<D>& level) const {
        MarkedOperator<D, v> marked{.A = {level.A.step, level.A.weight, level.A.shift, level.A.own},
                                    .inverse = level.known,
                                    .marks = marks_,
                                    .full = level.full,
                                    .shift = level.shift,
                                    .full_inverse = 0,
                                    .first = {},
                                    .last = {},
                                    .inverse_at = {}};
        for (int a = 0; a < D; ++a) {
            const bool ends = !level.unknowns.periodic[a];
            marked.first[a] = ends ? 0 : -1, marked.last[a] = ends ? level.unknowns.extent[a] - 1 : -1;
        }
        for (int sides = 0; sides < 1 << D; ++sides) {
            const float diagonal = level.shift + sum_axes<D>([&](auto a) {
                                       return (sides >> a & 1) != 0 ? level.full[a] : level.full[a] + level.full[a];
                                   });
            marked.inverse_at[sides] = 1 / diagonal;
        }
        marked.full_inverse = marked.inverse_at[0];
        return marked;
    }
    /// Half as many cells in each row.
    static Box<D> half(const Level<D>& level) {
        Box<D> box = level.unknowns.box();
        box.hi[0] = (box.hi[0] + 1) / 2;
        return box;
    }

    template <bool v>
    SweepFromZero<D, v> sweep_from_zero(const Level<D>& level, const Omega& omega) {
        return {marked<v>(level), rows_, b_, omega, x_, level.unknowns.extent[0]};
    }
    template <bool v>
    RelaxMarked<D, v> relaxation(const Level<D>& level, float omega, int colour) {
        return {marked<v>(level), rows_, b_, x_, omega, colour, level.unknowns.extent[0]};
    }
    template <bool v>
    RestrictMarked<D, v> restriction(const Level<D>& fine, MarkedPasses& coarse) {
        return {fine.family(), {marked<v>(fine), rows_, b_, x_}, coarse.rows_, coarse.b_};
    }
    template <bool v>
    ProlongMarked<D, v> correction(const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse) {
        return {marked<v>(fine), prolongation<D>(fine, below, {}, {}), rows_, coarse.rows_, coarse.x_, x_,
                fine.unknowns.extent[0]};
    }
    RedFromZero<D> single_cell(const Level<D>& level) { return {rows_, level.known, b_, 1, x_}; }

    void sweep(Exec& on, const Level<D>& level, const Omega& of, bool from_zero) {
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            if (from_zero && !repeats_) {
                on.for_each(half(level), sweep_from_zero<v>(level, of));
                return;
            }
            if (!from_zero) wrap(on, level);
            for (const int colour : {0, 1}) {
                const float omega = colour == 0 ? of.all : of.last;
                if (from_zero && colour == 0) on.for_each(level.unknowns.box(), RedFromZero<D>{rows_, level.known, b_, omega, x_});
                else on.for_each(half(level), relaxation<v>(level, omega, colour));
                wrap(on, level);
            }
        });
    }

    void wrap(Exec& on, const Level<D>& level) {
        if (!repeats_) return;
        WrapSplit<D> kernel{.rows = rows_, .ghosts = {}, .period = level.unknowns.extent, .f = x_};
        for (int a = 0; a < D; ++a)
            for (const int high : {0, 1})
                if (level.unknowns.periodic[a]) kernel.ghosts.box[2 * a + high] = beyond(level.unknowns, a, high != 0);
        kernel.ghosts.add_up();
        on.for_each(numbers(kernel.ghosts.cells()), kernel);
    }

    EvenOdd<D> rows_;
    Field x_, b_;
    Field next_;  // where a trip leaves x; without memory: sweeps take a pass for each colour
    Buffer<std::uint32_t> marks_;
    Buffer<double> sum_;
    bool repeats_ = false;  // along some axis: then the ghosts of b are not known
};

}  // namespace whorl
