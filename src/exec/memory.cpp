#include "exec/memory.hpp"

#include <cstdio>
#include <cstring>

namespace whorl {

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
