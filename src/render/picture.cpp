// Pictures of a fluid: which fields are drawn, and whether they can be.

#include <algorithm>
#include <cmath>

#include "render/legend.hpp"
#include "render/palette.hpp"
#include "render/pattern.hpp"
#include "render/plane.hpp"
#include "render/texture.hpp"
#include "render/volume.hpp"

namespace whorl {

namespace {

using namespace render;

[[noreturn]] void refuse(const std::string& what, const std::string& value, const std::string& remedy) {
    throw Error(what + " = " + value + " can not be drawn; " + remedy);
}

void require_positive(const char* what, double value) {
    if (!(value > 0 && value <= 1e9)) refuse(what, std::to_string(value), "give a positive number up to 1e9");
}

std::string quoted(std::string_view s) { return std::string(1, '"').append(s).append(1, '"'); }

void require_finite(const char* what, Vec3 v) {
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
        refuse(what, std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z),
               "give finite numbers");
}

void check(const VolumeView& view) {
    require_positive("VolumeView.extinction", view.extinction);
    require_positive("VolumeView.glow_range", view.glow_range);
    require_positive("VolumeView.exposure", view.exposure);
    require_finite("VolumeView.camera.from", view.camera.from);
    require_finite("VolumeView.camera.towards", view.camera.towards);
    require_finite("VolumeView.key.direction", view.key.direction);
    require_finite("VolumeView.rim.direction", view.rim.direction);
    if (!(view.camera.angle >= 1 && view.camera.angle <= 150))
        refuse("VolumeView.camera.angle", std::to_string(view.camera.angle), "give 1 to 150 degrees");
}

/// The field, or an error that lists what there is.
FieldView field_of(const Fields& fluid, const std::string& quantity, const char* asked_by, const char* also) {
    const std::vector<Carried>& carried = fluid.settings().carried;
    std::string there;
    for (const Carried& c : carried) {
        if (c.name == quantity) return fluid.field(quantity);
        there += quoted(c.name) + ", ";
    }
    if (quantity == "pressure") return fluid.field(quantity);
    refuse(asked_by, quoted(quantity), "the simulation has " + there + also);
}

Palette palette_for(const std::string& quantity) {
    if (quantity == "smoke") return Palette::smoke;
    if (quantity == "heat") return Palette::heat;
    if (quantity == "colours") return Palette::inks;
    if (quantity == "vorticity" || quantity == "divergence" || quantity == "pressure") return Palette::diverging;
    return Palette::sequential;
}

/// The image that the fluid carries: that of the view, or tiles of our own.
Image stirred(Cpu& on, const Fields& fluid, const Plane& plane, const PlaneView& view, int width, int height) {
    const auto place = [&](const char* quantity) {
        for (const Carried& c : fluid.settings().carried)
            if (c.name == quantity) return fluid.field(quantity);
        refuse("PlaneView.quantity", "\"image\"",
               "the simulation does not carry \"texture-x\" and \"texture-y\"; add texture_coordinates(2) to what it "
               "carries");
    };
    std::array<FieldView, 2> places{place("texture-x"), place("texture-y")};
    std::array<std::vector<float>, 2> memory;
    for (std::size_t a = 0; a < 2; ++a)
        if (plane.periodic[a])
            places[a] =
                healed(places[a], static_cast<float>(plane.size[static_cast<int>(a)]), plane.periodic, memory[a]);
    if (view.image) {
        const Image& image = *view.image;
        if (image.width < 1 || image.height < 1 ||
            image.rgb.size() != 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height))
            refuse("PlaneView.image", std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels",
                   "give an image with three values per pixel");
        return carried_image(on, places, plane, Pyramid(image, plane.periodic), plane.size, width, height);
    }
    static const Pyramid tiles(tile_pattern(on, 1200), {true, true});
    // As many whole squares as are nearest to squares.
    const double shorter = std::min(plane.size.x, plane.size.y);
    const auto square = [&](double length) { return length / std::max(1.0, std::round(length / shorter)); };
    return carried_image(on, places, plane, tiles, {square(plane.size.x), square(plane.size.y), 0}, width, height);
}

/// What is asked for, with what was left open decided.
PlaneView decided(const Fields& fluid, const PlaneView& asked) {
    if (fluid.dimension() != 2) throw Error("plane_picture can not draw a simulation in space; use volume_picture");
    if (asked.pixels < 2 || asked.pixels > 16384)
        refuse("PlaneView.pixels", std::to_string(asked.pixels), "give 2 to 16384");
    if (!(asked.range >= 0) || !std::isfinite(asked.range))
        refuse("PlaneView.range", std::to_string(asked.range), "give a positive number, or 0 to measure it");
    PlaneView view = asked;
    if (view.palette == Palette::automatic) view.palette = palette_for(view.quantity);
    if ((view.quantity == "colours") != (view.palette == Palette::inks))
        refuse("PlaneView.quantity", quoted(view.quantity), "the palette `inks` and \"colours\" need each other");
    return view;
}

Plane plane_of(const Fields& fluid) {
    const Settings& settings = fluid.settings();
    const auto periodic = [](const Side& s) { return s.kind == Side::Kind::periodic; };
    return {.size = fluid.size(),
            .periodic = {periodic(settings.boundary.left), periodic(settings.boundary.bottom)},
            .obstacles = settings.obstacles,
            .time = fluid.time()};
}

/// The values of every pixel: one list, or three for inks.
std::vector<std::vector<float>> values_of(Cpu& on, const Fields& fluid, const Plane& plane, const PlaneView& view) {
    const std::array<int, 2> pixels = pixels_of(view, plane.size);
    const auto drawn = [&](const FieldView& f) { return resampled(on, f, plane, pixels[0], pixels[1]); };
    std::vector<std::vector<float>> values;
    std::vector<float> memory;
    if (view.quantity == "speed") {
        values = {drawn(fluid.velocity(0))};
        const std::vector<float> v = drawn(fluid.velocity(1));
        for (std::size_t i = 0; i < v.size(); ++i) values[0][i] = std::hypot(values[0][i], v[i]);
        return values;
    }
    if (view.quantity == "vorticity")
        return {drawn(vorticity({fluid.velocity(0), fluid.velocity(1)}, plane.periodic, memory))};
    if (view.quantity == "divergence")
        return {
            drawn(divergence({fluid.velocity(0), fluid.velocity(1)}, {fluid.openness(0), fluid.openness(1)}, memory))};
    for (const std::string& q : fields_of(view))
        values.push_back(drawn(field_of(fluid, q, "PlaneView.quantity",
                                        "\"pressure\", \"speed\", \"vorticity\", \"divergence\", of inks "
                                        "\"colours\" and, of texture coordinates, \"image\"")));
    return values;
}

}  // namespace

std::vector<std::string> fields_of(const PlaneView& view) {
    if (view.quantity == "speed" || view.quantity == "vorticity") return {"velocity"};
    if (view.quantity == "divergence") return {"velocity", "openness"};
    if (view.quantity == "colours") return {"red", "green", "blue"};
    if (view.quantity == "image") return {"texture-x", "texture-y"};
    return {view.quantity};
}

std::vector<std::string> fields_of(const VolumeView& view) {
    return view.glow.empty() ? std::vector{view.smoke} : std::vector{view.smoke, view.glow};
}

Image plane_picture(const Fields& fluid, const PlaneView& asked) {
    PlaneView view = decided(fluid, asked);
    const Plane plane = plane_of(fluid);
    Cpu on(fluid.settings().threads);
    const std::array<int, 2> pixels = pixels_of(view, plane.size);
    if (view.quantity == "image") {
        Image image = stirred(on, fluid, plane, view, pixels[0], pixels[1]);
        draw_obstacles(on, image, plane, view.obstacle);
        return image;
    }
    const std::vector<std::vector<float>> values = values_of(on, fluid, plane, view);
    view.range = range_of(values, view);
    Image image = coloured(on, values, view, pixels[0], pixels[1]);
    draw_obstacles(on, image, plane, view.obstacle);
    return view.legend ? with_legend(image, view) : image;
}

double plane_range(const Fields& fluid, const PlaneView& asked) {
    PlaneView view = decided(fluid, asked);
    if (view.quantity == "image") return 0;
    view.pixels = std::min(view.pixels, 256);
    view.range = 0;
    Cpu on(fluid.settings().threads);
    return range_of(values_of(on, fluid, plane_of(fluid), view), view);
}

Image volume_picture(const Fields& fluid, const VolumeView& view) {
    if (fluid.dimension() != 3) throw Error("volume_picture can not draw a simulation in a plane; use plane_picture");
    check(view);
    const Settings& settings = fluid.settings();
    Volume volume{.smoke = field_of(fluid, view.smoke, "VolumeView.smoke", "and \"pressure\""),
                  .glow = {},
                  .size = fluid.size(),
                  .obstacles = settings.obstacles,
                  .time = fluid.time(),
                  .boundary = settings.boundary};
    if (!view.glow.empty()) volume.glow = field_of(fluid, view.glow, "VolumeView.glow", "and \"pressure\"");
    Cpu on(settings.threads);
    return picture_of(on, volume, view);
}

}  // namespace whorl
