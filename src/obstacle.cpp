// Bodies on the host: where they are at a time.

#include "flow/pose.hpp"

namespace whorl {

namespace {

template <int D> Vec<D> as_vec(Vec3 p) {
    Vec<D> v{};
    for (int a = 0; a < D; ++a) v[a] = static_cast<float>(p[a]);
    return v;
}

template <int D> Vec3 drawn_place(const Motion& motion, Vec3 p, double time) {
    const Vec3 q = as_vec3<D>(pose_at<D>(motion, time, "motion").to_body(as_vec<D>(p)));
    return {q.x, q.y, D == 2 ? p.z : q.z};
}

}  // namespace

double Obstacle::distance(Vec3 p, double time, int dimension) const {
    return shape.distance(dimension == 2 ? drawn_place<2>(motion, p, time) : drawn_place<3>(motion, p, time), dimension);
}

std::array<Vec3, 2> Obstacle::bounds(double time, int dimension) const {
    return dimension == 2 ? bounds_at(pose_at<2>(motion, time, "motion"), shape.bounds())
                          : bounds_at(pose_at<3>(motion, time, "motion"), shape.bounds());
}

std::string_view name(Obstacle::Surface surface) {
    return surface == Obstacle::Surface::free_slip ? "free-slip" : "no-slip";
}

}  // namespace whorl
