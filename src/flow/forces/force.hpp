#pragma once
// A force is one entry in a list: absent means absent. A new force is one file beside this one.

#include "flow/region.hpp"
#include "flow/state.hpp"

namespace whorl {

template <class Exec, int D> struct ForceTerm {
    virtual ~ForceTerm() = default;
    /// Called once a step, before anything changes, with the time in its middle.
    virtual void update(Exec&, const Flow<D>&, double /*time*/) {}
    /// Changes the velocity of the flow by dt times the force that acts at the time `from`. Boundaries and ghosts are
    /// restored by the caller, after the last force.
    virtual void apply(Exec& on, Flow<D>& f, Scratch<D>& s, double from, double dt) const = 0;
};

}  // namespace whorl
