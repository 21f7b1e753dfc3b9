#pragma once
// Which direct solvers there are to be tested.

#include <vector>

#include "exec/transforms.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// Those that go around no bodies, as far as this build and this dimension have them.
inline std::vector<Pressure> direct_pressures(int dimension) {
    std::vector<Pressure> all;
    if (has_fftw()) all.push_back(Pressure::fft);
    if (dimension == 2) all.push_back(Pressure::cyclic_reduction);
    return all;
}

}  // namespace whorl
