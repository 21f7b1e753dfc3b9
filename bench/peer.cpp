#include "peer.hpp"

#include <unistd.h>

#include <sstream>
#include <stdexcept>

#include "programs.hpp"

namespace bench {

Peer::Peer(std::string library, std::string package, int ranks)
    : program_(beside_this_program("whorl-bench-" + library)), ranks_(ranks) {
    if (::access(program_.c_str(), X_OK) != 0)
        missing_ = library + " is left out: this was built without " + package + "; install it and build again";
    if (ranks_ > 1 && !on_path("mpirun")) ranks_ = 1;
    name_ = library + ", " + std::to_string(ranks_) + (ranks_ > 1 ? " ranks" : " rank");
}

PeerRun Peer::run(int dimension, int cells_per_side, const std::vector<double>& tolerances) const {
    // Open MPI refuses root, and more ranks than cores, unless told; it ties ranks to cores that others may be using;
    // and a rank that waits keeps its core busy: on a machine with other work that can make it a hundred times slower.
    std::ostringstream command;
    if (ranks_ > 1)
        command << "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
                   "OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 mpirun -np "
                << ranks_ << ' ';
    command << "'" << program_ << "' " << dimension << ' ' << cells_per_side;
    for (const double tolerance : tolerances) command << ' ' << tolerance;

    PeerRun run;
    std::istringstream lines(output_of(command.str()));
    std::string what;
    while (lines >> what)
        if (what == "setup") {
            lines >> run.setup_ms;
        } else if (what == "solve") {
            PeerSolve s;
            lines >> s.tolerance >> s.ms >> s.iterations >> s.residual;
            run.solves.push_back(s);
        } else {
            throw std::runtime_error("cannot read what this printed: " + command.str());
        }
    if (run.solves.size() != tolerances.size()) throw std::runtime_error("too few results of " + command.str());
    return run;
}

}  // namespace bench
