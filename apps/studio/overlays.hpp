#pragma once
// What is drawn over a plane to show where the fluid goes: arrows, streamlines, specks that it carries along, and grain
// that is smeared along the flow (line integral convolution). Each is one more entry of the list in desk.hpp.

#include <algorithm>
#include <cstdint>

#include <session/liquid.hpp>
#include <session/tracers.hpp>

#include "desk.hpp"
#include "gl.hpp"
#include "ramps.hpp"

namespace studio {

/// A picture that points and lines add light to, over what the window shows. They are drawn here rather than by OpenGL:
/// with 100,000 of its points a software renderer took 1.4 times the processor's time for a frame, with lines 1.8
/// times.
class Light {
  public:
    Light();
    /// Dark, with so many pixels.
    void clear(int width, int height);
    /// Places in pixels from the lower left; what lies outside is not drawn.
    void point(float x, float y, Paint colour, float strength);
    /// From full strength to `last` of it.
    void line(float x0, float y0, float x1, float y1, Paint colour, float strength, float last);
    /// Adds it to the viewport.
    void show();

  private:
    void add(int x, int y, const std::array<float, 3>& bytes);

    Program program_;
    Texture texture_;
    Sheet sheet_;
    std::vector<std::uint8_t> pixels_;
    int width_ = 0, height_ = 0;
};

/// Grain along the flow (Cabral and Leedom 1993), with a window that runs along it so that it is seen to move.
class Grain {
  public:
    Grain();
    /// Draws it anew, with so many pixels. phase: 0 to 1, around and around.
    void draw(const Lattice& flow, Vec3 size, int width, int height, float phase);
    void bind(int unit) const { grain_.bind(unit); }

  private:
    Program program_;
    Texture flow_, noise_, grain_;
    Target target_;
    Sheet sheet_;
};

class Overlays {
  public:
    Overlays();
    /// Before the picture below: moves what moves. pixels: of the domain in the window.
    void prepare(const Desk& desk, bool fresh, int width, int height);
    /// Over it; the viewport covers the domain.
    void draw(const Desk& desk, const Area& area, float density);
    void bind_grain(int unit) const { grain_.bind(unit); }
    /// The image and both sets of its coordinates, in three units from there on.
    void bind_picture(int unit) const { image_.bind(unit), bends_[0].bind(unit + 1), bends_[1].bind(unit + 2); }
    float blend() const { return liquid_.blend(); }
    /// Parts of the image across the domain, where it is cut to fit.
    std::array<float, 2> picture_share(Vec3 size) const;

  private:
    void stir_picture(const Desk& desk, double seconds);
    void draw_tracers(const Desk& desk, float across, float up);
    void draw_streamlines(const Desk& desk, const Area& area, float across, float up);
    Paint tone(float share) const { return tones_[static_cast<std::size_t>(255 * std::clamp(share, 0.0f, 1.0f))]; }

    Tracers tracers_{100000};
    Light light_;
    Grain grain_;
    Liquid liquid_;
    Texture image_{GL_TEXTURE_2D, true}, bends_[2]{Texture{GL_TEXTURE_2D}, Texture{GL_TEXTURE_2D}};
    std::shared_ptr<const Pixels> pictured_;
    std::array<Paint, 256> tones_;
    std::string of_;  // the scene that the tracers are in
    double time_ = 0, fastest_ = 1e-6;
    float phase_ = 0;
};

}  // namespace studio
