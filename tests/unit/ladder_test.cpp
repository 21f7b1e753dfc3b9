// The rungs of the ladder below and beside multigrid: Gauss-Seidel, incomplete Cholesky, transforms, cyclic reduction.

#include <gtest/gtest.h>

#include <cstring>

#include "problem.hpp"
#include "support/each_dimension.hpp"
#include "support/sanitizers.hpp"
#include "support/solvers.hpp"

namespace whorl {
namespace {

// ---- Gauss-Seidel ---------------------------------------------------------------------------------------------------

TEST(GaussSeidel, DoesThePapersSweepsInThePapersOrder) {
    Problem<2> p({17, 12}, "wwwo");
    const int n[2] = {17, 12};
    p.solve(Pressure::gauss_seidel);
    // The loops as printed: twenty times, x outside, y inside, from 0.
    std::vector<double> x(19 * 14, 0.0);
    const auto at = [](int i, int j) { return static_cast<std::size_t>(i + 19 * j); };
    for (int sweep = 0; sweep < 20; ++sweep)
        for (int i = 1; i <= n[0]; ++i)
            for (int j = 1; j <= n[1]; ++j) {
                const Cell<2> c = p.box().cell({i - 1, j - 1});
                double sum = p.b.data()[c];
                if (i > 1) sum += x[at(i - 1, j)];
                if (i < n[0]) sum += x[at(i + 1, j)];
                if (j > 1) sum += x[at(i, j - 1)];
                if (j < n[1]) sum += x[at(i, j + 1)];
                x[at(i, j)] = sum / p.diagonal(c);
            }
    each_cell(p.box(), [&](Cell<2> c) { ASSERT_NEAR(p.x.data()[c], x[at(c.i[0] + 1, c.i[1] + 1)], 2e-6); });
}

TEST_EACH_DIMENSION(GaussSeidel, SweepsTwentyTimesOrAsOftenAsItIsToldAndReportsWhatIsLeft) {
    for (const char kind : {'w', 'o', 'p'}) {
        Problem<D> p(cube<D>(D == 2 ? 40 : 15), all_sides<D>(kind));
        if (kind != 'p') p.put_ball();
        const auto solver = p.solver(Pressure::gauss_seidel);
        for (const int limit : {0, 1, 3}) {
            const Report r = p.solve_from_zero(*solver, {.tolerance = 0.9, .limit = limit, .scale = 0.3});
            EXPECT_EQ(r.iterations, limit == 0 ? 20 : limit);
            EXPECT_NEAR(p.residual() / 0.3, r.residual, 1e-4 * r.residual) << kind << limit;
        }
        EXPECT_FALSE(p.solve_from_zero(*solver, {.tolerance = 1e-4}).converged);
        EXPECT_TRUE(p.solve_from_zero(*solver, {.tolerance = 0.5}).converged);
    }
}

TEST_EACH_DIMENSION(GaussSeidel, FindsTheSolutionInTheEnd) {
    for (const char kind : {'w', 'o', 'p'}) {
        Problem<D> p(sizes<D>(9, 8, 5), all_sides<D>(kind));
        if (kind != 'p') p.put_ball();
        p.solve(Pressure::gauss_seidel, {.limit = 2000});
        EXPECT_LE(p.error(), 1e-4) << kind;
    }
}

// ---- Incomplete Cholesky --------------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(IncompleteCholesky, NeedsAFifthOfTheIterationsOfPlainConjugateGradients) {
    for (const char kind : {'w', 'o', 'p'})
        for (const bool ball : {false, true}) {
            if (sanitized && !ball) continue;
            Problem<D> p(cube<D>(D == 2 ? all_or(201, 101) : 45), all_sides<D>(kind));
            if (ball) p.put_ball();
            const Report plain = p.solve(Pressure::conjugate_gradient, {.tolerance = 1e-4});
            p.on.clear(p.x);
            const Report r = p.solve(Pressure::incomplete_cholesky, {.tolerance = 1e-4});
            EXPECT_TRUE(r.converged);
            // Its factor does not know the couplings across a periodic side.
            EXPECT_LE((kind == 'p' ? 2 : 5) * r.iterations, plain.iterations) << kind << ball;
        }
}

// ---- Direct solvers -------------------------------------------------------------------------------------------------

constexpr const char* every_pair[] = {"ww", "wo", "ow", "oo", "wh", "hw", "oh", "ho", "hh", "pp"};

/// Largest residual over the rounding that a float x allows.
template <int D>
double over_rounding(const Problem<D>& p) {
    double stiff = 0, count = 0;
    p.each_unknown([&](Cell<D> c) {
        const double v = p.diagonal(c) * p.x.data()[c];
        stiff += v * v, ++count;
    });
    return p.residual() / (std::sqrt(stiff / count) / (1 << 24));
}

TEST(DirectSolvers, AgreeWithEliminationForAllMixesOfSidesInAPlane) {
    for (const Index<2>& n : {Index<2>{9, 7}, Index<2>{all_or(23, 13), all_or(18, 10)}})
        for (const char* x : every_pair)
            for (const char* y : every_pair)
                for (const Pressure method : direct_pressures(2)) {
                    Problem<2> p(n, std::string(x) + y, {1, 0.7f});
                    const Report r = p.solve(method, {.tolerance = 1e-6});
                    EXPECT_LE(r.iterations, 2);
                    EXPECT_LE(p.error(), 3e-6) << x << y << n[0] << static_cast<int>(method);
                }
}

TEST(DirectSolvers, AgreeWithEliminationForAllMixesOfSidesInSpace) {
    for (const char* x : every_pair)
        for (const char* y : every_pair)
            for (const char* z : every_pair)
                for (const Pressure method : direct_pressures(3)) {
                    Problem<3> p({5, 3, 4}, std::string(x) + y + z, {1, 0.7f, 1.3f});
                    p.solve(method, {.tolerance = 1e-6});
                    EXPECT_LE(p.error(), 1e-5) << x << y << z << static_cast<int>(method);
                }
}

TEST_EACH_DIMENSION(DirectSolvers, LeaveNothingButRounding) {
    for (const char* pair : every_pair)
        for (const Pressure method : direct_pressures(D)) {
            std::string sides;
            for (int a = 0; a < D; ++a) sides += pair;
            Problem<D> p(D == 2 ? sizes<D>(201, 130, 1) : sizes<D>(37, 24, all_or(31, 9)), sides);
            const Report r = p.solve(method, {.tolerance = 1e-12});
            EXPECT_LE(r.iterations, 4);
            EXPECT_LE(over_rounding(p), 1) << sides << static_cast<int>(method);
        }
}

TEST_EACH_DIMENSION(DirectSolvers, TakeAnyShift) {
    for (const float shift : {1e-6f, 1e-3f, 1.0f, 1e3f, 1e6f})
        for (const char kind : {'w', 'o', 'h', 'p'})
            for (const Pressure method : direct_pressures(D)) {
                Problem<D> p(sizes<D>(11, 8, 5), all_sides<D>(kind));
                p.shift = shift;
                each_cell(p.box(), [&](Cell<D> c) { p.b.data()[c] += 0.3f; });
                p.solve(method, {.tolerance = 1e-6});
                EXPECT_LE(p.error(), shift < 1e-4f ? 3e-3 : 2e-5) << shift << kind << static_cast<int>(method);
            }
}

TEST(DirectSolvers, TakeSingleRowsAndSingleCells) {
    for (const auto& n : {Index<2>{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 60}, {60, 3}, {1, 50}, {50, 1}, {17, 5}})
        for (const char* sides : {"oooo", "wwwo", "pphw", "wwww", "pppp", "whpp"})
            for (const auto method : direct_pressures(2)) {
                Problem<2> p(n, sides);
                p.solve(method, {.tolerance = 1e-6});
                EXPECT_LE(p.error(), 1e-4) << n[0] << "x" << n[1] << " " << sides << " " << static_cast<int>(method);
            }
}

TEST_EACH_DIMENSION(DirectSolvers, SolveForTheFacesInsideTheDomainAsForCells) {
    // Of n + 1 faces along x those on the sides are held, as `flow/diffuse` has it.
    for (const char* held : {"both", "low", "none"})
        for (const auto method : direct_pressures(D)) {
            Problem<D> p(sizes<D>(14, 7, 6), all_sides<D>('w'));
            const int least = held[0] == 'n' ? 0 : 1, most = held[0] == 'b' ? 12 : 13;
            p.masked = true;
            p.fill(p.open, [&](Index<D> i) { return i[0] >= least && i[0] <= most; });
            p.shift = 0.1f;
            p.solve(method, {.tolerance = 1e-6});
            EXPECT_LE(p.error(), 3e-6) << held << static_cast<int>(method);
        }
}

// Not those that are asked for, nor those beside them that stay 0. What they say is left is what is left.
TEST_EACH_DIMENSION(DirectSolvers, FromZeroNeverLookAtTheValuesThatWereThere) {
    for (const char* pair : every_pair)
        for (const bool inside : {false, true})
            for (const auto method : direct_pressures(D)) {
                if (inside && pair != every_pair[0]) continue;
                std::string sides;
                for (int a = 0; a < D; ++a) sides += pair;
                Problem<D> p(D == 2 ? sizes<D>(14, 40, 1) : sizes<D>(14, 5, 3), sides);
                p.masked = inside;
                p.shift = inside ? 0.1f : 0.0f;
                p.fill(p.open, [&](Index<D> i) { return i[0] >= 1 && i[0] <= 12; });
                p.fill(p.x, [](Index<D>) { return NAN; });
                const Report r = p.solve(method, {.tolerance = 1e-6, .scale = 1, .from_zero = true});
                EXPECT_LE(p.error(), 1e-5) << sides << inside << static_cast<int>(method);
                EXPECT_NEAR(r.residual, p.residual(), 5e-7) << sides << inside << static_cast<int>(method);
                if (inside) {
                    EXPECT_EQ(p.x.data()[p.box().cell({}).at], 0);
                }
            }
}

TEST_EACH_DIMENSION(DirectSolvers, RefuseBodies) {
    for (const auto method : direct_pressures(D)) {
        Problem<D> p(cube<D>(12), all_sides<D>('w'));
        const auto solver = p.solver(method);
        p.put_ball();
        EXPECT_THROW(solver->prepare(p.on, p.coefficients()), Error);
        Problem<D> held(cube<D>(12), all_sides<D>('w'));
        held.hold_ball();
        EXPECT_THROW(solver->prepare(held.on, held.coefficients()), Error);
    }
}

TEST_EACH_DIMENSION(DirectSolvers, KeepWhatEverySolverPromises) {
    for (const auto method : direct_pressures(D)) {
        Problem<D> p(cube<D>(20), all_sides<D>('w'));
        const auto solver = p.solver(method);
        // Answer zero to zero; ignore the mean where nothing holds x; forget a guess that is worse than none.
        const Field b = std::move(p.b);
        p.b = p.on.field(p.grid());
        p.fill(p.x, [](Index<D> i) { return i[0]; });
        EXPECT_EQ(p.solve(*solver).iterations, 0);
        each_cell(p.box(), [&](Cell<D> c) { ASSERT_EQ(p.x.data()[c], 0); });
        for (const double size : {1e-30, 1.0, 1e15}) {
            p.fill(p.b, [&](Index<D> i) { return size * (0.25 + b.data()[p.box().cell(i)]); });
            p.fill(p.x, [](Index<D> i) { return i[0] % 2 ? 1e30 : NAN; });
            const Report r = p.solve(*solver, {.tolerance = 1e-5});
            EXPECT_TRUE(r.converged);
            EXPECT_LE(p.residual(0.25 * size), 1e-5 * size);
            EXPECT_EQ(p.solve(*solver, {.tolerance = 1e-4}).iterations, 0);
        }
    }
}

// ---- Time -----------------------------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(Budget, EndsASolveBetweenIterationsAndReportsWhatWasReached) {
    for (const auto method :
         {Pressure::automatic, Pressure::gauss_seidel, Pressure::red_black, Pressure::conjugate_gradient,
          Pressure::incomplete_cholesky, Pressure::multigrid, Pressure::multigrid_cg}) {
        Problem<D> p(cube<D>(20), one_open<D>());
        p.put_ball();
        const Report r = p.solve(method, {.tolerance = 1e-4, .budget_ms = 1e-9});
        EXPECT_LE(r.iterations, 8) << static_cast<int>(method);
        EXPECT_FALSE(r.converged) << static_cast<int>(method);
        double sum = 0, count = 0;
        p.each_unknown([&](Cell<D> c) { sum += double{p.b.data()[c]} * p.b.data()[c], ++count; });
        EXPECT_NEAR(p.residual() / std::sqrt(sum / count), r.residual, 1e-4) << static_cast<int>(method);
    }
}

// ---- Promises -------------------------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(Ladder, GivesTheSameBitsForAnyNumberOfThreads) {
    std::vector<Pressure> methods = direct_pressures(D);
    methods.push_back(Pressure::gauss_seidel);
    for (const char* pair : {"ww", "oo", "pp", "wh", "ow"})
        for (const auto method : methods) {
            std::string sides;
            for (int a = 0; a < D; ++a) sides += pair;
            std::vector<float> first;
            for (const int threads : thread_counts) {
                Problem<D> p(size_for_threads<D>(), sides, filled<float, D>(1.0f), threads);
                p.solve(method);
                const std::vector<float> bits(p.x.data(), p.x.data() + p.x.size());
                if (first.empty()) first = bits;
                EXPECT_EQ(std::memcmp(bits.data(), first.data(), bits.size() * sizeof(float)), 0)
                    << sides << threads << static_cast<int>(method);
            }
        }
}

}  // namespace
}  // namespace whorl
