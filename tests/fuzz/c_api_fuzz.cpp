// Any bytes as a sequence of calls of the C API: nothing that a caller does crashes it, and what succeeds leaves finite
// fields.

#include <whorl/whorl.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "%s; the last error is: %s\n", what, whorl_last_error());
    std::abort();
}

/// Reads the bytes as what a call asks for; zeros behind their end.
class Dice {
  public:
    Dice(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    bool empty() const { return at_ == end_; }
    std::uint8_t byte() { return empty() ? std::uint8_t{0} : *at_++; }
    /// Mostly sensible, sometimes not.
    double number() {
        static const double strange[] = {0,
                                         -1,
                                         1e-300,
                                         1e300,
                                         -1e300,
                                         std::numeric_limits<double>::infinity(),
                                         -std::numeric_limits<double>::infinity(),
                                         std::numeric_limits<double>::quiet_NaN()};
        const int b = byte();
        return b < 8 ? strange[b] : b / 128.0 - 0.2;
    }
    template <class T>
    T* maybe_null(T* pointer) {
        return byte() < 8 ? nullptr : pointer;
    }
    const char* quantity() {
        static const char* const names[] = {"smoke", "heat", "red", "colour", "pressure", "", "smok", "dye"};
        return maybe_null(names[byte() % 8]);
    }
    whorl_shape shape() {
        whorl_shape s{byte() % 5, {}, {}, number()};
        for (int a = 0; a < 3; ++a) s.a[a] = number(), s.b[a] = number();
        return s;
    }

  private:
    const std::uint8_t *at_, *end_;
};

whorl_settings settings(Dice& dice) {
    whorl_settings s;
    whorl_default_settings(&s);
    const int b = dice.byte();
    s.dimension = b < 8 ? b : 2 + b % 2;
    s.cells = 2 + dice.byte() % 9;
    s.threads = 1;
    s.inks = dice.byte() % 2;
    for (double& x : s.size) x = 0.3 + std::abs(dice.number());
    for (int& side : s.sides) side = dice.byte() % 6;
    for (double& x : s.inflow) x = dice.number();
    s.viscosity = dice.number(), s.heat_lift = dice.number(), s.swirl = dice.number(), s.tolerance = dice.number();
    return s;
}

/// After any step that was taken.
void expect_finite(const whorl_world* world) {
    double smoke = 0;
    require(whorl_total(world, "smoke", &smoke) != WHORL_OK || std::isfinite(smoke), "the smoke is not finite");
}

struct Caller {
    whorl_world* world = nullptr;
    whorl_obstacle bodies[3] = {};
    std::vector<unsigned char> state;
    int bodies_added = 0;

    ~Caller() { whorl_world_destroy(world); }

    void create(Dice& dice) {
        whorl_world_destroy(world);
        if (dice.byte() % 4 == 0) {
            whorl_world_from_text(dice.maybe_null("[domain]\nsize = [1, 1]\ncells = 6\n[carried.dye]\n"), &world);
        } else {
            const whorl_settings s = settings(dice);
            whorl_world_from_settings(dice.maybe_null(&s), &world);
        }
        require(whorl_last_error() != nullptr, "there is no message");
    }
    void touch(Dice& dice) {
        const whorl_shape shape = dice.shape();
        const double v[3] = {dice.number(), dice.number(), dice.number()};
        switch (dice.byte() % 3) {
            case 0:
                whorl_add(world, dice.maybe_null(&shape), dice.quantity(), dice.number());
                break;
            case 1:
                whorl_add_colour(world, &shape, v[0], v[1], v[2]);
                break;
            case 2:
                whorl_push(world, &shape, dice.maybe_null(v));
                break;
        }
    }
    void move(Dice& dice) {
        whorl_obstacle& body = bodies[dice.byte() % 3];
        const whorl_shape shape = dice.shape();
        const double v[3] = {dice.number(), dice.number(), dice.number()};
        switch (dice.byte() % 3) {
            case 0:
                if (bodies_added++ < 4) whorl_obstacle_add(world, &shape, dice.maybe_null(&body));
                break;
            case 1:
                whorl_obstacle_move(world, body, dice.maybe_null(v), dice.number());
                break;
            case 2:
                whorl_obstacle_remove(world, body);
                break;  // the number stays: it may be used again
        }
    }
    void look(Dice& dice) {
        whorl_field_view view{};
        const char* quantity = dice.quantity();
        if (whorl_field(world, quantity, &view) == WHORL_OK) {
            volatile float last =
                view.data[(view.extent[0] - 1) * view.stride[0] + (view.extent[1] - 1) * view.stride[1] +
                          (view.extent[2] - 1) * view.stride[2]];
            static_cast<void>(last);
        }
        whorl_velocity(world, dice.byte() % 5 - 1, &view);
        unsigned char copy[4 * 10 * 10 * 10];
        whorl_copy(world, quantity, dice.number(), dice.byte() % 4, copy, dice.byte() * 16u);
        const float places[6] = {static_cast<float>(dice.number()), 0.5f, 0.5f, 0,
                                 static_cast<float>(dice.number()), 0};
        float velocities[6];
        whorl_sample_velocity(world, dice.maybe_null(places), 2, velocities);
    }
    void keep(Dice& dice) {
        if (dice.byte() % 2 == 0) {
            std::size_t needed = 0;
            if (whorl_save(world, nullptr, 0, &needed) != WHORL_OK) return;
            state.resize(needed);
            require(whorl_save(world, state.data(), state.size(), nullptr) == WHORL_OK, "it can not be saved");
        } else {
            if (!state.empty() && dice.byte() % 4 == 0) state[dice.byte() % state.size()] ^= dice.byte();
            whorl_load(world, state.empty() ? nullptr : state.data(), state.size());
        }
    }
};

int stop_sometimes(double done, void*) { return done > 0.5; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Dice dice(data, size);
    Caller caller;
    caller.create(dice);
    for (int call = 0; call < 24 && !dice.empty(); ++call) {
        switch (dice.byte() % 8) {
            case 0:
                caller.create(dice);
                break;
            case 1:
                caller.touch(dice);
                break;
            case 2:
                caller.move(dice);
                break;
            case 3:
                caller.look(dice);
                break;
            case 4:
                caller.keep(dice);
                break;
            case 5:
                whorl_run(caller.world, 0.1, std::abs(dice.number()) + 0.03, stop_sometimes, nullptr);
                break;
            default:
                if (whorl_step(caller.world, dice.number()) == WHORL_OK) expect_finite(caller.world);
        }
    }
    return 0;
}
