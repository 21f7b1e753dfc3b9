#pragma once
// One test body for planes and boxes: TEST_EACH_DIMENSION(Suite, Claim) { constexpr int D = ...; } with D given.

#include <gtest/gtest.h>

#define TEST_EACH_DIMENSION(suite, claim)                          \
    template <int D> static void suite##_##claim();                \
    TEST(suite, claim##InAPlane) { suite##_##claim<2>(); }         \
    TEST(suite, claim##InSpace) { suite##_##claim<3>(); }          \
    template <int D> static void suite##_##claim()
