#pragma once
// The linear system behind projection and implicit diffusion, and the interface that all its solvers share.
//
//     (A x)(c) = shift x(c) + sum over axes a of  weight[a](c)        (x(c) - x(c - step a))
//                                               + weight[a](c+step a) (x(c) - x(c + step a))
//
// A is symmetric and never negative. Values outside the unknowns count as 0 (or, along a periodic axis, as their
// image), so the weight on a side of the domain says all about that side: 0 no gradient, 2 held half a cell away,
// 1 held a cell away.

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// Which values of a grid are unknown: extent per axis from index 0 (n cells, or n + 1 faces along their own axis).
template <int D>
struct Unknowns {
    Grid<D> grid;  // the layout of x and b, and of the weights
    Index<D> extent;
    Array<bool, D> periodic;
    bool bodies = true;  // whether faces inside may be shut; if not, some solvers need less memory
    bool lent = false;   // whether the caller lends what a solver only needs while it solves (`Poisson::rooms`)
    Box<D> box() const { return grid.box(Index<D>{}, extent); }
};

/// The coefficients of A.
template <int D>
struct Coefficients {
    Faces<const float, D> weight;
    View<const float> open{};  // where it is 0 the value is no unknown but stays 0; without data: all are unknown
    float shift = 0;
    View<const float> own{};   // what takes the place of the shift where it varies; no less than that
};

/// Of b, over the unknowns.
struct Sums {
    double values, squares;
};

struct Goal {
    double tolerance = 1e-4;  // root mean square residual relative to `scale`
    int limit = 0;            // most iterations; 0: what suits the solver
    double scale = 0;         // root mean square to compare with; 0: that of b
    bool from_zero = false;   // x comes in as anything and counts as 0
    double budget_ms = 0;     // the time after which a solve ends with what it has; 0: none
    std::optional<Sums> sums{};  // where they are known, so that b need not be read for them
    bool any_mean = false;    // x may come out with any mean, if the report tells which
};

struct Report {
    int iterations = 0;
    double residual = 0;  // root mean square of b - A x, relative to the goal's scale
    bool converged = true;
    /// The residual is all rounding of x: no float values of x would do better. What is left can be had by solving
    /// again, from x = 0, for the residual that remains once x has done its work.
    bool rounded = false;
    double mean = 0;      // of x, where the goal allows any
};

/// An executor whose threads take whole rows, and work where the host does.
template <class Exec, int D>
concept TakesRows = requires(Exec& on, Box<D> box, void (*row)(Cell<D>, int)) {
    on.for_each_row(box, row);
};

template <class Exec, int D>
class Poisson {
  public:
    Poisson() = default;
    Poisson(const Poisson&) = delete;
    virtual ~Poisson() = default;
    /// Takes new coefficients; allocates nothing. The views must stay valid until the next call.
    virtual void prepare(Exec& on, const Coefficients<D>& coefficients) = 0;
    /// Improves x, which comes in as the first guess. Where A is singular (no shift, no weight to the outside) the mean
    /// of b over the unknowns is ignored and x comes out with mean 0; "multigrid-cg" and "auto" do so in each closed
    /// region by itself, also where others are held, unless it is as small as a crumb. Values of x that are not unknown
    /// come out as 0, and so, except along periodic axes, does the layer of ghosts around the unknowns. b is the solver's
    /// to change, and of no worth afterwards. Allocates nothing.
    virtual Report solve(Exec& on, Field& b, Field& x, const Goal& goal) = 0;
    virtual std::string_view name() const = 0;

    /// Fields that are of no worth between solves and, if the unknowns said that they are lent, have no memory: whoever
    /// has some puts it there for as long as a solve takes (`Loan`).
    const std::vector<Field*>& rooms() const { return rooms_; }

    /// The long waves of the solution for b, times a factor, where they are known for little: what is left of x is then
    /// small, and so is its rounding. None: the solver does not know them. Lasts as long as what is lent.
    virtual Field* long_waves(Exec&, const Field& /*b*/, const Sums&, float /*factor*/) { return nullptr; }
    /// Whether they are worth more than the solution of the step before.
    virtual bool prefers_long_waves(double /*tolerance*/) const { return false; }

  protected:
    void takes_room(Exec& on, const Unknowns<D>& unknowns, std::vector<Field*> rooms) {
        rooms_ = std::move(rooms);
        for (Field* room : rooms_)
            if (!unknowns.lent) *room = on.field(unknowns.grid);
    }

  private:
    std::vector<Field*> rooms_;
};

/// Fields change places until this ends: those of a solver with those of somebody who has no use for them meanwhile.
class Loan {
  public:
    Loan(std::span<Field* const> to, std::span<Field* const> from) : to_(to), from_(from) { exchange(); }
    Loan(const Loan&) = delete;
    ~Loan() { exchange(); }

  private:
    void exchange() {
        for (std::size_t k = 0; k < to_.size(); ++k) std::swap(*to_[k], *from_[k]);
    }
    std::span<Field* const> to_, from_;  // the latter may be more
};

/// All the memory that the solver needs is taken here.
template <class Exec, int D>
std::unique_ptr<Poisson<Exec, D>> make_poisson(Exec& on, Pressure method, const Unknowns<D>& unknowns);

}  // namespace whorl
