// The transforms of lines beside the sums that they stand for.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "exec/thread_scratch.hpp"
#include "poisson/fourier.hpp"

namespace whorl {
namespace {

constexpr int lanes = Fourier::lanes;
using Number = std::complex<double>;

float value(int j, int lane) { return static_cast<float>(std::sin(1.3 * j * j + 0.7 * lane)); }

class OfLength : public testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        const auto count = static_cast<std::size_t>(2 * n * lanes);
        z = thread_scratch(count + fourier.scratch());
        room = z + count;
        for (int j = 0; j < 2 * n; ++j)
            for (int l = 0; l < lanes; ++l) z[j * lanes + l] = value(j, l);
    }
    Number at(int j, int lane) const { return {z[2 * j * lanes + lane], z[(2 * j + 1) * lanes + lane]}; }

    const int n = GetParam();
    const Fourier fourier{n};
    float *z = nullptr, *room = nullptr;
};

TEST_P(OfLength, EachWaveIsTheSumThatDefinesIt) {
    fourier.there(z, room);
    double worst = 0;
    for (const int lane : {0, 7, lanes - 1})
        for (int k = 0; k < n; ++k) {
            Number sum = 0;
            for (int j = 0; j < n; ++j)
                sum += Number(value(2 * j, lane), value(2 * j + 1, lane)) *
                       std::polar(1.0, -2 * std::numbers::pi * (static_cast<double>(k) * j) / n);
            worst = std::max(worst, std::abs(at(fourier.place(k), lane) - sum));
        }
    EXPECT_LE(worst, 1e-6 * std::sqrt(n));
}

TEST_P(OfLength, ThereAndBackMultipliesByTheLength) {
    fourier.there(z, room);
    fourier.back(z, room);
    double worst = 0;
    for (int j = 0; j < n; ++j)
        for (int l = 0; l < lanes; ++l)
            worst = std::max(worst, std::abs(at(j, l) / double(n) - Number(value(2 * j, l), value(2 * j + 1, l))));
    EXPECT_LE(worst, 2e-6);
}

// Each radix, several of each, more than stay in the first cache; and lengths that no radix divides.
INSTANTIATE_TEST_SUITE_P(Fourier, OfLength, testing::Values(1, 2, 3, 4, 5, 7, 8, 30, 97, 125, 240, 243, 512, 514));

TEST(Fourier, TransposeMovesEachValueToItsMirrorImage) {
    constexpr int from_step = lanes + 3, to_step = lanes + 5;
    std::vector<float> from(lanes * from_step), to(lanes * to_step, -1);
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<float>(i);
    transpose(from.data(), from_step, to.data(), to_step);
    for (std::size_t i = 0; i < lanes; ++i)
        for (std::size_t j = 0; j < to_step; ++j)
            EXPECT_EQ(to[i * to_step + j], j < lanes ? from[j * from_step + i] : -1) << i << ' ' << j;
}

}  // namespace
}  // namespace whorl
