#include "body.hpp"

#include <algorithm>

namespace studio {

namespace {

// Steps as long as the distance to the body reach it from outside; how near a ray that misses it came softens its rim.
constexpr const char* text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D picture;
uniform vec3 right, up, forwards;
uniform vec2 around;  // 1: that axis is periodic
uniform float aspect, tangent, torus, fine;
const float pi = 3.14159265;
float distance_to(vec3 p) { return torus > 0.0 ? length(vec2(length(p.xz) - 1.0, p.y)) - 0.47 : length(p) - 1.25; }
vec2 folded(vec2 at) {
    at = fract(at);
    return mix(1.0 - abs(2.0 * at - 1.0), at, around);
}
vec3 painted(vec3 p, vec3 ray) {
    float turn = atan(p.z, p.x) / (2.0 * pi), tip = torus > 0.0 ? atan(p.y, length(p.xz) - 1.0) / (2.0 * pi)
                                                                : 0.5 + 0.5 * asin(clamp(p.y / 1.25, -1.0, 1.0)) / (0.5 * pi);
    vec2 at = torus > 0.0 ? folded(vec2(turn, tip)) : vec2(folded(vec2(turn, 0.0)).x, tip);
    vec3 colour = pow(texture(picture, at).rgb, vec3(2.2));
    vec3 n = torus > 0.0 ? normalize(p - vec3(normalize(p.xz), 0.0).xzy) : normalize(p);
    vec3 light = normalize(-0.6 * right + 0.7 * up - 0.6 * forwards);
    float facing = max(dot(n, light), 0.0), rim = pow(1.0 + min(dot(n, ray), 0.0), 4.0);
    colour = (colour + 0.006) * (0.28 + 1.05 * facing);
    return colour + 0.10 * pow(max(dot(n, normalize(light - ray)), 0.0), 60.0) + vec3(0.05, 0.07, 0.10) * rim;
}
void main() {
    vec3 eye = -4.6 * forwards;
    vec3 ray = normalize(forwards + tangent * ((2.0 * place.x - 1.0) * aspect * right + (2.0 * place.y - 1.0) * up));
    float t = 2.6, nearest = 1.0;
    for (int i = 0; i < 64 && t < 7.0; ++i) {
        float d = distance_to(eye + t * ray);
        nearest = min(nearest, d / (t * fine));
        if (d < 0.001) break;
        t += d;
    }
    vec3 ground = mix(vec3(0.016, 0.020, 0.028), vec3(0.004, 0.005, 0.008), length(place - 0.5) * 1.3);
    float share = 1.0 - clamp(nearest, 0.0, 1.0);
    vec3 light = share > 0.0 ? mix(ground, painted(eye + min(t, 6.5) * ray, ray), share) : ground;
    pixel = vec4(pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
})";

}  // namespace

Body::Body() : program_(Sheet::vertex_shader, text) {}

void Body::draw(const Desk& desk, int width, int height) const {
    program_.use();
    program_.set("picture", 0);
    const auto set = [this](const char* name, Vec3 v) {
        program_.set(name, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
    };
    const auto [right, up, forwards] = desk.camera.axes();
    set("right", right), set("up", up), set("forwards", forwards);
    const auto& periodic = desk.shown().periodic;
    program_.set("around", periodic[0] ? 1.0f : 0.0f, periodic[1] ? 1.0f : 0.0f);
    const float tangent = static_cast<float>(OrbitCamera::tangent);
    program_.set("aspect", static_cast<float>(width) / static_cast<float>(std::max(height, 1))),
        program_.set("tangent", tangent);
    program_.set("torus", desk.torus ? 1.0f : 0.0f);
    program_.set("fine", 2 * tangent / static_cast<float>(std::max(height, 1)));  // of a pixel, at a distance of 1
    sheet_.draw();
}

}  // namespace studio
