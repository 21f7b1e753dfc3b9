// The engine on an NVIDIA GPU.

#include "backend.hpp"
#include "exec/cuda.hpp"

namespace whorl {

Backend cuda_backend() {
    return {[](const Settings& s) { return started(s, Cuda()); }, [](const Settings& s) { return counted(s, Cuda()); },
            &Cuda::free_memory};
}

}  // namespace whorl
