#pragma once
// Linear systems to try the Poisson solvers on, and a direct solve to judge them by.

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "exec/cpu.hpp"
#include "poisson/poisson.hpp"
#include "support/sanitizers.hpp"

namespace whorl {

template <int D, class Visit>
void each_cell(const Box<D>& box, Visit visit) {
    for (int r = 0; r < box.rows(); ++r)
        for (Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) visit(c);
}

/// A system to solve. Sides are told by letters, two per axis: 'w' no gradient, 'o' held half a cell away, 'h' held a
/// cell away, 'p' periodic. Its larger members are compiled once, in problem.cpp.
template <int D>
struct Problem {
    Cpu on;
    Unknowns<D> unknowns;
    VectorField<D> weight;
    Field open, b, x, rhs;
    bool masked = false;
    float shift = 0;

    Problem(Index<D> n, const std::string& sides, Vec<D> h = filled<float, D>(1.0f), int threads = 1);

    const Grid<D>& grid() const { return unknowns.grid; }
    Box<D> box() const { return unknowns.box(); }
    Coefficients<D> coefficients() const {
        return {.weight = weight, .open = masked ? View<const float>(open) : View<const float>{}, .shift = shift};
    }

    void fill(Field& f, const std::function<double(Index<D>)>& value);
    void noise(unsigned seed = 1);
    /// So that b is compatible where nothing holds x.
    void remove_mean();
    /// A ball in the middle that lets nothing through.
    void put_ball();
    /// One in which x is held.
    void hold_ball();

    // The operator once more, in double and without tricks, to judge the solvers by.

    double diagonal(Cell<D> c) const;
    bool unknown(Cell<D> c) const { return diagonal(c) > 0 && (!masked || open.data()[c] > 0); }
    template <class Visit>
    void each_unknown(Visit visit) const {
        each_cell(box(), [&](Cell<D> c) {
            if (unknown(c)) visit(c);
        });
    }
    /// Root mean square of b - A x over the unknowns; `mean` of b is left out.
    double residual(double mean = 0) const;
    /// b becomes b - A x: what is left to be solved for.
    void take_rest();
    /// The solution by elimination, by offset. Where A is singular, the one of mean 0.
    std::vector<double> direct() const;
    /// Largest difference of x and the direct solution, over the largest value of that.
    double error() const;

    std::unique_ptr<Poisson<Cpu, D>> solver(Pressure method);
    Report solve(Pressure method, const Goal& goal = {}) { return solve(*solver(method), goal); }
    /// b stays what it is.
    Report solve(Poisson<Cpu, D>& with, const Goal& goal = {});
    Report solve_from_zero(Poisson<Cpu, D>& with, const Goal& goal);

    /// What a V-cycle leaves of the residual, at worst, between the second and the fourth.
    double cycle_factor();

  private:
    double outside_ball(Index<D> i, int face_axis = -1) const;
    template <class Visit>
    void neighbours(Cell<D> c, Visit visit) const;
    double residual_at(Cell<D> c) const;
};

template <int D>
Index<D> sizes(int x, int y, int z) {
    Index<D> n{};
    for (int a = 0; a < D; ++a) n[a] = a == 0 ? x : a == 1 ? y : z;
    return n;
}
template <int D>
Index<D> cube(int n) {
    return sizes<D>(n, n, n);
}
/// Large enough that seven threads all get something to do; under a sanitizer, two.
template <int D>
Index<D> size_for_threads() {
    if (D == 2) return sanitized ? sizes<D>(161, 129, 1) : sizes<D>(301, 203, 1);
    return sanitized ? sizes<D>(33, 25, 27) : sizes<D>(51, 47, 33);
}
template <int D>
std::string all_sides(char kind) {
    return std::string(2 * D, kind);
}
template <int D>
std::string one_open() {
    return D == 2 ? "wwwo" : "wwwoww";
}

/// All mixes of sides, an axis at a time.
template <int D>
std::vector<std::string> all_mixes() {
    std::vector<std::string> mixes{""};
    for (int a = 0; a < D; ++a) {
        std::vector<std::string> longer;
        for (const auto& m : mixes)
            for (const char* pair : {"ww", "wo", "ho", "oo", "wh", "pp"}) longer.push_back(m + pair);
        mixes = longer;
    }
    return mixes;
}

}  // namespace whorl
