#pragma once
// Whorl: pictures of a simulation, and the PNG files they are kept in.
//
//     #include <whorl/picture.hpp>
//
//     whorl::Simulation fluid(settings);
//     for (int i = 0; i < 48; ++i) fluid.step(1.0 / 24);
//     if (fluid.dimension() == 2)
//         whorl::write_png("smoke.png", whorl::plane_picture(fluid, {.quantity = "smoke"}));
//     else
//         whorl::write_png("smoke.png", whorl::volume_picture(fluid, {.width = 640, .height = 960}));
//
// A picture only reads the Simulation, or a Still of it (<whorl/still.hpp>), and uses as many threads as its Settings ask
// for; the same state gives the same pixels for any number of them. Values that are not finite count as 0. What can not
// be drawn (an unknown quantity, a picture without pixels) throws whorl::Error, which names the value and the remedy.

#include <span>
#include <string>
#include <vector>

#include <whorl/whorl.hpp>

namespace whorl {

/// Linear light: 0 is black, 1 the white of the screen. Colours of a scene may be brighter than that.
struct Colour {
    float r = 0, g = 0, b = 0;
    bool operator==(const Colour&) const = default;
};

/// Linear light, tone mapped to what a screen can show; write_png encodes it as sRGB. Rows run from the top left.
struct Image {
    int width = 0, height = 0;
    std::vector<float> rgb{};  // three values per pixel, 0 to 1

    Image() = default;
    /// All black. Throws Error unless both sides are 1 to 16384.
    Image(int width, int height);
    Colour at(int x, int y) const;
    void set(int x, int y, Colour colour);
};

/// Writes 8 bit sRGB, dithered so that soft gradients show no bands (a value that 8 bits can hold exactly is kept). The
/// file appears under its name only when it is complete. Throws Error with the path, the reason and the remedy.
/// About 70 ms per million pixels.
void write_png(const std::string& path, const Image& image);

/// Reads a PNG of any kind (grey, colour, palette; 8 or 16 bits) as linear light; what is transparent is composed over
/// black. Throws Error with the path, the reason and the remedy for whatever is not a whole PNG of at most 16384 pixels
/// a side.
Image read_png(const std::string& path);

/// The image in another size: averaged where it shrinks, interpolated where it grows.
Image resized(const Image& image, int width, int height);

/// Images of one size side by side in rows of `columns`, with a thin margin.
Image contact_sheet(std::span<const Image> images, int columns);

// ---- Planes ---------------------------------------------------------------------------------------------------------

enum class Ground { dark, light };

/// automatic: smoke for "smoke", heat for "heat", inks for "colours", diverging for "vorticity", "divergence" and
/// "pressure", sequential for the rest.
enum class Palette { automatic, smoke, heat, sequential, diverging, inks };

struct PlaneView {
    int pixels = 1024;  // along the longer side of the domain
    /// A carried quantity, "pressure" (m2/s2), "speed" (m/s), "vorticity" (1/s), "divergence" (1/s), "colours": the
    /// inks "red", "green", "blue", or "image": one that is moved by the texture coordinates "texture-x" and
    /// "texture-y".
    std::string quantity = "smoke";
    Palette palette = Palette::automatic;
    Ground ground = Ground::dark;
    /// The value (or, of a signed quantity, its size) that gets the strongest colour. 0: the largest that is there
    /// except for the last half percent; choose a number for a film, or its brightness will drift.
    double range = 0;
    Colour obstacle{0.18f, 0.19f, 0.21f};
    /// For "image": what the fluid carries along, stretched over the domain. nullptr: painted tiles of our own.
    const Image* image = nullptr;
    /// A scale with the quantity's name, unit and round numbers in a strip to the right, which makes the picture wider
    /// by about a sixth. "image" has none.
    bool legend = false;
};

/// A picture of a plane Simulation, interpolated so that no cells show. It has no margin: copies of a picture of a
/// periodic domain fit side by side. Both sides are even numbers, as films need them. About 50 ms at 512 x 1024 on two
/// cores.
Image plane_picture(const Fields& fluid, const PlaneView& view = {});
/// About the range that a picture without one would get now.
double plane_range(const Fields& fluid, const PlaneView& view);
/// The fields that it is drawn from: what a Still has to take for it.
std::vector<std::string> fields_of(const PlaneView& view);

// ---- Volumes --------------------------------------------------------------------------------------------------------

struct Camera {
    Vec3 from{}, towards{};  // m; where both are equal, the camera stands where it sees the whole domain
    double angle = 28;       // degrees from the bottom of the picture to the top
};

struct Light {
    Vec3 direction{0, 1, 0};  // towards the light, of any length
    Colour colour{1, 1, 1};
    double softness = 5;  // degrees: how far the light reaches around its direction; blurs the shadow on the floor
};

struct VolumeView {
    int width = 640, height = 960;
    std::string smoke = "smoke";  // the quantity that scatters light
    /// The quantity that glows with the colours of a black body, such as "heat", and lights what is around it; empty:
    /// none. The lights below are then dimmed and the smoke is darkened, as in a picture that is exposed for a fire.
    std::string glow = "";
    double extinction = 90;  // 1/m per unit of smoke: what a ray loses on its way
    double glow_range = 1;   // the value of `glow` that is white hot
    double glow_power = 40;  // brightness of what is white hot, per m
    Colour albedo{0.97f, 0.965f, 0.955f};
    Camera camera{};
    Light key{{-0.50, 0.80, 0.05}, {1.15f, 0.97f, 0.75f}, 6};   // the main light, which casts the shadows
    Light rim{{0.75, 0.30, -0.60}, {0.14f, 0.23f, 0.38f}, 12};  // a weaker one from behind, which draws the outline
    Colour sky{0.045f, 0.070f, 0.115f};                         // light from above, from everywhere
    Colour bounce{0.05f, 0.042f, 0.035f};                       // light that the floor sends back up
    Colour backdrop_low{0.055f, 0.068f, 0.082f}, backdrop_high{0.006f, 0.009f, 0.015f};
    Colour obstacle{0.60f, 0.17f, 0.09f};
    bool floor = true;  // at the bottom of the domain; receives the shadows
    double exposure = 1;
};

/// A ray-marched picture of a Simulation in space: smoke that shadows itself, the obstacles and the floor.
/// About 0.5 s for 640 x 960 pixels of 64 x 128 x 64 cells on two cores; it takes some 100 bytes per cell meanwhile.
Image volume_picture(const Fields& fluid, const VolumeView& view = {});
std::vector<std::string> fields_of(const VolumeView& view);

}  // namespace whorl
