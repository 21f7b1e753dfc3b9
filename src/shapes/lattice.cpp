// Shapes from distances at the nodes of a lattice.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shapes/models.hpp"

namespace whorl {

namespace {

constexpr double most_values = 1 << 26;

/// visit(node as three numbers, its place in the list).
template <class Visit>
void for_each_node(const std::array<int, 3>& n, Visit visit) {
    std::size_t at = 0;
    for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i, ++at) visit(std::array{i, j, k}, at);
}

/// Two corners of a box outside of which the values, linear between nodes, stay above 0.
std::array<Vec3, 2> bounds_of(const std::vector<float>& values, const std::array<int, 3>& n, Vec3 first, Vec3 spacing,
                              bool ends) {
    constexpr double everything = std::numeric_limits<double>::infinity();
    double reach = 0;  // of a surface that passes between the nodes of a cell
    for (int a = 0; a < 3; ++a) reach += n[static_cast<std::size_t>(a)] > 1 ? spacing[a] * spacing[a] : 0;
    reach = std::sqrt(reach);
    std::array<int, 3> low{n}, high{-1, -1, -1};
    for_each_node(n, [&](const std::array<int, 3>& i, std::size_t at) {
        if (!(double{values[at]} < reach)) return;
        for (std::size_t a = 0; a < 3; ++a) low[a] = std::min(low[a], i[a]), high[a] = std::max(high[a], i[a]);
    });
    std::array<std::array<double, 3>, 2> box{};
    for (std::size_t a = 0; a < 3; ++a) {
        const int axis = static_cast<int>(a);
        const auto at = [&](int i) { return first[axis] + i * spacing[axis]; };
        box[0][a] = at(low[a] - 1), box[1][a] = at(high[a] + 1);
        if (ends) box[0][a] = std::max(box[0][a], at(0) + 0.5 * spacing[axis]);
        if (ends) box[1][a] = std::min(box[1][a], at(n[a] - 1) - 0.5 * spacing[axis]);
        const bool endless_axis = n[a] == 1;
        if (high[a] >= 0 && (endless_axis || (!ends && low[a] == 0))) box[0][a] = -everything;
        if (high[a] >= 0 && (endless_axis || (!ends && high[a] == n[a] - 1))) box[1][a] = everything;
    }
    return {Vec3{box[0][0], box[0][1], box[0][2]}, Vec3{box[1][0], box[1][1], box[1][2]}};
}

/// The way to a neighbour, straight or diagonal.
struct Way {
    std::array<int, 3> d;
    std::ptrdiff_t by;  // in the list
    double square;      // of its length (m2)
};
/// To half of the neighbours; the others look back. None across a lattice that is one node thick.
std::vector<Way> ways_in(const std::array<int, 3>& n, const std::array<std::ptrdiff_t, 3>& stride, Vec3 spacing) {
    std::vector<Way> all;
    for (int way = 14; way < 27; ++way) {  // the one in the middle, 13, is to stay
        Way one{{way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1}, 0, 0};
        bool there = true;
        for (std::size_t a = 0; a < 3; ++a) {
            const double h = spacing[static_cast<int>(a)];
            there = there && (one.d[a] == 0 || n[a] > 1);
            one.by += one.d[a] * stride[a];
            one.square += one.d[a] * one.d[a] * h * h;
        }
        if (there) all.push_back(one);
    }
    return all;
}

/// How fast the values change at most: between neighbours, also diagonal ones, and as a gradient at nodes.
double steepness(const std::vector<float>& values, const std::array<int, 3>& n, Vec3 spacing) {
    const std::array<std::ptrdiff_t, 3> stride{1, n[0], std::ptrdiff_t{n[0]} * n[1]};
    const std::vector<Way> ways = ways_in(n, stride, spacing);
    double most = 0;
    for_each_node(n, [&](const std::array<int, 3>& i, std::size_t at) {
        const auto value = [&](std::ptrdiff_t by) {
            return double{values[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + by)]};
        };
        double gradient = 0;
        for (std::size_t a = 0; a < 3; ++a) {
            if (i[a] == 0 || i[a] + 1 >= n[a]) continue;
            const double slope = (value(stride[a]) - value(-stride[a])) / (2 * spacing[static_cast<int>(a)]);
            gradient += slope * slope;
        }
        most = std::max(most, gradient);
        for (const Way& way : ways) {
            bool there = true;
            for (std::size_t a = 0; a < 3; ++a) there = there && i[a] + way.d[a] >= 0 && i[a] + way.d[a] < n[a];
            if (!there) continue;
            const double change = value(way.by) - value(0);
            most = std::max(most, change * change / way.square);
        }
    });
    return std::sqrt(most);
}

}  // namespace

Shape lattice_shape(std::vector<float> values, const std::array<int, 3>& n, Vec3 first, Vec3 spacing, bool ends) {
    const auto [low, high] = bounds_of(values, n, first, spacing, ends);
    Model model;
    model.values = std::move(values);
    LatticeView& view = model.view.lattice;
    for (int a = 0; a < 3; ++a) {
        view.n[a] = n[static_cast<std::size_t>(a)];
        view.first[a] = static_cast<float>(first[a]);
        view.spacing[a] = static_cast<float>(spacing[a]);
        view.per_spacing[a] = static_cast<float>(1 / spacing[a]);
    }
    view.ends = ends;
    return model_shape(Shape::Node::lattice, std::move(model), low, high);
}

Shape from_distance(const std::function<double(Vec3)>& distance, Vec3 low, Vec3 high, Vec3 spacing) {
    if (!distance) throw Error("the distance of a shape is an empty function; give it one");
    std::array<int, 3> n{};
    double count = 1;
    for (int a = 0; a < 3; ++a) {
        const double length = high[a] - low[a], steps = length == 0 ? 0 : std::round(length / spacing[a]);
        if (!(std::abs(low[a]) <= 1e15 && length >= 0 && length <= 1e15))
            throw Error("a distance is given from " + place_text(low) + " to " + place_text(high) +
                        " m; both must be finite, at most 1e15, the lower corner first");
        if (!(spacing[a] > 0 && std::isfinite(spacing[a])))
            throw Error("the places of a distance are " + number_text(spacing[a]) + " m apart; it must be more than 0");
        count *= steps + 1;
        if (!(count <= most_values))
            throw Error("a distance is asked for at more than " + number_text(most_values) + " places; space them wider");
        n[static_cast<std::size_t>(a)] = static_cast<int>(steps) + 1;
    }
    std::vector<float> values(static_cast<std::size_t>(count));
    for_each_node(n, [&](const std::array<int, 3>& i, std::size_t at) {
        const Vec3 p{low.x + i[0] * spacing.x, low.y + i[1] * spacing.y, low.z + i[2] * spacing.z};
        const double d = distance(p);
        if (!std::isfinite(d))
            throw Error("the distance is " + number_text(d) + " at " + place_text(p) + " m; it must be finite everywhere");
        values[at] = to_float(d, 1e15);
    });
    const double most = steepness(values, n, spacing);
    if (most > 1)
        for (float& v : values) v = static_cast<float>(v / most);
    return lattice_shape(std::move(values), n, low, spacing, false);
}

}  // namespace whorl
