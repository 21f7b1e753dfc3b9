#pragma once
// The split hierarchy for a device that can not walk lists of ties: the host holds it, and the vectors travel.

#include <type_traits>

#include "poisson/hierarchy.hpp"
#include "poisson/on_host.hpp"
#include "poisson/split_hierarchy.hpp"

namespace whorl {

/// Closed regions that the host knows.
template <class Exec, int D>
    requires(!TakesRows<Exec, D>)
class Regions<Exec, D> {
  public:
    Regions() = default;
    Regions(Cpu& cpu, Regions<Cpu, D>& on_host, Field& room) : cpu_(&cpu), on_host_(&on_host), room_(&room) {}
    int count() const { return on_host_ ? on_host_->count() : 0; }
    void remove_means(Exec& on, Field& f) {
        on.fetch(View<const float>(std::as_const(f)), *room_);
        on_host_->remove_means(*cpu_, *room_);
        on.upload(room_->data(), room_->size(), f);
    }

  private:
    Cpu* cpu_ = nullptr;
    Regions<Cpu, D>* on_host_ = nullptr;
    Field* room_ = nullptr;
};

template <class Exec, int D>
class SplitOnHost {
  public:
    SplitOnHost(Exec& on, const Unknowns<D>& unknowns)
        : cpu_(host_of(on)),
          coefficients_(cpu_, unknowns.grid),
          system_(cpu_, unknowns),
          split_(cpu_, unknowns),
          r_(cpu_.field(unknowns.grid)),
          z_(cpu_.field(unknowns.grid)) {}

    bool structured_joins() const { return split_.structured_joins(); }

    bool prepare(Exec& on, System<Exec, D>& system, bool has_held_values) {
        // What is no unknown of the system is closed, for whatever reason.
        const View<const float> open = has_held_values ? View<const float>(system.inverse()) : View<const float>();
        system_.prepare(cpu_, coefficients_.fetch(on, {system.A().weight, open, system.A().shift, system.A().own}));
        if (!split_.prepare(cpu_, system_, has_held_values)) return false;
        if (system_.regions()) {
            regions_ = Regions<Exec, D>(cpu_, *system_.regions(), r_);
            system.set_regions(regions_);
        }
        return true;
    }

    void precondition(Exec& on, const Field& r, Field& z) {
        on.fetch(View<const float>(r), r_);
        split_.precondition(cpu_, r_, z_);
        on.upload(z_.data(), z_.size(), z);
    }

  private:
    Cpu cpu_;
    HostCoefficients<Exec, D> coefficients_;
    System<Cpu, D> system_;
    SplitHierarchy<Cpu, D> split_;
    Field r_, z_;
    Regions<Exec, D> regions_;
};

template <class Exec, int D>
using SplitLevels = std::conditional_t<TakesRows<Exec, D>, SplitHierarchy<Exec, D>, SplitOnHost<Exec, D>>;

/// Whether it is worth while to ask: where the host splits for a device, that takes long.
template <class Exec, int D>
bool may_split(Exec& on, const System<Exec, D>& system, Hierarchy<Exec, D>& hierarchy, bool has_held_values) {
    if constexpr (TakesRows<Exec, D>) {
        return true;
    } else {
        hierarchy.prepare(on, system, has_held_values);
        return hierarchy.joins_parts(on);
    }
}

}  // namespace whorl
