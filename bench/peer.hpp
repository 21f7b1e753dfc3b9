#pragma once
// Libraries that solve the same systems on several MPI ranks. Each is a program of its own beside this one, so that MPI
// enters nothing of Whorl; it makes the same right-hand side and prints what it measured.

#include <string>
#include <vector>

namespace bench {

struct PeerSolve {
    double tolerance = 0;
    double ms = 0;
    int iterations = 0;
    double residual = 0;  // as the library itself counts it
};

struct PeerRun {
    double setup_ms = 0;
    std::vector<PeerSolve> solves;
};

class Peer {
  public:
    /// `library` is the end of the program's name: whorl-bench-LIBRARY.
    Peer(std::string library, std::string package, int ranks);

    const std::string& name() const { return name_; }  // the library and its ranks
    int ranks() const { return ranks_; }
    bool there() const { return missing_.empty(); }
    const std::string& missing() const { return missing_; }  // what is, and how to get it

    /// Sets up afresh and solves once to each tolerance, in an empty box. Throws if the program fails.
    PeerRun run(int dimension, int cells_per_side, const std::vector<double>& tolerances) const;

  private:
    std::string program_, name_, missing_;
    int ranks_;
};

}  // namespace bench
