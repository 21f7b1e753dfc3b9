#pragma once
// Forces that the fluid makes by itself: buoyancy and vorticity confinement.

#include "kernels/shapes.hpp"

namespace whorl {

/// u += scale * q, on the faces across one axis.
template <int D> struct Buoyancy {
    int step;
    View<const float> q;
    float scale;
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const {
        u[c] = bounded(u[c] + scale * (0.5f * (q[c] + q[c - step])), speed_limit);
    }
};

/// Rotation has one component in a plane and three in space.
template <int D> inline constexpr int curl_parts = D == 2 ? 1 : 3;

/// d u_b / d x_a at cell centres, for a != b.
template <int D, int A, int B>
WHORL_HD constexpr float cross_slope(const Faces<const float, D>& u, int at, const Index<D>& step, float per_length) {
    const float above = u[B][at + step[A]] + u[B][at + step[A] + step[B]];
    const float below = u[B][at - step[A]] + u[B][at - step[A] + step[B]];
    return per_length * (0.25f * (above - below));
}

/// curl u at cell centres, and its size.
template <int D> struct Curl {
    Index<D> step;
    Faces<const float, D> u;
    Vec<D> per_h;
    Array<View<float>, curl_parts<D>> curl;
    View<float> size;

    template <int A, int B> WHORL_HD constexpr float part(int at) const {
        return cross_slope<D, A, B>(u, at, step, per_h[A]) - cross_slope<D, B, A>(u, at, step, per_h[B]);
    }
    WHORL_HD void operator()(Cell<D> c) const {
        if constexpr (D == 2) {
            const float z = part<0, 1>(c);
            curl[0][c] = z;
            size[c] = abs(z);
        } else {
            const float x = part<1, 2>(c), y = part<2, 0>(c), z = part<0, 1>(c);
            curl[0][c] = x;
            curl[1][c] = y;
            curl[2][c] = z;
            size[c] = sqrt(x * x + y * y + z * z);
        }
    }
};

/// strength * N x curl, at cell centres, with N the direction in which rotation grows (Steinhoff and Underhill 1994;
/// Fedkiw, Stam and Jensen 2001). The strength is a speed, not a multiple of h: it means the same on any grid.
template <int D> struct Confinement {
    Index<D> step;
    Array<View<const float>, curl_parts<D>> curl;
    View<const float> size;
    Vec<D> per_h;
    float strength;
    Faces<float, D> force;

    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> n{};
        for_axes<D>([&](auto a) { n[a] = 0.5f * per_h[a] * (size[c + step[a]] - size[c - step[a]]); });
        const float length = sqrt(sum_axes<D>([&](auto a) { return n[a] * n[a]; }));
        // Where rotation has no direction of growth there is no force; the small term keeps that smooth.
        const float scale = strength / (length + 1e-3f * size[c] * per_h[0] + 1e-20f);
        if constexpr (D == 2) {
            force[0][c] = (scale * n[1]) * curl[0][c];
            force[1][c] = -((scale * n[0]) * curl[0][c]);
        } else {
            for_axes<D>([&](auto a) {
                constexpr int B = (decltype(a){} + 1) % D, C = (decltype(a){} + 2) % D;
                force[a][c] = (scale * n[B]) * curl[C][c] - (scale * n[C]) * curl[B][c];
            });
        }
    }
};

/// u += dt * force, from cell centres to the faces across one axis.
template <int D> struct AddCentredForce {
    int step;
    View<const float> force;
    float dt;
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const {
        u[c] = bounded(u[c] + dt * (0.5f * (force[c] + force[c - step])), speed_limit);
    }
};

/// q *= factor
template <int D> struct Decay {
    float factor;
    View<float> q;
    WHORL_HD void operator()(Cell<D> c) const { q[c] *= factor; }
};

}  // namespace whorl
