#include "exec/cpu.hpp"
#include "flow/world.hpp"
#include "poisson/make.hpp"

template class whorl::World<whorl::Cpu, 2>;
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 2>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<2>&);
