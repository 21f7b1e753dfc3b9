#pragma once
// From settings to an engine, for any executor. Worlds take a while to compile: the files backend_*_plane and _box do it,
// each for one executor and one dimension, and those who only start them need nothing but these names.

#include "engine.hpp"

namespace whorl {

/// A world, ready for its first step.
template <class Exec, int D> std::unique_ptr<Engine> started(const Settings&, Exec);
/// Bytes that it would take.
template <class Exec, int D> std::size_t counted(const Settings&, Exec);

template <class Exec> std::unique_ptr<Engine> started(const Settings& s, Exec exec) {
    return s.size.size() == 2 ? started<Exec, 2>(s, std::move(exec)) : started<Exec, 3>(s, std::move(exec));
}
template <class Exec> std::size_t counted(const Settings& s, Exec exec) {
    return s.size.size() == 2 ? counted<Exec, 2>(s, std::move(exec)) : counted<Exec, 3>(s, std::move(exec));
}

}  // namespace whorl
