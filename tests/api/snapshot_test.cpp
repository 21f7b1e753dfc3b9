// A saved state brings back the same bits and the same future; what is not one is refused and changes nothing.

#include "support/each_dimension.hpp"
#include "support/errors.hpp"
#include "support/scenes.hpp"

namespace whorl {
namespace {

template <int D>
Settings scene(Splitting splitting = Splitting::advect_project) {
    Settings s = busy_scene(D, D == 2 ? std::vector{24, 18} : std::vector{12, 10, 8});
    s.solver.splitting = splitting;
    s.boundary.left = s.boundary.right = periodic();
    return s;
}
void run(Simulation& simulation, int steps) {
    for (int k = 0; k < steps; ++k) simulation.step(0.04);
}

TEST_EACH_DIMENSION(Snapshot, BringsBackTheSameBitsAndTheSameFuture) {
    for (const Splitting splitting : all_splittings) {
        Simulation straight(scene<D>(splitting)), first(scene<D>(splitting)), second(scene<D>(splitting));
        run(straight, 7);
        run(first, 3);
        run(second, 1);  // a past of its own, to be forgotten
        second.restore(first.save());
        EXPECT_EQ(second.state_hash(), first.state_hash()) << name(splitting);
        EXPECT_EQ(second.statistics().steps, 3);
        EXPECT_EQ(second.statistics().time, first.statistics().time);
        run(second, 4);
        EXPECT_EQ(second.state_hash(), straight.state_hash()) << name(splitting);
    }
}

/// `two-step` keeps an earlier velocity that the others know nothing of.
TEST_EACH_DIMENSION(Snapshot, OfOneSplittingIsTakenByEveryOtherWhichForgetsItsOwnPast) {
    for (const Splitting from : all_splittings)
        for (const Splitting to : all_splittings) {
            Simulation first(scene<D>(from)), fresh(scene<D>(to)), used(scene<D>(to));
            run(first, 3), run(used, 2);
            fresh.restore(first.save()), used.restore(first.save());
            EXPECT_EQ(fresh.kinetic_energy(), first.kinetic_energy()) << name(from) << " " << name(to);
            EXPECT_EQ(fresh.total("smoke"), first.total("smoke")) << name(from) << " " << name(to);
            run(fresh, 2), run(used, 2);
            EXPECT_EQ(fresh.state_hash(), used.state_hash()) << name(from) << " " << name(to);
        }
}

TEST_EACH_DIMENSION(Snapshot, OfAStateThatWasTouchedBringsBackTheSameFuture) {
    Simulation one(scene<D>()), other(scene<D>());
    run(one, 2);
    one.add(sphere({0.3, 0.3, 0.3}, 0.2), "smoke", 3);
    one.push(everywhere(), {0.5, 0.25, -0.5});
    one.fill("heat", [](Vec3 p) { return p.x; });
    other.restore(one.save());
    run(one, 3), run(other, 3);
    EXPECT_EQ(other.state_hash(), one.state_hash());
}

TEST_EACH_DIMENSION(Snapshot, OfASceneThatVariesInTimeBringsBackTheSameFuture) {
    Settings s = scene<D>();
    s.boundary.bottom = wall({Value([](Vec3 p, double t) { return std::sin(40 * t) + p.x; }), 0, 0});
    s.sources[0].amount = Value([](Vec3 p, double t) { return p.y + std::cos(30 * t); });
    s.forces[0].amount = {Value([](Vec3, double t) { return std::sin(20 * t); }, false), 1, 0};
    Simulation straight(s), first(s), second(s);
    run(straight, 7);
    run(first, 3);
    second.restore(first.save());
    run(second, 4);
    EXPECT_EQ(second.state_hash(), straight.state_hash());
}

TEST_EACH_DIMENSION(Snapshot, IsTheSameWhenSavedAgain) {
    Simulation one(scene<D>()), other(scene<D>());
    run(one, 2);
    other.restore(one.save());
    EXPECT_EQ(other.save(), one.save());
}

/// A simulation that must not change, whatever it is offered.
template <int D>
struct Guarded {
    Simulation simulation{scene<D>()};
    std::vector<std::byte> saved;
    Guarded() {
        run(simulation, 2);
        saved = simulation.save();
        run(simulation, 1);
    }
    std::string offer(std::span<const std::byte> bytes) {
        const std::vector<std::byte> before = simulation.save();
        const std::string text = error_of([&] { simulation.restore(bytes); });
        if (simulation.save() != before) return "nothing was thrown, or the state has changed";
        return text;
    }
};

TEST_EACH_DIMENSION(Snapshot, DamagedAnywhereIsRefusedAndChangesNothing) {
    Guarded<D> it;
    const std::size_t size = it.saved.size(), stride = size / 97;
    for (std::size_t at = 0; at < size; at += at < 64 ? 1 : stride) {
        std::vector<std::byte> damaged = it.saved;
        damaged[at] ^= std::byte{1};
        EXPECT_SAYS(it.offer(damaged), "saved state") << "byte " << at;
    }
    std::vector<std::byte> last = it.saved;
    last.back() ^= std::byte{0x80};
    EXPECT_SAYS(it.offer(last), "damaged");
}

TEST_EACH_DIMENSION(Snapshot, CutOffOrTooLongIsRefusedAndChangesNothing) {
    Guarded<D> it;
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{47}, std::size_t{48}, it.saved.size() / 2, it.saved.size() - 1})
        EXPECT_SAYS(it.offer(std::span(it.saved).first(size)), std::to_string(size), "save it again");
    std::vector<std::byte> longer = it.saved;
    longer.resize(longer.size() + 4);
    EXPECT_SAYS(it.offer(longer), std::to_string(longer.size()));
}

TEST_EACH_DIMENSION(Snapshot, OfAnotherSceneIsRefusedAndChangesNothing) {
    Guarded<D> it;
    Settings other = scene<D>();
    other.cells[0] += 1;
    EXPECT_SAYS(it.offer(Simulation(other).save()), "another scene");
    other = scene<D>();
    std::swap(other.cells[0], other.cells[1]), std::swap(other.size[0], other.size[1]);
    EXPECT_SAYS(it.offer(Simulation(other).save()), "another scene");
    other = scene<D>();
    other.carried.push_back({.name = "ink"});
    EXPECT_SAYS(it.offer(Simulation(other).save()), "another scene");
    other = scene<D>();
    other.size[0] *= 2, other.size[1] *= 2;
    EXPECT_SAYS(it.offer(Simulation(other).save()), "another scene");
}

}  // namespace
}  // namespace whorl
