#pragma once
// The engine behind a Simulation, for any dimension and any device.

#include "whorl/still.hpp"

namespace whorl {

/// What a Still holds.
struct StillMemory {
    struct Kept {
        std::string name;
        int axis;        // -1 if its values are at the centres of cells
        FieldView view;  // without data
        std::ptrdiff_t first;
    };
    std::shared_ptr<const Settings> settings;
    double time = 0;
    std::array<int, 3> cells{};
    Vec3 spacing{};
    std::vector<Kept> kept;

    virtual ~StillMemory() = default;
    /// Of the field of that number. Waits until it is there.
    virtual const float* values(std::size_t number) const = 0;
};

class Engine {
  public:
    virtual ~Engine() = default;

    /// after(stage), unless empty: when each is done.
    virtual void step(double dt, const std::function<void(std::string_view)>& after) = 0;
    /// To valid settings of the same grid, device and quantities, which ask for that much memory in all.
    virtual void change(const Settings&, std::size_t memory) = 0;
    /// Copies fields into memory that this engine gave, or into new one.
    virtual void take(std::unique_ptr<StillMemory>& to, const std::vector<std::string>& fields) const = 0;
    virtual void add(const Shape& where, std::string_view quantity, double amount) = 0;
    virtual void push(const Shape& where, Vec3 velocity_change) = 0;
    virtual void fill(std::string_view quantity, const std::function<double(Vec3)>& value) = 0;
    virtual void fill_velocity(const std::array<std::function<double(Vec3)>, 3>& component) = 0;

    virtual double time() const = 0;
    virtual std::array<int, 3> cells() const = 0;
    virtual Vec3 spacing() const = 0;
    virtual FieldView field(std::string_view quantity) const = 0;
    virtual FieldView velocity(int axis) const = 0;
    virtual FieldView openness(int axis) const = 0;
    virtual double sample(std::string_view quantity, Vec3 at) const = 0;
    virtual Vec3 sample_velocity(Vec3 at) const = 0;
    virtual double total(std::string_view quantity) const = 0;
    virtual double kinetic_energy() const = 0;
    virtual double max_divergence() const = 0;
    virtual double max_speed() const = 0;
    virtual BodyForce force_on(int obstacle) const = 0;
    virtual Statistics statistics() const = 0;

    virtual std::vector<std::byte> save() const = 0;
    virtual void restore(std::span<const std::byte>) = 0;
    virtual std::uint64_t state_hash() const = 0;

    std::size_t memory() const { return memory_; }
    const Settings& settings() const { return *settings_; }
    int dimension() const { return static_cast<int>(settings_->size.size()); }

  protected:
    explicit Engine(const Settings& settings) : settings_(std::make_shared<const Settings>(settings)) {}
    std::shared_ptr<const Settings> settings_;  // whoever holds a still has them as well
    std::size_t memory_ = 0;                    // bytes
};

/// What a device has to offer; `cuda` only where it was built in.
struct Backend {
    std::unique_ptr<Engine> (*make)(const Settings&);  // valid ones
    std::size_t (*memory)(const Settings&);  // that an engine would take
    std::size_t (*free_memory)();            // 0: unknown
};
Backend cpu_backend();
Backend cuda_backend();
/// Throws Error where it was not built in.
Backend backend_of(const Settings&);

}  // namespace whorl
