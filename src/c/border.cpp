#include "c/border.hpp"

#include <cstdio>

namespace whorl::c {

static thread_local char last_error[4096] = "";

void remember(const char* function, const char* message) noexcept {
    std::snprintf(last_error, sizeof last_error, "%s: %s", function, message);
}
const char* remembered() noexcept { return last_error; }

Shape shape_of(const whorl_shape* shape) {
    not_null(shape, "the shape");
    const double far = 1e9;
    const auto place = [&](const double(&p)[3]) {
        return Vec3{limited(p[0], far, "a coordinate of the shape"), limited(p[1], far, "a coordinate of the shape"),
                    limited(p[2], far, "a coordinate of the shape")};
    };
    if (shape->kind != WHORL_BOX)
        require(limited(shape->radius, far, "the radius") > 0,
                "the radius is " + std::to_string(shape->radius) + "; it must be greater than 0");
    switch (shape->kind) {
        case WHORL_SPHERE:
            return sphere(place(shape->a), shape->radius);
        case WHORL_BOX: {
            const Vec3 low = place(shape->a), high = place(shape->b);
            require(low.x < high.x && low.y < high.y && low.z <= high.z,
                    "the box has no inside; its first corner must be the lower one on every axis");
            return low.z < high.z ? box(low, high) : box({low.x, low.y, -1}, {high.x, high.y, 1});  // flat, in a plane
        }
        case WHORL_CAPSULE:
            return capsule(place(shape->a), place(shape->b), shape->radius);
    }
    throw Refusal(WHORL_BAD_ARGUMENT, "the kind of the shape is " + std::to_string(shape->kind) +
                                          "; use whorl_sphere, whorl_box or whorl_capsule");
}

}  // namespace whorl::c
