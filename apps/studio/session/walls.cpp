#include <session/walls.hpp>

#include <algorithm>
#include <cmath>

namespace studio {

using whorl::Vec3;

Walls::Walls(Vec3 size, std::array<int, 3> cells, int dimension) {
    const bool box = dimension == 3;
    nodes_ = {cells[0] + 1, cells[1] + 1, box ? cells[2] + 1 : 1};
    spacing_ = {size.x / cells[0], size.y / cells[1], box ? size.z / cells[2] : 1};
    high_ = {size.x, size.y, box ? size.z : 0};
    const auto count =
        static_cast<std::size_t>(nodes_[0]) * static_cast<std::size_t>(nodes_[1]) * static_cast<std::size_t>(nodes_[2]);
    distance_.assign(count, static_cast<float>(std::hypot(high_.x, high_.y, high_.z)));
}

std::size_t Walls::index(int i, int j, int k) const {
    return static_cast<std::size_t>(i) +
           static_cast<std::size_t>(nodes_[0]) *
               (static_cast<std::size_t>(j) + static_cast<std::size_t>(nodes_[1]) * static_cast<std::size_t>(k));
}

void Walls::paint(Vec3 from, Vec3 to, double radius, bool build) {
    const whorl::Shape stroke = whorl::capsule(from, to, radius);
    const int dimension = nodes_[2] > 1 ? 3 : 2;
    bool any = false;
    for (int k = 0; k < nodes_[2]; ++k)
        for (int j = 0; j < nodes_[1]; ++j)
            for (int i = 0; i < nodes_[0]; ++i) {
                const double d = stroke.distance({i * spacing_.x, j * spacing_.y, k * spacing_.z}, dimension);
                float& here = distance_[index(i, j, k)];
                here = build ? std::min(here, static_cast<float>(d)) : std::max(here, static_cast<float>(-d));
                any = any || here < 0;
            }
    empty_ = !any;
    made_.reset();
}

double Walls::at_cell(int i, int j, int k) const {
    double sum = 0;
    const int deep = nodes_[2] > 1 ? 2 : 1;
    for (int c = 0; c < deep; ++c)
        for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a) sum += static_cast<double>(distance_[index(i + a, j + b, k + c)]);
    return sum / (4 * deep);
}

std::shared_ptr<const whorl::Obstacle> Walls::obstacle() const {
    if (made_) return made_;
    const auto at = [](double x, double spacing, int nodes) {
        return std::clamp(static_cast<int>(std::lround(x / spacing)), 0, nodes - 1);
    };
    const auto value = [&](Vec3 p) {
        return static_cast<double>(distance_[index(at(p.x, spacing_.x, nodes_[0]), at(p.y, spacing_.y, nodes_[1]),
                                                   nodes_[2] > 1 ? at(p.z, spacing_.z, nodes_[2]) : 0)]);
    };
    made_ = std::make_shared<const whorl::Obstacle>(
        whorl::Obstacle{.shape = whorl::from_distance(value, {0, 0, 0}, high_, spacing_), .name = "painted"});
    return made_;
}

}  // namespace studio
