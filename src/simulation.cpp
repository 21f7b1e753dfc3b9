// The public class: checks at the border, then the engine.

#include <cmath>
#include <cstdio>

#include "engine.hpp"

namespace whorl {

namespace {

void require(bool good, const char* what, double value, const char* remedy) {
    if (good) return;
    char text[256];
    std::snprintf(text, sizeof text, "%s is %g; %s", what, value, remedy);
    throw Error(text);
}

void check_axis(int axis, int dimension) {
    if (axis < 0 || axis >= dimension)
        throw Error("axis " + std::to_string(axis) + " does not exist; this simulation has axes 0 to " +
                    std::to_string(dimension - 1));
}

}  // namespace

std::string_view version() { return WHORL_VERSION; }

bool has_cuda() {
#if defined(WHORL_WITH_CUDA)
    return true;
#else
    return false;
#endif
}

Backend backend_of(const Settings& s) {
    if (s.device == Device::cpu) return cpu_backend();
#if defined(WHORL_WITH_CUDA)
    return cuda_backend();
#else
    throw Error("the device \"cuda\" is not part of this build, which found no nvcc; use \"cpu\", or build it where CUDA is");
#endif
}

std::size_t memory_needed(const Settings& s) {
    validate(s);
    return backend_of(s).memory(s);
}

Simulation::Simulation(const Settings& s) {
    validate(s);
    const Backend backend = backend_of(s);
    const std::size_t needed = backend.memory(s), available = backend.free_memory();
    if (available > 0 && needed > available) {
        char text[160];
        std::snprintf(text, sizeof text, "this scene needs %.3g GB of memory%s and %.3g GB are free; use fewer cells",
                      static_cast<double>(needed) * 1e-9, s.device == Device::cuda ? " of the GPU" : "",
                      static_cast<double>(available) * 1e-9);
        throw Error(text);
    }
    engine_ = backend.make(s);
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::step(double dt) { step(dt, {}); }
void Simulation::step(double dt, const std::function<void(std::string_view)>& after) {
    require(std::isfinite(dt) && dt > 0, "dt", dt, "it must be a finite number of seconds greater than 0");
    engine_->step(dt, after);
}

void Simulation::add(const Shape& where, std::string_view quantity, double amount) {
    require(std::abs(amount) <= 1e15, "the amount to add", amount, "it must be finite, and at most 1e15");
    engine_->add(where, quantity, amount);
}
void Simulation::push(const Shape& where, Vec3 v) {
    for (int a = 0; a < 3; ++a)
        require(std::abs(v[a]) <= 1e9, "a component of the push", v[a], "it must be finite, and at most 1e9 m/s");
    engine_->push(where, v);
}
void Simulation::fill(std::string_view quantity, const std::function<double(Vec3)>& value) {
    if (!value) throw Error("fill got an empty function; give one that returns a value for each place");
    engine_->fill(quantity, value);
}
void Simulation::fill_velocity(const std::array<std::function<double(Vec3)>, 3>& component) {
    engine_->fill_velocity(component);
}

int Simulation::dimension() const { return engine_->dimension(); }
std::array<int, 3> Simulation::cells() const { return engine_->cells(); }
Vec3 Simulation::spacing() const { return engine_->spacing(); }
Vec3 Simulation::size() const {
    const std::vector<double>& s = engine_->settings().size;
    return {s[0], s[1], s.size() > 2 ? s[2] : 0};
}
const Settings& Simulation::settings() const { return engine_->settings(); }

FieldView Simulation::field(std::string_view quantity) const { return engine_->field(quantity); }
FieldView Simulation::velocity(int axis) const {
    check_axis(axis, dimension());
    return engine_->velocity(axis);
}
BodyForce Simulation::force_on(int obstacle) const {
    const int count = static_cast<int>(settings().obstacles.size());
    if (obstacle < 0 || obstacle >= count)
        throw Error("there is no obstacle number " + std::to_string(obstacle) + "; there are " + std::to_string(count) +
                    ", counted from 0");
    return engine_->force_on(obstacle);
}
FieldView Simulation::openness(int axis) const {
    check_axis(axis, dimension());
    return engine_->openness(axis);
}
double Simulation::sample(std::string_view quantity, Vec3 at) const { return engine_->sample(quantity, at); }
Vec3 Simulation::sample_velocity(Vec3 at) const { return engine_->sample_velocity(at); }
double Simulation::total(std::string_view quantity) const { return engine_->total(quantity); }
double Simulation::kinetic_energy() const { return engine_->kinetic_energy(); }
double Simulation::max_divergence() const { return engine_->max_divergence(); }
double Simulation::max_speed() const { return engine_->max_speed(); }
Statistics Simulation::statistics() const { return engine_->statistics(); }
std::size_t Simulation::memory() const { return engine_->memory(); }

std::vector<std::byte> Simulation::save() const { return engine_->save(); }
void Simulation::restore(std::span<const std::byte> bytes) { engine_->restore(bytes); }
std::uint64_t Simulation::state_hash() const { return engine_->state_hash(); }

}  // namespace whorl
