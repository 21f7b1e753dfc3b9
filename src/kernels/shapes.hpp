#pragma once
// Shapes as a small program that computes a signed distance, and what is done inside them.

#include "core/field.hpp"
#include "kernels/lattice.hpp"
#include "kernels/mesh.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// Limits that keep every product in a step far inside the range of float.
inline constexpr float speed_limit = 1e9f;      // m/s, three times the speed of light
inline constexpr float quantity_limit = 1e15f;  // units of a carried quantity
WHORL_HD constexpr float bounded(float x, float limit) { return lesser(larger(x, -limit), limit); }  // of a NaN: -limit

/// What a node can refer to: one of them is there.
struct ModelView {
    MeshView mesh{};
    LatticeView lattice{};
};

/// Nodes of meshes and lattices begin with two corners of a box that holds the shape. This stands for endless there.
inline constexpr float endless = 1e30f;

template <int D> WHORL_HD float box_distance(const float* q, const Vec<D>& p) {
    float inside = -INFINITY, outside = 0;
    for_axes<D>([&](auto a) {
        const float d = max(q[a] - p[a], p[a] - q[3 + a]);
        inside = max(inside, d);
        outside += d > 0 ? d * d : 0;
    });
    return inside < 0 ? inside : sqrt(outside);
}

/// Distance from p to one primitive, negative inside.
template <int D> WHORL_HD float primitive_distance(const Shape::Node& node, const ModelView* models, const Vec<D>& p) {
    const float* q = node.p;
    switch (node.kind) {
        case Shape::Node::sphere: {
            const float r2 = sum_axes<D>([&](auto a) { return (p[a] - q[a]) * (p[a] - q[a]); });
            return sqrt(r2) - q[3];
        }
        case Shape::Node::box: return box_distance<D>(q, p);
        case Shape::Node::capsule: {
            float axis[D], own[D];
            for_axes<D>([&](auto a) { axis[a] = q[3 + a] - q[a], own[a] = p[a] - q[a]; });
            const float length = dot<D>(axis, axis);
            const float t = length > 0 ? clamp(dot<D>(own, axis) / length, 0.0f, 1.0f) : 0.0f;
            const float r2 = sum_axes<D>([&](auto a) { return (own[a] - t * axis[a]) * (own[a] - t * axis[a]); });
            return sqrt(r2) - q[6];
        }
        case Shape::Node::half_space: {
            const float along = sum_axes<D>([&](auto a) { return (p[a] - q[a]) * q[3 + a]; });
            if (D == 3 || q[5] == 0) return along;
            const float length = sqrt(q[3] * q[3] + q[4] * q[4]);  // in a plane what is left of the normal counts
            return length > 0 ? along / length : along;
        }
        case Shape::Node::mesh: return models[node.model].mesh.distance(in_space(p)) - q[6];
        case Shape::Node::lattice: return models[node.model].lattice.distance(in_space(p));
        default: return -INFINITY;  // everywhere
    }
}

/// Whether a primitive is no longer than the period along an axis. What is longer does not repeat: its images would only
/// fill the holes that are cut into it.
WHORL_HD inline bool repeats(const Shape::Node& node, int a, float period) {
    const float* q = node.p;
    switch (node.kind) {
        case Shape::Node::sphere: return 2 * q[3] <= period;
        case Shape::Node::box: return q[3 + a] - q[a] <= period;
        case Shape::Node::mesh:  // whose boxes are rounded outwards
        case Shape::Node::lattice: return q[3 + a] - q[a] <= 1.00001f * period;
        case Shape::Node::capsule: return abs(q[3 + a] - q[a]) + 2 * q[6] <= period;
        default: return false;
    }
}

/// Distance to a primitive, or to the nearest of its images along periodic axes.
template <int D>
WHORL_HD WHORL_NOINLINE float periodic_distance(const Shape::Node& node, const ModelView* models, const Vec<D>& p,
                                                const Vec<D>& period) {
    float least = primitive_distance<D>(node, models, p);
    int reach[D], any = 0;  // images before and after itself along each axis
    for_axes<D>([&](auto a) { any += reach[a] = period[a] > 0 && repeats(node, a, period[a]) ? 1 : 0; });
    if (any == 0) return least;
    const bool takes_long = node.kind == Shape::Node::mesh || node.kind == Shape::Node::lattice;
    int shift[D];
    for (int a = 0; a < D; ++a) shift[a] = -reach[a];
    for (int a = 0; a < D;) {
        Vec<D> q = p;
        bool itself = true;
        for_axes<D>([&](auto b) { q[b] += static_cast<float>(shift[b]) * period[b], itself = itself && shift[b] == 0; });
        if (!itself && !(takes_long && box_distance<D>(node.p, q) >= least))
            least = min(least, primitive_distance<D>(node, models, q));
        for (a = 0; a < D && ++shift[a] > reach[a]; ++a) shift[a] = -reach[a];  // the next image; none after the last
    }
    return least;
}

/// A shape as kernels see it.
template <int D> struct ShapeView {
    static constexpr int most_pending = 16;  // values that may wait for an operator; checked when the shape is taken in
    const Shape::Node* nodes;
    int count;
    const ModelView* models = nullptr;

    /// Never inlined: a kernel asks for it in many places, and a program of any length is no vector code anyway.
    WHORL_HD WHORL_NOINLINE float distance(const Vec<D>& p, const Vec<D>& period = {}) const {
        bool repeats = false;
        for_axes<D>([&](auto a) { repeats = repeats || period[a] > 0; });
        if (count == 1 && !repeats) return primitive_distance<D>(nodes[0], models, p);  // most shapes need nothing else
        float pending[most_pending];
        int n = 0;
        for (int k = 0; k < count; ++k) {
            switch (nodes[k].kind) {
                case Shape::Node::unite: --n, pending[n - 1] = min(pending[n - 1], pending[n]); break;
                case Shape::Node::intersect: --n, pending[n - 1] = max(pending[n - 1], pending[n]); break;
                case Shape::Node::subtract: --n, pending[n - 1] = max(pending[n - 1], -pending[n]); break;
                default: pending[n++] = periodic_distance<D>(nodes[k], models, p, period);
            }
        }
        return n > 0 ? pending[0] : INFINITY;
    }
};

/// A mesh or a lattice as the host keeps it. It does not change once it is part of a shape.
struct Model {
    std::vector<MeshBox> boxes{};
    std::vector<MeshTriangle> triangles{};
    std::vector<float> values{};
    ModelView view{};  // without the places of the above

    std::size_t bytes() const {
        return boxes.size() * sizeof(MeshBox) + triangles.size() * sizeof(MeshTriangle) + values.size() * sizeof(float);
    }
    ModelView placed(const MeshBox* at_boxes, const MeshTriangle* at_triangles, const float* at_values) const {
        ModelView all = view;
        all.mesh.boxes = at_boxes, all.mesh.triangles = at_triangles, all.lattice.values = at_values;
        return all;
    }
};
struct Shape::Models {
    std::vector<std::shared_ptr<const Model>> all{};
    std::vector<ModelView> views{};  // for the host

    void add(std::shared_ptr<const Model> model) {
        views.push_back(model->placed(model->boxes.data(), model->triangles.data(), model->values.data()));
        all.push_back(std::move(model));
    }
};

/// The place of a value, in metres.
template <int D> struct Places {
    Vec<D> first;     // of index 0
    Vec<D> h;
    Vec<D> period{};  // m; 0 along axes that have none
    WHORL_HD Vec<D> operator()(const Index<D>& i) const {
        Vec<D> p{};
        for_axes<D>([&](auto a) { p[a] = first[a] + static_cast<float>(i[a]) * h[a]; });
        return p;
    }
};

/// f += (scale * amount - keep f) where the shape is, softly over one cell at its rim. keep 0 adds, keep 1 sets.
template <int D> struct Splat {
    ShapeView<D> shape;
    Places<D> places;
    float per_width;           // 1 / width of the rim (m)
    float value;               // scale * amount, where it is the same everywhere
    View<const float> amount;  // the amount at each place; without data: `value` holds
    float scale, keep;
    float limit;
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const {
        const float cover = clamp(0.5f - per_width * shape.distance(places(c.i), places.period), 0.0f, 1.0f);
        const float own = amount.data ? bounded(scale * amount[c], limit) : value;
        f[c] = bounded(f[c] + cover * (own - keep * f[c]), limit);
    }
};

}  // namespace whorl
