#pragma once
// How much light reaches a place: what smoke and obstacles leave of the lights, of the sky and of the light that the
// floor sends back. All of it is worked out on lattices before the first ray, so a ray only looks it up.

#include "render/blocks.hpp"
#include "render/lattice.hpp"
#include "render/solids.hpp"
#include "whorl/picture.hpp"

namespace whorl::render {

/// 1/m: a metre of thinner smoke than this takes less than two percent of the light, and does not show.
inline constexpr float barely_there = 0.02f;

/// The part of each kind of light that arrives, 0 to 1.
struct alignas(16) Arriving {
    float key = 1, rim = 1, sky = 1, bounce = 1;
};
constexpr Arriving operator+(Arriving a, Arriving b) {
    return {a.key + b.key, a.rim + b.rim, a.sky + b.sky, a.bounce + b.bounce};
}
constexpr Arriving operator-(Arriving a, Arriving b) {
    return {a.key - b.key, a.rim - b.rim, a.sky - b.sky, a.bounce - b.bounce};
}
constexpr Arriving operator*(Arriving a, float s) { return {a.key * s, a.rim * s, a.sky * s, a.bounce * s}; }

/// What takes light away on its way through the domain, smoke and obstacles alike.
class Shade {
  public:
    /// `smoke` in 1/m.
    Shade(Cpu& on, const Lattice<float>& smoke, const Solids& solids, Point size);

    /// The part of the light from that direction that reaches `place`.
    float light_from(Point place, Point direction) const;
    /// The same without the obstacles, for a place on one of them.
    float light_through_smoke(Point place, Point direction) const;
    /// The same for light that comes from all around and so has many ways past the smoke: {from above, from below}.
    struct Around {
        float above = 0, below = 0;
    };
    Around light_around(Point place) const;

    /// Whether any smoke or obstacle is within `reach` of p along each axis, or a little further.
    bool anything_near(Point p, float reach) const;

    float spacing() const { return spacing_; }
    Point size() const { return size_; }

  private:
    float depth_towards(const Lattice<float>& opacity, const Ray& ray, float longest_step) const;

    Lattice<float> smoke_, opacity_;  // 1/m, without and with the obstacles
    Blocks occupied_;
    Point size_;
    float spacing_;
};

/// The light that arrives wherever there is smoke to scatter it.
Lattice<Arriving> light_in(Cpu& on, const Shade& shade, const Solids& solids, const Lattice<float>& smoke,
                           const VolumeView& view);

/// The light that arrives on the floor, shadows softened by the size of the key light.
class FloorLight {
  public:
    FloorLight(Cpu& on, const Shade& shade, const VolumeView& view);
    Arriving at(Point on_floor) const;

  private:
    Point corner_, size_;
    Lattice<Arriving> map_;
};

}  // namespace whorl::render
