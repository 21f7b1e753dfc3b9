// Bodies on the host: where they are at a time.

#include "flow/pose.hpp"

namespace whorl {

double Obstacle::distance(Vec3 p, double time, int dimension) const {
    return PlacedObstacle(*this, time, dimension).distance(p);
}

PlacedObstacle::PlacedObstacle(const Obstacle& obstacle, double time, int dimension)
    : shape_(&obstacle.shape), dimension_(dimension), bounds_(obstacle.shape.bounds()) {
    const auto take = [&]<int D>(const Pose<D>& pose) {
        moved_ = pose.moved;
        pivot_ = as_vec3<D>(pose.pivot), place_ = as_vec3<D>(pose.place);
        for (int a = 0; a < D; ++a) axes_[a] = as_vec3<D>(pose.axes[a]);
        if (D == 2) axes_[2] = {0, 0, 1};
        bounds_ = bounds_at(pose, bounds_);
    };
    if (dimension == 2) take(pose_at<2>(obstacle.motion, time, "motion"));
    else take(pose_at<3>(obstacle.motion, time, "motion"));
}

double PlacedObstacle::distance(Vec3 p) const {
    if (!moved_) return shape_->distance(p, dimension_);
    const Vec3 r{p.x - place_.x, p.y - place_.y, p.z - place_.z};
    const auto along = [&](const Vec3& axis) { return axis.x * r.x + axis.y * r.y + axis.z * r.z; };
    return shape_->distance({pivot_.x + along(axes_[0]), pivot_.y + along(axes_[1]), pivot_.z + along(axes_[2])}, dimension_);
}

std::string_view name(Obstacle::Surface surface) {
    return surface == Obstacle::Surface::free_slip ? "free-slip" : "no-slip";
}

}  // namespace whorl
