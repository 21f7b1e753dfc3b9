#include "backend_world.hpp"
#include "exec/cpu.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cpu, 2>(const Settings&, Cpu);
template std::size_t whorl::counted<whorl::Cpu, 2>(const Settings&, Cpu);
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 2>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<2>&);

// Parts that are also tested one by one (tests/support/stages.hpp, tests/unit/passes_test.cpp): those that run.
template class whorl::System<whorl::Cpu, 2>;
template class whorl::Hierarchy<whorl::Cpu, 2>;
template class whorl::Bodies<whorl::Cpu, 2>;
template void whorl::trace(Cpu&, const Flow<2>&, const VectorField<2>&, double, Backtrace, VectorField<2>&, bool);
template void whorl::advect_velocity(Cpu&, const Flow<2>&, Scratch<2>&, VectorField<2>&, const VectorField<2>&, double,
                                     Advection, Backtrace, KnownPaths);
template void whorl::advect<whorl::centre>(Cpu&, const Flow<2>&, Scratch<2>&, Advection, const Rules<2>&, const Field&, Field&);
template void whorl::advect<0>(Cpu&, const Flow<2>&, Scratch<2>&, Advection, const Rules<2>&, const Field&, Field&);
template void whorl::advect<1>(Cpu&, const Flow<2>&, Scratch<2>&, Advection, const Rules<2>&, const Field&, Field&);
