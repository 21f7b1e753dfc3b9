// PETSc's geometric multigrid for cell-centred grids: conjugate gradients preconditioned by one V-cycle over a
// hierarchy of DMDA grids, each with its own discrete Laplacian, piecewise constant transfer, Chebyshev with SOR as the
// smoother. Double precision. Options of PETSc may follow the arguments, to try others.

#include <petscdm.h>
#include <petscdmda.h>
#include <petscksp.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "peer_program.hpp"

namespace {

using bench::PeerTask;

void check(PetscErrorCode error) {
    if (error != 0) throw std::runtime_error("PETSc failed with code " + std::to_string(error));
}

/// The Laplacian of a closed box on the grid of the solver, fine or coarse: fluxes through faces, so that the sum of
/// the fine cells in a coarse one is the equation of that.
PetscErrorCode fill_matrix(KSP ksp, Mat, Mat A, void* context) {
    const auto& task = *static_cast<const PeerTask*>(context);
    DM grid;
    DMDALocalInfo info;
    check(KSPGetDM(ksp, &grid));
    check(DMDAGetLocalInfo(grid, &info));
    const int D = task.dimension;
    const PetscInt n[3] = {info.mx, info.my, info.mz};
    const double weight = std::pow(static_cast<double>(task.n) / static_cast<double>(info.mx), D - 2);
    for (PetscInt k = info.zs; k < info.zs + info.zm; ++k)
        for (PetscInt j = info.ys; j < info.ys + info.ym; ++j)
            for (PetscInt i = info.xs; i < info.xs + info.xm; ++i) {
                const PetscInt at[3] = {i, j, k};
                MatStencil row{}, columns[7];
                row.i = i, row.j = j, row.k = k;
                double values[7];
                PetscInt count = 1;
                columns[0] = row;
                values[0] = 0;
                for (int a = 0; a < D; ++a)
                    for (const PetscInt direction : {-1, 1}) {
                        const PetscInt there = at[a] + direction;
                        if (there < 0 || there >= n[a]) continue;
                        columns[count] = row;
                        (a == 0 ? columns[count].i : a == 1 ? columns[count].j : columns[count].k) = there;
                        values[count++] = -weight;
                        values[0] += weight;
                    }
                check(MatSetValuesStencil(A, 1, &row, count, columns, values, INSERT_VALUES));
            }
    check(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    MatNullSpace constant;
    check(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_TRUE, 0, nullptr, &constant));
    check(MatSetNullSpace(A, constant));
    check(MatNullSpaceDestroy(&constant));
    return 0;
}

DM make_grid(const PeerTask& task, int ranks) {
    const DMBoundaryType none = DM_BOUNDARY_NONE;
    DM grid;
    if (task.dimension == 3)
        check(DMDACreate3d(PETSC_COMM_WORLD, none, none, none, DMDA_STENCIL_STAR, task.n, task.n, task.n, 1, 1, ranks,
                           1, 1, nullptr, nullptr, nullptr, &grid));
    else
        check(DMDACreate2d(PETSC_COMM_WORLD, none, none, DMDA_STENCIL_STAR, task.n, task.n, 1, ranks, 1, 1, nullptr,
                           nullptr, &grid));
    check(DMDASetInterpolationType(grid, DMDA_Q0));
    check(DMSetUp(grid));
    return grid;
}

void run(PeerTask& task, int rank, int ranks) {
    DM grid = make_grid(task, ranks);
    Vec b, x;
    check(DMCreateGlobalVector(grid, &b));
    check(VecDuplicate(b, &x));
    const std::vector<double> rhs = task.right_hand_side(task.part(rank, ranks));
    PetscScalar* values;
    check(VecGetArray(b, &values));
    std::copy(rhs.begin(), rhs.end(), values);  // one slab a rank: a vector is in the order of the cells
    check(VecRestoreArray(b, &values));

    int levels = 1;
    while ((task.n >> levels) >= 4 && task.n % (1 << levels) == 0) ++levels;
    KSP ksp;
    PC pc;
    check(KSPCreate(PETSC_COMM_WORLD, &ksp));
    check(KSPSetDM(ksp, grid));
    check(KSPSetComputeOperators(ksp, fill_matrix, &task));
    check(KSPSetType(ksp, KSPCG));
    check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCMG));
    check(PCMGSetLevels(pc, levels, nullptr));
    check(PCMGSetGalerkin(pc, PC_MG_GALERKIN_NONE));
    // What was given on the command line prevails.
    for (const auto& [option, value] :
         {std::pair{"-mg_levels_ksp_type", "richardson"}, std::pair{"-mg_levels_ksp_max_it", "1"},
          std::pair{"-mg_coarse_pc_type", "svd"}}) {
        PetscBool given = PETSC_FALSE;
        check(PetscOptionsHasName(nullptr, nullptr, option, &given));
        if (!given) check(PetscOptionsSetValue(nullptr, option, value));
    }
    check(KSPSetFromOptions(ksp));
    bench::print_setup(rank, bench::milliseconds_of_all([&] {
                           check(KSPSetUp(ksp));
                           check(KSPSetUpOnBlocks(ksp));
                       }));

    const auto solve = [&](double tolerance) {
        check(KSPSetTolerances(ksp, tolerance, 0, PETSC_DEFAULT, 200));
        return bench::milliseconds_of_all([&] { check(KSPSolve(ksp, b, x)); });
    };
    double norm = 0;
    check(VecNorm(b, NORM_2, &norm));
    solve(0.1);  // touches all memory once
    for (const double tolerance : task.tolerances) {
        const double ms = solve(tolerance);
        PetscInt iterations = 0;
        PetscReal residual = 0;
        check(KSPGetIterationNumber(ksp, &iterations));
        check(KSPGetResidualNorm(ksp, &residual));
        bench::print_solve(rank, tolerance, ms, iterations, residual / norm);
    }
    check(KSPDestroy(&ksp));
    check(VecDestroy(&x));
    check(VecDestroy(&b));
    check(DMDestroy(&grid));
}

}  // namespace

int main(int count, char** words) try {
    // The arguments end where options of PETSc begin.
    int own = 1;
    while (own < count && words[own][0] != '-') ++own;
    PeerTask task(own, words);
    check(PetscInitialize(&count, &words, nullptr, nullptr));
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    run(task, rank, ranks);
    check(PetscFinalize());
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "whorl-bench-petsc: %s\n", e.what());
    return 1;
}
