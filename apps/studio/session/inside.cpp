#include <session/inside.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

/// In place, n a power of two; every `stride`-th value (Cooley and Tukey 1965).
void transform(std::complex<float>* z, int n, int stride) {
    for (int i = 1, j = 0; i < n; ++i) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(z[i * stride], z[j * stride]);
    }
    for (int length = 2; length <= n; length *= 2) {
        const float turn = -2 * 3.14159265f / static_cast<float>(length);
        for (int k = 0; k < length / 2; ++k) {
            const std::complex<float> w = std::polar(1.0f, turn * static_cast<float>(k));
            for (int i = k; i < n; i += length) {
                std::complex<float>&a = z[i * stride], &b = z[(i + length / 2) * stride];
                const std::complex<float> c{w.real() * b.real() - w.imag() * b.imag(),
                                            w.real() * b.imag() + w.imag() * b.real()};
                b = a - c, a += c;
            }
        }
    }
}

/// Differences between neighbours on both sides of a cell, or on the one that there is.
template <class At>
float slope(At at, int i, int n, float spacing) {
    const int low = std::max(i - 1, 0), high = std::min(i + 1, n - 1);
    return high > low ? (at(high) - at(low)) / (static_cast<float>(high - low) * spacing) : 0.0f;
}

}  // namespace

void fill_taken(const whorl::Simulation& fluid, double dt, Lattice& to) {
    const auto n = fluid.cells();
    const auto h = fluid.spacing();
    const whorl::FieldView p = fluid.field("pressure"), open_x = fluid.openness(0), open_y = fluid.openness(1);
    const whorl::Boundary& sides = fluid.settings().boundary;
    const bool around_x = sides.left.kind == whorl::Side::Kind::periodic,
               around_y = sides.bottom.kind == whorl::Side::Kind::periodic;
    // On the face below cell i of an axis.
    const auto along_x = [&](int i, int j) {
        const bool rim = i == 0 || i == n[0];
        if ((rim && !around_x) || !(open_x(i, j) > 0)) return 0.0f;
        return static_cast<float>(dt / h.x) * (p(i % n[0], j) - p(i > 0 ? i - 1 : n[0] - 1, j));
    };
    const auto along_y = [&](int i, int j) {
        const bool rim = j == 0 || j == n[1];
        if ((rim && !around_y) || !(open_y(i, j) > 0)) return 0.0f;
        return static_cast<float>(dt / h.y) * (p(i, j % n[1]) - p(i, j > 0 ? j - 1 : n[1] - 1));
    };
    to.shape({n[0], n[1], 1}, 2);
    float* out = to.values.data();
    for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) {
            *out++ = 0.5f * (along_x(i, j) + along_x(i + 1, j));
            *out++ = 0.5f * (along_y(i, j) + along_y(i, j + 1));
        }
}

Lattice sampled(const Lattice& from, int n) {
    Lattice to;
    to.shape({n, n, 1}, 2);
    const auto place = [n](int i, int cells) {
        return std::clamp((static_cast<float>(i) + 0.5f) * static_cast<float>(cells) / static_cast<float>(n) - 0.5f,
                          0.0f, static_cast<float>(cells - 1));
    };
    const int nx = from.extent[0], ny = from.extent[1];
    const auto value = [&](int i, int j, int c) {
        const float v =
            from.values[2 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i)) +
                        static_cast<std::size_t>(c)];
        return std::isfinite(v) ? v : 0.0f;
    };
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const float x = place(i, nx), y = place(j, ny);
            const int l = static_cast<int>(x), b = static_cast<int>(y), r = std::min(l + 1, nx - 1),
                      t = std::min(b + 1, ny - 1);
            const float s = x - static_cast<float>(l), u = y - static_cast<float>(b);
            for (int c = 0; c < 2; ++c)
                to.at(i, j)[c] = (1 - u) * ((1 - s) * value(l, b, c) + s * value(r, b, c)) +
                                 u * ((1 - s) * value(l, t, c) + s * value(r, t, c));
        }
    return to;
}

Waves::Waves(const Lattice& vectors) : n_(vectors.extent[0]), z_(vectors.values.size() / 2) {
    const float each = 1 / static_cast<float>(z_.size());
    for (std::size_t i = 0; i < z_.size(); ++i)
        z_[i] = {vectors.values[2 * i] * each, vectors.values[2 * i + 1] * each};
    for (int j = 0; j < n_; ++j) transform(z_.data() + std::ptrdiff_t{j} * n_, n_, 1);
    for (int i = 0; i < n_; ++i) transform(z_.data() + i, n_, n_);
}

Waves::Amplitude Waves::at(int k, int l) const {
    const auto of = [this](int a, int b) {
        return z_[static_cast<std::size_t>((b + n_) % n_) * static_cast<std::size_t>(n_) +
                  static_cast<std::size_t>((a + n_) % n_)];
    };
    const std::complex<float> z = of(k, l), mirror = std::conj(of(-k, -l));
    return {0.5f * (z + mirror), std::complex<float>(0, -0.5f) * (z - mirror)};
}

Confinement confinement(const Lattice& velocity, Vec3 size, double strength) {
    Confinement c;
    const int nx = velocity.extent[0], ny = velocity.extent[1];
    const float hx = static_cast<float>(size.x / nx), hy = static_cast<float>(size.y / ny);
    const auto u = [&](int i, int j, int channel) {
        return velocity
            .values[2 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i)) +
                    static_cast<std::size_t>(channel)];
    };
    c.vorticity.shape({nx, ny, 1}, 1), c.direction.shape({nx, ny, 1}, 2), c.force.shape({nx, ny, 1}, 2);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            *c.vorticity.at(i, j) = slope([&](int q) { return u(q, j, 1); }, i, nx, hx) -
                                    slope([&](int q) { return u(i, q, 0); }, j, ny, hy);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const float x = slope([&](int q) { return std::abs(*c.vorticity.at(q, j)); }, i, nx, hx),
                        y = slope([&](int q) { return std::abs(*c.vorticity.at(i, q)); }, j, ny, hy),
                        length = std::sqrt(x * x + y * y), w = *c.vorticity.at(i, j);
            float *n = c.direction.at(i, j), *f = c.force.at(i, j);
            n[0] = length > 0 ? x / length : 0, n[1] = length > 0 ? y / length : 0;
            f[0] = static_cast<float>(strength) * n[1] * w, f[1] = -static_cast<float>(strength) * n[0] * w;
        }
    return c;
}

}  // namespace studio
