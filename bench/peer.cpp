#include "peer.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

std::filesystem::path beside_this_program(const std::string& name) {
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    return self.parent_path() / name;
}

bool on_path(const std::string& name) {
    std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (::access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) return true;
    return false;
}

/// What a command of the shell prints; throws if it fails.
std::string output_of(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot start " + command);
    std::string text;
    char part[4096];
    while (const std::size_t size = std::fread(part, 1, sizeof part, pipe)) text.append(part, size);
    if (::pclose(pipe) != 0) throw std::runtime_error("this failed: " + command);
    return text;
}

}  // namespace

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
