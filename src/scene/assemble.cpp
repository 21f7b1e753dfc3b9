// The sections of a file become a scene; what can not be right about them together is found here.

#include <algorithm>
#include <set>

#include "scene/finite.hpp"
#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

class Assembly {
  public:
    Assembly(Draft& draft, Reading& r) : d_(draft), r_(r) {}

    Scene run() {
        scene_.title = d_.title;
        scene_.time = d_.time;
        settings_.size = d_.domain.size;
        settings_.cells = d_.domain.cells;
        settings_.fluid = d_.fluid;
        settings_.solver = d_.solver;
        time();
        sides();
        for (std::size_t k = 0; k < d_.sources.size(); ++k) source(d_.sources[k]);
        for (const ForceText& force : d_.forces) this->force(force);
        for (const ObstacleText& one : d_.obstacles) obstacle(one);
        add_results(d_, r_, scene_);
        carried();
        initial_velocity();
        if (r_.domain_known) require_finite(r_, checks_, scene_.time);
        return std::move(scene_);
    }

  private:
    std::array<Vec3, 2> domain() const { return {Vec3{}, Vec3{r_.size[0], r_.size[1], r_.size[2]}}; }

    void check(const Given& what, double most, const std::array<Vec3, 2>& within, int component = -1) {
        checks_.push_back({.what = what, .most = most, .within = within, .component = component});
    }
    void check(const GivenVector& what, double most, const std::array<Vec3, 2>& within) {
        for (int a = 0; a < r_.dimension; ++a) check(what.axis[static_cast<std::size_t>(a)], most, within, a);
    }

    void time() {
        if (r_.where.contains("time.cfl") && r_.where.contains("time.steps_per_frame"))
            r_.report.error(r_.where["time.cfl"], "time.cfl and time.steps_per_frame are both there; give one of them");
    }

    // ---- Sides ------------------------------------------------------------------------------------------------------

    void sides() {
        const BoundaryText& b = d_.boundary;
        Boundary& to = settings_.boundary;
        side("left", b.left, true, 0, false, to.left), side("right", b.right, true, 0, true, to.right);
        side("bottom", b.bottom, false, 1, false, to.bottom), side("top", b.top, false, 1, true, to.top);
        side("back", b.back, true, 2, false, to.back), side("front", b.front, true, 2, true, to.front);
    }
    void side(const char* name, const std::optional<SideText>& own, bool around, int axis, bool high, Side& to) {
        const BoundaryText& b = d_.boundary;
        const std::optional<SideText>& text = own ? own : around && b.sides ? b.sides : b.all;
        if (!text) return;
        r_.where[std::string("boundary.") + name] = text->from.at;
        to = {text->kind, text->velocity ? text->velocity->value() : VectorValue{}, text->held};
        if (!text->velocity || axis >= r_.dimension) return;
        for (int a = 0; a < r_.dimension; ++a)
            checks_.push_back({.what = text->velocity->axis[static_cast<std::size_t>(a)],
                               .most = 1e9,
                               .within = domain(),
                               .component = a,
                               .side = axis,
                               .high_side = high});
    }

    // ---- Sources, forces, obstacles ---------------------------------------------------------------------------------

    bool require_shape(const std::optional<Shape>& shape, const Origin& from) {
        if (shape) return require_touches(*shape, from);
        if (r_.puzzling.contains(from.path)) return false;  // it may be misspelt
        std::vector<std::string> known;
        for (const ShapeSort& sort : shape_sorts()) known.push_back(sort.name);
        const bool tried =
            std::any_of(known.begin(), known.end(), [&](auto& n) { return r_.where.contains(from.path + "." + n); });
        if (!tried) r_.error(from, "has no shape; give it one (" + listed(known) + ")");
        return false;
    }
    /// What lies wholly outside does nothing; nobody means that.
    bool require_touches(const Shape& shape, const Origin& from) {
        const std::array<Vec3, 2> b = shape.bounds();
        bool touches = true;
        for (int a = 0; a < r_.dimension; ++a)
            touches &= b[0][a] <= r_.size[static_cast<std::size_t>(a)] && b[1][a] >= 0 && b[0][a] <= b[1][a];
        if (!touches && r_.domain_known) r_.error(from, "lies outside of the domain: it would do nothing");
        return touches;
    }

    void source(const SourceText& s) {
        if (s.amounts.empty() && !s.velocity && !r_.puzzling.contains(s.from.path))
            r_.error(s.from, "brings nothing; give it a quantity or a velocity, as in smoke = 4");
        if (s.rate && s.mode == Mode::add && !s.velocity)
            r_.report.error(r_.place_of(s.from.path + ".rate"),
                            s.from.path + ".rate is for mode = \"set\" and for velocity");
        if (!require_shape(s.where, s.from)) return;
        const double rate = s.rate.value_or(0);
        for (const auto& [quantity, amount] : s.amounts) {
            r_.where[numbered("sources", settings_.sources.size())] = amount.from.at;
            settings_.sources.push_back({*s.where, quantity, amount.value, s.mode, rate, s.during});
            check(amount, 1e15, s.where->bounds());
        }
        if (s.velocity) push(*s.where, *s.velocity, Mode::set, rate, s.during, s.from);
    }

    void obstacle(const ObstacleText& o) {
        // One that moves may come in later.
        if (!(o.shape && (o.shift || o.turn)) && !require_shape(o.shape, o.from)) return;
        if (o.axis == Vec3{}) r_.report.error(r_.place_of(o.from.path + ".axis"), o.from.path + ".axis is 0; give it a direction");
        if (!o.name.empty() && !names_.insert(o.name).second)
            r_.report.error(r_.place_of(o.from.path + ".name"),
                            o.from.path + ".name is " + in_quotes(o.name) + ", which another obstacle has; each needs its own");
        if (o.turn && !o.pivot && !r_.puzzling.contains(o.from.path))
            r_.error(o.from, "turns, but about what? Give it a pivot, as in pivot = [0.5, 0.5]");
        const Motion motion{.shift = o.shift ? o.shift->value() : VectorValue{},
                            .turn = o.turn ? o.turn->value : Value{},
                            .pivot = o.pivot.value_or(Vec3{}),
                            .axis = o.axis};
        if (o.shift) check(*o.shift, 1e9, domain());
        if (o.turn) check(*o.turn, 1e9, domain());
        r_.where[numbered("obstacles", settings_.obstacles.size())] = o.from.at;
        settings_.obstacles.push_back({*o.shape, motion, o.surface, o.held, o.name});
    }

    void force(const ForceText& f) {
        const bool one = f.acceleration.has_value() != f.velocity.has_value();
        if (!one && !(r_.puzzling.contains(f.from.path) && !f.velocity))
            r_.error(f.from, f.velocity ? "has both acceleration and velocity; give one of them"
                                        : "does nothing; give it an acceleration (m/s2), or a velocity (m/s) to reach");
        if (f.rate && !f.velocity)
            r_.report.error(r_.place_of(f.from.path + ".rate"), f.from.path + ".rate is for velocity");
        if (f.where && !require_touches(*f.where, f.from)) return;
        const Shape where = f.where.value_or(everywhere());
        if (f.acceleration)
            push(where, *f.acceleration, Mode::add, 0, f.during, f.from);
        else if (f.velocity)
            push(where, *f.velocity, Mode::set, f.rate.value_or(0), f.during, f.from);
    }

    void push(const Shape& where, const GivenVector& amount, Mode mode, double rate, Window during,
              const Origin& from) {
        r_.where[numbered("forces", settings_.forces.size())] = from.at;
        settings_.forces.push_back({where, amount.value(), mode, rate, during});
        check(amount, 1e15, where.bounds());
    }

    // ---- Carried quantities -----------------------------------------------------------------------------------------

    bool has(std::string_view name) const {
        return std::any_of(d_.carried.begin(), d_.carried.end(), [&](const CarriedText& q) { return q.name == name; });
    }
    void declare(const std::string& name) {
        if (!has(name)) d_.carried.push_back({.name = name});
    }
    /// Smoke, heat and the inks need no section of their own: to name them is enough.
    bool well_known(const std::string& name) {
        std::vector<std::string> inks;
        for (const Carried& q : colours()) inks.push_back(q.name);
        if (name == "smoke" || name == "heat")
            declare(name);
        else if (std::find(inks.begin(), inks.end(), name) != inks.end())
            std::for_each(inks.begin(), inks.end(), [&](auto& n) { declare(n); });
        else
            return false;
        return true;
    }

    void carried() {
        std::vector<const Use*> unknown;
        for (const Use& use : r_.uses)
            if (!has(use.quantity) && !well_known(use.quantity))
                unknown.push_back(&use);
            else if (!use.complaint.empty())
                r_.report.error(use.at, use.complaint);
        std::vector<std::string> names;
        for (const CarriedText& q : d_.carried) names.push_back(q.name);
        for (const Use* use : unknown) unknown_quantity(*use, names);
        settings_.carried.clear();
        for (const CarriedText& q : d_.carried) settings_.carried.push_back(quantity(q));
    }
    void unknown_quantity(const Use& use, const std::vector<std::string>& names) {
        std::vector<std::string> candidates = use.words;
        candidates.insert(candidates.end(), names.begin(), names.end());
        candidates.insert(candidates.end(), {"smoke", "heat", "red", "green", "blue"});
        r_.report.error(use.at, "unknown " + use.as + " " + in_quotes(use.quantity) + " in " + use.in +
                                    did_you_mean(use.quantity, candidates) + " (" + listed(use.words) +
                                    (use.words.empty() ? "" : "; ") +
                                    "carried: " + (names.empty() ? "nothing" : listed(names)) + ")");
    }
    Carried quantity(const CarriedText& q) {
        Carried to{.name = q.name, .diffusion = q.diffusion, .decay = q.decay, .advection = q.advection};
        for (const Carried& texture : texture_coordinates(3))
            if (texture.name == q.name) to.initial = texture.initial;
        if (q.initial) {
            to.initial = at_start(*q.initial);
            check(*q.initial, 1e15, domain());
        }
        return to;
    }

    // ---- Initial values ---------------------------------------------------------------------------------------------

    static std::function<double(Vec3)> at_start(const Given& given) {
        if (given.value.is_constant() && given.value({}, 0) == 0) return {};
        return [value = given.value](Vec3 p) { return value(p, 0); };
    }
    void initial_velocity() {
        if (!d_.initial.velocity) return;
        for (std::size_t a = 0; a < static_cast<std::size_t>(r_.dimension); ++a)
            settings_.initial_velocity[a] = at_start(d_.initial.velocity->axis[a]);
        check(*d_.initial.velocity, 1e9, domain());
    }

    Draft& d_;
    Reading& r_;
    Scene scene_{};
    Settings& settings_ = scene_.settings;
    std::vector<Check> checks_;
    std::set<std::string> names_;  // of obstacles
};

}  // namespace

Scene assemble(Draft&& draft, Reading& r) { return Assembly(draft, r).run(); }

}  // namespace whorl::scene
