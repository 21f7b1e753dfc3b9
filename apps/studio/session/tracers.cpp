#include <session/tracers.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

float Tracer::presence() const { return std::clamp(std::min(age, life - age) * 4, 0.0f, 1.0f); }

void Tracers::place(Tracer& one, const Flow& flow) {
    const auto share = [this] {
        return static_cast<float>(chance_() - std::minstd_rand::min()) /
               static_cast<float>(std::minstd_rand::max() - std::minstd_rand::min());
    };
    for (int tries = 0; tries < 8; ++tries) {
        one.x = flow.width() * share(), one.y = flow.height() * share();
        if (!flow.is_solid(one.x, one.y)) break;
    }
    one.age = 0, one.life = 2 + 6 * share();
    one.velocity = flow.at(one.x, one.y);
}

void Tracers::advance(const Flow& flow, float seconds) {
    if (!spread_) {
        spread_ = true;
        for (Tracer& one : all_) {
            place(one, flow);
            one.age = one.life * static_cast<float>(chance_() % 1000) / 1000;
        }
    }
    if (!(seconds > 0)) return;
    // Stretches of at most two cells keep to curved paths; the fastest tracer says how many there must be.
    float fastest = 0;
    for (const Tracer& one : all_) fastest = std::max({fastest, std::abs(one.velocity.x), std::abs(one.velocity.y)});
    const int stretches = static_cast<int>(std::clamp(fastest * seconds / (2 * flow.cell()), 0.0f, 7.0f)) + 1;
    const float each = seconds / static_cast<float>(stretches);
    for (Tracer& one : all_) {
        for (int i = 0; i < stretches; ++i) flow.follow(one.x, one.y, each);
        one.age += seconds;
        if (one.age > one.life || !flow.wrap(one.x, one.y) || flow.is_solid(one.x, one.y))
            place(one, flow);
        else
            one.velocity = flow.at(one.x, one.y);
    }
}

}  // namespace studio
