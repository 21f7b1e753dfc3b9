#pragma once
// Where each place of a picture or of a solid texture came from, carried by the shown flow: for images that one stirs,
// and for the fine grain of smoke in a box.
//
// A stretched picture soon becomes a smear. So there are two sets of coordinates, each of which begins anew, unbent,
// while only the other one is seen (Max and Becker 1995). How soon depends on how much the flow bends them: in a fluid
// at rest both stay as they are.

#include <session/flow.hpp>

namespace studio {

template <int D>
class Liquid {
  public:
    /// Goes with the flow, on a lattice with so many places along each axis. folds: how much a set may be bent, as the
    /// strain that it went through, before it is gone.
    void advance(const Flow<D>& flow, std::array<int, 3> places, float seconds, float folds = 7);
    /// Both sets unbent.
    void restart() { bend_[0].extent[0] = 0; }

    /// Where a place of the domain came from, less where it is, in m; D channels.
    const Lattice& bend(int set) const { return bend_[set]; }
    /// How much of the second set is seen, 0 to 1.
    float blend() const;

  private:
    void carry(const Flow<D>& flow, float seconds);

    Lattice bend_[2], next_[2];
    float phase_ = 0.25f;  // 0: the first set begins anew; a half: the second
};

}  // namespace studio
