#pragma once
// What of a fluid can be looked at, as a list: a new view is one more entry. A view fills a lattice with numbers,
// between steps; the window gives them colours. In a box a view is a volume, or the slice at a chosen depth.

#include <span>
#include <string_view>
#include <vector>

#include <whorl/whorl.hpp>

namespace studio {

/// Numbers at the centres of cells, x first; the channels of a cell lie together.
struct Lattice {
    std::array<int, 3> extent{0, 0, 1};
    int channels = 1;
    std::vector<float> values;
    /// Sizes it; keeps its memory where that does.
    void shape(std::array<int, 3> cells, int channels_each);
    float* at(int i, int j, int k = 0);
};

/// How numbers become colours.
enum class Look {
    smoke,      // white on dark, softly full
    ink,        // three channels of light
    fire,       // black body
    magnitude,  // from dark to light
    signed_     // two colours from dark in the middle
};

struct View {
    std::string_view name, label, unit;
    Look look = Look::magnitude;
    double range = 0;  // the value of the strongest colour; 0: found from the numbers
    int channels = 1;
    bool volume = false;  // in a box: the whole of it, smoke and heat, rather than a slice
    /// k: the layer of cells, 0 in a plane.
    void (*fill)(const whorl::Simulation&, Lattice&, int k) = nullptr;
    /// What the fluid must carry for it; empty: nothing.
    std::string_view needs{};
    bool surface = false;  // of a box: where it reaches 0.15, rather than all of it
};
std::span<const View> views();
/// Its number. Throws whorl::Error with what there is.
int view_named(std::string_view name);
/// The one to begin with: what a scene's own picture shows.
int view_for(std::string_view shown);

/// Velocity at the centres of cells, D channels, for arrows and all else that follows the flow: of one layer of them in
/// the plane, or of all in a box (k does not count).
template <int D>
void fill_velocity(const whorl::Simulation& fluid, Lattice& to, int k);
/// How much of each cell is solid, 0 to 1.
void fill_solid(const whorl::Simulation& fluid, Lattice& to, int k);
/// Smoke and heat of a box, and how solid it is (smoothed, so that bodies have no steps): three channels.
void fill_volume(const whorl::Simulation& fluid, Lattice& to);
/// The size that all but the last half percent of the numbers stay below. Never 0, always finite.
double range_of(const Lattice& lattice);

}  // namespace studio
