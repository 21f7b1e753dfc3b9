#pragma once
// Complex numbers and the Fourier transforms of a few of them: the same arithmetic for vectors of the host and for one
// thread of a GPU.

#include <numbers>

#include "core/math.hpp"

namespace whorl {

/// T: a float, or a vector of them.
template <class T> struct alignas(alignof(T) > 8 ? alignof(T) : 8) ComplexOf {
    T re, im;
};
using Complex = ComplexOf<float>;

template <class T> WHORL_HD ComplexOf<T> operator+(const ComplexOf<T>& a, const ComplexOf<T>& b) { return {a.re + b.re, a.im + b.im}; }
template <class T> WHORL_HD ComplexOf<T> operator-(const ComplexOf<T>& a, const ComplexOf<T>& b) { return {a.re - b.re, a.im - b.im}; }
template <class T> WHORL_HD ComplexOf<T> operator*(float s, const ComplexOf<T>& a) { return {s * a.re, s * a.im}; }
/// Turned by a number of length 1.
template <class T> WHORL_HD ComplexOf<T> turned(const ComplexOf<T>& a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
WHORL_HD constexpr Complex conjugate(Complex a) { return {a.re, -a.im}; }

/// A quarter of a turn, clockwise on the way there.
template <bool back, class T> WHORL_HD ComplexOf<T> quarter(const ComplexOf<T>& a) {
    if constexpr (back) return {-a.im, a.re};
    else return {a.im, -a.re};
}

/// The transform of so few numbers.
template <int radix, bool back, class T> WHORL_HD WHORL_INLINE void transform(const ComplexOf<T>* a, ComplexOf<T>* z) {
    using Number = ComplexOf<T>;
    if constexpr (radix == 1) {
        z[0] = a[0];
    } else if constexpr (radix == 2) {
        z[0] = a[0] + a[1], z[1] = a[0] - a[1];
    } else if constexpr (radix == 3) {
        constexpr auto sine = static_cast<float>(0.5 * std::numbers::sqrt3);
        const Number sum = a[1] + a[2], way = quarter<back>(sine * (a[1] - a[2])), middle = a[0] - 0.5f * sum;
        z[0] = a[0] + sum, z[1] = middle + way, z[2] = middle - way;
    } else if constexpr (radix == 4) {
        const Number even = a[0] + a[2], apart = a[0] - a[2], odd = a[1] + a[3], way = quarter<back>(a[1] - a[3]);
        z[0] = even + odd, z[1] = apart + way, z[2] = even - odd, z[3] = apart - way;
    } else {
        static_assert(radix == 5);
        constexpr float c1 = 0.309016994374947424f, c2 = -0.809016994374947424f;  // cos(2 pi / 5), cos(4 pi / 5)
        constexpr float s1 = 0.951056516295153572f, s2 = 0.587785252292473129f;
        const Number outer = a[1] + a[4], inner = a[2] + a[3], outer_apart = a[1] - a[4], inner_apart = a[2] - a[3];
        const Number u1 = a[0] + (c1 * outer + c2 * inner), u2 = a[0] + (c2 * outer + c1 * inner);
        const Number v1 = quarter<back>(s1 * outer_apart + s2 * inner_apart);
        const Number v2 = quarter<back>(s2 * outer_apart - s1 * inner_apart);
        z[0] = a[0] + (outer + inner), z[1] = u1 + v1, z[4] = u1 - v1, z[2] = u2 + v2, z[3] = u2 - v2;
    }
}

/// `radix` numbers in place, each but the first turned: afterwards, and before that on the way back.
template <int radix, bool back, class T> WHORL_HD WHORL_INLINE void butterfly(ComplexOf<T>* a, const Complex* turns) {
    ComplexOf<T> b[radix];
    if constexpr (back)
        for (int s = 1; s < radix; ++s) a[s] = turned(a[s], conjugate(turns[s - 1]));
    transform<radix, back>(a, b);
    a[0] = b[0];
    for (int s = 1; s < radix; ++s) {
        if constexpr (back) a[s] = b[s];
        else a[s] = turned(b[s], turns[s - 1]);
    }
}

}  // namespace whorl
