#pragma once
// Meshes with known distances, and the files they come in.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <numbers>
#include <string>
#include <utility>

#include "whorl/whorl.hpp"

namespace whorl {

/// A box of twelve triangles, each corner once.
inline Triangles cube_mesh(Vec3 low, Vec3 high) {
    Triangles m;
    for (int k = 0; k < 8; ++k)
        m.corners.push_back({k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z});
    const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& q : quads) m.faces.push_back({q[0], q[1], q[2]}), m.faces.push_back({q[0], q[2], q[3]});
    return m;
}

/// Both together; corners stay apart.
inline Triangles joined(Triangles a, const Triangles& b) {
    const int n = static_cast<int>(a.corners.size());
    a.corners.insert(a.corners.end(), b.corners.begin(), b.corners.end());
    for (const auto& f : b.faces) a.faces.push_back({f[0] + n, f[1] + n, f[2] + n});
    return a;
}

inline Triangles inside_out(Triangles m) {
    for (auto& f : m.faces) std::swap(f[1], f[2]);
    return m;
}

/// An octahedron, each triangle cut in four `times` times, its corners moved onto the sphere: 8 * 4^times triangles.
inline Triangles ball_mesh(Vec3 centre, double radius, int times) {
    Triangles m;
    m.corners = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (const int x : {0, 1})
        for (const int y : {2, 3})
            for (const int z : {4, 5}) {
                const bool turned = (x + y + z) % 2 != 0;
                m.faces.push_back(turned ? std::array{x, z, y} : std::array{x, y, z});
            }
    for (; times > 0; --times) {
        std::map<std::pair<int, int>, int> middle;
        const auto between = [&](int a, int b) {
            auto [found, added] = middle.try_emplace(std::minmax(a, b), static_cast<int>(m.corners.size()));
            const Vec3 p = m.corners[static_cast<std::size_t>(a)], q = m.corners[static_cast<std::size_t>(b)];
            const Vec3 sum{p.x + q.x, p.y + q.y, p.z + q.z};
            const double length = std::hypot(sum.x, sum.y, sum.z);
            if (added) m.corners.push_back({sum.x / length, sum.y / length, sum.z / length});
            return found->second;
        };
        std::vector<std::array<int, 3>> finer;
        for (const auto& [a, b, c] : m.faces) {
            const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
            for (const std::array<int, 3>& f : {std::array{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
                finer.push_back(f);
        }
        m.faces = finer;
    }
    for (Vec3& p : m.corners) p = {centre.x + radius * p.x, centre.y + radius * p.y, centre.z + radius * p.z};
    return m;
}

/// A box with a wall, open at the top (y): outside and inside walls and the rim between them, one closed surface.
inline Triangles cup_mesh(Vec3 low, Vec3 high, double wall) {
    Triangles m;
    const auto ring = [&](double grow, double y) {
        const double x0 = low.x + grow, x1 = high.x - grow, z0 = low.z + grow, z1 = high.z - grow;
        for (const Vec3& p : {Vec3{x0, y, z0}, Vec3{x1, y, z0}, Vec3{x1, y, z1}, Vec3{x0, y, z1}}) m.corners.push_back(p);
    };
    ring(0, low.y), ring(0, high.y), ring(wall, high.y), ring(wall, low.y + wall);
    const auto quad = [&](int a, int b, int c, int d) { m.faces.push_back({a, b, c}), m.faces.push_back({a, c, d}); };
    quad(0, 1, 2, 3), quad(12, 15, 14, 13);  // below, and the floor inside
    for (int level = 0; level < 12; level += 4)
        for (int k = 0; k < 4; ++k) {
            const int next = (k + 1) % 4;
            quad(level + k, level + 4 + k, level + 4 + next, level + next);
        }
    return m;
}

inline std::string as_obj(const Triangles& m) {
    std::string text = "# a mesh\n";
    char line[200];
    for (const Vec3& p : m.corners) {
        std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", p.x, p.y, p.z);
        text += line;
    }
    for (const auto& f : m.faces) {
        std::snprintf(line, sizeof line, "f %d//1 %d/2 %d\n", f[0] + 1, f[1] + 1, f[2] + 1);
        text += line;
    }
    return text;
}

inline std::string as_stl_text(const Triangles& m) {
    std::string text = "solid thing\n";
    char line[200];
    for (const auto& f : m.faces) {
        text += "facet normal 0 0 0\n outer loop\n";
        for (const int c : f) {
            const Vec3 p = m.corners[static_cast<std::size_t>(c)];
            std::snprintf(line, sizeof line, "  vertex %.9g %.9g %.9g\n", p.x, p.y, p.z);
            text += line;
        }
        text += " endloop\nendfacet\n";
    }
    return text + "endsolid thing\n";
}

inline std::string as_stl_binary(const Triangles& m) {
    std::string bytes(80, ' ');
    const auto put = [&](const void* data, std::size_t size) { bytes.append(static_cast<const char*>(data), size); };
    const std::uint32_t count = static_cast<std::uint32_t>(m.faces.size());
    put(&count, sizeof count);
    for (const auto& f : m.faces) {
        float values[12] = {};
        for (int c = 0; c < 3; ++c)
            for (int a = 0; a < 3; ++a)
                values[3 + 3 * c + a] = static_cast<float>(m.corners[static_cast<std::size_t>(f[static_cast<std::size_t>(c)])][a]);
        put(values, sizeof values);
        bytes.append(2, '\0');
    }
    return bytes;
}

}  // namespace whorl
