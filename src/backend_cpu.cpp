// The CPU engine, for planes and boxes; each is instantiated in a file of its own, since they take a while to compile.

#include "backend.hpp"
#include "exec/cpu.hpp"
#include "exec/memory.hpp"

namespace whorl {

Backend cpu_backend() {
    return {[](const Settings& s) { return started(s, Cpu(s.threads)); }, [](const Settings& s) { return counted(s, Cpu(1)); },
            &available_memory};
}

}  // namespace whorl
