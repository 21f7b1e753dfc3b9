#include "scenes.hpp"

#include <cmath>
#include <cstdint>

using namespace whorl;

namespace {

/// The same number for the same place, between -1 and 1.
double noise(Vec3 p, std::uint64_t seed) {
    std::uint64_t h = seed * 0x9e3779b97f4a7c15u;
    for (const double x : {p.x, p.y, p.z}) {
        h ^= static_cast<std::uint64_t>(std::llround(x * 4096)) + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
        h *= 0xff51afd7ed558ccdu;
        h ^= h >> 33;
    }
    return static_cast<double>(h >> 11) * 0x1p-52 - 1;
}

Settings box(int dimension) {
    Settings s;
    s.size = dimension == 2 ? std::vector<double>{1.5, 1} : std::vector<double>{1.5, 1, 0.75};
    s.cells = dimension == 2 ? std::vector<int>{45, 30} : std::vector<int>{30, 20, 15};
    s.carried = {{.name = "smoke"}, {.name = "heat"}};
    for (Carried& q : s.carried) q.initial = [seed = q.name.size()](Vec3 p) { return noise(p, seed) + 1; };
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a)
        s.initial_velocity[a] = [a](Vec3 p) { return noise(p, 7 + a); };
    s.fluid.buoyancy = {{"heat", 0.1}, {"smoke", -0.05}};
    return s;
}

Shape ball(int dimension) { return sphere({0.7, 0.5, dimension == 3 ? 0.4 : 0.0}, 0.2); }
Shape vent(int dimension) { return sphere({0.3, 0.3, dimension == 3 ? 0.3 : 0.0}, 0.15); }

class Collection {
  public:
    explicit Collection(int dimension) : dimension_(dimension) {}

    void schemes() {
        for (const auto splitting : {Splitting::stam, Splitting::advect_project, Splitting::reflection, Splitting::two_step})
            for (const auto advection : {Advection::semi_lagrangian, Advection::maccormack, Advection::bfecc, Advection::cubic,
                                         Advection::unlimited_cubic}) {
                Settings s = box(dimension_);
                s.solver.splitting = splitting;
                s.solver.advection = advection;
                s.solver.backtrace = advection == Advection::bfecc ? Backtrace::rk3 : advection == Advection::cubic ? Backtrace::euler : Backtrace::rk2;
                s.fluid.viscosity = 1e-3;
                for (Carried& q : s.carried) q.advection = advection, q.diffusion = 1e-3, q.decay = 0.1;
                s.fluid.vorticity = 0.3;
                add(std::string(name(splitting)) + ", " + std::string(name(advection)), s);
            }
    }

    void sides() {
        const VectorValue wind{1, 0, 0};
        Settings s = box(dimension_);
        s.boundary = all_sides(periodic());
        add("periodic", s);
        s.fluid.viscosity = 0.01;
        add("periodic and viscous", s);
        s = box(dimension_);
        s.boundary = all_sides(periodic());
        s.solver.advection = Advection::semi_lagrangian;
        add("periodic, semi-Lagrangian", s);
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimension_); ++a)
            s.initial_velocity[a] = [a](Vec3 p) { return 10 * noise(p, 7 + a); };
        add("periodic, semi-Lagrangian, many cells a step", s);
        s.boundary.left = s.boundary.right = open();
        add("periodic along all axes but one", s);
        s = box(dimension_);
        s.boundary.left = inflow(wind), s.boundary.right = open();
        s.boundary.left.held = {{"smoke", 1}};
        s.boundary.top = free_slip(), s.boundary.bottom = wall({Value([](Vec3 p, double t) { return p.x * t; }), 0, 0});
        s.fluid.viscosity = 1e-3;
        add("wind tunnel over a wall that slides", s);
        s = box(dimension_);
        s.boundary = all_sides(open());
        add("open", s);
        s.fluid.vorticity = 0.3;
        add("open and confined", s);
        s.boundary = all_sides(periodic());
        add("periodic and confined", s);
        s = box(dimension_);
        s.boundary.left = s.boundary.right = periodic();
        s.boundary.bottom.held = {{"heat", 2}};
        s.carried[1].diffusion = 0.01;
        add("hot ground, periodic along x", s);
        if (dimension_ > 2) return;
        s = box(dimension_);
        s.size = {22, 0.4}, s.cells = {1100, 20};  // rows that a block sums up together
        add("long rows", s);
    }

    void solvers() {
        for (const auto solver : {Pressure::automatic, Pressure::gauss_seidel, Pressure::red_black, Pressure::conjugate_gradient,
                                  Pressure::incomplete_cholesky, Pressure::multigrid, Pressure::multigrid_cg, Pressure::fft,
                                  Pressure::cyclic_reduction}) {
            if (solver == Pressure::cyclic_reduction && dimension_ == 3) continue;
            Settings s = box(dimension_);
            s.solver.pressure = solver;
            s.solver.tolerance = solver == Pressure::conjugate_gradient ? 1e-6 : 1e-4;
            add("solver " + std::string(name(solver)), s);
        }
        Settings s = box(dimension_);
        s.cells = dimension_ == 2 ? std::vector<int>{450, 300} : std::vector<int>{120, 80, 60};
        s.obstacles = {{.shape = ball(dimension_)}};
        s.fluid.vorticity = 0.3;
        add("many levels", s);
        if (dimension_ == 3) {
            s.size = {1.5, 1.125, 1.0625}, s.cells = {192, 144, 136};  // trips on two levels where there is one multiprocessor
            add("3.8 million cells", s);
            scenes.back().steps = 1;
        }
        if (dimension_ == 3)
            for (const double height : {1.546875, 1.6}) {  // so many that whole sweeps take one trip; cubes, and not
                s.size = {2, height, 1.265625}, s.cells = {512, 396, 324};
                add(height < 1.6 ? "65 million cells" : "65 million cells that are no cubes", s);
                scenes.back().steps = 1;
            }
        s = box(dimension_);
        s.cells = dimension_ == 2 ? std::vector<int>{72, 48} : std::vector<int>{96, 64, 48};  // that blocks of 8 make up
        s.solver.pressure = Pressure::fft;
        add("solver fft, long waves first", s);
        s = box(dimension_);
        s.boundary = all_sides(periodic());
        s.solver.pressure = s.solver.diffusion = Pressure::fft;
        s.fluid.viscosity = 0.01;
        add("solver fft, periodic and viscous", s);
        // All kinds of transforms, of lengths with and without other factors than 2, 3 and 5.
        s.fluid.viscosity = 0.01;
        for (const int n : {37, 60, 64}) {
            s.cells = dimension_ == 2 ? std::vector<int>{n, 44} : std::vector<int>{n, 20, 12};
            s.boundary = {};
            s.boundary.left = s.boundary.right = open(), s.boundary.bottom = s.boundary.top = periodic();
            add("solver fft, viscous, open to both sides, " + std::to_string(n) + " cells", s);
            if (n == 64) continue;
            s.boundary = {};
            s.boundary.left = open(), s.boundary.top = free_slip();
            add("solver fft, viscous, open to the left, " + std::to_string(n) + " cells", s);
            s.boundary.right = open(), s.boundary.left = wall(), s.boundary.bottom = free_slip(), s.boundary.top = open();
            s.boundary.front = s.boundary.back = periodic();
            add("solver fft, viscous, open to the right and above, " + std::to_string(n) + " cells", s);
        }
        // Powers of two along several axes, with all that two stages at a time leave over.
        s.boundary = all_sides(periodic());
        for (const int n : {512, 128, 2}) {
            s.cells = dimension_ == 2 ? std::vector<int>{n, 32} : std::vector<int>{n, n == 512 ? 8 : 64, n == 512 ? 4 : 16};
            s.size = {};
            for (const int count : s.cells) s.size.push_back(0.01 * count);
            add("solver fft, viscous and periodic, " + std::to_string(n) + " cells", s);
        }
        if (dimension_ > 2) return;
        s = box(dimension_);
        s.size = {99.73, 0.06}, s.cells = {9973, 6};  // a prime number: more than the threads of a block can share
        s.solver.pressure = Pressure::fft;
        add("solver fft, lines of 9973 cells", s);
    }

    void bodies() {
        const auto with = [&](const std::string& what, const Obstacle& body, bool viscous = true) {
            Settings s = box(dimension_);
            s.obstacles = {body};
            if (viscous) s.fluid.viscosity = 1e-3, s.carried[1].diffusion = 1e-3;
            add(what, s);
        };
        const Value swing([](Vec3, double t) { return 0.3 * t; }), spin([](Vec3, double t) { return 2 * t; });
        const Vec3 middle{0.7, 0.5, dimension_ == 3 ? 0.4 : 0.0};
        with("ball", {.shape = ball(dimension_)});
        with("ball, inviscid", {.shape = ball(dimension_)}, false);
        with("slippery ball", {.shape = ball(dimension_), .surface = Obstacle::Surface::free_slip});
        with("hot ball", {.shape = ball(dimension_), .held = {{"heat", 3}}});
        with("ball that moves", {.shape = ball(dimension_), .motion = {.shift = {swing, 0, 0}, .turn = spin, .pivot = middle}});
        with("thin wall", {.shape = whorl::box({0.8, -1, -1}, {0.8, 0.8, 2})});
        with("thin wall that turns", {.shape = whorl::box({0.8, 0.2, -1}, {0.8, 0.8, 2}), .motion = {.turn = spin, .pivot = middle}});
        with("closed shell", {.shape = ball(dimension_) - sphere(middle, 0.17)});
        with("distance as a function",
             {.shape = from_distance([&](Vec3 p) { return std::hypot(p.x - middle.x, p.y - middle.y) - 0.2; }, {0, 0, 0}, {1.5, 1, 0},
                                     {0.05, 0.05, 0.05})});
        Settings s = box(dimension_);
        s.obstacles = {{.shape = ball(dimension_)}, {.shape = mesh(tetrahedron(), 0), .motion = {.shift = {swing, 0, 0}}}};
        add("mesh that moves beside a ball", s);
    }

    void touches() {
        Settings s = box(dimension_);
        s.sources = {{.where = vent(dimension_), .quantity = "smoke", .amount = 3},
                     {.where = vent(dimension_), .quantity = "heat", .amount = Value([](Vec3 p, double t) { return p.x + t; }), .mode = Mode::set}};
        s.forces = {{.where = vent(dimension_), .amount = {Value([](Vec3 p, double t) { return p.y * t * 100; }), 5, 0}},
                    {.where = ball(dimension_), .amount = {1, 0, 0}, .mode = Mode::set, .rate = 3}};
        add("sources and forces", s);
        s = box(dimension_);
        s.carried[0].advection = Advection::semi_lagrangian;
        s.carried[0].initial = [](Vec3 p) { return p.x < 0.9 ? -0.0 : 1.0; };
        s.boundary = all_sides(periodic()), s.fluid.buoyancy.clear();
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimension_); ++a) s.initial_velocity[a] = [](Vec3) { return 0.3; };
        add("zeros with a sign", s);
    }

    std::vector<TestScene> scenes;

  private:
    static Triangles tetrahedron() {
        return {.corners = {{0.2, 0.2, -0.3}, {0.5, 0.2, -0.3}, {0.35, 0.6, -0.3}, {0.35, 0.35, 0.5}},
                .faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    }
    void add(const std::string& what, const Settings& s) {
        // In the second step there is an earlier one to know about, and more show nothing new.
        scenes.push_back({.name = std::to_string(dimension_) + "D " + what, .settings = s, .steps = dimension_ == 2 ? 4 : 2});
    }
    int dimension_;
};

}  // namespace

std::vector<TestScene> test_scenes() {
    std::vector<TestScene> all;
    for (const int dimension : {2, 3}) {
        Collection c(dimension);
        c.schemes(), c.sides(), c.solvers(), c.bodies(), c.touches();
        all.insert(all.end(), c.scenes.begin(), c.scenes.end());
    }
    return all;
}
