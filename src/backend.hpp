#pragma once
// From settings to an engine, for any executor.

#include "flow/world.hpp"

namespace whorl {

template <class Exec, int D> std::unique_ptr<Engine> started(const Settings& s, Exec exec) {
    auto world = std::make_unique<World<Exec, D>>(s, std::move(exec));
    world->start();
    return world;
}
template <class Exec> std::unique_ptr<Engine> started(const Settings& s, Exec exec) {
    return s.size.size() == 2 ? started<Exec, 2>(s, std::move(exec)) : started<Exec, 3>(s, std::move(exec));
}

template <class Exec> std::size_t counted(const Settings& s, Exec exec) {
    exec.only_count_memory();
    return s.size.size() == 2 ? World<Exec, 2>(s, std::move(exec)).memory() : World<Exec, 3>(s, std::move(exec)).memory();
}

}  // namespace whorl
