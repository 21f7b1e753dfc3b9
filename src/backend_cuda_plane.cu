#include "exec/cuda.hpp"
#include "flow/world.hpp"
#include "poisson/make.hpp"

template class whorl::World<whorl::Cuda, 2>;
