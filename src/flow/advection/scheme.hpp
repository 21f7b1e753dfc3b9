#pragma once
// What an advection scheme gets. A new scheme is one file beside this one and one line in flow/advect.hpp.

#include "flow/state.hpp"

namespace whorl {

/// One field to be carried along, whose values are of kind Kind: at cell centres, or on the faces across an axis. The
/// scheme writes `out` for every cell of `box`.
template <class Exec, int D, int Kind> struct Journey {
    Exec& on;
    const Flow<D>& flow;
    const Rules<D>& rules;       // of the field
    Paths<D, Kind> back;         // to where it was
    Paths<D, Kind> forward;      // to where it goes
    const Field& f;              // with its ghosts filled
    Field& out;
    Array<Field*, 3> spare;      // for intermediate fields

    Box<D> box() const { return Kind == centre ? flow.grid.cells() : flow.grid.faces(Kind); }
    void ghosts(Field& of) const {
        if constexpr (Kind == centre) fill_ghosts(on, flow.grid, of, Kind, rules, flow.periodic);
        else fill_component_ghosts(on, flow, of, Kind);
    }
};

/// What a field has at the other end of each path.
template <int D, int Kind> struct SampleLinear {
    Paths<D, Kind> paths;
    View<const float> f;
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const { out[c] = linear<D>(f, c, paths.departure(c)); }
};

}  // namespace whorl
