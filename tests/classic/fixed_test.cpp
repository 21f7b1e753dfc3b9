// Fixed-point numbers, beside the exact results in wider integers.

#include <gtest/gtest.h>

#include <limits>

#include "lab.hpp"

namespace whorl::classic {
namespace {

/// Raw values where things go wrong, and some between.
template <class F>
std::vector<int64_t> probes() {
    std::vector<int64_t> all;
    for (const int64_t centre :
         {int64_t{0}, int64_t{F::one}, -int64_t{F::one}, int64_t{F::largest}, int64_t{F::smallest},
          int64_t{F::largest} / 2, int64_t{F::smallest} / 2, int64_t{F::one} / 2})
        for (int64_t k = -3; k <= 3; ++k) all.push_back(centre + k);
    for (int64_t k = 1; k < int64_t{F::largest}; k = k * 7 / 3 + 1) all.push_back(k), all.push_back(-k);
    std::vector<int64_t> inside;
    for (const int64_t raw : all)
        if (raw >= F::smallest && raw <= F::largest) inside.push_back(raw);
    return inside;
}
template <class F>
int64_t limited(__int128 x) {
    return int64_t(x > F::largest ? F::largest : x < F::smallest ? F::smallest : x);
}
/// To the nearest, of two to the smaller.
int64_t nearest(__int128 x, __int128 by) {
    const __int128 size = x < 0 ? -x : x, down = size / by, up = down + (2 * (size - down * by) > by);
    return int64_t(x < 0 ? -up : up);
}

template <class F>
class ClassicFixed : public testing::Test {};
using Kinds = testing::Types<Slides, Paper, Fine, Fixed<int16_t, 14>, Fixed<int32_t, 1>>;
TYPED_TEST_SUITE(ClassicFixed, Kinds);

TYPED_TEST(ClassicFixed, ReckonsExactlyThenRoundsAndStopsAtItsLimits) {
    using F = TypeParam;
    for (const int64_t a : probes<F>())
        for (const int64_t b : probes<F>()) {
            const F x = F::from_raw(typename F::Wide(a)), y = F::from_raw(typename F::Wide(b));
            const __int128 one = F::one;
            ASSERT_EQ((x + y).raw(), limited<F>(__int128(a) + b));
            ASSERT_EQ((x - y).raw(), limited<F>(__int128(a) - b));
            ASSERT_EQ((x * y).raw(), limited<F>(nearest(__int128(a) * b, one))) << a << " * " << b;
            if (b != 0) { ASSERT_EQ((x / y).raw(), limited<F>(__int128(a) * one / b)) << a << " / " << b; }
            const int64_t product = (x * y).raw();
            if (a != F::smallest && product > F::smallest && product < F::largest) {
                ASSERT_EQ((-x * y).raw(), -product) << "a mirrored number has the mirrored product";
            }
        }
}
TYPED_TEST(ClassicFixed, DividedByZeroIsTheLargestOrSmallestNumber) {
    using F = TypeParam;
    EXPECT_EQ((F(1) / F(0)).raw(), F::largest);
    EXPECT_EQ((F(-1) / F(0)).raw(), F::smallest);
    EXPECT_EQ((F(0) / F(0)).raw(), 0);
}
TYPED_TEST(ClassicFixed, TakesInAnyNumber) {
    using F = TypeParam;
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(F(infinity).raw(), F::largest);
    EXPECT_EQ(F(-infinity).raw(), F::smallest);
    EXPECT_EQ(F(1e300).raw(), F::largest);
    EXPECT_EQ(F(std::numeric_limits<double>::quiet_NaN()).raw(), 0);
    EXPECT_EQ(F(std::numeric_limits<int>::max()).raw(), sizeof(F) == 2 || F::one > 1 ? F::largest : 0);
    EXPECT_EQ(F(std::numeric_limits<int>::min()).raw(), F::smallest);
    EXPECT_EQ((-F::from_raw(F::smallest)).raw(), F::largest);
    EXPECT_EQ(F(0.5).raw() * 2, F::one);
    EXPECT_EQ(double(F(-0.5)), -0.5);
    for (const int64_t raw : probes<F>())
        ASSERT_EQ(F(double(F::from_raw(typename F::Wide(raw)))).raw(), raw) << "there and back is the same";
}
TYPED_TEST(ClassicFixed, BetweenTwoNumbersIsNeverOutsideThem) {
    using F = TypeParam;
    for (const int64_t a : probes<F>())
        for (const int64_t b : probes<F>())
            for (int part = 0; part <= 8; ++part) {
                const F x = F::from_raw(typename F::Wide(a)), y = F::from_raw(typename F::Wide(b));
                const F s = F::from_raw(typename F::Wide(F::one * part / 8));
                const F middle = Arithmetic<F>::between(x, y, s);
                ASSERT_GE(middle.raw(), std::min(a, b));
                ASSERT_LE(middle.raw(), std::max(a, b));
            }
}

}  // namespace
}  // namespace whorl::classic
