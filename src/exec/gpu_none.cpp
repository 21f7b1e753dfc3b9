// For builds without the device `cuda`.

#include "exec/gpu.hpp"

namespace whorl {

std::string gpu_name() { return {}; }
double gpu_copy_bandwidth() { return 0; }
double gpu_sweep_ms(int) { return 0; }

}  // namespace whorl
