#pragma once
// Stages of a step, as the library has them. A test that made them anew would be about its own copy, compiled as tests are,
// which the linker would then put in the library's place in the whole program.

#include "backend_cpu_stages.hpp"

namespace whorl {

WHORL_CPU_STAGES(extern, 2)
WHORL_CPU_STAGES(extern, 3)
WHORL_CPU_TRANSPORT(extern, 3, 2)

}  // namespace whorl
