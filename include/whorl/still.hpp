#pragma once
// Whorl: a moment of a simulation that stays as it is while the simulation goes on.
//
//     #include <whorl/still.hpp>
//
//     whorl::Still still;
//     still.take(fluid, {"smoke"});
//     auto drawn = std::async([&] { return whorl::plane_picture(still); });
//     fluid.step(1.0 / 24);
//     whorl::write_png("smoke.png", drawn.get());
//
// A Still is for whoever looks at a fluid in another thread than the one that steps it.

#include <whorl/whorl.hpp>

namespace whorl {

struct StillMemory;

class Still final : public Fields {
  public:
    Still();
    ~Still() override;
    Still(Still&&) noexcept;
    Still& operator=(Still&&) noexcept;

    /// Copies what it is asked for: quantities, "velocity" (all components), "openness". The memory of an earlier moment is
    /// used again; nobody may look at that any more. From a GPU the copies arrive while it goes on, and who looks at them
    /// waits for that.
    void take(const Simulation& fluid, const std::vector<std::string>& fields);

    // What was not taken is refused with an Error. Bodies are where they were: they do not move in these settings.
    const Settings& settings() const override;
    double time() const override;
    std::array<int, 3> cells() const override;
    Vec3 spacing() const override;
    FieldView field(std::string_view quantity) const override;
    FieldView velocity(int axis) const override;
    FieldView openness(int axis) const override;

  private:
    const StillMemory& taken() const;
    FieldView found(std::string_view name, int axis) const;
    std::unique_ptr<StillMemory> memory_;
};

}  // namespace whorl
