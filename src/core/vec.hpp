#pragma once
// Small fixed arrays, and loops over the axes that always unroll.

#include "core/math.hpp"

namespace whorl {

template <class T, int D> struct Array {
    T v[D];
    WHORL_HD constexpr T& operator[](int a) { return v[a]; }
    WHORL_HD constexpr const T& operator[](int a) const { return v[a]; }
    bool operator==(const Array&) const = default;
};

template <int D> using Index = Array<int, D>;
template <int D> using Vec = Array<float, D>;

/// An axis as a type, so that what depends on it is decided while compiling.
template <int A> struct Axis {
    WHORL_HD constexpr operator int() const { return A; }
};

WHORL_CALLS_ANY
template <int D, int A = 0, class F> WHORL_HD constexpr void for_axes(F&& f) {
    f(Axis<A>{});
    if constexpr (A + 1 < D) for_axes<D, A + 1>(f);
}

/// f(x) + f(y) [+ f(z)]
WHORL_CALLS_ANY
template <int D, class F> WHORL_HD constexpr auto sum_axes(F&& f) {
    auto s = f(Axis<0>{});
    if constexpr (D > 1) s += f(Axis<1>{});
    if constexpr (D > 2) s += f(Axis<2>{});
    return s;
}

template <int D> WHORL_HD float dot(const float* a, const float* b) {
    return sum_axes<D>([&](auto k) { return a[k] * b[k]; });
}

template <class T, int D> WHORL_HD constexpr Array<T, D> filled(T value) {
    Array<T, D> r{};
    for (int a = 0; a < D; ++a) r[a] = value;
    return r;
}

}  // namespace whorl
