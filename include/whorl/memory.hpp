#pragma once
// Whorl: where the memory of fields comes from.

#include <cstddef>

namespace whorl {

/// Gives `bytes` at a multiple of `alignment`, or null; takes back what it gave. Any thread may call them.
struct Allocator {
    void* (*allocate)(std::size_t bytes, std::size_t alignment, void* user) = nullptr;
    void (*release)(void* memory, void* user) = nullptr;
    void* user = nullptr;
};

/// From now on; a default one is the C library. Only while there is no Simulation: each block goes back to where blocks
/// come from then. Where `allocate` gives null, the constructor of Simulation throws std::bad_alloc.
void set_allocator(const Allocator& allocator);

}  // namespace whorl
