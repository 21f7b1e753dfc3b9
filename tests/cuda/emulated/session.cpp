// A session of the studio on the GPU that is none: whatever is done to the fluid ends in the bits that it has on the CPU.

#include <cstdio>
#include <exception>

#include <session/views.hpp>

#include "studio/support.hpp"

using namespace studio;

namespace {

/// All that touches a fluid, one thing after the other while it runs.
Recording play(const Open& scene, whorl::Device device) {
    Session session(scene, device);
    std::int64_t sent = 0;
    const auto send = [&](const Action& action) { session.send(action), ++sent; };
    send(Pace{0});
    const char* names[] = {"smoke", "heat", "wall", "force", "eraser"};
    for (int i = 0; i < 25; ++i) {
        if (i % 5 == 0) send(Begin{});
        const double x = 0.2 + 0.02 * i;
        send(stroke(names[i % 5], {x, 0.3, 0.5}, {x + 0.05, 0.35, 0.5}));
        if (i == 4) send(Keep{"early"});
        if (i == 8) send(Tune{"fluid.viscosity", 0.001});
        if (i == 12) send(Tune{"solver.splitting", 2});
        if (i == 16) send(Restore{"early"});
        if (i == 20) send(Undo{});
        if (i == 22) send(Still{});
        session.wish({.view = view_named(i % 2 == 0 ? "smoke" : "speed")});
        if (!becomes(session, [&](const Shown& s) { return s.actions == sent && s.tick >= i; })) return {};
    }
    return session.finish();
}

bool has_the_bits_of_the_cpu(const Open& scene) {
    const Recording played = play(scene, whorl::Device::cuda);
    const bool all = played.end >= 24;
    const bool host = replay(played).hash() == played.hash;
    const bool device = replay(played, {}, whorl::Device::cuda).hash() == played.hash;
    std::printf("%s  %s: %lld steps%s%s%s\n", all && host && device ? "ok  " : "FAIL", scene.name.c_str(),
                static_cast<long long>(played.end), all ? "" : ", it did not come to its end", host ? "" : ", other bits on the CPU",
                device ? "" : ", other bits when played again");
    return all && host && device;
}

}  // namespace

int main() try {
    Open coarse = small_box();
    coarse.cells = 8;
    const bool plane = has_the_bits_of_the_cpu(small()), box = has_the_bits_of_the_cpu(coarse);
    return plane && box ? 0 : 1;
} catch (const std::exception& e) {
    std::printf("FAIL  %s\n", e.what());
    return 1;
}
