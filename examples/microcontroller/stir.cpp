// Stirs smoke in a box on a machine without floating point, or on any other, to the same bits. Compile with the number
// type and the cells per side, such as -DNUMBER='Fixed<int16_t,8>' -DCELLS=32.

#include "board.hpp"

#include <whorl/classic.hpp>

namespace {

using namespace whorl::classic;
using Number = NUMBER;
constexpr int n = CELLS;

constexpr Fluid<Number, 2> make_fluid() {
    Fluid<Number, 2> fluid{{n, n}};
    fluid.scale = 1;  // lengths in cells: the velocity then has all of its bits
    return fluid;
}
constexpr Fluid<Number, 2> fluid = make_fluid();
constexpr Number dt = Number(1) / 16, viscosity = n * n / 256, push = 2 * n;

Number u[values(n, n)], v[values(n, n)], smoke[values(n, n)];
Number u0[values(n, n)], v0[values(n, n)], smoke0[values(n, n)];

/// A spoon, three cells wide, goes round the middle on a square and lets smoke out.
void stir(int step) {
    constexpr int side = n / 2;
    fluid.clear(u0), fluid.clear(v0), fluid.clear(smoke0);
    const int turn = step % (4 * side), edge = turn / side, along = turn % side;
    const int x = edge == 0 ? along : edge == 1 ? side : edge == 2 ? side - along : 0;
    const int y = edge == 0 ? 0 : edge == 1 ? along : edge == 2 ? side : side - along;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
            const int k = fluid.at(n / 4 + x + i, n / 4 + y + j);
            u0[k] = edge == 0 ? push : edge == 2 ? -push : Number(0);
            v0[k] = edge == 1 ? push : edge == 3 ? -push : Number(0);
            smoke0[k] = 16;
        }
}

/// FNV-1a of all bits of the state.
uint32_t hash() {
    uint32_t sum = 2166136261u;
    const Number* const state[] = {u, v, smoke};
    for (const Number* field : state)
        for (int k = 0; k < fluid.size(); ++k)
            for (unsigned byte = 0; byte < sizeof(Number); ++byte)
                sum = (sum ^ ((static_cast<uint32_t>(field[k].raw()) >> (8 * byte)) & 255u)) * 16777619u;
    return sum;
}

/// The smoke in letters, two lines of cells in one of text.
void draw() {
    for (int j = n; j >= 1; j -= 2) {
        char line[n + 2] = {};
        for (int i = 1; i <= n; ++i) {
            const Number shade = smoke[fluid.at(i, j)] * 4;
            const int at = Arithmetic<Number>::floor(shade);
            line[i - 1] = " .:-=+*#%@"[at < 0 ? 0 : at > 9 ? 9 : at];
        }
        line[n] = '\n';
        say(line);
    }
}

}  // namespace

int demo() {
    for (int step = 0; step < 500; ++step) {
        stir(step);
        fluid.vel_step({u, v}, {u0, v0}, viscosity, dt);
        fluid.dens_step(smoke, smoke0, {u, v}, 0, dt);
    }
    draw();
    char text[] = "state 00000000\n";
    for (int digit = 0; digit < 8; ++digit) text[6 + digit] = "0123456789abcdef"[(hash() >> (28 - 4 * digit)) & 15u];
    say(text);
    return 0;
}
