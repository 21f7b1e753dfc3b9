#pragma once
// A whole simulation for one device and dimension: builds the flow from settings and answers for it.

#include <cstring>

#include "engine.hpp"
#include "flow/parts.hpp"
#include "flow/snapshot.hpp"

namespace whorl {

template <class Exec, int D> class World final : public Engine {
  public:
    /// Takes all the memory that will ever be needed, but for the tables that direct solvers make once they know what is at the
    /// ends of lines. `start` makes it usable; between the two only memory is asked for.
    World(const Settings& settings, Exec exec)
        : Engine(settings), on_(std::move(exec)), space_(on_, settings), s_(make_scratch()) {
        take_state_memory(on_, f_);
        Renewal others;
        others.space = false;
        Parts<Exec, D> made(on_, settings, others, f_);
        stepper_ = std::make_unique<Stepper<Exec, D>>(Stepper<Exec, D>{.on = on_,
                                                                       .f = f_,
                                                                       .s = s_,
                                                                       .bodies = space_.bodies,
                                                                       .settings = settings.solver,
                                                                       .viscosity = settings.fluid.viscosity,
                                                                       .projection = std::move(*made.projection)});
        made.projection.reset();
        made.exchange(space_, *stepper_);
        take_numbers();
        memory_ = on_.bytes_allocated();
    }

    void start() {
        stepper_->place_bodies(0, 0, 0);
        start_diffusion(settings());
        for (std::size_t k = 0; k < f_.carried.size(); ++k)
            if (settings_->carried[k].initial) fill(f_.carried[k].name, settings_->carried[k].initial);
            else stepper_->finish(f_.carried[k]);
        fill_velocity(settings_->initial_velocity);
    }

    void step(double dt, const std::function<void(std::string_view)>& after) override {
        ++changes_;
        if (!after) return stepper_->step(dt, {});
        stepper_->step(dt, [&](std::string_view stage) {
            ++changes_;
            after(stage);
        });
        ++changes_;
    }

    void change(const Settings& s, std::size_t memory) override {
        auto settings = std::make_shared<const Settings>(s);
        const Renewal what(*settings_, s);
        Parts<Exec, D> made(on_, s, what, f_);
        made.exchange(space_, *stepper_);
        try {
            if (what.space) stepper_->place_bodies(f_.time, f_.time, f_.time);
            else if (what.pressure) stepper_->projection.prepare(on_, f_);
            start_diffusion(s);
        } catch (...) {  // a motion or a profile that can not be evaluated, a solver that does not suit
            made.exchange(space_, *stepper_);
            if (what.space) stepper_->projection.prepare(on_, f_);
            stepper_->forget_systems();
            throw;
        }
        // From here on nothing can fail.
        settings_ = std::move(settings);
        memory_ = memory;
        take_numbers();
        if (what.earlier) f_.earlier_dt = 0;
        if (what.space) fill_all_ghosts();
        stepper_->loose = stepper_->loose || what.space;
        stepper_->forget_paths();
        ++changes_;
    }

    void add(const Shape& where, std::string_view quantity, double amount) override {
        CarriedField<D>& q = carried(quantity);
        ++changes_;
        touching(where).splat(on_, f_.grid, q.value, centre, amount, {}, {1, 0}, quantity_limit);
        stepper_->finish(q);
    }
    void push(const Shape& where, Vec3 change) override {
        const Region<Exec, D>& region = touching(where);
        ++changes_;
        for (int a = 0; a < D; ++a) region.splat(on_, f_.grid, f_.velocity[a], a, change[a], {}, {1, 0}, speed_limit);
        hold_boundaries(on_, f_, f_.velocity);
        f_.earlier_dt = 0;  // what was before says nothing about a velocity that jumped
        stepper_->forget_paths();
    }
    void fill(std::string_view quantity, const std::function<double(Vec3)>& value) override {
        CarriedField<D>& q = carried(quantity);
        on_.copy(q.value, s_.a);
        evaluate(on_, f_.grid, s_.a, centre, f_.grid.cells(), at_once(value), f_.time, quantity_limit, [&] { return "\"" + q.name + "\""; });
        std::swap(q.value, s_.a);
        stepper_->finish(q);
        ++changes_;
    }
    void fill_velocity(const std::array<std::function<double(Vec3)>, 3>& component) override {
        for (int a = 0; a < D; ++a) {
            on_.copy(f_.velocity[a], s_.next[a]);
            if (const auto& of = component[static_cast<std::size_t>(a)])
                evaluate(on_, f_.grid, s_.next[a], a, f_.grid.faces(a), at_once(of), f_.time, speed_limit,
                         [] { return std::string("the velocity"); });
        }
        swap(f_.velocity, s_.next);
        hold_boundaries(on_, f_, f_.velocity);
        f_.earlier_dt = 0;
        stepper_->forget_paths();
        ++changes_;
    }

    void take(std::unique_ptr<StillMemory>& to, const std::vector<std::string>& fields) const override {
        std::vector<Wanted> all;
        for (const std::string& name : fields) {
            const bool faces = name == "velocity" || name == "openness";
            for (int a = 0; a < D && faces; ++a) all.push_back({name, a, name == "velocity" ? &f_.velocity[a] : &f_.openness[a]});
            if (!faces) all.push_back({name, centre, &scalar(name)});
        }
        auto* memory = dynamic_cast<Copies*>(to.get());
        if (!memory) {
            auto other = std::make_unique<Copies>();
            memory = other.get();
            to = std::move(other);
        }
        memory->settings = settings_at_rest();
        memory->time = f_.time;
        memory->cells = cells(), memory->spacing = spacing();
        memory->kept.clear();
        for (std::size_t k = 0; k < all.size(); ++k) {
            memory->copies.take(on_, *all[k].field, k);
            memory->kept.push_back({all[k].name, all[k].kind, layout(all[k].kind), f_.grid.origin()});
        }
    }

    double time() const override { return f_.time; }
    std::array<int, 3> cells() const override {
        std::array<int, 3> n{1, 1, 1};
        for (int a = 0; a < D; ++a) n[static_cast<std::size_t>(a)] = f_.grid.n()[a];
        return n;
    }
    Vec3 spacing() const override { return {f_.grid.h()[0], f_.grid.h()[1], D > 2 ? f_.grid.h()[D - 1] : 0}; }

    FieldView field(std::string_view quantity) const override {
        return view(shown_scalar(quantity), centre);
    }
    FieldView velocity(int axis) const override { return view(shown_velocity(axis), axis); }
    FieldView openness(int axis) const override {
        return view(shown(f_.openness[axis], static_cast<std::size_t>(D + axis)), axis);
    }

    double sample(std::string_view quantity, Vec3 at) const override {
        const auto [cell, d] = locate(at);
        return linear<D>(View<const float>{shown_scalar(quantity)}, cell,
                         nodes_at<D, centre, centre>(d, f_.grid.step(), cell.i, f_.reach.period));
    }
    Vec3 sample_velocity(Vec3 at) const override {
        const auto [cell, d] = locate(at);
        Faces<const float, D> velocity;
        for (int a = 0; a < D; ++a) velocity[a] = {shown_velocity(a)};
        const Vec<D> u = flow_at<D>(velocity, cell, d, Apart<D>{f_.grid.step(), f_.reach.period});
        return {u[0], u[1], D > 2 ? u[D - 1] : 0};
    }

    double total(std::string_view quantity) const override {
        return cell_volume() * on_.sum(f_.grid.cells(), InFluid<D>{.q = scalar(quantity), .fluid = f_.fluid});
    }
    double kinetic_energy() const override {
        return 0.5 * cell_volume() *
               on_.sum(f_.grid.cells(), CellEnergy<D>{.step = f_.grid.step(), .u = std::as_const(f_.velocity), .fluid = f_.fluid});
    }
    double max_divergence() const override {
        Vec<D> scale{};
        for (int a = 0; a < D; ++a) scale[a] = 1 / f_.grid.h()[a];
        write_divergence(on_, f_, f_.velocity, scale, s_.a);
        return on_.max(f_.grid.cells(), Size<D>{.f = s_.a});
    }
    double max_speed() const override {
        float largest = 0;
        for (int a = 0; a < D; ++a)
            largest = whorl::max(largest, on_.max(f_.grid.faces(a), Size<D>{.f = f_.velocity[a]}));
        return largest;
    }
    BodyForce force_on(int obstacle) const override {
        const auto k = static_cast<std::size_t>(obstacle);
        const Pose<D> pose = pose_at<D>(settings_->obstacles[k].motion, f_.time, numbered("obstacles", k) + ".motion");
        const auto pushed = [&](const Vec3& push, const Vec3& spin) {
            Lever<D> lever{};
            for (int a = 0; a < 3; ++a) {
                lever.push[a] = static_cast<float>(push[a]), lever.spin[a] = static_cast<float>(spin[a]);
                lever.pivot[a] = a < D ? pose.place[a < D ? a : 0] : 0.0f;
            }
            return force_on_body(on_, f_, stepper_->dragged, obstacle, settings_->fluid.viscosity, lever);
        };
        const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        double pressure[3] = {}, friction[3] = {}, torque[3] = {};
        for (int a = 0; a < 3; ++a) {
            const Pushed push = a < D ? pushed(axes[a], {}) : Pushed{};
            const Pushed turn = D == 3 || a == 2 ? pushed({}, axes[a]) : Pushed{};
            pressure[a] = push.pressure, friction[a] = push.friction, torque[a] = turn.pressure + turn.friction;
        }
        // Friction is the gradient of the velocity along the normal. What the rest of the stress does to a closed surface
        // is to brake the turning of the body, by as much as it has volume.
        const Vec3 spin = space_.bodies.spin(k);
        if (spin != Vec3{} && settings_->fluid.viscosity > 0) {
            const double brake = 2 * settings_->fluid.viscosity * volume_of_body(on_, f_, obstacle);
            for (int a = 0; a < 3; ++a) torque[a] -= brake * spin[a];
        }
        return {{pressure[0], pressure[1], pressure[2]}, {friction[0], friction[1], friction[2]}, {torque[0], torque[1], torque[2]}};
    }
    Statistics statistics() const override {
        return {f_.steps, f_.time, stepper_->pressure, stepper_->diffused, stepper_->watch.stages()};
    }

    std::vector<std::byte> save() const override { return save_snapshot(on_, f_); }
    void restore(std::span<const std::byte> bytes) override {
        restore_snapshot(on_, f_, bytes);
        stepper_->forget_paths();
        ++changes_;
        if (f_.bodies_move) stepper_->place_bodies(f_.time, f_.time, f_.time);
        fill_all_ghosts();
        stepper_->loose = true;
    }
    std::uint64_t state_hash() const override { return hash_state(on_, f_); }

  private:
    /// The memory of stills.
    struct Copies final : StillMemory {
        typename Exec::Copies copies;
        const float* values(std::size_t number) const override { return copies.values(number); }
    };
    /// A field that a still wants.
    struct Wanted {
        std::string name;
        int kind;
        const Field* field;
    };

    Scratch<D> make_scratch() {
        const Grid<D>& g = f_.grid;
        return {on_.faces(g), on_.faces(g), {}, on_.field(g), on_.field(g), on_.field(g), on_.field(g)};
    }

    /// All that is no more than a number.
    void take_numbers() {
        stepper_->settings = settings_->solver;
        stepper_->viscosity = settings_->fluid.viscosity;
        stepper_->sides_vary = false;
        for (int a = 0; a < D; ++a)
            for (int s = 0; s < 2; ++s)
                for (int b = 0; b < D; ++b) stepper_->sides_vary |= f_.sides.side[a][s].velocity[b].in_time();
        for (std::size_t k = 0; k < f_.carried.size(); ++k) {
            const Carried& q = settings_->carried[k];
            f_.carried[k].diffusion = q.diffusion, f_.carried[k].decay = q.decay, f_.carried[k].advection = q.advection;
        }
    }

    /// What solvers can only find out when they see the systems.
    void start_diffusion(const Settings& s) {
        for (int a = 0; a < D; ++a)
            if (stepper_->viscous[a]) stepper_->viscous[a]->start(on_, f_, a, f_.velocity_rules[a]);
        for (std::size_t k = 0; k < f_.carried.size(); ++k)
            if (s.carried[k].diffusion > 0) stepper_->diffusive->start(on_, f_, centre, f_.carried[k].rules);
    }

    void fill_all_ghosts() {
        fill_velocity_ghosts(on_, f_, f_.velocity);
        if (f_.earlier_dt > 0) fill_velocity_ghosts(on_, f_, f_.earlier);
        fill_ghosts(on_, f_.grid, f_.pressure, centre, f_.pressure_rules, f_.periodic);
        for (auto& q : f_.carried) fill_ghosts(on_, f_.grid, q.value, centre, q.rules, f_.periodic);
    }

    static Value at_once(const std::function<double(Vec3)>& f) {
        return Value([&f](Vec3 p, double) { return f(p); });
    }

    std::size_t index_of(std::string_view name) const {
        return static_cast<std::size_t>(&carried(name) - f_.carried.data());
    }
    CarriedField<D>& carried(std::string_view name) { return const_cast<CarriedField<D>&>(std::as_const(*this).carried(name)); }
    const CarriedField<D>& carried(std::string_view name) const {
        for (const auto& q : f_.carried)
            if (q.name == name) return q;
        std::vector<std::string> known;
        for (const auto& q : f_.carried) known.push_back(q.name);
        throw Error("no quantity is called " + unknown_word(name, known));
    }
    const Field& scalar(std::string_view name) const { return name == "pressure" ? f_.pressure : carried(name).value; }

    const Region<Exec, D>& touching(const Shape& shape) {
        Region<Exec, D>& region = space_.touch;
        if (!region.fits(shape))
            throw Error("the shape has " + std::to_string(shape.nodes().size()) + " parts; a shape added between steps may have " +
                        std::to_string(Space<Exec, D>::most_touch_nodes) + ": add it in pieces");
        region.take(on_, shape);
        return region;
    }

    const float* shown(const Field& f, std::size_t number) const { return shown_.values(on_, f, number, changes_); }
    const float* shown_velocity(int axis) const { return shown(f_.velocity[axis], static_cast<std::size_t>(axis)); }
    const float* shown_scalar(std::string_view name) const {
        if (name == "pressure") return shown(f_.pressure, 2 * D);
        return shown(carried(name).value, 2 * D + 1 + index_of(name));
    }

    /// Of a field whose values are of that kind, without its data.
    FieldView layout(int kind) const {
        FieldView v;
        const Box<D> box = kind == centre ? f_.grid.cells() : f_.grid.faces(kind);
        double first[3] = {}, h[3] = {};
        for (int a = 0; a < D; ++a) {
            v.extent[static_cast<std::size_t>(a)] = box.extent(a);
            v.stride[static_cast<std::size_t>(a)] = f_.grid.step()[a];
            h[a] = f_.grid.h()[a];
            first[a] = kind == a ? 0 : 0.5 * h[a];
        }
        v.first = {first[0], first[1], first[2]};
        v.spacing = {h[0], h[1], h[2]};
        return v;
    }
    FieldView view(const float* values, int kind) const {
        FieldView v = layout(kind);
        v.data = values + f_.grid.origin();
        return v;
    }

    /// With all bodies where they are now: who looks at a still must not ask functions that belong to the simulation.
    std::shared_ptr<const Settings> settings_at_rest() const {
        if (!f_.bodies_move) return settings_;
        auto still = std::make_shared<Settings>(*settings_);
        for (Obstacle& one : still->obstacles) {
            const VectorValue& shift = one.motion.shift;
            one.motion.shift = Vec3{shift.x({}, f_.time), shift.y({}, f_.time), shift.z({}, f_.time)};
            one.motion.turn = one.motion.turn({}, f_.time);
        }
        return still;
    }

    struct Located {
        Cell<D> cell;
        Vec<D> displacement;
    };
    /// The cell at a place (the nearest one, if it is outside) and the way to it from the centre of that cell.
    Located locate(Vec3 at) const {
        Index<D> i{};
        Vec<D> d{};
        for_axes<D>([&](auto a) {
            if (!std::isfinite(at[a]))
                throw Error("the place to sample has the coordinate " + number_text(at[a]) + "; it must be finite");
            const int n = f_.grid.n()[a];
            double x = at[a] / f_.grid.h()[a];
            if (f_.periodic[a]) x -= n * std::floor(x / n);
            i[a] = static_cast<int>(std::max(0.0, std::min(std::floor(x), n - 1.0)));
            const float way = Reach<D>::sane(static_cast<float>(x - i[a] - 0.5));
            d[a] = f_.reach.template limit<decltype(a){}>(static_cast<float>(i[a]) + 0.5f, way);
        });
        return {f_.grid.cells().cell(i), d};
    }

    double cell_volume() const {
        double v = 1;
        for (int a = 0; a < D; ++a) v *= f_.grid.h()[a];
        return v;
    }

    mutable Exec on_;
    mutable typename Exec::Shown shown_;
    std::int64_t changes_ = 0;  // of what is shown
    Space<Exec, D> space_;
    Flow<D>& f_ = space_.flow;
    mutable Scratch<D> s_;
    std::unique_ptr<Stepper<Exec, D>> stepper_;
};

}  // namespace whorl
