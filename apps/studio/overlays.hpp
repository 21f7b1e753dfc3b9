#pragma once
// What is drawn over a plane to show where the fluid goes: arrows, streamlines, specks that it carries along, and grain
// that is smeared along the flow (line integral convolution). Each is one more entry of the list in desk.hpp.

#include <session/liquid.hpp>
#include <session/tracers.hpp>

#include "desk.hpp"
#include "gl.hpp"
#include "light.hpp"

namespace studio {

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

/// How the flow went on between two looks at it.
struct Course {
    /// True if there is something to move: another velocity, or something that was not asked for before.
    bool follow(const Desk& desk, bool fresh);

    double seconds = 0;               // of the fluid, that went by
    bool other = true, back = false;  // whether it is another scene, or went back in time
    double fastest = 1e-6;            // m/s; it follows slowly, as the scale of a view does

  private:
    std::string of_;
    double time_ = 0;
    unsigned asked_ = 0;  // a bit for each overlay
};

class Overlays {
  public:
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
    void stir_picture(const Desk& desk);
    void draw_tracers(const Desk& desk, float across, float up);
    void draw_streamlines(const Desk& desk, const Area& area, float across, float up);

    Tracers<2> tracers_{100000};
    Light light_;
    Grain grain_;
    Liquid<2> liquid_;
    Texture image_{GL_TEXTURE_2D, true}, bends_[2]{Texture{GL_TEXTURE_2D}, Texture{GL_TEXTURE_2D}};
    std::shared_ptr<const Pixels> pictured_;
    Tones tone_;
    Course course_;
    float phase_ = 0;
};

}  // namespace studio
