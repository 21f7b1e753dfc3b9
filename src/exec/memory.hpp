#pragma once

#include <cstddef>

namespace whorl {

/// Bytes of memory that the machine could still give; 0 if it does not say.
std::size_t available_memory();

}  // namespace whorl
