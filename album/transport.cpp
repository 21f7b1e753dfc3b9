// How well each scheme carries a sharp shape through a given flow, against an independent program with the same schemes.

#include <cmath>

#include "experiment.hpp"
#include "table.hpp"

namespace whorl::album {
namespace {

struct Scheme {
    const char* row;  // its name in the table
    const char* name;
};
constexpr Scheme schemes[] = {{"sl", "semi-lagrangian"}, {"mac_c", "maccormack"}, {"bfecc_c", "bfecc"},
                              {"cubic_c", "cubic"},      {"cubic", "unlimited-cubic"}};

struct Shape {
    const char* scene;
    const char* test;  // its name in the table
    int dimension, cells, steps;
    bool (*inside)(Vec3);
    double allowed;  // distance from the table
};

bool in_ball(Vec3 p, Vec3 c) { return std::hypot(p.x - c.x, p.y - c.y, p.z - c.z) < 0.15; }
bool slotted_disc(Vec3 p) { return in_ball(p, {0.5, 0.75}) && (std::abs(p.x - 0.5) > 0.025 || p.y > 0.85); }
bool disc(Vec3 p) { return in_ball(p, {0.5, 0.75}); }
bool ball(Vec3 p) { return in_ball(p, {0.35, 0.35, 0.35}); }

const Shape slow_zalesak{"zalesak", "zalesak", 2, 100, 628, slotted_disc, 0.04};  // blurred so far that some of it leaves through the sides
const Shape fast_zalesak{"zalesak", "zalesak", 2, 100, 126, slotted_disc, 0.02};
const Shape vortex{"single-vortex", "vortex", 2, 128, 256, disc, 0.02};
const Shape deformation{"deformation", "deform3", 3, 64, 384, ball, 0.02};

/// The part of the cell around a place that lies in the shape.
std::function<double(Vec3)> coverage(const Shape& shape) {
    return [&shape](Vec3 p) {
        const int fine = shape.dimension == 2 ? 32 : 8, deep = shape.dimension == 2 ? 1 : fine;
        const auto part = [&](int k) { return ((k + 0.5) / fine - 0.5) / shape.cells; };
        int hits = 0;
        for (int k = 0; k < deep; ++k)
            for (int j = 0; j < fine; ++j)
                for (int i = 0; i < fine; ++i)
                    hits += shape.inside({p.x + part(i), p.y + part(j), shape.dimension == 2 ? 0 : p.z + part(k)});
        return hits / static_cast<double>(fine * fine * deep);
    };
}

std::vector<float> values(const FieldView& v) {
    std::vector<float> all;
    for (int k = 0; k < v.extent[2]; ++k)
        for (int j = 0; j < v.extent[1]; ++j)
            for (int i = 0; i < v.extent[0]; ++i) all.push_back(v(i, j, k));
    return all;
}

struct Worn {
    double first, second;  // sum |f - f0| over sum f0, and the same of squares, its root
    Image image;
};
Worn carry(const Shape& shape, const Scheme& scheme, double time, bool picture) {
    Simulation fluid = simulation_of(shape.scene, {{"domain.cells", std::to_string(shape.cells)},
                                                   {"carried.smoke.advection", scheme.name}});
    fluid.fill("smoke", coverage(shape));
    const std::vector<float> before = values(fluid.field("smoke"));
    for (int k = 0; k < shape.steps; ++k) fluid.step(time / shape.steps);
    const std::vector<float> after = values(fluid.field("smoke"));
    double error = 0, whole = 0, squares = 0, whole_squares = 0;
    for (std::size_t k = 0; k < before.size(); ++k) {
        const double distance = double{after[k]} - before[k];
        error += std::abs(distance), squares += distance * distance;
        whole += before[k], whole_squares += before[k] * before[k];
    }
    Worn worn{error / whole, std::sqrt(squares / whole_squares), {}};
    if (picture)
        worn.image = part_of(plane_picture(fluid, {.pixels = 720, .quantity = "smoke", .palette = Palette::sequential, .range = 1}),
                             {0.28, 0.53}, {0.72, 0.97});
    return worn;
}

/// Nothing where the table has no such row.
void compare(const Shape& shape, const Scheme& scheme, const Options& options, Findings& out, Curve& curve,
             std::vector<Image>* pictures = nullptr) {
    for (const Row& row : read_table("advection_tests_computed.csv")) {
        if (row.at("test") != shape.test || row.at("scheme") != scheme.row || row.at("n") != std::to_string(shape.cells) ||
            row.at("steps") != std::to_string(shape.steps))
            continue;
        const std::string what = std::string(shape.scene) + ", " + std::to_string(shape.steps) + " steps, " + scheme.name;
        if (options.say) options.say(what);
        const Worn worn = carry(shape, scheme, std::stod(row.at("T")), pictures != nullptr);
        out.numbers.push_back(within(what + ": L1", worn.first, std::stod(row.at("rel_L1")), shape.allowed));
        out.numbers.push_back(within(what + ": L2", worn.second, std::stod(row.at("rel_L2")), shape.allowed));
        curve.points.push_back({std::stod(row.at("rel_L1")), worn.first});
        if (pictures) pictures->push_back(worn.image);
    }
}

}  // namespace

Findings transport(const Options& options) {
    Findings out;
    std::vector<Image> discs;
    std::vector<Curve> curves = {{"the same", Curve::Kind::dashed, 7, {{0, 0}, {1.6, 1.6}}},
                                 {"Zalesak, 628 steps", Curve::Kind::marks, 0},
                                 {"Zalesak, 126 steps", Curve::Kind::marks, 1},
                                 {"single vortex", Curve::Kind::marks, 2},
                                 {"deformation in space", Curve::Kind::marks, 3}};
    for (const Scheme& scheme : schemes) {
        compare(fast_zalesak, scheme, options, out, curves[2]);
        compare(vortex, scheme, options, out, curves[3]);
        if (!options.full) continue;
        compare(slow_zalesak, scheme, options, out, curves[1], &discs);
        if (scheme.row == std::string("mac_c")) compare(deformation, scheme, options, out, curves[4]);  // in space, a minute each
    }
    out.plots = {{.name = "transport-errors", .title = "What five schemes lose of a shape", .across = "relative L1 error, reference",
                  .up = "relative L1 error, measured", .curves = curves}};
    if (options.full)
        out.pictures.push_back({"transport", "Zalesak's disc after one turn in 628 steps, from left to right: semi-lagrangian, "
                                             "maccormack, bfecc, cubic and unlimited-cubic",
                                contact_sheet(discs, 5)});
    return out;
}

}  // namespace whorl::album
