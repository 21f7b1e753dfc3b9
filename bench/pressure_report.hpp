#pragma once
// The pressure ladder for people, as tables, and for programs, as CSV.

#include <string>
#include <vector>

#include "pressure.hpp"

namespace bench {

void print_pressure(const PressureTable& table);

/// How the default compares with the peers of the same run, and whether its cost per cell stays the same.
void print_ratios(const std::vector<PressureTable>& tables);

/// All rows into `file`, and those of the curve of residual against time into residuals.csv beside it. A row whose
/// residual is above its tolerance tells how far the solver got in the time it was given.
void write_csv(const std::vector<PressureTable>& tables, const std::string& file);

}  // namespace bench
