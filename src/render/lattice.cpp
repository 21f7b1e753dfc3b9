#include "render/lattice.hpp"

namespace whorl::render {

Lattice<float> copied(Cpu& on, const FieldView& field, Point size) {
    Lattice<float> lattice(field.extent, size);
    fill(on, lattice, [&](int i, int j, int k) { return safe_amount(field(i, j, k)); });
    return lattice;
}

namespace {

/// The four old values around a new one, as offsets from the row start, and their weights. New value m sits at
/// m / 2 - 1/4 of the old ones.
struct Taps {
    int index[4];
    std::array<float, 4> weight;
};

Taps taps(int m, int n) {
    const int below = (m + 1) / 2 - 1;
    const float place = m % 2 == 0 ? 0.75f : 0.25f;
    Taps t{{}, smooth_weights(place)};
    for (std::size_t q = 0; q < 4; ++q) t.weight[q] = 0.5f * (t.weight[q] + crisp_weights(place)[q]);
    for (int q = 0; q < 4; ++q) {
        const int i = below + q - 1;
        t.index[q] = i < 0 ? 0 : i < n ? i : n - 1;
    }
    return t;
}

/// Twice the values along one axis only.
Lattice<float> refined_along(Cpu& on, const Lattice<float>& coarse, int axis, Point size) {
    std::array<int, 3> n = coarse.n;
    const auto a = static_cast<std::size_t>(axis);
    n[a] *= 2;
    Lattice<float> fine(n, size);
    std::vector<Taps> all(static_cast<std::size_t>(n[a]));
    for (int m = 0; m < n[a]; ++m) all[static_cast<std::size_t>(m)] = taps(m, coarse.n[a]);
    fill(on, fine, [&](int i, int j, int k) {
        const int index[] = {i, j, k};
        const Taps& t = all[static_cast<std::size_t>(index[axis])];
        float sum = 0;
        for (std::size_t q = 0; q < 4; ++q) {
            const int s = t.index[q];
            sum += t.weight[q] * coarse(axis == 0 ? s : i, axis == 1 ? s : j, axis == 2 ? s : k);
        }
        return whorl::max(sum, 0.0f);  // what is left of the crisp cubic may dip below 0 beside a steep edge
    });
    return fine;
}

}  // namespace

Lattice<float> refined(Cpu& on, const Lattice<float>& coarse, Point size) {
    const Lattice<float> z = refined_along(on, coarse, 2, size);
    const Lattice<float> yz = refined_along(on, z, 1, size);
    return refined_along(on, yz, 0, size);
}

}  // namespace whorl::render
