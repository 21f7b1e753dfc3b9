#pragma once
// Linear systems to try the Poisson solvers on, and a direct solve to judge them by.

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "exec/cpu.hpp"
#include "poisson/make.hpp"

namespace whorl {

template <int D, class Visit>
void each_cell(const Box<D>& box, Visit visit) {
    for (int r = 0; r < box.rows(); ++r)
        for (Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) visit(c);
}

/// A system to solve. Sides are told by letters, two per axis: 'w' no gradient, 'o' held half a cell away, 'h' held a
/// cell away, 'p' periodic.
template <int D>
struct Problem {
    Cpu on;
    Unknowns<D> unknowns;
    VectorField<D> weight;
    Field open, b, x, rhs;
    bool masked = false;
    float shift = 0;

    Problem(Index<D> n, const std::string& sides, Vec<D> h = filled<float, D>(1.0f), int threads = 1)
        : on(threads), unknowns{Grid<D>(n, h), n, {}} {
        weight = on.faces(grid());
        for (Field* f : {&open, &b, &x, &rhs}) *f = on.field(grid());
        for (int a = 0; a < D; ++a) {
            const auto side = [&, a](int s) { return sides[static_cast<std::size_t>(2 * a + s)]; };
            const float full = h[0] * h[0] / (h[a] * h[a]);
            unknowns.periodic[a] = side(0) == 'p';
            each_cell(grid().faces(a), [&](Cell<D> c) {
                const int i = c.i[a];
                const char kind = i == 0 ? side(0) : i == n[a] ? side(1) : 'p';
                weight[a].data()[c] = kind == 'w' ? 0 : kind == 'o' ? 2 * full : full;
            });
        }
        noise();
    }

    const Grid<D>& grid() const { return unknowns.grid; }
    Box<D> box() const { return unknowns.box(); }
    Coefficients<D> coefficients() const {
        return {.weight = weight, .open = masked ? View<const float>(open) : View<const float>{}, .shift = shift};
    }

    void fill(Field& f, const std::function<double(Index<D>)>& value) {
        each_cell(box(), [&](Cell<D> c) { f.data()[c] = static_cast<float>(value(c.i)); });
    }
    void noise(unsigned seed = 1) {
        std::mt19937 random(seed);
        fill(b, [&](Index<D>) { return std::uniform_real_distribution<float>(-1, 1)(random); });
        remove_mean();
    }
    /// So that b is compatible where nothing holds x.
    void remove_mean() {
        double sum = 0, count = 0;
        each_unknown([&](Cell<D> c) { sum += b.data()[c], ++count; });
        each_unknown([&](Cell<D> c) { b.data()[c] -= static_cast<float>(sum / count); });
    }
    /// Distance to a ball in the middle, in cells.
    double outside_ball(Index<D> i, int face_axis = -1) const {
        double square = 0, radius = 1e9;
        for (int a = 0; a < D; ++a) {
            const double d = i[a] + (a == face_axis ? 0.0 : 0.5) - 0.5 * unknowns.extent[a] - 0.2;
            square += d * d;
            radius = std::min(radius, 0.25 * unknowns.extent[a]);
        }
        return std::sqrt(square) - radius;
    }
    void put_ball() {
        for (int a = 0; a < D; ++a)
            each_cell(grid().faces(a), [&](Cell<D> c) {
                weight[a].data()[c] *= static_cast<float>(std::clamp(outside_ball(c.i, a) + 0.5, 0.0, 1.0));
            });
        remove_mean();
    }
    void hold_ball() {
        masked = true;
        fill(open, [&](Index<D> i) { return outside_ball(i) > 0 ? 1 : 0; });
    }

    // The operator once more, in double and without tricks, to judge the solvers by.

    double diagonal(Cell<D> c) const {
        double sum = shift;
        neighbours(c, [&](int, double w) { sum += w; });
        return sum;
    }
    bool unknown(Cell<D> c) const { return diagonal(c) > 0 && (!masked || open.data()[c] > 0); }
    template <class Visit>
    void each_unknown(Visit visit) const {
        each_cell(box(), [&](Cell<D> c) {
            if (unknown(c)) visit(c);
        });
    }
    /// visit(offset of the neighbour or -1 beyond a side, weight)
    template <class Visit>
    void neighbours(Cell<D> c, Visit visit) const {
        for (int a = 0; a < D; ++a)
            for (const int direction : {-1, 1}) {
                const double w = weight[a].data()[c.at + (direction > 0 ? grid().step()[a] : 0)];
                Index<D> i = c.i;
                i[a] += direction;
                const int n = unknowns.extent[a];
                if (unknowns.periodic[a]) i[a] = (i[a] + n) % n;
                if (i == c.i) continue;
                visit(i[a] < 0 || i[a] >= n ? -1 : box().cell(i).at, w);
            }
    }
    /// b - A x
    double residual_at(Cell<D> c) const {
        double r = b.data()[c] - shift * double{x.data()[c]};
        neighbours(c, [&](int at, double w) {
            const bool held = at < 0 || (masked && !(open.data()[at] > 0));
            r -= w * (double{x.data()[c]} - (held ? 0.0 : double{x.data()[at]}));
        });
        return r;
    }
    /// Root mean square of b - A x over the unknowns; `mean` of b is left out.
    double residual(double mean = 0) const {
        double sum = 0, count = 0;
        each_unknown([&](Cell<D> c) {
            const double r = residual_at(c) - mean;
            sum += r * r;
            ++count;
        });
        return std::sqrt(sum / count);
    }
    /// b becomes b - A x: what is left to be solved for.
    void take_rest() {
        std::vector<float> rest;
        each_unknown([&](Cell<D> c) { rest.push_back(static_cast<float>(residual_at(c))); });
        std::size_t next = 0;
        each_unknown([&](Cell<D> c) { b.data()[c] = rest[next++]; });
    }
    /// The solution by elimination, by offset. Where A is singular, the one of mean 0.
    std::vector<double> direct() const {
        std::vector<int> number(static_cast<std::size_t>(grid().values()), -1), cells;
        each_unknown([&](Cell<D> c) {
            number[static_cast<std::size_t>(c.at)] = static_cast<int>(cells.size());
            cells.push_back(c);
        });
        const std::size_t n = cells.size();
        std::vector<std::vector<double>> m(n, std::vector<double>(n + 1, 0.0));
        double leak = shift;
        each_unknown([&](Cell<D> c) {
            auto& row = m[static_cast<std::size_t>(number[static_cast<std::size_t>(c.at)])];
            row[static_cast<std::size_t>(number[static_cast<std::size_t>(c.at)])] += diagonal(c);
            row[n] = b.data()[c];
            neighbours(c, [&](int at, double w) {
                const int other = at < 0 ? -1 : number[static_cast<std::size_t>(at)];
                if (other < 0)
                    leak += w;
                else
                    row[static_cast<std::size_t>(other)] -= w;
            });
        });
        if (leak == 0)
            for (auto& row : m)
                for (std::size_t j = 0; j < n; ++j) row[j] += 1;
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = k + 1; i < n; ++i) {
                const double f = m[i][k] / m[k][k];
                for (std::size_t j = k; f != 0 && j <= n; ++j) m[i][j] -= f * m[k][j];
            }
        std::vector<double> solution(number.size(), 0.0);
        for (std::size_t k = n; k-- > 0;) {
            double s = m[k][n];
            for (std::size_t j = k + 1; j < n; ++j) s -= m[k][j] * solution[static_cast<std::size_t>(cells[j])];
            solution[static_cast<std::size_t>(cells[k])] = s / m[k][k];
        }
        return solution;
    }
    /// Largest difference of x and the direct solution, over the largest value of that.
    double error() const {
        const std::vector<double> exact = direct();
        double worst = 0, largest = 1e-30;
        each_cell(box(), [&](Cell<D> c) {
            const double d = std::abs(double{x.data()[c]} - exact[static_cast<std::size_t>(c.at)]);
            worst = d <= worst ? worst : d;  // a NaN is the worst
            largest = std::max(largest, std::abs(exact[static_cast<std::size_t>(c.at)]));
        });
        return worst / largest;
    }

    std::unique_ptr<Poisson<Cpu, D>> solver(Pressure method) {
        auto made = make_poisson<Cpu, D>(on, method, unknowns);
        made->prepare(on, coefficients());
        return made;
    }
    Report solve(Pressure method, const Goal& goal = {}) { return solve(*solver(method), goal); }
    /// b stays what it is.
    Report solve(Poisson<Cpu, D>& with, const Goal& goal = {}) {
        on.copy(b, rhs);
        return with.solve(on, rhs, x, goal);
    }
    Report solve_from_zero(Poisson<Cpu, D>& with, const Goal& goal) {
        on.clear(x);
        return solve(with, goal);
    }

    /// What a V-cycle leaves of the residual, at worst, between the second and the fourth.
    double cycle_factor() {
        const auto multigrid = solver(Pressure::multigrid);
        double worst = 0, before = 0;
        for (int cycles = 1; cycles <= 4; ++cycles) {
            const double left = solve_from_zero(*multigrid, {.tolerance = 1e-12, .limit = cycles}).residual;
            if (cycles > 1) worst = std::max(worst, left / before);
            before = left;
        }
        return worst;
    }
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
