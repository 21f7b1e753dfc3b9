#include "problem.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {

template <int D>
Problem<D>::Problem(Index<D> n, const std::string& sides, Vec<D> h, int threads)
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

template <int D>
void Problem<D>::fill(Field& f, const std::function<double(Index<D>)>& value) {
    each_cell(box(), [&](Cell<D> c) { f.data()[c] = static_cast<float>(value(c.i)); });
}

template <int D>
void Problem<D>::noise(unsigned seed) {
    std::mt19937 random(seed);
    fill(b, [&](Index<D>) { return std::uniform_real_distribution<float>(-1, 1)(random); });
    remove_mean();
}

template <int D>
void Problem<D>::remove_mean() {
    double sum = 0, count = 0;
    each_unknown([&](Cell<D> c) { sum += b.data()[c], ++count; });
    each_unknown([&](Cell<D> c) { b.data()[c] -= static_cast<float>(sum / count); });
}

// ---- Balls ----------------------------------------------------------------------------------------------------------

/// Distance to it, in cells.
template <int D>
double Problem<D>::outside_ball(Index<D> i, int face_axis) const {
    double square = 0, radius = 1e9;
    for (int a = 0; a < D; ++a) {
        const double d = i[a] + (a == face_axis ? 0.0 : 0.5) - 0.5 * unknowns.extent[a] - 0.2;
        square += d * d;
        radius = std::min(radius, 0.25 * unknowns.extent[a]);
    }
    return std::sqrt(square) - radius;
}

template <int D>
void Problem<D>::put_ball() {
    for (int a = 0; a < D; ++a)
        each_cell(grid().faces(a), [&](Cell<D> c) {
            weight[a].data()[c] *= static_cast<float>(std::clamp(outside_ball(c.i, a) + 0.5, 0.0, 1.0));
        });
    remove_mean();
}

template <int D>
void Problem<D>::hold_ball() {
    masked = true;
    fill(open, [&](Index<D> i) { return outside_ball(i) > 0 ? 1 : 0; });
}

// ---- The operator ---------------------------------------------------------------------------------------------------

/// visit(offset of the neighbour or -1 beyond a side, weight)
template <int D>
template <class Visit>
void Problem<D>::neighbours(Cell<D> c, Visit visit) const {
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

template <int D>
double Problem<D>::diagonal(Cell<D> c) const {
    double sum = shift;
    neighbours(c, [&](int, double w) { sum += w; });
    return sum;
}

/// b - A x
template <int D>
double Problem<D>::residual_at(Cell<D> c) const {
    double r = b.data()[c] - shift * double{x.data()[c]};
    neighbours(c, [&](int at, double w) {
        const bool held = at < 0 || (masked && !(open.data()[at] > 0));
        r -= w * (double{x.data()[c]} - (held ? 0.0 : double{x.data()[at]}));
    });
    return r;
}

template <int D>
double Problem<D>::residual(double mean) const {
    double sum = 0, count = 0;
    each_unknown([&](Cell<D> c) {
        const double r = residual_at(c) - mean;
        sum += r * r;
        ++count;
    });
    return std::sqrt(sum / count);
}

template <int D>
void Problem<D>::take_rest() {
    std::vector<float> rest;
    each_unknown([&](Cell<D> c) { rest.push_back(static_cast<float>(residual_at(c))); });
    std::size_t next = 0;
    each_unknown([&](Cell<D> c) { b.data()[c] = rest[next++]; });
}

template <int D>
std::vector<double> Problem<D>::direct() const {
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

template <int D>
double Problem<D>::error() const {
    const std::vector<double> exact = direct();
    double worst = 0, largest = 1e-30;
    each_cell(box(), [&](Cell<D> c) {
        const double d = std::abs(double{x.data()[c]} - exact[static_cast<std::size_t>(c.at)]);
        worst = d <= worst ? worst : d;  // a NaN is the worst
        largest = std::max(largest, std::abs(exact[static_cast<std::size_t>(c.at)]));
    });
    return worst / largest;
}

// ---- Solving --------------------------------------------------------------------------------------------------------

template <int D>
std::unique_ptr<Poisson<Cpu, D>> Problem<D>::solver(Pressure method) {
    auto made = make_poisson<Cpu, D>(on, method, unknowns);
    made->prepare(on, coefficients());
    return made;
}

template <int D>
Report Problem<D>::solve(Poisson<Cpu, D>& with, const Goal& goal) {
    on.copy(b, rhs);
    return with.solve(on, rhs, x, goal);
}

template <int D>
Report Problem<D>::solve_from_zero(Poisson<Cpu, D>& with, const Goal& goal) {
    on.clear(x);
    return solve(with, goal);
}

template <int D>
double Problem<D>::cycle_factor() {
    const auto multigrid = solver(Pressure::multigrid);
    double worst = 0, before = 0;
    for (int cycles = 1; cycles <= 4; ++cycles) {
        const double left = solve_from_zero(*multigrid, {.tolerance = 1e-12, .limit = cycles}).residual;
        if (cycles > 1) worst = std::max(worst, left / before);
        before = left;
    }
    return worst;
}

template struct Problem<2>;
template struct Problem<3>;

}  // namespace whorl
