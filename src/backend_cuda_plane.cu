#include "exec/cuda_fourier.hpp"
#include "flow/world.hpp"
#include "poisson/make.hpp"

template class whorl::World<whorl::Cuda, 2>;
