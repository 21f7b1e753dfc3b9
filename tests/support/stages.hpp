#pragma once
// Stages of a step, as the library has them (src/backend_cpu_plane.cpp, _box.cpp). A test that made them anew would be about
// its own copy, compiled as tests are, which the linker would then put in the library's place in the whole program.

#include "exec/cpu.hpp"
#include "flow/advect.hpp"
#include "flow/bodies.hpp"

namespace whorl {

extern template class Bodies<Cpu, 2>;
extern template class Bodies<Cpu, 3>;
extern template void trace(Cpu&, const Flow<2>&, const VectorField<2>&, double, Backtrace, VectorField<2>&, bool);
extern template void advect_velocity(Cpu&, const Flow<2>&, Scratch<2>&, VectorField<2>&, const VectorField<2>&, double,
                                     Advection, Backtrace, KnownPaths);
extern template void advect<centre>(Cpu&, const Flow<2>&, Scratch<2>&, Advection, const Rules<2>&, const Field&, Field&);
extern template void advect<0>(Cpu&, const Flow<2>&, Scratch<2>&, Advection, const Rules<2>&, const Field&, Field&);
extern template void advect<1>(Cpu&, const Flow<2>&, Scratch<2>&, Advection, const Rules<2>&, const Field&, Field&);
extern template void trace(Cpu&, const Flow<3>&, const VectorField<3>&, double, Backtrace, VectorField<3>&, bool);
extern template void advect_velocity(Cpu&, const Flow<3>&, Scratch<3>&, VectorField<3>&, const VectorField<3>&, double,
                                     Advection, Backtrace, KnownPaths);
extern template void advect<centre>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
extern template void advect<0>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
extern template void advect<1>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);
extern template void advect<2>(Cpu&, const Flow<3>&, Scratch<3>&, Advection, const Rules<3>&, const Field&, Field&);

}  // namespace whorl
