#pragma once
// The baseline: the solver of J. Stam, "Real-Time Fluid Dynamics for Games" (2003), as plain as the paper has it. A
// unit square of n x n cells, everything at cell centres, one layer of border cells, one thread, every linear system
// relaxed by 20 Gauss-Seidel sweeps, whatever that leaves.

#include <vector>

namespace bench {

/// The paper runs the index that is slow in memory in its inner loop. Both orders compute the same bits.
enum class LoopOrder { as_printed, unit_stride };

struct Paper {
    Paper(int cells, float kinematic_viscosity, float smoke_diffusion);

    /// Velocity, then density. Reads the forces (m/s2) and the source (1/s) from the arrays `..._prev`, and uses these
    /// up as scratch memory: fill all of them before each step.
    void step(LoopOrder order, float dt);

    int at(int i, int j) const { return i + (n + 2) * j; }  // cells are 1 to n along each axis
    double rms_divergence() const;                          // 1/s, by the central differences that it projects with

    int n;
    float viscosity, diffusion;  // m2/s
    std::vector<float> u, v, density;
    std::vector<float> u_prev, v_prev, density_prev;
};

}  // namespace bench
