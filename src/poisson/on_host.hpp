#pragma once
// Solvers that the host runs for a device that can not: right, to the same bits, and as slow as the way there and back.

#include "exec/cpu.hpp"
#include "poisson/poisson.hpp"

namespace whorl {

extern template std::unique_ptr<Poisson<Cpu, 2>> make_poisson(Cpu&, Pressure, const Unknowns<2>&);
extern template std::unique_ptr<Poisson<Cpu, 3>> make_poisson(Cpu&, Pressure, const Unknowns<3>&);

/// The coefficients of a system, on the host.
template <class Exec, int D>
class HostCoefficients {
  public:
    HostCoefficients(Cpu& cpu, const Grid<D>& grid) : weight_(cpu.faces(grid)), open_(cpu.field(grid)), own_(cpu.field(grid)) {}

    Coefficients<D> fetch(Exec& on, const Coefficients<D>& from) {
        Coefficients<D> here{.weight = weight_, .shift = from.shift};
        for (int a = 0; a < D; ++a) on.fetch(from.weight[a], weight_[a]);
        if (from.open.data) on.fetch(from.open, open_), here.open = open_;
        if (from.own.data) on.fetch(from.own, own_), here.own = own_;
        return here;
    }

  private:
    VectorField<D> weight_;
    Field open_, own_;
};

/// An executor of the host that counts memory if the device does.
template <class Exec>
Cpu host_of(const Exec& device) {
    Cpu cpu;
    if (device.only_counts_memory()) cpu.only_count_memory();
    return cpu;
}

template <class Exec, int D>
class OnHost final : public Poisson<Exec, D> {
  public:
    OnHost(Exec& on, Pressure method, const Unknowns<D>& unknowns)
        : cpu_(host_of(on)),
          solver_(make_poisson<Cpu, D>(cpu_, method, with_memory(unknowns))),
          coefficients_(cpu_, unknowns.grid),
          b_(cpu_.field(unknowns.grid)),
          x_(cpu_.field(unknowns.grid)) {}

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        solver_->prepare(cpu_, coefficients_.fetch(on, coefficients));
    }
    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        on.fetch(View<const float>(std::as_const(b)), b_);
        on.fetch(View<const float>(std::as_const(x)), x_);
        const Report report = solver_->solve(cpu_, b_, x_, goal);
        on.upload(x_.data(), x_.size(), x);
        return report;
    }
    std::string_view name() const override { return solver_->name(); }

  private:
    /// What is lent lies on the device.
    static Unknowns<D> with_memory(Unknowns<D> unknowns) {
        unknowns.lent = false;
        return unknowns;
    }

    Cpu cpu_;
    std::unique_ptr<Poisson<Cpu, D>> solver_;
    HostCoefficients<Exec, D> coefficients_;
    Field b_, x_;
};

}  // namespace whorl
