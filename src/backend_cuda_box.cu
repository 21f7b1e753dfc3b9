#include "backend_world.hpp"
#include "exec/cuda.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cuda, 3>(const Settings&, Cuda);
template std::size_t whorl::counted<whorl::Cuda, 3>(const Settings&, Cuda);
