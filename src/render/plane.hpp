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
};

/// The field at every pixel, top row first, by cubic interpolation.
std::vector<float> resampled(Cpu& on, const FieldView& field, const Plane& plane, int width, int height);

/// Colours `values`, one or three of them per pixel, and draws the obstacles over them. `palette` is not automatic.
Image coloured(Cpu& on, std::span<const std::vector<float>> values, const Plane& plane, const PlaneView& view,
               int width, int height);

/// The size of the picture: even numbers, because films need them.
std::array<int, 2> pixels_of(const PlaneView& view, Vec3 size);

/// Curl of the velocity at the corners of the cells (1/s). The values are kept in `memory`.
FieldView vorticity(const std::array<FieldView, 2>& velocity, std::array<bool, 2> periodic, std::vector<float>& memory);

}  // namespace whorl::render
