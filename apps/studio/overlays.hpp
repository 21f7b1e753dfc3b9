#pragma once
// What is drawn over a plane to show where the fluid goes: arrows, streamlines, specks that it carries along, and grain
// that is smeared along the flow (line integral convolution). Each is one more entry of the list in desk.hpp.

#include <span>

#include <session/tracers.hpp>

#include "desk.hpp"
#include "gl.hpp"

namespace studio {

/// A corner of what is drawn with points or lines.
struct Dot {
    float x, y;   // shares of the viewport, from the lower left
    float tone;   // 0 to 1 along the colours
    float alpha;  // how much light it adds
};

/// Many points or lines at once, whose light adds up.
class Dots {
  public:
    Dots();
    ~Dots();
    Dots(const Dots&) = delete;
    Dots& operator=(const Dots&) = delete;
    /// kind: GL_POINTS or GL_LINES.
    void draw(std::span<const Dot> all, GLenum kind, const Texture& ramp) const;

  private:
    Program program_;
    GLuint array_ = 0, buffer_ = 0;
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
    void draw(const Desk& desk, const Area& area);
    void bind_grain(int unit) const { grain_.bind(unit); }

  private:
    void draw_tracers(const Desk& desk, const Area& area);
    void draw_streamlines(const Desk& desk, const Area& area);

    Tracers tracers_{100000};
    Dots dots_;
    Grain grain_;
    Texture ramp_;
    std::vector<Dot> corners_;
    std::string of_;  // the scene that the tracers are in
    double time_ = 0, fastest_ = 1e-6;
    float phase_ = 0;
};

}  // namespace studio
