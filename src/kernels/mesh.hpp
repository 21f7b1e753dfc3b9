#pragma once
// Triangles as kernels see them: the nearest one is found through a tree of boxes.

#include "core/vec.hpp"

namespace whorl {

/// A box of the tree. The first of its two parts follows it, the other is number `next`. A box without parts has `count`
/// triangles instead, from number `next` on.
struct MeshBox {
    float low[3];
    int next;
    float high[3];
    int count;
};

/// Corners a, b, c, and the directions out of a closed mesh: at the face, at the edges ab, bc, ca and at the corners. Edges
/// have the mean of the two faces there, corners that of all around weighted by their angles; seen from the nearest point
/// of the mesh, such a direction tells inside from outside (Baerentzen and Aanaes, IEEE TVCG 11(3), 2005).
struct MeshTriangle {
    float corner[3][3];
    float out[7][3];
    enum Feature { face, edge, vertex = edge + 3 };
};

struct MeshView {
    const MeshBox* boxes = nullptr;
    const MeshTriangle* triangles = nullptr;
    float middle[3]{}, size = 1;  // m: triangles are kept as (place - middle) / size, which suits float
    bool closed = false;

    /// What is known of the nearest point so far.
    struct Nearest {
        float square = INFINITY;  // of the distance
        float side = 0;           // cosine between the way to the point and the direction out there
    };

    /// Distance (m), negative inside of a closed mesh.
    WHORL_HD WHORL_NOINLINE float distance(const Vec<3>& place) const {
        constexpr int most_waiting = 40;  // parts are halves: a tree of 2^31 triangles is not deeper
        struct Waiting {
            int box;
            float square;
        } waiting[most_waiting];
        Vec<3> p{};
        for (int a = 0; a < 3; ++a) p[a] = (place[a] - middle[a]) / size;
        Nearest nearest;
        int count = 0;
        waiting[count++] = {0, square_to(boxes[0], p)};
        while (count > 0) {
            const Waiting one = waiting[--count];
            if (one.square > nearest.square * (1 + tie)) continue;
            const MeshBox& box = boxes[one.box];
            for (int k = 0; k < box.count; ++k) look_at(triangles[box.next + k], p, nearest);
            if (box.count > 0) continue;
            const Waiting first{one.box + 1, square_to(boxes[one.box + 1], p)};
            const Waiting second{box.next, square_to(boxes[box.next], p)};
            const bool in_order = first.square < second.square;
            waiting[count++] = in_order ? second : first;
            waiting[count++] = in_order ? first : second;  // the nearer one comes next
        }
        const float d = size * sqrt(nearest.square);
        return closed && nearest.side < 0 ? -d : d;
    }

  private:
    /// Squares that differ by less than this part are equal but for rounding.
    static constexpr float tie = 1e-5f;

    WHORL_HD static float square_to(const MeshBox& box, const Vec<3>& p) {
        return sum_axes<3>([&](auto a) {
            const float d = max(max(box.low[a] - p[a], p[a] - box.high[a]), 0.0f);
            return d * d;
        });
    }

    /// The nearest point of a triangle is a + v (b - a) + w (c - a), on one of its features (after Ericson, Real-Time
    /// Collision Detection, 5.1.5). Whatever rounding does, it is a point of the triangle: no distance is too small.
    WHORL_HD static void look_at(const MeshTriangle& t, const Vec<3>& p, Nearest& nearest) {
        float ab[3], ac[3], ap[3], bp[3], cp[3];
        for (int a = 0; a < 3; ++a) {
            ab[a] = t.corner[1][a] - t.corner[0][a], ac[a] = t.corner[2][a] - t.corner[0][a];
            ap[a] = p[a] - t.corner[0][a], bp[a] = p[a] - t.corner[1][a], cp[a] = p[a] - t.corner[2][a];
        }
        const float b_a = dot<3>(ab, ap), c_a = dot<3>(ac, ap), b_b = dot<3>(ab, bp), c_b = dot<3>(ac, bp);
        const float b_c = dot<3>(ab, cp), c_c = dot<3>(ac, cp);
        const float towards_c = b_a * c_b - b_b * c_a, towards_b = b_c * c_a - b_a * c_c, towards_a = b_b * c_c - b_c * c_b;
        const float from_b = c_b - b_b, from_c = b_c - c_c;
        float v = 0, w = 0;
        int feature = MeshTriangle::face;
        if (b_a <= 0 && c_a <= 0) {
            feature = MeshTriangle::vertex;
        } else if (b_b >= 0 && c_b <= b_b) {
            feature = MeshTriangle::vertex + 1, v = 1;
        } else if (c_c >= 0 && b_c <= c_c) {
            feature = MeshTriangle::vertex + 2, w = 1;
        } else if (towards_c <= 0 && b_a >= 0 && b_b <= 0) {
            feature = MeshTriangle::edge, v = part(b_a, -b_b);
        } else if (towards_b <= 0 && c_a >= 0 && c_c <= 0) {
            feature = MeshTriangle::edge + 2, w = part(c_a, -c_c);
        } else if (towards_a <= 0 && from_b >= 0 && from_c >= 0) {
            feature = MeshTriangle::edge + 1, w = part(from_b, from_c), v = 1 - w;
        } else {
            const float all = max(towards_a, 0.0f) + max(towards_b, 0.0f) + max(towards_c, 0.0f);
            v = all > 0 ? max(towards_b, 0.0f) / all : 0.0f, w = all > 0 ? max(towards_c, 0.0f) / all : 0.0f;
        }
        float way[3];
        for (int a = 0; a < 3; ++a) way[a] = ap[a] - v * ab[a] - w * ac[a];
        const float square = dot<3>(way, way);
        if (!(square <= nearest.square * (1 + tie))) return;
        const float side = square > 0 ? dot<3>(way, t.out[feature]) / sqrt(square) : 0.0f;
        // Where several triangles are equally near, the one that is seen most squarely knows best.
        if (square < nearest.square * (1 - tie) || abs(side) > abs(nearest.side)) nearest.side = side;
        nearest.square = min(nearest.square, square);
    }
    WHORL_HD static float part(float x, float y) { return x + y > 0 ? x / (x + y) : 0.0f; }
};

}  // namespace whorl
