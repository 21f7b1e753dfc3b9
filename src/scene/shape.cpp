// Shapes: tables with a sort and its numbers, and lists of them that are joined.

#include <algorithm>
#include <cmath>

#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

struct Ball {
    Vec3 center{};
    double radius = 0;
};
struct Corners {
    Vec3 low{}, high{};
};
struct Rod {
    Vec3 from{}, to{};
    double radius = 0;
};
struct Plane {
    Vec3 point{}, normal{};
};

constexpr double farthest = 1e9;

Keys<Ball> ball_keys(const std::string& name) {
    return {name,
            {key("center", &Ball::center, place(), "give its middle (m), as in center = [0.5, 0.2]"),
             key("radius", &Ball::radius, positive(farthest), "give it in m, as in radius = 0.1")}};
}

/// Corners with two numbers reach through the whole depth of a box.
Read<Vec3> corner(bool high) {
    return {[=, read = place()](Reading& r, const Spot& s, Vec3& into) {
        read.read(r, s, into);
        if (r.dimension == 3 && s.node.items.size() == 2) into.z = high ? r.size[2] : 0;
    }};
}

const Keys<Corners>& corner_keys() {
    static const Keys<Corners> keys(
        "box", {key("low", &Corners::low, corner(false), "give the corner with the smallest numbers (m)"),
                key("high", &Corners::high, corner(true), "give the corner with the largest numbers (m)")});
    return keys;
}

const Keys<Rod>& rod_keys() {
    static const Keys<Rod> keys(
        "capsule",
        {key("from", &Rod::from, place(), "give one end (m)"), key("to", &Rod::to, place(), "give the other end (m)"),
         key("radius", &Rod::radius, positive(farthest), "give it in m, as in radius = 0.1")});
    return keys;
}

const Keys<Plane>& plane_keys() {
    static const Keys<Plane> keys("half-space",
                                  {key("point", &Plane::point, place(), "give a point of its surface (m)"),
                                   key("normal", &Plane::normal, vector(farthest), "give the direction out of it")});
    return keys;
}

/// Reads the numbers of a primitive and makes it, unless something is wrong with them.
template <class T, class Make>
ReadShape primitive(const Keys<T>& keys, Make make) {
    return {[&keys, make](Reading& r, const Spot& s, std::optional<Shape>& into) {
                const std::size_t before = r.report.count();
                T numbers;
                keys.read(r, s, numbers);
                if (r.report.count() != before) return;
                if (into) return r.error(s, "is a second shape; join shapes with union, intersection or difference");
                if (const std::string bad = make(numbers, into); !bad.empty()) r.error(s, bad);
            },
            keys.names()};
}

std::string make_ball(const Ball& b, std::optional<Shape>& into) { return into = sphere(b.center, b.radius), ""; }

std::string make_box(const Corners& c, std::optional<Shape>& into) {
    for (int a = 0; a < 3; ++a)
        if (c.low[a] > c.high[a]) return "has its corner low above high; exchange them";
    return into = box(c.low, c.high), "";
}

std::string make_capsule(const Rod& c, std::optional<Shape>& into) {
    return into = capsule(c.from, c.to, c.radius), "";
}

std::string make_half_space(const Plane& h, std::optional<Shape>& into) {
    const double length = std::hypot(h.normal.x, h.normal.y, h.normal.z);
    if (!(length > 0)) return "has a normal of 0; give it a direction";
    return into = half_space(h.point, {h.normal.x / length, h.normal.y / length, h.normal.z / length}), "";
}

void read_everywhere(Reading& r, const Spot& s, std::optional<Shape>& into) {
    if (s.node.kind != Node::Kind::truth || !s.node.truth)
        r.wrong(s, "true, or left out");
    else if (into)
        r.error(s, "is a second shape; leave one of them out");
    else
        into = everywhere();
}

/// A table with one shape, as lists of shapes hold them.
void read_one(Reading& r, const Spot& s, std::optional<Shape>& into) {
    if (!r.is_table(s, "a table with a shape, as in { sphere = { center = [0.5, 0.5], radius = 0.1 } }")) return;
    std::vector<std::string> known;
    for (const ShapeSort& sort : shape_sorts()) known.push_back(sort.name);
    for (const Entry& entry : s.node.entries) {
        const auto found = std::find(known.begin(), known.end(), entry.key);
        if (found == known.end())
            r.unknown_key(entry, s, "a shape", known);
        else
            shape_sorts()[static_cast<std::size_t>(found - known.begin())].read.read(r, s.in(entry), into);
    }
    if (s.node.entries.empty()) r.error(s, "is empty; give it a shape (" + listed(known) + ")");
}

template <class Join>
ReadShape joined(Join join) {
    return {[join](Reading& r, const Spot& s, std::optional<Shape>& into) {
        constexpr std::size_t most = 250;
        if (!r.is_list(s, "a list of shapes, as in [{ sphere = { ... } }, { box = { ... } }]")) return;
        if (into) return r.error(s, "is a second shape; leave one of them out");
        if (s.node.items.empty()) return r.error(s, "is an empty list; give it shapes");
        if (s.node.items.size() > most) return r.error(s, "has more than " + std::to_string(most) + " shapes");
        std::optional<Shape> all;
        for (std::size_t k = 0; k < s.node.items.size(); ++k) {
            std::optional<Shape> one;
            read_one(r, s.item(k), one);
            if (!one) continue;  // it was reported
            try {
                all = all ? join(*all, *one) : *one;
            } catch (const Error& e) { return r.error(s, std::string("does not work: ") + e.what()); }
            if (all->nodes().size() > 2 * most) return r.error(s, "has more than " + std::to_string(most) + " parts");
        }
        into = std::move(all);
    }};
}

}  // namespace

const std::vector<ShapeSort>& shape_sorts() {
    static const Keys<Ball> sphere_keys = ball_keys("sphere"), disc_keys = ball_keys("disc");
    static const std::vector<ShapeSort> all{
        {"sphere", primitive(sphere_keys, make_ball)},
        {"disc", primitive(disc_keys, make_ball)},
        {"box", primitive(corner_keys(), make_box)},
        {"capsule", primitive(rod_keys(), make_capsule)},
        {"half-space", primitive(plane_keys(), make_half_space)},
        {"mesh", mesh_shape()},
        {"mask", mask_shape()},
        {"distance", distance_shape()},
        {"everywhere", {read_everywhere}},
        {"union", joined([](const Shape& a, const Shape& b) { return a | b; })},
        {"intersection", joined([](const Shape& a, const Shape& b) { return a & b; })},
        {"difference", joined([](const Shape& a, const Shape& b) { return a - b; })}};
    return all;
}

}  // namespace whorl::scene
