#include "backend_cpu_stages.hpp"
#include "backend_world.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cpu, 3>(const Settings&, Cpu);
template std::size_t whorl::counted<whorl::Cpu, 3>(const Settings&, Cpu);
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 3>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<3>&);

namespace whorl {

WHORL_SOLVERS_OF_HOST(, 3)
template class Hierarchy<Cpu, 3>;  // in tests
WHORL_CPU_STAGES(, 3)
WHORL_CPU_TRANSPORT(, 3, 2)

}  // namespace whorl
