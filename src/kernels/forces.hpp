#pragma once
// Forces that the fluid makes by itself: buoyancy and vorticity confinement.

#include "kernels/shapes.hpp"

namespace whorl {

/// u += scale * q, on the faces across one axis, for each q in turn.
template <int D, int count> struct Buoyancy {
    static constexpr bool by_rows = true;  // see core/occupancy.hpp
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

/// d u_b / d x_a at cell centres, for a != b, from the sums of both faces of the neighbours.
WHORL_HD constexpr float cross_slope(float above, float below, float per_length) { return per_length * (0.25f * (above - below)); }
template <int D, int A, int B>
WHORL_HD constexpr float cross_slope(const Faces<const float, D>& u, int at, const Index<D>& step, float per_length) {
    const float above = u[B][at + step[A]] + u[B][at + step[A] + step[B]];
    const float below = u[B][at - step[A]] + u[B][at - step[A] + step[B]];
    return cross_slope(above, below, per_length);
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

WHORL_HD inline float size_of_curl(const Vec<1>& w) { return abs(w[0]); }
WHORL_HD inline float size_of_curl(const Vec<3>& w) { return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]); }

template <int D> struct CurlSize {
    static constexpr int blocks_at_once = 8;  // see core/occupancy.hpp
    static constexpr bool compact = false;
    Curl<D> curl;
    View<float> size;
    WHORL_HD void operator()(Cell<D> c) const { size[c] = size_of_curl(curl(c)); }
};

/// strength * N x curl, at cell centres, with N the direction in which rotation grows (Steinhoff and Underhill 1994;
/// Fedkiw, Stam and Jensen 2001). The strength is a speed, not a multiple of h: it means the same on any grid.
/// From the curl w, its size, and the sizes beside the cell along each axis.
template <int D>
WHORL_HD Vec<D> confining_force(const Vec<curl_parts<D>>& w, float size, const Vec<D>& above, const Vec<D>& below,
                                const Vec<D>& per_h, float strength) {
    Vec<D> n{}, force{};
    for_axes<D>([&](auto a) { n[a] = 0.5f * per_h[a] * (above[a] - below[a]); });
    const float length = sqrt(sum_axes<D>([&](auto a) { return n[a] * n[a]; }));
    // Where rotation has no direction of growth there is no force; the small term keeps that smooth.
    const float scale = strength / (length + 1e-3f * size * per_h[0] + 1e-20f);
    if constexpr (D == 2) {
        force[0] = (scale * n[1]) * w[0];
        force[1] = -((scale * n[0]) * w[0]);
    } else {
        for_axes<D>([&](auto a) {
            constexpr int B = (decltype(a){} + 1) % D, C = (decltype(a){} + 2) % D;
            force[a] = (scale * n[B]) * w[C] - (scale * n[C]) * w[B];
        });
    }
    return force;
}

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
        Vec<D> above{}, below{};
        for_axes<D>([&](auto a) { above[a] = size[c + step[a]], below[a] = size[c - step[a]]; });
        const Vec<D> found = confining_force<D>(curl(c), size[c], above, below, curl.per_h, strength);
        for_axes<D>([&](auto a) { force[a][c] = found[a]; });
    }
};

/// u + dt * force, from the cell centres on both sides to the face.
WHORL_HD constexpr float pushed(float u, float force, float other_force, float dt) {
    return bounded(u + dt * (0.5f * (force + other_force)), speed_limit);
}
template <int D> struct AddCentredForce {
    Index<D> step;
    Faces<const float, D> force;
    float dt;
    Faces<float, D> u;
    template <int A> WHORL_HD constexpr float on_face(const Cell<D>& c) const {
        return pushed(u[A][c], force[A][c], force[A][c - step[A]], dt);
    }
};

/// q *= factor
template <int D> struct Decay {
    float factor;
    View<float> q;
    WHORL_HD void operator()(Cell<D> c) const { q[c] *= factor; }
};

}  // namespace whorl
