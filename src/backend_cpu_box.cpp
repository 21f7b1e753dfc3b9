#include "exec/cpu.hpp"
#include "flow/world.hpp"
#include "poisson/make.hpp"

template class whorl::World<whorl::Cpu, 3>;
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 3>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<3>&);
