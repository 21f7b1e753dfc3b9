#pragma once
// What the programs of the peers share: their arguments, their right-hand side, and what they print.
//
//     whorl-bench-LIBRARY DIMENSION CELLS-PER-SIDE TOLERANCE...

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "noise.hpp"

namespace bench {

struct PeerTask {
    int dimension = 3;
    int n = 128;  // cells per side
    std::vector<double> tolerances;

    PeerTask(int count, char** words) {
        if (count < 4) throw std::invalid_argument("give a dimension, the cells per side and tolerances");
        dimension = std::atoi(words[1]);
        n = std::atoi(words[2]);
        if (dimension < 2 || dimension > 3 || n < 8) throw std::invalid_argument("no such box");
        for (int i = 3; i < count; ++i) tolerances.push_back(std::atof(words[i]));
    }

    /// The cells lo <= i < hi of this rank, x fastest. Ranks share out the last axis.
    struct Part {
        int lo[3] = {0, 0, 0}, hi[3] = {1, 1, 1};
        std::size_t cells() const {
            std::size_t count = 1;
            for (int a = 0; a < 3; ++a) count *= static_cast<std::size_t>(hi[a] - lo[a]);
            return count;
        }
        template <class Visit>
        void each(const Visit& visit) const {
            for (int k = lo[2]; k < hi[2]; ++k)
                for (int j = lo[1]; j < hi[1]; ++j)
                    for (int i = lo[0]; i < hi[0]; ++i) visit(i, j, k);
        }
    };
    Part part(int rank, int ranks) const {
        Part p;
        for (int a = 0; a < dimension; ++a) p.hi[a] = n;
        p.lo[dimension - 1] = n * rank / ranks;
        p.hi[dimension - 1] = n * (rank + 1) / ranks;
        return p;
    }

    /// White noise of zero mean.
    std::vector<double> right_hand_side(const Part& part) const {
        std::vector<double> b;
        b.reserve(part.cells());
        double sum = 0;
        part.each([&](int i, int j, int k) {
            b.push_back(noise((std::int64_t{k} * n + j) * n + i));
            sum += b.back();
        });
        double total = 0, all = 1;
        MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (int a = 0; a < dimension; ++a) all *= n;
        for (double& value : b) value -= total / all;
        return b;
    }
};

/// By the clock of the slowest rank.
template <class Work>
double milliseconds_of_all(const Work& work) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    work();
    MPI_Barrier(MPI_COMM_WORLD);
    return 1e3 * (MPI_Wtime() - start);
}

inline void print_setup(int rank, double ms) {
    if (rank == 0) std::printf("setup %.3f\n", ms);
}
inline void print_solve(int rank, double tolerance, double ms, int iterations, double residual) {
    if (rank == 0) std::printf("solve %g %.3f %d %.4g\n", tolerance, ms, iterations, residual);
}

}  // namespace bench
