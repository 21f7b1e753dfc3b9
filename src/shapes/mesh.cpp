// From triangles to a tree of boxes around them, and to the directions out of a closed mesh.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <tuple>

#include "shapes/models.hpp"

namespace whorl {

namespace {

constexpr std::size_t most_triangles = 4'000'000;
using Face = std::array<int, 3>;

Vec3 minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 plus(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 times(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
double product(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
double length(Vec3 a) { return std::hypot(a.x, a.y, a.z); }
Vec3 unit(Vec3 a) { return length(a) > 0 ? times(1 / length(a), a) : Vec3{}; }

const Vec3& corner(const Triangles& mesh, const Face& face, std::size_t k) {
    return mesh.corners[static_cast<std::size_t>(face[k % 3])];
}

void require_sound(const Triangles& mesh) {
    if (mesh.faces.empty()) throw Error("the mesh has no triangles; give it some");
    if (mesh.faces.size() > most_triangles)
        throw Error("the mesh has " + std::to_string(mesh.faces.size()) + " triangles; at most " +
                    std::to_string(most_triangles) + " are allowed: simplify it");
    for (std::size_t k = 0; k < mesh.corners.size(); ++k)
        for (int a = 0; a < 3; ++a)
            if (!(std::abs(mesh.corners[k][a]) <= 1e15))
                throw Error("corner " + std::to_string(k) + " of the mesh is at " + place_text(mesh.corners[k]) +
                            " m; each number must be finite, and at most 1e15");
    const int count = static_cast<int>(std::min<std::size_t>(mesh.corners.size(), std::numeric_limits<int>::max()));
    for (std::size_t k = 0; k < mesh.faces.size(); ++k)
        for (const int one : mesh.faces[k])
            if (one < 0 || one >= count)
                throw Error("triangle " + std::to_string(k) + " of the mesh has the corner number " + std::to_string(one) +
                            "; there are " + std::to_string(count) + ", counted from 0");
}

/// Corners at the same place as one. Triangles with fewer than three corners go.
Triangles welded(const Triangles& mesh) {
    std::vector<int> order(mesh.corners.size()), number(mesh.corners.size());
    std::iota(order.begin(), order.end(), 0);
    const auto at = [&](int k) -> const Vec3& { return mesh.corners[static_cast<std::size_t>(k)]; };
    std::sort(order.begin(), order.end(), [&](int i, int j) {
        const Vec3 &a = at(i), &b = at(j);
        return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    });
    Triangles result;
    for (const int k : order) {
        if (result.corners.empty() || !(result.corners.back() == at(k))) result.corners.push_back(at(k));
        number[static_cast<std::size_t>(k)] = static_cast<int>(result.corners.size()) - 1;
    }
    for (Face face : mesh.faces) {
        for (int& one : face) one = number[static_cast<std::size_t>(one)];
        if (face[0] != face[1] && face[1] != face[2] && face[2] != face[0]) result.faces.push_back(face);
    }
    return result;
}

/// An edge as a triangle sees it: between which corners, and whether it goes from the lower number to the higher.
struct Edge {
    int low, high, face;
    bool upwards;
};

std::vector<Edge> edges_of(const Triangles& mesh) {
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.faces.size());
    for (std::size_t k = 0; k < mesh.faces.size(); ++k)
        for (std::size_t e = 0; e < 3; ++e) {
            const int from = mesh.faces[k][e], to = mesh.faces[k][(e + 1) % 3];
            edges.push_back({std::min(from, to), std::max(from, to), static_cast<int>(k), from < to});
        }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::tie(a.low, a.high, a.upwards, a.face) < std::tie(b.low, b.high, b.upwards, b.face);
    });
    return edges;
}

/// Whether they come in pairs, there and back.
bool all_paired(const std::vector<Edge>& edges) {
    const auto same = [](const Edge& a, const Edge& b) { return a.low == b.low && a.high == b.high; };
    for (std::size_t k = 0; k < edges.size(); k += 2)
        if (k + 1 == edges.size() || !same(edges[k], edges[k + 1]) || edges[k].upwards == edges[k + 1].upwards ||
            (k + 2 < edges.size() && same(edges[k], edges[k + 2])))
            return false;
    return !edges.empty();
}

double volume(const Triangles& mesh) {
    double sum = 0;
    const Vec3 from = corner(mesh, mesh.faces[0], 0);
    for (const Face& f : mesh.faces)
        sum += product(minus(corner(mesh, f, 0), from),
                       cross(minus(corner(mesh, f, 1), from), minus(corner(mesh, f, 2), from)));
    return sum / 6;
}

/// Unit normals of the faces; 0 where a triangle has no area.
std::vector<Vec3> normals_of(const Triangles& mesh) {
    std::vector<Vec3> normals;
    normals.reserve(mesh.faces.size());
    for (const Face& f : mesh.faces) {
        const Vec3 ab = minus(corner(mesh, f, 1), corner(mesh, f, 0)), ac = minus(corner(mesh, f, 2), corner(mesh, f, 0));
        const Vec3 n = cross(ab, ac);
        const double longest = std::max({length(ab), length(ac), length(minus(ac, ab))});
        normals.push_back(length(n) > 1e-12 * longest * longest ? unit(n) : Vec3{});
    }
    return normals;
}

/// The tree of boxes, and the triangles in its order.
class Tree {
  public:
    Tree(Model& into, const std::vector<MeshTriangle>& triangles) : into_(into), from_(triangles) {
        order_.resize(triangles.size());
        std::iota(order_.begin(), order_.end(), 0);
        into_.triangles.reserve(triangles.size());
        grow(0, order_.size());
    }

  private:
    struct Span {
        float low[3], high[3];
        Span() { std::fill_n(low, 3, INFINITY), std::fill_n(high, 3, -INFINITY); }
        void take(int a, float x) { low[a] = std::min(low[a], x), high[a] = std::max(high[a], x); }
    };
    float middle(int k, int a) const {
        const auto& c = from_[static_cast<std::size_t>(k)].corner;
        return c[0][a] + c[1][a] + c[2][a];
    }

    /// A box around the triangles of a part of the order. Halved, it is as deep as its number of digits.
    void grow(std::size_t begin, std::size_t end) {
        constexpr std::size_t enough = 4;
        Span all, middles;
        for (std::size_t k = begin; k < end; ++k)
            for (int a = 0; a < 3; ++a) {
                for (const auto& c : from_[static_cast<std::size_t>(order_[k])].corner) all.take(a, c[a]);
                middles.take(a, middle(order_[k], a));
            }
        MeshBox box{};
        std::copy_n(all.low, 3, box.low), std::copy_n(all.high, 3, box.high);
        const std::size_t own = into_.boxes.size();
        if (end - begin <= enough) {
            box.next = static_cast<int>(into_.triangles.size()), box.count = static_cast<int>(end - begin);
            into_.boxes.push_back(box);
            for (std::size_t k = begin; k < end; ++k)
                into_.triangles.push_back(from_[static_cast<std::size_t>(order_[k])]);
            return;
        }
        into_.boxes.push_back(box);
        int axis = 0;
        for (int a = 1; a < 3; ++a)
            if (middles.high[a] - middles.low[a] > middles.high[axis] - middles.low[axis]) axis = a;
        const std::size_t half = begin + (end - begin) / 2;
        const auto at = [&](std::size_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
        std::nth_element(at(begin), at(half), at(end), [&](int i, int j) {
            const float a = middle(i, axis), b = middle(j, axis);
            return a != b ? a < b : i < j;
        });
        grow(begin, half);
        into_.boxes[own].next = static_cast<int>(into_.boxes.size());
        grow(half, end);
    }

    Model& into_;
    const std::vector<MeshTriangle>& from_;
    std::vector<int> order_;
};

/// Where triangles are kept: around 0, of size 1. The size is a power of two, so that nothing is lost.
struct Frame {
    Vec3 low, high, middle;
    double size;

    explicit Frame(const Triangles& mesh) : low(corner(mesh, mesh.faces[0], 0)), high(low) {
        for (const Face& face : mesh.faces)
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3& c = corner(mesh, face, k);
                low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
                high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
            }
        const auto rounded = [](double x) { return double{static_cast<float>(x)}; };
        middle = {rounded(0.5 * (low.x + high.x)), rounded(0.5 * (low.y + high.y)), rounded(0.5 * (low.z + high.z))};
        const double longest = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
        if (!(longest > 1e-12)) throw Error("the mesh is a point: all its corners are within 1e-12 m; give it a size");
        size = std::exp2(std::ceil(std::log2(longest)));
    }
    void keep(Vec3 p, float* to) const {
        for (int a = 0; a < 3; ++a) to[a] = static_cast<float>((p[a] - middle[a]) / size);
    }
};

void keep(Vec3 direction, float* to) {
    const Vec3 u = unit(direction);
    for (int a = 0; a < 3; ++a) to[a] = static_cast<float>(u[a]);
}

/// The directions out of a closed mesh at the features of its triangles.
void point_outwards(const Triangles& mesh, const std::vector<Edge>& edges, const std::vector<Vec3>& normals,
                    std::vector<MeshTriangle>& triangles) {
    std::vector<Vec3> at_corner(mesh.corners.size());
    for (std::size_t k = 0; k < mesh.faces.size(); ++k)
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3 own = corner(mesh, mesh.faces[k], c);
            const Vec3 one = unit(minus(corner(mesh, mesh.faces[k], c + 1), own));
            const Vec3 other = unit(minus(corner(mesh, mesh.faces[k], c + 2), own));
            const double angle = std::acos(std::clamp(product(one, other), -1.0, 1.0));
            Vec3& sum = at_corner[static_cast<std::size_t>(mesh.faces[k][c])];
            sum = plus(sum, times(angle, normals[k]));
        }
    const auto triangle = [&](int face) -> MeshTriangle& { return triangles[static_cast<std::size_t>(face)]; };
    for (std::size_t k = 0; k < edges.size(); k += 2) {
        const Edge &there = edges[k], &back = edges[k + 1];
        const Vec3 sum = plus(normals[static_cast<std::size_t>(there.face)], normals[static_cast<std::size_t>(back.face)]);
        for (const Edge& one : {there, back}) {
            const Face& face = mesh.faces[static_cast<std::size_t>(one.face)];
            for (std::size_t e = 0; e < 3; ++e) {
                const int from = face[e], to = face[(e + 1) % 3];
                if (std::min(from, to) == one.low && std::max(from, to) == one.high)
                    keep(sum, triangle(one.face).out[MeshTriangle::edge + e]);
            }
        }
    }
    for (std::size_t k = 0; k < mesh.faces.size(); ++k) {
        keep(normals[k], triangles[k].out[MeshTriangle::face]);
        for (std::size_t c = 0; c < 3; ++c)
            keep(at_corner[static_cast<std::size_t>(mesh.faces[k][c])], triangles[k].out[MeshTriangle::vertex + c]);
    }
}

}  // namespace

bool is_closed(const Triangles& mesh) {
    require_sound(mesh);
    return all_paired(edges_of(welded(mesh)));
}

Triangles placed(Triangles mesh, double scale, Vec3 turn, Vec3 move) {
    if (!(scale > 0 && scale <= 1e15))
        throw Error("a mesh is scaled by " + number_text(scale) + "; it must be greater than 0, and at most 1e15");
    const auto turned = [](double& first, double& second, double degrees) {
        // Quarter turns are exact.
        const double quarters = degrees / 90, angle = degrees * std::numbers::pi / 180;
        const bool exact = quarters == std::floor(quarters);
        const double c = exact ? std::round(std::cos(angle)) : std::cos(angle);
        const double s = exact ? std::round(std::sin(angle)) : std::sin(angle);
        const double x = first, y = second;
        first = c * x - s * y, second = s * x + c * y;
    };
    for (Vec3& p : mesh.corners) {
        p = times(scale, p);
        turned(p.y, p.z, turn.x), turned(p.z, p.x, turn.y), turned(p.x, p.y, turn.z);
        p = plus(p, move);
    }
    return mesh;
}

Shape mesh(const Triangles& given, double thickness) {
    if (!(thickness >= 0 && thickness <= 1e9))
        throw Error("the thickness of a mesh is " + number_text(thickness) + " m; it must be from 0 to 1e9");
    require_sound(given);
    Triangles mesh = welded(given);
    std::vector<Edge> edges = edges_of(mesh);
    const bool closed = all_paired(edges);
    if (closed && volume(mesh) < 0) {
        for (Face& face : mesh.faces) std::swap(face[1], face[2]);
        edges = edges_of(mesh);
    }
    const std::vector<Vec3> normals = normals_of(mesh);
    if (std::none_of(normals.begin(), normals.end(), [](const Vec3& n) { return length(n) > 0; }))
        throw Error("none of the " + std::to_string(given.faces.size()) +
                    " triangles of the mesh has an area; check its corners");

    const Frame frame(mesh);
    std::vector<MeshTriangle> triangles(mesh.faces.size());
    for (std::size_t k = 0; k < mesh.faces.size(); ++k)
        for (std::size_t c = 0; c < 3; ++c) frame.keep(corner(mesh, mesh.faces[k], c), triangles[k].corner[c]);
    if (closed) point_outwards(mesh, edges, normals, triangles);
    // What has no area lies on the edges of its neighbours.
    std::vector<MeshTriangle> with_area;
    for (std::size_t k = 0; k < triangles.size(); ++k)
        if (length(normals[k]) > 0) with_area.push_back(triangles[k]);

    Model model;
    Tree(model, with_area);
    MeshView& view = model.view.mesh;
    for (int a = 0; a < 3; ++a) view.middle[a] = static_cast<float>(frame.middle[a]);
    view.size = static_cast<float>(frame.size);
    view.closed = closed;
    const double half = 0.5 * thickness;
    return model_shape(Shape::Node::mesh, std::move(model), minus(frame.low, {half, half, half}),
                       plus(frame.high, {half, half, half}), static_cast<float>(half));
}

}  // namespace whorl
