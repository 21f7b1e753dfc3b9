// Whether stills of a GPU are the moments that they were taken at, and what they cost it: steps by themselves, with fields
// that the host waits for, and with stills that arrive while the next steps run.
//
//     whorl-stills [CELLS]    along each side of a box of smoke; 256 unless told

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <whorl/still.hpp>

using namespace whorl;

namespace {

Settings smoke(int cells, Device device) {
    Settings s;
    s.size = {1, 1, 1}, s.cells = {cells};
    s.carried = {{.name = "smoke"}, {.name = "heat"}};
    s.fluid.buoyancy = {{"heat", 0.1}}, s.fluid.vorticity = 0.05;
    s.sources = {{.where = sphere({0.5, 0.2, 0.5}, 0.1), .quantity = "smoke", .amount = 4},
                 {.where = sphere({0.5, 0.2, 0.5}, 0.1), .quantity = "heat", .amount = 6}};
    s.obstacles = {{sphere({0.5, 0.6, 0.5}, 0.12)}};
    s.boundary.top = open();
    s.solver.tolerance = 1e-3;
    s.device = device;
    return s;
}
const std::vector<std::string> looked_at{"smoke", "heat", "velocity"};
constexpr double dt = 1.0 / 24;

bool same(const FieldView& a, const FieldView& b) {
    for (int k = 0; k < a.extent[2]; ++k)
        for (int j = 0; j < a.extent[1]; ++j)
            if (std::memcmp(&a.data[j * a.stride[1] + k * a.stride[2]], &b.data[j * b.stride[1] + k * b.stride[2]],
                            static_cast<std::size_t>(a.extent[0]) * sizeof(float)) != 0)
                return false;
    return true;
}
bool same(const Fields& a, const Fields& b) {
    bool all = same(a.field("smoke"), b.field("smoke")) && same(a.field("heat"), b.field("heat"));
    for (int axis = 0; axis < 3; ++axis) all = all && same(a.velocity(axis), b.velocity(axis));
    return all;
}

/// Two stills in turn, each looked at when two steps more are under way, beside a simulation of the host.
bool are_the_moments() {
    Simulation host(smoke(32, Device::cpu)), device(smoke(32, Device::cuda));
    Still then[2], there[2];
    bool good = true;
    for (std::size_t k = 0; k < 8; ++k) {
        host.step(dt), device.step(dt);
        if (k >= 2) good = good && same(then[k % 2], there[k % 2]);
        then[k % 2].take(host, looked_at), there[k % 2].take(device, looked_at);
    }
    return good;
}

/// Says so, and returns, whether that was good.
bool tell(bool good, const char* claim) {
    std::printf("%s  %s\n", good ? "ok  " : "FAIL", claim);
    return good;
}

/// Other bodies, sides and rates in the middle of a run: the bits of the host.
bool change_alike() {
    Simulation host(smoke(32, Device::cpu)), device(smoke(32, Device::cuda));
    Settings s = smoke(32, Device::cpu);
    const auto go_on = [&](const char* with) {
        s.device = Device::cpu, host.change(s);
        s.device = Device::cuda, device.change(s);
        for (int k = 0; k < 2; ++k) host.step(dt), device.step(dt);
        return tell(host.state_hash() == device.state_hash(), with);
    };
    bool good = go_on("the same settings");
    s.obstacles.push_back({box({0.2, 0.4, 0.2}, {0.4, 0.45, 0.8})});
    good = go_on("another body") && good;
    s.boundary.left = s.boundary.right = periodic();
    good = go_on("sides that repeat") && good;
    s.fluid.viscosity = 1e-3;
    good = go_on("viscosity") && good;
    s.obstacles.clear();
    good = go_on("no bodies") && good;
    s.solver.splitting = Splitting::reflection;
    return go_on("another splitting") && good;
}

template <class Look> double ms_a_step(Simulation& fluid, const Look& look) {
    constexpr int steps = 40;
    for (int k = 0; k < 5; ++k) fluid.step(dt), look();
    static_cast<void>(fluid.statistics());
    const auto begun = std::chrono::steady_clock::now();
    for (int k = 0; k < steps; ++k) fluid.step(dt), look();
    static_cast<void>(fluid.statistics());
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count() / steps;
}

}  // namespace

int main(int words, char** word) {
    const bool good = tell(are_the_moments(), "stills are the moments they were taken at"), alike = change_alike();

    const int cells = words > 1 ? std::atoi(word[1]) : 256;
    Simulation fluid(smoke(cells, Device::cuda));
    for (int k = 0; k < 10; ++k) fluid.step(dt);
    const auto begin = fluid.save();
    const double alone = ms_a_step(fluid, [] {});
    fluid.restore(begin);
    const double waited = ms_a_step(fluid, [&] {
        static_cast<void>(fluid.field("smoke")), static_cast<void>(fluid.field("heat"));
        for (int a = 0; a < 3; ++a) static_cast<void>(fluid.velocity(a));
    });
    fluid.restore(begin);
    Still stills[2];
    std::thread reader;
    int turn = 0;
    const double beside = ms_a_step(fluid, [&] {
        if (reader.joinable()) reader.join();
        Still& still = stills[turn];
        turn = 1 - turn;
        still.take(fluid, looked_at);
        reader = std::thread([&still] { static_cast<void>(still.velocity(2)); });  // which waits for it
    });
    if (reader.joinable()) reader.join();
    const double megabytes = 5e-6 * sizeof(float) * cells * cells * cells;
    std::printf("%d cubed, five fields (%.0f MB) after every step\n", cells, megabytes);
    std::printf("  a step alone                  %8.3f ms\n", alone);
    std::printf("  and fields that one waits for %8.3f ms\n", waited);
    std::printf("  and stills beside the next    %8.3f ms\n", beside);
    return good && alike ? 0 : 1;
}
