#include "backend_world.hpp"
#include "exec/cuda.hpp"
#include "exec/gpu.hpp"
#include "poisson/make.hpp"
#include "poisson/sweep_time.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cuda, 3>(const Settings&, Cuda);
template std::size_t whorl::counted<whorl::Cuda, 3>(const Settings&, Cuda);

double whorl::gpu_sweep_ms(int cells) {  // here, where the kernels of sweeps are
    Cuda on;
    return sweep_ms(on, cells);
}
