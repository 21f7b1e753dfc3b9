#include "detail.hpp"

#include <algorithm>

#include <session/noise.hpp>

namespace studio {

// Where both sets are seen their sum is scaled so that it does not become fainter than either.
const char* const Detail::shader = R"(
uniform sampler3D noise, bend0, bend1;
uniform vec3 tiles;
uniform float blend, detail;
float grain(vec3 p) { return 0.8 * texture(noise, p).r + 0.45 * texture(noise, 3.137 * p + 0.37).r; }
float textured(vec3 at) {
    float a = 0.0, b = 0.0;
    if (blend < 0.98) a = grain((at + texture(bend0, at).rgb / size) * tiles);
    if (blend > 0.02) b = grain((at + texture(bend1, at).rgb / size) * tiles + 0.5);
    float n = mix(a, b, blend) / sqrt(blend * blend + (1.0 - blend) * (1.0 - blend));
    return exp(detail * n - 0.4 * detail * detail);
}
)";

Detail::Detail() : noise_(GL_TEXTURE_3D, true) { noise_.upload(fractal_noise(64)); }

void Detail::advance(const Flow<3>& flow, const std::array<int, 3>& cells, float seconds) {
    // Coordinates are smooth: every second cell has them well enough, at an eighth of the time.
    const auto half = [](int n) { return std::max(n / 2, 1); };
    liquid_.advance(flow, {half(cells[0]), half(cells[1]), half(cells[2])}, seconds, 4);
    for (int set = 0; set < 2; ++set) bends_[set].upload(liquid_.bend(set));
}

}  // namespace studio
