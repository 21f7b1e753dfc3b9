// The functions of whorl.h that look at a world and keep it.

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "c/world.hpp"

using whorl::c::guarded;
using whorl::c::not_null;
using whorl::c::Refusal;
using whorl::c::require;

namespace {

void fill_view(whorl_field_view& to, const whorl::FieldView& from) {
    to.data = from.data;
    for (int a = 0; a < 3; ++a) {
        const auto k = static_cast<std::size_t>(a);
        to.extent[a] = from.extent[k], to.stride[a] = from.stride[k];
        to.first[a] = from.first[a], to.spacing[a] = from.spacing[a];
    }
}

/// IEEE half, to the nearest, of two equally near to the even one.
std::uint16_t half_of(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);   // NaN
    if (size >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // rounds beyond 65504
    if (size < 0x33000001u) return sign;                                         // rounds to 0
    const std::uint32_t exponent = size >> 23;
    // Below 2^-14 the last bit is worth 2^-24, whatever the exponent.
    const std::uint32_t drop = exponent < 113 ? 126 - exponent : 13;
    const std::uint32_t digits = (size & 0x7fffffu) | 0x800000u;
    const std::uint32_t rest = digits & ((1u << drop) - 1), middle = 1u << (drop - 1);
    std::uint32_t kept = digits >> drop;
    if (rest > middle || (rest == middle && (kept & 1u))) ++kept;
    const std::uint32_t scaled = exponent < 113 ? kept : ((exponent - 113) << 10) + kept;
    return static_cast<std::uint16_t>(sign | scaled);
}

unsigned char byte_of(float x) { return static_cast<unsigned char>(x > 0 ? 255 * std::min(x, 1.0f) + 0.5f : 0.0f); }

/// visit(i, j, k, n): every cell, x fastest, and its number.
template <class Visit>
void each_cell(const whorl::FieldView& field, const Visit& visit) {
    std::size_t n = 0;
    for (int k = 0; k < field.extent[2]; ++k)
        for (int j = 0; j < field.extent[1]; ++j)
            for (int i = 0; i < field.extent[0]; ++i) visit(i, j, k, n++);
}

std::size_t bytes_per_cell(int format) {
    switch (format) {
        case WHORL_FLOAT:
            return 4;
        case WHORL_HALF:
            return 2;
        case WHORL_RGBA8:
            return 4;
    }
    throw Refusal(WHORL_BAD_ARGUMENT, "the format is " + std::to_string(format) + "; use a whorl_format");
}

void copy_quantity(const whorl::FieldView& field, float scale, int format, unsigned char* to) {
    each_cell(field, [&](int i, int j, int k, std::size_t n) {
        const float x = scale * field(i, j, k);
        if (format == WHORL_FLOAT) {
            std::memcpy(to + 4 * n, &x, 4);
        } else if (format == WHORL_HALF) {
            const std::uint16_t half = half_of(x);
            std::memcpy(to + 2 * n, &half, 2);
        } else {
            std::memset(to + 4 * n, byte_of(x), 4);
        }
    });
}

void copy_colour(const whorl::Simulation& fluid, float scale, unsigned char* to) {
    const whorl::FieldView ink[] = {fluid.field("red"), fluid.field("green"), fluid.field("blue")};
    each_cell(ink[0], [&](int i, int j, int k, std::size_t n) {
        unsigned char most = 0;
        for (std::size_t part = 0; part < 3; ++part) {
            to[4 * n + part] = byte_of(scale * ink[part](i, j, k));
            most = std::max(most, to[4 * n + part]);
        }
        to[4 * n + 3] = most;
    });
}

}  // namespace

extern "C" {

whorl_status whorl_field(const whorl_world* world, const char* quantity, whorl_field_view* view) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(view, "view");
        fill_view(*view, not_null(world, "world")->fluid->field(not_null(quantity, "quantity")));
    });
}
whorl_status whorl_velocity(const whorl_world* world, int axis, whorl_field_view* view) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(view, "view");
        fill_view(*view, not_null(world, "world")->fluid->velocity(axis));
    });
}

whorl_status whorl_copy(const whorl_world* world, const char* quantity, double scale, int format, void* to,
                        size_t bytes) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        const whorl::Simulation& fluid = *not_null(world, "world")->fluid;
        const std::string name = not_null(quantity, "quantity");
        const bool inks = name == "colour";
        whorl::c::limited(scale, 1e30, "scale");
        require(!inks || format == WHORL_RGBA8,
                "colour is copied as WHORL_RGBA8 only; copy red, green and blue by themselves");
        const whorl::FieldView field = fluid.field(inks ? "red" : name);
        const std::size_t needed = bytes_per_cell(format) * static_cast<std::size_t>(field.extent[0]) *
                                   static_cast<std::size_t>(field.extent[1]) *
                                   static_cast<std::size_t>(field.extent[2]);
        not_null(to, "to");
        require(bytes >= needed,
                std::to_string(bytes) + " bytes do not hold the copy; it takes " + std::to_string(needed),
                WHORL_TOO_SMALL);
        if (inks)
            copy_colour(fluid, static_cast<float>(scale), static_cast<unsigned char*>(to));
        else
            copy_quantity(field, static_cast<float>(scale), format, static_cast<unsigned char*>(to));
    });
}

whorl_status whorl_sample_velocity(const whorl_world* world, const float* places, size_t count, float* velocities) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        const whorl::Simulation& fluid = *not_null(world, "world")->fluid;
        if (count == 0) return;
        not_null(places, "places"), not_null(velocities, "velocities");
        require(count <= std::numeric_limits<std::size_t>::max() / 3 / sizeof(float),
                std::to_string(count) + " places do not fit into memory; give their true number");
        const bool space = fluid.dimension() == 3;
        for (std::size_t k = 0; k < count; ++k)
            require(std::isfinite(places[3 * k]) && std::isfinite(places[3 * k + 1]) &&
                        (!space || std::isfinite(places[3 * k + 2])),
                    "place " + std::to_string(k) + " is not finite; leave it out");
        for (std::size_t k = 0; k < count; ++k) {
            const whorl::Vec3 u =
                fluid.sample_velocity({places[3 * k], places[3 * k + 1], space ? places[3 * k + 2] : 0});
            for (int a = 0; a < 3; ++a) velocities[3 * k + static_cast<std::size_t>(a)] = static_cast<float>(u[a]);
        }
    });
}
whorl_status whorl_sample(const whorl_world* world, const char* quantity, const double place[3], double* value) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(place, "place"), not_null(value, "value");
        *value =
            not_null(world, "world")->fluid->sample(not_null(quantity, "quantity"), {place[0], place[1], place[2]});
    });
}
whorl_status whorl_total(const whorl_world* world, const char* quantity, double* total) {
    return guarded(__func__, WHORL_BAD_ARGUMENT, [&] {
        not_null(total, "total");
        *total = not_null(world, "world")->fluid->total(not_null(quantity, "quantity"));
    });
}

whorl_status whorl_save(const whorl_world* world, void* to, size_t bytes, size_t* needed) {
    return guarded(__func__, WHORL_FAILED, [&] {
        require(to || needed, "to and needed are both null; give a pointer for one of them");
        const std::vector<std::byte> state = not_null(world, "world")->fluid->save();
        if (needed) *needed = state.size();
        if (!to) return;
        require(bytes >= state.size(),
                std::to_string(bytes) + " bytes do not hold the state; it takes " + std::to_string(state.size()),
                WHORL_TOO_SMALL);
        std::memcpy(to, state.data(), state.size());
    });
}
whorl_status whorl_load(whorl_world* world, const void* from, size_t bytes) {
    return guarded(__func__, WHORL_BAD_STATE, [&] {
        not_null(from, "from");
        not_null(world, "world")->fluid->restore({static_cast<const std::byte*>(from), bytes});
    });
}

}  // extern "C"
