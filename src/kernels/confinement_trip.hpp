#pragma once
// Vorticity confinement in one trip through memory, for a GPU: size of the curl, force and faces, which are passes of their
// own elsewhere, each of which brings the velocity. Tiles march along z. A thread has a column of cells, and what it needs of
// the planes behind it in registers; neighbours along x and y come through memory that the threads of a tile share. What lies
// around a tile is computed once more, so the velocity goes from one field to another.
//
// When plane z of the velocity comes in, sums over both faces of a cell are shared of plane z - 1, the curl is found in z - 2,
// the force in z - 3 and faces are written in z - 4. Each reads only what was shared in an earlier step, so the threads of a
// tile wait for each other once a plane.
//
// The bits are those of CurlSize, Confinement and AddCentredForce with ghosts between them: beyond a side lies the mirror
// image of sizes and forces, beyond a seam what is one period away. At 512 cubed all forces, buoyancy
// with them, took 5.1 ms before and take 3.2 so; at 128 cubed 0.12 and 0.09.

#include "kernels/forces.hpp"

namespace whorl {

struct ConfinementTrip {
    static constexpr int lanes = 32, thread_rows = 18, blocks_at_once = 2;  // two tiles of 18 rows have 56 registers a thread
    static constexpr int low = 3, high = 2;  // columns and rows around those that are written
    static constexpr int useful_columns = lanes - low - high, useful_rows = thread_rows - low - high;
    static constexpr int more_steps = 7;  // of a tile than it has planes: three before them, four after them

    Box<3> box;  // all cells
    Array<bool, 3> periodic;
    Index<3> first, last;  // cells at the sides of an axis; none where it repeats
    Faces<const float, 3> u;
    Vec<3> per_h;
    float strength, dt;
    Faces<float, 3> out;
    int planes = 0;  // that a tile writes: as suits the executor

    /// What the threads of a tile tell each other: planes in turns, a frame around each.
    struct Shared {
        static constexpr int pitch = lanes + 2;
        using Plane = float[(thread_rows + 2) * pitch];
        Plane sum[3][2];  // over both faces of a cell, across each axis
        Plane size[2], force[2][2];
    };
    struct Thread {
        int own;                        // the place of its cells in a plane of Shared,
        int left, right, below, above;  // and of its neighbours: beyond a side lies the mirror image of the cell itself
        int x, y, at;                   // its cell in plane 0
        bool reads, turns, confines, writes;  // what it does; nearly the same for all threads of a row
        bool at_side;                         // across x or y
        int first, z0, z1;
        int next, last_loaded;  // planes: the next to be loaded, brought back into a period, and the last one
        Vec<3> in;              // the plane that comes in next: low faces,
        Vec<2> in_high;         // and high ones across x and y
        float w;                // the last plane: low face across z
        Array<Vec<2>, 2> sum[2];  // across x and y: of the last two planes in each turn
        Vec<3> curl, force;       // as far as they are known
        float low_force;          // across z, a plane behind that
        Vec<2> size;              // as far as it is known, and a plane behind that
    };

    Index<3> tiles() const {
        const auto count = [](int n, int each) { return (n + each - 1) / each; };
        return {count(box.hi[0], useful_columns), count(box.hi[1], useful_rows), count(box.hi[2], planes)};
    }

    WHORL_HD Thread begin(const Index<3>& tile, int lane, int row) const {
        Thread t{};
        t.own = (row + 1) * Shared::pitch + lane + 1;
        t.x = tile[0] * useful_columns - low + lane, t.y = tile[1] * useful_rows - low + row;
        t.left = t.own - (t.x == first[0] ? 0 : 1), t.right = t.own + (t.x == last[0] ? 0 : 1);
        t.below = t.own - (t.y == first[1] ? 0 : Shared::pitch), t.above = t.own + (t.y == last[1] ? 0 : Shared::pitch);
        t.at = box.origin + inside(0, t.x) + inside(1, t.y) * box.step[1];
        t.reads = is_known(0, t.x) && is_known(1, t.y);
        const bool in_domain = periodic[1] || (t.y >= 0 && t.y < box.hi[1]);
        t.turns = in_domain && row >= 1 && row < thread_rows - 1;
        t.confines = in_domain && row >= 2 && row < thread_rows - 2;
        t.writes = row >= low && row < thread_rows - high && lane >= low && lane < lanes - high && t.x < box.hi[0] &&
                   t.y < box.hi[1];
        t.at_side = t.x == first[0] || t.x == last[0] || t.y == first[1] || t.y == last[1];
        t.z0 = tile[2] * planes, t.z1 = whorl::min(t.z0 + planes, box.hi[2]);
        t.first = t.z0 - 3;
        t.next = inside(2, t.first);
        t.last_loaded = periodic[2] ? t.z1 + 1 : whorl::min(t.z1 + 1, box.hi[2]);
        fetch(t, t.first);
        return t;
    }
    WHORL_HD int end(const Thread& t) const { return t.z1 + 4; }

    /// The plane z comes in; `parity` says whose turn it is in what is shared.
    template <int parity>
    WHORL_HD void step(Thread& t, Shared& s, int z) const {
        constexpr int before = 1 - parity;
        const int written = z - 4;
        const bool writes = t.writes && written >= t.z0 && written < t.z1;
        Vec<3> old{};
        if (writes) for_axes<3>([&](auto a) { old[a] = u[a][t.at + written * box.step[2]]; });
        take<parity>(t, s.sum[0][parity], s.sum[1][parity], s.sum[2][parity]);
        fetch(t, z + 1);
        const Vec<3> curl = t.curl;
        float size = 0;
        if (t.turns && z >= t.z0) {
            turn(t, t.sum[before], s.sum[0][before], s.sum[1][before], s.sum[2][before]);
            size = size_of_curl(t.curl);
            s.size[parity][t.own] = size;
        }
        if (writes) push(t, s.force[0][before], s.force[1][before], written, old);
        if (t.confines && z >= t.z0 + 2) {
            confine(t, s.size[before], z - 3, curl, size);
            for_axes<2>([&](auto a) { s.force[a][parity][t.own] = t.force[a]; });
        }
        t.size = {size, t.size[0]};
    }

  private:
    using Plane = typename Shared::Plane;

    /// Whether faces of such a cell have values: one layer of ghosts is enough.
    WHORL_HD bool is_known(int axis, int i) const { return periodic[axis] || (i >= -1 && i <= box.hi[axis]); }
    WHORL_HD int inside(int axis, int i) const {
        if (!periodic[axis]) return i;
        const int n = box.hi[axis];
        while (i < 0) i += n;
        while (i >= n) i -= n;
        return i;
    }

    /// Loads what the next step begins with, long before it is needed.
    WHORL_HD void fetch(Thread& t, int z) const {
        const int at = t.at + t.next * box.step[2];
        t.next = periodic[2] && t.next + 1 == box.hi[2] ? 0 : t.next + 1;
        if (!t.reads || z > t.last_loaded || (z < -1 && !periodic[2])) return;
        for_axes<3>([&](auto a) { t.in[a] = u[a][at]; });
        t.in_high = {u[0][at + 1], u[1][at + box.step[1]]};
    }
    /// What was loaded becomes the last plane, and the others move on.
    template <int parity>
    WHORL_HD void take(Thread& t, Plane& across_x, Plane& across_y, Plane& across_z) const {
        for_axes<2>([&](auto a) { t.sum[parity][a] = {t.in[a] + t.in_high[a], t.sum[parity][a][0]}; });
        across_x[t.own] = t.sum[1 - parity][0][0];
        across_y[t.own] = t.sum[1 - parity][1][0];
        across_z[t.own] = t.w + t.in[2];
        t.w = t.in[2];
    }
    /// The curl two planes behind. `ends`: sums of the planes beside it.
    WHORL_HD void turn(Thread& t, const Array<Vec<2>, 2>& ends, const Plane& across_x, const Plane& across_y,
                       const Plane& across_z) const {
        const auto slope_x = [&](const Plane& sum) {
            return cross_slope(sum[t.own + 1], sum[t.own - 1], per_h[0]);
        };
        const auto slope_y = [&](const Plane& sum) {
            return cross_slope(sum[t.own + Shared::pitch], sum[t.own - Shared::pitch], per_h[1]);
        };
        const auto slope_z = [&](const Vec<2>& sum) { return cross_slope(sum[0], sum[1], per_h[2]); };
        t.curl = {slope_y(across_z) - slope_z(ends[1]), slope_z(ends[0]) - slope_x(across_z),
                  slope_x(across_y) - slope_y(across_x)};
    }
    /// The force in plane z: three behind.
    WHORL_HD void confine(Thread& t, const Plane& sizes, int z, const Vec<3>& curl, float ahead) const {
        const float size = t.size[0];
        const Vec<3> above{sizes[t.right], sizes[t.above], z == last[2] ? size : ahead};
        const Vec<3> below{sizes[t.left], sizes[t.below], z == first[2] ? size : t.size[1]};
        t.low_force = t.force[2];
        t.force = confining_force<3>(curl, size, above, below, per_h, strength);
    }
    /// The low faces of plane z, and the high ones of the last cells of an axis.
    WHORL_HD void push(const Thread& t, const Plane& across_x, const Plane& across_y, int z, const Vec<3>& old) const {
        const int at = t.at + z * box.step[2];
        const Vec<3>& force = t.force;
        Vec<3> beside{across_x[t.left], across_y[t.below], t.low_force};
        if (t.at_side || z == first[2] || z == last[2]) {
            if (z == first[2]) beside[2] = force[2];
            const Index<3> i{t.x, t.y, z};
            for_axes<3>([&](auto a) {
                if (i[a] == first[a]) beside[a] += 0.0f;  // as a ghost is made: of -0 it becomes +0
                if (i[a] != last[a]) return;
                const int high_at = at + box.step[a];
                out[a][high_at] = pushed(u[a][high_at], force[a] + 0.0f, force[a], dt);
            });
        }
        for_axes<3>([&](auto a) { out[a][at] = pushed(old[a], force[a], beside[a], dt); });
    }
};

}  // namespace whorl
