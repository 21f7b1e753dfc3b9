#pragma once
// What moves with the flow does not pass through bodies: paths end at them, and next to thin ones only what can be seen
// from the end of the path is looked at.

#include <type_traits>

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
    float per_cell;               // 1/m: so many cells along all axes together are surely no longer than a m
    Time from, to;                // when the path starts and ends
    Reach<D> reach;
    Faces<float, D> displacement;
    int bodies_from;              // the first plane, or row of a plane, that a body can touch

    WHORL_HD void operator()(Cell<D> c) const {
        Vec<D> d{};
        for_axes<D>([&](auto a) { d[a] = displacement[a][c]; });
        if (is_free(c, d)) return;
        d = stopped(c, d, from, to);
        for_axes<D>([&](auto a) { displacement[a][c] = d[a]; });
    }
    /// How far (m) a path gets before it could meet a body.
    WHORL_HD float free_around(const Cell<D>& c) const { return clearance[c] - solids.gap - travel; }
    /// A path that goes fewer cells than this, along all axes together, is sane and meets no body, which tells most of them.
    WHORL_HD float free_cells(const Cell<D>& c) const { return lesser(free_around(c) * per_cell, Reach<D>::furthest); }
    WHORL_HD bool is_free(const Cell<D>& c, const Vec<D>& path) const {
        return sum_axes<D>([&](auto a) { return abs(path[a]); }) < free_cells(c);
    }

    /// The part of a path that comes before it meets a body. Seldom asked for, and no part of what is done for all others.
    WHORL_HD WHORL_NOINLINE Vec<D> stopped(Cell<D> c, Vec<D> path, Time start, Time end) const {
        if (is_free(c, path)) return path;
        Vec<D> d{};
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            d[A] = reach.template limit<A>(place<centre, A>(c), path[A]);
        });
        if (free_around(c) > sqrt(sum_axes<D>([&](auto a) { return d[a] * places.h[a] * d[a] * places.h[a]; }))) return path;
        const Vec<D> p = places(c.i);
        Vec<D> q = p;
        for_axes<D>([&](auto a) { q[a] += d[a] * places.h[a]; });
        const auto way = solids.free_way(p, start, q, end);
        if (way.part < 1) for_axes<D>([&](auto a) { path[a] = (way.end[a] - p[a]) / places.h[a]; });
        return path;
    }
};

/// Trace and StopAtBodies in one, for a GPU.
template <int D, int Stages> struct TraceToBodies {
    static constexpr int blocks_at_once = 6;
    Trace<D, Stages> trace;
    StopAtBodies<D> bodies;

    WHORL_HD void operator()(Cell<D> c) const {
        if constexpr (Stages == 2) {
            Vec<D> d{};
            if (!trace.reach.repeats() &&
                trace.in(trace.reach.straight()).straight(c, trace.ahead(trace.here(c)), bodies.free_cells(c), d))
                return trace.end(c, d);
        }
        slowly(c);
    }
    WHORL_HD WHORL_SELDOM void slowly(Cell<D> c) const {
        trace.end(c, bodies.stopped(c, trace.path(c), bodies.from, bodies.to));
    }
    int slow_from() const { return bodies.bodies_from; }  // a way that grazes a body takes a hundred looks
};

/// For paths in open space.
struct NoBodies {};

/// Traces back and forward, for a GPU: ways that begin with the same look, and go on in opposite directions. `Bodies`: where
/// both stop.
template <int D, class Bodies> struct TraceBothWays {
    static constexpr int blocks_at_once = 6;
    static constexpr bool stops = !std::is_same_v<Bodies, NoBodies>;
    Trace<D, 2> back;
    Faces<float, D> forward;
    Bodies bodies;  // as met on the way back

    WHORL_HD void operator()(Cell<D> c) const {
        if (back.reach.repeats()) return slowly(c);
        const Trace<D, 2> trace = back.in(back.reach.straight());
        const Vec<D> first = trace.ahead(trace.here(c));
        Vec<D> other{};
        for_axes<D>([&](auto a) { other[a] = -first[a]; });
        float most = Reach<D>::furthest;
        if constexpr (stops) most = bodies.free_cells(c);
        const auto end = [&](const Trace<D, 2>& one, const Vec<D>& way, const Faces<float, D>& out) {
            Vec<D> d{};
            if (!one.straight(c, way, most, d)) return false;
            for_axes<D>([&](auto a) { out[a][c] = d[a]; });
            return true;
        };
        if (!end(trace, first, back.displacement) || !end(trace.reversed(), other, forward)) slowly(c);
    }
    int slow_from() const requires requires(const Bodies& b) { b.bodies_from; } { return bodies.bodies_from; }

  private:
    WHORL_HD WHORL_SELDOM void slowly(Cell<D> c) const {
        Vec<D> from = back.any_path(c);
        if constexpr (stops)
            if (!bodies.is_free(c, from)) from = bodies.stopped(c, from, bodies.from, bodies.to);
        back.end(c, from);
        Vec<D> to = back.reversed().any_path(c);
        if constexpr (stops)
            if (!bodies.is_free(c, to)) to = bodies.stopped(c, to, bodies.to, bodies.from);
        for_axes<D>([&](auto a) { forward[a][c] = to[a]; });
    }
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
