#pragma once
// What glows: the colours of a hot body, and the light that it throws on smoke, floor and obstacles.

#include <vector>

#include "render/lattice.hpp"
#include "render/palette.hpp"
#include "render/solids.hpp"

namespace whorl::render {

/// The light of a black body of that temperature (K), in linear sRGB: Planck's law through the CIE 1931 observer.
/// Colours outside sRGB, the deepest reds, go to its edge. The luminance of 3200 K is 1.
Colour planck(double kelvin);

/// The emission for 0 (cold) to 1 (white hot), from deep red on. The brightness is the root of that of the black body:
/// a body at half of the range gives a twelfth of the light, and not a hundred-and-fiftieth, which no picture can hold.
Ramp glow_ramp();

/// The light of all that glows, summed over the blocks of a coarse grid. Smoke on the way is not in its way.
class FireLight {
  public:
    FireLight() = default;
    /// `glow` is 0 to 1; `power` is the emission of what is white hot, per m.
    FireLight(Cpu& on, const Lattice<float>& glow, const Ramp& ramp, float power, Point size);

    bool empty() const { return flames_.empty(); }
    /// At a place in the smoke, from all around; looked up.
    Colour around(Point p) const { return around_.sample(p); }
    /// On a surface with that normal; summed anew.
    Colour on_surface(Point p, Point normal) const;
    /// On the floor, y = 0; looked up.
    Colour on_floor(Point p) const { return floor_.sample({p.x - floor_corner_.x, 0, p.z - floor_corner_.z}); }

  private:
    struct Flame {
        Point middle;
        Colour power;  // times m2
    };
    std::vector<Flame> flames_;
    float softness_ = 0;  // m2: a flame is no point
    Lattice<Colour> around_, floor_;
    Point floor_corner_{};
};

}  // namespace whorl::render
