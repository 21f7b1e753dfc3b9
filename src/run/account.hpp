#pragma once
// What a run has to say about itself: run.json.

#include <string>
#include <vector>

#include "whorl/run.hpp"

namespace whorl {

/// Sums over the steps of a run. A checkpoint keeps them.
struct Account {
    std::vector<float> step_ms{};
    std::array<double, 5> stage_ms{};
    std::int64_t pressure_iterations = 0;
    std::int64_t missed = 0;  // steps whose pressure did not reach its tolerance
    double worst_residual = 0;

    void add(double ms, const Statistics& statistics);
    /// The time below which this share of the steps stayed.
    double quantile(double share) const;
};

std::string run_json(const Scene& scene, const Simulation& fluid, const Account& account, const RunResult& result);

/// 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

}  // namespace whorl
