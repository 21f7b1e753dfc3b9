// All of the header for every number type, as a small machine would compile it.

#include <whorl/classic.hpp>

namespace whorl::classic {

template <class Number, int D, class Bodies, Solver solver>
void use_all(const Fluid<Number, D, Bodies, solver>& fluid, Number* memory) {
    typename Fluid<Number, D, Bodies, solver>::Vector u{}, u0{};
    for (int a = 0; a < D; ++a) u.axis[a] = memory + a * fluid.size(), u0.axis[a] = u.axis[a] + D * fluid.size();
    Number *x = memory + 2 * D * fluid.size(), *x0 = x + fluid.size();
    fluid.confine(u0, u, Number(1), x0);
    fluid.vel_step(u, u0, Number(1), Number(1));
    fluid.dens_step(x, x0, u, Number(1), Number(1));
    fluid.tex_step(u, u0, u, Number(1));
}

#define WITH(Number, D, Bodies, solver) template void use_all(const Fluid<Number, D, Bodies, Solver::solver>&, Number*);
#define RELAXED(Number)                     \
    WITH(Number, 2, NoBodies, gauss_seidel) \
    WITH(Number, 3, NoBodies, red_black)    \
    WITH(Number, 2, const bool*, red_black) \
    WITH(Number, 3, const bool*, gauss_seidel)

using Slides = Fixed<int16_t, 8>;
using Paper = Fixed<int32_t, 9>;
using Fine = Fixed<int32_t, 16>;
RELAXED(float)
RELAXED(double)
RELAXED(Slides)
RELAXED(Paper)
RELAXED(Fine)
WITH(float, 2, const bool*, conjugate_gradient)
WITH(double, 3, NoBodies, conjugate_gradient)

}  // namespace whorl::classic
