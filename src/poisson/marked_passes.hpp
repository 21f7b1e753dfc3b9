#pragma once
// The two halves of a V-cycle for a GPU. Far from walls and bodies nothing but x and b is loaded: groups of
// cells whose coefficients are those of open space are marked. The bits are those of cell_passes.hpp.

#include <cstdint>

#include "poisson/cell_passes.hpp"

namespace whorl {

/// A, with groups of cells for which its coefficients need not be loaded.
template <int D, bool varies>
struct MarkedOperator {
    static constexpr int group = 16;  // cells along x; the first of a row begins one

    Operator<D, varies> A;
    View<const float> inverse;
    View<const std::uint8_t> plain;  // by offset over `group`
    Vec<D> full;
    float shift, full_inverse;

    WHORL_HD bool is_plain(int at) const { return plain[static_cast<int>(static_cast<unsigned>(at) / group)] != 0; }

    /// (A x) from the value here and those around, as Operator::apply.
    template <class Around>
    WHORL_HD float apply_plain(float here, const Around& near) const {
        return shift * here + sum_axes<D>([&](auto a) {
                   return full[a] * (here - near.low[a]) + full[a] * (here - near.high[a]);
               });
    }
    template <class Around>
    WHORL_HD float apply(int at, float here, const Around& near) const {
        return A.self(at) * here + sum_axes<D>([&](auto a) {
                   return A.weight[a][at] * (here - near.low[a]) + A.weight[a][at + A.step[a]] * (here - near.high[a]);
               });
    }
};

/// Finds these groups; for the first cell of each.
template <int D, bool varies>
struct MarkPlain {
    MarkedOperator<D, varies> marked;
    int end;  // of a row
    View<std::uint8_t> plain;

    WHORL_HD void operator()(Cell<D> c) const {
        constexpr int group = MarkedOperator<D, varies>::group;
        if (c.i[0] % group != 0) return;
        bool all = true;
        for (int j = 0; j < group && c.i[0] + j < end; ++j) {
            const int at = c.at + j;
            all = all && marked.inverse[at] == marked.full_inverse && marked.A.self(at) == marked.shift;
            for_axes<D>([&](auto a) {
                all = all && marked.A.weight[a][at] == marked.full[a] &&
                      marked.A.weight[a][at + marked.A.step[a]] == marked.full[a];
            });
        }
        plain[c.at / group] = all ? 1 : 0;
    }
};

/// x += the correction of the level below, as Prolong.
template <int D, bool varies>
struct ProlongMarked {
    MarkedOperator<D, varies> marked;
    Prolong<D> prolong;

    WHORL_HD void operator()(Cell<D> c) const {
        if (!marked.is_plain(c)) return prolong(c);
        const int at = prolong.box.cell(prolong.parent(c.i)).at;
        const float parents = prolong.coarse[at];
        prolong.x[c] += parents + sum_axes<D>([&](auto a) {
                            const float lean = prolong.lean[a][c.i[a]] * marked.full[a];
                            return lean * (prolong.coarse[at + prolong.towards(c.i, a)] - parents);
                        });
    }
};

/// A sweep over both colours of an x that was 0: the red cells follow from b alone, and the black ones from those.
template <int D, bool varies>
struct SweepFromZero {
    MarkedOperator<D, varies> marked;
    View<const float> b;
    float omega;
    View<float> x;

    WHORL_HD float red(int at) const {
        return omega * (marked.is_plain(at) ? marked.full_inverse : marked.inverse[at]) * b[at];
    }
    WHORL_HD void operator()(Cell<D> c) const {
        float value;
        if (colour_of(c.i) == 0) {
            value = red(c);
        } else {
            struct {
                float low[D], high[D];
            } near;
            for_axes<D>([&](auto a) { near.low[a] = red(c - marked.A.step[a]), near.high[a] = red(c + marked.A.step[a]); });
            const bool plain = marked.is_plain(c);
            const float inverse = plain ? marked.full_inverse : marked.inverse[c];
            value = 0.0f + omega * inverse * (b[c] - (plain ? marked.apply_plain(0, near) : marked.apply(c, 0, near)));
        }
        x[c] = value;
    }
};

/// As Relax, for half of the cells of each row: a thread for each cell of the colour, and none for the others.
template <int D, bool varies>
struct RelaxMarked {
    MarkedOperator<D, varies> marked;
    View<const float> b;
    View<float> x;
    float omega;
    int colour, end;  // end: of a row

    WHORL_HD void operator()(Cell<D> c) const {
        const int odd = (colour_of(c.i) + c.i[0] + colour) & 1;  // of the first cell of the colour in this row
        const int i = 2 * c.i[0] + odd, at = c.at + i - c.i[0];
        if (i >= end) return;
        struct {
            float low[D], high[D];
        } near;
        for_axes<D>([&](auto a) { near.low[a] = x[at - marked.A.step[a]], near.high[a] = x[at + marked.A.step[a]]; });
        const float here = x[at];
        const bool plain = marked.is_plain(at);
        const float inverse = plain ? marked.full_inverse : marked.inverse[at];
        x[at] = here + omega * inverse * (b[at] - (plain ? marked.apply_plain(here, near) : marked.apply(at, here, near)));
    }
};

/// As Restrict; what it returns is the sum of the squares of the residual over the children.
template <int D, bool varies>
struct RestrictMarked {
    Family<D> family;
    MarkedOperator<D, varies> marked;
    View<const float> b, x;
    View<float> coarse;

    struct Neighbours {
        float low[D], high[D];
    };
    struct Two {
        float plain, square;
    };
    WHORL_HD Two residual(const Cell<D>& f) const {
        Neighbours near;
        for_axes<D>([&](auto a) { near.low[a] = x[f - family.fine.step[a]], near.high[a] = x[f + family.fine.step[a]]; });
        const bool open = marked.is_plain(f);
        const float left = b[f] - (open ? marked.apply_plain(x[f], near) : marked.apply(f, x[f], near));
        const float r = open || marked.inverse[f] > 0 ? left : 0.0f;
        return {r, r * r};
    }
    /// In the order of Family::sum.
    template <int level = 0>
    WHORL_HD Two sum(const Cell<D>& first, const Index<D>& count) const {
        if constexpr (level == D) {
            return residual(first);
        } else {
            constexpr int axis = level == 0 ? 0 : D - level;
            Cell<D> next = first;
            next.i[axis] += 1;
            next.at += family.fine.step[axis];
            const Two low = sum<level + 1>(first, count);
            const Two high = count[axis] > 1 ? sum<level + 1>(next, count) : Two{0, 0};
            return {low.plain + high.plain, low.square + high.square};
        }
    }
    WHORL_HD float operator()(Cell<D> c) const {
        const Two all = sum(family.eldest(c), family.children(c.i));
        coarse[c] = family.share * all.plain;
        return all.square;
    }
};

/// x -= the mean, at the unknowns.
template <int D>
struct ShiftByMean {
    View<const float> inverse;
    View<const double> sum;
    double unknowns;
    View<float> x;
    WHORL_HD void operator()(Cell<D> c) const {
        const auto mean = static_cast<float>(sum[0] / unknowns);
        x[c] = inverse[c] > 0 ? x[c] - mean : 0.0f;
    }
};

template <class Exec, int D>
class MarkedPasses {
  public:
    MarkedPasses() = default;
    MarkedPasses(Exec& on, const Level<D>& level)
        : x_(on.field(level.unknowns.grid)),
          b_(on.field(level.unknowns.grid)),
          spare_(on.field(level.unknowns.grid)),
          plain_(on.template buffer<std::uint8_t>(static_cast<std::size_t>(level.unknowns.grid.values() / group + 1))),
          sum_(on.template buffer<double>(1)) {
        for (int a = 0; a < D; ++a) repeats_ = repeats_ || level.unknowns.periodic[a];
    }

    void prepare(Exec& on, const Level<D>& level) {
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            on.for_each(level.unknowns.box(), MarkPlain<D, v>{marked<v>(level), level.unknowns.extent[0], plain_});
        });
    }

    void load(Exec& on, const Level<D>& level, View<const float> b, View<const float> x) {
        given_ = b;  // stays as it is until the next
        if (x.data) on.for_each(level.unknowns.box(), Assign<D>{x, x_});
    }
    void store(Exec& on, const Level<D>& level, View<float> x) const {
        on.for_each(level.unknowns.box(), Assign<D>{x_, x});
    }

    void relax(Exec& on, const Level<D>& level, int sweeps, float omega, bool from_zero) {
        for (int s = 0; s < sweeps; ++s) sweep(on, level, omega, from_zero && s == 0);
    }
    double squares(Exec& on, const Level<D>& level) {
        wrap(on, level.unknowns, View<float>(x_));
        return with_kind(level.A, [&]<bool v>(const Operator<D, v>& A) {
            return on.sum(level.unknowns.box(), Residual<D, v>{A, level.known, b(), x_, spare_});
        });
    }

    /// Without `measured` what it returns means nothing.
    double down(Exec& on, const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse, int sweeps, float omega,
                bool from_zero, bool measured) {
        for (int s = 0; s < sweeps; ++s) sweep(on, fine, omega, from_zero && s == 0);
        wrap(on, fine.unknowns, View<float>(x_));
        return with_kind(fine.A, [&]<bool v>(const Operator<D, v>&) {
            const RestrictMarked<D, v> kernel{fine.family(), marked<v>(fine), b(), x_, coarse.b_};
            if (measured) return on.sum(below.unknowns.box(), kernel);
            on.for_each(below.unknowns.box(), kernel);
            return 0.0;
        });
    }

    void up(Exec& on, const Level<D>& fine, const Level<D>& below, MarkedPasses& coarse, int sweeps, float omega) {
        wrap(on, below.unknowns, View<float>(coarse.x_));
        with_kind(fine.A, [&]<bool v>(const Operator<D, v>&) {
            on.for_each(fine.unknowns.box(), ProlongMarked<D, v>{marked<v>(fine), prolongation<D>(fine, below, coarse.x_, x_)});
        });
        relax(on, fine, sweeps, omega, false);
    }

    void solve_single_cell(Exec& on, const Level<D>& level) {
        on.for_each(level.unknowns.box(), RelaxFromZero<D>{level.known, b(), x_, 1, 0});
    }

    void remove_mean(Exec& on, const Level<D>& level, double unknowns) {
        on.sum_into(sum_, level.unknowns.box(), Read<D>{b_});
        on.for_each(level.unknowns.box(), ShiftByMean<D>{level.known, sum_, std::max(unknowns, 1.0), b_});
    }

  private:
    static constexpr int group = MarkedOperator<D, false>::group;

    /// The right-hand side: that of the caller on the finest level.
    View<const float> b() const { return given_.data ? given_ : View<const float>(b_); }

    template <bool v>
    MarkedOperator<D, v> marked(const Level<D>& level) const {
        const float diagonal = level.shift + sum_axes<D>([&](auto a) { return level.full[a] + level.full[a]; });
        return {.A = {level.A.step, level.A.weight, level.A.shift, level.A.own},
                .inverse = level.known,
                .plain = plain_,
                .full = level.full,
                .shift = level.shift,
                .full_inverse = 1 / diagonal};
    }

    void sweep(Exec& on, const Level<D>& level, float omega, bool from_zero) {
        const Box<D> box = level.unknowns.box();
        with_kind(level.A, [&]<bool v>(const Operator<D, v>&) {
            if (from_zero && !repeats_) {
                on.for_each(box, SweepFromZero<D, v>{marked<v>(level), b(), omega, x_});
                return;
            }
            if (!from_zero) wrap(on, level.unknowns, View<float>(x_));
            Box<D> half = box;
            half.hi[0] = (box.hi[0] + 1) / 2;
            for (const int colour : {0, 1}) {
                if (from_zero && colour == 0) on.for_each(box, RelaxFromZero<D>{level.known, b(), x_, omega, colour});
                else on.for_each(half, RelaxMarked<D, v>{marked<v>(level), b(), x_, omega, colour, box.hi[0]});
                wrap(on, level.unknowns, View<float>(x_));
            }
        });
    }

    Field x_, b_, spare_;
    Buffer<std::uint8_t> plain_;
    Buffer<double> sum_;
    bool repeats_ = false;  // along some axis: then the ghosts of b are not known
    View<const float> given_{};
};

}  // namespace whorl
