#include "backend_world.hpp"
#include "exec/cpu.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cpu, 3>(const Settings&, Cpu);
template std::size_t whorl::counted<whorl::Cpu, 3>(const Settings&, Cpu);
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 3>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<3>&);

// Parts that are also tested one by one (tests/support/stages.hpp, tests/unit/passes_test.cpp): those that run.
template class whorl::System<whorl::Cpu, 3>;
template class whorl::Hierarchy<whorl::Cpu, 3>;
template class whorl::Bodies<whorl::Cpu, 3>;
template void whorl::trace(Cpu&, const Flow<3>&, const VectorField<3>&, double, Backtrace, VectorField<3>&, bool);
template void whorl::advect_velocity(Cpu&, const Flow<3>&, Scratch<3>&, VectorField<3>&, const VectorField<3>&, double,
                                     Advection, Backtrace, KnownPaths);
template void whorl::advect<whorl::centre>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
template void whorl::advect<0>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
template void whorl::advect<1>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
template void whorl::advect<2>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
