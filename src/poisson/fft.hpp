#pragma once
// The direct solve in a box without bodies: to waves, divide each by its eigenvalue, and back (Hockney 1965). Every mix
// of sides has its transform; bodies have none.

#include "poisson/waves.hpp"

namespace whorl {

template <class Exec, int D>
class Fft final : public Poisson<Exec, D> {
  public:
    Fft(Exec& on, const Unknowns<D>& unknowns)
        : system_(on, unknowns), waves_(on, unknowns) {
        this->takes_room(on, unknowns, {&r_});
    }

    void prepare(Exec& on, const Coefficients<D>& coefficients) override {
        system_.prepare(on, coefficients);
        waves_.prepare(find_rectangle(on, system_, name()));
    }

    /// An iteration is a pair of transforms. Nearly always one does; the second is for what float left of a large x.
    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        double square = 0;
        const int times = refine(on, system_, x, r_, goal.limit > 0 ? goal.limit : 5, square, [&](View<float> r) {
            const auto scale = static_cast<float>(1 / waves_.scale());
            const bool singular = system_.singular();
            waves_.between(on, r, [&](float* row, Index<D> i, int count) {
                float rest = system_.A().shift;
                for (int a = 1; a < D; ++a) rest += waves_.eigenvalues(a)[i[a]];
                const float* along_x = waves_.eigenvalues(0) + i[0];
                for (int l = 0; l < count; ++l) row[l] *= scale / (along_x[l] + rest);
                // The flat wave of a system that nothing holds: any value will do, and 0 is the mean that is asked for.
                if (singular && i == Index<D>{}) row[0] = 0;
            });
        });
        return system_.finish(on, x, times, square);
    }

    std::string_view name() const override { return "fft"; }

  private:
    System<Exec, D> system_;
    Waves<Exec, D> waves_;
    Field r_;
};

}  // namespace whorl
