// C++ through the C API.
#include <whorl/whorl.h>

#include <cstdio>

int main() {
    whorl_world* world = nullptr;
    if (whorl_world_from_text("[domain]\nsize = [1, 1]\ncells = 16\n", &world) != WHORL_OK) {
        std::puts(whorl_last_error());
        return 1;
    }
    const whorl_shape ball = whorl_sphere(0.5, 0.5, 0, 0.2);
    double smoke = 0;
    const bool good = whorl_add(world, &ball, "smoke", 1) == WHORL_OK && whorl_step(world, 0.1) == WHORL_OK &&
                      whorl_total(world, "smoke", &smoke) == WHORL_OK && smoke > 0.1;
    whorl_world_destroy(world);
    std::printf("%s: %.3f m2 of smoke\n", whorl_version(), smoke);
    return good ? 0 : 1;
}
