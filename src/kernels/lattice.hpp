#pragma once
// Distances that are known at the nodes of a lattice, linear between them.

#include "core/vec.hpp"

namespace whorl {

/// A place of a plane is one at z = 0.
WHORL_HD inline Vec<3> in_space(const Vec<2>& p) { return {p[0], p[1], 0}; }
WHORL_HD inline Vec<3> in_space(const Vec<3>& p) { return p; }

struct LatticeView {
    const float* values = nullptr;  // (m), x the fastest
    int n[3]{};                     // nodes along each axis; along an axis with one nothing changes
    float first[3]{}, spacing[3]{}, per_spacing[3]{};  // m, m and 1/m
    bool ends = false;              // whether there is nothing beyond the lattice; else its nearest value goes on

    WHORL_HD WHORL_NOINLINE float distance(const Vec<3>& p) const {
        int at = 0, step[3]{};
        float part[3]{}, beyond = 0;
        for (int a = 0, stride = 1; a < 3; stride *= n[a], ++a) {
            if (n[a] < 2) continue;
            const float x = (p[a] - first[a]) * per_spacing[a], last = static_cast<float>(n[a] - 1);
            const float inside = clamp(x, 0.0f, last), out = (x - inside) * spacing[a];
            const int i = min(static_cast<int>(inside), n[a] - 2);
            part[a] = inside - static_cast<float>(i);
            beyond += out * out;
            at += i * stride;
            step[a] = stride;
        }
        const float* v = values + at;
        const auto along = [&](int a, float low, float high) { return low + part[a] * (high - low); };
        const auto row = [&](int from) { return along(0, v[from], v[from + step[0]]); };
        const auto layer = [&](int from) { return along(1, row(from), row(from + step[1])); };
        const float own = along(2, layer(0), layer(step[2]));
        if (!ends || !(beyond > 0)) return own;
        // The body is inside of the box that the lattice fills. Seen from there, the nearest point of the box lies between:
        // the angle at it is not acute.
        return sqrt(beyond + (own > 0 ? own * own : 0.0f));
    }
};

}  // namespace whorl
