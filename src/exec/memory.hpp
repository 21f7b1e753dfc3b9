#pragma once

#include <cstddef>

namespace whorl {

/// Bytes of memory that the machine could still give; 0 if it does not say.
std::size_t available_memory();

/// From the allocator of <whorl/memory.hpp>. Null if it has none.
void* take_memory(std::size_t bytes, std::size_t alignment);
void give_memory_back(void* memory);

}  // namespace whorl
