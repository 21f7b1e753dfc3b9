#pragma once
// The pressure ladder: every solver on the same right-hand side, beside libraries that do the same, in one run.

#include <functional>
#include <string>
#include <vector>

#include "cases.hpp"

namespace bench {

/// One solver, one system, one tolerance. Times are medians.
struct PressureRow {
    int cells_per_side = 0;
    int dimension = 0;
    std::string scene;  // box: empty; ball: with one inside
    std::string solver;
    double tolerance = 0;  // relative residual that was asked for; 0: nothing is solved, as by transforms alone
    double ms = 0;
    int iterations = 0;
    double residual = 0;  // what was reached: in double precision for our own, by their own word for the peers
    int threads = 0;      // or ranks
    double setup_ms = 0;
    double bandwidth_fraction = 0;  // of a copy, for the bytes that an iteration must move; 0: not known

    /// A solver counts in float, the residual here in double: that much they may differ.
    bool reached() const { return residual <= 1.05 * tolerance; }
};

/// One system: the rows of all that was measured on it.
struct PressureTable {
    std::string name;
    long cells = 0;
    double copy_bandwidth = 0;  // GB/s
    int threads = 0;
    std::vector<PressureRow> rows;
    std::vector<std::string> notes;  // who was left out, and why
};

/// The tolerances of the ladder, and those of the curve of residual against time.
const std::vector<double>& ladder_tolerances();
const std::vector<double>& curve_tolerances();

/// `done` is told of each table as soon as it is whole: all of them take a while.
std::vector<PressureTable> measure_pressure(const Options& options,
                                            const std::function<void(const PressureTable&)>& done);

}  // namespace bench
