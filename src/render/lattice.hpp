#pragma once
// Values at equal spacing in space: what the ray marcher samples, copied from the fields and made safe on the way.

#include <array>
#include <vector>

#include "core/math.hpp"
#include "exec/cpu.hpp"
#include "render/geometry.hpp"

namespace whorl::render {

/// Weights of four neighbours at -1, 0, 1, 2 for a place t in [0, 1] between the middle two: the cubic of Mitchell and
/// Netravali 1988 with B = C = 1/3, which neither rings nor blurs much.
constexpr std::array<float, 4> cubic_weights(float t) {
    const float s = 1 - t;
    const auto near = [](float x) { return ((7.0f / 6) * x - 2) * x * x + 8.0f / 9; };                  // |x| < 1
    const auto far = [](float x) { return (((-7.0f / 18) * x + 2) * x - 10.0f / 3) * x + 16.0f / 9; };  // 1 <= |x| <= 2
    return {far(1 + t), near(t), near(s), far(1 + s)};
}

/// The value itself if it is finite and not negative, else 0. Limited so that products with it stay finite.
constexpr float safe_amount(float x) { return x > 0 && x <= 3e38f ? whorl::min(x, 1e9f) : 0.0f; }

/// A box of values, the first and last of each axis half a spacing inside `size`.
template <class T>
struct Lattice {
    std::array<int, 3> n{1, 1, 1};
    Point per_length{};  // values per metre
    std::vector<T> values;

    Lattice() = default;
    Lattice(std::array<int, 3> count, Point size)
        : n(count),
          per_length{static_cast<float>(n[0]) / size.x, static_cast<float>(n[1]) / size.y,
                     static_cast<float>(n[2]) / size.z},
          values(static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2])) {}

    std::size_t at(int i, int j, int k) const {
        return static_cast<std::size_t>(i) +
               static_cast<std::size_t>(n[0]) *
                   (static_cast<std::size_t>(j) + static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(k));
    }
    T& operator()(int i, int j, int k) { return values[at(i, j, k)]; }
    const T& operator()(int i, int j, int k) const { return values[at(i, j, k)]; }

    Point place(int i, int j, int k) const {
        return {(static_cast<float>(i) + 0.5f) / per_length.x, (static_cast<float>(j) + 0.5f) / per_length.y,
                (static_cast<float>(k) + 0.5f) / per_length.z};
    }

    /// Trilinear, and constant beyond the outermost values.
    T sample(Point p) const {
        int i[3], up[3];
        float t[3];
        const float x[] = {p.x * per_length.x, p.y * per_length.y, p.z * per_length.z};
        for (int a = 0; a < 3; ++a) {
            const float c = whorl::clamp(x[a] - 0.5f, 0, static_cast<float>(n[static_cast<std::size_t>(a)] - 1));
            i[a] = static_cast<int>(c);
            t[a] = c - static_cast<float>(i[a]);
            up[a] = i[a] + 1 < n[static_cast<std::size_t>(a)] ? 1 : 0;
        }
        const std::size_t row = static_cast<std::size_t>(n[0]);
        const std::size_t dx = static_cast<std::size_t>(up[0]), dy = up[1] ? row : 0,
                          dz = up[2] ? row * static_cast<std::size_t>(n[1]) : 0;
        const T* v = values.data() + at(i[0], i[1], i[2]);
        const auto along_x = [&](const T* w) { return w[0] * (1 - t[0]) + w[dx] * t[0]; };
        const auto along_y = [&](const T* w) { return along_x(w) * (1 - t[1]) + along_x(w + dy) * t[1]; };
        return along_y(v) * (1 - t[2]) + along_y(v + dz) * t[2];
    }
};

/// make(i, j, k) for every value of the lattice, rows spread over the threads.
template <class T, class Make>
void fill(Cpu& on, Lattice<T>& lattice, const Make& make) {
    const Box<3> box{{0, 0, 0}, {lattice.n[0], lattice.n[1], lattice.n[2]}, {}, 0};
    on.for_each_row(box, [&](const Cell<3>& first, int count) {
        T* row = &lattice(0, first.i[1], first.i[2]);
        for (int i = 0; i < count; ++i) row[i] = make(i, first.i[1], first.i[2]);
    });
}

/// The values of a field that are finite and positive; 0 for the rest.
Lattice<float> copied(Cpu& on, const FieldView& field, Point size);

/// Twice the values along each axis, between the old ones by cubics: trilinear samples of it show no cells.
Lattice<float> refined(Cpu& on, const Lattice<float>& coarse, Point size);

}  // namespace whorl::render
