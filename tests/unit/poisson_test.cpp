// The Poisson solvers: how fast they converge, that all of them find the same solution as a direct solve, whatever the
// sides, sizes and bodies, and that neither threads nor extreme numbers get at them.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "problem.hpp"
#include "support/each_dimension.hpp"
#include "support/solvers.hpp"

namespace {
thread_local long allocations = 0;  // of this thread: a thread of the pool that wakes up late needs some once
}
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WHORL_COUNTS_MEMORY 0  // a sanitizer has operators of its own
#else
#define WHORL_COUNTS_MEMORY 1
void* operator new(std::size_t size) {
    ++allocations;
    if (void* p = std::malloc(size)) return p;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
#endif

namespace whorl {
namespace {

constexpr Pressure all_methods[] = {Pressure::red_black, Pressure::conjugate_gradient, Pressure::incomplete_cholesky,
                                    Pressure::multigrid, Pressure::multigrid_cg, Pressure::automatic};

// ---- The right answer -----------------------------------------------------------------------------------------------

TEST(EverySolver, AgreesWithADirectSolveForAllMixesOfSidesInAPlane) {
    for (const auto& sides : all_mixes<2>()) {
        Problem<2> p({9, 14}, sides);
        for (const auto method : all_methods) {
            p.on.clear(p.x);
            p.solve(method, {.tolerance = 1e-6});
            EXPECT_LE(p.error(), 1e-4) << sides << " " << static_cast<int>(method);
        }
    }
}

TEST(EverySolver, AgreesWithADirectSolveForAllMixesOfSidesInSpace) {
    for (const auto& sides : all_mixes<3>()) {
        Problem<3> p({5, 4, 6}, sides);
        const auto exact = p.direct();
        for (const auto method : all_methods) {
            p.on.clear(p.x);
            p.solve(method, {.tolerance = 1e-6});
            double worst = 0;
            each_cell(p.box(), [&](Cell<3> c) {
                worst = std::max(worst, std::abs(double{p.x.data()[c]} - exact[static_cast<std::size_t>(c.at)]));
            });
            EXPECT_LE(worst, 1e-3) << sides << " " << static_cast<int>(method);
        }
    }
}

TEST_EACH_DIMENSION(EverySolver, AgreesWithADirectSolveAroundBodiesAndHeldValues) {
    for (const char kind : {'w', 'o', 'p'})
        for (const bool held : {false, true})
            for (const auto method : all_methods) {
                Problem<D> p(sizes<D>(11, 8, 7), all_sides<D>(kind));
                if (held)
                    p.hold_ball();
                else
                    p.put_ball();
                p.solve(method, {.tolerance = 1e-6});
                EXPECT_LE(p.error(), 1e-4) << kind << held << static_cast<int>(method);
            }
}

TEST(EverySolver, AgreesWithADirectSolveForOddShapes) {
    for (const auto& n : {Index<2>{1, 1}, {1, 2}, {2, 1}, {3, 60}, {60, 3}, {1, 50}, {50, 1}, {2, 2}, {17, 5}})
        for (const char* sides : {"oooo", "wwwo", "pphw", "wwww", "pppp"})
            for (const auto method : all_methods) {
                Problem<2> p(n, sides);
                p.solve(method, {.tolerance = 1e-6});
                EXPECT_LE(p.error(), 1e-3) << n[0] << "x" << n[1] << " " << sides << " " << static_cast<int>(method);
            }
}

TEST_EACH_DIMENSION(EverySolver, AgreesWithADirectSolveForShiftsFromOneMillionthToAMillion) {
    for (const float shift : {1e-6f, 1e-3f, 1.0f, 1e3f, 1e6f})
        for (const bool held : {false, true})
            for (const auto method : all_methods) {
                Problem<D> p(sizes<D>(11, 8, 5), all_sides<D>('w'));
                p.shift = shift;
                each_cell(p.box(), [&](Cell<D> c) { p.b.data()[c] += 0.3f; });
                if (held) p.hold_ball();
                p.solve(method, {.tolerance = 1e-6});
                // Near a million x has no digits left for its differences.
                EXPECT_LE(p.error(), shift < 1e-4f ? 3e-3 : 2e-4) << shift << held << static_cast<int>(method);
            }
}

TEST_EACH_DIMENSION(EverySolver, ReportsTheResidualOfWhatItReturns) {
    for (const auto method : all_methods) {
        Problem<D> p(cube<D>(D == 2 ? 60 : 20), one_open<D>());
        p.put_ball();
        const Report r = p.solve(method, {.tolerance = 1e-4, .scale = 0.3});
        EXPECT_TRUE(r.converged);
        EXPECT_LE(r.residual, 1e-4);
        EXPECT_NEAR(p.residual() / 0.3, r.residual, 0.02 * r.residual) << static_cast<int>(method);
    }
}

TEST_EACH_DIMENSION(EverySolver, LeavesZeroInSolidCellsAndWhereAValueIsHeld) {
    for (const bool held : {false, true})
        for (const auto method : all_methods) {
            Problem<D> p(cube<D>(16), one_open<D>());
            if (held)
                p.hold_ball();
            else
                p.put_ball();
            p.fill(p.x, [](Index<D>) { return 3; });
            p.solve(method);
            each_cell(p.box(), [&](Cell<D> c) { ASSERT_TRUE(p.unknown(c) || p.x.data()[c] == 0); });
        }
}

// ---- Singular systems -----------------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(EverySolver, IgnoresTheMeanWhereNothingHoldsTheSolutionAndReturnsMeanZero) {
    for (const char kind : {'w', 'p'})
        for (const auto method : all_methods) {
            Problem<D> p(sizes<D>(33, 20, 9), all_sides<D>(kind));
            if (kind == 'w') p.put_ball();
            p.fill(p.x, [](Index<D> i) { return 0.5 + 0.01 * i[0]; });
            each_cell(p.box(), [&](Cell<D> c) { p.b.data()[c] += 0.25f; });
            const Report r = p.solve(method, {.tolerance = 1e-4});
            EXPECT_TRUE(r.converged) << static_cast<int>(method);
            double sum = 0, b = 0, largest = 0, count = 0;
            p.each_unknown([&](Cell<D> c) {
                sum += p.x.data()[c], b += p.b.data()[c], ++count;
                largest = std::max(largest, std::abs(double{p.x.data()[c]}));
            });
            EXPECT_LE(std::abs(sum / count), 1e-6 * largest);
            EXPECT_LE(p.residual(b / count), 1e-4) << static_cast<int>(method);
        }
}

TEST_EACH_DIMENSION(EverySolver, ConvergesInRoomsWithoutDoors) {
    for (const auto method : all_methods) {
        Problem<D> p(sizes<D>(30, 25, 12), all_sides<D>('w'));
        constexpr int wall = 13;
        each_cell(p.grid().faces(0), [&](Cell<D> c) {
            if (c.i[0] == wall) p.weight[0].data()[c] = 0;
        });
        for (const bool second : {false, true}) {
            double sum = 0, count = 0;
            const auto each_of_room = [&](auto visit) {
                each_cell(p.box(), [&](Cell<D> c) {
                    if ((c.i[0] >= wall) == second) visit(c);
                });
            };
            each_of_room([&](Cell<D> c) { sum += p.b.data()[c], ++count; });
            each_of_room([&](Cell<D> c) { p.b.data()[c] -= static_cast<float>(sum / count); });
        }
        const Report r = p.solve(method, {.tolerance = 1e-4});
        EXPECT_TRUE(r.converged) << static_cast<int>(method);
        EXPECT_LE(p.residual(), 1e-4) << static_cast<int>(method);
    }
}

TEST(EverySolver, StaysFiniteWhereAClosedRoomIsBlownInto) {
    for (const auto method : all_methods) {
        Problem<2> p({40, 40}, "wwwo");
        each_cell(p.grid().faces(0), [&](Cell<2> c) {
            if (c.i[0] == 13) p.weight[0].data()[c] = 0;
        });
        each_cell(p.grid().faces(1), [&](Cell<2> c) {
            if (c.i[0] < 13 && c.i[1] == 40) p.weight[1].data()[c] = 0;
        });
        p.fill(p.b, [](Index<2> i) { return i[0] < 13 ? 1 : 0; });
        const Report r = p.solve(method, {.tolerance = 1e-4});
        // Those that know closed regions leave out what can not be met.
        EXPECT_EQ(r.converged, method == Pressure::multigrid_cg || method == Pressure::automatic);
        EXPECT_TRUE(std::isfinite(p.residual())) << static_cast<int>(method);
    }
}

// ---- First guesses and extremes -------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(EverySolver, AnswersZeroToZeroAtOnce) {
    for (const auto method : all_methods) {
        Problem<D> p(cube<D>(12), all_sides<D>('w'));
        p.fill(p.b, [](Index<D>) { return 0; });
        p.fill(p.x, [](Index<D> i) { return i[0]; });
        const Report r = p.solve(method);
        EXPECT_EQ(r.iterations, 0);
        EXPECT_TRUE(r.converged);
        each_cell(p.box(), [&](Cell<D> c) { ASSERT_EQ(p.x.data()[c], 0); });
    }
}

TEST_EACH_DIMENSION(EverySolver, HasNothingToDoWhenTheFirstGuessIsTheSolution) {
    for (const auto method : all_methods) {
        Problem<D> p(cube<D>(16), one_open<D>());
        const auto solver = p.solver(method);
        p.solve(*solver, {.tolerance = 1e-5});
        EXPECT_EQ(p.solve(*solver, {.tolerance = 1e-4}).iterations, 0) << static_cast<int>(method);
    }
}

TEST_EACH_DIMENSION(EverySolver, ForgetsAFirstGuessThatIsWorseThanNone) {
    for (const auto method : all_methods) {
        Problem<D> p(cube<D>(16), one_open<D>());
        const auto solver = p.solver(method);
        const int from_zero = p.solve(*solver).iterations;
        each_cell(p.grid().box(filled<int, D>(-1), cube<D>(17)),
                  [&](Cell<D> c) { p.x.data()[c] = c.at % 2 ? 1e30f : NAN; });
        const Report r = p.solve(*solver);
        EXPECT_TRUE(r.converged);
        EXPECT_EQ(r.iterations, from_zero) << static_cast<int>(method);
    }
}

TEST_EACH_DIMENSION(EverySolver, ConvergesForRightHandSidesOfAnySize) {
    for (const float size : {1e-30f, 1e-12f, 1e6f, 1e15f})
        for (const auto& sides : {all_sides<D>('w'), all_sides<D>('o')})
            for (const auto method : all_methods) {
                Problem<D> p(cube<D>(20), sides);
                each_cell(p.box(), [&](Cell<D> c) { p.b.data()[c] *= size; });
                const Report r = p.solve(method, {.tolerance = 1e-4});
                EXPECT_TRUE(r.converged) << size << sides << static_cast<int>(method);
                EXPECT_LE(p.residual(), 1e-4 * double{size}) << size << sides << static_cast<int>(method);
            }
}

TEST(EverySolver, StaysFiniteForASpikeOfTenToTheFifteen) {
    for (const auto method : all_methods)
        for (const char* sides : {"wwww", "wwwo", "pppp"}) {
            Problem<2> p({70, 50}, sides);
            p.put_ball();
            p.b.data()[p.box().cell({3, 4})] = 1e15f;
            p.solve(method, {.tolerance = 1e-4});
            EXPECT_TRUE(std::isfinite(p.residual())) << sides << static_cast<int>(method);
        }
}

TEST(Multigrid, SaysWhenOnlyRoundingIsLeft) {
    Problem<2> p({512, 512}, "wwwo");
    p.fill(p.b, [](Index<2> i) { return std::cos(0.01 * i[0]) + 0.002 * i[1]; });
    const Report r = p.solve(Pressure::automatic, {.tolerance = 1e-6});
    EXPECT_FALSE(r.converged);
    EXPECT_TRUE(r.rounded);
    EXPECT_LE(r.iterations, 15);
}

// ---- Promises -------------------------------------------------------------------------------------------------------

TEST_EACH_DIMENSION(EverySolver, GivesTheSameBitsForAnyNumberOfThreads) {
    for (const char kind : {'o', 'p'})
        for (const auto method : all_methods) {
            std::vector<float> first;
            for (const int threads : thread_counts) {
                Problem<D> p(size_for_threads<D>(), all_sides<D>(kind), filled<float, D>(1.0f), threads);
                p.put_ball();
                p.solve(method, {.tolerance = 1e-4, .limit = 12});
                const std::vector<float> bits(p.x.data(), p.x.data() + p.x.size());
                if (first.empty()) first = bits;
                EXPECT_EQ(std::memcmp(bits.data(), first.data(), bits.size() * sizeof(float)), 0)
                    << kind << threads << static_cast<int>(method);
            }
        }
}

TEST(EverySolver, DoesTheSameWithOneLayerOfABoxAsInThePlane) {
    for (const auto method : {Pressure::gauss_seidel, Pressure::red_black, Pressure::conjugate_gradient,
                              Pressure::incomplete_cholesky})
        for (const char* depth : {"ww", "pp"})
            for (const char* sides : {"wwww", "wopp"}) {
                Problem<2> plane({45, 32}, sides);
                Problem<3> layer({45, 32, 1}, std::string(sides) + depth);
                plane.put_ball();
                for (int a = 0; a < 2; ++a)
                    each_cell(plane.grid().faces(a), [&](Cell<2> c) {
                        layer.weight[a].data()[layer.box().cell({c.i[0], c.i[1], 0})] = plane.weight[a].data()[c];
                    });
                each_cell(layer.box(), [&](Cell<3> c) {
                    layer.b.data()[c] = plane.b.data()[plane.box().cell({c.i[0], c.i[1]})];
                });
                const Report p = plane.solve(method, {.tolerance = 1e-5}), l = layer.solve(method, {.tolerance = 1e-5});
                EXPECT_EQ(p.iterations, l.iterations);
                each_cell(layer.box(), [&](Cell<3> c) {
                    ASSERT_EQ(layer.x.data()[c], plane.x.data()[plane.box().cell({c.i[0], c.i[1]})]);
                });
            }
}

/// With those that take no bodies, of this dimension.
template <int D>
std::vector<Pressure> methods_for_boxes() {
    std::vector<Pressure> all(std::begin(all_methods), std::end(all_methods));
    all.push_back(Pressure::gauss_seidel);
    for (const Pressure direct : direct_pressures(D)) all.push_back(direct);
    return all;
}

TEST_EACH_DIMENSION(EverySolver, AllocatesNothingOnceItIsMade) {
    if (!WHORL_COUNTS_MEMORY) GTEST_SKIP() << "a sanitizer counts memory in its own way";
    for (const auto method : methods_for_boxes<D>()) {
        Problem<D> p(cube<D>(D == 2 ? 150 : 30), one_open<D>(), filled<float, D>(1.0f), 2);
        if (method != Pressure::fft && method != Pressure::cyclic_reduction) {
            p.put_ball();
            each_cell(p.grid().faces(0), [&](Cell<D> c) {  // a thin wall with a door
                if (c.i[0] == 5 && c.i[1] > 4) p.weight[0].data()[c] = 0;
            });
        }
        const auto solver = make_poisson<Cpu, D>(p.on, method, p.unknowns);
        const std::size_t bytes = p.on.bytes_allocated();
        // What a solve itself needs it needs every time; oneTBB takes a little now and then.
        long least = 1000000;
        for (int round = 0; round < 4; ++round) {
            const long before = allocations;
            solver->prepare(p.on, p.coefficients());
            p.solve(*solver);
            least = std::min(least, allocations - before);
        }
        EXPECT_EQ(least, 0) << static_cast<int>(method);
        EXPECT_EQ(p.on.bytes_allocated(), bytes);
    }
}

TEST_EACH_DIMENSION(EverySolver, TellsItsMemoryWithoutTakingIt) {
    for (const auto method : methods_for_boxes<D>()) {
        const Problem<D> p(cube<D>(20), all_sides<D>('w'));
        Cpu real(1), counting(1);
        counting.only_count_memory();
        const auto taken = make_poisson<Cpu, D>(real, method, p.unknowns);
        const auto counted = make_poisson<Cpu, D>(counting, method, p.unknowns);
        EXPECT_EQ(real.bytes_allocated(), counting.bytes_allocated());
    }
}

}  // namespace
}  // namespace whorl
