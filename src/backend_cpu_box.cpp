#include "exec/cpu.hpp"
#include "flow/world.hpp"
#include "poisson/make.hpp"

template class whorl::World<whorl::Cpu, 3>;
