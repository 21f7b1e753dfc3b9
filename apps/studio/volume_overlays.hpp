#pragma once
// What is drawn into a box to show where the fluid goes: specks and lines of light, behind the smoke that hides them.

#include <session/streamlines.hpp>
#include <session/tracers.hpp>

#include "desk.hpp"
#include "light.hpp"
#include "overlays.hpp"

namespace studio {

/// Where places of a box are seen, for whoever asks about many of them.
class Eye {
  public:
    Eye(const OrbitCamera& camera, int width, int height);
    /// Pixels from the lower left; false if it lies behind.
    bool see(const Place<3>& at, float& x, float& y) const;
    const Place<3>& from() const { return from_; }
    bool operator==(const Eye&) const = default;

  private:
    Place<3> from_, right_, up_, forwards_;
    float width_, height_, scale_;
};

/// How much of the light of each place reaches the eye, through smoke and past bodies.
class Haze {
  public:
    void update(const Shown& shown, const Eye& eye, float extinction);
    float clear(const Place<3>& at) const;

  private:
    Lattice clear_;  // every second cell has it
    Place<3> per_{};
};

class VolumeOverlays {
  public:
    /// Moves what moves.
    void prepare(const Desk& desk, const Course& course);
    /// Over the volume; the viewport has so many pixels. extinction: of smoke, 1/m.
    void draw(const Desk& desk, int width, int height, float extinction);

  private:
    void draw_tracers(const Desk& desk, const Eye& eye);
    void draw_streamlines(const Eye& eye);

    Tracers<3> tracers_{30000};
    std::vector<Line<3>> lines_;
    Haze haze_;
    Light light_;
    Tones tone_;
    double fastest_ = 1e-6;
};

/// Of the volume that is shown, where its velocity is there.
bool has_flow_in_box(const Shown& shown);
Flow<3> flow_in_box(const Shown& shown);

}  // namespace studio
