#pragma once
// What moves with the flow does not pass through bodies: paths end at them, and next to thin ones only what can be seen
// from the end of the path is looked at.

#include "kernels/solids.hpp"
#include "kernels/trace.hpp"

namespace whorl {

/// Shortens traced paths to where they meet a body.
template <int D> struct StopAtBodies {
    static constexpr int blocks_at_once = 6;  // it has little to do but near bodies: see core/occupancy.hpp
    using Time = typename Solids<D>::Time;
    Solids<D> solids;
    Places<D> places;             // of the middles of cells
    View<const float> clearance;  // m
    float travel;                 // m: how far a body moves meanwhile, at most
    Time from, to;                // when the path starts and ends
    Reach<D> reach;
    Faces<float, D> displacement;
    int bodies_from;              // the first plane, or row of a plane, that a body can touch

    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) { d[a] = displacement[a][c]; });
        if (stop(c, d)) for_axes<D>([&](auto a) { displacement[a][c] = d[a]; });
    }
    /// Shortens a path that meets a body. False: it does not.
    WHORL_HD bool stop(const Cell<D>& c, Vec<D>& path) const {
        const float room = clearance[c] - solids.gap - travel;
        const auto squares = [&](const Vec<D>& d) { return sum_axes<D>([&](auto a) { return d[a] * places.h[a] * d[a] * places.h[a]; }); };
        // Most paths are told by this; what it is not sure of is looked at more closely.
        if (room > 0 && squares(path) < 0.99f * room * room) return false;
        Vec<D> d{};
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            d[A] = reach.template limit<A>(place<centre, A>(c), path[A]);
        });
        if (room > sqrt(squares(d))) return false;
        const Vec<D> p = places(c.i);
        Vec<D> q = p;
        for_axes<D>([&](auto a) { q[a] += d[a] * places.h[a]; });
        const auto way = solids.free_way(p, from, q, to);
        if (way.part < 1) for_axes<D>([&](auto a) { path[a] = (way.end[a] - p[a]) / places.h[a]; });
        return way.part < 1;
    }
};

/// Trace and StopAtBodies in one.
template <int D, int Stages> struct TraceToBodies {
    static constexpr int blocks_at_once = 6;
    Trace<D, Stages> trace;
    StopAtBodies<D> bodies;

    WHORL_HD void operator()(Cell<D> c) const { end(c, path(c)); }
    WHORL_HD Vec<D> path(const Cell<D>& c) const { return trace.path(c); }
    WHORL_HD void end(const Cell<D>& c, Vec<D> d) const {
        bodies.stop(c, d);
        trace.end(c, d);
    }
    int slow_from() const { return bodies.bodies_from; }  // a way that grazes a body takes a hundred looks
};

/// Two of either, which begin with the same look: loads of one need not wait for the other.
template <int D, class Kernel> struct TraceBothWays {
    static constexpr int blocks_at_once = 6;
    Kernel back, forward;

    WHORL_HD void operator()(Cell<D> c) const {
        const Vec<D> from = back.path(c), to = forward.path(c);
        back.end(c, from);
        forward.end(c, to);
    }
    int slow_from() const requires requires(const Kernel& k) { k.slow_from(); } { return back.slow_from(); }
};

/// Where a body is as thin as a few cells, `out` is interpolated at the end of a path from those values alone that can be
/// seen from there. `f` and what may be used of it are of the time at which paths end.
template <int D, int Kind> struct SampleSeen {
    static constexpr int blocks_at_once = 6;
    using Time = typename Solids<D>::Time;
    Solids<D> solids;
    Places<D> places;           // of the values
    Paths<D, Kind> paths;
    Time from, to;
    View<const float> thin;     // above 0 near thin bodies
    View<const float> clearance;  // m
    float enough;               // m: of it, to see all that is interpolated between
    View<const float> free;     // above 0: fluid, worth nothing where it can not be seen
    Index<D> first, last;       // of the values that are in the domain: a side mirrors what may be behind a wall
    bool shut_counts;           // whether other values count as they are: on a shut face, the velocity of what shuts it
    View<const float> f;
    View<float> out;

    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> d = paths.departure(c);
        // A face belongs to both cells beside it.
        const int nearest = c + offset(c, d), other = Kind == centre ? nearest : nearest - paths.step[Kind == centre ? 0 : Kind];
        if (!(max(thin[nearest], thin[other]) > 0) || min(clearance[nearest], clearance[other]) > enough) return;
        const Vec<D> p = places(c.i);
        if constexpr (Kind != centre) {  // paths of faces are means of those of cells, which have been stopped
            const auto way = solids.free_way(p, from, away(p, d), to);
            if (way.part < 1) for_axes<D>([&](auto a) { d[a] = (way.end[a] - p[a]) / places.h[a]; });
        }
        const Vec<D> q = away(p, d);
        Sum sum = seen_around(c, p, q, d, true);
        if (sum.all) return;
        if (!(sum.weight > 1e-4f)) sum = seen_around(c, p, q, d, false);
        const bool own = !(sum.weight > 0) && usable(c, p, q);
        out[c] = sum.weight > 0 ? sum.value / sum.weight : own ? f[c] : 0.0f;
    }

  private:
    struct Sum {
        float value, weight;
        bool all;  // whether nothing was hidden: then the scheme has seen no more than it may
    };
    WHORL_HD Vec<D> away(const Vec<D>& p, const Vec<D>& d) const {
        Vec<D> q = p;
        for_axes<D>([&](auto a) { q[a] += d[a] * places.h[a]; });
        return q;
    }
    /// To the value nearest to the end of the path.
    WHORL_HD int offset(const Cell<D>& c, const Vec<D>& d) const {
        const auto nodes = nodes_at<D, Kind, Kind>(d, paths.step, c.i, paths.reach.period);
        return sum_axes<D>([&](auto a) { return nodes[a].at; });
    }
    WHORL_HD bool usable(int at, const Vec<D>& node, const Vec<D>& q) const {
        return free[at] > 0 ? solids.sees(q, node, to) : shut_counts;
    }
    /// The interpolation between the values around q, or, where none of them is seen, the mean of those seen further out.
    WHORL_HD Sum seen_around(const Cell<D>& c, const Vec<D>& p, const Vec<D>& q, const Vec<D>& d, bool between) const {
        const auto nodes = nodes_at<D, Kind, Kind>(d, paths.step, c.i, paths.reach.period);
        Sum sum{0, 0, true};
        const int base = between ? 2 : 3, count = D == 2 ? base * base : base * base * base;
        for (int k = 0; k < count; ++k) {
            int at = c;
            float weight = 1;
            Vec<D> node = p;
            int digits = k;
            for_axes<D>([&](auto a) {
                constexpr int A = decltype(a){};
                const int digit = digits % base;
                digits /= base;
                const Node near = nearest_node<Kind, Kind, A>(d[A], 1);
                int way = between ? digit * near.way : digit - 1;
                if (between) weight *= digit == 0 ? 1 - near.t : near.t;
                const int i = c.i[A] + near.at + way, beyond = max(first[A] - i, 0) + min(last[A] - i, 0);
                way += beyond;
                if (!between && beyond != 0) weight = 0;
                at += nodes[A].at + way * paths.step[A];
                node[A] += static_cast<float>(near.at + way) * places.h[A];
            });
            if (!(weight > 0)) continue;
            if (!usable(at, node, q)) {
                sum.all = false;
                continue;
            }
            sum.value += weight * f[at];
            sum.weight += weight;
        }
        return sum;
    }
};

/// 1 in cells at which a body is thinner than about three cells: a wall between two cells with fluid, or a cell inside of
/// a body with fluid on opposite sides.
template <int D> struct ThinSpots {
    Index<D> step;
    Index<D> n;
    float near;  // m: further from a body than this, it is a side of the domain that shuts a face
    View<const float> fluid, clearance;
    Faces<const float, D> openness;
    View<float> thin;

    WHORL_HD void operator()(Cell<D> c) const {
        bool found = false;
        if (fluid[c] > 0) {
            for_axes<D>([&](auto a) {
                const int below = c - step[a];
                found = found || (openness[a][c] <= 0 && fluid[below] > 0 && clearance[c] < near && clearance[below] < near &&
                                  face_away(c, below));
            });
        } else {
            constexpr int directions = D == 2 ? 9 : 27;
            for (int k = 0; k < directions / 2 && !found; ++k) {
                int way = 0, room_up = 2, room_down = 2;  // cells that there are on both sides
                for (int a = 0, digits = k; a < D; ++a, digits /= 3) {
                    const int along = digits % 3 - 1;
                    way += along * step[a];
                    if (along == 0) continue;
                    const int above = n[a] - 1 - c.i[a], below = c.i[a];
                    room_up = min(room_up, along > 0 ? above : below), room_down = min(room_down, along > 0 ? below : above);
                }
                const int one = c + way * (fluid[c + way] > 0 ? 1 : 2), other = c - way * (fluid[c - way] > 0 ? 1 : 2);
                found = room_up >= (one - c) / way && room_down >= (c - other) / way && fluid[one] > 0 && fluid[other] > 0 &&
                        face_away(one, other);
            }
        }
        thin[c] = found ? 1.0f : 0.0f;
    }
    /// Whether one gets away from the body in opposite directions: on two sides of it, not beside each other on one.
    WHORL_HD bool face_away(int one, int other) const {
        return sum_axes<D>([&](auto a) { return slope(one, step[a]) * slope(other, step[a]); }) < 0;
    }
    WHORL_HD float slope(int at, int by) const { return clearance[at + by] - clearance[at - by]; }
};

/// Spots grow by a cell on all sides.
template <int D> struct Widen {
    Index<D> step;
    View<const float> from;
    View<float> to;
    WHORL_HD void operator()(Cell<D> c) const {
        float most = 0;
        constexpr int around = D == 2 ? 9 : 27;
        for (int k = 0; k < around; ++k) {
            int way = 0;
            for (int a = 0, digits = k; a < D; ++a, digits /= 3) way += (digits % 3 - 1) * step[a];
            most = max(most, from[c + way]);
        }
        to[c] = most;
    }
};

}  // namespace whorl
