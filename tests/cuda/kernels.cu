// Every kernel, compiled for a GPU. A kernel that is missing here is compiled for the CPU only: add it.

#include "flow/advect.hpp"
#include "kernels/diffusion.hpp"
#include "kernels/forces.hpp"
#include "kernels/projection.hpp"
#include "kernels/bodies.hpp"
#include "poisson/conjugate_gradient.hpp"
#include "poisson/multigrid.hpp"
#include "poisson/multigrid_cg.hpp"
#include "poisson/red_black.hpp"

namespace whorl {

/// One thread per cell; what a kernel returns to be summed goes to `results`.
template <class Kernel, int D>
__global__ void run(Kernel kernel, Box<D> box, float* results) {
    Index<D> i = box.lo;
    i[0] += static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if constexpr (D > 1) i[1] += static_cast<int>(blockIdx.y);
    if constexpr (D > 2) i[2] += static_cast<int>(blockIdx.z);
    if (i[0] >= box.hi[0]) return;
    const Cell<D> cell = box.cell(i);
    if constexpr (requires { results[0] = kernel(cell); }) {
        results[cell] = kernel(cell);
    } else {
        kernel(cell);
    }
}

/// What has an address that somebody else could read must be compiled.
const void* address;

template <int D, class... Kernels>
void compile() {
    ((address = reinterpret_cast<const void*>(&run<Kernels, D>)), ...);
}

/// For values of every kind: at cell centres, and on the faces across each axis.
template <int D, int Kind = centre>
void advection() {
    compile<D, Sampling<D, Kind, SampleLinear<D, Kind>>, Sampling<D, Kind, SampleWithRange<D, Kind>>,
            Sampling<D, Kind, MacCormackCorrect<D, Kind>>, Sampling<D, Kind, Compensate<D, Kind>>,
            Sampling<D, Kind, SampleLimited<D, Kind>>, Sampling<D, Kind, SampleCubic<D, Kind>>,
            Sampling<D, Kind, SampleUnlimitedCubic<D, Kind>>>();
    if constexpr (Kind + 1 < D) advection<D, Kind + 1>();
}

/// For each axis.
template <int D, int A = 0>
void axes() {
    compile<D, FaceOpenness<D, A>, CoarseWeight<D, A>>();
    if constexpr (A + 1 < D) axes<D, A + 1>();
}

template <int D, class Coupling>
void diffusion() {
    compile<D, DiffusionSource<D, Coupling>, AddChange<D, Coupling>>();
}

template <int D, class Bodies>
void projection() {
    using Gradient = SubtractGradient<D, Bodies>;
    compile<D, Divergence<D, Bodies>, DivergenceOfRest<D, Bodies>, Gradient, SubtractBothGradients<D, Bodies>>();
    compile<D, OnFaces<D, 0, Gradient>>();
}

template <int D>
void flow() {
    compile<D, Trace<D, 1>, Trace<D, 2>, Trace<D, 3>, Extrapolate<D>>();
    advection<D>();
    compile<D, FillGhosts<D>, FillEnds<D>, JoinSeam<D>, Splat<D>, FluidCells<D>, FillBodies<D>>();
    compile<D, Buoyancy<D>, Curl<D>, Confinement<D>, AddCentredForce<D>, Decay<D>>();
    diffusion<D, Conductances<D>>(), diffusion<D, EvenConductances<D>>();
    compile<D, Fill<D>, Scale<D>, Separate<D>, CountWhere<D>, SumWhere<D>, ShiftWhere<D>>();
    projection<D, BodyFaces<D>>(), projection<D, FreeFaces>();
    compile<D, InnerRows<D, Divergence<D, BodyFaces<D>>, Divergence<D, FreeFaces>>>();
    compile<D, HoldFaces<D>, Add<D>, Reflect<D>, HasOpenFace<D>, Size<D>, CellEnergy<D>, InFluid<D>>();
}

template <int D, bool varies>
void levels() {
    compile<D, InverseDiagonal<D, varies>, Relax<D, varies>, CoarseOwn<D, varies>, Restrict<D, varies>>();
}

template <int D>
void poisson() {
    compile<D, Close<D>, Leak<D>, Residual<D>, Apply<D>, Advance<D>, Product<D>, Read<D>, Zero<D>>();
    compile<D, Load<D>, Shift<D>, IsUnknown<D>, Stiff<D>>();
    compile<D, JacobiDirection<D>, JacobiAdvance<D>, Scaled<D>, ScaledSquare<D>, ScaledMagnitude<D>>();
    compile<D, Direction<D>, RelaxFromZero<D>, Prolong<D>>();
    levels<D, false>();
    levels<D, true>();
}

void everything() {
    flow<2>(), flow<3>();
    poisson<2>(), poisson<3>();
    axes<2>(), axes<3>();
    compile<1, FillLean>();
}

}  // namespace whorl
