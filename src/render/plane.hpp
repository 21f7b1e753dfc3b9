#pragma once
// The picture of a plane, from fields alone: what plane_picture draws, without a Simulation.

#include <array>
#include <span>
#include <vector>

#include "exec/cpu.hpp"
#include "whorl/picture.hpp"

namespace whorl::render {

/// What is drawn on.
struct Plane {
    Vec3 size;  // m
    std::array<bool, 2> periodic{};
    std::span<const Obstacle> obstacles{};
    double time = 0;  // s: when they are drawn
};

inline Box<2> pixel_box(int width, int height) { return {{0, 0}, {width, height}, {}, 0}; }

/// The field at every pixel, top row first, by cubic interpolation.
std::vector<float> resampled(Cpu& on, const FieldView& field, const Plane& plane, int width, int height);

/// The value that gets the strongest colour: what the view says, else the largest that is there but for a few.
float range_of(std::span<const std::vector<float>> values, const PlaneView& view);

/// Colours `values`, one or three of them per pixel. `palette` is not automatic.
Image coloured(Cpu& on, std::span<const std::vector<float>> values, const PlaneView& view, int width, int height);

/// Draws the obstacles over the image, and what of them sticks out of a periodic side on the opposite one.
void draw_obstacles(Cpu& on, Image& image, const Plane& plane, Colour paint);

/// The size of the picture: even numbers, because films need them.
std::array<int, 2> pixels_of(const PlaneView& view, Vec3 size);

/// Curl of the velocity at the corners of the cells (1/s). The values are kept in `memory`.
FieldView vorticity(const std::array<FieldView, 2>& velocity, std::array<bool, 2> periodic, std::vector<float>& memory);

/// Divergence of the velocity in the cells (1/s): what a projection leaves. The values are kept in `memory`.
FieldView divergence(const std::array<FieldView, 2>& velocity, const std::array<FieldView, 2>& openness,
                     std::vector<float>& memory);

}  // namespace whorl::render
