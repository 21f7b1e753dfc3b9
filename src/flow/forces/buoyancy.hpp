#pragma once
// Warm fluid rises, heavy smoke sinks: acceleration against gravity, in proportion to what is carried (Boussinesq).

#include "flow/forces/force.hpp"
#include "kernels/forces.hpp"

namespace whorl {

template <class Exec, int D> class BuoyancyForce final : public ForceTerm<Exec, D> {
  public:
    struct Part {
        std::size_t quantity;
        double per_unit;  // in units of gravity
    };
    BuoyancyForce(std::vector<Part> parts, Vec3 gravity) : parts_(std::move(parts)), gravity_(gravity) {}

    void apply(Exec& on, Flow<D>& f, Scratch<D>&, double, double dt) const override {
        for (int a = 0; a < D; ++a) {
            if (gravity_[a] == 0) continue;
            std::size_t k = 0;
            for (; k + 1 < parts_.size(); k += 2) push<2>(on, f, a, k, dt);  // smoke and heat in one pass
            if (k < parts_.size()) push<1>(on, f, a, k, dt);
        }
    }

  private:
    template <int count> void push(Exec& on, Flow<D>& f, int a, std::size_t first, double dt) const {
        Buoyancy<D, count> kernel{.step = f.grid.step()[a], .q = {}, .scale = {}, .u = f.velocity[a]};
        for (int k = 0; k < count; ++k) {
            const Part& part = parts_[first + static_cast<std::size_t>(k)];
            kernel.q[k] = std::as_const(f.carried[part.quantity].value);
            kernel.scale[k] = to_float(-gravity_[a] * part.per_unit * dt, 1e20);
        }
        on.for_each(f.grid.faces(a), kernel);
    }

    std::vector<Part> parts_;
    Vec3 gravity_;  // m/s2
};

}  // namespace whorl
