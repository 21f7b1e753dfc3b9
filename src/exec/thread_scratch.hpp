#pragma once

#include <cstddef>

namespace whorl {

/// Room for `count` numbers, on cache lines, that belongs to the thread that asks, until it asks again. A thread takes
/// the memory when it first needs as much.
float* thread_scratch(std::size_t count);

}  // namespace whorl
