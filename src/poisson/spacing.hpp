#pragma once
// How the cells of a coarse level lie along one axis. Cells are joined in pairs; where the count is odd the last one
// stays alone, so the last cell of a level may be thinner than the others, by ever more.
//
//     fine    |   |   |   |   |   |        distances between centres, not indices, decide what a
//     coarse  |       |       |   |        coarse weight is and how a correction is interpolated

#include "core/vec.hpp"

namespace whorl {

struct Spacing {
    int n = 1;
    float last = 1;  // size of the last cell in units of the others
    bool periodic = false;

    WHORL_HD constexpr float size(int i) const { return i == n - 1 ? last : 1.0f; }

    /// Between the centres on both sides of face i; on a side of the domain, from the centre to that side.
    WHORL_HD constexpr float distance(int face) const {
        const float below = face > 0 ? size(face - 1) : periodic ? last : 0.0f;
        const float above = face < n ? size(face) : periodic ? size(0) : 0.0f;
        return 0.5f * (below + above);
    }

    constexpr Spacing halved() const {
        return {.n = (n + 1) / 2, .last = n % 2 == 1 ? last / 2 : (1 + last) / 2, .periodic = periodic};
    }
};

/// How far a correction leans towards the neighbour beyond the nearer face of fine cell i: the offset of its centre
/// from that of its coarse cell over the distance of the coarse centres, for a fine face of full weight. 1/4 inside.
struct Lean {
    Spacing fine, coarse;

    WHORL_HD constexpr float operator()(int i) const {
        const int high = i & 1, face = i + high, partner = i + 1 - 2 * high;
        if (partner >= fine.n) return 0;  // alone: its centre is that of the coarse cell
        const float offset = 0.5f * fine.size(partner);
        return offset * fine.distance(face) / (2 * coarse.distance((i >> 1) + high));
    }
};

}  // namespace whorl
