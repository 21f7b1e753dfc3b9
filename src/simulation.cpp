// The public class: checks at the border, then the engine.

#include <cmath>
#include <cstdio>

#include "core/text.hpp"
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

namespace {

/// Bytes that these settings need. Throws Error where there are less besides those that are taken already.
std::size_t memory_for(const Settings& s, const Backend& backend, std::size_t taken) {
    const std::size_t needed = backend.memory(s);
    if (needed <= taken) return needed;
    const std::size_t available = backend.free_memory();
    if (available > 0 && needed - taken > available) {
        char text[160];
        std::snprintf(text, sizeof text, "this scene needs %.3g GB of memory%s and %.3g GB are free; use fewer cells",
                      static_cast<double>(needed) * 1e-9, s.device == Device::cuda ? " of the GPU" : "",
                      static_cast<double>(taken + available) * 1e-9);
        throw Error(text);
    }
    return needed;
}

template <class Numbers> std::string list(const Numbers& numbers) {
    std::string text;
    for (const auto& one : numbers) text += (text.empty() ? "[" : ", ") + number_text(static_cast<double>(one));
    return text + "]";
}
std::string names(const Settings& s) {
    std::string text;
    for (const Carried& q : s.carried) text += (text.empty() ? "[" : ", ") + ("\"" + q.name + "\"");
    return text.empty() ? "[]" : text + "]";
}

/// What a simulation is made around stays as it is.
void require_same(const Settings& now, const Settings& s) {
    const auto same = [](bool is_same, const char* what, const std::string& is, const std::string& asked) {
        if (!is_same)
            throw Error(std::string(what) + " is " + is + " and can not become " + asked +
                        " while the simulation lives; make a new Simulation");
    };
    const std::vector<int> cells = cells_of(now), asked = cells_of(s);
    same(now.size == s.size, "size", list(now.size), list(s.size));
    same(cells == asked, "cells", list(cells), list(asked));
    same(names(now) == names(s), "carried", names(now), names(s));
    same(now.device == s.device, "device", std::string(name(now.device)), std::string(name(s.device)));
    same(now.threads == s.threads, "threads", std::to_string(now.threads), std::to_string(s.threads));
}

}  // namespace

Vec3 Fields::size() const {
    const std::vector<double>& s = settings().size;
    return {s[0], s[1], s.size() > 2 ? s[2] : 0};
}

Simulation::Simulation(const Settings& s) {
    validate(s);
    const Backend backend = backend_of(s);
    memory_for(s, backend, 0);
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

void Simulation::change(const Settings& s) {
    validate(s);
    require_same(settings(), s);
    engine_->change(s, memory_for(s, backend_of(s), memory()));
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

double Simulation::time() const { return engine_->time(); }
std::array<int, 3> Simulation::cells() const { return engine_->cells(); }
Vec3 Simulation::spacing() const { return engine_->spacing(); }
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
