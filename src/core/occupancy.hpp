#pragma once
// How many registers of a GPU a kernel may have.

namespace whorl {

/// Of how many blocks a multiprocessor should have room for: a kernel that asks for many gets few registers, so that many
/// threads wait for memory at once.
template <class Kernel> constexpr int blocks_at_once() {
    if constexpr (requires { Kernel::blocks_at_once; }) return Kernel::blocks_at_once;
    return 1;
}

}  // namespace whorl
