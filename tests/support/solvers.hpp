#pragma once
// Which direct solvers there are to be tested.

#include <vector>

#include "whorl/whorl.hpp"

namespace whorl {

/// Those that go around no bodies, as far as this dimension has them.
inline std::vector<Pressure> direct_pressures(int dimension) {
    std::vector<Pressure> all{Pressure::fft};
    if (dimension == 2) all.push_back(Pressure::cyclic_reduction);
    return all;
}

}  // namespace whorl
