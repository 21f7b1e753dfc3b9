// What lies beyond each kind of side, for each kind of field.

#include "flow/boundary.hpp"

#include "support/each_dimension.hpp"
#include "support/lab.hpp"

namespace whorl {
namespace {

/// The value on the side itself, as interpolation sees it: half-way between the first ghost and the first cell.
template <int D>
float on_side(const Lab<D>& lab, const Field& f, int axis, int high) {
    Index<D> inside = filled<int, D>(3), ghost = inside;
    inside[axis] = high ? lab.f.grid.n()[axis] - 1 : 0;
    ghost[axis] = high ? lab.f.grid.n()[axis] : -1;
    return 0.5f * (value_at(lab.f.grid, f, inside) + value_at(lab.f.grid, f, ghost));
}
/// The difference across the side.
template <int D>
float jump(const Lab<D>& lab, const Field& f, int axis, int high) {
    Index<D> inside = filled<int, D>(3), ghost = inside;
    inside[axis] = high ? lab.f.grid.n()[axis] - 1 : 0;
    ghost[axis] = high ? lab.f.grid.n()[axis] : -1;
    return value_at(lab.f.grid, f, ghost) - value_at(lab.f.grid, f, inside);
}

/// check(flow, axis, high end?) with the given side there, made by of(axis), and walls elsewhere.
template <int D, class Of, class Check>
void with_side(Of of, Check check) {
    for (int axis = 0; axis < D; ++axis)
        for (int high = 0; high < 2; ++high) {
            Boundary boundary;
            side_of(boundary, axis, high) = of(axis);
            Lab<D> lab(filled<int, D>(7), filled<float, D>(0.25f), boundary);
            lab.stir(1, 5);
            check(lab, axis, high);
        }
}

TEST_EACH_DIMENSION(Sides, AWallHoldsTheFluidAtItsOwnVelocity) {
    with_side<D>([](int axis) { return sliding_wall(axis, 0.75); },
                 [](Lab<D>& lab, int axis, int high) {
                     Index<D> face = filled<int, D>(3);
                     face[axis] = high ? 7 : 0;
                     EXPECT_EQ(value_at(lab.f.grid, lab.f.velocity[axis], face), 0);
                     for (int a = 0; a < D; ++a)
                         if (a != axis) { EXPECT_FLOAT_EQ(on_side(lab, lab.f.velocity[a], axis, high), 0.75f); }
                 });
}

TEST_EACH_DIMENSION(Sides, AFreeSlipSideLetsNothingThroughAndDragsNothing) {
    with_side<D>([](int) { return free_slip(); },
                 [](Lab<D>& lab, int axis, int high) {
                     Index<D> face = filled<int, D>(3);
                     face[axis] = high ? 7 : 0;
                     EXPECT_EQ(value_at(lab.f.grid, lab.f.velocity[axis], face), 0);
                     for (int a = 0; a < D; ++a)
                         if (a != axis) { EXPECT_EQ(jump(lab, lab.f.velocity[a], axis, high), 0); }
                 });
}

TEST_EACH_DIMENSION(Sides, AnInflowHasItsVelocityAndBringsWhatItHolds) {
    const auto side = [](int axis) {
        Side s = inflow({0.25 + (axis == 0), 0.25 + (axis == 1), 0.25 + (axis == 2)});
        s.held["smoke"] = 3;
        return s;
    };
    with_side<D>(side, [](Lab<D>& lab, int axis, int high) {
        Index<D> face = filled<int, D>(3);
        face[axis] = high ? 7 : 0;
        EXPECT_EQ(value_at(lab.f.grid, lab.f.velocity[axis], face), 1.25f);
        for (int a = 0; a < D; ++a)
            if (a != axis) { EXPECT_FLOAT_EQ(on_side(lab, lab.f.velocity[a], axis, high), 0.25f); }
        EXPECT_FLOAT_EQ(on_side(lab, lab.smoke(), axis, high), 3);
        EXPECT_EQ(jump(lab, lab.f.pressure, axis, high), 0);
    });
}

TEST_EACH_DIMENSION(Sides, AnOpenSideLetsTheFlowThroughAndHasNoPressure) {
    with_side<D>([](int) { return open(); },
                 [](Lab<D>& lab, int axis, int high) {
                     Index<D> face = filled<int, D>(3), ghost = face;
                     face[axis] = high ? 7 : 0;
                     ghost[axis] = high ? 7 : -1;
                     EXPECT_NE(value_at(lab.f.grid, lab.f.velocity[axis], face), 0);
                     for (int a = 0; a < D; ++a)
                         if (a != axis) { EXPECT_EQ(jump(lab, lab.f.velocity[a], axis, high), 0); }
                     EXPECT_EQ(value_at(lab.f.grid, lab.smoke(), ghost), 0);
                     EXPECT_EQ(on_side(lab, lab.f.pressure, axis, high), 0);
                 });
}

TEST_EACH_DIMENSION(Sides, WallsInsulateUnlessTheyHoldAValue) {
    with_side<D>([](int) { return wall(); },
                 [](Lab<D>& lab, int axis, int high) { EXPECT_EQ(jump(lab, lab.smoke(), axis, high), 0); });
    const auto hot = [](int) {
        Side s = wall();
        s.held["smoke"] = 2;
        return s;
    };
    with_side<D>(hot,
                 [](Lab<D>& lab, int axis, int high) { EXPECT_FLOAT_EQ(on_side(lab, lab.smoke(), axis, high), 2); });
}

TEST_EACH_DIMENSION(Sides, PeriodicGhostsAreTheirImages) {
    Lab<D> lab(filled<int, D>(7), filled<float, D>(0.25f), all_sides(periodic()));
    lab.stir(1, 5);
    int different = 0;
    const auto compare = [&](const Field& f) {
        for_each_index(values_of(lab.f.grid, centre, 2), [&](Index<D> i) {
            Index<D> image = i;
            for (int a = 0; a < D; ++a) image[a] = (i[a] + 7) % 7;
            different += value_at(lab.f.grid, f, i) != value_at(lab.f.grid, f, image);
        });
    };
    for (int a = 0; a < D; ++a) compare(lab.f.velocity[a]);
    compare(lab.smoke());
    EXPECT_EQ(different, 0);
}

TEST_EACH_DIMENSION(Sides, AProfileAlongAPeriodicAxisGoesOnBeyondTheSeam) {
    Boundary boundary;
    boundary.left = boundary.right = periodic();
    boundary.bottom = wall({Value([](Vec3 p, double) { return std::sin(3.5903916 * p.x); }), 0, 0});  // once in 1.75 m
    Lab<D> lab(filled<int, D>(7), filled<float, D>(0.25f), boundary);
    lab.stir(1, 5);
    Index<D> beyond = filled<int, D>(3);
    for (beyond[1] = -2; beyond[1] < 0; ++beyond[1])
        for (const int x : {-2, -1, 7, 8}) {
            Index<D> ghost = beyond, image = beyond;
            ghost[0] = x, image[0] = (x + 7) % 7;
            EXPECT_NEAR(value_at(lab.f.grid, lab.f.velocity[0], ghost), value_at(lab.f.grid, lab.f.velocity[0], image),
                        1e-5);
        }
}

TEST_EACH_DIMENSION(Sides, GhostsOfADomainThinnerThanTheirLayersAreTakenFromInside) {
    for (const Side& side : {wall(), free_slip(), open(), periodic()}) {
        Lab<D> lab(filled<int, D>(1), filled<float, D>(0.25f), all_sides(side));
        const float garbage = 1e30f;
        for (int a = 0; a < D; ++a)
            lab.on.for_each(values_of(lab.f.grid, a, 2), Fill<D>{.value = garbage, .f = lab.f.velocity[a]});
        lab.on.for_each(values_of(lab.f.grid, centre, 2), Fill<D>{.value = garbage, .f = lab.smoke()});
        lab.stir(1, 5);
        float most = 0;
        for (int a = 0; a < D; ++a)
            for_each_index(values_of(lab.f.grid, a, 2), [&](Index<D> i) {
                most = std::max(most, std::abs(value_at(lab.f.grid, lab.f.velocity[a], i)));
            });
        for_each_index(values_of(lab.f.grid, centre, 2),
                       [&](Index<D> i) { most = std::max(most, std::abs(value_at(lab.f.grid, lab.smoke(), i))); });
        EXPECT_LE(most, 2) << name(side.kind);
    }
}

TEST_EACH_DIMENSION(Sides, FillingGhostsLeavesTheInsideAlone) {
    for (const Boundary& boundary : varied_boundaries()) {
        Lab<D> lab(filled<int, D>(6), filled<float, D>(0.25f), boundary);
        lab.stir(1, 9);
        const std::vector<float> before(lab.smoke().data(), lab.smoke().data() + lab.smoke().size());
        lab.settle();
        int changed = 0;
        for_each_index(lab.f.grid.cells(), [&](Index<D> i) {
            const int at = lab.f.grid.cells().cell(i).at;
            changed += lab.smoke().data()[at] != before[static_cast<std::size_t>(at)];
        });
        EXPECT_EQ(changed, 0);
    }
}

}  // namespace
}  // namespace whorl
