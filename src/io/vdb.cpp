// OpenVDB: sparse volumes that Houdini, Blender and others read.

#include <cstdio>
#include <sstream>

#include "core/hash.hpp"
#include "io/fields.hpp"
#include "io/file.hpp"

#if WHORL_WITH_OPENVDB
#include <openvdb/openvdb.h>
#include <openvdb/tools/Dense.h>
#endif

namespace whorl::io {

#if WHORL_WITH_OPENVDB

namespace {

std::string known_name(const std::string& name) {
    if (name == "smoke") return "density";
    if (name == "heat") return "temperature";
    return name;
}

/// The centre of voxel i lies at (i + 1/2) h. A plane is one voxel thick.
openvdb::math::Transform::Ptr transform_of(const FieldCopy& fields) {
    const double z = fields.spacing.z > 0 ? fields.spacing.z : fields.spacing.x;
    const openvdb::Vec3d h(fields.spacing.x, fields.spacing.y, z);
    return openvdb::math::Transform::Ptr(new openvdb::math::Transform(
        openvdb::math::MapBase::Ptr(new openvdb::math::ScaleTranslateMap(h, 0.5 * h))));
}

openvdb::CoordBBox box_of(const FieldCopy& fields) {
    return openvdb::CoordBBox(0, 0, 0, fields.cells[0] - 1, fields.cells[1] - 1, fields.cells[2] - 1);
}

/// The step needs the other threads more than a file does.
constexpr bool serial = true;

openvdb::FloatGrid::Ptr scalar_grid(const FieldCopy& fields, const Plane& plane) {
    openvdb::FloatGrid::Ptr grid = openvdb::FloatGrid::create(0.0f);
    using Dense = openvdb::tools::Dense<const float, openvdb::tools::LayoutXYZ>;
    openvdb::tools::copyFromDense(Dense(box_of(fields), plane.values.data()), *grid, 0.0f, serial);
    grid->setName(known_name(plane.name));
    grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    grid->setTransform(transform_of(fields));
    return grid;
}

openvdb::Vec3SGrid::Ptr velocity_grid(const FieldCopy& fields, const Plane* part[3]) {
    std::vector<openvdb::Vec3s> values(part[0]->values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = {part[0]->values[i], part[1]->values[i], part[2] ? part[2]->values[i] : 0.0f};
    openvdb::Vec3SGrid::Ptr grid = openvdb::Vec3SGrid::create(openvdb::Vec3s(0));
    using Dense = openvdb::tools::Dense<openvdb::Vec3s, openvdb::tools::LayoutXYZ>;
    openvdb::tools::copyFromDense(Dense(box_of(fields), values.data()), *grid, openvdb::Vec3s(0), serial);
    grid->setName("vel");
    grid->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
    grid->setTransform(transform_of(fields));
    return grid;
}

/// What openvdb::io::File would write, to memory: that one does not notice a disk that is full.
struct Archive : openvdb::io::Archive {
    std::string bytes(const openvdb::GridCPtrVec& grids, const openvdb::MetaMap& about) const {
        std::ostringstream to(std::ios::binary);
        write(to, grids, true, about);
        if (!to) throw std::runtime_error("there is no memory for it");
        return std::move(to).str();
    }
};

/// OpenVDB marks each file with a random number. Ours is made from the content: the same volumes give the same bytes.
void name_by_content(std::string& bytes) {
    constexpr std::size_t at = 8 + 3 * 4 + 1, length = 36;  // after the magic, three version numbers and a flag
    const auto dash = [&](std::size_t k) { return bytes[at + k] == '-'; };
    if (bytes.size() < at + length || !dash(8) || !dash(13) || !dash(18) || !dash(23)) return;  // of another version
    bytes.replace(at, length, length, '\0');
    Hash first, second;
    first.add(bytes.data(), bytes.size());
    second.add(first.value());
    second.add(bytes.data(), bytes.size());
    const auto a = static_cast<unsigned long long>(first.value()), b = static_cast<unsigned long long>(second.value());
    char name[length + 1];
    std::snprintf(name, sizeof name, "%08llx-%04llx-%04llx-%04llx-%012llx", a >> 32, (a >> 16) & 0xffff, a & 0xffff,
                  b >> 48, b & 0xffffffffffff);
    bytes.replace(at, length, name);
}

}  // namespace

bool has_vdb() { return true; }

void write_vdb(const std::string& path, const FieldCopy& fields) {
    std::string bytes;
    try {
        openvdb::initialize();
        openvdb::GridCPtrVec grids;
        const Plane* velocity[3] = {};
        for (const Plane& plane : fields.planes) {
            if (plane.name.rfind("velocity.", 0) == 0)
                velocity[plane.name.back() - 'x'] = &plane;
            else
                grids.push_back(scalar_grid(fields, plane));
        }
        if (velocity[0]) grids.push_back(velocity_grid(fields, velocity));
        openvdb::MetaMap about;
        about.insertMeta("creator", openvdb::StringMetadata("whorl"));
        about.insertMeta("time", openvdb::DoubleMetadata(fields.time));
        bytes = Archive().bytes(grids, about);
    } catch (const std::exception& e) { fail_to_write(path, e.what()); }
    name_by_content(bytes);
    write_whole(path, bytes);
}

#else

bool has_vdb() { return false; }

void write_vdb(const std::string& path, const FieldCopy&) {
    throw Error("can not write \"" + path + "\": this build has no OpenVDB; install libopenvdb-dev and build again");
}

#endif

}  // namespace whorl::io
