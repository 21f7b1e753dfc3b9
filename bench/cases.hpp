#pragma once
// What is measured. In a plane: the stirred box of the 2003 paper, by its own splitting and advection, beside the
// paper's loops; the same by the classic solver; and smoke that rises. In space: hot smoke that rises past a ball, once
// beside Blender.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bandwidth.hpp"
#include "blender.hpp"

namespace bench {

struct Options {
    bool quick = false;
    int threads = 0;   // 0: all
    std::string only;  // part of a name; empty: every case
    std::string out;   // empty: out/bench.json, or out/pressure.csv
    bool pressure = false;
    bool gpu = false;
    double patience = 0;  // s, for one pressure solve; 0: 10, or 2 if quick
};

struct StageRow {
    std::string name;
    double ms = 0;
    double bandwidth_fraction = 0;
};

/// The paper's solver on the same case.
struct BaselineRow {
    double ms = 0;              // per step, loops as printed
    double unit_stride_ms = 0;  // per step, loops exchanged
    double divergence = 0;      // root mean square, 1/s
};

/// All times are medians.
struct Row {
    std::string name;
    long cells = 0;
    double ms = 0;              // per step, with what touches the fluid before it
    double copy_bandwidth = 0;  // GB/s
    double bandwidth_fraction = 0;
    double tolerance = 0;  // 0: a number of sweeps, whatever they leave
    int pressure_iterations = 0;
    std::string pressure_solver;
    double divergence = 0;  // root mean square, 1/s
    std::array<StageRow, 5> stages;
    std::optional<BaselineRow> baseline;
    std::optional<BlenderRun> blender;
};

struct Case {
    std::string name;
    Row (*run)(const Case&, const Options&, CopyBandwidth&);
    int cells_per_side;
    double tolerance = 0;  // of the pressure; 0: what leaves a hundredth of the paper's divergence
    bool needs_blender = false;
    bool direct = false;  // pressure and diffusion by `fft` instead of what `auto` takes
};

const std::vector<Case>& cases();

}  // namespace bench
