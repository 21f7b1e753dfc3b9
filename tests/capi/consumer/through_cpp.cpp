// C++ through the C++ library, linked statically.
#include <cstdio>
#include <whorl/whorl.hpp>

int main() {
    whorl::Settings s;
    s.cells = {16};
    whorl::Simulation fluid(s);
    fluid.add(whorl::sphere({0.5, 0.5}, 0.2), "smoke", 1);
    fluid.step(0.1);
    std::printf("%.3f m2 of smoke\n", fluid.total("smoke"));
    return fluid.total("smoke") > 0.1 ? 0 : 1;
}
