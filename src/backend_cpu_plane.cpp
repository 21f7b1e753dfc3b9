#include "backend_cpu_stages.hpp"
#include "backend_world.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cpu, 2>(const Settings&, Cpu);
template std::size_t whorl::counted<whorl::Cpu, 2>(const Settings&, Cpu);
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 2>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<2>&);

namespace whorl {

WHORL_SOLVERS_OF_HOST(, 2)
template class Hierarchy<Cpu, 2>;  // in tests
WHORL_CPU_STAGES(, 2)

}  // namespace whorl
