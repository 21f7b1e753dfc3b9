#pragma once
// The fluid solver of J. Stam, "Real-Time Fluid Dynamics for Games" (2003), whole, in one header: copy this file and it
// works. C++17; no library, no allocation, no exceptions, no I/O; planes and boxes; float, double or whole numbers.
//
//     #include <whorl/classic.hpp>
//     using namespace whorl::classic;
//
//     Fluid<float, 2> fluid{{64, 64}};                             // a unit square of 64 x 64 cells
//     constexpr int size = values(64, 64);                         // with one layer of border cells around
//     float u[size], v[size], dens[size];                          // the state
//     float u0[size], v0[size], dens0[size];                       // forces and sources, used up by a step
//
//     int main() {
//         for (int step = 0; step < 100; ++step) {
//             fluid.clear(u0), fluid.clear(v0), fluid.clear(dens0);
//             v0[fluid.at(32, 8)] = 20;                            // push upwards, and let smoke in, in one cell
//             dens0[fluid.at(32, 8)] = 100;
//             fluid.vel_step({u, v}, {u0, v0}, 0.0001f, 0.1f);     // viscosity, time step
//             fluid.dens_step(dens, dens0, {u, v}, 0, 0.1f);       // diffusion, time step
//         }
//     }
//
// A field is an array of values(cells...) numbers that you own; at(i, j) finds a cell, counted from 1. All is stable:
// whatever the step, rates and forces, nothing blows up. No number makes it read or write outside of the fields, NaN
// and infinity included (those spread through the fluid, as they do through sums; clear the fields to be rid of them),
// and in fixed point nothing overflows: what is too large becomes the largest number.
//
// In parts: 1 the fluid and its two steps; 2 sides and bodies; 3 solvers; 4 textures and confinement; 5 fixed point.

#include <stdint.h>  // not <cstdint>: compilers for small machines may come without the C++ library

namespace whorl::classic {

/// How many numbers a field has: values(64, 64), values(32, 32, 32).
template <class... Int>
constexpr int values(Int... cells) {
    return ((cells + 2) * ...);
}

/// What is beyond a side of the box.
enum class Side {
    wall,      // nothing passes, the fluid slides along it
    periodic,  // what leaves comes back on the opposite side (both are periodic if one is)
    inflow,    // fluid comes in with the velocity and the density of the Border
    open       // fluid leaves and enters as it likes; what enters is what is inside next to it
};

/// How linear systems are solved. Relaxation goes from cell to cell and serves any number type. Red-black relaxation
/// first does every second cell, then the others, which vector units can do side by side. Conjugate gradients come
/// closer in as many sweeps, but need three more fields and real numbers.
enum class Solver { gauss_seidel, red_black, conjugate_gradient };

/// Bodies are anything that says by body[k] whether cell k is solid, such as a `const bool*`. This says: none is.
struct NoBodies {
    constexpr bool operator[](int) const { return false; }
};

template <class A, class B>
constexpr bool same = false;
template <class A>
constexpr bool same<A, A> = true;

/// What the solver asks of a number beyond + - * / and <. Fixed, below, has its own.
template <class Number>
struct Arithmetic {
    static constexpr bool real = true;
    static Number wide(Number x) { return x; }                    // that several can be summed
    static Number half(Number sum) { return sum * Number(0.5); }  // of such a sum
    static Number between(Number a, Number b, Number s) { return (1 - s) * a + s * b; }
    static Number weighted(Number p, Number x, Number q, Number sum) { return p * x + q * sum; }
    static Number weighted(Number p, Number x, Number q, Number sum,
                           Number last) {  // which is waited for, so it is last
        return p * x + q * sum + q * last;
    }
    static int floor(Number x) { return int(x) - (x < Number(int(x)) ? 1 : 0); }
};

// ---- 1 The fluid and its two steps ----------------------------------------------------------------------------------

template <class Number, int D, class Bodies = NoBodies, Solver solver = Solver::gauss_seidel>
struct Fluid {
    static_assert(D >= 2, "a fluid has two or three dimensions");
    using Math = Arithmetic<Number>;

    struct Border {
        Side side = Side::wall;
        Number velocity[D] = {};  // of an inflow
        Number density = 0;       // of all that dens_step carries through an inflow
    };
    struct Vector {  // one field for each axis
        Number* axis[D];
        Number* operator[](int a) const { return axis[a]; }
    };

    int cells[D];   // along each axis, at least 1
    Bodies body{};  // border cells are none, but at periodic sides say the same as the cell that they repeat
    // Cells in a unit of length. This makes the first axis one long, as in the paper; 1 makes the cell the unit, which
    // suits fixed point: velocities then have all of its bits.
    Number scale = Number(cells[0]);
    int sweeps = 20;  // of relaxation, or conjugate gradients, for each linear system
    Border low[D] = {}, high[D] = {};
    Number* memory = nullptr;  // three fields for conjugate gradients; without them it relaxes

    /// du/dt = -(u.grad)u + nu lap u + f,  div u = 0.   u0: the force f, used up.   Cost: D + 2 systems, D paths a
    /// cell.
    void vel_step(Vector u, Vector u0, Number viscosity, Number dt) const {
        for (int a = 0; a < D; ++a) add_source(u[a], u0[a], dt);             // f
        for (int a = 0; a < D; ++a) diffuse(a, u0[a], u[a], viscosity, dt);  // nu lap u
        project(u0, u[0], u[1]);                                             // paths are best where div u = 0
        for (int a = 0; a < D; ++a) advect(a, u[a], u0[a], u0, dt);          // -(u.grad)u
        project(u, u0[0], u0[1]);                                            // div u = 0
    }

    /// dx/dt = -(u.grad)x + kappa lap x + s.   x0: the source s, used up.   Cost: one system, one path a cell.
    void dens_step(Number* x, Number* x0, Vector u, Number diffusion, Number dt) const {
        add_source(x, x0, dt);                   // s
        diffuse(density, x0, x, diffusion, dt);  // kappa lap x
        advect(density, x, x0, u, dt);           // -(u.grad)x
    }

    /// dx/dt = s
    void add_source(Number* x, const Number* s, Number dt) const {
        for (int k = 0; k < size(); ++k) x[k] += dt * s[k];
    }

    /// dx/dt = kappa lap x, backwards in time so that it is stable:  x - dt kappa lap x = b.  With n neighbours a cell
    /// and a = dt kappa / h2:  x = (b + a sum of neighbours) / (1 + n a), written as weights whose sum is one in any
    /// arithmetic.
    void diffuse(int role, Number* x, const Number* b, Number kappa, Number dt) const {
        const Number n = 2 * D, a = (dt * scale) * (kappa * scale);
        const Number share = a > 0 ? 1 / (n + 1 / a) : Number(0);
        each_cell([&](int k) { x[k] = body[k] ? Number(0) : b[k]; });
        set_bounds(role, x);
        if (share > 0) solve(role, x, b, 1 - n * share, share);
    }

    /// dx/dt = -(u.grad)x:  what is here now was at the other end of the path that leads here.
    void advect(int role, Number* x, const Number* x0, Vector u, Number dt) const {
        each_row([&](int first, int(&c)[D]) {
            for (int k = first; c[0] <= cells[0]; ++c[0], ++k) {
                const Path path = trace(k, c, u, dt * scale);
                x[k] = body[k] ? Number(0) : sample(role, x0, path);
            }
        });
        set_bounds(role, x);
    }

    /// u - grad p with div u = 0, so  lap p = div u.  Lengths are in cells here; h would cancel.
    void project(Vector u, Number* p, Number* div) const {
        each_cell([&](int k) {
            auto flow = Math::wide(0);
            for (int a = 0; a < D; ++a) flow += difference(a, a, u[a], k);
            div[k] = Math::half(flow);
            p[k] = 0;
        });
        set_bounds(pressure, p);
        const Number share = Number(1) / (2 * D);  // 2 D p = sum of neighbours - div
        solve(pressure, p, div, -share, share);
        each_cell([&](int k) {
            for (int a = 0; a < D; ++a)
                u[a][k] = body[k] ? Number(0) : u[a][k] - Math::half(difference(pressure, a, p, k));
        });
        for (int a = 0; a < D; ++a) set_bounds(a, u[a]);
    }

    /// Finds x = own b + share (sum of the neighbours of x), nearly.
    void solve(int role, Number* x, const Number* b, Number own, Number share) const {
        if constexpr (solver == Solver::conjugate_gradient)
            if (memory) return conjugate_gradient(role, x, b, own, share);
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            if constexpr (solver == Solver::red_black)
                red_black(role, x, b, own, share);
            else
                gauss_seidel(role, x, b, own, share);
            set_bounds(role, x);
        }
    }

    // ---- 2 Where things are, sides and bodies -----------------------------------------------------------------------

    // What a field is to a side: along which axis a component of the velocity points, or one of these.
    static constexpr int density = D, pressure = D + 1, plain = D + 2;

    static constexpr Number half = Number(1) / Number(2);

    constexpr int stride(int a) const { return a == 0 ? 1 : (cells[a - 1] + 2) * stride(a - 1); }
    constexpr int size() const { return stride(D); }
    template <class... Int>
    constexpr int at(Int... c) const {
        static_assert(sizeof...(c) == D, "one number for each axis, from 1 to its cells");
        int a = 0, k = 0;
        ((k += int(c) * stride(a++)), ...);
        return k;
    }
    void clear(Number* x) const {
        for (int k = 0; k < size(); ++k) x[k] = 0;
    }

    /// visit(first, c): the index of the first cell of each row along the first axis, and where it is.
    template <class Visit>
    void each_row(const Visit& visit) const {
        int row[D];
        for (int& c : row) c = 1;
        for (int a = 1; a < D;) {
            int first = 0, c[D];
            for (int b = 0; b < D; ++b) c[b] = row[b], first += row[b] * stride(b);
            visit(first, c);
            for (a = 1; a < D && ++row[a] > cells[a]; ++a) row[a] = 1;  // counts as an odometer does
        }
    }
    template <class Visit>
    void each_cell(const Visit& visit) const {
        each_row([&](int first, const int(&)[D]) {
            for (int k = first; k < first + cells[0]; ++k) visit(k);
        });
    }

    /// A neighbour as a cell sees it: a body shows the cell its own mirror image, in which what points at the body is
    /// turned round. So each face of a body has its own image, and even one cell of it keeps both sides apart.
    auto beside(int role, int a, const Number* x, int cell, int neighbour) const {
        if (!body[neighbour]) return Math::wide(x[neighbour]);
        return role == a ? -Math::wide(x[cell]) : Math::wide(x[cell]);
    }
    auto difference(int role, int a, const Number* x, int k) const {
        return beside(role, a, x, k, k + stride(a)) - beside(role, a, x, k, k - stride(a));
    }
    auto others(int role, const Number* x, int k) const {
        auto sum = beside(role, 0, x, k, k + 1);
        for (int a = 1; a < D; ++a) sum += beside(role, a, x, k, k + stride(a)) + beside(role, a, x, k, k - stride(a));
        return sum;
    }
    auto neighbours(int role, const Number* x, int k) const { return others(role, x, k) + beside(role, 0, x, k, k - 1); }

    constexpr bool periodic(int a) const { return low[a].side == Side::periodic || high[a].side == Side::periodic; }

    /// Fills the border cells, axis by axis, so that corners are images of images. `change`: of a change of the field,
    /// to which an inflow adds nothing.
    void set_bounds(int role, Number* x, bool change = false) const {
        for (int a = 0; a < D; ++a) {
            const int s = stride(a), last = cells[a] * s;
            int c[D] = {};
            for (int b = 0; b < D;) {
                int k = 0;
                for (int i = 0; i < D; ++i) k += c[i] * stride(i);
                const Number begin = x[k + s], end = x[k + last];
                x[k] = periodic(a) ? end : beyond(low[a], role, a, begin, change);
                x[k + last + s] = periodic(a) ? begin : beyond(high[a], role, a, end, change);
                for (b = 0; b < D && (b == a || ++c[b] > cells[b] + 1); ++b) c[b] = 0;
            }
        }
    }
    Number beyond(const Border& border, int role, int a, Number inside, bool change) const {
        switch (border.side) {
            case Side::inflow: {  // the mean of both is the value on the side
                if (role > density) return inside;
                const Number value = change ? Number(0) : role == density ? border.density : border.velocity[role];
                return value + (value - inside);
            }
            case Side::open:
                return role == pressure ? -inside : inside;
            default:
                return role == a ? -inside : inside;
        }
    }

    /// The far end of a path: a cell, where it is, the place in it seen from its centre (each part from -1/2 to 1/2),
    /// and how far the end is from the beginning, in cells.
    struct Path {
        int cell, c[D];
        Number offset[D], moved[D];
    };
    /// From cell k, which is at c, against the velocity. Comparisons are such that NaN takes the lower bound.
    Path trace(int k, const int (&c)[D], Vector u, Number cells_per_speed) const {
        Path path{k, {}, {}, {}};
        for (int a = 0; a < D; ++a) {
            const Number n = Number(cells[a]), to_centre = Number(c[a]);
            const Number least = periodic(a) ? -n : half - to_centre, most = periodic(a) ? n : n + half - to_centre;
            const Number way = -(cells_per_speed * u[a][k]);
            path.moved[a] = way > least ? way < most ? way : most : least;
            path.c[a] = c[a];
        }
        if constexpr (!same<Bodies, NoBodies>) return walk(path);
        for (int a = 0; a < D; ++a) {
            const int n = cells[a], to = c[a] + Math::floor(path.moved[a] + half);
            const int end = periodic(a) || to < n ? to : n;  // the side itself belongs to the last cell
            path.c[a] = end < 1 ? end + n : end > n ? end - n : end;
            path.offset[a] = path.moved[a] - Number(end - c[a]);
            path.cell += (path.c[a] - c[a]) * stride(a);
        }
        return path;
    }
    /// The same past bodies: from cell to cell through their faces, in legs of at most a cell, sliding along what is
    /// solid.
    Path walk(Path path) const {
        int legs = 1;
        Number left[D];
        for (int a = 0; a < D; ++a) {
            left[a] = path.moved[a], path.moved[a] = 0;
            const int whole = 1 + Math::floor(left[a] < 0 ? -left[a] : left[a]);
            if (whole > legs) legs = whole;
        }
        for (; legs > 0; --legs)
            for (int a = 0; a < D; ++a) {
                const Number leg = left[a] / Number(legs), place = path.offset[a] + leg;
                left[a] -= leg;
                const int way = (place > half ? 1 : 0) - (place < -half ? 1 : 0);
                const int jump = way == 0 ? 0 : step(a, path.c[a], way);
                const bool stopped = way != 0 && (jump == 0 || body[path.cell + jump * stride(a)]);
                const Number end = stopped ? Number(way) * half : place;
                path.moved[a] += end - path.offset[a];
                path.offset[a] = end;
                if (way == 0 || stopped) continue;
                path.offset[a] -= Number(way);
                path.cell += jump * stride(a);
                path.c[a] += jump;
            }
        return path;
    }
    /// From place c along an axis, one cell on or back (`way`): how many places that is, round a periodic side; 0: it
    /// is outside.
    int step(int a, int c, int way) const {
        if (c + way >= 1 && c + way <= cells[a]) return way;
        return periodic(a) ? way - way * cells[a] : 0;
    }

    /// The value at the end of a path: between the cell and its neighbours, one axis after the other. The way to a
    /// neighbour leads through faces, so none is seen round the corner of a body.
    Number sample(int role, const Number* x, const Path& path) const { return sample<D - 1>(role, x, path, path.cell); }
    template <int a>
    Number sample(int role, const Number* x, const Path& path, int k) const {
        if constexpr (a < 0) {
            return x[k];
        } else {
            const bool back = path.offset[a] < 0;
            const Number here = sample<a - 1>(role, x, path, k), weight = back ? -path.offset[a] : path.offset[a];
            int jump = back ? -1 : 1;  // border cells do if there are no bodies, which border cells can not tell
            if constexpr (!same<Bodies, NoBodies>) jump = step(a, path.c[a], jump);
            const int next = k + jump * stride(a);
            Number there = here;  // of a periodic axis of one cell
            if (jump == 0 && !periodic(a))
                there = beyond(back ? low[a] : high[a], role, a, here, false);
            else if (body[next])
                there = role == a ? -here : here;
            else if (jump != 0)
                there = sample<a - 1>(role, x, path, next);
            return Math::between(here, there, weight);
        }
    }

    // ---- 3 Solvers --------------------------------------------------------------------------------------------------

    /// One sweep, from cell to cell. Each waits for the one before it, so two rows go side by side: every cell still finds
    /// what it finds where row comes after row.
    void gauss_seidel(int role, Number* x, const Number* b, Number own, Number share) const {
        const auto relax = [&](int k, Number& last) {  // the cell before, which would be waited for in memory
            const auto before = !body[k - 1] ? Math::wide(last) : beside(role, 0, x, k, k - 1);
            if (!body[k]) x[k] = Math::weighted(own, b[k], share, others(role, x, k), before);
            last = x[k];
        };
        each_row([&](int first, const int(&c)[D]) {
            const int below = stride(1);
            Number last = x[first - 1], last_below = x[first - below - 1];
            if (c[1] % 2 == 0)
                for (int k = first; k < first + cells[0]; ++k) relax(k - below, last_below), relax(k, last);
            else if (c[1] == cells[1])  // odd, and has no other to go with
                for (int k = first; k < first + cells[0]; ++k) relax(k, last);
        });
    }

    /// One sweep in two halves. A cell of one colour has neighbours of the other only, so those of a half may be done
    /// in any order, or at once: a piece of a row at a time, both colours, of which one is kept.
    void red_black(int role, Number* x, const Number* b, Number own, Number share) const {
        constexpr int piece = 64;
        for (int colour = 0; colour < 2; ++colour)
            each_row([&](int first, const int(&c)[D]) {
                int odd = colour;
                for (int a = 1; a < D; ++a) odd += c[a];
                for (int done = 0; done < cells[0]; done += piece) {
                    const int count = cells[0] - done < piece ? cells[0] - done : piece, k = first + done;
                    Number relaxed[piece];
                    for (int i = 0; i < count; ++i)
                        relaxed[i] = Math::weighted(own, b[k + i], share, neighbours(role, x, k + i));
                    for (int i = 0; i < count; ++i) x[k + i] = ((i + odd) & 1) || body[k + i] ? x[k + i] : relaxed[i];
                }
            });
    }

    /// For A x = own b with A x = x - share (sum of neighbours), which is symmetric and positive. Ends after `sweeps`,
    /// or when what is left is beyond a float.
    void conjugate_gradient(int role, Number* x, const Number* b, Number own, Number share) const {
        static_assert(Math::real, "conjugate gradients do not behave well in fixed point; use Solver::gauss_seidel");
        Number *r = memory, *d = memory + size(), *q = memory + 2 * size();
        double left = 0;
        each_cell([&](int k) {
            r[k] = body[k] ? Number(0) : Math::weighted(own, b[k], share, neighbours(role, x, k)) - x[k];
            d[k] = r[k];
            left += double(r[k]) * double(r[k]);
        });
        const double enough = left * 1e-14;
        for (int sweep = 0; sweep < sweeps && left > enough; ++sweep) {
            double bend = 0;
            set_bounds(role, d, true);
            each_cell([&](int k) {
                q[k] = body[k] ? Number(0) : d[k] - share * neighbours(role, d, k);
                bend += double(d[k]) * double(q[k]);
            });
            if (!(bend > 0)) break;
            const double before = left, step = left / bend;
            left = 0;
            each_cell([&](int k) {
                x[k] += Number(step) * d[k];
                r[k] -= Number(step) * q[k];
                left += double(r[k]) * double(r[k]);
            });
            each_cell([&](int k) { d[k] = r[k] + Number(left / before) * d[k]; });
        }
        set_bounds(role, x);
    }

    // ---- 4 Textures and confinement ---------------------------------------------------------------------------------

    /// Liquid texture: t says where the fluid of a cell was when t was cleared, in cells, seen from the cell: draw cell
    /// (i, j) in the colour that the picture has at (i + t[0][k], j + t[1][k]). Unlike places, these may go round. t0:
    /// as much memory again.
    void tex_step(Vector t, Vector t0, Vector u, Number dt) const {
        for (int a = 0; a < D; ++a) {
            for (int k = 0; k < size(); ++k) t0[a][k] = t[a][k];
            set_bounds(plain, t0[a]);
        }
        each_row([&](int first, int(&c)[D]) {
            for (int k = first; c[0] <= cells[0]; ++c[0], ++k) {
                const Path path = trace(k, c, u, dt * scale);
                for (int a = 0; a < D; ++a) t[a][k] = body[k] ? Number(0) : path.moved[a] + sample(plain, t0[a], path);
            }
        });
    }

    /// Vorticity confinement (Fedkiw, Stam and Jensen 2001) gives eddies back what the grid smoothes away:
    ///     f = strength h (N x w),  N = grad |w| / |grad |w||,  w = curl u,
    /// with w as the matrix w_ab = du_b/dx_a - du_a/dx_b, so that f_a = strength h (sum over b of N_b w_ab) in a plane
    /// and in space. Adds to the force, before vel_step. strength: 1/s.   spin: a field to work in.
    void confine(Vector force, Vector u, Number strength, Number* spin) const {
        each_cell([&](int k) {
            Number w[D * (D - 1) / 2];
            int pair = 0;
            for (int a = 0; a < D; ++a)
                for (int b = 0; b < a; ++b) w[pair++] = curl(u, k, a, b);
            spin[k] = length(w);
        });
        set_bounds(plain, spin);
        each_cell([&](int k) {
            Number up[D];
            for (int a = 0; a < D; ++a) up[a] = Math::half(difference(plain, a, spin, k));
            const Number steepness = length(up);
            if (!(steepness > 0) || body[k]) return;
            for (int a = 0; a < D; ++a)
                for (int b = 0; b < D; ++b) force[a][k] += strength * (up[b] / steepness * curl(u, k, a, b));
        });
    }
    Number curl(Vector u, int k, int a, int b) const {
        return Math::half(difference(b, a, u[b], k) - difference(a, b, u[a], k));
    }
    /// Of a vector, without squares that might be too large or too small: the root is taken of a number from 1 to
    /// `count`.
    template <int count>
    static Number length(const Number (&v)[count]) {
        Number most = 0, square = 0;
        for (const Number x : v) most = x > most ? x : -x > most ? -x : most;
        if (!(most > 0)) return 0;
        for (const Number x : v) square += (x / most) * (x / most);
        Number root = (1 + square) / 2;
        for (int newton = 0; newton < 3; ++newton) root = (root + square / root) / 2;
        return most * root;
    }
};

// ---- 5 Fixed point --------------------------------------------------------------------------------------------------

template <class Integer>
struct WideOf;
template <>
struct WideOf<int16_t> {
    using Type = int32_t;
};
template <>
struct WideOf<int32_t> {
    using Type = int64_t;
};

/// A number in an integer of 16 or 32 bits, the last `bits` of which are behind the point: Fixed<int32_t, 9> as in the
/// paper, Fixed<int16_t, 8> as in its slides, Fixed<int32_t, 16>. Nothing wraps: what is too large becomes the largest
/// number, what is too small the smallest, also on division by zero (0 / 0 is 0). A product is rounded to the nearest,
/// and to the smaller of two equally near, so that nothing grows by rounding and -x gives the negative of what x gives;
/// a quotient is rounded towards zero, so that n parts of one are never more than one.
template <class Integer, int bits>
class Fixed {
  public:
    using Wide = typename WideOf<Integer>::Type;
    static constexpr Integer largest = Integer((Wide(1) << (8 * sizeof(Integer) - 1)) - 1), smallest = -largest - 1;
    static constexpr Wide one = Wide(1) << bits;
    static_assert(bits > 0 && bits < int(8 * sizeof(Integer)) - 1, "one must fit");

    constexpr Fixed() = default;
    constexpr Fixed(int x) : raw_(x > largest / one ? largest : x < smallest / one ? smallest : Integer(x * one)) {}
    /// To the nearest; NaN becomes 0. Asks for floating point, unless x is a constant.
    constexpr explicit Fixed(double x)
        : raw_(!(x == x)                     ? Integer(0)
               : x >= double(largest) / one  ? largest
               : x <= double(smallest) / one ? smallest
                                             : Integer(x * one + (x < 0 ? -0.5 : 0.5))) {}
    constexpr explicit operator double() const { return double(raw_) / double(one); }
    constexpr explicit operator float() const { return float(double(*this)); }

    constexpr Integer raw() const { return raw_; }
    static constexpr Fixed from_raw(Wide x) {
        Fixed f;
        f.raw_ = x > largest ? largest : x < smallest ? smallest : Integer(x);
        return f;
    }
    /// Of a product, which has twice as many bits behind the point.
    static constexpr Fixed rounded(Wide x) { return from_raw((x + one / 2 - (x < 0 ? 0 : 1)) >> bits); }

    friend constexpr Fixed operator+(Fixed a, Fixed b) { return from_raw(Wide(a.raw_) + b.raw_); }
    friend constexpr Fixed operator-(Fixed a, Fixed b) { return from_raw(Wide(a.raw_) - b.raw_); }
    friend constexpr Fixed operator*(Fixed a, Fixed b) { return rounded(Wide(a.raw_) * b.raw_); }
    friend constexpr Fixed operator/(Fixed a, Fixed b) {
        if (b.raw_ == 0) return from_raw(a.raw_ > 0 ? largest : a.raw_ < 0 ? smallest : 0);
        return from_raw(a.raw_ * one / b.raw_);
    }
    constexpr Fixed operator-() const { return from_raw(-Wide(raw_)); }
    constexpr Fixed& operator+=(Fixed b) { return *this = *this + b; }
    constexpr Fixed& operator-=(Fixed b) { return *this = *this - b; }

    friend constexpr bool operator<(Fixed a, Fixed b) { return a.raw_ < b.raw_; }
    friend constexpr bool operator>(Fixed a, Fixed b) { return a.raw_ > b.raw_; }
    friend constexpr bool operator==(Fixed a, Fixed b) { return a.raw_ == b.raw_; }
    friend constexpr bool operator!=(Fixed a, Fixed b) { return a.raw_ != b.raw_; }

  private:
    Integer raw_ = 0;
};

/// Sums and weighted means are taken in twice the bits and rounded once. Their weights add up to at most one, and at
/// most six numbers are summed, so that nothing overflows there.
template <class Integer, int bits>
struct Arithmetic<Fixed<Integer, bits>> {
    using Number = Fixed<Integer, bits>;
    using Wide = typename Number::Wide;
    static constexpr bool real = false;
    static constexpr Wide wide(Number x) { return x.raw(); }
    static constexpr Number half(Wide sum) { return Number::from_raw(sum / 2); }
    static constexpr Number between(Number a, Number b, Number s) {
        return Number::rounded((Number::one - s.raw()) * a.raw() + Wide(s.raw()) * b.raw());
    }
    static constexpr Number weighted(Number p, Number x, Number q, Wide sum, Wide last = 0) {
        return Number::rounded(Wide(p.raw()) * x.raw() + q.raw() * (sum + last));
    }
    static constexpr int floor(Number x) { return int(x.raw() >> bits); }
};

}  // namespace whorl::classic
