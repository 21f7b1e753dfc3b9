#pragma once
// The memory traffic that a stage cannot do without, as an estimate: each pass over the grid reads its input fields and
// writes its output fields once, 4 bytes a value. What a pass reads twice, keeps aside (the displacements of a
// back-trace) or looks up (openness, conductances) is not counted: it is the engine's own to avoid. Divided by the time
// and by the copy bandwidth this is the fraction that the report shows; on grids that fit in the cache it may pass 1.

#include <string_view>

#include <whorl/whorl.hpp>

namespace bench {

/// One iteration of a solver of A x = b, in values per cell of the finest grid; 0: not known.
inline double values_per_iteration(std::string_view solver, double axes) {
    const double sweep = 3;                               // x and b in, x out
    const double coarser = axes > 2 ? 8.0 / 7 : 4.0 / 3;  // all grids together, the finest being 1
    const double cycle = 2 * sweep * coarser;             // one sweep down, one up
    const double conjugate = 2 + 3 + 3 + 3;               // q = A p; x += a p; r -= a q; p = r + b p
    if (solver == whorl::name(whorl::Pressure::red_black)) return sweep;
    if (solver == whorl::name(whorl::Pressure::conjugate_gradient)) return conjugate;
    if (solver == whorl::name(whorl::Pressure::multigrid)) return cycle;
    if (solver == whorl::name(whorl::Pressure::multigrid_cg)) return cycle + conjugate;
    return 0;
}

/// Values per cell for each stage of one step; `axes` is 2 in a plane and 3 in space.
//
//  stage     pass                            reads                     writes
//  advect    semi-Lagrangian                 axes                      axes
//            MacCormack: go, come back       axes + 2 axes             axes + axes
//  force     buoyancy                        quantities + 1            1
//  diffuse   each component of the velocity  1 + solve                 1
//  project   divergence, solve, gradient     axes + solve + axes + 1   1 + axes
//  carry     semi-Lagrangian, each quantity  1                         1         and the velocity: axes
//            MacCormack, each quantity       1 + 2                     1 + 1     and the velocity: 2 axes
//            its diffusion                   1 + solve                 1
struct Traffic {
    double axes;
    double quantities;           // carried
    bool maccormack;             // or else semi-Lagrangian
    double buoyant;              // quantities that lift or weigh
    double projections;          // per step
    double pressure_iterations;  // over all of them
    std::string_view pressure_solver;
    bool viscous;                 // the velocity and all quantities diffuse
    double diffusion_iterations;  // over all of these solves
    std::string_view diffusion_solver;

    double values(std::string_view stage) const {
        const double solves = axes + quantities;
        const double diffusion =
            viscous ? 2 + diffusion_iterations / solves * values_per_iteration(diffusion_solver, axes) : 0;
        if (stage == "advect") return maccormack ? 5 * axes : 2 * axes;
        if (stage == "force") return buoyant > 0 ? buoyant + 2 : 0;
        if (stage == "diffuse") return axes * diffusion;
        if (stage == "project")
            return projections * (3 * axes + 2) + pressure_iterations * values_per_iteration(pressure_solver, axes);
        if (stage == "carry")
            return maccormack ? 2 * axes + quantities * (5 + diffusion) : axes + quantities * (2 + diffusion);
        return 0;
    }
};

}  // namespace bench
