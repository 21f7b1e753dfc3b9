#include "scenes.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "input.hpp"

namespace cli {

namespace {

using namespace whorl;

// ---- Hot smoke rises past a ball ------------------------------------------------------------------------------------

/// In space, or with two numbers in `size` its middle plane.
Settings plume(std::vector<double> size, double confinement, int cells) {
    const double z = size.size() == 3 ? 0.5 * size[2] : 0;
    const Vec3 burner{0.5, 0.10, z}, ball{0.355, 0.60, z};
    Settings s;
    s.size = std::move(size);
    s.cells = {cells};
    s.boundary = all_sides(free_slip());
    s.boundary.bottom = wall();
    s.boundary.top = open();
    s.carried = {{.name = "smoke", .decay = 0.25}, {.name = "heat", .decay = 0.4}};
    s.fluid.buoyancy = {{"heat", 0.35}};
    s.fluid.vorticity = confinement;
    const Shape flame = sphere(burner, 0.07);
    s.sources = {{.where = flame, .quantity = "smoke", .amount = 1, .mode = Mode::set, .rate = 25},
                 {.where = flame, .quantity = "heat", .amount = 1, .mode = Mode::set, .rate = 25}};
    s.forces = {{.where = flame, .amount = {0, 0.8, 0}, .mode = Mode::set, .rate = 25}};
    s.obstacles = {{sphere(ball, 0.13)}};
    return s;
}

/// The top of the domain lies just above the picture, so that smoke leaves both together.
Image plume_picture(const Simulation& fluid) {
    const Camera camera{.from = {1.35, 1.12, 4.15}, .towards = {0.5, 0.86, 0.5}, .angle = 28};
    return volume_picture(fluid, {.width = 640, .height = 960, .camera = camera});
}

Image plume_plane_picture(const Simulation& fluid) {
    return plane_picture(fluid, {.pixels = 1024, .quantity = "smoke", .range = 1.5});
}

// ---- Three inks in a dish, stirred ----------------------------------------------------------------------------------

Settings inks(int cells) {
    Settings s;
    s.size = {1, 1};
    s.cells = {cells};
    s.boundary = all_sides(periodic());
    s.carried = colours();
    for (std::size_t i = 0; i < 3; ++i) {
        // Each ink starts as two drops; six of them lie on a ring.
        s.carried[i].initial = [i](Vec3 p) {
            double amount = 0;
            for (const std::size_t drop : {i, i + 3}) {
                const double angle = static_cast<double>(drop) * std::numbers::pi / 3;
                const double d = std::hypot(p.x - 0.5 - 0.27 * std::cos(angle), p.y - 0.5 - 0.27 * std::sin(angle));
                amount += 1 / (1 + std::exp((d - 0.105) / 0.006));
            }
            return amount;
        };
    }
    // A rod is drawn through the dish along six strokes, one after the other.
    const double stroke = 0.6;
    for (int i = 0; i < 6; ++i) {
        const double angle = i * 2.4, c = std::cos(angle), d = std::sin(angle);
        const Vec3 middle{0.5 + 0.12 * d, 0.5 - 0.12 * c, 0};
        s.forces.push_back({.where = capsule({middle.x - 0.2 * c, middle.y - 0.2 * d, 0},
                                             {middle.x + 0.2 * c, middle.y + 0.2 * d, 0}, 0.035),
                            .amount = {2 * c, 2 * d, 0},
                            .during = {i * stroke, (i + 1) * stroke}});
    }
    return s;
}

Image inks_picture(const Simulation& fluid) {
    return plane_picture(fluid, {.pixels = 768, .quantity = "colours", .ground = Ground::light, .range = 1});
}

// ---- A crowd of vortices that merge ---------------------------------------------------------------------------------

/// The same crowd every time: places, sizes and turns from a small generator of its own.
struct Vortex {
    double x, y, radius, turn;
};

std::vector<Vortex> crowd() {
    std::vector<Vortex> all;
    std::uint32_t state = 12345;
    const auto next = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0; };
    for (int i = 0; i < 40; ++i) {
        const double x = next(), y = next(), radius = 0.025 + 0.03 * next();
        all.push_back({x, y, radius, i % 2 == 0 ? 1.0 : -1.0});  // as many one way as the other: no turn in all
    }
    return all;
}

/// Velocity around Gaussian vortices in a periodic square, component 0 or 1.
double crowd_velocity(const std::vector<Vortex>& vortices, Vec3 p, int component) {
    double sum = 0;
    for (const Vortex& v : vortices) {
        const double dx = p.x - v.x - std::round(p.x - v.x), dy = p.y - v.y - std::round(p.y - v.y);
        const double q = (dx * dx + dy * dy) / (2 * v.radius * v.radius);
        const double spin = v.turn * 9 * std::exp(-q);
        sum += component == 0 ? -spin * dy : spin * dx;
    }
    return sum;
}

Settings vortices(int cells) {
    Settings s;
    s.size = {1, 1};
    s.cells = {cells};
    s.boundary = all_sides(periodic());
    s.carried.clear();
    const std::vector<Vortex> all = crowd();
    s.initial_velocity[0] = [all](Vec3 p) { return crowd_velocity(all, p, 0); };
    s.initial_velocity[1] = [all](Vec3 p) { return crowd_velocity(all, p, 1); };
    s.fluid.viscosity = 1e-5;
    s.solver.advection = Advection::cubic;
    s.solver.splitting = Splitting::reflection;  // keeps the turn of a vortex far longer
    return s;
}

Image vortices_picture(const Simulation& fluid) {
    return plane_picture(fluid, {.pixels = 768, .quantity = "vorticity", .range = 14});
}

}  // namespace

std::span<const Scene> scenes() {
    static const std::vector<Scene> all{
        {.name = "plume",
         .about = "hot smoke rises past a ball, in space",
         .cells = 144,
         .frames = 96,
         .steps_per_frame = 2,
         .settings =
             [](int cells) {
                 return plume({1, 2, 1}, 0.06, cells);
             },
         .picture = plume_picture},
        {.name = "plume-plane",
         .about = "the same in a plane",
         .cells = 512,
         .frames = 96,
         .steps_per_frame = 2,
         .settings =
             [](int cells) {
                 return plume({1, 2}, 0, cells);
             },
         .picture = plume_plane_picture},
        {.name = "inks",
         .about = "three inks in a dish without walls, stirred with a rod",
         .cells = 384,
         .frames = 120,
         .steps_per_frame = 2,
         .settings = inks,
         .picture = inks_picture},
        {.name = "vortices",
         .about = "a crowd of vortices that meet and merge; red turns left, blue right",
         .cells = 512,
         .frames = 144,
         .steps_per_frame = 2,
         .settings = vortices,
         .picture = vortices_picture},
    };
    return all;
}

const Scene& scene_named(std::string_view name) {
    std::vector<std::string> known;
    for (const Scene& s : scenes()) {
        if (s.name == name) return s;
        known.push_back(s.name);
    }
    std::string list;
    for (const std::string& k : known) list += (list.empty() ? "" : ", ") + k;
    throw BadInput("unknown scene \"" + std::string(name) + "\"" + did_you_mean(name, known) + " (" + list + ")");
}

}  // namespace cli
