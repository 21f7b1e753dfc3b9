#pragma once
// Smoke as a ray meets it: what it takes of the light behind it, and what it sends towards the eye.

#include "render/blocks.hpp"
#include "render/colour.hpp"
#include "render/fire.hpp"
#include "render/lighting.hpp"

namespace whorl::render {

struct Medium {
    Lattice<float> smoke;  // 1/m, refined
    Lattice<float> glow;   // 0 to 1 (white hot), refined; without values: none
    Blocks occupied;       // by either
    Lattice<Arriving> light;
    Ramp emission = glow_ramp();
    FireLight fire{};
    Point size;
    float step;  // m between two samples of a ray
};

/// The blocks that hold any smoke or glow.
Blocks occupied_blocks(Cpu& on, const Lattice<float>& smoke, const Lattice<float>& glow);

/// What a ray brings back from the smoke.
struct Seen {
    Colour light{};     // towards the eye
    float through = 1;  // of the light from behind
};

/// The span of a ray through the medium. `jitter`, 0 to 1, shifts the samples of neighbouring rays against each other,
/// so that the slices of the march do not show as bands.
Seen march(const Medium& medium, const VolumeView& view, const Ray& ray, Span span, float jitter);

}  // namespace whorl::render
