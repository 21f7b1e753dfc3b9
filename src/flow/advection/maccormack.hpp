#pragma once
// MacCormack (Selle et al. 2008): go there and back again, and take away half of the error that this shows. Limited to
// the values that the plain step interpolates between.

#include "flow/advection/scheme.hpp"

namespace whorl {

template <int D> struct MacCormackCorrect {
    Index<D> step;
    Faces<const float, D> back, forward;
    View<const float> f, carried;  // before, and after the plain step
    View<float> out;
    WHORL_HD void operator()(Cell<D> c) const {
        const float returned = linear<D>(carried, c, nodes_at<D, centre, centre>(load<D>(forward, c), step));
        const Interval allowed = range<D>(f, c, nodes_at<D, centre, centre>(load<D>(back, c), step));
        out[c] = clamp(carried[c] + 0.5f * (f[c] - returned), allowed.lo, allowed.hi);
    }
};

template <class Exec, int D> void maccormack(const Journey<Exec, D>& j) {
    j.sample(j.f, j.back, j.spare);
    j.ghosts(j.spare);
    j.on.for_each(j.box, MacCormackCorrect<D>{.step = j.flow.grid.step(),
                                              .back = j.back,
                                              .forward = j.forward,
                                              .f = j.f,
                                              .carried = j.spare,
                                              .out = j.out});
}

}  // namespace whorl
