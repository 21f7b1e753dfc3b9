#pragma once
// How long a sweep of multigrid's smoother takes by itself: for the benchmark of a device.

#include <algorithm>
#include <vector>

#include "poisson/hierarchy.hpp"

namespace whorl {

/// Numbers without a pattern, from -1 up to 1.
template <int D>
struct FillWithNoise {
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const {
        unsigned h = 0;
        for_axes<D>([&](auto a) {
            h = (h ^ static_cast<unsigned>(c.i[a])) * 0x9e3779b1u;
            h ^= h >> 15;
        });
        f[c] = static_cast<float>(h & 0xffffffu) * 0x1p-23f - 1;
    }
};

/// How far faces are open in a closed box of n cells a side around a ball of half its width.
template <int D>
struct OpenAroundBall {
    int axis, n;
    View<float> openness;
    WHORL_HD void operator()(Cell<D> c) const {
        float square = 0;
        for_axes<D>([&](auto a) {
            const float d = static_cast<float>(c.i[a]) + (a == axis ? 0.0f : 0.5f) - 0.5f * static_cast<float>(n);
            square += d * d;
        });
        const bool side = c.i[axis] == 0 || c.i[axis] == n;
        openness[c] = side ? 0.0f : clamp(sqrt(square) - 0.25f * static_cast<float>(n) + 0.5f, 0, 1);
    }
};

/// ms of a sweep over both colours in such a box, the median of several portions.
template <class Exec>
double sweep_ms(Exec& on, int n) {
    constexpr int portions = 9, sweeps = 10;
    const Index<3> cells = filled<int, 3>(n);
    const Unknowns<3> unknowns{Grid<3>(cells, filled<float, 3>(1.0f)), cells, {}};
    VectorField<3> weight = on.faces(unknowns.grid);
    for (int a = 0; a < 3; ++a) on.for_each(unknowns.grid.faces(a), OpenAroundBall<3>{a, n, weight[a]});
    Field b = on.field(unknowns.grid), x = on.field(unknowns.grid);
    on.for_each(unknowns.box(), FillWithNoise<3>{b});
    System<Exec, 3> system(on, unknowns);
    system.prepare(on, {.weight = weight, .open = {}, .shift = 0});
    Hierarchy<Exec, 3> hierarchy(on, unknowns);
    hierarchy.prepare_finest(on, system);
    hierarchy.load(on, RightHandSide{.b = b}, x);
    std::vector<double> ms;
    for (int k = -1; k < portions; ++k) {  // the first is a rehearsal
        const auto begin = on.mark();
        hierarchy.finest_passes().relax(on, hierarchy.finest(), sweeps, hierarchy.finest().omega(), false);
        const double took = on.ms_between(begin, on.mark());
        if (k >= 0) ms.push_back(took / sweeps);
    }
    std::nth_element(ms.begin(), ms.begin() + portions / 2, ms.end());
    return ms[portions / 2];
}

}  // namespace whorl
