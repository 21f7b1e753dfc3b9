#include <session/tracers.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

template <int D>
float Tracer<D>::presence() const {
    return std::clamp(std::min(age, life - age) * 4, 0.0f, 1.0f);
}

template <int D>
void Tracers<D>::place(Tracer<D>& one, const Flow<D>& flow) {
    const auto share = [this] {
        return static_cast<float>(chance_() - std::minstd_rand::min()) /
               static_cast<float>(std::minstd_rand::max() - std::minstd_rand::min());
    };
    for (int tries = 0; tries < 8; ++tries) {
        for (std::size_t a = 0; a < D; ++a) one.at[a] = flow.size(a) * share();
        if (!flow.is_solid(one.at)) break;
    }
    one.age = 0, one.life = 2 + 6 * share();
    one.velocity = flow.velocity(one.at);
}

template <int D>
void Tracers<D>::advance(const Flow<D>& flow, float seconds) {
    if (!spread_) {
        spread_ = true;
        for (Tracer<D>& one : all_) {
            place(one, flow);
            one.age = one.life * static_cast<float>(chance_() % 1000) / 1000;
        }
    }
    if (!(seconds > 0)) return;
    const float per_stretch = seconds / (2 * flow.cell());
    for (Tracer<D>& one : all_) {
        // Stretches of about two cells keep to curved paths.
        float fastest = 0;
        for (const float v : one.velocity) fastest = std::max(fastest, std::abs(v));
        const int stretches = static_cast<int>(std::min(fastest * per_stretch, 5.0f)) + 1;
        const float each = seconds / static_cast<float>(stretches);
        for (int i = 0; i < stretches; ++i) {
            flow.follow(one.at, each);
            flow.wrap(one.at);
        }
        one.age += seconds;
        if (one.age > one.life || !flow.wrap(one.at) || flow.is_solid(one.at))
            place(one, flow);
        else
            one.velocity = flow.velocity(one.at);
    }
}

template struct Tracer<2>;
template struct Tracer<3>;
template class Tracers<2>;
template class Tracers<3>;

}  // namespace studio
