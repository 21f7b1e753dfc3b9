#include "exec/memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <whorl/memory.hpp>

namespace whorl {

static Allocator current;

void set_allocator(const Allocator& allocator) { current = allocator; }

void* take_memory(std::size_t bytes, std::size_t alignment) {
    return current.allocate ? current.allocate(bytes, alignment, current.user) : std::aligned_alloc(alignment, bytes);
}
void give_memory_back(void* memory) {
    if (!memory) return;
    if (current.release)
        current.release(memory, current.user);
    else
        std::free(memory);
}

std::size_t available_memory() {
    std::size_t kilobytes = 0;
    if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
        char line[256];
        while (std::fgets(line, sizeof line, file))
            if (std::sscanf(line, "MemAvailable: %zu", &kilobytes) == 1) break;
        std::fclose(file);
    }
    return kilobytes * 1024;
}

}  // namespace whorl
