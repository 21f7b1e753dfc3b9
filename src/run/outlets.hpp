#pragma once
// Whether what flows in can flow out.

#include <string>

#include "whorl/whorl.hpp"

namespace whorl {

/// A sentence about the first part of the fluid that obstacles cut off from all open sides while more flows into it, now,
/// than out; nothing if there is none.
std::string shut_in(const Simulation& fluid);

}  // namespace whorl
