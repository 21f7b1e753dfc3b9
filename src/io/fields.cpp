#include "io/fields.hpp"

namespace whorl::io {

namespace {

/// A centred field as it is, or a component of the velocity brought to the centres along its axis.
std::vector<float> copied(const FieldView& v, const std::array<int, 3>& n, int across) {
    const int way = across < 0 ? 0 : v.stride[static_cast<std::size_t>(across)];
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]));
    for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i) {
                const float* at = v.data + i * v.stride[0] + j * v.stride[1] + k * v.stride[2];
                values.push_back(across < 0 ? *at : 0.5f * (at[0] + at[way]));
            }
    return values;
}

}  // namespace

FieldCopy copy_fields(const Fields& fluid, const std::vector<std::string>& names) {
    FieldCopy copy{.cells = fluid.cells(), .spacing = fluid.spacing(), .time = fluid.time(), .planes = {}};
    for (const std::string& name : names) {
        if (name != "velocity") {
            copy.planes.push_back({name, copied(fluid.field(name), copy.cells, -1)});
            continue;
        }
        for (int a = 0; a < fluid.dimension(); ++a)
            copy.planes.push_back({name + "." + "xyz"[a], copied(fluid.velocity(a), copy.cells, a)});
    }
    return copy;
}

}  // namespace whorl::io
