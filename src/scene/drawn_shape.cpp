// Shapes from files and formulas: meshes, masks and distances.

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"
#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

constexpr double farthest = 1e9;

/// Makes a shape of what was read; what it throws is reported at the place `at`.
template <class Make>
void make_shape(Reading& r, const Spot& s, Place at, std::optional<Shape>& into, Make make) {
    if (into) return r.error(s, "is a second shape; join shapes with union, intersection or difference");
    try {
        into = make();
    } catch (const Error& e) {
        r.report.error(at, s.path + " does not work: " + e.what());
    } catch (const std::bad_alloc&) { r.report.error(at, s.path + " does not fit into memory; use a smaller one"); }
}

/// Reads a table of T by its keys, and says whether all of it is good.
template <class T>
bool read_all(Reading& r, const Spot& s, const Keys<T>& keys, T& into) {
    const std::size_t before = r.report.count();
    keys.read(r, s, into);
    return r.report.count() == before;
}

template <class T>
void add(Hash& hash, const std::vector<T>& values) {
    hash.add(values.data(), values.size() * sizeof(T));
}

std::string in_metres(double x, double y) { return text(x) + " x " + text(y) + " m"; }

// ---- Meshes ---------------------------------------------------------------------------------------------------------

struct MeshText {
    std::string file{};
    double scale = 1, thickness = 0;
    Vec3 turn{}, at{};
};

const Keys<MeshText>& mesh_keys() {
    static const Keys<MeshText> keys(
        "mesh", {key("file", &MeshText::file, existing_file(), "name an .obj or .stl file, as in file = \"cup.obj\""),
                 key("scale", &MeshText::scale, positive(farthest)),
                 key("turn", &MeshText::turn, vector_in_space(1e6)),
                 key("at", &MeshText::at, vector_in_space(farthest)),
                 key("thickness", &MeshText::thickness, number(0, farthest))});
    return keys;
}

void read_mesh_shape(Reading& r, const Spot& s, std::optional<Shape>& into) {
    MeshText given;
    if (!read_all(r, s, mesh_keys(), given)) return;
    const Place at = r.place_of(s.path + ".file");
    make_shape(r, s, at, into, [&] {
        const Triangles triangles = read_mesh(given.file);
        Hash hash;
        add(hash, triangles.corners), add(hash, triangles.faces);
        r.files[s.node.find("file")->value.text] = hash.value();
        if (!is_closed(triangles) && !s.node.find("thickness"))
            r.report.warning(at, s.path + " is not closed: it is taken as a sheet of no thickness; close the mesh, or give "
                                          "it a thickness (m; 0 if this is meant)");
        return mesh(placed(triangles, given.scale, given.turn, given.at), given.thickness);
    });
}

// ---- Masks ----------------------------------------------------------------------------------------------------------

struct MaskText {
    std::string file{};
    std::optional<Vec3> low{}, high{};
};

const Keys<MaskText>& mask_keys() {
    static const Keys<MaskText> keys(
        "mask", {key("file", &MaskText::file, existing_file(), "name a PNG file, as in file = \"maze.png\""),
                 key("low", &MaskText::low, maybe(vector(farthest))),
                 key("high", &MaskText::high, maybe(vector(farthest)))});
    return keys;
}

/// How far a picture is continued beyond its two ends along an axis: around, or with its outermost pixels.
struct Margin {
    int low = 0, high = 0;
    bool around = false;
    int source(int i, int n) const { return around ? ((i - low) % n + n) % n : std::clamp(i - low, 0, n - 1); }
};

Mask grown(const Mask& from, const Margin& x, const Margin& y) {
    Mask to{from.width + x.low + x.high, from.height + y.low + y.high, {}};
    to.solid.reserve(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height));
    const Margin downwards{y.high, y.low, y.around};  // rows run from the top
    for (int j = 0; j < to.height; ++j)
        for (int i = 0; i < to.width; ++i)
            to.solid.push_back(from.solid[static_cast<std::size_t>(downwards.source(j, from.height)) *
                                              static_cast<std::size_t>(from.width) +
                                          static_cast<std::size_t>(x.source(i, from.width))]);
    return to;
}

/// What reaches a side of the domain goes on there, so that no gap is left between both.
Margin margin(const Reading& r, int axis, double low, double high, int pixels) {
    const double length = r.size[static_cast<std::size_t>(axis)], little = 1e-6 * length;
    const bool at_low = low <= little, at_high = high >= length - little;
    const bool a_period = std::abs(low) <= little && std::abs(high - length) <= little;
    if (r.periodic[static_cast<std::size_t>(axis)])  // half a period: what is farther is nearer the other way around
        return a_period ? Margin{(pixels + 1) / 2, (pixels + 1) / 2, true} : Margin{};
    constexpr int some = 8;
    return {at_low ? some : 0, at_high ? some : 0, false};
}

Shape mask_in(const Reading& r, const Mask& picture, Vec3 low, Vec3 high) {
    constexpr std::size_t most = std::size_t{1} << 24;
    const std::string size = std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels";
    if (picture.solid.size() > most)
        throw Error("the picture has " + size + "; at most " + std::to_string(most) +
                    " in all are allowed: make it smaller");
    for (int a = 0; a < 2; ++a)
        if (!(low[a] < high[a])) throw Error("its corner low is not below high; exchange them");
    const double wide = high.x - low.x, tall = high.y - low.y;
    const double rows = picture.width * tall / wide, columns = picture.height * wide / tall;
    if (std::abs(rows - picture.height) > 1 && std::abs(columns - picture.width) > 1)
        throw Error("the picture has " + size + " and goes into " + in_metres(wide, tall) +
                    ", where its pixels would not be square; make it " + std::to_string(picture.width) + " x " +
                    text(std::round(rows)) + " pixels, or give it another place with low and high");
    const Margin x = margin(r, 0, low.x, high.x, picture.width), y = margin(r, 1, low.y, high.y, picture.height);
    const double pixel_x = wide / picture.width, pixel_y = tall / picture.height;
    return mask(grown(picture, x, y), {low.x - x.low * pixel_x, low.y - y.low * pixel_y, low.z},
                {high.x + x.high * pixel_x, high.y + y.high * pixel_y, high.z});
}

void read_mask_shape(Reading& r, const Spot& s, std::optional<Shape>& into) {
    MaskText given;
    if (!read_all(r, s, mask_keys(), given) || !r.domain_known) return;
    make_shape(r, s, r.place_of(s.path + ".file"), into, [&] {
        const Mask picture = read_mask(given.file);
        Hash hash;
        hash.add(static_cast<std::uint64_t>(picture.width)), add(hash, picture.solid);
        r.files[s.node.find("file")->value.text] = hash.value();
        return mask_in(r, picture, given.low.value_or(Vec3{}), given.high.value_or(Vec3{r.size[0], r.size[1], 0}));
    });
}

// ---- Distances ------------------------------------------------------------------------------------------------------

/// Where a formula is asked: at the corners and the middles of cells, and a little beyond the domain. Only at corners, or
/// less, where that would take too long.
struct Places {
    Vec3 low{}, high{}, spacing{1, 1, 1};

    Places(const Reading& r, const std::array<bool, 4>& uses) {
        double part = 0.5;
        while (values(r, uses, part) > (part < 1 ? 4e6 : 2e7)) part *= 2;
        std::array<double, 3> a_low{}, a_high{}, a_spacing{1, 1, 1};
        for (std::size_t a = 0; a < 3; ++a) {
            if (!counts(r, uses, a)) continue;
            const double h = part * r.size[a] / r.cells[a], steps = std::ceil((r.cells[a] + margin) / part);
            a_low[a] = -margin * r.size[a] / r.cells[a];
            a_high[a] = a_low[a] + (steps + margin / part) * h;
            a_spacing[a] = h;
        }
        low = {a_low[0], a_low[1], a_low[2]}, high = {a_high[0], a_high[1], a_high[2]};
        spacing = {a_spacing[0], a_spacing[1], a_spacing[2]};
    }

  private:
    static constexpr double margin = 2;  // cells
    static bool counts(const Reading& r, const std::array<bool, 4>& uses, std::size_t a) {
        return static_cast<int>(a) < r.dimension && uses[a];
    }
    static double values(const Reading& r, const std::array<bool, 4>& uses, double part) {
        double all = 1;
        for (std::size_t a = 0; a < 3; ++a)
            if (counts(r, uses, a)) all *= (r.cells[a] + 2 * margin) / part + 1;
        return all;
    }
};

void read_distance_shape(Reading& r, const Spot& s, std::optional<Shape>& into) {
    const std::size_t before = r.report.count();
    Given given;
    formula(1e15, Variables::place_and_time).read(r, s, given);
    if (r.report.count() != before || !r.domain_known) return;
    if (given.uses[3])
        return r.error(s, "is " + in_quotes(given.formula) +
                              ", which depends on t; a shape stays as it is: use x, y and z only");
    const auto inside = [&](double x, std::size_t a) { return std::clamp(x, 0.0, r.size[a]); };
    make_shape(r, s, s.node.at, into, [&] {
        const Places where(r, given.uses);
        return from_distance(
            [&](Vec3 p) {
                // A formula need not work outside of the domain.
                const double d = given.value(p, 0);
                return std::isfinite(d) ? d : given.value({inside(p.x, 0), inside(p.y, 1), inside(p.z, 2)}, 0);
            },
            where.low, where.high, where.spacing);
    });
}

}  // namespace

ReadShape mesh_shape() { return {read_mesh_shape, mesh_keys().names()}; }
ReadShape mask_shape() { return {read_mask_shape, mask_keys().names()}; }
ReadShape distance_shape() { return {read_distance_shape}; }

}  // namespace whorl::scene
