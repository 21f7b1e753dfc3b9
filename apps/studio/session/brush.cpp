#include <session/brush.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <whorl/scene.hpp>

namespace studio {

namespace {

/// visit(shape, share) for shapes that lie in each other: a soft edge, of which each adds its share.
template <class Visit>
void softly(const Stroke& s, Visit visit) {
    constexpr int rings = 5;
    for (int r = 1; r <= rings; ++r) visit(whorl::capsule(s.from, s.to, s.radius * r / rings), 1.0 / rings);
}

bool carries(const whorl::Simulation& fluid, std::string_view quantity) {
    const auto& all = fluid.settings().carried;
    return std::any_of(all.begin(), all.end(), [&](const whorl::Carried& c) { return c.name == quantity; });
}

void add(const Touched& on, const Stroke& s, std::string_view quantity, double amount) {
    if (amount == 0 || !carries(on.fluid, quantity)) return;
    softly(s, [&](const whorl::Shape& shape, double share) { on.fluid.add(shape, quantity, amount * share); });
}

void push(const Touched& on, const Stroke& s) {
    if (s.push == Vec3{}) return;
    softly(s, [&](const whorl::Shape& shape, double share) {
        on.fluid.push(shape, {s.push.x * share, s.push.y * share, s.push.z * share});
    });
}

/// Takes away a part of all that is carried near the stroke, the whole of it in the middle, and of painted walls.
void erase(const Touched& on, const Stroke& s) {
    std::vector<whorl::Shape> rings;
    softly(s, [&](const whorl::Shape& shape, double) { rings.push_back(shape); });
    const int dimension = on.fluid.dimension();
    const auto left = [&](Vec3 p) {
        if (rings.back().distance(p, dimension) > 0) return 1.0;
        double inside = 0;
        for (const whorl::Shape& ring : rings) inside += ring.distance(p, dimension) < 0 ? 1 : 0;
        return 1 - inside / static_cast<double>(rings.size());
    };
    for (const whorl::Carried& q : on.fluid.settings().carried) {
        const whorl::FieldView view = on.fluid.field(q.name);
        const auto cell = [](double x, double first, double spacing, int n) {
            return n > 1 ? std::clamp(static_cast<int>(std::lround((x - first) / spacing)), 0, n - 1) : 0;
        };
        on.fluid.fill(q.name, [&](Vec3 p) {  // evaluated into memory of its own: the view stays as it was
            const int i = cell(p.x, view.first.x, view.spacing.x, view.extent[0]),
                      j = cell(p.y, view.first.y, view.spacing.y, view.extent[1]),
                      k = cell(p.z, view.first.z, view.spacing.z, view.extent[2]);
            return static_cast<double>(view(i, j, k)) * left(p);
        });
    }
    if (!on.walls.empty()) on.walls.paint(s.from, s.to, s.radius, false);
}

constexpr const char* inks[] = {"red", "green", "blue"};

constexpr Brush all[] = {
    {"smoke", "adds smoke (white ink where there is none) and stirs",
     [](const Touched& on, const Stroke& s) {
         const bool smoke = carries(on.fluid, "smoke");
         add(on, s, "smoke", s.amount);
         for (int i = 0; i < 3 && !smoke; ++i) add(on, s, inks[i], s.amount);
         push(on, s);
     }},
    {"colour", "adds ink of the chosen colour (smoke where there is none) and stirs",
     [](const Touched& on, const Stroke& s) {
         for (int i = 0; i < 3; ++i) add(on, s, inks[i], s.amount * s.colour[i]);
         if (!carries(on.fluid, "red")) add(on, s, "smoke", s.amount);
         push(on, s);
     }},
    {"heat", "warms the fluid, which then rises, and stirs",
     [](const Touched& on, const Stroke& s) { add(on, s, "heat", s.amount), push(on, s); }},
    {"force", "stirs and adds nothing", push},
    {"wall", "builds walls",
     [](const Touched& on, const Stroke& s) { on.walls.paint(s.from, s.to, s.radius, s.amount > 0); }, true, false},
    {"eraser", "takes away what is carried, and painted walls", erase, true},
};

}  // namespace

std::span<const Brush> brushes() { return all; }

const Brush& brush_named(std::string_view name) {
    std::vector<std::string> known;
    for (const Brush& one : all) {
        if (one.name == name) return one;
        known.emplace_back(one.name);
    }
    throw whorl::Error("unknown brush \"" + std::string(name) + "\"" + whorl::did_you_mean(name, known));
}

bool tame(Stroke& s, const whorl::Simulation& fluid) {
    const auto finite = [](Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
    if (!finite(s.from) || !finite(s.to) || !finite(s.colour) || !finite(s.push) || !std::isfinite(s.radius) ||
        !std::isfinite(s.amount))
        return false;
    const Vec3 size = fluid.size();
    const double longest = std::max({size.x, size.y, size.z});
    const auto limited = [](Vec3 v, double low, Vec3 high) {
        return Vec3{std::clamp(v.x, low, std::max(low, high.x)), std::clamp(v.y, low, std::max(low, high.y)),
                    std::clamp(v.z, low, std::max(low, high.z))};
    };
    const Vec3 beyond{size.x + longest, size.y + longest, size.z + longest};
    s.from = limited(s.from, -longest, beyond), s.to = limited(s.to, -longest, beyond);
    s.radius = std::clamp(s.radius, 0.5 * fluid.spacing().x, longest);
    s.amount = std::clamp(s.amount, -100.0, 100.0);
    s.colour = limited(s.colour, 0, {1, 1, 1});
    const double fastest = 100 * longest;  // across the whole domain in a hundredth of a second
    s.push = limited(s.push, -fastest, {fastest, fastest, fastest});
    return true;
}

}  // namespace studio
