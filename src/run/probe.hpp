#pragma once
// Numbers that a run records, as CSV.

#include <string>
#include <vector>

#include "whorl/scene.hpp"

namespace whorl {

/// The rows that one probe has taken so far.
class ProbeTable {
  public:
    ProbeTable(const Probe& probe, const Simulation& fluid);
    /// Takes one row of totals, or one row per place of a line.
    void record(const Simulation& fluid);
    /// Header with units, then all rows.
    std::string csv() const { return header_ + rows_; }

    // What a checkpoint keeps.
    const std::string& rows() const { return rows_; }
    void set_rows(std::string rows) { rows_ = std::move(rows); }

  private:
    Probe probe_;
    std::string header_, rows_;
};

}  // namespace whorl
