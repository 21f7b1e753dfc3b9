#pragma once
// The ray-marched picture of a volume, from fields alone: what volume_picture draws, without a Simulation.

#include <span>

#include "exec/cpu.hpp"
#include "whorl/picture.hpp"

namespace whorl::render {

struct Volume {
    FieldView smoke;
    FieldView glow{};  // without data: none
    Vec3 size;         // m
    std::span<const Obstacle> obstacles{};
    double time = 0;  // s: when they are drawn
    Boundary boundary{};
};

Image picture_of(Cpu& on, const Volume& volume, const VolumeView& view);

}  // namespace whorl::render
