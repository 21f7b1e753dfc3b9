// What a Simulation shows of its fluid, and that simulations do not know of each other.

#include <thread>

#include "support/each_dimension.hpp"
#include "support/errors.hpp"
#include "support/scenes.hpp"

namespace whorl {
namespace {

template <int D>
Settings scene() {
    Settings s = busy_scene(D, D == 2 ? std::vector{20, 14} : std::vector{12, 10, 8});
    s.threads = 2;
    return s;
}

/// Nothing in it but walls.
template <int D>
Settings empty_room() {
    Settings s;
    s.size = {2, 1.5};
    s.cells = {16, 12};
    if (D == 3) s.size.push_back(1), s.cells.push_back(8);
    return s;
}

TEST_EACH_DIMENSION(Simulation, TotalOfAConstantIsTheVolume) {
    Simulation room(empty_room<D>());
    room.fill("smoke", [](Vec3) { return 1.0; });
    EXPECT_NEAR(room.total("smoke"), 3, 1e-6);
}

TEST_EACH_DIMENSION(Simulation, TotalCountsASingleCellBetweenWalls) {
    Settings s;
    s.size.assign(D, 1.0), s.cells.assign(D, 1);
    Simulation room(s);
    room.fill("smoke", [](Vec3) { return 1.0; });
    EXPECT_NEAR(room.total("smoke"), 1, 1e-6);
}

TEST_EACH_DIMENSION(Simulation, TotalOfPressureIsItsIntegral) {
    Simulation room(empty_room<D>());
    room.push(sphere({1, 0.75, 0.5}, 0.4), {1, 0.5, 0});
    room.step(0.1);
    double sum = 0;
    const FieldView p = room.field("pressure");
    for (int k = 0; k < p.extent[2]; ++k)
        for (int j = 0; j < p.extent[1]; ++j)
            for (int i = 0; i < p.extent[0]; ++i) sum += double{p(i, j, k)};
    EXPECT_NEAR(room.total("pressure"), sum * std::pow(0.125, D), 1e-5);
}

TEST_EACH_DIMENSION(Simulation, KineticEnergyOfAUniformFlowIsHalfItsSquare) {
    Settings s = empty_room<D>();
    s.boundary = all_sides(periodic());
    s.initial_velocity = {[](Vec3) { return 2.0; }, [](Vec3) { return 1.0; }, {}};
    EXPECT_NEAR(Simulation(s).kinetic_energy(), 0.5 * 5 * 3, 1e-5);
}

TEST_EACH_DIMENSION(Simulation, SamplesAtNodesAreTheField) {
    Simulation room(scene<D>());
    for (int k = 0; k < 3; ++k) room.step(0.05);
    double worst = 0;
    const auto compare = [&](const FieldView& f, auto sample) {
        for (int k = 0; k < f.extent[2]; ++k)
            for (int j = 0; j < f.extent[1]; ++j)
                for (int i = 0; i < f.extent[0]; ++i) {
                    const Vec3 at{f.first.x + i * f.spacing.x, f.first.y + j * f.spacing.y,
                                  f.first.z + k * f.spacing.z};
                    worst = std::max(worst, std::abs(sample(at) - double{f(i, j, k)}));
                }
    };
    for (const char* name : {"smoke", "heat", "pressure"})
        compare(room.field(name), [&](Vec3 at) { return room.sample(name, at); });
    for (int a = 0; a < D; ++a) compare(room.velocity(a), [&](Vec3 at) { return room.sample_velocity(at)[a]; });
    EXPECT_LT(worst, 2e-6);
}

TEST_EACH_DIMENSION(Simulation, SamplesOutsideAreThoseOfTheNearestPlaceInside) {
    Simulation room(empty_room<D>());
    room.fill("smoke", [](Vec3 p) { return p.x + 2 * p.y; });
    EXPECT_NEAR(room.sample("smoke", {-5, 0.75, 0.5}), room.sample("smoke", {0, 0.75, 0.5}), 1e-6);
    EXPECT_NEAR(room.sample("smoke", {1e300, -1e300, 0.5}), room.sample("smoke", {2, 0, 0.5}), 1e-6);
}

TEST_EACH_DIMENSION(Simulation, SamplesAPeriodAwayAreTheSame) {
    Settings s = empty_room<D>();
    s.boundary = all_sides(periodic());
    Simulation room(s);
    room.fill("smoke", [](Vec3 p) { return std::sin(7 * p.x) + std::cos(3 * p.y); });
    for (const double x : {0.0, 0.01, 0.3, 1.0, 1.97})
        EXPECT_NEAR(room.sample("smoke", {x - 6, 0.4 + 3, 0.5}), room.sample("smoke", {x, 0.4, 0.5}), 1e-5) << x;
}

TEST_EACH_DIMENSION(Simulation, ViewsHaveTheExtentAndPlacesOfTheGrid) {
    Simulation room(empty_room<D>());
    const std::array<int, 3> n = room.cells();
    EXPECT_EQ(n, (std::array{16, 12, D == 3 ? 8 : 1}));
    const FieldView smoke = room.field("smoke");
    EXPECT_EQ(smoke.extent, n);
    EXPECT_EQ(smoke.stride[0], 1);
    EXPECT_EQ(smoke.spacing.y, 0.125);
    EXPECT_EQ(smoke.first, (Vec3{0.0625, 0.0625, D == 3 ? 0.0625 : 0}));
    for (int a = 0; a < D; ++a) {
        const FieldView u = room.velocity(a);
        std::array<int, 3> faces = n;
        faces[static_cast<std::size_t>(a)] += 1;
        EXPECT_EQ(u.extent, faces);
        EXPECT_EQ(room.openness(a).extent, faces);
        EXPECT_EQ(u.first[a], 0);
        EXPECT_EQ(u.stride, smoke.stride);
    }
}

TEST_EACH_DIMENSION(Simulation, ViewsShowWhatWasFilledWhereItWasFilled) {
    Simulation room(empty_room<D>());
    const auto value = [](Vec3 p) { return p.x + 10 * p.y + 100 * p.z; };
    room.fill("smoke", value);
    const FieldView f = room.field("smoke");
    for (int k = 0; k < f.extent[2]; ++k)
        for (int j = 0; j < f.extent[1]; ++j)
            for (int i = 0; i < f.extent[0]; ++i)
                ASSERT_FLOAT_EQ(f(i, j, k),
                                static_cast<float>(value({f.first.x + i * f.spacing.x, f.first.y + j * f.spacing.y,
                                                          f.first.z + k * f.spacing.z})));
}

TEST_EACH_DIMENSION(Simulation, AddedSmokeIsTheVolumeOfTheShape) {
    Settings s = empty_room<D>();
    for (int& n : s.cells) n *= D == 2 ? 4 : 2;
    Simulation room(s);
    room.add(sphere({1, 0.75, 0.5}, 0.4), "smoke", 2);
    const double volume = D == 2 ? 3.14159265 * 0.16 : 4.0 / 3 * 3.14159265 * 0.064;
    EXPECT_NEAR(room.total("smoke"), 2 * volume, 0.02 * volume);
}

TEST_EACH_DIMENSION(Simulation, InMotionIsTheSameAfterItHasBeenMoved) {
    Simulation straight(scene<D>()), first(scene<D>());
    straight.step(0.1), straight.step(0.1);
    first.step(0.1);
    Simulation second(std::move(first));
    second.step(0.1);
    EXPECT_EQ(second.state_hash(), straight.state_hash());
    Simulation third(empty_room<D>());
    third = std::move(second);
    EXPECT_EQ(third.state_hash(), straight.state_hash());
    EXPECT_EQ(third.dimension(), D);
}

TEST_EACH_DIMENSION(Simulation, TwoInTwoThreadsAreWhatTheyAreAlone) {
    Settings a = scene<D>(), b = scene<D>();
    a.cells = D == 2 ? std::vector{192, 144} : std::vector{40, 36, 32};
    b.solver.splitting = Splitting::reflection, b.threads = 3;
    const auto hash = [](const Settings& s) {
        Simulation simulation(s);
        for (int k = 0; k < 6; ++k) simulation.step(0.05);
        return simulation.state_hash();
    };
    const std::uint64_t a_alone = hash(a), b_alone = hash(b);
    std::uint64_t a_together = 0, b_together = 0;
    std::thread other([&] { b_together = hash(b); });
    a_together = hash(a);
    other.join();
    EXPECT_EQ(a_together, a_alone);
    EXPECT_EQ(b_together, b_alone);
}

TEST_EACH_DIMENSION(Simulation, ReportsWhatItDid) {
    Simulation simulation(scene<D>());
    simulation.step(0.25), simulation.step(0.5);
    const Statistics all = simulation.statistics();
    EXPECT_EQ(all.steps, 2);
    EXPECT_EQ(all.time, 0.75);
    EXPECT_TRUE(all.pressure.converged);
    EXPECT_GT(all.pressure.iterations, 0);
    EXPECT_LE(all.pressure.residual, 1e-4);
    EXPECT_TRUE(all.diffusion.converged);
    for (const StageTime& stage : all.stages) EXPECT_GE(stage.total_ms, stage.ms) << stage.name;
}

TEST_EACH_DIMENSION(Simulation, WindowsOpenAndCloseInsideOfAStep) {
    Settings s = empty_room<D>();
    s.sources = {{.where = everywhere(), .quantity = "smoke", .amount = 1, .during = {0.25, 0.375}}};
    Simulation room(s);
    room.step(0.125);
    EXPECT_EQ(room.total("smoke"), 0);
    room.step(0.5);
    EXPECT_NEAR(room.total("smoke"), 0.125 * 3, 1e-6);
    room.step(0.5);
    EXPECT_NEAR(room.total("smoke"), 0.125 * 3, 1e-6);
}

TEST_EACH_DIMENSION(Simulation, SetDrawsTowardsTheValueAtItsRate) {
    Settings s = empty_room<D>();
    s.sources = {{.where = everywhere(), .quantity = "smoke", .amount = 2, .mode = Mode::set, .rate = 3}};
    Simulation room(s);
    for (int k = 0; k < 4; ++k) room.step(0.125);
    EXPECT_NEAR(room.total("smoke"), 3 * 2 * (1 - std::exp(-1.5)), 1e-5);
    s.sources[0].rate = 0;
    Simulation at_once(s);
    at_once.step(1e-3);
    EXPECT_NEAR(at_once.total("smoke"), 3 * 2, 1e-5);
}

TEST_EACH_DIMENSION(Simulation, WhereEverythingIsBodyNothingMovesAndNothingIsThere) {
    Settings s = scene<D>();
    s.obstacles = {{everywhere()}};
    Simulation stone(s);
    for (int k = 0; k < 3; ++k) stone.step(0.1);
    EXPECT_EQ(stone.max_speed(), 0);
    EXPECT_EQ(stone.total("smoke"), 0);
}

TEST_EACH_DIMENSION(Simulation, AHoleInABodyIsOpenAlsoWhereTheDomainIsPeriodic) {
    Settings s = empty_room<D>();
    s.boundary = all_sides(periodic());
    s.obstacles = {{everywhere() - sphere({1, 0.75, 0.5}, 0.4)}};
    const Simulation room(s);
    EXPECT_EQ(room.openness(0)(8, 6, D == 3 ? 4 : 0), 1);
    EXPECT_EQ(room.openness(0)(0, 0), 0);
    EXPECT_EQ(room.openness(0)(16, 0), 0);
}

TEST_EACH_DIMENSION(Simulation, ABodyOutsideOfTheDomainChangesNothing) {
    Settings with = scene<D>(), without = scene<D>();
    without.obstacles.clear();
    with.obstacles = {{sphere({7, 7, 7}, 1)}, {sphere({-7, 0, 0}, 1)}};
    Simulation a(with), b(without);
    for (int k = 0; k < 3; ++k) a.step(0.1), b.step(0.1);
    EXPECT_EQ(a.state_hash(), b.state_hash());
}

TEST_EACH_DIMENSION(Simulation, LookedAtAfterEachStageOfAStepEndsInTheBitsOfAnyOther) {
    for (const Splitting splitting : all_splittings) {
        Settings s = scene<D>();
        s.solver.splitting = splitting;
        Simulation seen(s), alone(s);
        int looks = 0;
        for (int k = 0; k < 3; ++k) {
            seen.step(0.05, [&](std::string_view) {
                looks += seen.max_divergence() >= 0 && seen.kinetic_energy() > 0 && seen.velocity(0)(3, 3) < 1e9f;
            });
            alone.step(0.05);
        }
        EXPECT_EQ(seen.state_hash(), alone.state_hash()) << name(splitting);
        EXPECT_GE(looks, 3 * 5) << name(splitting);
    }
}

TEST_EACH_DIMENSION(Simulation, HasDivergenceAfterEveryStageOfAStepButTheProjection) {
    Simulation fluid(scene<D>());
    fluid.step(0.05);
    std::string stages;
    double before = 1e30, after = 1;
    fluid.step(0.05, [&](std::string_view stage) {
        stages += std::string(stage) + " ";
        if (stage == "project")
            after = fluid.max_divergence();
        else if (stage != "carry")
            before = std::min(before, fluid.max_divergence());
    });
    EXPECT_EQ(stages, "advect force diffuse project carry ");
    EXPECT_LT(after, 0.01 * before);
}

TEST(Simulation, WordsOfAllChoicesAreDifferentAndKnown) {
    EXPECT_EQ(name(Advection::semi_lagrangian), "semi-lagrangian");
    EXPECT_EQ(name(Splitting::advect_project), "advect-project");
    EXPECT_EQ(name(Pressure::automatic), "auto");
    EXPECT_EQ(name(Side::Kind::free_slip), "free-slip");
    EXPECT_EQ(name(static_cast<Backtrace>(9)), "?");
}

TEST(Simulation, TextureCoordinatesStartAsThePlace) {
    Settings s = empty_room<3>();
    s.carried = texture_coordinates(3);
    Simulation room(s);
    EXPECT_NEAR(room.sample("texture-x", {0.3, 0.4, 0.6}), 0.3, 1e-6);
    EXPECT_NEAR(room.sample("texture-y", {0.3, 0.4, 0.6}), 0.4, 1e-6);
    EXPECT_NEAR(room.sample("texture-z", {0.3, 0.4, 0.6}), 0.6, 1e-6);
    EXPECT_EQ(texture_coordinates(2).size(), 2u);
    EXPECT_EQ(colours().size(), 3u);
}

}  // namespace
}  // namespace whorl
