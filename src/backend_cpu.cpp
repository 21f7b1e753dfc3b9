// The CPU engine, for planes and boxes; each is instantiated in a file of its own, since they take a while to compile.

#include "exec/cpu.hpp"
#include "flow/world.hpp"

namespace whorl {

extern template class World<Cpu, 2>;
extern template class World<Cpu, 3>;

namespace {

template <int D> std::unique_ptr<Engine> started(const Settings& s) {
    auto world = std::make_unique<World<Cpu, D>>(s, Cpu(s.threads));
    world->start();
    return world;
}

template <int D> std::size_t counted(const Settings& s) {
    Cpu exec(1);
    exec.only_count_memory();
    return World<Cpu, D>(s, std::move(exec)).memory();
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Settings& s) { return s.size.size() == 2 ? started<2>(s) : started<3>(s); }
std::size_t engine_memory(const Settings& s) { return s.size.size() == 2 ? counted<2>(s) : counted<3>(s); }

}  // namespace whorl
