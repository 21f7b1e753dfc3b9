#pragma once
// A force, or a velocity, that the user gives at a place and for a time.

#include "flow/forces/force.hpp"

namespace whorl {

template <class Exec, int D> class UserForce final : public ForceTerm<Exec, D> {
  public:
    UserForce(Exec& on, const Flow<D>& f, const Force& force, const std::string& name)
        : force_(force), region_(on, force.where, f.periodic) {
        for (int a = 0; a < D; ++a) amount_.emplace_back(on, f.grid, force.amount[a], name + ".amount");
    }

    void update(Exec& on, const Flow<D>& f, double time) override {
        for (int a = 0; a < D; ++a) component(a).update(on, f.grid, a, region_.touched(f.grid, a), time);
    }

    void apply(Exec& on, Flow<D>& f, Scratch<D>&, double from, double dt) const override {
        const double seconds = overlap(force_.during, from, from + dt);
        if (seconds <= 0) return;
        const Dose d = dose(force_.mode, force_.rate, seconds);
        for (int a = 0; a < D; ++a)
            region_.splat(on, f.grid, f.velocity[a], a, amount_[static_cast<std::size_t>(a)], d, speed_limit);
    }

  private:
    Amount<Exec, D>& component(int a) { return amount_[static_cast<std::size_t>(a)]; }

    Force force_;
    Region<Exec, D> region_;
    std::vector<Amount<Exec, D>> amount_;
};

}  // namespace whorl
