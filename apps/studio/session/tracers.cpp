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
    const float per_stretch = seconds / (2 * flow.cell());
    for (Tracer& one : all_) {
        // Stretches of about two cells keep to curved paths.
        const float cells = std::max(std::abs(one.velocity.x), std::abs(one.velocity.y)) * per_stretch;
        const int stretches = static_cast<int>(std::min(cells, 5.0f)) + 1;
        const float each = seconds / static_cast<float>(stretches);
        for (int i = 0; i < stretches; ++i) {
            flow.follow(one.x, one.y, each);
            flow.wrap(one.x, one.y);
        }
        one.age += seconds;
        if (one.age > one.life || !flow.wrap(one.x, one.y) || flow.is_solid(one.x, one.y))
            place(one, flow);
        else
            one.velocity = flow.at(one.x, one.y);
    }
}

}  // namespace studio
