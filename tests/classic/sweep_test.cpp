// A sweep that has two rows on their way at once leaves the bits of one that goes from cell to cell.

#include <gtest/gtest.h>

#include <random>

#include "lab.hpp"
#include "support/each_dimension.hpp"

namespace whorl::classic {
namespace {

template <class Number, int D>
int different_after_a_sweep(int rows) {
    World<Number, D, Mask> world(5);
    world.fluid.cells[1] = rows;
    world.resize();
    std::mt19937 random(7);
    const auto any = [&] { return Number(static_cast<int>(random() % 201) - 100) / Number(64); };
    std::vector<unsigned char> mask(world.x.size());
    world.each([&](std::size_t k, const auto&) { mask[k] = random() % 4 == 0; });
    world.fluid.body = mask.data();
    for (Number& x : world.x) x = any();
    for (Number& b : world.x0) b = any();
    const Number own = Number(1) / 3, share = Number(1) / (3 * D);

    const auto& fluid = world.fluid;
    int different = 0;
    for (int role = 0; role <= fluid.density; ++role) {
        std::vector<Number> plain = world.x, paired = world.x;
        Number* x = plain.data();
        fluid.each_cell([&](int k) {
            if (!mask[static_cast<std::size_t>(k)])
                x[k] = Arithmetic<Number>::weighted(own, world.x0[static_cast<std::size_t>(k)], share, fluid.others(role, x, k),
                                                    fluid.beside(role, 0, x, k, k - 1));
        });
        fluid.gauss_seidel(role, paired.data(), world.x0.data(), own, share);
        for (std::size_t k = 0; k < plain.size(); ++k) different += plain[k] != paired[k];
    }
    return different;
}

TEST_EACH_DIMENSION(ClassicSweep, HasTheBitsOfGoingFromCellToCellAlsoAroundBodies) {
    for (const int rows : {1, 2, 5, 6}) {
        EXPECT_EQ((different_after_a_sweep<float, D>(rows)), 0) << rows;
        EXPECT_EQ((different_after_a_sweep<Slides, D>(rows)), 0) << rows;
        EXPECT_EQ((different_after_a_sweep<Fine, D>(rows)), 0) << rows;
    }
}

}  // namespace
}  // namespace whorl::classic
