#include "classic.hpp"

#include <whorl/classic.hpp>

#include "spoon.hpp"
#include "stopwatch.hpp"

namespace bench {
namespace {

using whorl::classic::Solver;

/// Both keep their fields alike, so the classic solver works on the arrays of a Paper.
template <Solver solver>
void step(Paper& on, float dt) {
    const whorl::classic::Fluid<float, 2, whorl::classic::NoBodies, solver> fluid{{on.n, on.n}};
    fluid.vel_step({on.u.data(), on.v.data()}, {on.u_prev.data(), on.v_prev.data()}, on.viscosity, dt);
    fluid.dens_step(on.density.data(), on.density_prev.data(), {on.u.data(), on.v.data()}, on.diffusion, dt);
}

template <Solver solver>
Row run(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    const int rounds = options.quick ? 5 : 15;
    const float dt = static_cast<float>(stir_dt);
    Paper ours(c.cells_per_side, static_cast<float>(stir_viscosity), static_cast<float>(stir_viscosity));
    Paper exchanged = ours, printed = ours;
    std::vector<double> copy, our_ms, printed_ms, exchanged_ms, our_divergence, their_divergence;
    for (int round = 0; round < rounds; ++round) {
        for (Paper* box : {&ours, &exchanged, &printed}) fill_sources(*box, round);
        copy.push_back(bandwidth.measure());
        our_ms.push_back(milliseconds([&] { step<solver>(ours, dt); }));
        printed_ms.push_back(milliseconds([&] { printed.step(LoopOrder::as_printed, dt); }));
        exchanged_ms.push_back(milliseconds([&] { exchanged.step(LoopOrder::unit_stride, dt); }));
        our_divergence.push_back(ours.rms_divergence());
        their_divergence.push_back(exchanged.rms_divergence());
    }
    Row row;
    row.name = c.name;
    row.cells = static_cast<long>(c.cells_per_side) * c.cells_per_side;
    row.ms = median(our_ms);
    row.copy_bandwidth = median(copy);
    // Each of the 5 systems: 20 sweeps that read two fields and write one.
    const double bytes = 5 * 20 * 3 * 4.0 * static_cast<double>(row.cells);
    row.bandwidth_fraction = bytes / (row.ms / 1e3) / (row.copy_bandwidth * 1e9);
    row.pressure_solver = solver == Solver::red_black ? "red-black, one thread" : "gauss-seidel, one thread";
    row.pressure_iterations = 20;
    row.divergence = median(our_divergence);
    row.baseline = {median(printed_ms), median(exchanged_ms), median(their_divergence)};
    return row;
}

}  // namespace

Row run_classic(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    return run<Solver::gauss_seidel>(c, options, bandwidth);
}
Row run_classic_red_black(const Case& c, const Options& options, CopyBandwidth& bandwidth) {
    return run<Solver::red_black>(c, options, bandwidth);
}

}  // namespace bench
