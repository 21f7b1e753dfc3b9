// Compiles the solvers, which takes long, apart from what measures them, which is often changed.

#include "exec/cpu.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Poisson<whorl::Cpu, 2>> whorl::make_poisson(whorl::Cpu&, whorl::Pressure,
                                                                            const whorl::Unknowns<2>&);
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 3>> whorl::make_poisson(whorl::Cpu&, whorl::Pressure,
                                                                            const whorl::Unknowns<3>&);
