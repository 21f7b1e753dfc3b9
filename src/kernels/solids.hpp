#pragma once
// Bodies as kernels see them: a shape, where it is now and where it was before, and what can be seen past it.

#include "kernels/shapes.hpp"

namespace whorl {

/// Where a shape has gone. A point q of it is now at place + sum over its axes a of (q - pivot)[a] axes[a].
template <int D> struct Pose {
    Vec<D> pivot{}, place{};     // m
    Array<Vec<D>, D> axes{};     // unit vectors
    bool moved = false;          // if not, it is where it was drawn, to the last bit

    WHORL_HD Vec<D> to_body(const Vec<D>& p) const {
        if (!moved) return p;
        Vec<D> q{};
        for_axes<D>([&](auto a) {
            q[a] = pivot[a] + sum_axes<D>([&](auto b) { return axes[a][b] * (p[b] - place[b]); });
        });
        return q;
    }
    WHORL_HD Vec<D> to_world(const Vec<D>& q) const {
        if (!moved) return q;
        Vec<D> p{};
        for_axes<D>([&](auto b) {
            p[b] = place[b] + sum_axes<D>([&](auto a) { return axes[a][b] * (q[a] - pivot[a]); });
        });
        return p;
    }
};

template <int D> struct Solid {
    ShapeView<D> shape;
    Vec<D> period;      // m; 0 along axes that have none
    Pose<D> before, now;
    float per_second;   // 1 / the time between both; 0 if it rests
    bool slips;         // whether fluid slides along it

    /// Distance (m) from p, negative inside.
    WHORL_HD float distance(const Vec<D>& p, const Pose<D>& at) const {
        if (!at.moved) return shape.distance(p, period);
        float least = INFINITY;
        for (int image = 0; image < images(); ++image) least = min(least, shape.distance(at.to_body(sum(p, shift(p, at, image)))));
        return least;
    }
    /// The velocity (m/s) of the point of the body that is now at p: the way it has come, over the time it took.
    WHORL_HD Vec<D> velocity(const Vec<D>& p) const {
        Vec<D> v{};
        if (per_second == 0) return v;
        const Vec<D> from = before.to_world(now.to_body(p));
        for_axes<D>([&](auto a) { v[a] = per_second * (p[a] - from[a]); });
        return v;
    }

    /// How far one gets on the way from p, at one time, to q, at another.
    struct Way {
        float part;  // of it that is free: 1 if all is, else what comes before it is within a gap of the body
        Vec<D> end;  // where that is, at the time of q: what meets a body goes with it
    };
    /// The way is straight as seen from the body, so that one that moves is met where it was at that time. Starting
    /// inside, one may go on but not deeper.
    WHORL_HD Way free_way(const Vec<D>& p, const Pose<D>& at_p, const Vec<D>& q, const Pose<D>& at_q, float gap) const {
        Way least{1, q};
        const bool rests = !at_p.moved && !at_q.moved;
        for (int image = 0; image < (rests ? 1 : images()); ++image) {
            const Vec<D> by = rests ? Vec<D>{} : shift(p, at_p, image);
            const Vec<D> from = at_p.to_body(sum(p, by)), to = at_q.to_body(sum(q, by));
            const float part = free_part(from, to, rests ? period : Vec<D>{}, gap);
            if (!(part < least.part)) continue;
            Vec<D> met = from;
            for_axes<D>([&](auto a) { met[a] += part * (to[a] - from[a]); });
            met = at_q.to_world(met);
            for_axes<D>([&](auto a) { met[a] -= by[a]; });
            least = {part, met};
        }
        return least;
    }

  private:
    WHORL_HD int images() const {
        int count = 1;
        for (int a = 0; a < D; ++a) count *= period[a] > 0 ? 3 : 1;
        return count;
    }
    /// Whole periods that bring p next to the body, and one more or less for its images.
    WHORL_HD Vec<D> shift(const Vec<D>& p, const Pose<D>& at, int image) const {
        Vec<D> by{};
        for (int a = 0; a < D; ++a) {
            if (!(period[a] > 0)) continue;
            by[a] = period[a] * (static_cast<float>(image % 3 - 1) - nearest((p[a] - at.place[a]) / period[a]));
            image /= 3;
        }
        return by;
    }
    /// A body that is too long to repeat ends at a seam.
    WHORL_HD static Vec<D> in_domain(Vec<D> p, const Vec<D>& period) {
        for_axes<D>([&](auto a) {
            if (period[a] > 0) p[a] -= period[a] * nearest(p[a] / period[a] - 0.5f);
        });
        return p;
    }
    WHORL_HD static Vec<D> sum(Vec<D> p, const Vec<D>& by) {
        for_axes<D>([&](auto a) { p[a] += by[a]; });
        return p;
    }

    /// From inside, as the middle of a cell may be that a body cuts: along the surface or out, but not deeper than that.
    WHORL_HD float free_inside(const Vec<D>& p, const Vec<D>& q, const Vec<D>& repeat, float start, float deepest) const {
        constexpr int looks = 8;
        float last = start;
        for (int k = 1; k <= looks; ++k) {
            const float part = static_cast<float>(k) / looks;
            Vec<D> at{};
            for_axes<D>([&](auto a) { at[a] = p[a] + part * (q[a] - p[a]); });
            const float here = shape.distance(in_domain(at, repeat), repeat);
            if (here < deepest) return (static_cast<float>(k - 1) + (last - deepest) / (last - here)) / looks;
            last = here;
        }
        return 1;
    }

    /// Sphere tracing: the distance to the shape is how far one can go without meeting it.
    WHORL_HD WHORL_NOINLINE float free_part(const Vec<D>& p, const Vec<D>& q, const Vec<D>& repeat, float gap) const {
        constexpr int most_steps = 96;
        const float length = sqrt(sum_axes<D>([&](auto a) { return (q[a] - p[a]) * (q[a] - p[a]); }));
        const float start = shape.distance(in_domain(p, repeat), repeat);
        if (start - gap >= length || !(length > 0)) return 1;
        if (start < 0) return free_inside(p, q, repeat, start, start - 4 * gap);
        const float least_step = 0.05f * gap;
        // Next to the surface it does not come nearer than now by much.
        const float allowed = start > gap ? gap : 0.5f * start;
        float gone = 0, room = start - allowed;
        for (int k = 0; k < most_steps; ++k) {
            gone += max(room, least_step);
            if (gone >= length) return 1;
            const float part = gone / length;
            Vec<D> at{};
            for_axes<D>([&](auto a) { at[a] = p[a] + part * (q[a] - p[a]); });
            room = shape.distance(in_domain(at, repeat), repeat) - allowed;
            if (room <= 0) return max(part - least_step / length, 0.0f);
        }
        return gone / length;  // it has been near the surface for so long that this is far enough
    }
};

/// All bodies of a scene.
template <int D> struct Solids {
    const Solid<D>* all;
    int count;
    float gap;  // m: nearer than this is touching. A small part of a cell; gives a sheet of no thickness one

    enum Time { was, is };

    WHORL_HD static const Pose<D>& pose(const Solid<D>& one, Time time) { return time == is ? one.now : one.before; }

    using Way = typename Solid<D>::Way;
    WHORL_HD Way free_way(const Vec<D>& p, Time at_p, const Vec<D>& q, Time at_q) const {
        Way least{1, q};
        for (int k = 0; k < count; ++k) {
            const Way way = all[k].free_way(p, pose(all[k], at_p), q, pose(all[k], at_q), gap);
            if (way.part < least.part) least = way;
        }
        return least;
    }
    /// Whether nothing stands between two places.
    WHORL_HD bool sees(const Vec<D>& p, const Vec<D>& q, Time time) const {
        return !(free_way(p, time, q, time).part < 1);
    }
};

}  // namespace whorl
