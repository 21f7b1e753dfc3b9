// Settings: the words for choices, and everything that can be wrong with them, found before anything is built.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/text.hpp"
#include "engine.hpp"

namespace whorl {

std::string_view name(Advection a) {
    switch (a) {
        case Advection::semi_lagrangian: return "semi-lagrangian";
        case Advection::maccormack: return "maccormack";
        case Advection::bfecc: return "bfecc";
        case Advection::cubic: return "cubic";
        case Advection::unlimited_cubic: return "unlimited-cubic";
    }
    return "?";
}
std::string_view name(Backtrace b) {
    switch (b) {
        case Backtrace::euler: return "euler";
        case Backtrace::rk2: return "rk2";
        case Backtrace::rk3: return "rk3";
    }
    return "?";
}
std::string_view name(Splitting s) {
    switch (s) {
        case Splitting::stam: return "stam";
        case Splitting::advect_project: return "advect-project";
        case Splitting::reflection: return "reflection";
        case Splitting::two_step: return "two-step";
    }
    return "?";
}
std::string_view name(Pressure p) {
    switch (p) {
        case Pressure::automatic: return "auto";
        case Pressure::gauss_seidel: return "gauss-seidel";
        case Pressure::red_black: return "red-black";
        case Pressure::conjugate_gradient: return "conjugate-gradient";
        case Pressure::incomplete_cholesky: return "incomplete-cholesky";
        case Pressure::multigrid: return "multigrid";
        case Pressure::multigrid_cg: return "multigrid-cg";
        case Pressure::fft: return "fft";
        case Pressure::cyclic_reduction: return "cyclic-reduction";
    }
    return "?";
}
std::string_view name(Device d) {
    switch (d) {
        case Device::cpu: return "cpu";
        case Device::cuda: return "cuda";
    }
    return "?";
}
std::string_view name(Mode m) {
    switch (m) {
        case Mode::add: return "add";
        case Mode::set: return "set";
    }
    return "?";
}
std::string_view name(Side::Kind k) {
    switch (k) {
        case Side::Kind::wall: return "wall";
        case Side::Kind::free_slip: return "free-slip";
        case Side::Kind::open: return "open";
        case Side::Kind::periodic: return "periodic";
        case Side::Kind::inflow: return "inflow";
    }
    return "?";
}

Side wall(VectorValue velocity) { return {Side::Kind::wall, std::move(velocity)}; }
Side free_slip() { return {Side::Kind::free_slip}; }
Side open() { return {Side::Kind::open}; }
Side periodic() { return {Side::Kind::periodic}; }
Side inflow(VectorValue velocity) { return {Side::Kind::inflow, std::move(velocity)}; }
Boundary all_sides(const Side& side) { return {side, side, side, side, side, side}; }

std::vector<Carried> colours() { return {{.name = "red"}, {.name = "green"}, {.name = "blue"}}; }

std::vector<Carried> texture_coordinates(int dimension) {
    std::vector<Carried> all{{.name = "texture-x", .initial = [](Vec3 p) { return p.x; }},
                             {.name = "texture-y", .initial = [](Vec3 p) { return p.y; }},
                             {.name = "texture-z", .initial = [](Vec3 p) { return p.z; }}};
    all.resize(dimension == 2 ? 2 : 3);
    return all;
}

std::vector<int> cells_of(const Settings& s) {
    if (s.cells.size() != 1) return s.cells;
    const double longest = *std::max_element(s.size.begin(), s.size.end());
    std::vector<int> n;
    for (double length : s.size)
        n.push_back(std::max(1, static_cast<int>(std::lround(length / longest * s.cells[0]))));
    return n;
}

namespace {

std::string text(double v) { return number_text(v); }

class Check {
  public:
    explicit Check(const Settings& s) : s_(s), dimension_(static_cast<int>(s.size.size())) {}

    void run() {
        domain();
        fluid();
        sides();
        carried();
        placed();
        solver();
        if (errors_.empty()) return;
        errors_.pop_back();  // the last line break
        throw Error(errors_);
    }

  private:
    void error(const std::string& what) { errors_ += what + "\n"; }

    void in_range(const std::string& place, double v, double lo, double hi) {
        if (!(v >= lo && v <= hi)) error(place + " is " + text(v) + "; it must be from " + text(lo) + " to " + text(hi));
    }
    void vector(const std::string& place, Vec3 v, double limit) {
        for (int a = 0; a < 3; ++a)
            if (!(std::abs(v[a]) <= limit))
                error(place + " has the component " + text(v[a]) + "; each must be finite, and at most " + text(limit));
    }
    /// Functions are checked where they are evaluated.
    void value(const std::string& place, const Value& v, double limit) {
        if (v.is_constant()) in_range(place, v({}, 0), -limit, limit);
    }
    void value(const std::string& place, const VectorValue& v, double limit) {
        value(place + ".x", v.x, limit), value(place + ".y", v.y, limit), value(place + ".z", v.z, limit);
    }
    void window(const std::string& place, const Window& w) {
        if (!(std::isfinite(w.from) && std::isfinite(w.to) && w.from <= w.to))
            error(place + " is [" + text(w.from) + ", " + text(w.to) + "]; it must be two finite times, the earlier first");
    }
    template <class E> void choice(const std::string& place, E value) {
        if (name(value) == "?") error(place + " is " + std::to_string(static_cast<int>(value)) + ", which names no choice");
    }
    void known(const std::string& place, const std::string& quantity) {
        std::vector<std::string> all;
        for (const Carried& q : s_.carried) {
            if (q.name == quantity) return;
            all.push_back(q.name);
        }
        error(place + " names a quantity that is not carried: " + unknown_word(quantity, all));
    }

    void domain() {
        if (dimension_ != 2 && dimension_ != 3)
            error("size has " + std::to_string(dimension_) + " numbers; give two for a plane or three for a box");
        for (double length : s_.size)
            if (!(length >= 1e-6 && length <= 1e6)) error("size has the length " + text(length) + " m; each must be from 1e-06 to 1e+06");
        if (s_.cells.size() != 1 && s_.cells.size() != s_.size.size())
            error("cells has " + std::to_string(s_.cells.size()) + " numbers; give one for the longest side, or one per axis");
        for (int n : s_.cells)
            if (n < 1 || n > 65536) error("cells has the number " + std::to_string(n) + "; each must be from 1 to 65536");
        if (!errors_.empty()) return;
        double least = 1e300, most = 0;
        const std::vector<int> cells = cells_of(s_);
        for (std::size_t a = 0; a < cells.size(); ++a) {
            least = std::min(least, s_.size[a] / cells[a]);
            most = std::max(most, s_.size[a] / cells[a]);
        }
        double values = 1;  // of one field, ghosts and padding included
        for (int n : cells) values *= n + 21.0;
        if (values > 2147483647.0)
            error("cells ask for " + text(values) + " values per field; at most 2147483647 fit: use fewer cells");
        if (most > 100 * least)
            error("cells are " + text(most / least) + " times as long as wide; at most 100 is allowed: choose the cells per axis "
                  "in proportion to size");
    }

    void fluid() {
        in_range("fluid.viscosity", s_.fluid.viscosity, 0, 1e15);
        vector("fluid.gravity", s_.fluid.gravity, 1e9);
        in_range("fluid.vorticity", s_.fluid.vorticity, 0, 1e9);
        for (const auto& [quantity, strength] : s_.fluid.buoyancy) {
            known("fluid.buoyancy", quantity);
            in_range("fluid.buoyancy." + quantity, strength, -1e9, 1e9);
        }
    }

    void sides() {
        const Boundary& b = s_.boundary;
        const Side* side[3][2] = {{&b.left, &b.right}, {&b.bottom, &b.top}, {&b.back, &b.front}};
        const char* names[3][2] = {{"left", "right"}, {"bottom", "top"}, {"back", "front"}};
        bool outlet = false;
        for (int a = 0; a < dimension_ && a < 3; ++a) {
            for (int k = 0; k < 2; ++k) {
                const Side& one = *side[a][k];
                const std::string place = std::string("boundary.") + names[a][k];
                choice(place, one.kind);
                value(place + ".velocity", one.velocity, 1e6);
                const Value& across = one.velocity[a];
                outlet |= one.kind == Side::Kind::open;
                if (one.kind == Side::Kind::wall && !(across.is_constant() && across({}, 0) == 0))
                    error(place + " is a wall that moves through itself with " + text(across({}, 0)) +
                          " m/s; a wall may only slide along itself (an inflow lets fluid through)");
                if ((one.kind == Side::Kind::free_slip || one.kind == Side::Kind::open || one.kind == Side::Kind::periodic) &&
                    !at_rest(one.velocity))
                    error(place + " is " + std::string(name(one.kind)) + " and has a velocity; only wall and inflow have one");
                for (const auto& [quantity, value] : one.held) {
                    known(place + ".held", quantity);
                    in_range(place + ".held." + quantity, value, -1e12, 1e12);
                    if (one.kind == Side::Kind::periodic) error(place + " is periodic and holds \"" + quantity + "\"; nothing can be held there");
                }
            }
            const bool low = side[a][0]->kind == Side::Kind::periodic, high = side[a][1]->kind == Side::Kind::periodic;
            if (low != high)
                error(std::string("boundary.") + names[a][low ? 1 : 0] + " must be periodic because boundary." +
                      names[a][low ? 0 : 1] + " is: a periodic side is joined to the opposite one");
        }
        for (const double time : {0.0, 0.37, 1.0, 2.7})
            if (!outlet && !balanced(side, time)) break;
    }

    /// Whether as much flows in as out through sides that prescribe it. What varies along a side is known at some places
    /// only, so that much may be missing.
    bool balanced(const Side* const (&side)[3][2], double time) {
        double in = 0, through = 0;  // net inflow, and all flow across sides
        bool varies = false;
        for (int a = 0; a < dimension_ && a < 3; ++a)
            for (int k = 0; k < 2; ++k) {
                if (side[a][k]->kind != Side::Kind::inflow) continue;
                const auto [mean, size] = across(*side[a][k], a, k == 1, time);
                in += (k == 0 ? mean : -mean) * area(a), through += size * area(a);
                varies |= side[a][k]->velocity[a].in_space();
            }
        if (!(std::abs(in) > (varies ? 1e-2 : 1e-6) * through)) return true;
        error("boundary: " + text(std::abs(in)) + " (m2/s or m3/s) more flows " + (in > 0 ? "in than out" : "out than in") +
              (time > 0 ? " after " + text(time) + " s" : "") + ", and no side is open; make one side open, or let as much flow " +
              (in > 0 ? "out" : "in"));
        return false;
    }

    /// The velocity through a side across an axis and the size of it, on average over places spread evenly.
    std::pair<double, double> across(const Side& one, int axis, bool high, double time) const {
        const Value& velocity = one.velocity[axis];
        const int along = velocity.in_space() ? 32 : 1, count = along * (dimension_ > 2 ? along : 1);
        double sum = 0, size = 0;
        for (int k = 0; k < count; ++k) {
            double p[3] = {};
            for (int b = 0, digits = k; b < dimension_ && b < 3; ++b) {
                const double length = s_.size[static_cast<std::size_t>(b)];
                p[b] = b == axis ? (high ? length : 0) : length * (digits % along + 0.5) / along;
                if (b != axis) digits /= along;
            }
            const double v = velocity({p[0], p[1], p[2]}, time);
            sum += v, size += std::abs(v);
        }
        return {sum / count, size / count};
    }

    static bool at_rest(const VectorValue& v) {
        for (int a = 0; a < 3; ++a)
            if (!v[a].is_constant() || v[a]({}, 0) != 0) return false;
        return true;
    }

    double area(int axis) const {
        double a = 1;
        for (int b = 0; b < dimension_; ++b) a *= b == axis ? 1 : s_.size[static_cast<std::size_t>(b)];
        return a;
    }

    void carried() {
        std::set<std::string> seen;
        for (const Carried& q : s_.carried) {
            const std::string place = "carried." + q.name;
            if (q.name.empty()) error("carried has an entry without a name; give it one");
            if (q.name == "pressure" || q.name == "velocity") error(place + " is a name that the fluid itself uses; choose another");
            if (!seen.insert(q.name).second) error(place + " is there twice; each name may be carried once");
            in_range(place + ".diffusion", q.diffusion, 0, 1e15);
            in_range(place + ".decay", q.decay, 0, 1e15);
            choice(place + ".advection", q.advection);
        }
    }

    void placed() {
        for (std::size_t k = 0; k < s_.sources.size(); ++k) {
            const std::string place = "sources[" + std::to_string(k) + "]";
            const Source& one = s_.sources[k];
            known(place, one.quantity);
            value(place + ".amount", one.amount, 1e15);
            choice(place + ".mode", one.mode);
            in_range(place + ".rate", one.rate, 0, 1e15);
            window(place + ".during", one.during);
        }
        for (std::size_t k = 0; k < s_.obstacles.size(); ++k) {
            const std::string place = "obstacles[" + std::to_string(k) + "]";
            const Obstacle& one = s_.obstacles[k];
            for (int a = 0; a < dimension_; ++a) value(place + ".motion.shift", one.motion.shift[a], 1e9);
            value(place + ".motion.turn", one.motion.turn, 1e9);
            vector(place + ".motion.pivot", one.motion.pivot, 1e9);
            vector(place + ".motion.axis", one.motion.axis, 1e9);
            if (one.motion.axis == Vec3{}) error(place + ".motion.axis is 0; give it a direction");
            for (const auto& [quantity, held] : one.held) {
                known(place + ".held", quantity);
                in_range(place + ".held." + quantity, held, -1e12, 1e12);
            }
        }
        for (std::size_t k = 0; k < s_.forces.size(); ++k) {
            const std::string place = "forces[" + std::to_string(k) + "]";
            const Force& one = s_.forces[k];
            value(place + ".amount", one.amount, 1e15);
            choice(place + ".mode", one.mode);
            in_range(place + ".rate", one.rate, 0, 1e15);
            window(place + ".during", one.during);
        }
    }

    void solver() {
        choice("solver.splitting", s_.solver.splitting);
        choice("solver.advection", s_.solver.advection);
        choice("solver.backtrace", s_.solver.backtrace);
        choice("solver.pressure", s_.solver.pressure);
        choice("solver.diffusion", s_.solver.diffusion);
        can_solve("solver.pressure", s_.solver.pressure);
        can_solve("solver.diffusion", s_.solver.diffusion);
        in_range("solver.tolerance", s_.solver.tolerance, 1e-12, 1);
        in_range("solver.divergence", s_.solver.divergence, 0, 1e15);
        in_range("solver.budget_ms", s_.solver.budget_ms, 0, 1e9);
        in_range("solver.diffusion_tolerance", s_.solver.diffusion_tolerance, 1e-12, 1);
        in_range("solver.limit", s_.solver.limit, 0, 1e9);
        in_range("threads", s_.threads, 0, 1024);
    }

    /// Direct solvers know waves, and waves know no bodies.
    void can_solve(const std::string& place, Pressure method) {
        if (method != Pressure::fft && method != Pressure::cyclic_reduction) return;
        const std::string is = place + " is \"" + std::string(name(method)) + "\", which ";
        if (method == Pressure::cyclic_reduction && dimension_ != 2)
            error(is + "works in planes, and size has " + std::to_string(dimension_) + " numbers: use auto or fft");
        if (!s_.obstacles.empty())
            error(is + "can not go around bodies, and there are obstacles (" + std::to_string(s_.obstacles.size()) +
                  "): use auto, multigrid-cg, incomplete-cholesky or conjugate-gradient, or leave them out");
    }

    const Settings& s_;
    int dimension_;
    std::string errors_;
};

}  // namespace

void validate(const Settings& s) { Check(s).run(); }

}  // namespace whorl
