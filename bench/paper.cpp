#include "paper.hpp"

#include <cmath>
#include <cstddef>

namespace bench {
namespace {

constexpr int sweeps = 20;

/// What a wall does to a field: nothing passes it along x (of u), along y (of v), or the field just goes on.
enum class Border { go_on, stop_x, stop_y };

// Constants are float, where the printed ones are double: the baseline is no slower than it has to be.
template <LoopOrder order>
struct Solver {
    int n;

    int at(int i, int j) const { return i + (n + 2) * j; }

    template <class Cell>
    void each_cell(const Cell& cell) const {
        if constexpr (order == LoopOrder::as_printed) {
            for (int i = 1; i <= n; ++i)
                for (int j = 1; j <= n; ++j) cell(i, j);
        } else {
            for (int j = 1; j <= n; ++j)
                for (int i = 1; i <= n; ++i) cell(i, j);
        }
    }

    void set_border(Border b, float* x) const {
        const float across_x = b == Border::stop_x ? -1.0f : 1.0f;
        const float across_y = b == Border::stop_y ? -1.0f : 1.0f;
        for (int i = 1; i <= n; ++i) {
            x[at(0, i)] = across_x * x[at(1, i)];
            x[at(n + 1, i)] = across_x * x[at(n, i)];
            x[at(i, 0)] = across_y * x[at(i, 1)];
            x[at(i, n + 1)] = across_y * x[at(i, n)];
        }
        x[at(0, 0)] = 0.5f * (x[at(1, 0)] + x[at(0, 1)]);
        x[at(0, n + 1)] = 0.5f * (x[at(1, n + 1)] + x[at(0, n)]);
        x[at(n + 1, 0)] = 0.5f * (x[at(n, 0)] + x[at(n + 1, 1)]);
        x[at(n + 1, n + 1)] = 0.5f * (x[at(n, n + 1)] + x[at(n + 1, n)]);
    }

    void add_source(float* x, const float* source, float dt) const {
        const int values = (n + 2) * (n + 2);
        for (int k = 0; k < values; ++k) x[k] += dt * source[k];
    }

    void diffuse(Border b, float* x, const float* x0, float rate, float dt) const {
        const float a = dt * rate * static_cast<float>(n) * static_cast<float>(n);
        for (int k = 0; k < sweeps; ++k) {
            each_cell([&](int i, int j) {
                x[at(i, j)] =
                    (x0[at(i, j)] + a * (x[at(i - 1, j)] + x[at(i + 1, j)] + x[at(i, j - 1)] + x[at(i, j + 1)])) /
                    (1 + 4 * a);
            });
            set_border(b, x);
        }
    }

    void advect(Border b, float* d, const float* d0, const float* u, const float* v, float dt) const {
        const float cells_per_speed = dt * static_cast<float>(n);
        const float last = static_cast<float>(n) + 0.5f;
        const auto inside = [=](float x) { return x < 0.5f ? 0.5f : x > last ? last : x; };
        each_cell([&](int i, int j) {
            const float x = inside(static_cast<float>(i) - cells_per_speed * u[at(i, j)]);
            const float y = inside(static_cast<float>(j) - cells_per_speed * v[at(i, j)]);
            const int left = static_cast<int>(x), below = static_cast<int>(y);
            const float s = x - static_cast<float>(left), t = y - static_cast<float>(below);
            d[at(i, j)] = (1 - s) * ((1 - t) * d0[at(left, below)] + t * d0[at(left, below + 1)]) +
                          s * ((1 - t) * d0[at(left + 1, below)] + t * d0[at(left + 1, below + 1)]);
        });
        set_border(b, d);
    }

    void project(float* u, float* v, float* p, float* div) const {
        const float h = 1 / static_cast<float>(n);
        each_cell([&](int i, int j) {
            div[at(i, j)] = -0.5f * h * (u[at(i + 1, j)] - u[at(i - 1, j)] + v[at(i, j + 1)] - v[at(i, j - 1)]);
            p[at(i, j)] = 0;
        });
        set_border(Border::go_on, div);
        set_border(Border::go_on, p);
        for (int k = 0; k < sweeps; ++k) {
            each_cell([&](int i, int j) {
                p[at(i, j)] =
                    (div[at(i, j)] + p[at(i - 1, j)] + p[at(i + 1, j)] + p[at(i, j - 1)] + p[at(i, j + 1)]) / 4;
            });
            set_border(Border::go_on, p);
        }
        each_cell([&](int i, int j) {
            u[at(i, j)] -= 0.5f * (p[at(i + 1, j)] - p[at(i - 1, j)]) / h;
            v[at(i, j)] -= 0.5f * (p[at(i, j + 1)] - p[at(i, j - 1)]) / h;
        });
        set_border(Border::stop_x, u);
        set_border(Border::stop_y, v);
    }

    void velocity_step(float* u, float* v, float* u0, float* v0, float viscosity, float dt) const {
        add_source(u, u0, dt);
        add_source(v, v0, dt);
        diffuse(Border::stop_x, u0, u, viscosity, dt);
        diffuse(Border::stop_y, v0, v, viscosity, dt);
        project(u0, v0, u, v);
        advect(Border::stop_x, u, u0, u0, v0, dt);
        advect(Border::stop_y, v, v0, u0, v0, dt);
        project(u, v, u0, v0);
    }

    void density_step(float* x, float* x0, const float* u, const float* v, float diffusion, float dt) const {
        add_source(x, x0, dt);
        diffuse(Border::go_on, x0, x, diffusion, dt);
        advect(Border::go_on, x, x0, u, v, dt);
    }
};

template <LoopOrder order>
void step_in(Paper& p, float dt) {
    const Solver<order> solver{p.n};
    solver.velocity_step(p.u.data(), p.v.data(), p.u_prev.data(), p.v_prev.data(), p.viscosity, dt);
    solver.density_step(p.density.data(), p.density_prev.data(), p.u.data(), p.v.data(), p.diffusion, dt);
}

}  // namespace

Paper::Paper(int cells, float kinematic_viscosity, float smoke_diffusion)
    : n(cells), viscosity(kinematic_viscosity), diffusion(smoke_diffusion) {
    const auto values = static_cast<std::size_t>(n + 2) * static_cast<std::size_t>(n + 2);
    for (auto* field : {&u, &v, &density, &u_prev, &v_prev, &density_prev}) field->assign(values, 0.0f);
}

void Paper::step(LoopOrder order, float dt) {
    order == LoopOrder::as_printed ? step_in<LoopOrder::as_printed>(*this, dt)
                                   : step_in<LoopOrder::unit_stride>(*this, dt);
}

double Paper::rms_divergence() const {
    const auto value = [&](const std::vector<float>& x, int i, int j) {
        return double{x[static_cast<std::size_t>(at(i, j))]};
    };
    double sum = 0;
    for (int j = 1; j <= n; ++j)
        for (int i = 1; i <= n; ++i) {
            const double d =
                0.5 * n * (value(u, i + 1, j) - value(u, i - 1, j) + value(v, i, j + 1) - value(v, i, j - 1));
            sum += d * d;
        }
    return std::sqrt(sum / (double{1} * n * n));
}

}  // namespace bench
