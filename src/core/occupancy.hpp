#pragma once
// How the threads of a kernel share a GPU: what they may have of it, and where they are.

namespace whorl {

/// Of how many blocks a multiprocessor should have room for: a kernel that asks for many gets few registers, so that many
/// threads wait for memory at once.
template <class Kernel> constexpr int blocks_at_once() {
    if constexpr (requires { Kernel::blocks_at_once; }) return Kernel::blocks_at_once;
    return 1;
}

/// Whether its threads are to be close to each other along all axes, so that they share what they load. Others are beside
/// each other along x, as far as they get: what is loaded and stored once streams through memory faster so.
template <class Kernel> constexpr bool compact() {
    if constexpr (requires { Kernel::compact; }) return Kernel::compact;
    return blocks_at_once<Kernel>() > 1;
}

/// Whether a few threads take a whole row of a box in space: where a kernel does so little that to find its cell is most of it.
template <class Kernel> constexpr bool by_rows(int dimension) {
    if constexpr (requires { Kernel::by_rows; }) return Kernel::by_rows && dimension == 3;
    return false;
}

}  // namespace whorl
