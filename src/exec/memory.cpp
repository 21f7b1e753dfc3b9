#include "exec/memory.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif
#include <whorl/memory.hpp>

namespace whorl {

static Allocator current;

void set_allocator(const Allocator& allocator) { current = allocator; }

/// Sampling looks at many places at once: with large pages the processor knows where they all are.
static void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t page = 1 << 21;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (begin + page - 1) / page * page, end = (begin + bytes) / page * page;
    if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);  // a wish: it may fail
#endif
}

void* take_memory(std::size_t bytes, std::size_t alignment) {
    if (current.allocate) return current.allocate(bytes, alignment, current.user);
    void* const memory = std::aligned_alloc(alignment, bytes);
    if (memory) ask_for_large_pages(memory, bytes);
    return memory;
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
