#pragma once
// What an advection scheme gets, and how schemes are found. A new scheme is one file beside this one and one line in
// advect.hpp.

#include "flow/state.hpp"

namespace whorl {

/// One field to be carried along. The scheme writes `out` for every cell of `box`.
template <class Exec, int D> struct Journey {
    Exec& on;
    const Flow<D>& flow;
    Box<D> box;                    // the places that are asked for: cells, or faces across an axis
    int kind;                      // centre, or that axis
    const Rules<D>& rules;         // of the field
    const VectorField<D>& back;    // displacement to where it was
    const VectorField<D>& forward; // displacement to where it goes
    const Field& f;                // with its ghosts filled
    Field& out;
    Field& spare;  // for one intermediate field

    /// `out` becomes what `f` has at the displaced places.
    void sample(const Field& from, const VectorField<D>& displacement, Field& to) const {
        on.for_each(box, SampleLinear<D>{.step = flow.grid.step(), .displacement = displacement, .f = from, .out = to});
    }
    void ghosts(Field& of) const { fill_ghosts(on, flow.grid, of, kind, rules, flow.periodic); }
};

}  // namespace whorl
