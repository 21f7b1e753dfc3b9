#pragma once
// Values that vary in space or time, evaluated on the host and checked where they enter the fluid.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text.hpp"
#include "flow/state.hpp"
#include "kernels/shapes.hpp"

namespace whorl {

/// Places of the values of one kind, in metres.
template <int D> Places<D> places_of(const Grid<D>& grid, int kind) {
    Places<D> p{{}, grid.h(), {}};
    for (int a = 0; a < D; ++a) p.first[a] = kind == a ? 0.0f : 0.5f * grid.h()[a];
    return p;
}

template <int D> Vec3 as_vec3(const Vec<D>& p) { return {p[0], p[1], D > 2 ? p[D - 1] : 0.0f}; }

/// The value at a place and time; what is not finite or too large is an error, about what() says.
template <class What> double checked(const Value& value, Vec3 at, double time, double limit, const What& what) {
    const double v = value(at, time);
    if (!(std::abs(v) <= limit))
        throw Error(what() + " is " + number_text(v) + " at (" + number_text(at.x) + ", " + number_text(at.y) + ", " +
                    number_text(at.z) + ") m, " + number_text(time) + " s; it must be finite, and at most " + number_text(limit));
    return v;
}

/// A function of the place into the cells of a box.
template <class Exec, int D, class What>
void evaluate(Exec& on, const Grid<D>& grid, Field& f, int kind, const Box<D>& box, const Value& value, double time, double limit,
              const What& what) {
    const Places<D> places = places_of(grid, kind);
    auto values = on.on_host(f);
    for (int r = 0; r < box.rows(); ++r) {
        Cell<D> c = box.row(r);
        for (int k = 0; k < box.extent(0); ++k, ++c.i[0], ++c.at)
            values[c.at] = static_cast<float>(checked(value, as_vec3<D>(places(c.i)), time, limit, what));
    }
    on.put_back(f, values);
}

/// The amount of a source or of one component of a force, brought up to date once a step.
template <class Exec, int D> class Amount {
  public:
    Amount(Exec& on, const Grid<D>& grid, const Value& value, std::string what)
        : value_(value), what_(std::move(what)), field_(value.in_space() ? on.field(grid) : Field{}) {}

    /// Evaluates what is due at this time. Throws before anything has changed.
    void update(Exec& on, const Grid<D>& grid, int kind, const Box<D>& box, double time) {
        if (known_ && !value_.in_time()) return;
        const auto what = [&] { return what_; };
        if (value_.in_space())
            evaluate(on, grid, field_, kind, box, value_, time, 1e15, what);
        else
            number_ = checked(value_, {}, time, 1e15, what);
        known_ = true;
    }
    double number() const { return number_; }
    View<const float> field() const { return field_; }

  private:
    Value value_;
    std::string what_;
    Field field_;
    double number_ = 0;
    bool known_ = false;
};

}  // namespace whorl
