#pragma once
// Quantities of a simulation, sampled at cell centres, for files that hold fields.

#include <string>
#include <vector>

#include "whorl/picture.hpp"

namespace whorl::io {

/// A copy of one quantity, x fastest: a writer may take its time with it while the simulation goes on.
struct Plane {
    std::string name;
    std::vector<float> values;
};
struct FieldCopy {
    std::array<int, 3> cells{1, 1, 1};
    Vec3 spacing{};
    double time = 0;
    std::vector<Plane> planes;  // one per scalar; a velocity is three: "velocity.x", ...
};

/// Copies the named quantities ("velocity" gives all its components). Throws Error for an unknown name.
FieldCopy copy_fields(const Fields& fluid, const std::vector<std::string>& names);

/// One file of named float channels: a plane, or the slice through the middle of a box. Throws Error.
void write_exr(const std::string& path, const FieldCopy& fields);
/// A picture in linear light: R, G, B.
void write_exr(const std::string& path, const Image& image);

/// One OpenVDB file. smoke, heat and velocity get the names that Houdini and Blender look for: density, temperature, vel.
void write_vdb(const std::string& path, const FieldCopy& fields);

/// Whether they were compiled in.
bool has_exr();
bool has_vdb();

}  // namespace whorl::io
