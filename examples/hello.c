/* Smoke rises past a ball that swings: cc hello.c $(pkg-config --cflags --libs whorl) */
#include <stdio.h>
#include <stdlib.h>
#include <whorl/whorl.h>

static void check(whorl_status status) {
    if (status == WHORL_OK) return;
    fprintf(stderr, "%s\n", whorl_last_error());
    exit(1);
}

int main(void) {
    whorl_settings settings;
    whorl_default_settings(&settings);
    whorl_world* world;
    check(whorl_world_from_settings(&settings, &world));

    const whorl_shape vent = whorl_sphere(0.5, 0.2, 0, 0.1), ball = whorl_sphere(0.5, 0.9, 0, 0.12);
    whorl_obstacle body;
    check(whorl_obstacle_add(world, &ball, &body));
    for (int frame = 0; frame < 48; ++frame) {
        const double swing[3] = {0.2 * (frame % 24 < 12 ? frame % 12 : 12 - frame % 12) / 12.0, 0, 0};
        check(whorl_add(world, &vent, "smoke", 0.1));
        check(whorl_add(world, &vent, "heat", 0.2));
        check(whorl_obstacle_move(world, body, swing, 0));
        check(whorl_step(world, 1.0 / 24));
    }
    double smoke;
    check(whorl_total(world, "smoke", &smoke));
    printf("%.3f m2 of smoke\n", smoke);
    whorl_world_destroy(world);
    return 0;
}
