#pragma once
// What backend.hpp only names, for the files that instantiate it.

#include "backend.hpp"
#include "flow/world.hpp"

namespace whorl {

template <class Exec, int D> std::unique_ptr<Engine> started(const Settings& s, Exec exec) {
    auto world = std::make_unique<World<Exec, D>>(s, std::move(exec));
    world->start();
    return world;
}

template <class Exec, int D> std::size_t counted(const Settings& s, Exec exec) {
    exec.only_count_memory();
    return World<Exec, D>(s, std::move(exec)).memory();
}

}  // namespace whorl
