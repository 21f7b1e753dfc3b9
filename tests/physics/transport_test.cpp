// How well a scheme carries a sharp shape: Zalesak's disk, the single vortex, and its counterpart in space, against an
// independent program (data/advection_tests_computed.csv). Its velocity is analytic and ours is interpolated from the
// faces, so a little lies between them: measured, 0.1 per cent in a plane and 0.3 in space.

#include "album/table.hpp"
#include "setup.hpp"
#include "support/stages.hpp"

namespace whorl {
namespace {

struct Problem {
    std::function<bool(Vec3)> inside;  // the shape that is carried
    VelocityOf velocity;
    bool returns;  // whether the flow turns back as cos(pi t / T)
};

bool in_ball(Vec3 p, Vec3 center) { return std::hypot(p.x - center.x, p.y - center.y, p.z - center.z) < 0.15; }
bool in_slot(Vec3 p) { return std::abs(p.x - 0.5) < 0.025 && p.y < 0.85; }

double swing(double x) { return std::sin(2 * pi * x); }
double hump(double x) { return square(std::sin(pi * x)); }

Problem zalesak() {
    Problem one{.inside =
                    [](Vec3 p) {
                        return in_ball(p, {0.5, 0.75}) && !in_slot(p);
                    },
                .velocity = {},
                .returns = false};
    one.velocity[0] = [](Vec3 p) { return 2 * pi * (0.5 - p.y); };
    one.velocity[1] = [](Vec3 p) { return 2 * pi * (p.x - 0.5); };
    return one;
}

/// Rider and Kothe 1998.
Problem single_vortex() {
    Problem one{.inside = [](Vec3 p) { return in_ball(p, {0.5, 0.75}); }, .velocity = {}, .returns = true};
    one.velocity[0] = [](Vec3 p) { return -hump(p.x) * swing(p.y); };
    one.velocity[1] = [](Vec3 p) { return hump(p.y) * swing(p.x); };
    return one;
}

/// LeVeque 1996.
Problem deformation() {
    Problem one{.inside = [](Vec3 p) { return in_ball(p, {0.35, 0.35, 0.35}); }, .velocity = {}, .returns = true};
    one.velocity[0] = [](Vec3 p) { return 2 * hump(p.x) * swing(p.y) * swing(p.z); };
    one.velocity[1] = [](Vec3 p) { return -swing(p.x) * hump(p.y) * swing(p.z); };
    one.velocity[2] = [](Vec3 p) { return -swing(p.x) * swing(p.y) * hump(p.z); };
    return one;
}

/// Visits all of a box, row by row.
template <int D, class F>
void visit(const Box<D>& box, F&& at) {
    for (int r = 0; r < box.rows(); ++r)
        for (Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) at(c);
}

/// A quantity in a given flow, and nothing else.
template <int D>
class Transport {
  public:
    Transport(int n, const Problem& problem) : problem_(problem) {
        f_.grid = Grid<D>(filled<int, D>(n), filled<float, D>(1.0f / static_cast<float>(n)));
        f_.sides = Sides<D>(Boundary{});
        f_.periodic = f_.sides.periodic();
        f_.reach = {.n = filled<float, D>(static_cast<float>(n)), .period = {}, .per_period = {}};
        f_.velocity = on_.faces(f_.grid);
        s_ = {on_.faces(f_.grid), on_.faces(f_.grid), on_.faces(f_.grid), on_.field(f_.grid),
              on_.field(f_.grid), on_.field(f_.grid), on_.field(f_.grid)};
        q_ = on_.field(f_.grid);
        fill_velocity();
        fill_shape();
        start_ = on_.field(f_.grid);
        on_.copy(q_, start_);
    }

    void run(Advection scheme, int steps, double T) {
        const double dt = T / steps;
        const Rules<D> insulated = f_.sides.no_gradient();
        for (int k = 0; k < steps; ++k) {
            // A flow that is c times as strong goes as far in dt as this one in c dt.
            const double way = dt * (problem_.returns ? std::cos(pi * (k + 0.5) / steps) : 1);
            trace(on_, f_, f_.velocity, way, Backtrace::rk2, s_.back);
            trace(on_, f_, f_.velocity, -way, Backtrace::rk2, s_.forward());
            advect<centre>(on_, f_, s_, scheme, insulated, q_, s_.d);
            std::swap(q_, s_.d);
            fill_ghosts(on_, f_.grid, q_, centre, insulated, f_.periodic);
        }
    }

    /// (sum |f - f0|^power)^(1/power) over the same of f0
    double relative_error(int power) {
        double error = 0, whole = 0;
        visit(f_.grid.cells(), [&](Cell<D> c) {
            error += std::pow(std::abs(double{q_.data()[c]} - start_.data()[c]), power);
            whole += std::pow(start_.data()[c], power);
        });
        return std::pow(error / whole, 1.0 / power);
    }

  private:
    /// Where a value of some kind sits, a part of a cell (-1/2 to 1/2) further on.
    Vec3 place(const Index<D>& i, int kind, const Vec<D>& further = {}) const {
        double p[3] = {};
        for (int a = 0; a < D; ++a) p[a] = (i[a] + (kind == a ? 0 : 0.5) + further[a]) / f_.grid.n()[a];
        return {p[0], p[1], p[2]};
    }

    /// On every face, and on the ghosts, what the formula says.
    void fill_velocity() {
        constexpr int g = ghost_layers;
        const Box<D> all = f_.grid.box(filled<int, D>(-g), filled<int, D>(f_.grid.n()[0] + g + 1));
        for (int a = 0; a < D; ++a) {
            const Function& formula = problem_.velocity[static_cast<std::size_t>(a)];
            visit(all, [&](Cell<D> c) { f_.velocity[a].data()[c] = static_cast<float>(formula(place(c.i, a))); });
        }
    }

    /// The part of each cell that lies in the shape.
    void fill_shape() {
        constexpr int fine = D == 2 ? 32 : 8;
        const Box<D> parts{{}, filled<int, D>(fine), {}, 0};
        visit(f_.grid.cells(), [&](Cell<D> c) {
            int hits = 0, count = 0;
            visit(parts, [&](Cell<D> part) {
                Vec<D> further{};
                for (int a = 0; a < D; ++a) further[a] = (static_cast<float>(part.i[a]) + 0.5f) / fine - 0.5f;
                hits += problem_.inside(place(c.i, centre, further)) ? 1 : 0;
                ++count;
            });
            q_.data()[c] = static_cast<float>(hits) / static_cast<float>(count);
        });
        fill_ghosts(on_, f_.grid, q_, centre, f_.sides.no_gradient(), f_.periodic);
    }

    Problem problem_;
    Cpu on_;
    Flow<D> f_;
    Scratch<D> s_;
    Field q_, start_;
};

struct Scheme {
    const char* name;  // in the table
    Advection scheme;
};
const std::vector<Scheme> every_scheme = {{"sl", Advection::semi_lagrangian},
                                          {"cubic_c", Advection::cubic},
                                          {"mac_c", Advection::maccormack},
                                          {"bfecc_c", Advection::bfecc}};

Row row_of(const std::string& test, int n, const std::string& scheme, int steps) {
    for (const Row& row : read_table("advection_tests_computed.csv"))
        if (row.at("test") == test && row.at("n") == std::to_string(n) && row.at("scheme") == scheme &&
            row.at("steps") == std::to_string(steps))
            return row;
    throw std::runtime_error("the table has no row " + test + ", " + scheme);
}

template <int D>
void expect_as_in_table(const std::string& test, const Problem& problem, int n, int steps,
                        const std::vector<Scheme>& schemes) {
    for (const Scheme& one : schemes) {
        SCOPED_TRACE(test + " " + one.name + " " + std::to_string(steps) + " steps");
        const Row row = row_of(test, n, one.name, steps);
        Transport<D> transport(n, problem);
        transport.run(one.scheme, steps, std::stod(row.at("T")));
        EXPECT_NEAR(transport.relative_error(1) / std::stod(row.at("rel_L1")), 1, 0.01);
        EXPECT_NEAR(transport.relative_error(2) / std::stod(row.at("rel_L2")), 1, 0.01);
    }
}

TEST(Zalesak, SmallStepsWearTheDiskAsInTheTable) {
    expect_as_in_table<2>("zalesak", zalesak(), 100, 628, every_scheme);
}
TEST(Zalesak, LargeStepsWearTheDiskAsInTheTable) {
    expect_as_in_table<2>("zalesak", zalesak(), 100, 126, every_scheme);
}
TEST(SingleVortex, WearsTheDiskAsInTheTable) {
    expect_as_in_table<2>("vortex", single_vortex(), 128, 256, every_scheme);
}
TEST(Deformation, WearsTheBallAsInTheTable) {
    expect_as_in_table<3>("deform3", deformation(), 64, 384, {{"mac_c", Advection::maccormack}});
}

}  // namespace
}  // namespace whorl
