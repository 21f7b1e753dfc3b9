#pragma once
// Forces that the fluid makes by itself: buoyancy and vorticity confinement.

#include "kernels/shapes.hpp"

namespace whorl {

/// u += scale * q, on the faces across one axis, for each q in turn.
template <int D, int count> struct Buoyancy {
    int step;
    Array<View<const float>, count> q;
    Vec<count> scale;
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const {
        float speed = u[c];
        for (int k = 0; k < count; ++k)
            speed = bounded(speed + scale[k] * (0.5f * (q[k][c] + q[k][c - step])), speed_limit);
        u[c] = speed;
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

/// curl u at cell centres.
template <int D> struct Curl {
    Index<D> step;
    Faces<const float, D> u;
    Vec<D> per_h;

    template <int A, int B> WHORL_HD constexpr float part(int at) const {
        return cross_slope<D, A, B>(u, at, step, per_h[A]) - cross_slope<D, B, A>(u, at, step, per_h[B]);
    }
    WHORL_HD constexpr Vec<curl_parts<D>> operator()(int at) const {
        if constexpr (D == 2) return {part<0, 1>(at)};
        else return {part<1, 2>(at), part<2, 0>(at), part<0, 1>(at)};
    }
};

template <int D> struct CurlSize {
    static constexpr int blocks_at_once = 8;  // see core/occupancy.hpp
    static constexpr bool compact = false;
    Curl<D> curl;
    View<float> size;
    WHORL_HD void operator()(Cell<D> c) const {
        const auto w = curl(c);
        if constexpr (D == 2) size[c] = abs(w[0]);
        else size[c] = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    }
};

/// strength * N x curl, at cell centres, with N the direction in which rotation grows (Steinhoff and Underhill 1994;
/// Fedkiw, Stam and Jensen 2001). The strength is a speed, not a multiple of h: it means the same on any grid.
/// The curl is found again: that takes less time than to store it and bring it back.
template <int D> struct Confinement {
    static constexpr int blocks_at_once = 8;  // see core/occupancy.hpp
    static constexpr bool compact = false;
    Curl<D> curl;
    View<const float> size;
    float strength;
    Faces<float, D> force;

    WHORL_HD void operator()(Cell<D> c) const {
        const Index<D>& step = curl.step;
        const Vec<D>& per_h = curl.per_h;
        const auto w = curl(c);
        Vec<D> n{};
        for_axes<D>([&](auto a) { n[a] = 0.5f * per_h[a] * (size[c + step[a]] - size[c - step[a]]); });
        const float length = sqrt(sum_axes<D>([&](auto a) { return n[a] * n[a]; }));
        // Where rotation has no direction of growth there is no force; the small term keeps that smooth.
        const float scale = strength / (length + 1e-3f * size[c] * per_h[0] + 1e-20f);
        if constexpr (D == 2) {
            force[0][c] = (scale * n[1]) * w[0];
            force[1][c] = -((scale * n[0]) * w[0]);
        } else {
            for_axes<D>([&](auto a) {
                constexpr int B = (decltype(a){} + 1) % D, C = (decltype(a){} + 2) % D;
                force[a][c] = (scale * n[B]) * w[C] - (scale * n[C]) * w[B];
            });
        }
    }
};

/// u + dt * force, from cell centres to faces.
template <int D> struct AddCentredForce {
    Index<D> step;
    Faces<const float, D> force;
    float dt;
    Faces<float, D> u;
    template <int A> WHORL_HD constexpr float on_face(const Cell<D>& c) const {
        return bounded(u[A][c] + dt * (0.5f * (force[A][c] + force[A][c - step[A]])), speed_limit);
    }
};

/// q *= factor
template <int D> struct Decay {
    float factor;
    View<float> q;
    WHORL_HD void operator()(Cell<D> c) const { q[c] *= factor; }
};

}  // namespace whorl
