#pragma once
// Stages of a step that are also tested one by one. backend_cpu_plane.cpp and _box.cpp make them, as part of all they make;
// a test declares them (tests/support/stages.hpp) and so is about those, and need not compile them once more.

#include "exec/cpu.hpp"
#include "flow/advect.hpp"
#include "flow/bodies.hpp"
#include "flow/project.hpp"

// What carries values of one kind along.
#define WHORL_CPU_TRANSPORT(DECLARED, D, Kind)                                                                                \
    DECLARED template void advect<Kind>(Cpu&, const Flow<D>&, Scratch<D>&, Advection, const Rules<D>&, const Field&, Field&); \
    DECLARED template void sample(const Journey<Cpu, D, Kind>&, const Paths<D, Kind>&, const SampleLinear<D, Kind>&);         \
    DECLARED template void sample(const Journey<Cpu, D, Kind>&, const Paths<D, Kind>&, const SampleLimited<D, Kind>&);        \
    DECLARED template void sample(const Journey<Cpu, D, Kind>&, const Paths<D, Kind>&, const SampleCubic<D, Kind>&);

#define WHORL_CPU_STAGES(DECLARED, D)                                                                                         \
    DECLARED template class Bodies<Cpu, D>;                                                                                   \
    DECLARED template void fill_ghosts(Cpu&, const Grid<D>&, Field&, int, const Rules<D>&, const Array<bool, D>&,             \
                                       const Field*);                                                                         \
    DECLARED template void fill_velocity_ghosts(Cpu&, const Flow<D>&, VectorField<D>&);                                       \
    DECLARED template void hold_faces(Cpu&, const Flow<D>&, VectorField<D>&);                                                 \
    DECLARED template Sums write_divergence(Cpu&, const Flow<D>&, const VectorField<D>&, const Vec<D>&, Field&);              \
    DECLARED template void trace(Cpu&, const Flow<D>&, const VectorField<D>&, double, Backtrace, VectorField<D>&, bool);      \
    DECLARED template void advect_velocity(Cpu&, const Flow<D>&, Scratch<D>&, VectorField<D>&, const VectorField<D>&, double, \
                                           Advection, Backtrace, KnownPaths, bool);                                           \
    WHORL_CPU_TRANSPORT(DECLARED, D, centre)                                                                                  \
    WHORL_CPU_TRANSPORT(DECLARED, D, 0)                                                                                       \
    WHORL_CPU_TRANSPORT(DECLARED, D, 1)
