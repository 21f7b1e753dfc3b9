#pragma once
// The surface of a body as viscosity and diffusion feel it: fluid sticks to it or slides along it, and may be warmed.

#include "kernels/bodies.hpp"

namespace whorl {

/// The open part of a face: where its middle is, in cells from that of the face, and how far (m) that is from the body.
/// There the velocity of a face is at home that a body covers in part.
template <int D> struct OpenPart {
    Vec<D> offset;
    float distance;
};
template <int D, int K> WHORL_HD OpenPart<D> middle_of_open_part(View<const float> corner, int at, const Index<D>& step) {
    constexpr int b = K == 0 ? 1 : 0, c = K == 2 ? 1 : 2;  // the axes along the face; in a plane only b
    const float d00 = corner[at], d10 = corner[at + step[b]];
    const float d01 = D == 3 ? corner[at + step[D == 3 ? c : b]] : d00, d11 = D == 3 ? corner[at + step[b] + step[D == 3 ? c : b]] : d10;
    OpenPart<D> part{{}, 0.25f * ((d00 + d11) + (d10 + d01))};
    if (d00 >= 0 && d10 >= 0 && d01 >= 0 && d11 >= 0) return part;
    constexpr int points = 8;
    float count = 0, distance = 0, along_b = 0, along_c = 0;
    const auto add = [&](float x, float y, float share) {
        const float d = (1 - y) * ((1 - x) * d00 + x * d10) + y * ((1 - x) * d01 + x * d11);
        if (d > 0) count += 1, distance += share * d, along_b += x - 0.5f, along_c += y - 0.5f;
    };
    for (int j = 0; j < (D == 3 ? points : 1); ++j)
        for (int i = 0; i < points; ++i)
            add((static_cast<float>(i) + 0.5f) / points, D == 3 ? (static_cast<float>(j) + 0.5f) / points : 0.5f, 1);
    if (!(count > 0))  // a sliver between these points and the corners that are out
        for (int j = 0; j < (D == 3 ? 2 : 1); ++j)
            for (int i = 0; i < 2; ++i) add(static_cast<float>(i), D == 3 ? static_cast<float>(j) : 0.5f, 0.5f);
    if (!(count > 0)) return part;
    part.distance = distance / count;
    part.offset[b] = along_b / count;
    if constexpr (D == 3) part.offset[c] = along_c / count;
    return part;
}

/// Distance of the middle of a face across axis K, from that of the cells on both sides.
template <int K, int D> WHORL_HD constexpr float face_clearance(View<const float> clearance, int at, const Index<D>& step) {
    return 0.5f * (clearance[at - step[K]] + clearance[at]);
}

/// How far it is to a surface from a value at distance `free` (m) from it, over the way to a neighbour `behind` < 0.
WHORL_HD constexpr float way_to_surface(float free, float behind) {
    constexpr float least = 0.02f;  // what is nearer is tied to the surface so tightly
    if (!(behind < 0)) return 1;
    return free > 0 ? max(free / (free - behind), least) : least;
}

/// The number of the body that is nearest to a face across axis K.
template <int K, int D> WHORL_HD int nearest_owner(View<const float> clearance, View<const float> owner, int at, const Index<D>& step) {
    const int below = at - step[K];
    return static_cast<int>(owner[clearance[below] < clearance[at] ? below : at]);
}
/// Whether fluid slides along it.
template <int K, int D>
WHORL_HD bool slips_at(const Solids<D>& solids, View<const float> clearance, View<const float> owner, int at, const Index<D>& step) {
    return solids.all[nearest_owner<K>(clearance, owner, at, step)].slips;
}

/// Whether something thin may stand between the middles of two faces across axis K, none of which is inside of it.
template <int K, int D>
WHORL_HD bool is_between(const Solids<D>& solids, View<const float> clearance, int one, int other, const Index<D>& step) {
    const float low = min(clearance[one - step[K]], clearance[one]), high = min(clearance[other - step[K]], clearance[other]);
    return low > solids.gap && high > solids.gap;
}

/// The velocity of a body on its surface, at the place nearest to p.
template <int D> WHORL_HD Vec<D> surface_velocity(const Solid<D>& body, const Vec<D>& p, const Vec<D>& h) {
    if (body.per_second == 0) return {};
    Vec<D> slope{}, surface = p;
    const float here = body.distance(p, body.now);
    for_axes<D>([&](auto a) {
        Vec<D> q = p;
        q[a] += 0.1f * h[a];
        slope[a] = (body.distance(q, body.now) - here) / (0.1f * h[a]);
    });
    const float square = sum_axes<D>([&](auto a) { return slope[a] * slope[a]; });
    if (square > 0.1f) for_axes<D>([&](auto a) { surface[a] -= here * slope[a] / square; });
    Vec<D> v = body.velocity(surface);
    for_axes<D>([&](auto a) { v[a] = bounded(v[a], speed_limit); });
    return v;
}

/// What ties a component of the velocity, on the faces across axis K, to its neighbour along axis A: nothing where fluid
/// slides or a thin body stands between, the more the nearer the surface where it sticks. Symmetric, and second order in
/// the velocity although not in its Laplacian (Gibou et al. 2002).
template <int D, int K, int A> struct VelocityTies {
    Solids<D> solids;
    Places<D> places;
    Index<D> step;
    int last;  // face across axis K, which like the first belongs to a side of the domain; -1: axis K has a period
    float scale;
    View<const float> openness, corner, clearance, owner, thin;
    View<float> conductance;

    WHORL_HD void operator()(Cell<D> c) const { conductance[c] = scale * tie(c); }
    WHORL_HD float tie(const Cell<D>& c) const {
        const int below = c - step[A];
        const float high = openness[c], low = openness[below];
        if (high >= 1 && low >= 1 && !(thin[c] > 0)) return 1;
        if (!(high > 0) && !(low > 0)) return 1;
        if (high > 0 && low > 0) {
            if (thin[c] > 0 && is_between<K>(solids, clearance, c, below, step)) {
                Index<D> lower = c.i;
                lower[A] -= 1;
                if (!solids.sees(places(lower), places(c.i), solids.is)) return 0;
            }
            return 1 / max(1 + middle_of_open_part<D, K>(corner, c, step).offset[A] -
                               middle_of_open_part<D, K>(corner, below, step).offset[A], 0.25f);
        }
        const bool up = high > 0;  // which of them is open
        const int shut = up ? below : static_cast<int>(c), open = up ? static_cast<int>(c) : below;
        const int face = c.i[K] - (up && A == K ? 1 : 0);
        if (last >= 0 && (face <= 0 || face >= last)) return 1;
        if (slips_at<K>(solids, clearance, owner, shut, step)) return 0;
        if (A != K) return 0;  // the wall itself ties it, see WallTie
        return 1 / way_to_surface(middle_of_open_part<D, K>(corner, open, step).distance, face_clearance<K>(clearance, shut, step));
    }
};

/// How much (in units of a tie between neighbours) each axis ties a value to the surface of a body in its cell, from the
/// area that the faces of the cell leave to it: the area across the axis over the distance along it.
template <int D> WHORL_HD Vec<D> wall_ties(const Vec<D>& area, const Vec<D>& h, float distance) {
    constexpr float most = 50;
    const float all = sqrt(sum_axes<D>([&](auto a) { return area[a] * area[a]; }));
    Vec<D> ties{};
    if (!(all > 0.01f)) return ties;
    for_axes<D>([&](auto a) { ties[a] = min(area[a] * area[a] * h[a] / (all * max(distance, 1e-6f * h[a])), most); });
    return ties;
}
/// What bodies shut of the faces of a cell, across each axis on one side more than on the other: their surface in it.
template <int D> struct WallArea {
    Index<D> step, n;  // n: of cells along axes with sides, which shut faces as well; 0 along others
    Faces<const float, D> openness;
    View<const float> corner;

    WHORL_HD Vec<D> operator()(const Index<D>& i, int at) const {
        Vec<D> area{};
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            const float low = n[A] > 0 && i[A] <= 0 ? open_part<D, A>(corner, at, step) : openness[A][at];
            const int above = at + step[A];
            const float high = n[A] > 0 && i[A] >= n[A] - 1 ? open_part<D, A>(corner, above, step) : openness[A][above];
            area[A] = low - high;
        });
        return area;
    }
};

/// What ties a component of the velocity to bodies in its cell, which reaches half into those on both sides of the face,
/// along the axes of the face.
template <int D, int K> struct WallTie {
    Solids<D> solids;
    Places<D> places;
    Index<D> step;
    Vec<D> scale;  // of a tie along each axis
    WallArea<D> area_in;
    View<const float> openness, corner, clearance, owner, thin;
    float shift;
    View<float> wall, own, beyond;  // the tie, with the shift, and the velocity of the wall

    WHORL_HD void operator()(Cell<D> c) const {
        wall[c] = tie(c);
        own[c] = shift + wall[c];
        beyond[c] = wall[c] > 0 ? surface_velocity(solids.all[nearest_owner<K>(clearance, owner, c, step)], places(c.i), places.h)[K] : 0.0f;
    }
    WHORL_HD float tie(const Cell<D>& c) const {
        const float near = sum_axes<D>([&](auto a) { return places.h[a]; });
        if (!(openness[c] > 0) || !(face_clearance<K>(clearance, c, step) < near) ||
            slips_at<K>(solids, clearance, owner, c, step))
            return 0;
        Index<D> below = c.i;
        below[K] -= 1;
        const Vec<D> low = area_in(below, c - step[K]), high = area_in(c.i, c);
        Vec<D> area{};
        for_axes<D>([&](auto a) { area[a] = 0.5f * (low[a] + high[a]); });
        const float distance = middle_of_open_part<D, K>(corner, c, step).distance;
        const Vec<D> ties = wall_ties<D>(area, places.h, distance);
        float sum = 0;
        for_axes<D>([&](auto a) {
            if (decltype(a){} != K) sum += scale[a] * (thin[c] > 0 ? max(ties[a], sheets<decltype(a){}>(c)) : ties[a]);
        });
        return sum;
    }
    /// A sheet between it and a neighbour along axis A, or both, shuts no face of its own.
    template <int A> WHORL_HD float sheets(const Cell<D>& c) const {
        const Vec<D> p = places(c.i);
        const float one = min(places.h[A] / max(face_clearance<K>(clearance, c, step), 1e-6f * places.h[A]), 50.0f);
        float sum = 0;
        for (int way = -1; way <= 1; way += 2) {
            Vec<D> q = p;
            q[A] += static_cast<float>(way) * places.h[A];
            const int neighbour = c + way * step[A];
            if (openness[neighbour] > 0 && is_between<K>(solids, clearance, c, neighbour, step) && !solids.sees(p, q, solids.is)) sum += one;
        }
        return sum;
    }
};

/// What ties a quantity to the bodies that hold it, and the value that they hold.
template <int D> struct HeldTie {
    Vec<D> scale, h;
    WallArea<D> area_in;
    View<const float> held, clearance, owner, fluid;
    float shift;
    View<float> wall, own, beyond;
    WHORL_HD void operator()(Cell<D> c) const {
        const float value = held[static_cast<int>(owner[c])];
        const bool near = fluid[c] > 0 && value == value && clearance[c] < sum_axes<D>([&](auto a) { return h[a]; });
        const Vec<D> ties = wall_ties<D>(area_in(c.i, c), h, clearance[c]);
        wall[c] = near ? sum_axes<D>([&](auto a) { return scale[a] * ties[a]; }) : 0.0f;
        own[c] = shift + wall[c];
        beyond[c] = near ? value : 0.0f;
    }
};

/// Faces that a moving body shuts have, for what sticks to it, the velocity of its surface next to them.
template <int D, int K> struct StickToBodies {
    Solids<D> solids;
    Places<D> places;
    Index<D> step;
    float reach;  // m: what is deeper inside touches no fluid
    View<const float> openness, clearance, owner;
    View<float> u;
    WHORL_HD void operator()(Cell<D> c) const {
        const float depth = face_clearance<K>(clearance, c, step);
        if (openness[c] > 0 || depth < -reach || !(depth < reach)) return;
        const Solid<D>& body = solids.all[nearest_owner<K>(clearance, owner, c, step)];
        if (body.per_second != 0) u[c] = surface_velocity(body, places(c.i), places.h)[K];
    }
};

/// Faces inside of a body along which fluid slides take the mean of the open ones around them: what slides past a body
/// is not held up by the fluid that would be inside.
template <int D, int K> struct SlideAlong {
    Solids<D> solids;
    Index<D> step;
    View<const float> openness, clearance, owner;
    View<float> u;

    WHORL_HD void operator()(Cell<D> c) const {
        if (openness[c] > 0 || !slips_at<K>(solids, clearance, owner, c, step)) return;
        float sum = 0, count = 0;
        constexpr int around = D == 2 ? 9 : 27;
        for (int k = 0; k < around; ++k) {
            int at = c;
            for (int a = 0, digits = k; a < D; ++a, digits /= 3) at += (digits % 3 - 1) * step[a];
            if (openness[at] > 0) sum += u[at], count += 1;
        }
        if (count > 0) u[c] = sum / count;
    }
};

/// Cells inside of a body that holds a quantity have its value.
template <int D> struct HoldInBodies {
    View<const float> held, owner, fluid;
    View<float> q;
    WHORL_HD void operator()(Cell<D> c) const {
        const float value = held[static_cast<int>(owner[c])];
        if (!(fluid[c] > 0) && value == value) q[c] = value;
    }
};

// ---- Forces on a body -----------------------------------------------------------------------------------------------

/// Picks a component of a force at p (m), or its moment about `pivot`: push + spin x (p - pivot), times the force.
template <int D> struct Lever {
    float push[3], spin[3], pivot[3];
    WHORL_HD float operator()(const Vec<D>& p, int axis) const {
        const int b = (axis + 1) % 3, c = (axis + 2) % 3;
        const auto arm = [&](int k) { return k < D ? p[k] - pivot[k] : 0.0f; };
        return push[axis] + spin[b] * arm(c) - spin[c] * arm(b);
    }
};

/// What the pressure in a cell does to the body number `body`, over the density: it pushes on what of the two faces
/// across each axis is shut.
template <int D> struct PressureOnBody {
    Lever<D> lever;
    float body;
    Places<D> places;
    Index<D> step, last;  // last: cell along each axis that has sides; -1: it has a period
    Vec<D> area;  // m2, or m in a plane: of the faces across each axis
    View<const float> p, owner, fluid, clearance;
    float near;   // m: further away than this there is none
    Faces<const float, D> openness;
    WHORL_HD float operator()(Cell<D> c) const {
        if (owner[c] != body || !(fluid[c] > 0) || clearance[c] > near) return 0;
        const Vec<D> at = places(c.i);
        return sum_axes<D>([&](auto a) {
            // The sides of the domain shut faces as well.
            const float low = last[a] >= 0 && c.i[a] == 0 ? 1.0f : openness[a][c];
            const float high = c.i[a] == last[a] ? 1.0f : openness[a][c + step[a]];
            return lever(at, a) * area[a] * p[c] * (low - high);
        });
    }
};

/// The part of a cell that a body takes.
template <int D> struct Taken {
    float body, h;
    View<const float> owner, clearance;
    WHORL_HD float operator()(Cell<D> c) const { return owner[c] == body ? clamp(0.5f - clearance[c] / h, 0.0f, 1.0f) : 0.0f; }
};

/// What the viscous fluid does to it, over the density: through what ties a component to the wall, and to the next face
/// across it.
template <int D, int K> struct FrictionOnBody {
    Lever<D> lever;
    float body;
    WallTie<D, K> wall;
    VelocityTies<D, K, K> ties;
    float scale;  // viscosity times volume over the square of the unit of ties
    View<const float> u;
    WHORL_HD float operator()(Cell<D> c) const {
        const int below = c - wall.step[K];
        const int nearer = wall.clearance[below] < wall.clearance[c] ? below : static_cast<int>(c);
        if (wall.owner[nearer] != body || wall.clearance[nearer] > 2 * wall.places.h[K]) return 0;
        const Solid<D>& solid = wall.solids.all[static_cast<int>(body)];
        float force = 0;
        if (ties.openness[c] > 0) {
            const Vec<D> p = wall.places(c.i);
            force += lever(p, K) * wall.tie(c) * (u[c] - surface_velocity(solid, p, wall.places.h)[K]);
        }
        const bool up = ties.openness[c] > 0;
        if (up != (ties.openness[below] > 0) && c.i[K] > 1 - (ties.last < 0) && c.i[K] != ties.last) {
            Vec<D> p = wall.places(c.i);
            if (up) p[K] -= wall.places.h[K];
            force += lever(p, K) * ties.scale * ties.tie(c) * (u[up ? static_cast<int>(c) : below] - surface_velocity(solid, p, wall.places.h)[K]);
        }
        return scale * force;
    }
};

}  // namespace whorl
