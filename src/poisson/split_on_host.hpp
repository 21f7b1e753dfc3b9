#pragma once
// The split hierarchy for a device that can not walk lists of ties: the host holds it, and the vectors travel.

#include <type_traits>

#include "poisson/hierarchy.hpp"
#include "poisson/on_host.hpp"
#include "poisson/split_hierarchy.hpp"

namespace whorl {

// As the library has them, for this processor: what a device's compiler makes is for any, and the linker would take either.
// What is called from here must not be inlined.
#define WHORL_SOLVERS_OF_HOST(DECLARED, D)        \
    DECLARED template class System<Cpu, D>;         \
    DECLARED template class Regions<Cpu, D>;        \
    DECLARED template class SplitHierarchy<Cpu, D>; \
    DECLARED template class Exponential<Cpu, D>;
WHORL_SOLVERS_OF_HOST(extern, 2)
WHORL_SOLVERS_OF_HOST(extern, 3)

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
    SplitOnHost(Exec&, const Unknowns<D>& unknowns) : unknowns_(unknowns) {}

    bool structured_joins() const { return host_->split.structured_joins(); }

    bool prepare(Exec& on, System<Exec, D>& system, bool has_held_values) {
        if (!host_) host_ = std::make_unique<Host>(unknowns_);
        // What is no unknown of the system is closed, for whatever reason.
        const View<const float> open = has_held_values ? View<const float>(system.inverse()) : View<const float>();
        auto& [cpu, coefficients, own, split, r, z] = *host_;
        own.prepare(cpu, coefficients.fetch(on, {system.A().weight, open, system.A().shift, system.A().own}));
        if (!split.prepare(cpu, own, has_held_values)) return false;
        if (own.regions()) {
            regions_ = Regions<Exec, D>(cpu, *own.regions(), r);
            system.set_regions(regions_);
        }
        return true;
    }

    void precondition(Exec& on, const Field& r, Field& z) {
        on.fetch(View<const float>(r), host_->r);
        host_->split.precondition(host_->cpu, host_->r, host_->z);
        on.upload(host_->z.data(), host_->z.size(), z);
    }

  private:
    /// Taken when the first scene asks for it: most never do.
    struct Host {
        explicit Host(const Unknowns<D>& u)
            : coefficients(cpu, u.grid), system(cpu, u), split(cpu, u), r(cpu.field(u.grid)), z(cpu.field(u.grid)) {}
        Cpu cpu;
        HostCoefficients<Exec, D> coefficients;
        System<Cpu, D> system;
        SplitHierarchy<Cpu, D> split;
        Field r, z;
    };
    Unknowns<D> unknowns_;
    std::unique_ptr<Host> host_;
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
