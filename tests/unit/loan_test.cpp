// What a caller of the solvers may spare them: memory, sums that are known, a mean that nobody asks for.

#include <gtest/gtest.h>

#include <cstring>

#include "problem.hpp"
#include "support/each_dimension.hpp"
#include "support/solvers.hpp"

namespace whorl {
namespace {

const std::vector<Pressure> around_bodies = {Pressure::gauss_seidel,        Pressure::red_black, Pressure::conjugate_gradient,
                                             Pressure::incomplete_cholesky, Pressure::multigrid, Pressure::multigrid_cg,
                                             Pressure::automatic};

/// A wall across y with a gap, thin enough for coarse cells to reach across.
template <int D>
void put_wall(Problem<D>& p) {
    each_cell(p.grid().faces(1), [&](Cell<D> c) {
        if (c.i[1] == 7 && c.i[0] > 2) p.weight[1].data()[c] = 0;
    });
}

/// For every solver that can: solve(problem, solver) with a wall and open sides, with repeating ones, and in a closed box.
template <int D, class Try>
void with_every_solver(const Try& attempt) {
    for (const char* pair : {"wo", "pp", "ww"})
        for (const bool wall : {true, false})
            for (const Pressure method : wall ? around_bodies : direct_pressures(D)) {
                std::string sides;
                for (int a = 0; a < D; ++a) sides += pair;
                Problem<D> p(sizes<D>(all_or(24, 14), all_or(17, 11), all_or(10, 6)), sides);
                if (wall) put_wall(p);
                SCOPED_TRACE(std::string(pair) + " " + std::to_string(static_cast<int>(method)));
                attempt(p, method);
            }
}

template <int D>
std::vector<float> values_of(const Problem<D>& p) {
    std::vector<float> values;
    each_cell(p.box(), [&](Cell<D> c) { values.push_back(p.x.data()[c]); });
    return values;
}

TEST_EACH_DIMENSION(Loan, MemoryThatIsLentMayHoldAnythingWhenASolveBegins) {
    with_every_solver<D>([](Problem<D>& p, Pressure method) {
        const Report own = p.solve(method);
        const std::vector<float> expected = values_of(p);
        p.unknowns.lent = true;
        std::vector<Field> spare(8);
        std::vector<Field*> places;
        for (Field& f : spare) {
            f = p.on.field(p.grid());
            std::fill_n(f.data(), f.size(), 3e8f);
            places.push_back(&f);
        }
        const auto borrower = p.solver(method);
        ASSERT_LE(borrower->rooms().size(), spare.size());
        p.on.clear(p.x);
        {
            const Loan loan(borrower->rooms(), places);
            EXPECT_EQ(p.solve(*borrower).iterations, own.iterations);
        }
        for (const Field* room : borrower->rooms()) EXPECT_EQ(room->size(), 0u);
        const std::vector<float> found = values_of(p);
        EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(float)), 0);
    });
}

TEST_EACH_DIMENSION(Goal, SumsThatAreKnownChangeNothingButTheWork) {
    with_every_solver<D>([](Problem<D>& p, Pressure method) {
        each_cell(p.box(), [&](Cell<D> c) { p.b.data()[c] += 0.3f; });  // a mean to be ignored, or not
        const Report alone = p.solve(method, {.tolerance = 1e-5});
        const std::vector<float> expected = values_of(p);
        Sums sums{};
        p.each_unknown([&](Cell<D> c) {
            const double v = p.b.data()[c];
            sums.values += v, sums.squares += v * v;
        });
        p.on.clear(p.x);
        const Report told = p.solve(method, {.tolerance = 1e-5, .sums = sums});
        EXPECT_EQ(told.iterations, alone.iterations);
        EXPECT_NEAR(told.residual, alone.residual, 1e-6);
        const std::vector<float> found = values_of(p);
        float largest = 0, worst = 0;
        for (std::size_t k = 0; k < found.size(); ++k) {
            largest = std::max(largest, std::abs(expected[k]));
            worst = std::max(worst, std::abs(found[k] - expected[k]));
        }
        EXPECT_LE(worst, 1e-5f * largest);
    });
}

TEST_EACH_DIMENSION(Goal, AMeanThatIsAllowedIsTheOneThatTheReportTells) {
    with_every_solver<D>([](Problem<D>& p, Pressure method) {
        p.solve(method);
        const std::vector<float> expected = values_of(p);
        p.on.clear(p.x);
        const Report report = p.solve(method, {.any_mean = true});
        const std::vector<float> found = values_of(p);
        for (std::size_t k = 0; k < found.size(); ++k)
            EXPECT_NEAR(found[k] - report.mean, expected[k], 1e-5 * std::max(1.0f, std::abs(expected[k]))) << k;
    });
}

}  // namespace
}  // namespace whorl
