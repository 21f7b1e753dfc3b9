// hypre's own best for this system: conjugate gradients preconditioned by one V-cycle of PFMG, its multigrid for
// structured grids that coarsens one axis at a time. Double precision. Of four mixes of smoother and coarse operator
// this took the least processor time, on one rank at 64 cubed.

#include <HYPRE_struct_ls.h>

#include "peer_program.hpp"

namespace {

using bench::PeerTask;

/// The box of this rank, and the stencil of the Laplacian that is symmetric: the cell and its upper neighbours.
struct System {
    HYPRE_StructGrid grid;
    HYPRE_StructStencil stencil;
    HYPRE_StructMatrix A;
    HYPRE_StructVector b, x;

    System(const PeerTask& task, PeerTask::Part part) {
        const int D = task.dimension;
        int last[3];
        for (int a = 0; a < 3; ++a) last[a] = part.hi[a] - 1;
        HYPRE_StructGridCreate(MPI_COMM_WORLD, D, &grid);
        HYPRE_StructGridSetExtents(grid, part.lo, last);
        HYPRE_StructGridAssemble(grid);

        HYPRE_StructStencilCreate(D, D + 1, &stencil);
        for (int entry = 0; entry <= D; ++entry) {
            int offset[3] = {0, 0, 0};
            if (entry > 0) offset[entry - 1] = 1;
            HYPRE_StructStencilSetElement(stencil, entry, offset);
        }

        HYPRE_StructMatrixCreate(MPI_COMM_WORLD, grid, stencil, &A);
        HYPRE_StructMatrixSetSymmetric(A, 1);
        HYPRE_StructMatrixInitialize(A);
        std::vector<double> values;
        values.reserve(part.cells() * static_cast<std::size_t>(D + 1));
        part.each([&](int i, int j, int k) {
            const int at[3] = {i, j, k};
            double own = 0;
            for (int a = 0; a < D; ++a) own += (at[a] > 0) + (at[a] < task.n - 1);
            values.push_back(own);
            for (int a = 0; a < D; ++a) values.push_back(at[a] < task.n - 1 ? -1 : 0);
        });
        int entries[4] = {0, 1, 2, 3};
        HYPRE_StructMatrixSetBoxValues(A, part.lo, last, D + 1, entries, values.data());
        HYPRE_StructMatrixAssemble(A);

        std::vector<double> rhs = task.right_hand_side(part);
        for (auto* v : {&b, &x}) {
            HYPRE_StructVectorCreate(MPI_COMM_WORLD, grid, v);
            HYPRE_StructVectorInitialize(*v);
        }
        HYPRE_StructVectorSetBoxValues(b, part.lo, last, rhs.data());
        HYPRE_StructVectorAssemble(b);
        HYPRE_StructVectorSetConstantValues(x, 0);
        HYPRE_StructVectorAssemble(x);
    }
    ~System() {
        HYPRE_StructVectorDestroy(x);
        HYPRE_StructVectorDestroy(b);
        HYPRE_StructMatrixDestroy(A);
        HYPRE_StructStencilDestroy(stencil);
        HYPRE_StructGridDestroy(grid);
    }
    System(const System&) = delete;
    System& operator=(const System&) = delete;
};

void run(const PeerTask& task, int rank, int ranks) {
    System system(task, task.part(rank, ranks));
    HYPRE_StructSolver cg, pfmg;
    HYPRE_StructPCGCreate(MPI_COMM_WORLD, &cg);
    HYPRE_StructPCGSetTwoNorm(cg, 1);
    HYPRE_StructPCGSetMaxIter(cg, 200);
    HYPRE_StructPFMGCreate(MPI_COMM_WORLD, &pfmg);
    HYPRE_StructPFMGSetMaxIter(pfmg, 1);
    HYPRE_StructPFMGSetTol(pfmg, 0);
    HYPRE_StructPFMGSetZeroGuess(pfmg);
    HYPRE_StructPFMGSetRelaxType(pfmg, 2);  // red-black, in mirrored order on the way up
    HYPRE_StructPFMGSetRAPType(pfmg, 1);    // coarse operators with as few neighbours as the fine one
    HYPRE_StructPFMGSetNumPreRelax(pfmg, 1);
    HYPRE_StructPFMGSetNumPostRelax(pfmg, 1);
    HYPRE_StructPFMGSetSkipRelax(pfmg, 1);  // not on grids that are coarser along some axes only
    HYPRE_StructPCGSetPrecond(cg, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, pfmg);
    bench::print_setup(rank,
                       bench::milliseconds_of_all([&] { HYPRE_StructPCGSetup(cg, system.A, system.b, system.x); }));

    const auto solve = [&](double tolerance) {
        HYPRE_StructVectorSetConstantValues(system.x, 0);
        HYPRE_StructPCGSetTol(cg, tolerance);
        return bench::milliseconds_of_all([&] { HYPRE_StructPCGSolve(cg, system.A, system.b, system.x); });
    };
    solve(0.1);  // touches all memory once
    for (const double tolerance : task.tolerances) {
        const double ms = solve(tolerance);
        HYPRE_Int iterations = 0;
        HYPRE_Real residual = 0;
        HYPRE_StructPCGGetNumIterations(cg, &iterations);
        HYPRE_StructPCGGetFinalRelativeResidualNorm(cg, &residual);
        bench::print_solve(rank, tolerance, ms, iterations, residual);
    }
    HYPRE_StructPCGDestroy(cg);
    HYPRE_StructPFMGDestroy(pfmg);
}

}  // namespace

int main(int count, char** words) try {
    MPI_Init(&count, &words);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    HYPRE_Init();
    run(PeerTask(count, words), rank, ranks);
    HYPRE_Finalize();
    MPI_Finalize();
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "whorl-bench-hypre: %s\n", e.what());
    return 1;
}
