// Shapes on the host: building the little programs, and asking them.

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/shapes.hpp"

namespace whorl {

namespace {

constexpr double everything = std::numeric_limits<double>::infinity();

float number(double v, const char* what) {
    if (!(std::abs(v) <= 1e15))
        throw Error(std::string(what) + " is " + std::to_string(v) + "; it must be finite, and at most 1e15");
    return static_cast<float>(v);
}

float positive(double v, const char* what) {
    if (!(v > 0))
        throw Error(std::string(what) + " is " + std::to_string(v) + "; it must be greater than 0");
    return number(v, what);
}

struct Place {
    float x, y, z;
    Place(Vec3 v, const char* what) : x(number(v.x, what)), y(number(v.y, what)), z(number(v.z, what)) {}
};

Shape primitive(const Shape::Node& node) { return Shape(std::vector<Shape::Node>{node}); }

/// The models of both, each once; `number` says where those of b are now.
std::shared_ptr<const Shape::Models> merged(const Shape& a, const Shape& b, std::vector<int>& number) {
    if (!b.models()) return a.models();
    auto all = std::make_shared<Shape::Models>(a.models() ? *a.models() : Shape::Models{});
    for (const auto& model : b.models()->all) {
        const auto found = std::find(all->all.begin(), all->all.end(), model);
        number.push_back(static_cast<int>(found - all->all.begin()));
        if (found == all->all.end()) all->add(model);
    }
    return all;
}

Shape join(const Shape& a, const Shape& b, Shape::Node::Kind kind) {
    std::vector<int> number;
    std::shared_ptr<const Shape::Models> models = merged(a, b, number);
    std::vector<Shape::Node> nodes = a.nodes();
    for (Shape::Node node : b.nodes()) {
        if (node.model >= 0) node.model = number[static_cast<std::size_t>(node.model)];
        nodes.push_back(node);
    }
    nodes.push_back({kind, {}});
    return Shape(std::move(nodes), std::move(models));
}

/// Whether a node refers to a model of its kind, or to none if it needs none.
bool has_its_model(const Shape::Node& node, const Shape::Models* models) {
    const bool mesh = node.kind == Shape::Node::mesh, lattice = node.kind == Shape::Node::lattice;
    if (!mesh && !lattice) return node.model == -1;
    if (!models || node.model < 0 || node.model >= static_cast<int>(models->all.size())) return false;
    const Model& own = *models->all[static_cast<std::size_t>(node.model)];
    return mesh ? !own.boxes.empty() : !own.values.empty();
}

}  // namespace

Shape everywhere() { return primitive({Shape::Node::everywhere, {}}); }

Shape sphere(Vec3 center, double radius) {
    const Place c(center, "the center of a sphere");
    return primitive({Shape::Node::sphere, {c.x, c.y, c.z, positive(radius, "the radius of a sphere")}});
}

Shape box(Vec3 low, Vec3 high) {
    const Place l(low, "the low corner of a box"), h(high, "the high corner of a box");
    if (low.x > high.x || low.y > high.y || low.z > high.z)
        throw Error("the low corner of a box lies above its high corner; exchange them");
    return primitive({Shape::Node::box, {l.x, l.y, l.z, h.x, h.y, h.z}});
}

Shape capsule(Vec3 from, Vec3 to, double radius) {
    const Place f(from, "an end of a capsule"), t(to, "an end of a capsule");
    return primitive({Shape::Node::capsule, {f.x, f.y, f.z, t.x, t.y, t.z, positive(radius, "the radius of a capsule")}});
}

Shape half_space(Vec3 point, Vec3 normal) {
    const Place p(point, "the point of a half-space");
    const double length = std::hypot(normal.x, normal.y, normal.z);
    for (const double part : {normal.x, normal.y, normal.z}) number(part, "the normal of a half-space");
    if (!(length > 0)) throw Error("the normal of a half-space is 0; give it a direction");
    return primitive({Shape::Node::half_space,
                      {p.x, p.y, p.z, static_cast<float>(normal.x / length), static_cast<float>(normal.y / length),
                       static_cast<float>(normal.z / length)}});
}

Shape operator|(const Shape& a, const Shape& b) { return join(a, b, Shape::Node::unite); }
Shape operator&(const Shape& a, const Shape& b) { return join(a, b, Shape::Node::intersect); }
Shape operator-(const Shape& a, const Shape& b) { return join(a, b, Shape::Node::subtract); }

Shape::Shape(std::vector<Node> nodes, std::shared_ptr<const Models> models)
    : nodes_(std::move(nodes)), models_(std::move(models)) {
    int pending = 0;
    bool sound = true;
    for (const Node& node : nodes_) {
        const bool joins = node.kind >= Node::unite;
        sound = sound && node.kind >= Node::everywhere && node.kind <= Node::subtract && pending >= (joins ? 2 : 0);
        for (const float p : node.p) sound = sound && std::isfinite(p);
        sound = sound && has_its_model(node, models_.get());
        pending += joins ? -1 : 1;
        if (pending > ShapeView<3>::most_pending)
            throw Error("the shape is nested more than " + std::to_string(ShapeView<3>::most_pending) +
                        " deep; join its parts one after the other: ((a | b) | c) | d");
    }
    if (!sound || pending != 1)
        throw Error("the program of a shape must be finite and end with one value; build shapes with sphere, box, capsule, "
                    "half_space, mesh, mask, from_distance and the operators | & -");
}

double Shape::distance(Vec3 p, int dimension) const {
    const int count = static_cast<int>(nodes_.size());
    const float x = static_cast<float>(p.x), y = static_cast<float>(p.y), z = static_cast<float>(p.z);
    const ModelView* models = models_ ? models_->views.data() : nullptr;
    if (dimension == 2) return ShapeView<2>{nodes_.data(), count, models}.distance({x, y});
    return ShapeView<3>{nodes_.data(), count, models}.distance({x, y, z});
}

std::array<Vec3, 2> Shape::bounds() const {
    using Bounds = std::array<std::array<double, 3>, 2>;
    std::vector<Bounds> pending;
    for (const Node& node : nodes_) {
        if (node.kind >= Node::unite) {
            const Bounds b = pending.back();
            pending.pop_back();
            Bounds& a = pending.back();
            for (std::size_t k = 0; k < 3 && node.kind != Node::subtract; ++k) {
                const bool unite = node.kind == Node::unite;
                a[0][k] = unite ? std::min(a[0][k], b[0][k]) : std::max(a[0][k], b[0][k]);
                a[1][k] = unite ? std::max(a[1][k], b[1][k]) : std::min(a[1][k], b[1][k]);
            }
            continue;
        }
        Bounds b;
        b[0].fill(-everything), b[1].fill(everything);
        for (std::size_t k = 0; k < 3; ++k) {
            const double p = node.p[k], q = node.p[3 + k];
            if (node.kind == Node::sphere) b[0][k] = p - node.p[3], b[1][k] = p + node.p[3];
            if (node.kind == Node::box) b[0][k] = p, b[1][k] = q;
            if (node.kind == Node::mesh || node.kind == Node::lattice)
                b[0][k] = p <= -double{endless} ? -everything : p, b[1][k] = q >= double{endless} ? everything : q;
            if (node.kind == Node::capsule) b[0][k] = std::min(p, q) - node.p[6], b[1][k] = std::max(p, q) + node.p[6];
        }
        pending.push_back(b);
    }
    const Bounds b = pending.back();
    return {Vec3{b[0][0], b[0][1], b[0][2]}, Vec3{b[1][0], b[1][1], b[1][2]}};
}

}  // namespace whorl
