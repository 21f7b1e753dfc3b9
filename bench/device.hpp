#pragma once
// How fast a GPU steps: whole steps of the scenes that are asked for, each stage beside the bytes that it must move.

#include <string>

namespace bench {

/// Prints the table, with sweeps of the smoother by themselves, and writes it as CSV, by default under the name of the GPU: to
/// bench/results, or to out where it is not whole; `only` as for the other cases. Returns whether all could be run.
bool measure_device(const std::string& only, const std::string& csv);

}  // namespace bench
