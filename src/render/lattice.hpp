#pragma once
// Values at equal spacing in space: what the ray marcher samples, copied from the fields and made safe on the way.

#include <array>
#include <type_traits>
#include <vector>

#include "core/math.hpp"
#include "exec/cpu.hpp"
#include "render/colour.hpp"
#include "render/geometry.hpp"

namespace whorl::render {

/// Weights of four neighbours at -1, 0, 1, 2 for a place t in [0, 1] between the middle two, by a cubic that keeps
/// detail and rings little (Mitchell and Netravali 1988, B = C = 1/3) ...
constexpr std::array<float, 4> crisp_weights(float t) {
    const auto near = [](float x) { return ((7.0f / 6) * x - 2) * x * x + 8.0f / 9; };                  // |x| < 1
    const auto far = [](float x) { return (((-7.0f / 18) * x + 2) * x - 10.0f / 3) * x + 16.0f / 9; };  // 1 <= |x| <= 2
    return {far(1 + t), near(t), near(1 - t), far(2 - t)};
}
/// ... and by the cubic B-spline, which hides the cells even in an edge one cell wide, and never dips below 0.
constexpr std::array<float, 4> smooth_weights(float t) {
    const auto near = [](float x) { return 2.0f / 3 - x * x * (1 - 0.5f * x); };
    const auto far = [](float x) { return (2 - x) * (2 - x) * (2 - x) / 6; };
    return {far(1 + t), near(t), near(1 - t), far(2 - t)};
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
        // The cell of eight values that p lies in, and how far in; in the last one the far side counts in full.
        const auto corner = [](float x, int count, int& i) {
            const float c = whorl::clamp(x - 0.5f, 0, static_cast<float>(count - 1));
            i = whorl::max(whorl::min(static_cast<int>(c), count - 2), 0);
            return c - static_cast<float>(i);
        };
        int i, j, k;
        const float u = corner(p.x * per_length.x, n[0], i), v = corner(p.y * per_length.y, n[1], j),
                    w = corner(p.z * per_length.z, n[2], k);
        const std::ptrdiff_t dx = n[0] > 1, row = n[0], layer = row * n[1], dy = n[1] > 1 ? row : 0,
                             dz = n[2] > 1 ? layer : 0;
        const T* q = values.data() + (i + j * row + k * layer);
        const T low = mixed(mixed(q[0], q[dx], u), mixed(q[dy], q[dy + dx], u), v);
        const T high = mixed(mixed(q[dz], q[dz + dx], u), mixed(q[dz + dy], q[dz + dy + dx], u), v);
        return mixed(low, high, w);
    }

    /// The same at p, p + step, p + 2 step, ...: `count` samples at a time, in vector lanes.
    template <int count>
    void sample_along(Point p, Point step, T (&out)[count]) const {
        const T* const v = values.data();
        const int row = n[0], layer = n[0] * n[1];
        const int dx = n[0] > 1, dy = n[1] > 1 ? row : 0, dz = n[2] > 1 ? layer : 0;
        const float last_x = static_cast<float>(n[0] - 1), last_y = static_cast<float>(n[1] - 1),
                    last_z = static_cast<float>(n[2] - 1);
        const Point first = p * per_length - Point{0.5f, 0.5f, 0.5f}, by = step * per_length;
#pragma omp simd
        for (int l = 0; l < count; ++l) {
            const float t = static_cast<float>(l);
            const float x = whorl::clamp(first.x + t * by.x, 0, last_x),
                        y = whorl::clamp(first.y + t * by.y, 0, last_y),
                        z = whorl::clamp(first.z + t * by.z, 0, last_z);
            const int i = static_cast<int>(whorl::max(whorl::min(x, last_x - 1), 0.0f)),
                      j = static_cast<int>(whorl::max(whorl::min(y, last_y - 1), 0.0f)),
                      k = static_cast<int>(whorl::max(whorl::min(z, last_z - 1), 0.0f));
            const float u = x - static_cast<float>(i), w = y - static_cast<float>(j), q = z - static_cast<float>(k);
            const int at = i + j * row + k * layer;
            const T low = mixed(mixed(v[at], v[at + dx], u), mixed(v[at + dy], v[at + dy + dx], u), w);
            const T high =
                mixed(mixed(v[at + dz], v[at + dz + dx], u), mixed(v[at + dz + dy], v[at + dz + dy + dx], u), w);
            out[l] = mixed(low, high, q);
        }
    }

  private:
    static constexpr T mixed(const T& a, const T& b, float t) {
        if constexpr (std::is_same_v<T, Colour>)
            return mix(a, b, t);
        else
            return a + (b - a) * t;
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

/// Twice the values along each axis, by smooth_weights: trilinear samples of it show no cells.
Lattice<float> refined(Cpu& on, const Lattice<float>& coarse, Point size);

}  // namespace whorl::render
