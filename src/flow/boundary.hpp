#pragma once
// The sides of the domain as data. What each kind of side means, for every field, is written here and nowhere else.

#include "kernels/ghosts.hpp"
#include "kernels/sample.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// How one side acts on one field: ghost = alpha * mirror + beta. With `held`, beta is twice what the field of held
/// values has there (or as many times as `held_scale` says).
struct Rule {
    float alpha = 1;
    float beta = 0;
    bool held = false;
    float held_scale = 2;
};

/// The rules of one field on all sides: rule[axis][0 low, 1 high].
template <int D> using Rules = Array<Array<Rule, 2>, D>;

template <int D> struct Sides {
    Array<Array<Side, 2>, D> side;

    Sides() = default;
    explicit Sides(const Boundary& b) {
        const Side* all[3][2] = {{&b.left, &b.right}, {&b.bottom, &b.top}, {&b.back, &b.front}};
        for (int a = 0; a < D; ++a)
            for (int s = 0; s < 2; ++s) side[a][s] = *all[a][s];
    }

    bool periodic(int axis) const { return side[axis][0].kind == Side::Kind::periodic; }
    Array<bool, D> periodic() const {
        Array<bool, D> p{};
        for (int a = 0; a < D; ++a) p[a] = periodic(a);
        return p;
    }
    /// Whether the velocity through the side is prescribed.
    bool shut(int axis, int s) const {
        const Side::Kind k = side[axis][s].kind;
        return k == Side::Kind::wall || k == Side::Kind::free_slip || k == Side::Kind::inflow;
    }

    /// Applies `of(axis, side)` to every side.
    template <class F> static Rules<D> rules(F of) {
        Rules<D> r{};
        for (int a = 0; a < D; ++a)
            for (int s = 0; s < 2; ++s) r[a][s] = of(a, s);
        return r;
    }

    Rules<D> for_velocity(int component) const {
        return rules([&](int a, int s) -> Rule {
            const Side& one = side[a][s];
            const bool held = one.kind == Side::Kind::wall || one.kind == Side::Kind::inflow ||
                              (one.kind == Side::Kind::free_slip && component == a);
            return held ? Rule{-1, 0, true} : Rule{1, 0};
        });
    }
    Rules<D> for_carried(const std::string& name) const {
        return rules([&](int a, int s) -> Rule {
            const Side& one = side[a][s];
            const auto found = one.held.find(name);
            const float value = found == one.held.end() ? 0.0f : static_cast<float>(found->second);
            switch (one.kind) {
                case Side::Kind::open: return {0, value};
                case Side::Kind::inflow: return {-1, 2 * value};
                case Side::Kind::periodic: return {1, 0};
                default: return found == one.held.end() ? Rule{1, 0} : Rule{-1, 2 * value};
            }
        });
    }
    Rules<D> for_pressure() const {
        return rules([&](int a, int s) { return side[a][s].kind == Side::Kind::open ? Rule{-1, 0} : Rule{1, 0}; });
    }
    Rules<D> no_gradient() const {
        return rules([](int, int) { return Rule{1, 0}; });
    }
};

/// Makes the two faces at the ends of a period agree, after they have been changed each by itself.
template <class Exec, int D> void join_seam(Exec& on, const Grid<D>& grid, Field& f, int axis) {
    Index<D> hi = grid.n();
    hi[axis] = 1;
    on.for_each(grid.box({}, hi), JoinSeam<D>{.span = grid.n()[axis] * grid.step()[axis], .f = f});
}

/// All of these ghosts in one pass.
template <class Exec, int D, int fields> void fill_shells(Exec& on, const Array<FillShell<D>, fields>& shells) {
    int most = 0;
    for (int i = 0; i < fields; ++i) most = whorl::max(most, shells[i].ghosts.cells());
    on.for_each(numbers(most, fields), FillShells<D, fields>{shells});
}

/// What the ghosts of a field of the given kind (centre, or the faces across an axis) are.
template <int D> struct Ghosts {
    const Grid<D>& grid;
    int kind;
    const Rules<D>& rules;
    const Array<bool, D>& periodic;
    const Field* held = nullptr;

    /// Beyond both ends of an axis.
    FillEnds<D> ends(Field& f, int a) const {
        constexpr int g = ghost_layers;
        const int n = grid.n()[a];
        const bool on_faces = kind == a;
        FillEnds<D> ends{.end = {}, .held = held ? View<const float>(*held) : View<const float>(), .f = f};
        for (int s = 0; s < 2; ++s) {
            // The face on a side of the domain is no ghost, unless it is the image of the one a period away.
            const int first = s == 0 ? -g : n + (on_faces && !periodic[a] ? 1 : 0);
            Mirror mirror;
            if (periodic[a])
                mirror = {s == 0 ? n : -n, 1, 0, n - 1};
            else if (on_faces)
                mirror = {s == 0 ? 0 : 2 * n, -1, 0, n};
            else
                mirror = {s == 0 ? -1 : 2 * n - 1, -1, 0, n - 1};
            const Rule rule = periodic[a] ? Rule{1, -0.0f} : rules[a][s];  // an image in every bit, also where that is -0
            ends.end[s] = {first, s == 0 ? 0 : n + g + 1, mirror, rule.alpha, rule.beta, rule.held, rule.held_scale};
        }
        return ends;
    }

    /// All of them at once.
    FillShell<D> shell(Field& f) const {
        FillShell<D> shell{
            .ghosts = {}, .beyond = 0, .end = {}, .held = held ? View<const float>(*held) : View<const float>(), .f = f};
        Box<D> inside = grid.all();
        for (int a = D - 1; a >= 0; --a) {
            const FillEnds<D> both = ends(f, a);
            for (int s = 0; s < 2; ++s) {
                Box<D>& beyond = shell.ghosts.box[2 * a + s];
                beyond = inside;
                beyond.lo[a] = both.end[s].first, beyond.hi[a] = both.end[s].last;
                shell.end[a][s] = both.end[s];
            }
            inside.lo[a] = both.end[0].last, inside.hi[a] = both.end[1].first;
        }
        Box<D> &low = shell.ghosts.box[0], &high = shell.ghosts.box[1];
        shell.beyond = high.lo[0];
        low.hi[0] = high.hi[0] - high.lo[0];
        high = {};
        shell.ghosts.add_up();
        return shell;
    }

    /// Fills them, axis by axis, so that edges and corners get theirs as well.
    template <class Exec> void fill(Exec& on, Field& f, int first_axis = 0) const {
        if constexpr (requires { Exec::fewer_passes; }) return fill_shells(on, Array<FillShell<D>, 1>{{shell(f)}});
        constexpr int g = ghost_layers;
        for (int a = first_axis; a < D; ++a) {
            const FillEnds<D> both = ends(f, a);
            Index<D> lo{}, hi = grid.n();
            for (int b = 0; b < D; ++b) {
                if (b < a) lo[b] = -g, hi[b] = grid.n()[b] + g + 1;
                if (b > a && kind == b) hi[b] += 1;
            }
            // A thread takes whole rows, or a cell.
            if constexpr (requires { Exec::calls_after_row; }) if (a == 0) {
                hi[0] = 1;
                on.for_each(grid.box(lo, hi), both);
                continue;
            }
            for (const auto& e : both.end) {
                lo[a] = e.first, hi[a] = e.last;
                on.for_each(grid.box(lo, hi), FillGhosts<D>{.axis = a,
                                                            .step = grid.step()[a],
                                                            .mirror = e.mirror,
                                                            .alpha = e.alpha,
                                                            .beta = e.beta,
                                                            .held = e.held ? both.held : View<const float>(),
                                                            .held_scale = e.held_scale,
                                                            .f = f});
            }
        }
    }

    /// Runs a kernel that writes all of the fields, then fills their ghosts.
    template <class Exec, class Kernel, int fields>
    void fill_after(Exec& on, const Box<D>& box, const Kernel& kernel, Field* const (&written)[fields]) const {
        if constexpr (requires { Exec::calls_after_row; }) {
            ThenEnds<D, fields, Kernel> with_ends{kernel, {}};
            for (int i = 0; i < fields; ++i) with_ends.ends[i] = ends(*written[i], 0);
            on.for_each(box, with_ends);
            for (Field* f : written) fill(on, *f, 1);
        } else if constexpr (requires { Exec::fewer_passes; }) {
            on.for_each(box, kernel);
            Array<FillShell<D>, fields> shells;
            for (int i = 0; i < fields; ++i) shells[i] = shell(*written[i]);
            fill_shells(on, shells);
        } else {
            on.for_each(box, kernel);
            for (Field* f : written) fill(on, *f);
        }
    }
};

template <class Exec, int D>
void fill_ghosts(Exec& on, const Grid<D>& grid, Field& f, int kind, const Rules<D>& rules, const Array<bool, D>& periodic,
                 const Field* held = nullptr) {
    Ghosts<D>{grid, kind, rules, periodic, held}.fill(on, f);
}

}  // namespace whorl
