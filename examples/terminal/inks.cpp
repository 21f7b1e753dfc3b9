#include "inks.hpp"

#include <algorithm>
#include <cmath>

namespace terminal {

Light hue(float turn) {
    const auto part = [&](float shift) {
        const float wave = 0.5f + 0.5f * std::cos(6.2831853f * (turn - shift));
        return wave * wave;
    };
    return {part(0), part(1.0f / 3), part(2.0f / 3)};
}

Inks::Inks(int width, int height) { allocate(width, height); }

void Inks::allocate(int width, int height) {
    fluid_.cells[0] = width, fluid_.cells[1] = height;
    fluid_.scale = 1;
    const auto size = static_cast<std::size_t>(fluid_.size());
    for (Field* f : {&u_, &v_, &red_, &green_, &blue_, &u0_, &v0_, &red0_, &green0_, &blue0_, &spin_})
        f->assign(size, 0.0f);
    walls_ = std::make_unique<bool[]>(size);
    fluid_.body = walls_.get();
}

void Inks::resize(int width, int height) {
    Inks old(width, height);
    std::swap(*this, old);
    fluid_.body = walls_.get();
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width; ++i) {
            const std::size_t to = at(i, j), from = old.at(i * old.width() / width, j * old.height() / height);
            u_[to] = old.u_[from], v_[to] = old.v_[from];
            red_[to] = old.red_[from], green_[to] = old.green_[from], blue_[to] = old.blue_[from];
            walls_[to] = old.walls_[from];
        }
    for (int j = 0; j < old.height(); ++j)  // a wall one cell thick is not to fall between the cells
        for (int i = 0; i < old.width(); ++i)
            if (old.wall(i, j)) walls_[at(i * width / old.width(), j * height / old.height())] = true;
}

void Inks::touch(const Touch& touch, float dt) {
    const int reach = static_cast<int>(2.5f * touch.radius) + 1;
    const int ci = static_cast<int>(std::floor(touch.x)), cj = static_cast<int>(std::floor(touch.y));
    for (int j = std::max(0, cj - reach); j <= std::min(height() - 1, cj + reach); ++j)
        for (int i = std::max(0, ci - reach); i <= std::min(width() - 1, ci + reach); ++i) {
            const float dx = static_cast<float>(i) + 0.5f - touch.x, dy = static_cast<float>(j) + 0.5f - touch.y;
            const float near = std::exp(-(dx * dx + dy * dy) / (touch.radius * touch.radius));
            const std::size_t k = at(i, j);
            if (touch.vx != 0 || touch.vy != 0) {  // what is touched takes on the speed of the hand
                u0_[k] += near * (touch.vx - u_[k]) / dt;
                v0_[k] += near * (touch.vy - v_[k]) / dt;
            }
            red0_[k] += near * touch.ink.r;
            green0_[k] += near * touch.ink.g;
            blue0_[k] += near * touch.ink.b;
        }
}

void Inks::draw_wall(float x0, float y0, float x1, float y1, bool solid) {
    const float longest = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
    const int steps = static_cast<int>(longest * 2) + 1;
    for (int k = 0; k <= steps; ++k) {
        const float part = static_cast<float>(k) / static_cast<float>(steps);
        const int i = static_cast<int>(std::floor(x0 + part * (x1 - x0)));
        const int j = static_cast<int>(std::floor(y0 + part * (y1 - y0)));
        if (i >= 0 && j >= 0 && i < width() && j < height()) walls_[at(i, j)] = solid;
    }
}

void Inks::clear() { allocate(width(), height()); }

void Inks::step(float dt) {
    const float swirl = 6, fade = 0.45f;  // 1/s
    fluid_.confine({u0_.data(), v0_.data()}, {u_.data(), v_.data()}, swirl, spin_.data());
    fluid_.vel_step({u_.data(), v_.data()}, {u0_.data(), v0_.data()}, 0, dt);
    for (auto [ink, ink0] : {std::pair{&red_, &red0_}, {&green_, &green0_}, {&blue_, &blue0_}}) {
        fluid_.dens_step(ink->data(), ink0->data(), {u_.data(), v_.data()}, 0, dt);
        for (float& x : *ink) x *= 1 - fade * dt;
    }
    for (Field* f : {&u0_, &v0_, &red0_, &green0_, &blue0_}) std::fill(f->begin(), f->end(), 0.0f);
}

}  // namespace terminal
