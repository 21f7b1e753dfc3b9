#pragma once
// What a body does to the faces and cells around it.

#include "kernels/solids.hpp"

namespace whorl {

/// Part of a triangle where a linear function with these corner values is negative.
WHORL_HD inline float negative_part(float a, float b, float c) {
    const int negative = (a < 0) + (b < 0) + (c < 0);
    if (negative == 0) return 0;
    if (negative == 3) return 1;
    // the corner that stands alone: one against two
    const bool lone = negative == 1;
    float own = c, p = a, q = b;
    if ((a < 0) == lone && (b < 0) != lone && (c < 0) != lone) own = a, p = b, q = c;
    if ((b < 0) == lone && (a < 0) != lone && (c < 0) != lone) own = b, p = a, q = c;
    const float cut = (own / (own - p)) * (own / (own - q));
    return lone ? cut : 1 - cut;
}

/// distance = the least of itself and the distance to a body.
template <int D> struct NearestBody {
    Solid<D> body;
    float number;  // of the body
    Places<D> places;
    View<float> distance, owner;  // owner: the number of the nearest body, or without data
    WHORL_HD void operator()(Cell<D> c) const {
        const float own = body.distance(places(c.i), body.now);
        if (!(own < distance[c])) return;
        distance[c] = own;
        if (owner.data) owner[c] = number;
    }
};

/// The part of a face across axis A on which the distance, linear between these corners, is not negative.
template <int D, int A> WHORL_HD float open_part(View<const float> corner, int at, const Index<D>& step) {
    float shut = 0;
    if constexpr (D == 2) {
        const float d0 = corner[at], d1 = corner[at + step[1 - A]];
        if (d0 < 0 && d1 < 0) shut = 1;
        else if (d0 < 0 || d1 < 0) shut = d0 < 0 ? d0 / (d0 - d1) : d1 / (d1 - d0);
    } else {
        const int b = step[(A + 1) % 3], c = step[(A + 2) % 3];
        const float d00 = corner[at], d10 = corner[at + b], d01 = corner[at + c], d11 = corner[at + b + c];
        const float middle = 0.25f * ((d00 + d11) + (d10 + d01));
        shut = 0.25f * ((negative_part(middle, d00, d10) + negative_part(middle, d01, d11)) +
                        (negative_part(middle, d00, d01) + negative_part(middle, d10, d11)));
    }
    // A sliver of an opening would only make the pressure system worse.
    const float open = 1 - shut;
    return open < 0.01f ? 0.0f : open;
}

/// How much of the face across axis A of each cell bodies leave open. Where they are thick compared with a cell that
/// follows from the corners of the face. What is thinner would slip between the corners, so a face is also shut if
/// nothing can be seen from one cell to the other, straight or past a corner of the face, and a cell whose middle is
/// inside of a body is part of it if it sticks out of it on two opposite corners. No path through open faces then leads
/// from one side of a wall to the other, however thin it is.
template <int D, int A> struct FaceOpenness {
    Solids<D> solids;
    Places<D> middles, corners;
    Index<D> step;
    float h;                                // m, along the axis
    View<const float> corner, clearance;    // distances at corners and in the middle of cells
    View<float> openness;

    WHORL_HD void operator()(Cell<D> c) const {
        const int below = c - step[A];
        const float low = clearance[below], high = clearance[c];
        float open = open_part<D, A>(corner, c, step);
        if (open > 0 && min(low, high) < 0 && !is_out(c)) open = 0;
        if (open > 0 && (is_thin(below) || is_thin(c))) open = 0;
        // Two balls without a body in them that reach into each other: nothing is between their centres.
        const bool clear = low + high > h + 4 * solids.gap;
        if (open > 0 && !clear && low > solids.gap && high > solids.gap && !connects(c)) open = 0;
        openness[c] = open;
    }

    /// Whether a corner of the face is out of all bodies. On a surface that follows the grid none is, or none by more than
    /// the sliver of fluid that counts as none: the face is part of it, and viscosity has to find it there.
    WHORL_HD bool is_out(int at) const {
        bool found = false;
        constexpr int count = D == 2 ? 2 : 4;
        for (int k = 0; k < count; ++k) {
            int one = at;
            for (int b = 0, bit = 0; b < D; ++b)
                if (b != A && (k >> bit++ & 1)) one += step[b];
            found = found || corner[one] > 2 * solids.gap;
        }
        return found;
    }
    WHORL_HD bool is_thin(int at) const {
        if (clearance[at] > solids.gap) return false;
        constexpr int pairs = D == 2 ? 2 : 4;
        for (int k = 0; k < pairs; ++k) {
            int one = at, other = at;
            for (int a = 0; a < D; ++a) (a > 0 && (k >> (a - 1) & 1) ? other : one) += step[a];
            if (corner[one] > solids.gap && corner[other] > solids.gap) return true;
        }
        return false;
    }
    WHORL_HD bool connects(const Cell<D>& c) const {
        Index<D> lower = c.i;
        lower[A] -= 1;
        const Vec<D> p = middles(lower), q = middles(c.i);
        if (see_each_other(p, q)) return true;
        constexpr int count = D == 2 ? 2 : 4;
        for (int k = 0; k < count; ++k) {
            Index<D> i = c.i;
            int at = c;
            for (int b = 0, bit = 0; b < D; ++b) {
                if (b == A) continue;
                if (k >> bit++ & 1) i[b] += 1, at += step[b];
            }
            const Vec<D> via = corners(i);
            if (corner[at] > solids.gap && see_each_other(p, via) && see_each_other(via, q)) return true;
        }
        return false;
    }
    /// Both ways, so that a mirror changes nothing.
    WHORL_HD bool see_each_other(const Vec<D>& p, const Vec<D>& q) const {
        return solids.sees(p, q, solids.is) && solids.sees(q, p, solids.is);
    }
};

/// The velocity of the nearest body on the faces across axis A that it covers at least in part.
template <int D, int A> struct SolidVelocity {
    Solids<D> solids;
    Places<D> places;
    View<const float> openness;
    View<float> velocity;
    WHORL_HD void operator()(Cell<D> c) const {
        if (!(openness[c] < 1)) return;
        const Vec<D> p = places(c.i);
        float least = INFINITY, v = 0;
        for (int k = 0; k < solids.count; ++k) {
            const float d = solids.all[k].distance(p, solids.all[k].now);
            if (d < least) least = d, v = solids.all[k].velocity(p)[A];
        }
        velocity[c] = bounded(v, speed_limit);
    }
};

/// Both ends of a period agree, also where a body ends there since it is too long to repeat.
template <int D> struct JoinEnds {
    int span;  // from one end to the other
    View<float> f;
    WHORL_HD void operator()(Cell<D> c) const {
        const float mean = 0.5f * (f[c] + f[c.at + span]);
        f[c] = mean;
        f[c.at + span] = mean;
    }
};

/// A side of the domain moves only where no body covers it.
template <int D, int A> struct CoverSide {
    Index<D> step;
    View<const float> corner;
    View<float> velocity;
    WHORL_HD void operator()(Cell<D> c) const { velocity[c] *= open_part<D, A>(corner, c, step); }
};

/// 1 where at least one face of a cell is open, 0 inside bodies.
template <int D> struct FluidCells {
    Index<D> step;
    Faces<const float, D> openness;
    View<float> fluid;
    WHORL_HD void operator()(Cell<D> c) const {
        const float open = sum_axes<D>([&](auto a) { return openness[a][c] + openness[a][c + step[a]]; });
        fluid[c] = open > 0 ? 1.0f : 0.0f;
    }
};

/// Cells inside a body take the mean of the fluid cells around them, so that what is sampled next to a body is what the
/// fluid carries there: bodies insulate.
template <int D> struct FillBodies {
    Index<D> step;
    View<const float> fluid;
    View<float> q;
    WHORL_HD void operator()(Cell<D> c) const {
        if (fluid[c] > 0) return;
        const Sum s = around<D - 1>(c);
        q[c] = s.count > 0 ? s.value / s.count : 0.0f;
    }

    struct Sum {
        float value, count;
        WHORL_HD constexpr Sum operator+(Sum o) const { return {value + o.value, count + o.count}; }
    };
    template <int A> WHORL_HD Sum around(int at) const {
        if constexpr (A < 0) {
            return fluid[at] > 0 ? Sum{q[at], 1} : Sum{0, 0};
        } else {
            return around<A - 1>(at) + (around<A - 1>(at - step[A]) + around<A - 1>(at + step[A]));
        }
    }
};

}  // namespace whorl
