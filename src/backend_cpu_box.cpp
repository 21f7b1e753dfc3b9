#include "backend_cpu_stages.hpp"
#include "backend_world.hpp"
#include "poisson/make.hpp"

template std::unique_ptr<whorl::Engine> whorl::started<whorl::Cpu, 3>(const Settings&, Cpu);
template std::size_t whorl::counted<whorl::Cpu, 3>(const Settings&, Cpu);
template std::unique_ptr<whorl::Poisson<whorl::Cpu, 3>> whorl::make_poisson(Cpu&, Pressure, const Unknowns<3>&);

namespace whorl {

// For a device that leaves some of its work to the host, and for tests.
template class System<Cpu, 3>;
template class Hierarchy<Cpu, 3>;
template class Regions<Cpu, 3>;
template class SplitHierarchy<Cpu, 3>;
template class Exponential<Cpu, 3>;
WHORL_CPU_STAGES(, 3)
WHORL_CPU_TRANSPORT(, 3, 2)

}  // namespace whorl
