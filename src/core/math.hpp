#pragma once
// Scalar arithmetic that host and device share. The standard library's versions are host-only or do not vectorise.

#if defined(__CUDACC__)
#define WHORL_HD __host__ __device__
#define WHORL_CALLS_ANY _Pragma("nv_exec_check_disable")  // runs where the function does that it is given
#else
#define WHORL_HD
#define WHORL_CALLS_ANY
#endif

#define WHORL_NOINLINE __attribute__((noinline))
#define WHORL_INLINE __attribute__((always_inline)) inline  // where a call would keep vectors in memory
// What few cells need. On a GPU it is called: among the instructions of all others it would take their registers.
#if defined(__CUDA_ARCH__)
#define WHORL_SELDOM WHORL_NOINLINE
#else
#define WHORL_SELDOM
#endif

#include <cmath>

namespace whorl {

template <class T> WHORL_HD constexpr T min(T a, T b) { return a < b ? a : b; }
template <class T> WHORL_HD constexpr T max(T a, T b) { return a > b ? a : b; }
WHORL_HD constexpr float abs(float x) {
#if defined(__CUDA_ARCH__)
    return ::fabsf(x);  // no instruction at all
#else
    return __builtin_fabsf(x);
#endif
}
WHORL_HD inline float sqrt(float x) { return ::sqrtf(x); }

/// x limited to [lo, hi]. A NaN comes out as `lo`, so what was clamped can always be used as an index.
WHORL_HD constexpr float clamp(float x, float lo, float hi) { return min(x > lo ? x : lo, hi); }

/// A double as a float of at most this size.
constexpr float to_float(double x, double limit) {
    return static_cast<float>(x > limit ? limit : x > -limit ? x : -limit);
}

inline constexpr float nearest_shift = 12582912.0f;  // 1.5 * 2^23: adding it pushes the fraction out of the mantissa

/// The nearest whole number, halves to even, so that nearest(-x) == -nearest(x). For |x| < 2^22; vectorises everywhere.
WHORL_HD constexpr float nearest(float x) {
    return (x + nearest_shift) - nearest_shift;
}
/// The same as an int, from what `nearest` made of x.
WHORL_HD constexpr int nearest_int([[maybe_unused]] float x, [[maybe_unused]] float nearest) {
#if defined(__CUDA_ARCH__)
    return __float_as_int(x + nearest_shift) - 0x4b400000;  // what is left in the mantissa: no conversion, which is slow there
#else
    return static_cast<int>(nearest);
#endif
}

/// The bits of the shift. That int is also bits_of(x + shift) less these: a sum of several takes them away once.
inline constexpr unsigned nearest_zero = 0x4b400000;
WHORL_HD constexpr unsigned bits_of(float x) {
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__float_as_int(x));
#else
    return __builtin_bit_cast(unsigned, x);
#endif
}

/// The lesser and the larger of two numbers, of which none is a NaN. Of zeros with different signs, any.
WHORL_HD constexpr float lesser(float a, float b) {
#if defined(__CUDA_ARCH__)
    return ::fminf(a, b);  // one instruction
#else
    return min(a, b);
#endif
}
WHORL_HD constexpr float larger(float a, float b) {
#if defined(__CUDA_ARCH__)
    return ::fmaxf(a, b);
#else
    return max(a, b);
#endif
}

}  // namespace whorl
