#pragma once
// The state of a flow as bytes, checked when it comes back, and as a hash.

#include <cstring>
#include <span>

#include "core/hash.hpp"
#include "flow/state.hpp"

namespace whorl {

/// visit(field, box) for each field that makes up the state: velocity, pressure, all that is carried.
template <int D, class FlowType, class Visit> void for_each_state_field(FlowType& f, Visit visit) {
    for (int a = 0; a < D; ++a) visit(f.velocity[a], f.grid.faces(a));
    visit(f.pressure, f.grid.cells());
    for (int a = 0; a < D && f.earlier[0].data(); ++a) visit(f.earlier[a], f.grid.faces(a));
    for (auto& q : f.carried) visit(q.value, f.grid.cells());
}
/// visit(data, count) for each row of them, on the host.
template <class Exec, int D, class Visit> void for_each_state_row(Exec& on, const Flow<D>& f, Visit visit) {
    for_each_state_field<D>(f, [&](const Field& field, const Box<D>& box) {
        const auto values = on.on_host(field);
        for (int r = 0; r < box.rows(); ++r) visit(&values[box.row(r).at], static_cast<std::size_t>(box.extent(0)));
    });
}

struct SnapshotHeader {
    char magic[8] = {'w', 'h', 'o', 'r', 'l', '-', 's', '2'};
    std::uint64_t scene = 0;     // what the state belongs to: cells, their size, and names
    std::uint64_t checksum = 0;  // of all that follows
    double time = 0;
    double pressure_dt = 0;
    double earlier_dt = 0;
    std::int64_t steps = 0;
};

template <int D> std::uint64_t scene_hash(const Flow<D>& f) {
    Hash h;
    h.add(std::uint64_t{D});
    for (int a = 0; a < D; ++a) {
        h.add(static_cast<std::uint64_t>(f.grid.n()[a]));
        h.add(&f.grid.h()[a], sizeof(float));
    }
    for (const auto& q : f.carried) h.add(q.name.data(), q.name.size());
    return h.value();
}

template <class Exec, int D> std::uint64_t hash_state(Exec& on, const Flow<D>& f) {
    Hash h;
    for_each_state_row(on, f, [&](const float* row, std::size_t n) { h.add(row, n * sizeof(float)); });
    return h.value();
}

inline std::uint64_t snapshot_checksum(std::span<const std::byte> bytes) {
    constexpr std::size_t from = offsetof(SnapshotHeader, time);
    Hash h;
    h.add(bytes.data() + from, bytes.size() - from);
    return h.value();
}

template <class Exec, int D> std::vector<std::byte> save_snapshot(Exec& on, const Flow<D>& f) {
    SnapshotHeader header;
    header.scene = scene_hash(f);
    header.time = f.time;
    header.pressure_dt = f.pressure_dt;
    header.earlier_dt = f.earlier_dt;
    header.steps = f.steps;
    std::vector<std::byte> bytes(sizeof header);
    for_each_state_row(on, f, [&](const float* row, std::size_t n) {
        const auto* p = reinterpret_cast<const std::byte*>(row);
        bytes.insert(bytes.end(), p, p + n * sizeof(float));
    });
    std::memcpy(bytes.data(), &header, sizeof header);
    header.checksum = snapshot_checksum(bytes);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

/// Changes nothing if the bytes are not a state of this scene. Ghosts are left to the caller. The earlier velocity that
/// `two-step` keeps may be missing in them, or be there for nobody: it is then not known.
template <class Exec, int D> void restore_snapshot(Exec& on, Flow<D>& f, std::span<const std::byte> bytes) {
    SnapshotHeader header;
    if (bytes.size() < sizeof header)
        throw Error("a saved state of " + std::to_string(bytes.size()) + " bytes is too short to be one; save it again");
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, SnapshotHeader{}.magic, sizeof header.magic) != 0)
        throw Error("these bytes are not a saved state of this version of whorl; save it again");
    if (header.scene != scene_hash(f))
        throw Error("the saved state belongs to another scene; size, cells and carried quantities must be the same");
    const auto length = [](const Box<D>& box) {
        return static_cast<std::size_t>(box.rows()) * static_cast<std::size_t>(box.extent(0)) * sizeof(float);
    };
    const std::size_t centred = length(f.grid.cells());
    std::size_t faces = 0;
    for (int a = 0; a < D; ++a) faces += length(f.grid.faces(a));
    const std::size_t least = sizeof header + faces + (1 + f.carried.size()) * centred;
    const bool has_earlier = bytes.size() == least + faces, keeps_earlier = f.earlier[0].data();
    if (bytes.size() != least && !has_earlier)
        throw Error("a saved state of this scene has " + std::to_string(least + (keeps_earlier ? faces : 0)) +
                    " bytes, this one has " + std::to_string(bytes.size()) + "; save it again");
    if (snapshot_checksum(bytes) != header.checksum)
        throw Error("the saved state is damaged: its checksum does not match; use an earlier one");
    f.time = header.time;
    f.pressure_dt = header.pressure_dt;
    f.earlier_dt = has_earlier && keeps_earlier ? header.earlier_dt : 0;
    f.steps = header.steps;
    const std::byte* from = bytes.data() + sizeof header;
    const auto take = [&](Field& field, const Box<D>& box) {
        auto values = on.on_host(field);
        const std::size_t row = static_cast<std::size_t>(box.extent(0)) * sizeof(float);
        for (int r = 0; r < box.rows(); ++r, from += row) std::memcpy(&values[box.row(r).at], from, row);
        on.put_back(field, values);
    };
    for (int a = 0; a < D; ++a) take(f.velocity[a], f.grid.faces(a));
    take(f.pressure, f.grid.cells());
    for (int a = 0; a < D && keeps_earlier; ++a)
        has_earlier ? take(f.earlier[a], f.grid.faces(a)) : on.clear(f.earlier[a]);
    if (has_earlier && !keeps_earlier) from += faces;
    for (auto& q : f.carried) take(q.value, f.grid.cells());
}

}  // namespace whorl
