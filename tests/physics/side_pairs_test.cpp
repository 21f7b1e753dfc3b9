// Every kind of side beside every other: no corner or edge of the domain may spoil the flow.

#include "setup.hpp"
#include "support/scenes.hpp"

namespace whorl {
namespace {

enum Kind { still, sliding, slippery, blowing, opened, joined, kinds };
constexpr const char* names[] = {"wall", "sliding wall", "free-slip", "inflow", "open", "periodic"};

/// A side across an axis. An inflow is the same everywhere if something can flow out elsewhere, else it blows in and out.
Side side(Kind kind, int axis, bool high, bool has_outlet) {
    const auto along = [&](double speed) {
        double v[3] = {};
        v[(axis + 1) % 3] = speed;
        return Vec3{v[0], v[1], v[2]};
    };
    switch (kind) {
        case still: return wall();
        case sliding: return wall(along(0.8));
        case slippery: return free_slip();
        case opened: return open();
        case joined: return periodic();
        default: break;
    }
    VectorValue v(along(0.3));
    const double inwards = high ? -0.7 : 0.7;
    const int across = axis == 1 ? 0 : 1;
    const Value blow = has_outlet ? Value(inwards)
                                  : Value([=](Vec3 p, double) { return inwards * std::sin(2 * pi * p[across]); }, true, false);
    (axis == 0 ? v.x : axis == 1 ? v.y : v.z) = blow;
    return inflow(v);
}

/// All sides of the unit square or cube, low and high for each axis.
template <int D>
Settings boxed_in(const std::array<std::array<Kind, 2>, D>& all) {
    bool has_outlet = false;
    for (const auto& pair : all) has_outlet |= pair[0] == opened || pair[1] == opened;
    Settings s = unit_box<D>(8);
    s.cells.assign(D, D == 2 ? 8 : 6);
    s.cells[1] = D == 2 ? 10 : 8;
    Side* of[3][2] = {{&s.boundary.left, &s.boundary.right}, {&s.boundary.bottom, &s.boundary.top},
                      {&s.boundary.back, &s.boundary.front}};
    for (int a = 0; a < D; ++a)
        for (int k = 0; k < 2; ++k)
            *of[a][k] = side(all[static_cast<std::size_t>(a)][static_cast<std::size_t>(k)], a, k == 1, has_outlet);
    s.carried = {{.name = "smoke", .diffusion = 1e-3}};
    s.fluid.viscosity = 1e-3;
    s.initial_velocity = noisy_motion();
    s.solver.tolerance = 1e-5;
    s.threads = 1;
    return s;
}

/// Largest difference between what passes the sides across an axis and what these say: nothing, so much, or the same at
/// both ends.
double disobedience(const Simulation& sim, int axis) {
    const Boundary& b = sim.settings().boundary;
    const Side* sides[3][2] = {{&b.left, &b.right}, {&b.bottom, &b.top}, {&b.back, &b.front}};
    const FieldView u = sim.velocity(axis);
    const int last = u.extent[static_cast<std::size_t>(axis)] - 1;
    double worst = 0;
    for (int k = 0; k < u.extent[2]; ++k)
        for (int j = 0; j < u.extent[1]; ++j)
            for (int i = 0; i < u.extent[0]; ++i) {
                int at[3] = {i, j, k};
                if (at[axis] != 0 && at[axis] != last) continue;
                const Side& side = *sides[axis][at[axis] == 0 ? 0 : 1];
                double wanted = 0;
                if (side.kind == Side::Kind::open) continue;
                if (side.kind == Side::Kind::inflow)
                    wanted = side.velocity[axis]({u.first.x + i * u.spacing.x, u.first.y + j * u.spacing.y,
                                                  u.first.z + k * u.spacing.z}, sim.statistics().time);
                at[axis] = last - at[axis];
                if (side.kind == Side::Kind::periodic) wanted = double{u(at[0], at[1], at[2])};
                worst = std::max(worst, std::abs(double{u(i, j, k)} - wanted));
            }
    return worst;
}

/// What is wrong with a few steps of it; nothing if nothing is.
std::string trouble(const Settings& s) {
    Simulation sim(s);
    sim.fill("smoke", noise(4));
    for (int step = 0; step < 4; ++step) {
        sim.step(0.05);
        const std::string bad = not_finite(sim);
        if (!bad.empty()) return bad + " is not finite";
        if (!sim.statistics().pressure.converged) return "the pressure did not converge";
        // Root mean square below the tolerance times what the noise had, 1 m/s over a cell of 1/8 m.
        const double divergence = sim.max_divergence();
        if (!(divergence < 2e-3)) return "divergence " + std::to_string(divergence);
        for (int a = 0; a < sim.dimension(); ++a)
            if (!(disobedience(sim, a) < 1e-6)) return "a side across axis " + std::to_string(a) + " does not do what it says";
    }
    return "";
}

/// Every legal pair of opposite sides: periodic goes with itself alone.
std::vector<std::array<Kind, 2>> opposite_pairs() {
    std::vector<std::array<Kind, 2>> all{{joined, joined}};
    for (int low = 0; low < joined; ++low)
        for (int high = 0; high < joined; ++high) all.push_back({static_cast<Kind>(low), static_cast<Kind>(high)});
    return all;
}

TEST(SidesOfAPlane, OfAllKindsMeetWithoutTrouble) {
    for (const auto& x : opposite_pairs())
        for (const auto& y : opposite_pairs())
            EXPECT_EQ(trouble(boxed_in<2>({x, y})), "")
                << names[x[0]] << ", " << names[x[1]] << " across x; " << names[y[0]] << ", " << names[y[1]] << " across y";
}

TEST(SidesOfABox, OfAllKindsMeetAtEveryCornerWithoutTrouble) {
    // Opposite each kind stands another, so that all of them are high sides as well.
    constexpr Kind facing[] = {opened, slippery, blowing, still, sliding, joined};
    for (int x = 0; x < kinds; ++x)
        for (int y = 0; y < kinds; ++y)
            for (int z = 0; z < kinds; ++z)
                EXPECT_EQ(trouble(boxed_in<3>({{{static_cast<Kind>(x), facing[x]},
                                                {static_cast<Kind>(y), facing[y]},
                                                {static_cast<Kind>(z), facing[z]}}})),
                          "")
                    << names[x] << " across x, " << names[y] << " across y, " << names[z] << " across z";
}

}  // namespace
}  // namespace whorl
